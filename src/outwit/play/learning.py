"""Learning: an agent that keeps what it learns plays game after game, and what comes of it.

A learner is any agent with `end`. A *replica* is one training: one line-up, one record (`me`) for
each agent, one seed; its games are played in order. Several replicas show how much was luck.
Several learners may sit at one table; each has a record of its own.

The deals are not those of a match with the same seed: who learnt on them would know them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from outwit.core.agent import Agent, learns
from outwit.core.errors import Refused, UsageError
from outwit.core.game import Game
from outwit.core.layout import new_me, record_from
from outwit.core.records import Mirror
from outwit.core.result import MatchResult
from outwit.play.match import play_match
from outwit.play.sitting import Order, Sitting, agent_name
from outwit.play.trainer import Array, Ints, Trainee, advance
from outwit.play.where import HERE, Where

GAMES = 100_000
STRETCH = 1_000
"""Games of one point of a learning curve."""
LAST = 0.1
"""The part of its games that says how well a replica plays in the end."""
SAVE_EVERY = 60.0
"""Seconds after which a training that has a file is saved between snapshots too."""
SHOW_EVERY = 0.1
SEED = 0x4C6561726E696E67
"""Crossed with the seed, so that no training plays the deals of a match."""


@dataclass(frozen=True, eq=False)
class Replica:
    """One training so far.

    mes            what each agent of the line-up keeps, by place
    sums, squares  (stretches, seats) int64   pay-offs in units, by stretch of games and place
    """

    seed: int
    games: int
    mes: tuple[Array, ...]
    sums: Ints
    squares: Ints


@dataclass(frozen=True, eq=False)
class Snapshot:
    """What the learners would have played after so many games: frozen, by replica and learner."""

    games: int
    players: tuple[tuple[Agent, ...], ...]


@dataclass(frozen=True)
class Curve:
    """Mean pay-off by stretch of games. Arrays of shape (points,).

    games   games played at the end of the stretch
    mean    pay-off a game in it, in the game's measure
    error   its standard error
    """

    games: Ints
    mean: np.ndarray[Any, np.dtype[np.float64]]
    error: np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, eq=False, kw_only=True)
class Learning:
    """A training: its replicas, what they learnt, how they fared on the way.

    Replicas and places of the line-up count from 1.
    """

    game: Game
    line_up: tuple[Agent, ...]
    order: Order
    seed: int
    stretch: int
    replicas: tuple[Replica, ...]
    snapshots: tuple[Snapshot, ...] = ()
    seconds: float = 0.0

    @property
    def games(self) -> int:
        """Games played by every replica; after Ctrl-C some may have played more."""
        return min(replica.games for replica in self.replicas)

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The places of the learners."""
        return tuple(p for p, agent in enumerate(self.line_up, start=1) if learns(agent))

    def agent(self, replica: int | None = None, *, place: int = 1, after: int | None = None) -> Any:
        """The agent that a learner has become: of the best replica unless told.

        `after` names a snapshot by its games.
        """
        number = self.best() if replica is None else replica
        if place not in self.places:
            raise UsageError(f"At place {place} of the line-up sits nobody who learns.")
        if not 1 <= number <= len(self.replicas):
            raise UsageError(f"There are replicas 1 to {len(self.replicas)}, not {number}.")
        if after is not None:
            return self._snapshot(after).players[number - 1][self.places.index(place)]
        return frozen(self.line_up[place - 1], self.replicas[number - 1].mes[place - 1])

    def _snapshot(self, games: int) -> Snapshot:
        for snapshot in self.snapshots:
            if snapshot.games == games:
                return snapshot
        there = ", ".join(f"{s.games:,}" for s in self.snapshots) or "none"
        raise UsageError(f"There is no snapshot after {games:,} games; there are: {there}.")

    def players(self, replica: int | None = None, *, after: int | None = None) -> tuple[Agent, ...]:
        """The line-up with every learner frozen, ready for a match."""
        return tuple(
            self.agent(replica, place=p, after=after) if p in self.places else agent
            for p, agent in enumerate(self.line_up, start=1)
        )

    def curve(
        self, replica: int | None = None, *, place: int = 1, points: int | None = None
    ) -> Curve:
        """How a learner fared on the way; over all replicas unless told.

        At most so many points, each of equally many stretches; all stretches unless told.
        """
        chosen = self.replicas if replica is None else (self.replicas[replica - 1],)
        shortest = min(len(r.sums) for r in chosen)
        width = 1 if points is None else max(1, -(-shortest // points))
        cuts = np.arange(0, shortest, width)
        at = (slice(shortest), place - 1)
        ends = np.minimum(cuts + width, shortest) * self.stretch
        total = sum(np.add.reduceat(r.sums[at], cuts) for r in chosen)
        squares = sum(np.add.reduceat(r.squares[at], cuts) for r in chosen)
        # The last stretch of a replica may have begun only.
        count = sum(np.diff(np.minimum(ends, r.games), prepend=0) for r in chosen)
        mean = total / count
        spread = np.maximum(squares / count - mean**2, 0.0) / np.maximum(count - 1, 1)
        unit = float(self.game.unit)
        return Curve(np.minimum(ends, self.games), mean * unit, np.sqrt(spread) * unit)

    def last(self, replica: int, *, place: int = 1) -> float:
        """A learner's mean pay-off over the last tenth of a replica's games, in whole stretches."""
        found = self.replicas[replica - 1]
        first = min(int(len(found.sums) * (1.0 - LAST)), max(len(found.sums) - 1, 0))
        games = found.games - first * self.stretch
        total = int(found.sums[first:, place - 1].sum())
        return total / games * float(self.game.unit) if games else 0.0

    def best(self, *, place: int = 1) -> int:
        """The replica that fared best over its last tenth, the first of equals."""
        numbers = range(1, len(self.replicas) + 1)
        return max(numbers, key=lambda number: (self.last(number, place=place), -number))

    def report(self, replica: int, *, place: int = 1) -> list[str]:
        """What a learner says of its own record."""
        learner: Any = self.line_up[place - 1]
        if not hasattr(learner, "report"):
            return []
        return list(learner.report(Mirror(self.replicas[replica - 1].mes[place - 1])))

    def test(
        self,
        replica: int,
        *,
        games: int = GAMES,
        seed: int | None = None,
        exact: bool = False,
        where: Where = HERE,
    ) -> MatchResult:
        """A match of what was learnt, frozen, against the same opponents in the same seats.

        Each replica plays deals of its own, those of its own seed unless told.
        """
        seed = self.replicas[replica - 1].seed if seed is None else seed
        sitting = Sitting(self.game, self.players(replica), seed, self.order)
        if exact:
            from outwit.play.exact import exact_result

            return exact_result(sitting)
        return play_match(sitting, games, where=where)

    def save(self, path: str | Path) -> None:
        """One file with all that is needed to go on; its best agent plays under its name."""
        from outwit.play.learning_file import save_learning

        save_learning(self, path)


Progress = Callable[[int, int, float], None]
"""Called now and then: games played, games there will be (of all replicas together), and the first
learner's mean over the last tenth so far."""


class LearningInterrupted(KeyboardInterrupt):
    """Ctrl-C: `result` is the training so far, every replica after a whole game."""

    def __init__(self, result: Learning):
        super().__init__()
        self.result = result


def frozen(learner: Agent, me: Array) -> Agent:
    """The ordinary agent that a learner has become."""
    if not hasattr(learner, "frozen"):
        raise Refused(
            f"{agent_name(learner)} learns, but has no method `frozen` that says which agent is "
            f"left of it when it stops learning."
        )
    agent: Agent = learner.frozen(Mirror(me))
    return agent


def learn(
    game: Game,
    learners: Sequence[Agent],
    *,
    against: Sequence[Agent] = (),
    games: int = GAMES,
    replicas: int = 1,
    seed: int = 1,
    order: Order = "balanced",
    snapshots: Sequence[int] = (),
    stretch: int = STRETCH,
    save: str | Path | None = None,
    where: Where = HERE,
    progress: Progress | None = None,
) -> Learning:
    """Train learners, who sit at the first places of the line-up; `against` fill the rest in turn.

    Replica r has the seed `seed` + r - 1. `snapshots` are numbers of games after which the
    learners are frozen. With `save` the training is written to a file at each snapshot, after
    every minute, and in the end.
    """
    if replicas < 1 or stretch < 1:
        raise UsageError("A training has at least one replica, and stretches of at least one game.")
    line_up = seated(game, learners, against)
    one = Sitting(game, line_up, seed, order, "own")
    blank = np.zeros((0, game.seats), np.int64)
    fresh = Learning(
        game=game,
        line_up=one.agents,
        order=order,
        seed=seed,
        stretch=stretch,
        replicas=tuple(
            Replica(seed + r, 0, tuple(map(new_me, line_up)), blank, blank) for r in range(replicas)
        ),
    )
    return go_on(fresh, games=games, snapshots=snapshots, save=save, where=where, progress=progress)


def seated(game: Game, learners: Sequence[Agent], against: Sequence[Agent]) -> tuple[Agent, ...]:
    """The line-up: learners first, then opponents, in turn until all seats are taken."""
    learners, free = tuple(learners), game.seats - len(learners)
    for learner in learners:
        if not learns(learner):
            raise UsageError(f"{agent_name(learner)} learns nothing: it has no method `end`.")
    if not learners or free < 0 or len(against) > free:
        raise UsageError(
            f"{len(learners)} learners against {len(against)} agents do not fit {game.seats} seats."
        )
    if free and not against:
        raise UsageError(f"{free} of {game.seats} seats are free: say who plays against it.")
    return learners + tuple(against[i % len(against)] for i in range(free))


def go_on(
    learning: Learning,
    *,
    games: int,
    snapshots: Sequence[int] = (),
    save: str | Path | None = None,
    where: Where = HERE,
    progress: Progress | None = None,
) -> Learning:
    """Play on until every replica has `games` games in all: as if it had never stopped."""
    if games < learning.games:
        raise UsageError(f"{learning.games:,} games are played already; {games:,} are fewer.")
    wrong = [n for n in snapshots if not 1 <= n <= games]
    if wrong:
        raise UsageError(f"A snapshot is taken after 1 to {games:,} games, not after {wrong[0]:,}.")
    return _Course(learning, save, where, progress).run(games, snapshots)


class _Course:
    """A training on its way from snapshot to snapshot."""

    def __init__(
        self,
        learning: Learning,
        save: str | Path | None,
        where: Where,
        progress: Progress | None,
    ) -> None:
        if where.processes is not None or where.cluster is not None:
            raise UsageError("Learners play in threads of this process: give --threads instead.")
        self.learning, self.save, self.threads, self.progress = (
            learning,
            save,
            where.threads,
            progress,
        )
        self.started = self.saved = self.shown = time.monotonic()
        self.trainees = [
            Trainee(
                Sitting(
                    learning.game, learning.line_up, replica.seed ^ SEED, learning.order, "own"
                ),
                learning.stretch,
                games=replica.games,
                mes=[record_from(me.tobytes(), me.dtype) for me in replica.mes],
                sums=replica.sums,
                squares=replica.squares,
            )
            for replica in learning.replicas
        ]
        self.snapshots = list(learning.snapshots)

    def run(self, games: int, snapshots: Sequence[int]) -> Learning:
        """To the end; saved on the way where there is a file."""
        self.of = games * len(self.trainees)
        try:
            for until in sorted({*snapshots, games}):
                if until < max(t.games for t in self.trainees):
                    continue
                while not advance(self.trainees, until, threads=self.threads, watch=self._watch):
                    self._write()
                if until in snapshots:
                    self._snap(until)
                    self._write()
        except KeyboardInterrupt:
            self._write()
            raise LearningInterrupted(self.result()) from None
        self._write()
        return self.result()

    def _watch(self) -> bool:
        """Tell how far it is; True when it is time to save."""
        now = time.monotonic()
        if self.progress is not None and now - self.shown >= SHOW_EVERY:
            self.shown = now
            so_far = self.result()
            place, numbers = so_far.places[0], range(1, len(self.trainees) + 1)
            mean = float(np.mean([so_far.last(r, place=place) for r in numbers]))
            self.progress(sum(t.games for t in self.trainees), self.of, mean)
        return self.save is not None and now - self.saved > SAVE_EVERY

    def _snap(self, games: int) -> None:
        if any(s.games == games for s in self.snapshots):
            return
        line_up = self.learning.line_up
        players = tuple(
            tuple(frozen(line_up[p - 1], t.mes[p - 1]) for p in self.learning.places)
            for t in self.trainees
        )
        self.snapshots.append(Snapshot(games, players))

    def _write(self) -> None:
        if self.save is not None:
            self.result().save(self.save)
            self.saved = time.monotonic()

    def result(self) -> Learning:
        """What there is; only looked into while games are played, kept when they are not."""
        replicas = tuple(
            Replica(
                seed=old.seed,
                games=t.games,
                mes=tuple(t.mes),
                sums=t.sums[: t.begun],
                squares=t.squares[: t.begun],
            )
            for old, t in zip(self.learning.replicas, self.trainees, strict=True)
        )
        return replace(
            self.learning,
            replicas=replicas,
            snapshots=tuple(self.snapshots),
            seconds=time.monotonic() - self.started,
        )


__all__ = ["Curve", "Learning", "LearningInterrupted", "Replica", "Snapshot", "go_on", "learn"]
