"""Whether counts can come from stated probabilities: exact, with a stated error."""

from __future__ import annotations

from collections.abc import Sequence

from scipy.special import betainc

ERROR = 1e-9
"""Chance that one check of a right game or agent finds a fault where counts are compared."""


def impossible(
    counts: Sequence[int], chances: Sequence[float], *, tests: int = 1, error: float = ERROR
) -> int | None:
    """The cell whose count is too far from what its probability says, or None.

    Each count is binomial; its exact tail is compared with `error` divided by twice the number of
    all cells of all `tests`, so a false alarm has a probability of at most `error` over all of
    them (Bonferroni).
    """
    n, limit = sum(counts), error / (2 * len(counts) * tests)
    for i, (count, chance) in enumerate(zip(counts, chances, strict=True)):
        if min(at_least(count, n, chance), at_most(count, n, chance)) < limit:
            return i
    return None


def at_least(count: int, n: int, chance: float) -> float:
    """P(X >= count) for a binomial X."""
    if count == 0:
        return 1.0
    return float(betainc(count, n - count + 1, min(max(chance, 0.0), 1.0)))


def at_most(count: int, n: int, chance: float) -> float:
    """P(X <= count) for a binomial X."""
    return at_least(n - count, n, 1.0 - chance)
