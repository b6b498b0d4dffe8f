"""Thresholds of continuous blackjack that its players need: equilibrium and rational bound.

F(t, 1) = (1 - t) e^t is the probability to score at all when hitting up to a total of t
(lemma 2.1, whose last line must read z e^x), so 1 - F(t, 1) is that of going bust.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

import numpy as np

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(64)


def bust(t: float) -> float:
    """1 - F(t, 1): the probability that a seat goes bust when it hits up to a total of t."""
    return 1.0 - (1.0 - t) * math.exp(t)


@cache
def equilibrium(behind: int) -> float:
    """alpha_n: the threshold in equilibrium with n seats still to come (equation 2.2, table 1)."""
    if behind == 0:
        return 0.0
    return _root(lambda x: _bust_above(x, behind) - bust(x) ** behind)


@cache
def rational_bound(others: int) -> float:
    """gamma_n: no best response to n rational others is higher (equation 4.23, table 3)."""
    return _root(lambda x: _bust_above(x, 1) - bust(x) ** others)


def _bust_above(x: float, power: int) -> float:
    """The integral of bust(t)^power from x to 1, by Gauss and Legendre's rule."""
    t = x + (1.0 - x) * (_NODES + 1.0) / 2.0
    values = (1.0 - (1.0 - t) * np.exp(t)) ** power
    return float((1.0 - x) / 2.0 * (_WEIGHTS @ values))


def _root(falling: Callable[[float], float]) -> float:
    """Where a function that falls from above 0 at 0 to below 0 at 1 passes through 0."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2.0
        if falling(middle) > 0.0:
            low = middle
        else:
            high = middle
    return (low + high) / 2.0
