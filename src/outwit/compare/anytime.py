"""The race `anytime`: names the wrong one seldom, however small the difference.

For a coin, the chance of the games seen under a coin of unknown mean above 1/2 (a Beta law cut at
1/2), over their chance under a fair coin: a martingale while the coin is fair, falling on average
while its mean is below. By Ville's inequality it ever exceeds 1/error with a chance of at most
error; so does its mirror image. No margin, no calibration, any time to stop.

Robbins, Ann. Math. Statist. 41 (1970); the mixture's weight decides where it is strongest.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from outwit.compare.curves import Curves, CurveWatch
from outwit.compare.interval_race import interval_race
from outwit.compare.rules import Ints
from outwit.compare.walk import Floats
from outwit.core.errors import UsageError

WEIGHT = 250.0
"""Both parameters of the Beta law: means of 1/2 +- 0.02 are its business most of all."""


def log_evidence(wins: Floats, games: Floats) -> Floats:
    """ln of the mixture's likelihood ratio for the winner of `wins` of `games`. Any one shape."""
    from scipy.special import betainc, betaln

    a, b = wins + WEIGHT, games - wins + WEIGHT
    above = np.maximum(1.0 - betainc(a, b, 0.5), 1e-300)
    out: Floats = (
        games * math.log(2.0)
        + betaln(a, b)
        + np.log(above)
        - betaln(WEIGHT, WEIGHT)
        - math.log(0.5)
    )
    return out


@dataclass(frozen=True)
class Anytime:
    """A race of a coin that may be stopped at any time; after `cap` games nobody is named.

    Unless told, the cap is that of ILEBR* 2 for the same margin and error.
    """

    margin: float = 0.01
    error: float = 0.05
    cap: int | None = None
    method: str = "anytime"

    def __post_init__(self) -> None:
        if not 0.0 < self.error < 0.5:
            raise UsageError(f"An error lies between 0 and 1/2, not at {self.error:g}.")

    @property
    def promise(self) -> str:
        return (
            f"The worse is named in at most {100 * self.error:g} of 100 races, however small the"
            " difference."
        )

    @cached_property
    def at_most(self) -> int:
        if self.cap is not None:
            return self.cap
        paper = interval_race("ilebr-star-2", margin=self.margin, error=self.error).at_most
        assert paper is not None
        return paper

    def first_look(self) -> int:
        return 1

    @cached_property
    def curves(self) -> Curves:
        looks = np.arange(1, self.at_most + 1, dtype=np.int64)
        first_at = wins_needed(self.at_most, self.error)
        nothing = np.zeros_like(looks)
        tie_from, tie_to = nothing + 1, nothing.copy()
        tie_from[-1], tie_to[-1] = looks[-1] - first_at[-1] + 1, first_at[-1] - 1
        return Curves(looks, looks - first_at, first_at, tie_from, tie_to)

    def watch(self) -> CurveWatch:
        return self.curves.watch()


@cache
def wins_needed(games: int, error: float) -> Ints:
    """The least wins of 1, 2, ... games whose evidence is 1/error. Shape: (games,).

    One more than the games where no number is enough.
    """
    looks = np.arange(1, games + 1, dtype=np.int64)
    low, high = looks // 2, looks + 1
    while (high - low > 1).any():
        middle = (low + high) // 2
        enough = log_evidence(middle.astype(np.float64), looks.astype(np.float64)) >= -math.log(
            error
        )
        open_ = high - low > 1
        high = np.where(open_ & enough, middle, high)
        low = np.where(open_ & ~enough, middle, low)
    return high


__all__ = ["Anytime", "log_evidence", "wins_needed"]
