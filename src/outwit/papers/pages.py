"""The pages of the report: the first page, and one page a paper. Text in, HTML out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from outwit.papers.beyond import Beyond, Found
from outwit.papers.claim import Paper
from outwit.papers.entry import Entry, tally
from outwit.papers.html import Html, tag, together
from outwit.papers.judge import CONTRADICTED, NOT_MEASURABLE, UNDECIDED, VERDICTS
from outwit.papers.sheets import LEGEND, MARKS, as_tables, cell_table, css_class, list_table
from outwit.papers.summary import not_back

if TYPE_CHECKING:
    from outwit.papers.report import About

COPY = """
document.addEventListener("click", event => {
  const button = event.target.closest("button");
  if (!button) return;
  const text = button.previousElementSibling.textContent;
  const done = () => { button.textContent = "copied"; };
  if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, () => select(button));
  else select(button);
});
addEventListener("beforeprint", () => {
  for (const part of document.querySelectorAll("details.folded")) part.open = true;
});
function select(button) {
  const range = document.createRange();
  range.selectNodeContents(button.previousElementSibling);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
}
"""


@cache
def _css() -> str:
    return files("outwit.papers").joinpath("report.css").read_text(encoding="utf-8")


def _page(title: str, *body: str) -> str:
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        tag("style", Html(_css())),
    )
    script = tag("script", Html(COPY))
    html = tag("html", head, tag("body", *body, script), lang="en")
    return f"<!doctype html>\n{html}\n"


def contents_page(papers: Sequence[About]) -> str:
    """The first page: a paper a line, with its numbers."""
    rows = [
        tag(
            "tr",
            tag("td", tag("a", about.title, href=f"{about.name}/index.html"), _under(about.source)),
            *(
                tag("td", str(about.counts[word]), class_=css_class(word), data_head=word)
                for word in VERDICTS
            ),
            tag("td", f"{'full' if about.full else 'quick'}, seed {about.seed}", data_head="run"),
        )
        for about in papers
    ]
    head = tag("tr", *(tag("th", word) for word in ("paper", *VERDICTS, "run")))
    return _page(
        "What comes back",
        tag("h1", "What comes back, and what does not"),
        tag(
            "p",
            "Each figure and each finding of these papers is a claim. It was measured again and "
            "judged by one rule: a claim that is true is called contradicted at most once in a "
            "thousand. Contradicted claims stay, with the reason where it is known.",
        ),
        tag("table", tag("thead", head), tag("tbody", *rows), class_="list"),
    )


def _under(text: str) -> Html:
    return tag("div", text, class_="soft") if text else Html("")


def paper_page(
    paper: Paper,
    entries: Sequence[Entry],
    found: Mapping[tuple[str, str], Found],
    drawn: Sequence[str],
    flags: str,
) -> str:
    """All about a paper; what does not come back is the first thing one reads."""
    parts = [
        _nav(paper, entries),
        tag("h1", paper.title),
        tag("p", paper.source, class_="soft"),
        *(tag("p", part) for part in paper.about.split("\n\n") if part),
        _numbers(entries),
        _other_readings(paper, entries),
        tag("h2", "What does not come back, and why", id="not-back"),
        _not_back(paper, entries, flags),
    ]
    for section, heading in paper.sections.items():
        parts.append(_section(paper, section, heading, entries, flags))
    figures = [f for f in paper.figures if f.name in drawn]
    answered = [q for q in paper.beyond if (paper.name, q.name) in found]
    curves = [q for q in answered if q.redrawn]
    if figures or curves:
        parts.append(tag("h2", "Figures, drawn again", id="figures"))
        parts += [_figure(f.name, f.title) for f in figures]
        parts += [_beyond(q, found[paper.name, q.name], q.name in drawn) for q in curves]
    beyond = [q for q in answered if not q.redrawn]
    if beyond:
        parts.append(tag("h2", "Beyond the paper", id="beyond"))
        parts += [_beyond(q, found[paper.name, q.name], q.name in drawn) for q in beyond]
    parts += [_readings(paper), _sentences(paper, entries), _footer(paper, flags)]
    return _page(paper.title, *parts)


def _nav(paper: Paper, entries: Sequence[Entry]) -> Html:
    shown = {e.claim.section for e in entries}
    links = [tag("a", "all papers", href="../index.html")]
    links += [
        tag("a", heading.split("   ")[0], href=f"#{section}")
        for section, heading in paper.sections.items()
        if section in shown
    ]
    return tag("nav", *(together(link, " · ") for link in links[:-1]), links[-1])


def _numbers(entries: Sequence[Entry]) -> Html:
    counts = tally(entries)
    return tag(
        "ul",
        *(
            tag("li", tag("b", str(counts[word])), f"{MARKS[word]} {word}", class_=css_class(word))
            for word in VERDICTS
            if counts[word]
        ),
        class_="numbers",
    )


def _other_readings(paper: Paper, entries: Sequence[Entry]) -> Html:
    """What the other readings make of the same claims."""
    rows = []
    for reading in paper.readings:
        other = [e.verdict.word for e in entries if e.reading == reading.name and not e.main]
        first = [
            e.verdict.word
            for e in entries
            if e.main and reading.name in e.claim.readings and e.reading != reading.name
        ]
        if other and not reading.fault:
            rows.append(_beside(reading.name, other, first))
    if not rows:
        return together()
    head = tag("tr", *(tag("th", word) for word in ("reading", "claims", *VERDICTS)))
    return together(
        tag(
            "p",
            "Counted is the first reading of each claim. Other readings, on the claims that were "
            "measured under both; in brackets what the first says of the same claims:",
        ),
        tag("div", tag("table", tag("thead", head), tag("tbody", *rows)), class_="scroll"),
    )


def _beside(name: str, other: Sequence[str], first: Sequence[str]) -> Html:
    """A reading's verdicts, and those of the first reading on the same claims."""
    cells = [f"{other.count(word)} ({first.count(word)})" for word in VERDICTS]
    return tag("tr", *(tag("td", text) for text in (name, f"{len(other)}", *cells)))


