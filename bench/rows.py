"""What a measurement is, and the list of all of them."""

from __future__ import annotations

import importlib.util
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
    """How long to measure: rounds of which the best counts, and whether 10^9 games are left out."""

    rounds: int = 15
    quick: bool = False


class Skipped(Exception):
    """A part that this machine cannot measure, with the reason."""


MEASUREMENTS: dict[str, Measurement] = {}
SECONDS: dict[str, float] = {}
"""About how long a part takes, for the estimate of what is left."""


def measurement(name: str, seconds: float = 10.0) -> Callable[[Measurement], Measurement]:
    """Put a function that yields rows into the list under a name for `--only`."""

    def listed(function: Measurement) -> Measurement:
        MEASUREMENTS[name], SECONDS[name] = function, seconds
        return function

    return listed


def needs_openspiel() -> None:
    """Skip what is measured beside OpenSpiel where it is not installed."""
    if importlib.util.find_spec("pyspiel") is None:
        raise Skipped("OpenSpiel is not installed: pip install 'outwit[bench]'")


def best_side_by_side(
    parts: Sequence[Callable[[], object]],
    rounds: int,
    clock: Callable[[], float] = time.thread_time,
) -> list[float]:
    """The least processor time of each part, in seconds; they take turns, round after round.

    `clock` is `time.process_time` for parts that work in threads of their own.

    Taking turns, so that whatever else the machine does meets all of them.
    """
    best = [float("inf")] * len(parts)
    for _ in range(rounds):
        for i, part in enumerate(parts):
            start = clock()
            part()
            best[i] = min(best[i], clock() - start)
    return best
