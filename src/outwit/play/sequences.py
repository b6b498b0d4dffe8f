"""Passes over a tree by sequences: reach from the root down, values from the leaves up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from outwit.play.tree import Floats, Ints, Tree
from outwit.play.unit import unit


@unit("void(i4[::1], i4[::1], i4[::1], f8[::1], f8[::1])")
def _reach(first: Any, width: Any, before: Any, strategy: Any, reach: Any) -> None:
    reach[0] = 1.0
    for s in range(len(first)):
        there = reach[before[s]]
        for a in range(first[s], first[s] + width[s]):
            reach[a + 1] = there * strategy[a]


def sequence_reach(tree: Tree, strategy: Floats) -> Floats:
    """The probability that its seat plays each sequence, for all seats. Shape: (A + 1,).

    Entry 0 is the sequence without a move; entry a + 1 ends with action a.
    """
    reach = np.empty(tree.actions + 1)
    _reach(tree.set_first, tree.set_width, tree.set_before, np.ascontiguousarray(strategy), reach)
    return reach


def leaf_reach(tree: Tree, strategies: Sequence[Floats], leave_out: int = -1) -> Floats:
    """The probability of each leaf when seat i plays strategies[i]. Shape: (L,).

    Without the part of one seat where `leave_out` names it.
    """
    probability = tree.chance.copy()
    for seat, strategy in enumerate(strategies):
        if seat != leave_out:
            probability *= sequence_reach(tree, strategy)[tree.last[:, seat]]
    return probability


@unit("void(i4[::1], i8[::1], i1[::1], i4[::1], i4[::1], i4[::1], f8[::1], f8[::1])")
def _down(
    parent: Any,
    weight: Any,
    mover: Any,
    first: Any,
    set_of: Any,
    set_first: Any,
    strategy: Any,
    chance: Any,
) -> None:
    chance[0] = 1.0
    node = 1
    while node < len(parent):
        up = parent[node]
        end = node
        total = 0.0
        while end < len(parent) and parent[end] == up:
            total += weight[end]
            end += 1
        for child in range(node, end):
            if mover[up] < 0:
                chance[child] = chance[up] * weight[child] / total
            else:
                a = set_first[set_of[up]] + child - first[up]
                chance[child] = chance[up] * strategy[a]
        node = end


def node_reach(tree: Tree, strategy: Floats) -> Floats:
    """The probability of each node, all seats playing one array. Shape: (N,).

    Node by node, so it holds for trees without perfect recall too.
    """
    chance = np.empty(tree.nodes)
    columns = (tree.parent, tree.weight, tree.mover, tree.first, tree.set_of, tree.set_first)
    _down(*columns, np.ascontiguousarray(strategy), chance)
    return chance


def values(tree: Tree, strategies: Sequence[Floats]) -> Floats:
    """What each seat gets on average when seat i plays strategies[i]. Shape: (seats,)."""
    return np.asarray(leaf_reach(tree, strategies) @ tree.value_of)


def gradient(tree: Tree, strategies: Sequence[Floats], seat: int) -> Floats:
    """What each sequence of a seat earns at the leaves it leads to. Shape: (A + 1,).

    The others play as given. Its scalar product with the seat's own sequence probabilities is the
    seat's value.
    """
    worth = leaf_reach(tree, strategies, leave_out=seat) * tree.value_of[:, seat]
    earned = np.bincount(tree.last[:, seat], weights=worth, minlength=tree.actions + 1)
    return earned.astype(np.float64, copy=False)


__all__ = ["Floats", "Ints", "gradient", "leaf_reach", "node_reach", "sequence_reach", "values"]
