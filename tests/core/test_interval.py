"""Intervals cover as often as they say, over whole ranges of chances, by exact enumeration.

Nothing is sampled here: for each true chance the probability of every possible outcome is added
up, so these tests have no error of their own.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import gammaln, xlogy
from scipy.stats import binom
from scipy.stats import t as student_law

from outwit.core.errors import UsageError
from outwit.core.interval import (
    clopper_pearson,
    guard,
    mean_interval,
    normal,
    share_interval,
    student,
    variance_of_mean,
)

CHANCES = np.concatenate([np.geomspace(1e-4, 0.1, 60), np.linspace(0.1, 0.9, 161)])
CHANCES = np.concatenate([CHANCES, 1.0 - CHANCES])
Interval = tuple[float, float]


def covered(intervals: list[Interval], truth: float, chances: np.ndarray[Any, Any]) -> float:
    """The probability that an interval holds the truth."""
    low, high = np.array(intervals).T
    return float(chances[(low <= truth) & (truth <= high)].sum())


def least_coverage(n: int, interval: Callable[[int], Interval]) -> float:
    """Over all chances of a coin thrown n times."""
    intervals = [interval(k) for k in range(n + 1)]
    k = np.arange(n + 1)
    return min(covered(intervals, p, binom.pmf(k, n, p)) for p in CHANCES)


class TestClopperPearson:
    @pytest.mark.parametrize("n", [1, 2, 10, 50, 200])
    @pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
    def test_covers_at_least_as_often_as_it_says(self, n: int, level: float) -> None:
        assert least_coverage(n, lambda k: clopper_pearson(k, n, level)) >= level

    @given(n=st.integers(1, 500), data=st.data())
    def test_its_ends_are_where_the_tails_are_that_large(self, n: int, data: Any) -> None:
        """The definition: P(K >= k | low) = P(K <= k | high) = (1 - level) / 2."""
        k = data.draw(st.integers(0, n))
        low, high = clopper_pearson(k, n)
        assert low == 0.0 if k == 0 else math.isclose(binom.sf(k - 1, n, low), 0.025, rel_tol=1e-6)
        assert high == 1.0 if k == n else math.isclose(binom.cdf(k, n, high), 0.025, rel_tol=1e-6)

    def test_nothing_seen(self) -> None:
        assert clopper_pearson(0, 0) == (0.0, 1.0)

    def test_what_cannot_be_is_told(self) -> None:
        with pytest.raises(UsageError, match="11 successes in 10 trials cannot be"):
            clopper_pearson(11, 10)
        with pytest.raises(UsageError, match="level lies between 0 and 1"):
            clopper_pearson(1, 10, 1.0)


class TestShares:
    @pytest.mark.parametrize("n", [2, 5, 20, 100, 400])
    def test_single_games_are_covered(self, n: int) -> None:
        def interval(k: int) -> Interval:
            return share_interval(k / n, variance_of_mean(k, k, n), n)

        assert least_coverage(n, interval) >= 0.95

    @pytest.mark.parametrize("even", [0.0, 0.3, 0.9])
    def test_groups_of_two_games_are_covered(self, even: float) -> None:
        """Groups that share a deal: both won, one each (with probability `even`), or none."""
        least = least_coverage_of_three(60, (0, 1, 2), even, lambda s, q, n: _share(s, q, n, 2))
        assert least >= 0.95

    def test_groups_that_all_agree_are_no_certainty(self) -> None:
        """Every group one win each: the interval still holds what 1 in 100 odd groups would do."""
        low, high = share_interval(0.5, 0.0, 100)
        assert low < 0.5 - 0.01 / 2
        assert high > 0.5 + 0.01 / 2
        assert share_interval(0.0, 0.0, 100)[1] >= clopper_pearson(0, 100)[1]

    def test_one_group_says_nothing(self) -> None:
        assert share_interval(1.0, 0.0, 1) == (0.0, 1.0)


def _share(total: int, squares: int, n: int, of: int) -> Interval:
    """Groups of `of` games, in games won."""
    return share_interval(total / n / of, variance_of_mean(total, squares, n) / of**2, n)


def least_coverage_of_three(
    n: int,
    values: tuple[int, int, int],
    middle: float,
    interval: Callable[[int, int, int], Interval],
) -> float:
    """Over chances p: n values, the middle one with probability `middle`, of the rest p the last.

    The interval is of the mean in parts of the largest value.
    """
    counts = [(i, j, n - i - j) for i in range(n + 1) for j in range(n + 1 - i)]
    log_ways = np.array([gammaln(n + 1) - sum(gammaln(c + 1) for c in count) for count in counts])
    table = np.array(counts)
    sums = table @ np.array(values)
    squares = table @ np.array(values) ** 2
    intervals = [interval(int(s), int(q), n) for s, q in zip(sums, squares, strict=True)]
    worst = 1.0
    for p in CHANCES[::4]:
        law = np.array([(1.0 - middle) * (1.0 - p), middle, (1.0 - middle) * p])
        chances = np.exp(log_ways + xlogy(table, law).sum(axis=1))
        assert math.isclose(chances.sum(), 1.0, rel_tol=1e-9)
        truth = float(law @ np.array(values)) / max(values)
        worst = min(worst, covered(intervals, truth, chances))
    return worst


class TestMeans:
    """Student's law is exact for normal data only; these are the worst cases of small games."""

    @pytest.mark.parametrize("n", [2, 5, 20, 100, 400])
    def test_win_or_lose_is_covered(self, n: int) -> None:
        def interval(k: int) -> Interval:
            return mean_interval(2 * k - n, n, n, span=(-1, 1))

        def truth_of(p: float) -> float:
            return 2.0 * p - 1.0

        intervals = [interval(k) for k in range(n + 1)]
        k = np.arange(n + 1)
        found = [covered(intervals, truth_of(p), binom.pmf(k, n, p)) for p in CHANCES]
        assert min(found) >= 0.94
        assert np.mean(found) >= 0.95

    @pytest.mark.parametrize("middle", [0.0, 0.5, 0.95])
    def test_three_pay_offs_are_covered(self, middle: float) -> None:
        def interval(total: int, squares: int, n: int) -> Interval:
            low, high = mean_interval(total, squares, n, span=(-2, 2))
            return low / 2, high / 2

        assert least_coverage_of_three(60, (-2, 1, 2), middle, interval) >= 0.93

    def test_without_the_guard_rare_losses_are_missed(self) -> None:
        """The test above can fail: Student alone covers a rare pay-off hardly ever."""
        n, p = 60, 0.005
        intervals = [mean_interval(2 * k - n, n, n) for k in range(n + 1)]
        assert covered(intervals, 2 * p - 1, binom.pmf(np.arange(n + 1), n, p)) < 0.5

    @given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=50), st.floats(0.01, 100.0))
    def test_it_is_students_interval_of_the_numbers(self, values: list[int], unit: float) -> None:
        n = len(values)
        scaled = np.array(values) * unit
        low, high = mean_interval(sum(values), sum(v * v for v in values), n, unit=unit)
        half = student_law.ppf(0.975, n - 1) * scaled.std(ddof=1) / math.sqrt(n)
        assert math.isclose(low, scaled.mean() - half, rel_tol=1e-9, abs_tol=1e-9 * unit)
        assert math.isclose(high, scaled.mean() + half, rel_tol=1e-9, abs_tol=1e-9 * unit)

    def test_it_never_leaves_the_span(self) -> None:
        low, high = mean_interval(99, 99, 100, span=(0, 1))
        assert 0.0 <= low < 0.99 < high <= 1.0

    def test_one_observation_says_no_more_than_the_span(self) -> None:
        assert mean_interval(3, 9, 1) == (-math.inf, math.inf)
        assert mean_interval(3, 9, 1, unit=0.5, span=(-4, 4)) == (-2.0, 2.0)

    def test_sums_of_a_thousand_million_million_games_lose_nothing(self) -> None:
        """Deviations of one part in 10^15: with floating sums of squares nothing would be left."""
        n, offset = 10**15, 10**6
        total = n * offset + n // 2
        squares = (n // 2) * (offset + 1) ** 2 + (n // 2) * offset**2
        exact = Fraction(n * squares - total**2, n * n * (n - 1))
        assert math.isclose(variance_of_mean(total, squares, n), float(exact), rel_tol=1e-15)
        low, high = mean_interval(total, squares, n)
        assert low < offset + 0.5 < high
        assert math.isclose(high - low, 2 * normal(0.95) * 0.5 / math.sqrt(n), rel_tol=1e-2)


class TestGuard:
    @pytest.mark.parametrize("groups", [10, 100, 10_000])
    def test_without_deviations_it_is_wilsons_interval_of_none(self, groups: int) -> None:
        z = normal(0.95)
        below, above = guard(0.0, 0.0, groups, 0.95)
        assert below == 0.0
        assert math.isclose(above, z * z / groups)

    def test_with_many_deviations_it_adds_nothing(self) -> None:
        groups = 10**6
        variance = 0.25 / groups
        plain = normal(0.95) * math.sqrt(variance)
        assert all(
            math.isclose(side, plain, rel_tol=1e-3) for side in guard(0.5, variance, groups, 0.95)
        )


@pytest.mark.parametrize("level", [0.5, 0.95, 0.9999])
def test_quantiles(level: float) -> None:
    for freedom in (1, 5, 1000):
        assert math.isclose(
            student(level, freedom), student_law.ppf(0.5 + level / 2, freedom), rel_tol=1e-9
        )
    assert math.isclose(student(level, 10**9), normal(level), rel_tol=1e-6)
