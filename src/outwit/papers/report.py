"""The report: a folder of pages that opens offline, its figures, and the data beside them.

    FOLDER/index.html            the papers, each with its numbers
    FOLDER/bluff/index.html      a paper
    FOLDER/bluff/figure-8.svg    a figure drawn again, and figure-8.csv, what it shows
    FOLDER/bluff/claims.json     what `outwit reproduce bluff --json` prints, and claims.csv
    FOLDER/bluff/about.json      which run this was

Papers that were measured in other runs stay in the folder and on its first page.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

import outwit
from outwit.core.errors import UsageError
from outwit.papers import style
from outwit.papers.claim import Claim, Paper
from outwit.papers.entry import FIELDS, Entry, as_plain, tally
from outwit.papers.pages import contents_page, paper_page
from outwit.papers.runner import Run


@dataclass(frozen=True)
class Effort:
    """How hard a run tried."""

    seed: int
    full: bool

    @property
    def flags(self) -> str:
        """Behind `outwit reproduce ...`: the same numbers again."""
        return f"{'--full ' if self.full else ''}--seed {self.seed}"


class About(msgspec.Struct, frozen=True):
    """What the first page says about a paper in the folder."""

    name: str
    title: str
    source: str
    counts: dict[str, int]
    full: bool
    seed: int
    version: str


def write(
    folder: Path, chosen: Sequence[tuple[Paper, Sequence[Claim]]], run: Run, effort: Effort
) -> Path:
    """Write the pages of a run; returns the one to open."""
    pages = []
    try:
        for paper, _ in chosen:
            place = folder / paper.name
            place.mkdir(parents=True, exist_ok=True)
            pages.append(_write_paper(place, paper, run, effort))
        index = folder / "index.html"
        index.write_text(contents_page(_abouts(folder)), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error.strerror}.") from error
    return pages[0] if len(pages) == 1 else index


def _write_paper(place: Path, paper: Paper, run: Run, effort: Effort) -> Path:
    entries = run.of(paper)
    plain = [as_plain(e) for e in entries]
    _write_json(place / "claims.json", plain)
    _write_csv(place / "claims.csv", FIELDS, [list(row.values()) for row in plain])
    counts, version = tally(entries), outwit.__version__
    about = About(paper.name, paper.title, paper.source, counts, effort.full, effort.seed, version)
    _write_json(place / "about.json", about)
    drawn = [*_draw_figures(place, paper, entries), *_draw_beyond(place, paper, run)]
    page = place / "index.html"
    page.write_text(paper_page(paper, entries, run.found, drawn, effort.flags), encoding="utf-8")
    return page


def _draw_figures(place: Path, paper: Paper, entries: Sequence[Entry]) -> list[str]:
    """The figures whose claims were all measured, each with its data as CSV."""
    measured = {e.claim.id for e in entries}
    drawn = []
    for figure in paper.figures:
        needed = [c.id for c in paper.claims if c.section in figure.needs]
        if needed and measured.issuperset(needed):
            shown = [e for e in entries if e.claim.section in figure.needs]
            style.save(
                place / f"{figure.name}.svg",
                partial(figure.draw, entries={e.key: e for e in shown}),
                size=figure.size,
            )
            rows = [list(as_plain(e).values()) for e in shown]
            _write_csv(place / f"{figure.name}.csv", FIELDS, rows)
            drawn.append(figure.name)
    return drawn


def _draw_beyond(place: Path, paper: Paper, run: Run) -> list[str]:
    drawn = []
    for question in paper.beyond:
        found = run.found.get((paper.name, question.name))
        if found is None:
            continue
        _write_csv(place / f"{question.name}.csv", found.head, found.rows)
        for sheet in found.sheets:
            _write_csv(place / f"{question.name}-{sheet.name}.csv", sheet.head, sheet.rows)
        if question.draw is not None:
            style.save(
                place / f"{question.name}.svg",
                partial(question.draw, found=found),
                size=question.size,
            )
            drawn.append(question.name)
    return drawn


def _abouts(folder: Path) -> list[About]:
    """The papers in the folder, by name."""
    found = []
    for path in sorted(folder.glob("*/about.json")):
        try:
            found.append(msgspec.json.decode(path.read_bytes(), type=About))
        except msgspec.DecodeError:
            continue  # not ours, or of another version
    return found


def _write_json(path: Path, value: Any) -> None:
    path.write_bytes(msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n")


def _write_csv(path: Path, head: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(head)
        writer.writerows(rows)


__all__ = ["About", "Effort", "write"]
