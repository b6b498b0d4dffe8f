"""Races of bounded scores by betting: rigorous for draws, pay-offs and paired deals.

Whoever bets each time a part `lam` of the stakes that the next score lies below m,

    wealth <- wealth (1 + lam (m - score)),

grows rich only if the mean is below m: while it is m or more, the chance of ever having 1/error
times the first stake is at most error (Ville). The bets go by the variance seen so far, so equal
deals that make scores vary little make races short. Several bettors with shares of the stake aim
at differences of several sizes.

Waudby-Smith and Ramdas, J. R. Stat. Soc. B 86 (2024).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from outwit.compare.rules import Seen, Side, Stop
from outwit.core.errors import UsageError
from outwit.play.unit import unit

LEAN, FADES = 1.0, 14.0
"""Whoever leads by less than LEAN margins is not named at first: it may be too close to tell. What
is asked fades to nothing by the time, in units of variance / margin^2 observations."""
NEAR = ((1.25, 0.75), (5.0, 0.15), (20.0, 0.1))
"""`margin`: differences aimed at, in margins, and their shares of the stake."""
ALL = tuple((0.005 * 2.0**i, 1.0 / 7.0) for i in range(7))
"""`anytime`: differences aimed at, as scores, and their shares."""
PRIOR = 10.0
"""Imagined observations of variance 1/4 before the first."""
BOLDEST = 0.75
"""The largest part of what could be lost that is staked at once."""
PATIENCE = 0.02
"""A look after every so many more observations, as a share of those seen."""
STEADY, SPREAD, COUNT = range(3)


@unit("void(i8[::1], f8, f8, f8[::1], f8[::1], f8[::1])")
def _bet(fresh: Any, most: Any, mean: Any, aims: Any, moments: Any, wealth: Any) -> None:
    """Bets on scores below and above `mean`, one after another, in logarithms.

    moments: sum of scores, sum of squared surprises, number. wealth: ln of each bettor's stake,
    first those for less than `mean`, then those for more. Shape: (2 * aims,).
    """
    for i in range(fresh.size):
        score = 0.5 + fresh[i] / (2.0 * most)
        variance = (0.25 * PRIOR + moments[SPREAD]) / (PRIOR + moments[COUNT])
        for j in range(aims.size):
            part = aims[j] / (variance + aims[j] * aims[j])
            below = min(part, BOLDEST / (1.0 - mean))
            above = min(part, BOLDEST / mean)
            wealth[j] += math.log1p(below * (mean - score))
            wealth[aims.size + j] += math.log1p(above * (score - mean))
        guess = (0.5 * PRIOR + moments[STEADY]) / (PRIOR + moments[COUNT])
        moments[SPREAD] += (score - guess) ** 2
        moments[STEADY] += score
        moments[COUNT] += 1.0


@dataclass(frozen=True)
class Bets:
    """`margin` and `anytime` for scores from 0 to 1 whose mean is 1/2 where nobody is better.

    margin: a side is named once the other edge is refuted, unless it leads by little; too close
    to tell once both are. anytime: a side is named once a mean of 1/2 is refuted.
    """

    method: str
    margin: float
    error: float
    cap: int | None = None

    def __post_init__(self) -> None:
        if not 0.0 < self.error < 0.5:
            raise UsageError(f"An error lies between 0 and 1/2, not at {self.error:g}.")
        if not 0.0 < self.margin < 0.4:
            raise UsageError(
                f"A margin of {self.margin:g} of the largest possible difference cannot be raced: "
                "it lies between 0 and 0.4."
            )

    @property
    def promise(self) -> str:
        if self.method == "margin":
            return (
                "If one of the two is better by more than the margin, it is named in at least"
                f" {100 * (1 - self.error):g} of 100 races."
            )
        return (
            f"The worse is named in at most {100 * self.error:g} of 100 races, however small the"
            " difference."
        )

    @property
    def at_most(self) -> int | None:
        return self.cap

    def first_look(self) -> int:
        return 1

    def watch(self) -> BetsWatch:
        return BetsWatch(self)


@dataclass
class BetsWatch:
    """One race by betting: what each bettor has, and which claims are refuted."""

    rule: Bets
    moments: np.ndarray[Any, np.dtype[np.float64]] = field(default_factory=lambda: np.zeros(3))
    below: bool = False
    above: bool = False

    def __post_init__(self) -> None:
        rule = self.rule
        if rule.method == "margin":
            aims = [(aim * rule.margin, share) for aim, share in NEAR]
            self.lines = (0.5 + rule.margin, 0.5 - rule.margin)
        else:
            aims, self.lines = list(ALL), (0.5, 0.5)
        self.aims = np.array([aim for aim, _ in aims])
        stakes = np.log([share for _, share in aims])
        self.wealth = [np.concatenate([stakes, stakes]) for _ in self.lines]

    def look(self, seen: Seen) -> Stop | int:
        upper, lower = self.lines
        if upper == lower:
            _bet(seen.fresh, float(seen.most), upper, self.aims, self.moments, self.wealth[0])
            low, high = self._logs(0), self._logs(0)
        else:
            kept = self.moments.copy()
            _bet(seen.fresh, float(seen.most), upper, self.aims, kept, self.wealth[0])
            _bet(seen.fresh, float(seen.most), lower, self.aims, self.moments, self.wealth[1])
            low, high = self._logs(0), self._logs(1)
        enough = -math.log(self.rule.error)
        self.below = self.below or low[0] >= enough
        self.above = self.above or high[1] >= enough
        return self._verdict(seen)

    def _logs(self, line: int) -> tuple[float, float]:
        """ln of the stakes of those who bet on less than a line, and on more."""
        n = len(self.aims)
        both = self.wealth[line]
        return float(np.logaddexp.reduce(both[:n])), float(np.logaddexp.reduce(both[n:]))

    def _verdict(self, seen: Seen) -> Stop | int:
        lead = seen.mean - 0.5
        if self.rule.method == "margin":
            age = seen.n * self.rule.margin**2 / max(seen.variance, 1e-9)
            least = LEAN * max(0.0, 1.0 - age / FADES) * self.rule.margin
            if self.above and self.below:
                return Stop(Side.NOBODY)
            if self.above and lead >= least:
                return Stop(Side.FIRST)
            if self.below and lead <= -least:
                return Stop(Side.SECOND)
        elif self.above or self.below:
            return Stop(Side.FIRST if self.above else Side.SECOND)
        return seen.n + max(1, int(seen.n * PATIENCE))

    def left(self, seen: Seen) -> int | None:
        """By the growth of the wealth so far."""
        enough = -math.log(self.rule.error)
        wanted = []
        if not self.below and seen.mean <= 0.5:
            wanted.append(self._logs(0)[0])
        if not self.above and seen.mean >= 0.5:
            wanted.append(self._logs(len(self.lines) - 1 if len(self.wealth) > 1 else 0)[1])
        growth = max(wanted, default=0.0)
        if growth <= 0.0:
            return None
        return max(int(seen.n * (enough / growth - 1.0)), 1)


__all__ = ["Bets", "BetsWatch"]
