"""Backward induction: where nothing is hidden, each position is decided from the end.

E. Zermelo 1913; H. W. Kuhn, "Extensive games and the problem of information" (1953).
1. A position that ends the game is worth its pay-offs, one for each seat.
2. One where chance moves is worth the mean over its moves.
3. One where a seat moves is worth what its best move is worth; of several, the first.
Every seat then plays best from every position on, reached or not: the equilibrium is perfect.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from outwit.core.errors import Refused
from outwit.play.tree import Floats, Tree
from outwit.play.unit import unit
from outwit.play.worker import game_name
from outwit.solve.trees import open_to_all


def backward_induction(tree: Tree) -> Floats:
    """The best moves of all seats at every position. Shape: (A,)."""
    if not open_to_all(tree.game):
        raise Refused(
            f"Backward induction needs a game in which nothing is hidden; in "
            f"{game_name(tree.game)} something is. Use --method lp or cfr+."
        )
    worth = np.zeros((tree.nodes, tree.game.seats))
    worth[tree.leaf_node] = tree.value_of
    strategy = np.zeros(tree.actions)
    columns = (tree.mover, tree.first, tree.width, tree.weight, tree.set_of, tree.set_first)
    _decide(*columns, worth, strategy)
    return strategy


@unit("void(i1[::1], i4[::1], i4[::1], i8[::1], i4[::1], i4[::1], f8[:, ::1], f8[::1])")
def _decide(
    mover: Any,
    first: Any,
    width: Any,
    weight: Any,
    set_of: Any,
    set_first: Any,
    worth: Any,
    strategy: Any,
) -> None:
    for k in range(len(mover)):
        node = len(mover) - 1 - k
        here, many = first[node], width[node]
        if many == 0:
            continue
        seat = mover[node]
        if seat >= 0:
            best = here
            for child in range(here, here + many):
                if worth[child, seat] > worth[best, seat]:
                    best = child
            action = set_first[set_of[node]]
            for i in range(many):
                strategy[action + i] = 1.0 if here + i == best else 0.0
            worth[node] = worth[best]
        else:
            total = 0
            for child in range(here, here + many):
                total += weight[child]
                for i in range(worth.shape[1]):
                    worth[node, i] += weight[child] * worth[child, i]
            for i in range(worth.shape[1]):
                worth[node, i] /= total


__all__ = ["backward_induction"]
