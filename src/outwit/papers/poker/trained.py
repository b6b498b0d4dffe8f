"""Q-learning as the paper's rows have it: many trainings of each, what they are worth exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from outwit.core.agent import Agent
from outwit.core.errors import Refused
from outwit.core.states import States
from outwit.learn.q import QLearning
from outwit.papers.lab import Lab
from outwit.papers.poker.laws import FEW, NAMED, RANDOM, TESTING, THRESHOLD, TRAINING, Taken
from outwit.papers.poker.valued import Looks, valuer
from outwit.papers.poker.world import world
from outwit.papers.repeated import Repeated, deviation_of_runs, mean_of_runs
from outwit.play.learning import Learning
from outwit.play.sitting import Sitting, agent_name
from outwit.play.training import learn
from outwit.play.tree import Floats
from outwit.play.where import Where

QUICK, FULL = 14, 200
"""Trainings of a row; the paper has five."""
OTHERS, OTHERS_QUICK = 10 * FEW, 8
"""Under other readings, which only a full run measures but for two rows."""
QUICKLY = {("one-change", RANDOM, "q_slower_alpha"), ("range-states", THRESHOLD, "q_base")}
BATCH = 8
"""Trainings in memory at a time."""
WINDOWS = 30
WINDOW = TRAINING // WINDOWS
"""Games of one point of figure 1 (a) and (b): 100,000."""
EARLY = TRAINING // 6
"""Section 4.3.1's 500,000 games."""
POINTS = (10_000, 30_000, *(k * WINDOW for k in range(1, WINDOWS + 1)))
"""Games after which the first training of a row is looked at."""


@dataclass(frozen=True, eq=False)
class Trained:
    """Trainings of one row.

    curves    (n, WINDOWS)   mean pay-off in training, by WINDOW games
    early     n looks at what would have been played after EARLY games, `last` after all
    course    looks at the first training after each of POINTS
    first     the first training
    again     its command
    """

    curves: Floats
    early: Looks
    last: Looks
    course: Looks
    first: Learning
    again: str

    @property
    def mean(self) -> Repeated:
        return self._over_runs(mean_of_runs)

    @property
    def deviation(self) -> Repeated:
        return self._over_runs(deviation_of_runs)

    def _over_runs(self, figure: Callable[[Floats], Any]) -> Repeated:
        return Repeated(self.last.moments, figure, FEW, FEW * TESTING, TRAINING, self.again)


def trained(lab: Lab, opponent: str, row: str, reading: str = "text") -> Trained:
    """The trainings of a row under a reading."""
    runs = lab.games(quick=QUICK, full=FULL)
    if reading != "text":
        quickly = OTHERS_QUICK if (reading, opponent, row) in QUICKLY else 0
        runs = lab.games(quick=quickly, full=OTHERS)
    if runs == 0:
        raise Refused(f"{reading}: measured with --full.")
    key = ("poker trained", opponent, row, reading, runs)
    return lab.once(key, lambda: _trained(lab, opponent, row, NAMED[reading], runs))


def _trained(lab: Lab, opponent: str, row: str, taken: Taken, runs: int) -> Trained:
    here = world(lab, taken.rules)
    learner = learner_of(lab, opponent, row, taken)
    other = here.agents[opponent]
    seed = lab.seed_of(("poker trained", opponent, row, taken))
    look = valuer(lab, opponent, taken.rules).look
    curves, early, last = [], [], []
    done = 0

    def hear(games: int, mean: float) -> None:
        lab.progress(done * TRAINING + games, runs * TRAINING, f"{mean:.3g}")

    first: Learning | None = None
    for size in _batches(runs):
        points = POINTS if first is None else (EARLY,)
        learning = train(
            lab,
            learner,
            other,
            replicas=size,
            seed=seed + done,
            games=TRAINING,
            snapshots=points,
            hear=hear,
        )
        first = learning if first is None else first
        for replica in range(1, size + 1):
            curves.append(learning.curve(replica, points=WINDOWS).mean)
            early.append(look(learning.agent(replica, after=EARLY)))
            last.append(look(learning.agent(replica)))
        done += size
    assert first is not None
    course = [look(first.agent(1, after=games)) for games in POINTS]
    again = learn_command(learner, other, seed, TRAINING)
    return Trained(
        np.array(curves), Looks.of(early), Looks.of(last), Looks.of(course), first, again
    )


def _batches(runs: int) -> Iterator[int]:
    """The first run alone, since it is looked at on the way."""
    yield 1
    left = runs - 1
    while left > 0:
        yield min(left, BATCH)
        left -= BATCH


def learner_of(lab: Lab, opponent: str, row: str, taken: Taken) -> QLearning:
    """The learner of a row."""
    here = world(lab, taken.rules)
    law = taken.law(opponent, row)
    states: States = here.states[RANDOM if taken.states == "plain" else THRESHOLD]
    return QLearning(
        here.game,
        states=states,
        alpha=law.alpha,
        alpha_decay=law.alpha_decay,
        per=taken.per,
        epsilon=law.epsilon,
        epsilon_decay=law.epsilon_decay,
        ties=taken.ties,
    )


def train(
    lab: Lab,
    learner: Agent,
    other: Agent,
    *,
    replicas: int,
    seed: int,
    games: int,
    snapshots: Sequence[int] = (),
    hear: Callable[[int, float], None],
) -> Learning:
    """Trainings on this thread, stopped when the lab is. The seats are taken in turn."""
    # Compiled under the lab's lock; the training then finds it.
    lab.worker(Sitting(learner.game, (learner, other), seed, "balanced", "own"))
    return learn(
        learner.game,
        [learner],
        against=[other],
        games=games,
        replicas=replicas,
        seed=seed,
        order="balanced",
        snapshots=snapshots,
        where=Where(threads=1),
        progress=lambda done, _, mean: hear(done, mean),
    )


def learn_command(learner: Any, other: Agent, seed: int, games: int) -> str:
    """The command of one training."""
    words = ["outwit learn holdem", *game_flags(learner.game)]
    name, _, given = agent_name(learner).partition(":")
    parameters = ",".join(p for p in given.split(",") if p and not p.startswith("states="))
    words += ["--method", f"{name}:{parameters}" if parameters else name]
    if learner.states is not None:
        words += ["--states", learner.states.name]
    words += ["--against", agent_name(other)]
    return " ".join([*words, "--games", str(games), "--seed", str(seed), "--exact"])


def game_flags(game: Any) -> list[str]:
    return [] if game.kicker == "plays" else ["--kicker", game.kicker]


__all__ = [
    "EARLY",
    "POINTS",
    "WINDOW",
    "WINDOWS",
    "Trained",
    "learn_command",
    "learner_of",
    "train",
    "trained",
]
