"""Claims as data: what a paper says, where, under which reading, and how to measure it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from outwit.core.errors import UsageError
from outwit.papers.measured import Measured
from outwit.papers.printed import Printed

if TYPE_CHECKING:
    from outwit.papers.beyond import Beyond
    from outwit.papers.entry import Entry
    from outwit.papers.lab import Lab

Measure = Callable[["Lab", str], Measured]
"""Measures a claim in a lab under the reading of that name."""

TEXT = "text"
"""The name of the literal reading; every paper has it without saying so."""


@dataclass(frozen=True)
class Reading:
    """A named way to take the text where it is vague, or, with `fault`, a mistake.

    A fault is not a way to take the text: it is what makes a wrong print come out. Its measurement
    stands beside the claim and never counts for it.
    """

    name: str
    says: str
    fault: bool = False


@dataclass(frozen=True)
class Claim:
    """One figure or one sentence of a paper.

    id        'bluff.table3.1234.smart': paper, section, and (row, column) or a name
    where     'table 3, row 1234, SAI'
    printed   what stands there (outwit.papers.printed)
    measure   the function that measures it; None where that cannot be done, with `cannot`
    says      for words: the sentence, in our words
    tested    for words: how it was made testable
    readings  under which it is measured; the first counts in the summary
    shares    claims with the same key share their measurement and are run one after another
    cost      how long it takes, in parts of the paper's shortest measurement
    note      what is known about why it does not come back; shown where it does not
    cannot    why it cannot be measured
    """

    id: str
    where: str
    printed: Printed
    measure: Measure | None
    says: str = ""
    tested: str = ""
    readings: tuple[str, ...] = (TEXT,)
    shares: str = ""
    cost: float = 1.0
    note: str = ""
    cannot: str = ""

    def __post_init__(self) -> None:
        if self.id.count(".") < 2:
            raise UsageError(f"A claim's id is paper.section.name, not {self.id}.")
        if (self.measure is None) != bool(self.cannot):
            raise UsageError(
                f"{self.id}: give a measurement, or say in `cannot` why there is none."
            )
        if self.printed.number is None and not self.says:
            raise UsageError(f"{self.id}: a claim in words needs its sentence in `says`.")
        if self.printed.number is None and self.measure is not None and not self.tested:
            raise UsageError(f"{self.id}: say in `tested` how the sentence was made testable.")
        if not self.readings:
            raise UsageError(f"{self.id}: name at least one reading.")

    @property
    def section(self) -> str:
        return self.id.split(".")[1]

    @property
    def cell(self) -> tuple[str, str] | None:
        """(row, column) where the claim is a cell of a table."""
        parts = self.id.split(".")
        return (parts[2], parts[3]) if len(parts) == 4 else None


Entries = Mapping[tuple[str, str], "Entry"]
"""What was measured, by claim id and reading."""


class DrawFigure(Protocol):
    """Draws the entries of a figure's sections on matplotlib axes."""

    def __call__(self, axes: Any, entries: Entries) -> None: ...


@dataclass(frozen=True)
class Sentence:
    """A sentence of result that compares, in our words, and the claims that test it.

    A paper's sentences are its index: nothing that it states as found goes unmeasured.
    """

    where: str
    says: str
    claims: tuple[str, ...]


@dataclass(frozen=True)
class Figure:
    """A figure of a paper, drawn again: `draw(axes, entries)` on matplotlib axes.

    `needs` names the sections whose claims it shows; without all of them there is no figure.
    `entries` are theirs.
    `size` is in inches where the usual one does not do.
    """

    name: str
    title: str
    draw: DrawFigure
    needs: tuple[str, ...]
    size: tuple[float, float] | None = None


@dataclass(frozen=True)
class Paper:
    """A paper: its claims, the sections they stand in, its readings and figures.

    `about` is what the paper does, in a few sentences of ours. `sections` maps the second part of a
    claim's id to a heading. `beyond` is what can be asked on the way but is not in the paper.
    """

    name: str
    title: str
    source: str
    claims: Sequence[Claim]
    sections: dict[str, str]
    about: str = ""
    readings: Sequence[Reading] = ()
    figures: Sequence[Figure] = ()
    sentences: Sequence[Sentence] = ()
    beyond: Sequence[Beyond] = ()

    def __post_init__(self) -> None:
        seen: set[str] = set()
        names = {reading.name for reading in self.readings} | {TEXT}
        for claim in self.claims:
            if claim.id in seen:
                raise UsageError(f"Two claims have the id {claim.id}.")
            seen.add(claim.id)
            if claim.id.split(".")[0] != self.name:
                raise UsageError(f"{claim.id} does not begin with its paper's name, {self.name}.")
            if claim.section not in self.sections:
                raise UsageError(f"{claim.id}: {self.name} has no section {claim.section}.")
            for reading in claim.readings:
                if reading not in names:
                    raise UsageError(f"{claim.id}: {self.name} has no reading {reading}.")
        for sentence in self.sentences:
            for claim_id in sentence.claims:
                if claim_id not in seen:
                    raise UsageError(f"{sentence.where}: there is no claim {claim_id}.")

    def is_fault(self, reading: str) -> bool:
        return any(r.name == reading and r.fault for r in self.readings)
