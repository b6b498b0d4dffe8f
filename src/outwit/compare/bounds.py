"""How many games the thesis's tests need at most: equations (2.1) to (2.5), and who is behind them.

Each function solves the equation it is named after for any margin and error. With margin 0.01 and
error 0.05 they give what the thesis prints, except where said. Lemmas 1.11 (Hoeffding) and 1.13
(empirical Bernstein) are the two intervals; a *test* is one look at the games so far.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from outwit.core.errors import UsageError

COIN_VARIANCE = 0.25
"""The largest variance of something between 0 and 1."""
SUMMED = 6.0 / math.pi**2
"""The k-th of infinitely many tests may err with 6 / (pi k)^2 of the error: correction 1.4.2."""


def hoeffding_radius(games: float, error: float) -> float:
    """Half the width of the interval of lemma 1.11."""
    return math.sqrt(math.log(2.0 / error) / (2.0 * games))


def bernstein_radius(games: float, error: float, variance: float) -> float:
    """Half the width of the interval of lemma 1.13."""
    log_term = math.log(3.0 / error)
    return math.sqrt(variance) * math.sqrt(2.0 * log_term / games) + 3.0 * log_term / games


def hoeffding_most(margin: float = 0.01, error: float = 0.05) -> float:
    """(2.1): with a test after every game, Hoeffding's interval is as narrow as the margin."""
    return _solve(lambda n: hoeffding_radius(n, error / n), margin)


def bernstein_most(
    margin: float = 0.01, error: float = 0.05, variance: float = COIN_VARIANCE
) -> float:
    """(2.2): the same with Bernstein's interval; figure 2.1 shows it over the variance."""
    return _solve(lambda n: bernstein_radius(n, error / n, variance), margin)


def hoeffding_most_squares(margin: float = 0.01, error: float = 0.05, skipped: int = 0) -> float:
    """(2.3): the number of tests where test k comes after (k + skipped)^2 games.

    With 7 tests skipped this is (2.5): 205.289. Its print adds 6 where 7 gives its 45,369 games.
    """
    return _solve(lambda n: hoeffding_radius((n + skipped) ** 2, error / n), margin)


def bernstein_most_squares(
    margin: float = 0.01, error: float = 0.05, variance: float = COIN_VARIANCE
) -> float:
    """(2.4): the same with Bernstein's interval; figure 2.2 shows it over the variance."""
    return _solve(lambda n: bernstein_radius(n * n, error / n, variance), margin)


def printed_2_2(margin: float = 0.01, error: float = 0.05) -> float:
    """(2.2) as it stands: ln over 2 n under the root, which is lemma 1.13 at variance 1/4."""
    return _solve(lambda n: _printed(n, n, error, 2.0), margin)


def printed_2_4(margin: float = 0.01, error: float = 0.05) -> float:
    """(2.4) as it stands: without the factor 2 under the root that (2.2) has."""
    return _solve(lambda n: _printed(n * n, n, error, 1.0), margin)


def _printed(games: float, tests: float, error: float, factor: float) -> float:
    log_term = math.log(3.0 * tests / error)
    return math.sqrt(log_term / (factor * games)) + 3.0 * log_term / games


def first_test(margin: float = 0.01, error: float = 0.05) -> float:
    """n_min: after n_min^2 games a side that won all of them can first be told from 1/2 (2.1.5).

    Lemma 1.13 without variance, at the error of one of (2.3)'s tests: 7.53, so after 64 games.
    """
    tests = math.ceil(hoeffding_most_squares(margin, error))
    return math.sqrt(3.0 * math.log(3.0 * tests / error) / 0.5)


def first_test_printed(margin: float = 0.01, error: float = 0.05) -> float:
    """n_min by the formula of algorithm 5, 0.5 = sqrt(ln(2 n_max/error) / (2 (n_min + 1)^2))."""
    tests = math.ceil(hoeffding_most_squares(margin, error))
    return math.sqrt(2.0 * math.log(2.0 * tests / error)) - 1.0


def error_for_tests(tests: int, margin: float = 0.01) -> float:
    """(2.3) solved for the error: 2 n exp(-2 (margin n)^2).

    (2.19) prints exp(+2 margin^2 f(n)) / (2 n), its reciprocal.
    """
    return 2.0 * tests * math.exp(-2.0 * (margin * tests) ** 2)


def power_equal_error(games: float, margin: float = 0.01) -> float:
    """The error at which ILEBR* may play as many games as another race does on average (2.2)."""
    return error_for_tests(math.ceil(math.sqrt(games)), margin)


def check(margin: float, error: float) -> None:
    """Refuse a margin or an error that no race can have. The thesis goes up to an error of 1."""
    if not 0.0 < margin < 0.5:
        raise UsageError(f"A margin lies between 0 and 1/2, as 0.01 does; {margin} does not.")
    if not 0.0 < error <= 1.0:
        raise UsageError(f"An error lies between 0 and 1, as 0.05 does; {error} does not.")


def _solve(radius: Callable[[float], float], margin: float) -> float:
    """The n from which a radius that shrinks with n is at most the margin."""
    check(margin, 1.0)
    low = high = 1.0
    while radius(high) > margin:
        low, high = high, 2.0 * high
    while high - low > 1e-12 * high:
        middle = 0.5 * (low + high)
        low, high = (middle, high) if radius(middle) > margin else (low, middle)
    return high


__all__ = [
    "bernstein_most",
    "bernstein_most_squares",
    "bernstein_radius",
    "check",
    "error_for_tests",
    "first_test",
    "first_test_printed",
    "hoeffding_most",
    "hoeffding_most_squares",
    "hoeffding_radius",
    "power_equal_error",
    "printed_2_2",
    "printed_2_4",
]
