"""What training costs: simplified hold'em as paper `poker` plays it, 3,000,000 games and a test.

Processor time of the whole call on one thread (`time.process_time`), compiled code in the cache;
the best of a few rounds. The learner keeps the paper's 1,000 states and its laws of decay.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial

import outwit
from bench.rows import Row, Settings, measurement

TRAINING, TESTING = 3_000_000, 1_000_000
LAW = "per=games,alpha=0.1,alpha_decay=-0.25,epsilon=1,epsilon_decay=-0.125"
LEARNERS = ("sarsa", "expected-sarsa", "double-q", "monte-carlo")
HOLD_TRAINING, HOLD_TESTING = 1.0, 0.5
MOST_ROUNDS = 3


@measurement("learning", 20)
def rows(settings: Settings) -> Iterator[Row]:
    rounds = min(settings.rounds, MOST_ROUNDS)
    for opponent in ("random", "threshold"):
        train = partial(_train, "q", opponent)
        yield _row(f"Q-learning against {opponent}: training", train, TRAINING, rounds)
        agent = train(TRAINING).agent()
        test = partial(_match, [agent, opponent])
        yield _row(f"its policy against {opponent}: a test", test, TESTING, rounds)
    for name in LEARNERS:
        train = partial(_train, name, "threshold")
        yield _row(f"{name} against threshold: training", train, TRAINING, rounds)


def _train(name: str, opponent: str, games: int) -> outwit.Learning:
    return outwit.learn(
        "holdem",
        f"{name}:{LAW}",
        states="paper",
        against=opponent,
        games=games,
        threads=1,
    )


def _match(agents: list[outwit.Agent | str], games: int) -> object:
    return outwit.match("holdem", agents, games=games, threads=1)


def _row(name: str, call: Callable[[int], object], games: int, rounds: int) -> Row:
    call(1_000)  # compiles
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        call(games)
        best = min(best, time.process_time() - start)
    hold = HOLD_TRAINING if games == TRAINING else HOLD_TESTING
    note = f"{games:,} games, {games / best:,.0f} a second"
    return Row(f"Simplified hold'em: {name}", best, "s", hold, "at most", note)
