"""The page on what came back says what is measured."""

from __future__ import annotations

import re
from pathlib import Path

from outwit.papers.lab import Lab
from outwit.papers.poker import faults
from outwit.papers.poker.questions import printed_policy
from outwit.papers.poker.strength import worst_case
from outwit.papers.poker.tables import brings, coarse_optimum

PAGE = (Path(__file__).parents[3] / "docs" / "results" / "poker.md").read_text()


def block(head: str) -> list[list[str]]:
    """The rows under the head of a table in plain text; columns are two spaces apart."""
    text = next(b for b in re.findall(r"^```text\n(.*?)^```", PAGE, re.M | re.S) if head in b)
    return [re.split(r"\s{2,}", line) for line in text.splitlines()[1:]]


def test_faults(lab: Lab) -> None:
    found = [[row[0].split(" (")[0], *row[1:4]] for row in faults.find(lab).rows]
    assert block("promised") == found


def test_where_the_printed_policy_is_wrong(lab: Lab) -> None:
    found = [list(row[:5]) for row in printed_policy(lab).rows]
    assert block("loses there") == found


def test_values(lab: Lab) -> None:
    best = brings(lab, "policy-iteration", "threshold", "text")
    assert f"{best.exact_mean} = {best.mean:.6f}" in PAGE
    assert f"wins {coarse_optimum(lab, 'text'):.4f}" in PAGE
    for row, opponent in (("policy-iteration", "random"), ("threshold", "random")):
        found = brings(lab, row, opponent, "text")
        assert f"| {found.mean:.6f} |" in PAGE
        assert f"| {found.sd:.6f} |" in PAGE


def test_how_much_each_loses(lab: Lab) -> None:
    said = dict(re.findall(r"^\| ([\w ]+) \| (\d\.\d{4}) \|$", PAGE, re.M))
    lost = {name: f"{mean:.4f}" for name, mean in worst_case(lab).data}
    assert len(said) == 6
    assert said.items() <= lost.items()
