"""Evolution by culling, as one table of players does it: paper `bluff`, section 10.6.

So many games make a period. After it the player with the fewest wins is removed and the one with
the most takes its place, until all are alike. One such history is a draw; here are many.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from outwit.core.agent import Agent
from outwit.core.game import Game
from outwit.core.generator import mix
from outwit.core.interval import clopper_pearson
from outwit.play.loop import WINS, win_share
from outwit.play.sitting import Order, Sitting, agent_name
from outwit.play.worker import Block, Worker

MOST_PERIODS = 1_000


@dataclass(frozen=True)
class History:
    """One evolution: the players by seat in each period, and the games each won.

    line_ups  (periods, seats)   strategies by place, the last line-up included
    wins      (periods - 1, seats)
    """

    line_ups: tuple[tuple[int, ...], ...]
    wins: tuple[tuple[float, ...], ...]

    @property
    def survivor(self) -> int | None:
        """The strategy that all play in the end; None where it did not come to that."""
        last = set(self.line_ups[-1])
        return last.pop() if len(last) == 1 else None


@dataclass(frozen=True)
class Histories:
    """Many evolutions from the same start."""

    names: tuple[str, ...]
    histories: tuple[History, ...]

    def count(self, strategy: int) -> int:
        """In how many the strategy took over."""
        return sum(h.survivor == strategy for h in self.histories)

    def interval(self, strategy: int, level: float = 0.95) -> tuple[float, float]:
        """The interval of the probability that the strategy takes over."""
        return clopper_pearson(self.count(strategy), len(self.histories), level)

    @property
    def periods(self) -> float:
        """How many periods an evolution takes on average."""
        return float(np.mean([len(h.wins) for h in self.histories]))


class _Periods:
    """Plays periods; each line-up's games go on where its last period ended."""

    def __init__(
        self, game: Game, agents: Sequence[Agent], games: int, seed: int, order: Order
    ) -> None:
        self.game, self.agents, self.games, self.seed, self.order = game, agents, games, seed, order
        self._workers: dict[tuple[int, ...], tuple[Worker, int]] = {}

    def wins(self, line_up: tuple[int, ...]) -> tuple[float, ...]:
        """Games won by each place in the next period of this line-up; ties are shared."""
        worker, played = self._workers.get(line_up) or (self._worker(line_up), 0)
        block = worker.play(Block(played, self.games))
        assert block is not None
        self._workers[line_up] = (worker, played + self.games)
        one = win_share(self.game.seats)
        return tuple(float(w) / one for w in block.sums["sum"][WINS].sum(axis=1))

    def _worker(self, line_up: tuple[int, ...]) -> Worker:
        seed = self.seed
        for strategy in line_up:
            seed = mix(seed + strategy + 1)
        agents = tuple(self.agents[i] for i in line_up)
        return Worker(Sitting(self.game, agents, seed, self.order, "own"))


def evolutions(
    game: Game,
    agents: Sequence[Agent],
    start: Sequence[int],
    *,
    games: int = 300,
    repeats: int = 1_000,
    order: Order = "shuffled",
    seed: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Histories:
    """Repeat the evolution from `start` (a strategy for each place) so many times.

    Of players with equally many wins the one in the later place is removed, the one in the earlier
    place multiplied.
    """
    periods = _Periods(game, agents, games, seed, order)
    found = []
    for k in range(repeats):
        found.append(_evolve(periods, tuple(start)))
        if progress is not None:
            progress(k + 1, repeats)
    return Histories(tuple(agent_name(a) for a in agents), tuple(found))


def _evolve(periods: _Periods, line_up: tuple[int, ...]) -> History:
    line_ups: list[tuple[int, ...]] = [line_up]
    wins: list[tuple[float, ...]] = []
    while len(set(line_up)) > 1 and len(wins) < MOST_PERIODS:
        won = periods.wins(line_up)
        wins.append(won)
        line_up = culled(line_up, won)
        line_ups.append(line_up)
    return History(tuple(line_ups), tuple(wins))


def culled(line_up: Sequence[int], won: Sequence[float]) -> tuple[int, ...]:
    """The line-up after the weakest player gave its place to an offspring of the strongest."""
    places = range(len(line_up))
    weakest = min(places, key=lambda place: (won[place], -place))
    strongest = max(places, key=lambda place: (won[place], -place))
    after = list(line_up)
    after[weakest] = line_up[strongest]
    return tuple(after)


__all__ = ["Histories", "History", "culled", "evolutions"]
