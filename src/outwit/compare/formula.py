"""The thesis's own formula for the error of its races: (2.6), its bound (2.18), what follows.

It multiplies the tests as if they were independent and counts no early stop on the right side. The
true error is `outwit.compare.law`'s; these stand beside it. Where the print has the wrong event,
index or sign, the functions compute what gives the printed figures, and say so.
"""

from __future__ import annotations

import math

import numpy as np

from outwit.compare.bounds import error_for_tests
from outwit.compare.interval_race import IntervalRace
from outwit.compare.rules import Ints
from outwit.compare.walk import Floats, band
from outwit.core.errors import Refused, UsageError


def product_error(rule: IntervalRace, mu: float) -> float:
    """(2.6): 1 - P(mean at n_max > 1/2) times the product of P(mean at k + eps_k > 1/2).

    eps_k goes by the variance seen at test k, so that the event is one of the number of wins.
    """
    if rule.last is None:
        raise Refused(f"(2.6) needs a last test; the {rule.method} race has none.")
    mu = max(mu, 1.0 - mu)
    at_last = _at_last(rule.games(rule.last), mu)
    return 1.0 - at_last * (1.0 - early_error(rule, mu))


def early_error(rule: IntervalRace, mu: float) -> float:
    """(2.9): one less the product alone, as figure 2.3 shows it."""
    if rule.last is None:
        raise Refused(f"(2.9) needs a last test; the {rule.method} race has none.")
    mu = max(mu, 1.0 - mu)
    ks = np.arange(rule.first, rule.last + 1, dtype=np.int64)
    games = ks * ks if rule.squares else ks
    refuted, _ = band(games, rule.log_terms(ks), rule.bernstein, 0.5, 2.0)
    return -math.expm1(float(_log_more_than(refuted, games, mu).sum()))


def bound(tests: int, mu: float) -> float:
    """(2.18), F_mu(n_max), for ILEBR*'s tests after k^2 games: free of margin and error.

    (2.8) and (2.10) print the event X > 1/2 for its complement, (2.11) to (2.13) the index n_max
    for k and a product for one less it; (2.14) to (2.16) are what gives 0.10084.
    """
    if tests < 1:
        raise UsageError(f"At least one test, not {tests}.")
    mu = max(mu, 1.0 - mu)
    games = np.arange(1, tests + 1, dtype=np.int64) ** 2
    log_term = math.log(3.0 * tests)
    line = games / 2.0 - np.sqrt(log_term * games / 2.0) - 3.0 * log_term
    kept = _log_more_than(np.floor(line).astype(np.int64), games, mu).sum()
    return float(1.0 - _at_last(int(games[-1]), mu) * math.exp(kept))


def tests_for(alpha: float, mu: float) -> int:
    """(2.19): the least number of tests with F_mu below alpha. F falls with the tests."""
    high = 1
    while bound(high, mu) >= alpha:
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if bound(middle, mu) >= alpha else (low, middle)
    return high


def error_for(alpha: float, mu: float, *, margin: float = 0.01) -> float:
    """(2.19): the error to ask of ILEBR* so that the formula finds at most alpha at mu.

    2 n exp(-2 (margin n)^2); the print has the sign and the fraction the other way round.
    """
    return error_for_tests(tests_for(alpha, mu), margin)


def _log_more_than(wins: Ints, games: Ints, mu: float) -> Floats:
    """ln P(more than so many wins of so many games). Shapes: (k,)."""
    from scipy.special import bdtrc

    sure = wins < 0
    chance = np.where(sure, 1.0, bdtrc(np.where(sure, 0, wins), games, mu))
    out: Floats = np.log(chance)
    return out


def _at_last(games: int, mu: float) -> float:
    """P(mean > 1/2) after the last test's games."""
    from scipy.special import bdtrc

    return float(bdtrc(games // 2, games, mu))


__all__ = ["bound", "early_error", "error_for", "product_error", "tests_for"]
