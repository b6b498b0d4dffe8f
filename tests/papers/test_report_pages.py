"""The report: complete, offline, the same figures when built again."""

from __future__ import annotations

import csv
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from outwit.core.errors import UsageError
from outwit.papers.beyond import Beyond, Found
from outwit.papers.claim import Paper
from outwit.papers.html import Html, tag
from outwit.papers.report import Effort, write
from outwit.papers.runner import reproduce
from outwit.play.where import Where

EFFORT = Effort(seed=1, full=False)


@pytest.fixture(scope="module")
def folder(kuhn: Paper, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    write(folder, [(kuhn, kuhn.claims)], reproduce([(kuhn, kuhn.claims)]), EFFORT)
    return folder


class Checker(HTMLParser):
    """Elements are closed in the order in which they were opened; links are collected."""

    def __init__(self) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.links: list[str] = []
        self.text: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        if name not in ("img", "meta", "br", "link"):
            self.stack.append(name)
        self.links += [v for k, v in attributes if k in ("href", "src") and v]
        self.ids += [v for k, v in attributes if k == "id" and v]

    def handle_endtag(self, name: str) -> None:
        assert self.stack.pop() == name

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def checked(path: Path) -> Checker:
    checker = Checker()
    checker.feed(path.read_text(encoding="utf-8"))
    checker.close()
    assert checker.stack == []
    return checker


def test_every_link_leads_somewhere_in_the_folder(folder: Path) -> None:
    pages = list(folder.rglob("*.html"))
    assert len(pages) == 2
    for page in pages:
        found = checked(page)
        assert len(set(found.ids)) == len(found.ids)
        for link in found.links:
            if link.startswith("#"):
                assert link[1:] in found.ids
            else:
                assert (page.parent / link).is_file(), link


def test_nothing_is_fetched_from_elsewhere(folder: Path) -> None:
    for page in folder.rglob("*.html"):
        assert not re.search(r"(?:https?:)?//[a-z]", page.read_text(encoding="utf-8"))


def test_what_does_not_come_back_is_read_first(folder: Path) -> None:
    text = " ".join(checked(folder / "kuhn" / "index.html").text)
    missing, table = text.index("What does not come back"), text.index("Value · of the first")
    assert missing < text.index("Nobody wins so often.") < table


def test_each_cell_has_printed_measured_verdict_and_way_back(folder: Path) -> None:
    text = " ".join(checked(folder / "kuhn" / "index.html").text)
    for part in ("-0.06", "-0.057", "reproduced", "99.98 % interval", "reading never"):
        assert part in text
    assert "outwit reproduce kuhn.value.mean --seed 1" in text
    assert "outwit match kuhn" in text


def test_data_beside_the_page(folder: Path) -> None:
    place = folder / "kuhn"
    entries = json.loads((place / "claims.json").read_text())
    with (place / "claims.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [r["id"] for r in rows] == [e["id"] for e in entries]
    assert float(rows[0]["measured"]) == entries[0]["measured"]
    with (place / "figure-1.csv").open(newline="") as file:
        assert {r["id"] for r in csv.DictReader(file)} == {"kuhn.value.mean", "kuhn.value.wins"}


def test_figures_are_the_same_bytes_when_built_again(
    kuhn: Paper, folder: Path, tmp_path: Path
) -> None:
    write(
        tmp_path,
        [(kuhn, kuhn.claims)],
        reproduce([(kuhn, kuhn.claims)], where=Where(threads=1)),
        EFFORT,
    )
    figure = (folder / "kuhn" / "figure-1.svg").read_bytes()
    assert figure == (tmp_path / "kuhn" / "figure-1.svg").read_bytes()
    assert b"currentColor" in figure
    assert b"prefers-color-scheme" in figure


def test_papers_of_other_runs_stay_on_the_first_page(kuhn: Paper, tmp_path: Path) -> None:
    from dataclasses import replace

    other = replace(
        kuhn, title="Another <paper>", name="other", claims=(), figures=(), sentences=()
    )
    run = reproduce([(kuhn, kuhn.claims)])
    write(tmp_path, [(kuhn, kuhn.claims)], run, EFFORT)
    write(tmp_path, [(other, ())], reproduce([]), EFFORT)
    text = " ".join(checked(tmp_path / "index.html").text)
    assert kuhn.title in text
    assert "Another <paper>" in text


def test_beyond_the_paper(kuhn: Paper, tmp_path: Path) -> None:
    from dataclasses import replace

    def draw(axes: object, found: Found) -> None:
        axes.plot(found.data)  # type: ignore[attr-defined]

    question = Beyond(
        "seats",
        "Who wins more?",
        lambda lab: Found(("seat", "share"), [("1", "0.4"), ("2", "0.6")], ["The second."], [4, 6]),
        draw,
    )
    paper = replace(kuhn, beyond=[question])
    run = reproduce([(paper, paper.claims)], beyond=True)
    write(tmp_path, [(paper, paper.claims)], run, EFFORT)
    page = checked(tmp_path / "kuhn" / "index.html")
    assert "The second." in page.text
    assert "seats.svg" in page.links
    assert (tmp_path / "kuhn" / "seats.csv").read_text().splitlines()[1] == "1,0.4"


def test_a_folder_that_is_a_file_is_refused(kuhn: Paper, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    with pytest.raises(UsageError, match="cannot be written"):
        write(tmp_path / "taken", [(kuhn, ())], reproduce([]), EFFORT)


def test_text_is_escaped_and_elements_are_not() -> None:
    assert tag("p", "a < b & c", class_="x") == '<p class="x">a &lt; b &amp; c</p>'
    assert tag("p", Html("<b>1</b>")) == "<p><b>1</b></p>"
    assert tag("a", "x", href='"quoted"') == '<a href="&quot;quoted&quot;">x</a>'
