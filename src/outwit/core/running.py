"""Intervals that stay true however often one looks: confidence sequences.

An interval of `outwit.core.interval` covers with its level at one look, chosen before. These cover
at all looks at once with that level, so they may be shown while games are played, and hold when
somebody stops because of what they show. They are wider: about twice as wide for a coin.

Robbins, Ann. Math. Statist. 41 (1970); Howard, Ramdas, McAuliffe and Sekhon, Ann. Statist. 49
(2021), theorem 4 and proposition 9; Waudby-Smith and Ramdas, J. R. Stat. Soc. B 86 (2024) for
betting.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from outwit.core.errors import UsageError

Ints = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float64]]

TUNED = 5.0
"""The mixture's weight: narrow from a hundred observations on, where races end and before."""
ROUNDS = 60
"""Bisections: more than a float can tell apart."""
PARTS = 0.95 / 1.6 ** np.arange(25)
"""What bettors stake at once, of what they could lose."""
SHARES = 1.0 / np.arange(3, 28)
"""Their shares of the first stake, before they are brought to 1: the bold ones' are larger."""
DISTINCT = 10_000
"""Values that are counted one by one; beyond, scores are only summed."""


def coin_sequence(wins: float, games: float, level: float = 0.95) -> tuple[float, float]:
    """The interval of a coin's chance at this moment of a confidence sequence.

    The chances that are not refuted by a mixture of coins with Jeffreys' weights (Beta 1/2, 1/2).
    """
    if not 0.0 < level < 1.0:
        raise UsageError(f"A level lies between 0 and 1, as 0.95 does; {level} does not.")
    if games <= 0:
        return 0.0, 1.0
    from scipy.special import betaln, xlog1py, xlogy

    losses = games - wins
    most = math.log(1.0 / (1.0 - level))
    mixed = float(betaln(wins + 0.5, losses + 0.5) - betaln(0.5, 0.5))

    def refuted(p: float) -> bool:
        return mixed - float(xlogy(wins, p) + xlog1py(losses, -p)) >= most

    mean = wins / games
    low = 0.0 if not refuted(0.0) else _turn(refuted, 0.0, mean)
    high = 1.0 if not refuted(1.0) else _turn(refuted, 1.0, mean)
    return low, high


def lowest_mean(scores: Floats, counts: Floats, level: float = 0.95) -> float:
    """The lower end for the mean of scores from 0 to 1, each seen `counts` times. Shapes: (k,).

    A bettor who stakes a part c on more than m has, after a score s, 1 - c + c s / m times as much:
    a martingale where the mean is m, and less the larger m is. The means are refuted at which all
    bettors together have 2 / (1 - level) times what they began with.
    """
    most = math.log(2.0 / (1.0 - level))
    shares = np.log(SHARES / SHARES.sum())

    def refuted(mean: float) -> bool:
        grown = np.log1p(PARTS[:, None] * (scores / mean - 1.0)) @ counts
        return float(np.logaddexp.reduce(shares + grown)) >= most

    mean = float(scores @ counts / counts.sum())
    if mean < TINY or not refuted(TINY):
        return 0.0
    return _turn(refuted, TINY, mean)


TINY = 1e-12


def score_radius(n: int, surprises: float, level: float = 0.95) -> float:
    """Half the width, around the mean, for scores from 0 to 1.

    `surprises` is the sum of squared differences between each score and the mean of those before.
    """
    if n <= 0:
        return 1.0
    most = math.log(2.0 / (1.0 - level))

    def refuted(lead: float) -> bool:
        return log_mixture(lead, surprises) >= most

    if not refuted(float(n)):
        return 1.0
    return _turn(refuted, float(n), 0.0) / n


def log_mixture(lead: float, surprises: float, weight: float = TUNED) -> float:
    """ln of the gamma-exponential mixture of empirical Bernstein supermartingales.

    The integral over bets lam from 0 to 1 of exp(lam lead + (ln(1 - lam) + lam) surprises), with
    1 - lam of a gamma law (shape and rate `weight`) cut at 1; `lead` is the sum of the scores less
    what it would be under the mean in question.
    """
    from scipy.special import gammainc, gammaln

    shape, rate = surprises + weight, lead + surprises + weight
    if rate <= 0.0:
        return -math.inf
    prior = weight * math.log(weight) - gammaln(weight) - math.log(gammainc(weight, weight))
    cut = max(float(gammainc(shape, rate)), 1e-300)
    return float(prior + gammaln(shape) + math.log(cut) - shape * math.log(rate) + lead + surprises)


class RunningMean:
    """The mean of whole numbers between two bounds, with an interval at any moment."""

    def __init__(self, least: int, most: int, *, level: float = 0.95):
        if most <= least:
            raise UsageError(f"Bounds of a mean are a lower and an upper one, not {least}, {most}.")
        self.least, self.most, self.level = least, most, level
        self.n = 0
        self.total = 0
        self.surprises = 0.0
        few = most - least <= DISTINCT
        self.counts: Ints | None = np.zeros(most - least + 1, np.int64) if few else None

    def add(self, values: Ints) -> None:
        """More observations, in order; how they are cut into pieces changes no bit. Shape: (k,)."""
        if values.size == 0:
            return
        if self.counts is None:
            self._surprise(values)
        else:
            self.counts += np.bincount(values - self.least, minlength=self.counts.size)
        self.n += values.size
        self.total += int(values.sum())

    def _surprise(self, values: Ints) -> None:
        before = self.total + np.concatenate([[0], np.cumsum(values[:-1])])
        number = self.n + np.arange(values.size)
        width = self.most - self.least
        scores = (values - self.least) / width
        guesses = ((before - number * self.least) / width + 0.5) / (number + 1.0)
        # A running sum, so that it rounds as one observation after another would.
        self.surprises = float(
            np.cumsum(np.concatenate([[self.surprises], (scores - guesses) ** 2]))[-1]
        )

    @property
    def mean(self) -> float:
        return self.total / self.n if self.n else 0.5 * (self.least + self.most)

    def interval(self) -> tuple[float, float]:
        """At this moment of the confidence sequence, within the bounds."""
        if self.n == 0:
            return float(self.least), float(self.most)
        width = self.most - self.least
        if self.counts is not None:
            (at,) = np.nonzero(self.counts)
            scores, counts = at / width, self.counts[at].astype(np.float64)
            low = lowest_mean(scores, counts, self.level)
            high = 1.0 - lowest_mean(1.0 - scores, counts, self.level)
            return self.least + low * width, self.least + high * width
        half = score_radius(self.n, self.surprises, self.level) * width
        return max(self.mean - half, float(self.least)), min(self.mean + half, float(self.most))


def _turn(refuted: Callable[[float], bool], outside: float, inside: float) -> float:
    """Where refuted turns into not refuted, on the refuted side: never too short an interval."""
    for _ in range(ROUNDS):
        middle = 0.5 * (outside + inside)
        if refuted(middle):
            outside = middle
        else:
            inside = middle
    return outside


__all__ = ["RunningMean", "coin_sequence", "log_mixture", "score_radius"]
