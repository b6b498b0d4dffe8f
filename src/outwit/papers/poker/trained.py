"""Q-learning as the paper's rows have it: many trainings of each, what they are worth exactly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from outwit.core.agent import Agent
from outwit.core.errors import Refused
from outwit.core.states import States
from outwit.learn.q import QLearning
from outwit.papers.lab import Arrays, Lab
from outwit.papers.poker.laws import FEW, NAMED, RANDOM, TESTING, THRESHOLD, TRAINING, Taken
from outwit.papers.poker.valued import Looks, Valuer, valuer
from outwit.papers.poker.world import world
from outwit.papers.repeated import Repeated, deviation_of_runs, mean_of_runs
from outwit.play.sitting import Sitting, agent_name
from outwit.play.training import STRETCH, learn
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
    payoffs   (stretches,)   mean pay-off of the first training by STRETCH games
    plays     (A,)   what the first training has learnt, on the tree
    again     the command of the first training
    """

    curves: Floats
    early: Looks
    last: Looks
    course: Looks
    payoffs: Floats
    plays: Floats
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
    learner = learner_of(lab, opponent, row, taken)
    seed = lab.seed_of(("poker trained", opponent, row, taken))
    valued = valuer(lab, opponent, taken.rules)
    first = watched(lab, valued, learner, runs=1, seed=seed, games=TRAINING, points=POINTS)
    found = [first]
    for done in range(1, runs, BATCH):
        size = min(BATCH, runs - done)
        more = watched(
            lab,
            valued,
            learner,
            runs=size,
            seed=seed + done,
            games=TRAINING,
            points=(EARLY, TRAINING),
            part=(done * TRAINING, runs * TRAINING),
        )
        found.append(more)
    return Trained(
        np.concatenate([batch.curves for batch in found]),
        Looks.joined([batch.after(EARLY) for batch in found]),
        Looks.joined([batch.after(TRAINING) for batch in found]),
        Looks(first.moments[:, 0], first.likeness[:, 0]),
        first.payoffs,
        first.plays,
        learn_command(learner, valued.world.agents[opponent], seed, TRAINING),
    )


@dataclass(frozen=True, eq=False)
class Watched:
    """Trainings beside each other, looked at on the way.

    points     after how many games
    moments    (points, n, 4), likeness (points, n, 2)   see `Looks`
    curves     (n, WINDOWS)   mean pay-off in training
    payoffs    (stretches,)   of the first, by STRETCH games
    plays      (A,)   what the first has learnt
    """

    points: tuple[int, ...]
    moments: Floats
    likeness: Floats
    curves: Floats
    payoffs: Floats
    plays: Floats

    def after(self, games: int) -> Looks:
        at = self.points.index(games)
        return Looks(self.moments[at], self.likeness[at])


def watched(
    lab: Lab,
    valued: Valuer,
    learner: Any,
    *,
    runs: int,
    seed: int,
    games: int,
    points: tuple[int, ...],
    part: tuple[int, int] | None = None,
) -> Watched:
    """Trainings against the valuer's opponent, seeds from `seed` on; kept where there is a run.

    They run on this thread and stop when the lab is stopped; the seats are taken in turn. The last
    of `points` is all games. `part` says of a larger piece of work how many games came before, and
    how many there are in all.
    """
    before, of = part or (0, runs * games)
    other = valued.world.agents[valued.opponent]

    def make() -> Arrays:
        # Compiled under the lab's lock; the training then finds it.
        lab.worker(Sitting(learner.game, (learner, other), seed, "balanced", "own"))
        learning = learn(
            learner.game,
            [learner],
            against=[other],
            games=games,
            replicas=runs,
            seed=seed,
            order="balanced",
            stretch=STRETCH,
            snapshots=points,
            where=Where(threads=1),
            progress=lambda done, _, mean: lab.progress(before + done, of, f"{mean:.3g}"),
        )
        numbers = range(1, runs + 1)
        looks = [
            Looks.of([valued.look(learning.agent(r, after=p)) for r in numbers]) for p in points
        ]
        return {
            "moments": np.array([found.moments for found in looks]),
            "likeness": np.array([found.likeness for found in looks]),
            "curves": np.array([learning.curve(r, points=WINDOWS).mean for r in numbers]),
            "payoffs": learning.curve(1).mean,
            "plays": valued.strategy(learning.agent(1)),
        }

    name = f"{learn_command(learner, other, seed, games)} --replicas {runs} at {points}"
    return Watched(points, **lab.kept(name, make))


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
    "trained",
    "watched",
]
