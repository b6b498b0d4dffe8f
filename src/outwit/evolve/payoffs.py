"""What each strategy earns in every line-up: the pay-off table that all dynamics stand on.

A line-up of n seats from k strategies is a composition: how many seats each strategy takes. Seats
are averaged out, so a table has one entry for each composition and strategy in it: 35 line-ups for
four strategies at four seats.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement

import numpy as np

from outwit.core.agent import Agent
from outwit.core.errors import UsageError
from outwit.core.game import Game
from outwit.core.generator import mix
from outwit.core.interval import normal, variance_of_mean
from outwit.play.orders import MOST_PERMUTATIONS
from outwit.play.sitting import Sitting, agent_name
from outwit.play.tally import Tally
from outwit.play.where import HERE, Where, blocks

Counts = tuple[int, ...]
"""A composition: seats taken by each strategy."""

PILOT = 4_000
"""Games of a line-up before its spread is trusted to say how many are needed."""
MOST_GAMES = 50_000_000
LEVEL = 0.95

Progress = Callable[[int, int, int], None]
"""Hears which line-up is played, of how many, and the games so far in all."""


@dataclass(frozen=True)
class Earned:
    """A mean pay-off of one seat a game, its squared standard error, the games it rests on."""

    mean: float
    variance: float
    games: int

    def half(self, level: float = LEVEL) -> float:
        """Half of its interval."""
        return normal(level) * math.sqrt(self.variance)


@dataclass(frozen=True)
class PayoffTable:
    """Pay-offs of each strategy in each line-up.

    entries   composition -> what each strategy earns; None where it is not in the line-up
    """

    names: tuple[str, ...]
    seats: int
    entries: Mapping[Counts, tuple[Earned | None, ...]]

    @classmethod
    def of_matrix(cls, names: Sequence[str], matrix: Sequence[Sequence[float]]) -> PayoffTable:
        """Of a symmetric game of two: matrix[i][j] is what i earns against j, exactly."""
        k = len(names)
        entries: dict[Counts, tuple[Earned | None, ...]] = {}
        for counts in compositions(k, 2):
            here = [i for i in range(k) for _ in range(counts[i])]
            row: list[Earned | None] = [None] * k
            for i, j in (here, here[::-1]):
                row[i] = Earned(float(matrix[i][j]), 0.0, 0)
            entries[counts] = tuple(row)
        return cls(tuple(names), 2, entries)

    def earned(self, counts: Counts, strategy: int) -> Earned:
        """What a strategy earns in a line-up that it is in."""
        found = self.entries[counts][strategy]
        if found is None:
            raise UsageError(f"{self.names[strategy]} is not in the line-up {counts}.")
        return found

    @property
    def widest(self) -> float:
        """Half of the widest interval."""
        return max(e.half() for row in self.entries.values() for e in row if e is not None)

    @property
    def games(self) -> int:
        return sum(max(e.games for e in row if e is not None) for row in self.entries.values())


def compositions(strategies: int, seats: int) -> list[Counts]:
    """All line-ups, the first strategy's largest share first."""
    return [
        tuple(line_up.count(i) for i in range(strategies))
        for line_up in combinations_with_replacement(range(strategies), seats)
    ]


def arrangements(counts: Counts) -> list[tuple[tuple[int, ...], int]]:
    """Ways to seat a composition whose rotations together are all of its seat orders.

    Each with how many seat orders its rotations are. Up to four seats one is enough: a balanced
    sitting plays every order of the places.
    """
    here = tuple(i for i, count in enumerate(counts) for _ in range(count))
    if math.factorial(len(here)) <= MOST_PERMUTATIONS:
        return [(here, 1)]
    found: dict[tuple[int, ...], int] = {}
    for order in _distinct(list(counts), len(here)):
        turns = {order[i:] + order[:i] for i in range(len(order))}
        found[min(turns)] = len(turns)
    return sorted(found.items())


def _distinct(left: list[int], length: int) -> Iterator[tuple[int, ...]]:
    """All distinct orders of a multiset."""
    if length == 0:
        yield ()
        return
    for i in range(len(left)):
        if left[i]:
            left[i] -= 1
            for rest in _distinct(left, length - 1):
                yield (i, *rest)
            left[i] += 1


