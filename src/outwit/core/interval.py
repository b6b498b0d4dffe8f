"""Intervals for one look at the data: shares of wins and mean pay-offs.

Every function takes sums, never observations, so an interval costs the same after a thousand
games and after a thousand million. For intervals that stay true however often one looks, see
`outwit.core.running`.

Clopper and Pearson, Biometrika 26 (1934); Korn and Graubard, Survey Methodology 24 (1998);
Wilson, JASA 22 (1927) for the form of the guard.
"""

from __future__ import annotations

import math
from functools import cache

from outwit.core.errors import UsageError

FEW = 10.0
"""With fewer deviating groups than this, their scatter is no measure of what has not been seen."""


def clopper_pearson(successes: float, trials: float, level: float = 0.95) -> tuple[float, float]:
    """The exact interval of a coin's chance: covers with at least `level`, whatever the chance.

    Counts may be fractions, as an effective sample size is; between whole numbers the beta
    quantiles interpolate.
    """
    _check_level(level)
    if not 0 <= successes <= trials:
        raise UsageError(f"{successes} successes in {trials} trials cannot be.")
    if trials == 0:
        return 0.0, 1.0
    from scipy.special import betaincinv

    tail = (1.0 - level) / 2.0
    failures = trials - successes
    low = 0.0 if successes == 0 else float(betaincinv(successes, failures + 1.0, tail))
    high = 1.0 if failures == 0 else float(betaincinv(successes + 1.0, failures, 1.0 - tail))
    return low, high


def share_interval(
    mean: float, variance_of_mean: float, groups: int, *, level: float = 0.95
) -> tuple[float, float]:
    """The interval of a win share from independent groups, each with a share within [0, 1].

    Clopper-Pearson at the effective number of games mean (1 - mean) / variance, shortened by the
    squared ratio of the normal to the t quantile (Korn and Graubard), and joined with `guard`:
    where all groups agree, the interval is that of a rare group not seen yet.
    """
    _check_level(level)
    mean = min(max(mean, 0.0), 1.0)
    if groups < 2:
        return 0.0, 1.0
    below, above = guard(mean, variance_of_mean, groups, level)
    low, high = mean - below, mean + above
    spread = mean * (1.0 - mean)
    if spread == 0.0:
        effective = float(groups)
    elif variance_of_mean > 0.0:
        effective = spread / variance_of_mean * _shortening(level, groups - 1)
    else:
        return max(low, 0.0), min(high, 1.0)
    exact = clopper_pearson(mean * effective, effective, level)
    return max(min(low, exact[0]), 0.0), min(max(high, exact[1]), 1.0)


def mean_interval(
    total: int,
    squares: int,
    n: int,
    *,
    unit: float = 1.0,
    level: float = 0.95,
    span: tuple[float, float] | None = None,
) -> tuple[float, float]:
    """Student's interval of a mean from n whole numbers: their sum and their sum of squares.

    The variance is exact: n * squares - total^2 is a whole number. `span` is the least and the
    most one of the n can be; where it is known, the interval is joined with `guard`, so that equal
    observations do not pretend to certainty, and it is cut to the span. Results are in `unit`.
    """
    _check_level(level)
    if n < 2:
        return (-math.inf, math.inf) if span is None else (span[0] * unit, span[1] * unit)
    mean = total / n
    variance = variance_of_mean(total, squares, n)
    half = student(level, n - 1) * math.sqrt(variance)
    low, high = mean - half, mean + half
    if span is not None and span[1] > span[0]:
        width = span[1] - span[0]
        below, above = guard((mean - span[0]) / width, variance / width**2, n, level)
        low = max(min(low, mean - below * width), span[0])
        high = min(max(high, mean + above * width), span[1])
    return low * unit, high * unit


def variance_of_mean(total: int, squares: int, n: int) -> float:
    """The squared standard error of a mean, without cancellation: whole numbers to the end."""
    if n < 2:
        return math.inf
    return max(n * squares - total * total, 0) / (n * n * (n - 1))


def guard(mean: float, variance_of_mean: float, groups: int, level: float) -> tuple[float, float]:
    """How far below and above the mean rare groups, seen too seldom to show, could shift it.

    If all deviations were of the largest size d and to one side, their number would be Poisson,
    and Wilson's score interval for it gives z^2 d / 2n + sqrt(z^2 v + (z^2 d / 2n)^2). The first
    term is that shape's skewness: it counts in full while the variance seen is that of at most
    FEW such groups and fades in proportion above. Without any deviation this is z^2 d / n.
    """
    z = normal(level)
    sides = []
    for most in (mean, 1.0 - mean):
        deviants = variance_of_mean * (groups / most) ** 2 if most > 0.0 else 0.0
        skew = z * z * most / (2.0 * groups) * min(1.0, FEW / max(deviants, FEW))
        sides.append(skew + math.sqrt(z * z * max(variance_of_mean, 0.0) + skew * skew))
    return sides[0], sides[1]


@cache
def normal(level: float) -> float:
    """The two-sided quantile of the normal law."""
    from scipy.special import ndtri

    return float(-ndtri((1.0 - level) / 2.0))


@cache
def student(level: float, freedom: int) -> float:
    """The two-sided quantile of Student's law."""
    from scipy.special import stdtrit

    return float(-stdtrit(freedom, (1.0 - level) / 2.0))


def _shortening(level: float, freedom: int) -> float:
    return (normal(level) / student(level, freedom)) ** 2


def _check_level(level: float) -> None:
    if not 0.0 < level < 1.0:
        raise UsageError(f"A level lies between 0 and 1, as 0.95 does; {level} does not.")
