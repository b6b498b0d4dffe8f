"""The records that a tree is grown in: nodes, leaves, information sets, what waits on the stack."""

from __future__ import annotations

from typing import Any

import numpy as np

from outwit.core.game import Game, menu_type
from outwit.core.generator import RNG
from outwit.core.layout import state_type

Wide = np.int64
Type = np.dtype[Any]


def node_type() -> Type:
    """A node while the tree grows; the columns are those of `Tree`."""
    names = ("parent", "first", "width", "set")
    return np.dtype(
        [("move", Wide), ("weight", Wide), *[(n, np.int32) for n in names], ("mover", np.int8)],
        align=True,
    )


def leaf_type(game: Game) -> Type:
    n = game.seats
    return np.dtype(
        [
            ("chance", np.float64),
            ("payoff", Wide, (n,)),
            ("last", np.int32, (n,)),
            ("node", np.int32),
            ("ending", np.int8),
        ],
        align=True,
    )


def set_type() -> Type:
    """An information set; `node` is where it was first met, `key` the hash of what is seen."""
    names = ("first", "width", "before", "node")
    return np.dtype(
        [("key", np.uint64), *[(n, np.int32) for n in names], ("seat", np.int8)], align=True
    )


def action_type() -> Type:
    return np.dtype([("move", Wide), ("set", np.int32)], align=True)


def view_type(game: Game) -> Type:
    """What a seat sees; packed, because padding is not information."""
    state = state_type(game)
    return np.dtype([("table", state["table"]), ("own", state["own"].base)])


def frame_type(game: Game) -> Type:
    """A node that waits on the stack."""
    return np.dtype(
        [
            ("state", state_type(game)),
            ("chance", np.float64),
            ("node", Wide),
            ("depth", Wide),
            ("last", np.int32, (game.seats,)),
        ],
        align=True,
    )


def builder_type(game: Game) -> Type:
    """Counters, and the node at hand. `clash`: the first set met with two pasts, or -1."""
    names = ("top", "nodes", "leaves", "sets", "actions", "until", "start", "strict", "clash")
    return np.dtype(
        [
            *[(n, Wide) for n in names],
            ("node", Wide),
            ("depth", Wide),
            ("product", np.float64),
            ("state", state_type(game)),
            ("menu", menu_type(game.moves)),
            ("out", Wide, (game.seats,)),
            ("last", np.int32, (game.seats,)),
            ("rng", RNG),
        ],
        align=True,
    )
