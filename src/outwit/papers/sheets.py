"""Tables of the report: a cell of a paper's table again, and lists of findings."""

from __future__ import annotations

from collections.abc import Sequence

from outwit.papers.claim import Claim
from outwit.papers.entry import Entry, ours_text, range_text
from outwit.papers.html import Html, tag, together
from outwit.papers.judge import CONTRADICTED, NOT_MEASURABLE, OURS, REPRODUCED, UNDECIDED

LEVEL = f"{100.0 * (1.0 - OURS):g} %"
"""Of the intervals of what we measured."""
MARKS = {REPRODUCED: "✓", CONTRADICTED: "✗", UNDECIDED: "?", NOT_MEASURABLE: "–"}
"""Colour helps, the mark tells."""


def css_class(word: str) -> str:
    return word.replace(" ", "-")


FULL_ENOUGH = 0.6
"""The part of a table's places that must be cells for it to be shown as a table."""
SMALLEST = 4
"""Cells of the smallest table; fewer are told one by one."""


def as_tables(entries: Sequence[Entry]) -> tuple[list[list[Entry]], list[Entry]]:
    """Cells that make tables, and the rest, which is told one by one.

    Cells belong together that share rows or columns, directly or through others.
    """
    parts: list[tuple[set[str], list[Entry]]] = []
    single = []
    for entry in entries:
        cell = entry.claim.cell
        if cell is None or entry.claim.printed.number is None:
            single.append(entry)
            continue
        lines = {f"row {cell[0]}", f"column {cell[1]}"}
        joined = [part for part in parts if part[0] & lines]
        mine = [e for _, held in joined for e in held] + [entry]
        parts = [part for part in parts if not part[0] & lines]
        parts.append((lines.union(*(known for known, _ in joined)), mine))
    tables = []
    for lines, mine in parts:
        across = sum(line.startswith("row") for line in lines)
        cells = len({e.claim.cell for e in mine})
        if cells >= max(SMALLEST, FULL_ENOUGH * across * (len(lines) - across)):
            tables.append(mine)
        else:
            single += mine
    place = {entry.key: i for i, entry in enumerate(entries)}
    return tables, sorted(single, key=lambda e: place[e.key])


def cell_table(entries: Sequence[Entry], flags: str) -> Html:
    """A table as the paper has it: printed, measured and verdict in each cell."""
    by_cell: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        assert entry.claim.cell is not None
        by_cell.setdefault(entry.claim.cell, []).append(entry)
    rows = list(dict.fromkeys(row for row, _ in by_cell))
    columns = list(dict.fromkeys(column for _, column in by_cell))
    head = tag("tr", tag("th"), *(tag("th", column) for column in columns))
    body = [
        tag("tr", tag("th", row), *(_cell(by_cell.get((row, c), []), flags) for c in columns))
        for row in rows
    ]
    return tag("table", tag("thead", head), tag("tbody", *body), class_="cells")


LEGEND = "Printed above, measured below; a click tells the rest."


def _cell(entries: Sequence[Entry], flags: str) -> Html:
    main = next((e for e in entries if e.main), None)
    if main is None:
        return tag("td")
    word = main.verdict.word
    summary = tag(
        "summary",
        tag("span", main.claim.printed.text().split(" of ")[0], class_="printed"),
        tag("br"),
        tag("span", ours_text(main), " ", tag("span", MARKS[word], class_="mark")),
        title=main.verdict.why,
    )
    return tag("td", tag("details", summary, details(entries, flags)), class_=css_class(word))


def list_table(shown: Sequence[Entry], flags: str, entries: Sequence[Entry]) -> Html:
    """One line for each entry; `entries` are where its other readings are looked up."""
    siblings: dict[str, list[Entry]] = {}
    for entry in entries:
        siblings.setdefault(entry.claim.id, []).append(entry)
    heads = ("where", "printed", "measured", "verdict")
    head = tag("tr", *(tag("th", word) for word in heads))
    body = [_line(entry, siblings.get(entry.claim.id, [entry]), flags) for entry in shown]
    return tag("table", tag("thead", head), tag("tbody", *body), class_="list")


def _line(entry: Entry, siblings: Sequence[Entry], flags: str) -> Html:
    claim, word = entry.claim, entry.verdict.word
    what = tag("strong", claim.where)
    if claim.says:
        what = together(what, tag("br"), claim.says)
    # Where printed and measured stand beside it, the reason is enough.
    told = "" if word == REPRODUCED else entry.verdict.why
    if claim.printed.number is not None and entry.because:
        told = entry.because
    verdict = tag("summary", tag("span", f"{MARKS[word]} {word}", class_="mark"), f" {told}")
    printed = "" if claim.printed.number is None else claim.printed.text()
    return tag(
        "tr",
        tag("td", what),
        tag("td", printed, data_head="printed" if printed else ""),
        tag("td", ours_text(entry), data_head="measured"),
        tag("td", tag("details", verdict, details(siblings, flags)), class_=css_class(word)),
    )


def details(entries: Sequence[Entry], flags: str) -> Html:
    """What a click tells: reading by reading, then how to run it again."""
    claim = entries[0].claim
    parts = [tag("p", tag("b", claim.where), f": {claim.printed.text()}")]
    if claim.tested:
        parts.append(tag("p", f"Tested: {claim.tested}"))
    parts += [_under_reading(entry) for entry in entries]
    if claim.measure is not None:
        parts.append(_again(claim, flags))
    seen = {e.measured.again for e in entries if e.measured is not None and e.measured.again}
    parts += [_command(text) for text in sorted(seen)]
    return tag("div", *parts, class_="more")


def _under_reading(entry: Entry) -> Html:
    word = entry.verdict.word
    said = f" {ours_text(entry)}"
    if inside := range_text(entry):
        said += f", {LEVEL} interval {inside}"
    if entry.measured is not None and entry.measured.games:
        said += f", {entry.measured.games:,} games"
    if entry.measured is not None and entry.measured.exact:
        said += f", exactly {entry.measured.exact}"
    kind = "fault" if entry.fault else "reading"
    return tag(
        "p",
        tag("span", MARKS[word], class_=f"mark {css_class(word)}"),
        f" {kind} {entry.reading}:{said}. ",
        tag("span", entry.verdict.why, class_="soft"),
    )


def _again(claim: Claim, flags: str) -> Html:
    return _command(f"outwit reproduce {claim.id} {flags}")


def _command(text: str) -> Html:
    return tag("div", tag("code", text), tag("button", "copy", type="button"), class_="again")


__all__ = [
    "LEGEND",
    "MARKS",
    "as_tables",
    "cell_table",
    "css_class",
    "details",
    "list_table",
    "together",
]
