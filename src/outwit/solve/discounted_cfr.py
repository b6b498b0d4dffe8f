"""Discounted CFR: early iterations are forgotten.

N. Brown and T. Sandholm, "Solving imperfect-information games via discounted regret minimization",
AAAI 2019, DCFR with their alpha = 1.5, beta = 0, gamma = 2:
1. After iteration t a positive regret is multiplied by t^alpha / (t^alpha + 1),
2. a negative one by t^beta / (t^beta + 1), here one half.
3. The mean so far is multiplied by (t / (t + 1))^gamma: iteration t counts t^gamma.
Seats take turns, as in CFR+.
"""

from __future__ import annotations

from outwit.solve.regret import Algorithm

ALPHA, GAMMA = 1.5, 2.0


def _keep(regret: float, gain: float, t: int) -> float:
    kept = regret + gain
    if kept > 0.0:
        power: float = float(t) ** ALPHA
        return kept * power / (power + 1.0)
    return 0.5 * kept


def _weigh(t: int) -> float:
    weight: float = float(t) ** GAMMA
    return weight


DISCOUNTED_CFR = Algorithm("dcfr", _keep, _weigh, alternating=True)

__all__ = ["DISCOUNTED_CFR"]
