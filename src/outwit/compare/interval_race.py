"""The thesis's races: an interval around the mean score, looked at again and again.

Hoeffding race, Bernstein race, their limited forms (algorithm 1 is LEBR), ILEBR (algorithm 2),
ILEBR 2 (3), ILEBR* (4) and ILEBR* 2 (5) differ in five choices, the fields of `IntervalRace`.

Readings. `and`: all conditions of a loop must hold for it to go on; so the printed constants and
curves come out. `literal`: the conditions are joined by `or`, as printed. Algorithms 2 and 3 then
go on beyond n_max until the interval is narrow; algorithms 4 and 5 never leave their first inner
loop (`repeat t <- t + 1 until t = n^2` begins with t beyond n^2): they do not terminate.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from outwit.compare import bounds
from outwit.compare.rules import Ints, Seen, Stop, score_side
from outwit.compare.walk import Floats
from outwit.core.errors import Refused, UsageError

Reading = Literal["and", "literal"]
_NO_END = 10**9


@dataclass(frozen=True)
class IntervalRace:
    """A race by intervals of lemma 1.11 or 1.13, intersected from look to look.

    bernstein  the interval: lemma 1.13, or lemma 1.11
    decides    stops once 1/2 lies outside the interval
    narrows    stops once the interval is at most two margins wide
    squares    look k comes after k^2 observations, not after k
    first      the first look's k
    last       the last look's k (n_max); None: correction 1.4.2 allows infinitely many
    endless    why it never stops, under the literal reading; else empty
    """

    method: str
    margin: float
    error: float
    bernstein: bool
    decides: bool
    narrows: bool
    squares: bool = False
    first: int = 1
    last: int | None = None
    reading: Reading = "and"
    endless: str = ""

    @property
    def promise(self) -> str:
        percent = f"{100 * self.error:g}"
        if self.endless:
            return f"None: {self.endless}"
        if self.decides and self.last is None:
            return f"The worse is named in at most {percent} of 100 races, whatever the difference."
        return (
            "If one of the two is better by more than the margin, the other is named in at most"
            f" {percent} of 100 races."
        )

    @property
    def at_most(self) -> int | None:
        return None if self.last is None or self.reading == "literal" else self.games(self.last)

    def games(self, k: int) -> int:
        """Observations at look k."""
        return k * k if self.squares else k

    def first_look(self) -> int:
        return self.games(self.first)

    def log_terms(self, ks: Ints) -> Floats:
        """ln(3/delta_k), or ln(2/delta_k) for Hoeffding, at looks ks. Shape: that of ks."""
        tests = np.asarray(ks, np.float64) - (self.first - 1)
        if self.last is None:
            each = bounds.SUMMED * self.error / tests**2
        else:
            each = np.full(tests.shape, self.error / (self.last - self.first + 1))
        return np.log((3.0 if self.bernstein else 2.0) / each)

    def log_term(self, k: int) -> float:
        """ln(3/delta_k), or ln(2/delta_k), at look k."""
        return float(self.log_terms(np.array([k]))[0])

    def radius(self, k: int, variance: float) -> float:
        """Half the interval's width at look k."""
        games, term = self.games(k), self.log_term(k)
        if not self.bernstein:
            return math.sqrt(term / (2.0 * games))
        return math.sqrt(max(variance, 0.0)) * math.sqrt(2.0 * term / games) + 3.0 * term / games

    def about(self, mean: float, variance: float, k: int | None = None) -> int | None:
        """Observations at the first look, from k on, that ends it at this mean and variance."""
        k = self.first if k is None else k
        while self.last is None or k < self.last:
            radius = self.radius(k, variance)
            if (self.decides and abs(mean - 0.5) >= radius) or (
                self.narrows and radius <= self.margin
            ):
                break
            if k > _NO_END:
                return None
            k += max(1, k // 50)
        return self.games(k if self.last is None else min(k, self.last))

    def watch(self) -> IntervalWatch:
        if self.endless:
            raise Refused(f"{self.method}, read literally, cannot be raced: {self.endless}")
        return IntervalWatch(self)


@dataclass
class IntervalWatch:
    """One race by intervals: the intersection so far, LB to UB."""

    rule: IntervalRace
    low: float = 0.0
    high: float = math.inf
    k: int = field(init=False)

    def __post_init__(self) -> None:
        self.k = self.rule.first

    def look(self, seen: Seen) -> Stop | int:
        rule, mean = self.rule, seen.mean
        radius = rule.radius(self.k, seen.variance)
        self.low = max(self.low, mean - radius)
        self.high = min(self.high, mean + radius)
        decided = rule.decides and (self.low >= 0.5 or self.high <= 0.5)
        narrow = rule.narrows and self.high - self.low <= 2.0 * rule.margin
        spent = rule.last is not None and self.k >= rule.last
        over = (narrow and spent) if rule.reading == "literal" else (narrow or spent)
        if decided or over:
            return Stop(score_side(seen.total))
        self.k += 1
        return rule.games(self.k)

    def left(self, seen: Seen) -> int | None:
        games = self.rule.about(seen.mean, seen.variance, self.k)
        return None if games is None else max(games - seen.n, 0)


def interval_race(
    method: str, *, margin: float = 0.01, error: float = 0.05, reading: Reading = "and"
) -> IntervalRace:
    """One of the thesis's races by name."""
    if reading not in ("and", "literal"):
        raise UsageError(f"A reading is and or literal, not {reading}.")
    bounds.check(margin, error)

    def race(
        bernstein: bool,
        *,
        decides: bool,
        narrows: bool,
        squares: bool = False,
        first: int = 1,
        last: float | None = None,
        endless: str = "",
    ) -> IntervalRace:
        end = None if last is None else math.ceil(last)
        return IntervalRace(
            method, margin, error, bernstein, decides, narrows, squares, first, end, reading,
            endless if reading == "literal" else "",
        )  # fmt: skip

    if method == "hoeffding":
        return race(False, decides=True, narrows=False)
    if method == "bernstein":
        return race(True, decides=True, narrows=False)
    if method == "limited-hoeffding":
        return race(False, decides=False, narrows=True)
    if method == "lebr":
        return race(True, decides=False, narrows=True)
    if method == "ilebr":
        most = bounds.hoeffding_most(margin, error)
        return race(True, decides=False, narrows=True, last=most)
    most = bounds.hoeffding_most_squares(margin, error)
    if method == "ilebr-2":
        return race(True, decides=False, narrows=True, squares=True, last=most)
    if method == "ilebr-star":
        return race(
            True, decides=True, narrows=True, squares=True, last=most,
            endless="its first inner loop waits for t = 0 and begins with t = 2.",
        )  # fmt: skip
    if method == "ilebr-star-2":
        least = bounds.first_test(margin, error)
        skipped = int(least)
        return race(
            True, decides=True, narrows=True, squares=True, first=math.ceil(least),
            last=bounds.hoeffding_most_squares(margin, error, skipped) + skipped,
            endless="its first inner loop waits for t = n_min^2 and begins one game later.",
        )  # fmt: skip
    raise UsageError(f"No race of the thesis is called {method}.")


PAPER = (
    "hoeffding",
    "bernstein",
    "limited-hoeffding",
    "lebr",
    "ilebr",
    "ilebr-2",
    "ilebr-star",
    "ilebr-star-2",
)
"""The thesis's races, in its order."""

__all__ = ["PAPER", "IntervalRace", "IntervalWatch", "Reading", "interval_race"]