def _not_back(paper: Paper, entries: Sequence[Entry], flags: str) -> Html:
    """What has a reason or is a sentence; then other cells by their tables; what is open last."""
    missing = not_back(entries)
    if not missing:
        return tag("p", "Everything that was measured comes back.")
    wrong = [e for e in missing if e.verdict.word == CONTRADICTED]
    telling = [e for e in wrong if e.claim.note or e.claim.printed.number is None]
    parts = [list_table(telling, flags, entries)] if telling else []
    rest = [e for e in wrong if e not in telling]
    for section, heading in paper.sections.items():
        mine = [e for e in rest if e.claim.section == section]
        parts += _folded(
            f"{_heading(heading)}: {len(mine)} more {CONTRADICTED}", mine, flags, entries
        )
    for word in (UNDECIDED, NOT_MEASURABLE):
        mine = [e for e in missing if e.verdict.word == word]
        parts += _folded(f"{len(mine)} {word}", mine, flags, entries)
    return together(*parts)


def _folded(title: str, shown: Sequence[Entry], flags: str, entries: Sequence[Entry]) -> list[Html]:
    if not shown:
        return []
    mark = MARKS[shown[0].verdict.word]
    head = tag("summary", tag("h3", f"{mark} {title}"))
    return [tag("details", head, list_table(shown, flags, entries), class_="folded")]


def _section(
    paper: Paper, section: str, heading: str, entries: Sequence[Entry], flags: str
) -> Html:
    mine = [e for e in entries if e.claim.section == section]
    if not mine:
        return Html("")
    tables, single = as_tables(mine)
    parts = [tag("h2", _heading(heading), id=section)]
    if tables:
        parts.append(tag("p", LEGEND, class_="soft"))
        drawn = [tag("div", cell_table(cells, flags), class_="scroll") for cells in tables]
        parts.append(tag("div", *drawn, class_="tables"))
    others = [e for e in single if e.main]
    if others:
        parts.append(list_table(others, flags, mine))
    return together(*parts)


def _heading(heading: str) -> str:
    """'Table 2   self-play' of the terminal as a heading of a page."""
    return heading.replace("   ", " · ")


def _figure(name: str, title: str) -> Html:
    data = tag("a", "data", href=f"{name}.csv")
    return tag(
        "figure",
        tag("img", src=f"{name}.svg", alt=title),
        tag("figcaption", title, " (", data, ")"),
    )


def _beyond(question: Beyond, found: Found, drawn: bool) -> Html:
    head = tag("tr", *(tag("th", word) for word in found.head))
    rows = [tag("tr", *(tag("td", cell) for cell in row)) for row in found.rows]
    parts = [tag("h3", question.title, id=question.name)]
    parts += [tag("p", sentence) for sentence in found.says]
    if drawn:
        parts.append(_figure(question.name, question.title))
    for sheet in found.sheets:
        parts.append(tag("p", tag("a", sheet.title, href=f"{question.name}-{sheet.name}.csv")))
    table = tag("div", tag("table", tag("thead", head), tag("tbody", *rows)), class_="scroll")
    parts.append(tag("details", tag("summary", "the table"), table) if len(rows) > 30 else table)
    return together(*parts)


def _readings(paper: Paper) -> Html:
    if not paper.readings:
        return Html("")
    rows = [
        tag("tr", tag("td", r.name), tag("td", r.says + (" (a fault)" if r.fault else "")))
        for r in paper.readings
    ]
    return together(
        tag("h2", "Readings", id="readings"),
        tag(
            "p", "How the text was taken where it is vague. The first one named for a claim counts."
        ),
        tag("div", tag("table", *rows), class_="scroll"),
    )


def _sentences(paper: Paper, entries: Sequence[Entry]) -> Html:
    """The index of findings, each with the verdicts on what it claims."""
    if not paper.sentences:
        return Html("")
    words = {e.claim.id: e for e in entries if e.main}
    rows = []
    for sentence in paper.sentences:
        verdicts = [words[c].verdict.word for c in sentence.claims if c in words]
        marks = [
            tag("span", f"{MARKS[w]} {verdicts.count(w)} ", class_=css_class(w))
            for w in VERDICTS
            if w in verdicts
        ]
        rows.append(
            tag("tr", tag("td", sentence.where), tag("td", sentence.says), tag("td", *marks))
        )
    head = tag("tr", tag("th", "where"), tag("th", "finding, in our words"), tag("th", "claims"))
    return together(
        tag("h2", "Index of findings", id="sentences"),
        tag("div", tag("table", tag("thead", head), tag("tbody", *rows)), class_="scroll"),
    )


def _footer(paper: Paper, flags: str) -> Html:
    import outwit

    return tag(
        "footer",
        tag(
            "p", "All of it again: ", tag("code", f"outwit reproduce {paper.name} {flags} --report")
        ),
        tag(
            "p",
            f"outwit {outwit.__version__}. The same as data: ",
            tag("a", "claims.csv", href="claims.csv"),
            ", ",
            tag("a", "claims.json", href="claims.json"),
            ".",
        ),
    )


__all__ = ["contents_page", "paper_page"]
