"""The races by name."""

from __future__ import annotations

from outwit.compare.anytime import Anytime
from outwit.compare.betting import Bets
from outwit.compare.bounds import check
from outwit.compare.interval_race import PAPER, Reading, interval_race
from outwit.compare.margin import Margin
from outwit.compare.rules import Rule
from outwit.core.errors import UsageError, did_you_mean

METHODS = (*PAPER, "margin", "anytime")


def coin_rule(
    method: str,
    *,
    margin: float = 0.01,
    error: float = 0.05,
    reading: Reading = "and",
    max_games: int | None = None,
) -> Rule:
    """The rule for observations that are won or lost."""
    known(method)
    check(margin, error)
    if method == "margin":
        return Margin(margin, error)
    if method == "anytime":
        return Anytime(margin, error, max_games)
    return interval_race(method, margin=margin, error=error, reading=reading)


def score_rule(
    method: str,
    *,
    margin: float = 0.01,
    error: float = 0.05,
    reading: Reading = "and",
) -> Rule:
    """The rule for any bounded scores; `margin` is measured on their scale from 0 to 1."""
    known(method)
    if method in ("margin", "anytime"):
        return Bets(method, margin, error)
    return interval_race(method, margin=margin, error=error, reading=reading)


def known(method: str) -> None:
    """Refuse a name that no race has."""
    if method not in METHODS:
        hint = did_you_mean(method, METHODS)
        raise UsageError(f"No race is called {method}.{hint} There are {', '.join(METHODS)}.")


__all__ = ["METHODS", "coin_rule", "known", "score_rule"]
