"""Seat orders: which place of the line-up sits at which seat."""

from __future__ import annotations

import math
from itertools import permutations
from typing import Any, Literal

import numpy as np

Order = Literal["balanced", "fixed", "shuffled"]
ORDERS: tuple[Order, ...] = ("balanced", "fixed", "shuffled")
MOST_PERMUTATIONS = 24


def seat_orders(seats: int, order: Order) -> np.ndarray[Any, np.dtype[np.int64]]:
    """The orders of one group: entry [k, seat] is the place that sits there. Shape: (k, seats).

    Balanced: every permutation of the places where there are at most 24, else every rotation, so
    that each place sits at each seat equally often. Places stay apart even where agents are equal.
    Fixed: as listed. Shuffled orders are drawn game by game; their list holds the identity.
    """
    if order != "balanced":
        rows = [tuple(range(seats))]
    elif math.factorial(seats) <= MOST_PERMUTATIONS:
        rows = list(permutations(range(seats)))
    else:
        rows = [tuple((seat - turn) % seats for seat in range(seats)) for turn in range(seats)]
    return np.array(rows, dtype=np.int64)
