"""What a measurement is, and the list of all of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

Sense = Literal["at least", "at most", "shown"]


@dataclass(frozen=True)
class Row:
    """One line of the table.

    `hold` is what has to be reached (None: only shown), `sense` on which side of it to be.
    """

    name: str
    measured: float
    unit: str = ""
    hold: float | None = None
    sense: Sense = "at least"
    note: str = ""

    @property
    def reached(self) -> bool | None:
        if self.hold is None:
            return None
        return (
            self.measured >= self.hold if self.sense == "at least" else self.measured <= self.hold
        )


Measurement = Callable[["Settings"], Iterator[Row]]


@dataclass(frozen=True)
class Settings:
    """How long to measure: rounds of which the best counts, and whether the long run is made."""

    rounds: int = 15
    long: bool = False


MEASUREMENTS: dict[str, Measurement] = {}


def measurement(name: str) -> Callable[[Measurement], Measurement]:
    """Put a function that yields rows into the list under a name for `--only`."""

    def listed(function: Measurement) -> Measurement:
        MEASUREMENTS[name] = function
        return function

    return listed


def best_side_by_side(parts: Sequence[Callable[[], object]], rounds: int) -> list[float]:
    """The least processor time of each part, in seconds; they take turns, round after round.

    Taking turns, so that whatever else the machine does meets all of them.
    """
    best = [float("inf")] * len(parts)
    for _ in range(rounds):
        for i, part in enumerate(parts):
            start = time.thread_time()
            part()
            best[i] = min(best[i], time.thread_time() - start)
    return best
