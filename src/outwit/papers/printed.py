"""What stands in print, and from which truths it could have come.

A printed figure is a draw: so many games, rounded to its last digit. Each kind answers one
question, `plausible`: which true values leave the print believable? Everything else about a verdict
is the judge's.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

from outwit.core.errors import UsageError
from outwit.core.interval import clopper_pearson, normal
from outwit.papers.measured import Measured, Tailed

Range = tuple[float, float]
SLACK = 1e-9
"""Part of the last digit by which binary fractions may miss a decimal bound."""


class Printed(Protocol):
    """A figure or a sentence as printed.

    number    the figure as a plain number; None for words
    rests_on  how many games the print rests on; None where it is not a sample
    """

    @property
    def number(self) -> float | None: ...

    @property
    def rests_on(self) -> int | None: ...

    def text(self) -> str:
        """As a person reads it."""

    def tell(self, value: float, digits: int) -> str:
        """Another value in the print's own measure, to so many decimals of a plain number."""

    def plausible(self, measured: Measured, error: float) -> Range:
        """The true values that give this print, or one further off, with at least `error`."""


@dataclass(frozen=True)
class Count:
    """So many of so many games: an exact binomial draw."""

    count: int
    games: int

    def __post_init__(self) -> None:
        if not 0 <= self.count <= self.games:
            raise UsageError(f"{self.count} of {self.games} games cannot be.")

    @property
    def number(self) -> float:
        return self.count / self.games

    @property
    def rests_on(self) -> int:
        return self.games

    def text(self) -> str:
        return f"{self.count} of {self.games:,}"

    def tell(self, value: float, digits: int) -> str:
        return percent(value, digits)

    def plausible(self, measured: Measured, error: float) -> Range:
        return clopper_pearson(self.count, self.games, 1.0 - error)


@dataclass(frozen=True)
class Share:
    """A share of so many games, rounded to `digit`: `Share(0.44, 300)` is 44 %."""

    share: float
    games: int
    digit: float = 0.01

    @property
    def number(self) -> float:
        return self.share

    @property
    def rests_on(self) -> int:
        return self.games

    def text(self) -> str:
        places = max(0, decimals(self.digit) - 2)
        return f"{100 * self.share:.{places}f} % of {self.games:,}"

    def tell(self, value: float, digits: int) -> str:
        return percent(value, digits)

    def plausible(self, measured: Measured, error: float) -> Range:
        """From the counts that round to the print; where none does, from the rounding alone."""
        half = self.digit * (0.5 + SLACK)
        least = max(math.ceil((self.share - half) * self.games), 0)
        most = min(math.floor((self.share + half) * self.games), self.games)
        if least > most:
            least = most = round(self.share * self.games)
        level = 1.0 - error
        return (
            clopper_pearson(least, self.games, level)[0],
            clopper_pearson(most, self.games, level)[1],
        )


class Figure:
    """A figure over games that is no share of them: a mean, a deviation."""

    value: float
    games: int
    digit: float

    @property
    def number(self) -> float:
        return self.value

    @property
    def rests_on(self) -> int:
        return self.games

    def text(self) -> str:
        return f"{self.value:,.{decimals(self.digit)}f}"

    def tell(self, value: float, digits: int) -> str:
        return f"{value:,.{digits}f}"


@dataclass(frozen=True)
class Average(Figure):
    """A mean (or any other figure with a standard deviation per game) over so many games.

    The deviation is the measured one: `Measured.sd`.
    """

    value: float
    games: int
    digit: float

    def plausible(self, measured: Measured, error: float) -> Range:
        if measured.sd is None:
            raise UsageError(
                "A printed mean is judged by the deviation of one game: give the measurement an sd."
            )
        # The normal law, not Student's: the deviation is known from many more games than printed.
        sampling = normal(1.0 - error) * measured.sd / math.sqrt(self.games)
        reach = sampling + self.digit * (0.5 + SLACK)
        return self.value - reach, self.value + reach


@dataclass(frozen=True)
class FewRuns(Figure):
    """A mean or a deviation over a few runs, each an experiment that comes out differently.

    One run tells little about the next, so games do not count here: judged by how figures over so
    many runs scatter, `Tailed.tails` of what was measured.
    """

    value: float
    runs: int
    games: int  # of all runs together
    digit: float

    def plausible(self, measured: Measured, error: float) -> Range:
        if not isinstance(measured, Tailed):
            raise UsageError("A figure over a few runs is judged by their law: measure its tails.")
        below, above = measured.tails(error)
        half = self.digit * (0.5 + SLACK)
        return self.value - above - half, self.value + below + half


@dataclass(frozen=True)
class Constant:
    """A figure that is computed, not sampled: only its rounding counts."""

    value: float
    digit: float

    @property
    def number(self) -> float:
        return self.value

    @property
    def rests_on(self) -> None:
        return None

    def text(self) -> str:
        return plain(self.value, decimals(self.digit))

    def tell(self, value: float, digits: int) -> str:
        # A value from arithmetic has all digits: one more than the print shows where it was cut.
        return plain(value, min(digits, decimals(self.digit) + 2))

    def plausible(self, measured: Measured, error: float) -> Range:
        half = self.digit * (0.5 + SLACK)
        return self.value - half, self.value + half


@dataclass(frozen=True)
class Words:
    """A sentence. Its measurement is a margin: above zero the sentence holds, below it does not.

    `unit` is what the margin counts, for its own sentence: "points" (of shares, so a hundredth
    each), "a game", ...
    """

    unit: str = ""

    @property
    def number(self) -> None:
        return None

    @property
    def rests_on(self) -> None:
        return None

    def text(self) -> str:
        return "in words"

    def tell(self, value: float, digits: int) -> str:
        return "holds" if value > 0.0 else "does not hold"

    def margin(self, value: float, low: float, high: float, digits: int) -> str:
        """'3.1 points (2.6 to 3.7)': how far the sentence holds, or fails."""
        by, places = (100.0, max(digits - 2, 0)) if self.unit == POINTS else (1.0, digits)
        clear = low * high > 0  # which side it is on has been said
        ends = sorted((abs(low), abs(high))) if clear else [low, high]
        told = f"{by * (abs(value) if clear else value):,.{places}f} {self.unit}".rstrip()
        return f"{told} ({by * ends[0]:,.{places}f} to {by * ends[1]:,.{places}f})"

    def plausible(self, measured: Measured, error: float) -> Range:
        return math.ulp(0.0), math.inf


POINTS = "points"
"""The unit of a difference of shares."""


def percent(share: float, digits: int) -> str:
    """A share as people say it."""
    return f"{100.0 * share:.{max(digits - 2, 0)}f} %"


HUGE = 1e15


def plain(value: float, digits: int) -> str:
    """A number as people write it; huge ones by their power of ten, whole ones without a point."""
    if abs(value) >= HUGE:
        return f"{value:.2e}"
    return f"{value:,.0f}" if value == int(value) else f"{value:,.{digits}f}"


def decimals(digit: float) -> int:
    """How many decimals a last digit has: 0.01 two, 1 none."""
    return max(0, -math.floor(math.log10(digit) + SLACK))
