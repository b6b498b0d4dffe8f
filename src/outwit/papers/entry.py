"""An entry: one claim under one reading, measured and judged; and its plain shape."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from outwit.papers.claim import Claim
from outwit.papers.judge import NOT_MEASURABLE, VERDICTS, Verdict, figures
from outwit.papers.measured import Measured


@dataclass(frozen=True)
class Entry:
    """What became of a claim under a reading.

    `fault`: the reading is a mistake that is shown. `because`: what is known about why the claim
    does not come back, and where it does; part of the verdict's `why`.
    """

    claim: Claim
    reading: str
    measured: Measured | None
    verdict: Verdict
    seconds: float
    fault: bool = False
    because: str = ""

    @property
    def main(self) -> bool:
        """Whether this entry counts in the summary: the claim's first reading."""
        return self.reading == self.claim.readings[0]

    @property
    def key(self) -> tuple[str, str]:
        return self.claim.id, self.reading


FIELDS = (
    *("id", "where", "says", "printed", "rests_on", "reading", "measured", "low", "high"),
    *("exact", "verdict", "why", "games", "seconds"),
)
"""The keys of an entry in JSON and the columns of its CSV."""


def as_plain(entry: Entry) -> dict[str, Any]:
    """An entry as JSON has it: plain numbers, null where there is none."""
    claim, measured, verdict = entry.claim, entry.measured, entry.verdict
    values = (
        claim.id,
        claim.where,
        claim.says,
        claim.printed.number,
        claim.printed.rests_on,
        entry.reading,
        None if measured is None else finite(measured.value),
        None if measured is None else finite(verdict.low),
        None if measured is None else finite(verdict.high),
        None if measured is None else measured.exact,
        verdict.word,
        verdict.why,
        0 if measured is None else measured.games,
        round(entry.seconds, 3),
    )
    return dict(zip(FIELDS, values, strict=True))


def finite(value: float) -> float | None:
    """JSON has no infinity."""
    return float(value) if math.isfinite(value) else None


def ours_text(entry: Entry) -> str:
    """What we measured, in the measure of the print."""
    if entry.measured is None:
        return "–"
    low, high = entry.verdict.low, entry.verdict.high
    return entry.claim.printed.tell(entry.measured.value, figures(low, high))


def range_text(entry: Entry) -> str:
    """Our interval: '25.9 % to 26.8 %'; empty where the value is exact."""
    low, high = entry.verdict.low, entry.verdict.high
    if entry.measured is None or entry.measured.games == 0 or entry.claim.printed.number is None:
        return ""
    digits = figures(low, high)
    return f"{entry.claim.printed.tell(low, digits)} to {entry.claim.printed.tell(high, digits)}"


def tally(entries: Sequence[Entry]) -> dict[str, int]:
    """How many claims got which verdict, each counted once, under its first reading."""
    counts = dict.fromkeys(VERDICTS, 0)
    for entry in entries:
        if entry.main:
            counts[entry.verdict.word] += 1
    return counts


def unmeasured(claim: Claim, reading: str, why: str) -> Entry:
    """A claim that cannot be measured."""
    return Entry(claim, reading, None, Verdict(NOT_MEASURABLE, why), 0.0)
