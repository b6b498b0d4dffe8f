"""Stopping rules: when a race has seen enough, and what it then says.

A rule is data; `watch()` begins one race. The driver asks the watch at the looks that it names,
and only there: `look(seen)` says stop, or when to look next. Looks are counted in observations,
never in blocks or threads, so one driver races any rule on any game with the same bits.

An observation is the lead of the first agent over the second on one deal, a whole number between
-most and most. Rules see it as a score from 0 to 1: 1/2 where they came out even.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol

import numpy as np

Ints = np.ndarray[Any, np.dtype[np.int64]]


class Side(Enum):
    """Who is named."""

    FIRST = "first"
    SECOND = "second"
    NOBODY = "nobody"


@dataclass(frozen=True)
class Seen:
    """What a race has seen: sums as whole numbers, and what is new since the last look.

    n        observations
    total    their sum
    squares  the sum of their squares
    most     the most that one can be, to either side
    fresh    observations since the last look, in order. Shape: (k,)
    """

    n: int
    total: int
    squares: int
    most: int
    fresh: Ints

    @property
    def mean(self) -> float:
        """The mean score, from 0 to 1."""
        return 0.5 + self.total / (2 * self.n * self.most)

    @property
    def variance(self) -> float:
        """The empirical variance of the scores, as the thesis takes it: divided by n."""
        return (self.n * self.squares - self.total**2) / (2 * self.n * self.most) ** 2


@dataclass(frozen=True)
class Stop:
    """The end of a race. NOBODY is an answer, not a lack of one: too close to tell."""

    winner: Side


class Watch(Protocol):
    """One race under way."""

    def look(self, seen: Seen) -> Stop | int:
        """Stop, or the number of observations at which to look next."""

    def left(self, seen: Seen) -> int | None:
        """About how many more observations, should the mean stay as it is; None: nobody knows."""


class Rule(Protocol):
    """A stopping rule, before any race."""

    @property
    def method(self) -> str:
        """The name it goes by."""

    @property
    def promise(self) -> str:
        """What it promises, in one sentence."""

    @property
    def at_most(self) -> int | None:
        """Observations after which it surely stops; None where it need not stop at all."""

    def watch(self) -> Watch:
        """Begin a race."""

    def first_look(self) -> int:
        """How many observations it wants before the first look."""


def score_side(total: int) -> Side:
    """Whoever is ahead; an even race goes to the second, as algorithms 4 and 5 print it."""
    return Side.FIRST if total > 0 else Side.SECOND


__all__ = ["Rule", "Seen", "Side", "Stop", "Watch", "score_side"]
