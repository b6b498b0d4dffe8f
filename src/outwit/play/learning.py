"""What a training leaves behind: replicas, snapshots, curves, agents that play.

`outwit.play.training` makes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from outwit.core.agent import Agent, learns
from outwit.core.errors import Refused, UsageError
from outwit.core.game import Game
from outwit.core.records import Mirror
from outwit.core.result import MatchResult
from outwit.play.match import play_match
from outwit.play.sitting import Order, Sitting, agent_name
from outwit.play.trainer import Array, Ints
from outwit.play.where import HERE, Where

LAST = 0.1
"""The part of its games that says how well a replica plays in the end."""
TEST_GAMES = 100_000


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
        games: int = TEST_GAMES,
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


def frozen(learner: Agent, me: Array) -> Agent:
    """The ordinary agent that a learner has become."""
    if not hasattr(learner, "frozen"):
        raise Refused(
            f"{agent_name(learner)} learns, but has no method `frozen` that says which agent is "
            f"left of it when it stops learning."
        )
    agent: Agent = learner.frozen(Mirror(me))
    return agent


__all__ = ["Curve", "Learning", "Replica", "Snapshot", "frozen"]
