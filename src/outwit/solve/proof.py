"""A value with a proof: what each of two seats at odds can be sure of, in whole numbers.

Any strategy of one seat bounds the value of the game from its side: by a best response to it. To
leave no rounding in that, a strategy's probabilities are first rounded to parts of 2^50 that add up
to one; then leaves, sequences and best responses are whole numbers over one denominator. Nothing of
how the strategy was found goes into this; no solver is imported.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np

from outwit.core.game import CHANCE
from outwit.play.rational import fraction_of
from outwit.play.tree import Floats, Tree

BITS = 50
"""Parts of 2^50, about what a float holds: nothing that matters is rounded off."""


def proved_bounds(tree: Tree, strategy: Floats) -> tuple[Fraction, Fraction] | None:
    """What seat 1 can be sure of, and what seat 2 can hold it to, in the game's measure.

    Shape of strategy: (A,). None where a unit of pay-off is no fraction. The tree has two seats,
    perfect recall and pay-offs of one sum.
    """
    unit = fraction_of(float(tree.game.unit))
    if unit is None:
        return None
    parts = in_parts(tree, strategy)
    chance, whole = chance_weights(tree)
    total = int(tree.payoff[0].sum())
    high = _best(tree, parts, chance, whole, 0)
    low = total - _best(tree, parts, chance, whole, 1)
    return low * unit, high * unit


def in_parts(tree: Tree, strategy: Floats) -> list[int]:
    """Whole parts of 2^BITS for each action; at each set they add up to it. Length: A."""
    one = 1 << BITS
    parts = [int(p) for p in np.floor(np.clip(strategy, 0.0, 1.0) * one)]
    for s in range(tree.sets):
        first, end = int(tree.set_first[s]), int(tree.set_first[s] + tree.set_width[s])
        most = max(range(first, end), key=parts.__getitem__)
        parts[most] += one - sum(parts[first:end])
        if parts[most] < 0:  # the others were rounding alone
            raise ArithmeticError(f"At information set {s} the probabilities are none.")
    return parts


def chance_weights(tree: Tree) -> tuple[list[int], int]:
    """Chance's probability of each leaf, as a whole number of one part of all. Length: L."""
    known: dict[tuple[int, int], Fraction] = {}
    reach: list[Fraction] = [Fraction(1)] * tree.nodes
    parent, weight, mover = tree.parent.tolist(), tree.weight.tolist(), tree.mover.tolist()
    sums = np.zeros(tree.nodes, np.int64)
    np.add.at(sums, tree.parent[1:], tree.weight[1:])
    totals = sums.tolist()
    for node in range(1, tree.nodes):
        up = parent[node]
        if mover[up] == CHANCE:
            pair = (weight[node], totals[up])
            part = known.setdefault(pair, Fraction(*pair))
            reach[node] = reach[up] * part
        else:
            reach[node] = reach[up]
    found = [reach[node] for node in tree.leaf_node.tolist()]
    whole = math.lcm(1, *{f.denominator for f in found})
    return [f.numerator * (whole // f.denominator) for f in found], whole


def _best(tree: Tree, parts: list[int], chance: list[int], whole: int, seat: int) -> Fraction:
    """The value of a best response of `seat`, in units."""
    reach, deep = _reach(tree, parts, 1 - seat)
    earned: list[int] = [0] * (tree.actions + 1)
    mine, theirs = tree.last[:, seat].tolist(), tree.last[:, 1 - seat].tolist()
    for leaf, payoff in enumerate(tree.payoff[:, seat].tolist()):
        if payoff:
            earned[mine[leaf]] += chance[leaf] * payoff * reach[theirs[leaf]]
    first, width, before = _columns(tree)
    for s in reversed(np.flatnonzero(tree.set_seat == seat).tolist()):
        here = earned[first[s] + 1 : first[s] + 1 + width[s]]
        earned[before[s]] += max(here)
    return Fraction(earned[0], whole << (BITS * deep))


def _reach(tree: Tree, parts: list[int], seat: int) -> tuple[list[int], int]:
    """How probably a seat plays each of its sequences, in parts of 2^(BITS x deep)."""
    depth, reach = [0] * (tree.actions + 1), [0] * (tree.actions + 1)
    reach[0] = 1
    first, width, before = _columns(tree)
    sets = np.flatnonzero(tree.set_seat == seat).tolist()
    for s in sets:
        for a in range(first[s], first[s] + width[s]):
            depth[a + 1] = depth[before[s]] + 1
            reach[a + 1] = reach[before[s]] * parts[a]
    deep = max(depth)
    return [x << (BITS * (deep - d)) for x, d in zip(reach, depth, strict=True)], deep


def _columns(tree: Tree) -> tuple[Any, Any, Any]:
    return tree.set_first.tolist(), tree.set_width.tolist(), tree.set_before.tolist()


__all__ = ["chance_weights", "in_parts", "proved_bounds"]
