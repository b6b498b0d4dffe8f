"""Seats drawn anew for each game, compiled: the same bits as `Sitting.order_of`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import types

from outwit.core.compiled import numba_record
from outwit.core.generator import ORDERS, RNG, seed_stream, shuffle
from outwit.play.fingerprint import fingerprint
from outwit.play.program import compile_unit, once


def _draw(orders, rngs, seed, first):  # type: ignore[no-untyped-def]
    rng = rngs[0]
    for i in range(orders.shape[0]):
        seed_stream(rng, seed, first + i)
        for seat in range(orders.shape[1]):
            orders[i, seat] = seat
        shuffle(rng, orders[i], orders.shape[1])


def _unit() -> Any:
    orders, rngs = types.Array(types.int64, 2, "C"), types.Array(numba_record(RNG), 1, "C")
    sig = types.none(orders, rngs, types.uint64, types.int64)
    return compile_unit(_draw, sig, fingerprint("seating", _draw))


def shuffled_orders(
    seed: int, first: int, count: int, seats: int
) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Who sits where in games first, first + 1, ... Shape: (count, seats)."""
    orders = np.empty((count, seats), np.int64)
    once("seating", _unit)(orders, np.zeros(1, RNG), np.uint64(seed ^ ORDERS), first)
    return orders


__all__ = ["shuffled_orders"]
