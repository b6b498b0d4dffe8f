"""Whole fractions over a tree, where the probabilities are fractions.

A strategy's numbers are floats: 0.3333333333333333 is taken for 1/3, the only fraction with a
denominator up to `LARGEST` that is as near as rounding leaves it. A number that is near none, or a
set whose fractions do not add up to exactly 1, makes no fraction of the whole.

Leaves whose probabilities are products of the same factors are counted together: a game has
thousands of leaves and few such products.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from outwit.core.game import CHANCE
from outwit.core.generator import GOLDEN, mix
from outwit.play.tree import Floats, Ints, Tree
from outwit.play.unit import unit

LARGEST = 10_000
"""The largest denominator that a float is taken for."""
NEAR = 1e-15
"""How far from its fraction a float may be: some units in the last place of a number up to 1."""


def fraction_of(number: float) -> Fraction | None:
    """The fraction that a float stands for, or None."""
    near = Fraction(number).limit_denominator(LARGEST)
    return near if abs(near - Fraction(number)) <= NEAR * max(1.0, abs(number)) else None


def strategy_fractions(tree: Tree, strategy: Floats, seats: Sequence[int]) -> list[Fraction] | None:
    """The probability of each action as a fraction, or None; other seats' entries mean nothing."""
    kinds, which = np.unique(strategy, return_inverse=True)
    taken = [fraction_of(float(kind)) for kind in kinds]
    wanted = np.isin(tree.set_seat, list(seats))
    if any(taken[k] is None for k in np.unique(which[wanted[tree.action_set]])):
        return None
    found = [taken[k] or Fraction(0) for k in which]
    for s in np.flatnonzero(wanted):
        first = int(tree.set_first[s])
        if sum(found[first : first + int(tree.set_width[s])]) != 1:
            return None
    return found


@dataclass(frozen=True)
class LeafFractions:
    """The probability of each leaf as a fraction: leaf l has `values[which[l]]`.

    which   (L,) int64
    """

    values: list[Fraction]
    which: Ints

    def expected(self, amounts: Ints) -> Fraction:
        """The mean of a whole number that every leaf has. Shape of amounts: (L,)."""
        total = Fraction(0)
        sums = np.zeros(len(self.values), object)
        # Whole numbers of Python: no sum is too large for them.
        np.add.at(sums, self.which, amounts.astype(object))
        for value, amount in zip(self.values, sums, strict=True):
            total += value * int(amount)
        return total

    def of(self, leaf: int) -> Fraction:
        return self.values[int(self.which[leaf])]


def leaf_fractions(tree: Tree, strategy: Floats, leave_out: int = -1) -> LeafFractions | None:
    """Each leaf's probability under a strategy of all seats together; None where it is none.

    Without the part of one seat where `leave_out` names it.
    """
    seats = [seat for seat in range(tree.game.seats) if seat != leave_out]
    chances = strategy_fractions(tree, strategy, seats)
    if chances is None:
        return None
    factor, known = _factors(tree, chances, leave_out)
    # Words of splitmix64: `mix` of small numbers alone is too regular, sums of them coincide.
    words = np.array([mix(k * GOLDEN) for k in range(len(known))], np.uint64)
    words[0] = 0  # a factor of 1 changes nothing
    keys = np.zeros(tree.nodes, np.uint64)
    _add_down(tree.parent, factor, words, keys)
    _, some, which = np.unique(keys[tree.leaf_node], return_index=True, return_inverse=True)
    values = [_product(tree, known, factor, int(tree.leaf_node[leaf])) for leaf in some]
    found = LeafFractions(values, which)
    if leave_out < 0:
        # Equal keys of unequal products (1 in 10^19) would show here.
        assert found.expected(np.ones(tree.leaves, np.int64)) == 1
    return found


def _factors(tree: Tree, chances: list[Fraction], leave_out: int) -> tuple[Ints, list[Fraction]]:
    """For each node which factor leads to it, and all factors; number 0 is 1."""
    up = np.maximum(tree.parent, 0)
    mover = tree.mover[up]
    totals = np.zeros(tree.nodes, np.int64)
    np.add.at(totals, up[1:], tree.weight[1:])
    by_chance = (mover == CHANCE) & (tree.parent >= 0)
    # (numerator, denominator) of chance; (action, 0) of a seat.
    pairs = np.zeros((tree.nodes, 2), np.int64)
    pairs[by_chance, 0] = tree.weight[by_chance]
    pairs[by_chance, 1] = totals[up[by_chance]]
    by_seat = (mover >= 0) & (mover != leave_out) & (tree.parent >= 0)
    nodes = np.flatnonzero(by_seat)
    place = nodes - tree.first[up[nodes]]
    pairs[nodes, 0] = tree.set_first[tree.set_of[up[nodes]]] + place
    kinds, which = np.unique(pairs, axis=0, return_inverse=True)
    known: dict[Fraction, int] = {Fraction(1): 0}
    number = np.zeros(len(kinds), np.int64)
    made = np.zeros(len(kinds), np.bool_)
    made[which[by_chance]] = made[which[by_seat]] = True
    for k in np.flatnonzero(made):
        top, bottom = int(kinds[k, 0]), int(kinds[k, 1])
        value = Fraction(top, bottom) if bottom else chances[top]
        number[k] = known.setdefault(value, len(known))
    factor = np.where(by_chance | by_seat, number[which.ravel()], 0)
    return np.ascontiguousarray(factor), list(known)


@unit("void(i4[::1], i8[::1], u8[::1], u8[::1])")
def _add_down(parent: Any, factor: Any, words: Any, keys: Any) -> None:
    for node in range(1, len(parent)):
        keys[node] = keys[parent[node]] + words[factor[node]]


def _product(tree: Tree, known: list[Fraction], factor: Ints, node: int) -> Fraction:
    """The product of the factors on the way to a node."""
    product = Fraction(1)
    while node > 0:
        product *= known[int(factor[node])]
        node = int(tree.parent[node])
    return product


__all__ = [
    "LeafFractions",
    "fraction_of",
    "leaf_fractions",
    "strategy_fractions",
]
