"""How the paper's claims are written down."""

from __future__ import annotations

from outwit.papers.claim import Claim, Measure
from outwit.papers.printed import Constant, Words

RULES_ALL = ("text", "even-boards", "board-pairs")
RULES_RANDOM = ("text", "even-boards")
"""How Threshold takes a pair on the board is nothing to a game against Random."""


def count(
    name: str,
    where: str,
    printed: int,
    measure: Measure,
    *,
    says: str = "",
    readings: tuple[str, ...] = RULES_ALL,
    shares: str = "exact",
    note: str = "",
) -> Claim:
    """So many states, pairs or rounds."""
    return Claim(
        id=f"poker.{name}",
        where=where,
        printed=Constant(printed, 1.0),
        measure=measure,
        says=says,
        readings=readings,
        shares=shares,
        note=note,
    )


def words(
    name: str,
    where: str,
    says: str,
    tested: str,
    measure: Measure,
    *,
    readings: tuple[str, ...] = RULES_ALL,
    shares: str = "exact",
    note: str = "",
) -> Claim:
    """A sentence, and how it was made testable."""
    return Claim(
        id=f"poker.{name}",
        where=where,
        printed=Words(),
        measure=measure,
        says=says,
        tested=tested,
        readings=readings,
        shares=shares,
        note=note,
    )


__all__ = ["RULES_ALL", "RULES_RANDOM", "count", "words"]
