"""What the paper's runs are measured by: line-ups under a reading, and what is read off them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from outwit.papers.bluff.readings import NAMED, game_of, line_up
from outwit.papers.claim import Measure
from outwit.papers.lab import Lab
from outwit.papers.measured import Frequency, Measured
from outwit.papers.played import PlayedOut

QUICK, FULL = 40_000, 600_000
"""Games of a line-up; the paper plays 300."""
ALL = tuple(NAMED)


def played(lab: Lab, reading: str, names: Sequence[str]) -> PlayedOut:
    """A line-up in its seats, on new deals, as the paper plays."""
    taken = NAMED[reading]
    games = lab.games(quick=QUICK, full=FULL)
    return lab.play(game_of(taken, len(names)), line_up(tuple(names), taken), games)


def in_all_orders(lab: Lab, reading: str, names: Sequence[str]) -> PlayedOut:
    """A line-up in all its seat orders, each as often."""
    taken = NAMED[reading]
    games = lab.games(quick=3 * QUICK, full=2 * FULL)
    agents = line_up(tuple(names), taken)
    return lab.play(game_of(taken, len(names)), agents, games, order="balanced", deals="shared")


def wins(names: Sequence[str], seat: int) -> Measure:
    """The share of games that the seat (from 0) wins in a line-up."""
    return lambda lab, reading: played(lab, reading, names).wins(seat, seat)


def pooled(parts: Sequence[Measured]) -> Frequency:
    """Wins over several line-ups, as often played each, as one count.

    The rates differ from line-up to line-up, which makes the count vary less than one rate's would:
    the interval is on the safe side.
    """
    counts = [part for part in parts if isinstance(part, Frequency)]
    assert len(counts) == len(parts)
    return Frequency(sum(c.count for c in counts), sum(c.games for c in counts), counts[0].again)


@dataclass(frozen=True)
class Spread:
    """The standard deviation of several rates, each known within its interval.

    A rate that moves by h moves the deviation by at most h: so it lies within the widest reach.
    """

    parts: Sequence[Measured]
    sd: float | None = None
    exact: str | None = None
    again: str = ""

    @property
    def value(self) -> float:
        rates = [part.value for part in self.parts]
        mean = sum(rates) / len(rates)
        return math.sqrt(sum((rate - mean) ** 2 for rate in rates) / len(rates))

    @property
    def games(self) -> int:
        return sum(part.games for part in self.parts)

    def interval(self, error: float) -> tuple[float, float]:
        reach = 0.0
        for part in self.parts:
            low, high = part.interval(error / len(self.parts))
            reach = max(reach, part.value - low, high - part.value)
        return max(self.value - reach, 0.0), self.value + reach


__all__ = ["ALL", "Spread", "in_all_orders", "played", "pooled", "wins"]
