"""The distribution of pay-offs of a match, exactly: its mean and deviation, and each amount."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from outwit.play.rational import fraction_of, leaf_fractions
from outwit.play.sequences import node_reach
from outwit.play.tree import Floats, Tree


@dataclass(frozen=True)
class Payoffs:
    """What one game can bring and how probably, in the game's measure.

    `exact` holds the amounts and probabilities as fractions where all probabilities are fractions.
    """

    amounts: tuple[float, ...]
    chances: tuple[float, ...]
    exact: tuple[tuple[Fraction, Fraction], ...] | None

    @property
    def mean(self) -> float:
        exact = self.exact_mean
        if exact is not None:
            return float(exact)
        return math.fsum(a * c for a, c in zip(self.amounts, self.chances, strict=True))

    @property
    def sd(self) -> float:
        exact = self.exact_variance
        if exact is not None:
            return math.sqrt(exact)
        mean = self.mean
        squares = ((a - mean) ** 2 * c for a, c in zip(self.amounts, self.chances, strict=True))
        return math.sqrt(math.fsum(squares))

    @property
    def exact_mean(self) -> Fraction | None:
        if self.exact is None:
            return None
        return sum((amount * chance for amount, chance in self.exact), Fraction(0))

    @property
    def exact_variance(self) -> Fraction | None:
        mean = self.exact_mean
        if self.exact is None or mean is None:
            return None
        return sum(((amount - mean) ** 2 * chance for amount, chance in self.exact), Fraction(0))


def payoffs(tree: Tree, games: Sequence[tuple[Floats, int]]) -> Payoffs:
    """The pay-offs of one who plays each of these games equally often.

    A game is a strategy of all seats together, shape (A,), and the seat whose pay-off counts.
    """
    units: dict[int, float] = {}
    whole: dict[int, Fraction] | None = {}
    for strategy, seat in games:
        amounts, which = np.unique(tree.payoff[:, seat], return_inverse=True)
        chance = node_reach(tree, strategy)[tree.leaf_node]
        sums = np.bincount(which, weights=chance, minlength=len(amounts)) / len(games)
        for amount, part in zip(amounts.tolist(), sums.tolist(), strict=True):
            units[amount] = units.get(amount, 0.0) + part
        weighed = leaf_fractions(tree, strategy)
        if weighed is None or whole is None:
            whole = None
            continue
        for k, amount in enumerate(amounts.tolist()):
            exact = weighed.expected((which == k).astype(np.int64)) / len(games)
            whole[amount] = whole.get(amount, Fraction(0)) + exact
    kept = sorted(amount for amount, part in units.items() if part > 0.0)
    measure = float(tree.game.unit)
    unit = fraction_of(measure)
    exactly = None
    if whole is not None and unit is not None:
        exactly = tuple((amount * unit, whole[amount]) for amount in kept)
    return Payoffs(
        amounts=tuple(amount * measure for amount in kept),
        chances=tuple(units[amount] for amount in kept),
        exact=exactly,
    )


__all__ = ["Payoffs", "payoffs"]
