"""The race `margin`: outside the margin the better is named, inside it nobody needs to be.

The lead (wins less losses) of a coin is watched in the margin's own scale: time in
1 / (2 margin)^2 games, leads in 1 / (2 margin) games, so that a coin at the edge of the margin
drifts by one in a unit of time. A race stops

    for the one in front   at a lead of  U(t) = min(sqrt(0.32 + 6 t), 2.5 + 0.15 t),
    as too close to tell   at a lead of  V(t) = 0.65 (t - 4.7) or less,

and where the two meet it is over: a 2-SPRT's wedge (Lorden 1976; Sobel and Wald 1949 for three
answers) whose tip is bent down, so that what is far from even is seen at once. The six numbers are
the optimal boundary of a Bayesian race, found by dynamic programming and rounded: of all races
with this promise and a quarter of ILEBR* 2's games, one that says "too close to tell" about as
often as can be where that is the truth. Both curves are stretched together,
kappa U(t / kappa), by the least kappa at which the exact walk finds no more error than was asked.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import numpy as np

from outwit.compare.curves import Curves, CurveWatch
from outwit.compare.walk import FIRST
from outwit.core.errors import UsageError

EARLY = (0.32, 6.0)
LATE = (2.5, 0.15)
TIE = (0.65, 4.7)
"""The two pieces of U, and V: slope and where it begins."""
END = (LATE[0] + TIE[0] * TIE[1]) / (TIE[0] - LATE[1])
"""The time at which the curves meet."""
LOOKS = 2_500
"""Looks in a unit of time, at most: with smaller margins not every game is looked at."""
PRECISION = 5e-4


@dataclass(frozen=True)
class Margin:
    """A race of a coin whose error is known exactly: at most `error` outside 1/2 +- margin."""

    margin: float = 0.01
    error: float = 0.05
    method: str = "margin"

    def __post_init__(self) -> None:
        if not 0.0005 <= self.margin <= 0.2:
            raise UsageError(f"A margin lies between 0.0005 and 0.2, not at {self.margin:g}.")
        if not 1e-6 <= self.error <= 0.25:
            raise UsageError(f"An error lies between 0.000001 and 0.25, not at {self.error:g}.")

    @property
    def promise(self) -> str:
        return (
            "If one of the two is better by more than the margin, it is named in at least"
            f" {100 * (1 - self.error):g} of 100 races."
        )

    @property
    def curves(self) -> Curves:
        """Where it stops, calibrated."""
        return _calibrated(self.margin, self.error)[0]

    @property
    def stretch(self) -> float:
        """kappa."""
        return _calibrated(self.margin, self.error)[1]

    @property
    def at_most(self) -> int:
        return int(self.curves.looks[-1])

    def first_look(self) -> int:
        return int(self.curves.looks[0])

    def watch(self) -> CurveWatch:
        return self.curves.watch()


def curves(margin: float, kappa: float) -> Curves:
    """U and V, stretched, as numbers of wins."""
    unit = 1.0 / (2.0 * margin)
    step = max(1, round(unit**2 / LOOKS))
    looks = np.arange(step, math.ceil(END * kappa * unit**2) + step, step, dtype=np.int64)
    t = looks / (unit**2 * kappa)
    winner = np.minimum(np.sqrt(EARLY[0] + EARLY[1] * t), LATE[0] + LATE[1] * t)
    tie = TIE[0] * (t - TIE[1])
    winner, tie = winner * kappa * unit, tie * kappa * unit
    meet = int(np.argmax(tie >= winner - 1.0))
    return Curves.of_lead(looks[: meet + 1], winner[: meet + 1], tie[: meet + 1])


def edge_error(found: Curves, margin: float) -> float:
    """The chance that a coin at the edge of the margin is not named the better."""
    return 1.0 - float(found.counts(0.5 + margin)[0][FIRST])


@cache
def _calibrated(margin: float, error: float) -> tuple[Curves, float]:
    """The curves with the least stretch whose error at the edge is not above the stated one.

    The error falls with the stretch but for steps of whole games; what is returned was walked.
    """
    low, high = 0.0, 1.0
    while edge_error(curves(margin, high), margin) > error:
        low, high = high, 1.5 * high
    if low == 0.0:
        low = high / 2.0
        while edge_error(curves(margin, low), margin) <= error:
            low, high = low / 2.0, low
    while high - low > PRECISION * high:
        middle = 0.5 * (low + high)
        if edge_error(curves(margin, middle), margin) > error:
            low = middle
        else:
            high = middle
    return curves(margin, high), high


__all__ = ["Margin", "curves", "edge_error"]
