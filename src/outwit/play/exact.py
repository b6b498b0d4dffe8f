"""`match --exact`: no games are played; all lines of play are weighed by their probabilities.

The same table as a sampled match, over the same seat orders, without intervals. Where chance and
all agents play with probabilities that are fractions, the means are fractions too.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np

from outwit.core.errors import Refused
from outwit.core.game import Game
from outwit.core.result import Difference, MatchResult, Pairing, Row
from outwit.play.filling import fill_line_up, joint
from outwit.play.orders import Order, seat_orders
from outwit.play.rational import fraction_of, leaf_fractions
from outwit.play.score import heading
from outwit.play.sequences import node_reach
from outwit.play.sitting import Sitting, agent_name
from outwit.play.tree import Floats, Tree
from outwit.play.treebuild import build_tree
from outwit.play.worker import game_name

MOST_ORDERS = 5040
"""Seats drawn anew for each game are all permutations, alike; more than these are refused."""
EVEN = 1e-12
"""Means that differ by less, as a part of the largest pay-off, are equal but for rounding."""


def exact_result(
    sitting: Sitting,
    *,
    tree: Tree | None = None,
    counting: Callable[[int, str], None] | None = None,
) -> MatchResult:
    """What a match of this sitting comes to on average. `counting` hears how far it is."""
    started = time.perf_counter()
    orders = all_orders(sitting.game, sitting.order)
    hear = _nobody if counting is None else counting
    grown = tree or build_tree(
        sitting.game, recall=False, progress=lambda nodes, _about: hear(nodes, "nodes")
    )
    filled = fill_line_up(
        grown, sitting.agents, progress=lambda sets: hear(sets, "information sets asked about")
    )
    table = Table(sitting, [_evaluated(grown, filled, order) for order in orders], orders)
    seats = range(sitting.game.seats)
    return MatchResult(
        **heading(sitting),
        games=None,
        seed=None,
        undecided=table.undecided,
        rows=tuple(table.row(p, s) for p in seats for s in (None, *seats) if table.entries(p, s)),
        pairing=Pairing(groups=None, variance_ratio=None),
        differences=table.differences(),
        seconds=time.perf_counter() - started,
    )


def _nobody(number: int, what: str) -> None:
    """Hears nothing."""


def all_orders(game: Game, order: Order) -> list[tuple[int, ...]]:
    """The seat orders that are played equally often; entry [seat] is a place."""
    n = game.seats
    if order != "shuffled":
        return [tuple(int(place) for place in places) for places in seat_orders(n, order)]
    if math.factorial(n) > MOST_ORDERS:
        raise Refused(
            f"{game_name(game)} has {n} seats, too many to weigh all {math.factorial(n):,} "
            f"shuffled orders; with --order balanced there are only {n}."
        )
    return list(permutations(range(n)))


@dataclass(frozen=True)
class Evaluated:
    """One seat order: what each seat gets. `exact` in units, where all probabilities are fractions.

    mean, square, share   (seats,)   pay-off and its square in the game's measure; games won
    """

    mean: Floats
    square: Floats
    share: Floats
    undecided: float
    exact: tuple[Fraction, ...] | None


def _evaluated(tree: Tree, filled: list[Floats], order: tuple[int, ...]) -> Evaluated:
    strategy = joint(tree, [filled[place] for place in order])
    chance = node_reach(tree, strategy)[tree.leaf_node]
    decided = tree.ending == 0
    best = tree.payoff == tree.payoff.max(axis=1, keepdims=True)
    shares = best / best.sum(axis=1, keepdims=True) * decided[:, None]
    weighed = leaf_fractions(tree, strategy)
    exact = None
    if weighed is not None:
        exact = tuple(weighed.expected(tree.payoff[:, s]) for s in range(tree.game.seats))
    return Evaluated(
        mean=chance @ tree.value_of,
        square=chance @ tree.value_of**2,
        share=chance @ shares,
        undecided=float(chance @ ~decided),
        exact=exact,
    )


class Table:
    """Means over seat orders, by place and seat."""

    def __init__(
        self, sitting: Sitting, evaluated: list[Evaluated], orders: list[tuple[int, ...]]
    ) -> None:
        self.sitting, self.evaluated, self.orders = sitting, evaluated, orders
        self.unit = fraction_of(float(sitting.game.unit))

    @property
    def undecided(self) -> float:
        """The share of games that end undecided."""
        return float(np.mean([e.undecided for e in self.evaluated]))

    def entries(self, place: int, seat: int | None) -> list[tuple[Evaluated, int]]:
        """Where this place sits at this seat, or at any."""
        return [
            (found, order.index(place))
            for found, order in zip(self.evaluated, self.orders, strict=True)
            if seat is None or order[seat] == place
        ]

    def exact(self, place: int, seat: int | None = None) -> Fraction | None:
        """The mean as a fraction, in the game's measure."""
        parts = [found.exact[s] for found, s in self.entries(place, seat) if found.exact]
        if self.unit is None or len(parts) < len(self.entries(place, seat)):
            return None
        return sum(parts, Fraction(0)) / len(parts) * self.unit

    def mean(self, place: int, seat: int | None = None) -> float:
        exact = self.exact(place, seat)
        if exact is not None:
            return float(exact)
        return float(np.mean([found.mean[s] for found, s in self.entries(place, seat)]))

    def row(self, place: int, seat: int | None) -> Row:
        entries = self.entries(place, seat)
        mean = self.mean(place, seat)
        square = float(np.mean([found.square[s] for found, s in entries]))
        share = float(np.mean([found.share[s] for found, s in entries]))
        exact = self.exact(place, seat)
        return Row(
            agent=place + 1,
            name=agent_name(self.sitting.agents[place]),
            seat=None if seat is None else seat + 1,
            games=None,
            wins=None,
            mean=mean,
            sd=math.sqrt(max(square - mean**2, 0.0)),
            low=mean,
            high=mean,
            share=share,
            share_low=share,
            share_high=share,
            exact=None if exact is None else str(exact),
        )

    def differences(self) -> tuple[Difference, ...]:
        """All pairs of different agents, the largest first; told unless they are equal."""
        places: dict[str, list[int]] = {}
        for place, agent in enumerate(self.sitting.agents):
            places.setdefault(agent_name(agent), []).append(place)
        found = [self._difference(*pair, places) for pair in combinations(places, 2)]
        return tuple(sorted(found, key=lambda d: -d.mean))

    def _difference(self, one: str, other: str, places: dict[str, list[int]]) -> Difference:
        gain = self._gain(places[one], places[other])
        if gain < 0:
            one, other, gain = other, one, -gain
        return Difference(
            better=one, worse=other, mean=gain, low=gain, high=gain, told=gain > self._rounding()
        )

    def _gain(self, ones: list[int], others: list[int]) -> float:
        exact = [[self.exact(p) for p in group] for group in (ones, others)]
        if all(value is not None for group in exact for value in group):
            first, second = (
                sum((v for v in group if v is not None), Fraction(0)) / len(group)
                for group in exact
            )
            return float(first - second)
        first_mean, second_mean = (
            float(np.mean([self.mean(p) for p in group])) for group in (ones, others)
        )
        return first_mean - second_mean

    def _rounding(self) -> float:
        """What two equal means may differ by; nothing where they are fractions."""
        if self.exact(0) is not None:
            return 0.0
        scale = max(float(np.abs(found.mean).max()) for found in self.evaluated)
        root = max(float(np.sqrt(found.square.max())) for found in self.evaluated)
        return EVEN * max(scale, root)


__all__ = ["all_orders", "exact_result"]
