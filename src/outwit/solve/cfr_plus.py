"""CFR+: regrets never fall below zero, seats take turns, later iterations count for more.

O. Tammelin, "Solving large imperfect information games using CFR+" (2014), section 3:
1. R+ of an action becomes max(R+ + gain, 0) (regret matching+).
2. Seats are brought up to date one after the other, each against the others' newest strategies.
3. Iteration t counts t times in the mean (their weight max(t - d, 0) with d = 0).
"""

from __future__ import annotations

from outwit.solve.regret import Algorithm


def _keep(regret: float, gain: float, t: int) -> float:
    return max(regret + gain, 0.0)


def _weigh(t: int) -> float:
    return 1.0 * t


CFR_PLUS = Algorithm("cfr+", _keep, _weigh, alternating=True)

__all__ = ["CFR_PLUS"]