def measure(
    game: Game,
    agents: Sequence[Agent],
    *,
    precision: float,
    seed: int = 1,
    where: Where = HERE,
    progress: Progress | None = None,
) -> PayoffTable:
    """Play every line-up until each mean's 95 % interval is at most `precision` to either side."""
    if precision <= 0.0:
        raise UsageError(f"A precision is above 0; {precision} is not.")
    names = tuple(agent_name(agent) for agent in agents)
    if len(set(names)) < len(names):
        raise UsageError("Each strategy of a population is named once.")
    entries: dict[Counts, tuple[Earned | None, ...]] = {}
    listed = compositions(len(agents), game.seats)
    games = 0
    for i, counts in enumerate(listed):
        entries[counts] = _line_up(game, agents, counts, precision, mix(seed + i), where)
        games += max(e.games for e in entries[counts] if e is not None)
        if progress is not None:
            progress(i + 1, len(listed), games)
    return PayoffTable(names, game.seats, entries)


def _line_up(
    game: Game,
    agents: Sequence[Agent],
    counts: Counts,
    precision: float,
    seed: int,
    where: Where,
) -> tuple[Earned | None, ...]:
    """One line-up over all seat orders; the share of each arrangement is that of its orders."""
    seated = arrangements(counts)
    orders = sum(size for _, size in seated)
    parts = []
    for k, (order, size) in enumerate(seated):
        sitting = Sitting(game, tuple(agents[i] for i in order), mix(seed + k), deals="own")
        name = f"{'-'.join(map(str, counts))}.{k}"
        share = size / orders
        # An arrangement with weight w may err by precision / sqrt(w) for the sum to be precise.
        parts.append((share, _play(sitting, order, precision / math.sqrt(share), where, name)))
    earned: list[Earned | None] = []
    for i, count in enumerate(counts):
        if not count:
            earned.append(None)
            continue
        earned.append(
            Earned(
                sum(share * part[i].mean for share, part in parts),
                sum(share**2 * part[i].variance for share, part in parts),
                sum(part[i].games for _, part in parts),
            )
        )
    return tuple(earned)


def _play(
    sitting: Sitting, order: Sequence[int], precision: float, where: Where, part: str
) -> dict[int, Earned]:
    """A pilot says how many games are needed; then so many are played, and more if it erred.

    Every round has deals of its own, so rounds add up to the same bits wherever they are played.
    """
    tally, wanted, turn = Tally(sitting), PILOT, 0
    while True:
        fresh = replace(sitting, seed=mix(sitting.seed + turn))
        for played in blocks(fresh, where, part=f"{part}.{turn}", games=wanted - tally.games):
            tally.add(played)
        earned = {i: _earned(tally, order, i) for i in set(order)}
        worst = max(e.half() for e in earned.values())
        if worst <= precision or tally.games >= MOST_GAMES:
            return earned
        wanted = min(MOST_GAMES, math.ceil(1.05 * tally.games * (worst / precision) ** 2))
        turn += 1


def _earned(tally: Tally, order: Sequence[int], strategy: int) -> Earned:
    """The mean of all seats that a strategy takes: their sum in a game is one observation."""
    weights = [int(i == strategy) for i in order]
    total, squares = tally.contrast(weights)
    per = tally.sitting.group * sum(weights)
    unit = tally.sitting.game.unit
    mean = total / (tally.groups * per) * unit
    variance = variance_of_mean(total, squares, tally.groups) * (unit / per) ** 2
    return Earned(mean, variance, tally.games)


def two_of(table: PayoffTable, i: int, j: int) -> PayoffTable:
    """The part of a table in which nobody but two strategies play."""
    entries: dict[Counts, tuple[Earned | None, ...]] = {
        (counts[i], counts[j]): (row[i], row[j])
        for counts, row in table.entries.items()
        if counts[i] + counts[j] == table.seats
    }
    return PayoffTable((table.names[i], table.names[j]), table.seats, entries)


def means(table: PayoffTable) -> tuple[np.ndarray, np.ndarray]:
    """Compositions, shape (C, k), and pay-offs, shape (C, k), 0 where a strategy is absent."""
    counts = np.array(list(table.entries), np.int64)
    pay = np.array(
        [[0.0 if e is None else e.mean for e in row] for row in table.entries.values()], np.float64
    )
    return counts, pay


__all__ = [
    "Counts",
    "Earned",
    "PayoffTable",
    "arrangements",
    "compositions",
    "means",
    "measure",
    "two_of",
]
