"""The tables and figures of races in README and docs are what the command makes today."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from outwit.compare.figures import Figure, figures
from outwit.compare.law import law
from outwit.compare.methods import METHODS
from outwit.compare.needed import MEANS, Laws

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "reference" / "races.md"
FOLDER = PAGE.with_suffix("")


def tables(page: Path) -> list[dict[str, list[str]]]:
    """The tables with a column for each mean: rows by method."""
    found: list[dict[str, list[str]]] = []
    head = "| | " + " | ".join(f"{mu:g}" for mu in MEANS) + " |"
    for line in page.read_text(encoding="utf-8").splitlines():
        if line == head:
            found.append({})
        elif line.startswith("| ") and found:
            method, *cells = [cell.strip() for cell in line.strip("|").split("|")]
            found[-1][method] = cells
    return found


def test_all_ten_methods_are_there() -> None:
    games, shares, errors, nobody = tables(PAGE)
    assert list(games) == list(shares) == list(errors) == list(METHODS)
    assert list(nobody) == ["margin", "anytime"]
    assert games["hoeffding"][-1] == games["bernstein"][-1] == "∞"
    assert tables(ROOT / "README.md") == [games]


@pytest.mark.parametrize("method", ["margin", "anytime", "ilebr-star-2"])
def test_rows_come_out_again(method: str) -> None:
    games, _, errors, _ = tables(PAGE)
    for i, mu in enumerate(MEANS):
        found = law(method, mu)
        assert games[method][i] == f"{found.games:,.0f}"
        if found.error > 1e-12:
            assert errors[method][i] == f"{found.error:.2g}"


def test_the_promise_is_kept_for_a_quarter() -> None:
    """As the page shows it: the share of ILEBR* 2's games, its error at the edge."""
    _, shares, errors, _ = tables(PAGE)
    assert all(float(share) <= 0.25 for share in shares["margin"])
    assert all(float(share) <= 0.4 for share in shares["anytime"][:3])
    assert all(float(share) <= 1.0 for share in shares["anytime"])
    assert float(errors["margin"][MEANS.index(0.49)]) <= 0.05


def quick() -> list[Figure]:
    """Those that need no walk: 2.1, 2.2, 2.3."""
    return list(islice(figures(Laws()), 3))


@pytest.mark.parametrize("figure", quick(), ids=lambda f: f.name)
def test_figures_are_the_same_bytes(figure: Figure, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from outwit.papers import curves

    svg = curves.write(figure, tmp_path)
    for made in (svg, svg.with_suffix(".csv")):
        assert made.read_bytes() == (FOLDER / made.name).read_bytes(), made.name


def test_every_figure_is_shown_with_its_data() -> None:
    text = PAGE.read_text(encoding="utf-8")
    shown = {path.name for path in FOLDER.iterdir()}
    numbers = ("2-1", "2-2", "2-3", "2-4", "2-5", "2-6", "2-7a", "2-7b", "2-7c")
    assert {f"figure-{n}.svg" for n in numbers} <= shown
    assert all(f"races/{name})" in text for name in shown)
