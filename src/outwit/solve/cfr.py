"""Counterfactual regret minimisation.

M. Zinkevich, M. Johanson, M. Bowling, C. Piccione, "Regret minimization in games with incomplete
information", NIPS 2007.
1. All seats play by regret matching on the regrets so far (their equation 8).
2. Each action's counterfactual regret is added to its sum (equation 7).
3. The mean over iterations, weighed by a seat's own reach (equation 4), approaches equilibrium.
All seats answer the same strategies: they change together.
"""

from __future__ import annotations

from outwit.solve.regret import Algorithm


def _keep(regret: float, gain: float, t: int) -> float:
    return regret + gain


def _weigh(t: int) -> float:
    return 1.0


CFR = Algorithm("cfr", _keep, _weigh, alternating=False)

__all__ = ["CFR"]
