"""A run in plain words: three numbers a section, then what does not come back."""

from __future__ import annotations

from collections.abc import Sequence

from outwit.papers.claim import Paper
from outwit.papers.entry import Entry, ours_text, tally
from outwit.papers.judge import CONTRADICTED, NOT_MEASURABLE, UNDECIDED, VERDICTS


def counts_rows(paper: Paper, entries: Sequence[Entry]) -> list[list[str]]:
    """Section, heading, and how many claims got each verdict; the whole paper last."""
    rows = []
    for section, heading in paper.sections.items():
        mine = [e for e in entries if e.claim.section == section]
        if mine:
            rows.append([heading, *_counts(mine)])
    return [*rows, ["together", *_counts(entries)]]


def _counts(entries: Sequence[Entry]) -> list[str]:
    counts = tally(entries)
    return [str(counts[word]) for word in VERDICTS]


def not_back(entries: Sequence[Entry]) -> list[Entry]:
    """The entries that count and do not come back, contradicted ones first."""
    order = (CONTRADICTED, UNDECIDED, NOT_MEASURABLE)
    found = [e for e in entries if e.main and e.verdict.word in order]
    return sorted(found, key=lambda e: order.index(e.verdict.word))


def not_back_rows(entries: Sequence[Entry]) -> list[list[str]]:
    """Where, printed, measured, and why."""
    return [
        [e.claim.where, e.claim.printed.text(), ours_text(e), reason(e)]
        for e in not_back(entries)
        if e.verdict.word == CONTRADICTED
    ]


def reason(entry: Entry) -> str:
    """Why a claim does not come back: what is known, or what the figures say."""
    if entry.claim.printed.number is not None:
        return entry.because
    return f"{entry.claim.says}. {entry.verdict.why}"


__all__ = ["counts_rows", "not_back", "not_back_rows", "reason"]
