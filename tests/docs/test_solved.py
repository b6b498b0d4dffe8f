"""The page of solved games, row by row, made again by the commands that it names."""

from __future__ import annotations

import json
import shlex
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

import outwit
from outwit import catalogue
from outwit.cli import run

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "solved.md"


@cache
def rows(columns: int) -> list[list[str]]:
    """The rows of the table with so many columns, their command first."""
    lines = [line for line in PAGE.read_text().splitlines() if line.startswith("| `outwit ")]
    cells = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if len(row) == columns]


def test_the_page_has_all_games_of_two_seats_with_a_small_tree() -> None:
    assert {row[0].split()[2] for row in rows(7)} == {
        "kuhn",
        "leduc",
        "holdem",
        "tictactoe",
        "minimal",
    }
    for game in ("kuhn", "leduc", "holdem"):
        named = {row[0].split()[-1].split(":")[0] for row in rows(5) if row[0].split()[2] == game}
        assert named >= set(catalogue.agents(game)), game


@pytest.mark.parametrize("row", rows(7), ids=lambda row: row[0])
def test_values_sizes_and_bounds(row: list[str]) -> None:
    words = shlex.split(row[0])[2:]
    options = {flag[2:]: value for flag, value in zip(words[1::2], words[2::2], strict=True)}
    solution = outwit.solve(outwit.game(words[0], **options))
    value, low, high = (Fraction(cell) for cell in row[1:4])
    assert solution.proof is not None
    assert low <= solution.proof[0] <= solution.proof[1] <= high
    assert high - low <= Fraction(2, 10**12)
    assert low <= value <= high
    assert [f"{solution.infosets:,}", f"{solution.nodes:,}"] == row[4:6]
    assert f"{(solution.memory or 0) / 1e3:,.1f} kB" == row[6]


@pytest.mark.parametrize("row", rows(5), ids=lambda row: row[0])
def test_exploitabilities(row: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*shlex.split(row[0])[1:], "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [f"{number:.7f}" for number in (*found["value"], found["mean"])] == row[1:4]
    assert found["exact"] == row[4]


def test_who_punishes_is_punished() -> None:
    best = outwit.respond("holdem", ["me", "threshold"], method="policy-iteration")
    assert f"wins {best.mean:.3f} tokens" in PAGE.read_text()
    worse = outwit.respond("holdem", ["me", best.agent()])
    assert f"takes {worse.mean:.3f} from it" in PAGE.read_text()
