"""What we measured: a value and, for any error, the interval of truths that our games allow."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from outwit.core.interval import clopper_pearson, share_interval, student


class Measured(Protocol):
    """A measurement.

    value  the estimate
    games  how many games it rests on; 0 where it is exact
    sd     the standard deviation that one game brings to a printed figure of this kind; None where
           the print is no mean
    exact  the value as a fraction in text, where it is known
    again  the command that shows it again; empty where there is none
    """

    @property
    def value(self) -> float: ...

    @property
    def games(self) -> int: ...

    @property
    def sd(self) -> float | None: ...

    @property
    def exact(self) -> str | None: ...

    @property
    def again(self) -> str: ...

    def interval(self, error: float) -> tuple[float, float]:
        """Covers the truth but for `error`."""


@runtime_checkable
class Tailed(Measured, Protocol):
    """A measurement that knows the law of the printed figure, where that is not a mean of games."""

    def tails(self, error: float) -> tuple[float, float]:
        """How far below and above the truth such a print falls, but for `error`."""


@dataclass(frozen=True)
class Exact:
    """A value from arithmetic: no games, no error."""

    value: float
    sd: float | None = None
    exact: str | None = None
    again: str = ""
    games: int = 0

    def interval(self, error: float) -> tuple[float, float]:
        return self.value, self.value


@dataclass(frozen=True)
class Frequency:
    """So many of so many independent trials."""

    count: int
    games: int
    again: str = ""
    exact: str | None = None

    @property
    def value(self) -> float:
        return self.count / self.games

    @property
    def sd(self) -> float:
        return math.sqrt(self.value * (1.0 - self.value))

    def interval(self, error: float) -> tuple[float, float]:
        return clopper_pearson(self.count, self.games, 1.0 - error)


@dataclass(frozen=True)
class Sample:
    """A mean over independent groups of games, with its squared standard error.

    `span` is what one game can be at least and at most; (0, 1) makes it a share.
    """

    value: float
    variance: float
    groups: int
    games: int
    sd: float | None = None
    span: tuple[float, float] | None = None
    again: str = ""
    exact: str | None = None

    def interval(self, error: float) -> tuple[float, float]:
        if self.span is not None:
            low, wide = self.span[0], self.span[1] - self.span[0]
            share = (self.value - low) / wide
            inner = share_interval(share, self.variance / wide**2, self.groups, level=1.0 - error)
            return low + wide * inner[0], low + wide * inner[1]
        half = student(1.0 - error, max(self.groups - 1, 1)) * math.sqrt(self.variance)
        return self.value - half, self.value + half


@dataclass(frozen=True)
class Scaled:
    """A measurement times a number, plus a number: percent of a share, games of a rate."""

    of: Measured
    by: float = 1.0
    plus: float = 0.0
    exact: str | None = None

    @property
    def value(self) -> float:
        return self.of.value * self.by + self.plus

    @property
    def games(self) -> int:
        return self.of.games

    @property
    def sd(self) -> float | None:
        return None if self.of.sd is None else self.of.sd * abs(self.by)

    @property
    def again(self) -> str:
        return self.of.again

    def interval(self, error: float) -> tuple[float, float]:
        ends = sorted(end * self.by + self.plus for end in self.of.interval(error))
        return ends[0], ends[1]


@dataclass(frozen=True)
class _Joined:
    """Several measurements, dependent or not: the error is shared out among them (Bonferroni)."""

    parts: Sequence[Measured]
    sd: float | None = field(default=None, init=False)
    exact: str | None = field(default=None, init=False)

    @property
    def games(self) -> int:
        return sum(part.games for part in self.parts)

    @property
    def again(self) -> str:
        return next((part.again for part in self.parts if part.again), "")

    def intervals(self, error: float) -> list[tuple[float, float]]:
        return [part.interval(error / len(self.parts)) for part in self.parts]


class AllOf(_Joined):
    """The least of several margins: above zero when all sentences hold."""

    @property
    def value(self) -> float:
        return min(part.value for part in self.parts)

    def interval(self, error: float) -> tuple[float, float]:
        ends = self.intervals(error)
        return min(low for low, _ in ends), min(high for _, high in ends)


class AnyOf(_Joined):
    """The largest of several margins: above zero when one of the sentences holds."""

    @property
    def value(self) -> float:
        return max(part.value for part in self.parts)

    def interval(self, error: float) -> tuple[float, float]:
        ends = self.intervals(error)
        return max(low for low, _ in ends), max(high for _, high in ends)


class SumOf(_Joined):
    """The sum of several measurements."""

    @property
    def value(self) -> float:
        return sum(part.value for part in self.parts)

    def interval(self, error: float) -> tuple[float, float]:
        ends = self.intervals(error)
        return sum(low for low, _ in ends), sum(high for _, high in ends)


def minus(a: Measured, b: Measured) -> Measured:
    """How much a is above b, however the two depend on each other."""
    return SumOf((a, Scaled(b, -1.0)))


def above(a: Measured, least: float) -> Measured:
    """The margin of 'a is more than `least`'."""
    return Scaled(a, 1.0, -least)


def within(a: Measured, low: float, high: float) -> Measured:
    """The margin of 'a lies between low and high': positive inside."""
    return AllOf((Scaled(a, 1.0, -low), Scaled(a, -1.0, high)))


def fact(holds: bool) -> Measured:
    """The margin of a statement that was decided by arithmetic."""
    return Exact(1.0 if holds else -1.0)
