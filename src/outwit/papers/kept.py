"""Measurements kept in a run: what was measured before it was broken off is not measured again."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec
import numpy as np

import outwit
from outwit.core.errors import UsageError
from outwit.papers.claim import Claim, Paper
from outwit.papers.judge import OURS, PRINTS
from outwit.papers.lab import Arrays, Lab
from outwit.papers.measured import Measured, Tailed
from outwit.play.rules import mark_of

ROOMS = (
    *("core", "games", "agents", "play", "compare", "solve", "search", "bandits", "learn"),
    *("evolve", "papers"),
)
"""What a measurement may rest on: when their text changes, kept ones are refused."""


class Kept(msgspec.Struct, frozen=True):
    """A measurement as it is kept: with the one interval that the judge asks for."""

    value: float
    games: int
    sd: float | None
    exact: str | None
    again: str
    low: float
    high: float
    error: float
    seconds: float
    reach: tuple[float, float] | None = None
    """Of a `Tailed` measurement its tails, at the error that the judge asks for."""

    def interval(self, error: float) -> tuple[float, float]:
        assert error == self.error, "a kept measurement has the judge's interval alone"
        return self.low, self.high

    def tails(self, error: float) -> tuple[float, float]:
        assert error == PRINTS, "a kept measurement has the judge's tails alone"
        if self.reach is None:
            raise UsageError("The law of the printed figure was not measured.")
        return self.reach


def as_kept(measured: Measured, seconds: float) -> Kept:
    low, high = measured.interval(OURS)
    return Kept(
        float(measured.value),
        int(measured.games),
        None if measured.sd is None else float(measured.sd),
        measured.exact,
        measured.again,
        float(low),
        float(high),
        OURS,
        seconds,
        measured.tails(PRINTS) if isinstance(measured, Tailed) else None,
    )


def packed(kept: Kept) -> bytes:
    """Infinite bounds included, which JSON has not."""
    return msgspec.msgpack.encode(kept)


def unpacked(data: bytes) -> Kept:
    return msgspec.msgpack.decode(data, type=Kept)


def name_of(claim: Claim, reading: str) -> str:
    """The name of a piece: one for each claim and reading."""
    return f"{claim.id} {reading}"


def marks_of(papers: Iterable[Paper], lab: Lab) -> dict[str, tuple[str, int, bool]]:
    """By paper, what all its measurements rest on."""
    return {
        paper.name: (
            mark_of(texts_of_rooms(), *(c.measure for c in paper.claims if c.measure)),
            lab.seed,
            lab.full,
        )
        for paper in papers
    }


@cache
def texts_of_rooms() -> str:
    """A mark of all program text that measurements rest on."""
    texts = hashlib.sha256()
    home = Path(outwit.__file__).parent
    for room in ROOMS:
        for path in sorted((home / room).rglob("*.py")):
            texts.update(path.read_bytes())
    return texts.hexdigest()


def packed_arrays(arrays: Arrays) -> bytes:
    file = io.BytesIO()
    np.savez(file, **arrays)  # type: ignore[arg-type]  # it takes names as keywords
    return file.getvalue()


def unpacked_arrays(data: bytes) -> Arrays:
    with np.load(io.BytesIO(data), allow_pickle=False) as found:
        return dict(found)


__all__ = [
    "Kept",
    "as_kept",
    "marks_of",
    "name_of",
    "packed",
    "packed_arrays",
    "texts_of_rooms",
    "unpacked",
    "unpacked_arrays",
]
