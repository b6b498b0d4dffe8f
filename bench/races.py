"""`python -m bench.races`: the table "games needed" and figures 2.1 to 2.7 of the racing thesis.

Everything is exact, by the walks of outwit.compare.law; what was walked once is kept in
bench/out/laws.json, so that figures are drawn again at once. The table is written to
docs/reference/races.md, the figures and their data as CSV to bench/out/races.
"""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from outwit.compare import bounds, formula
from outwit.compare.interval_race import interval_race
from outwit.compare.law import law
from outwit.compare.methods import METHODS
from outwit.papers import style

HERE = Path(__file__).parent
LAWS = HERE / "out" / "laws.json"
PAGE = HERE.parent / "docs" / "reference" / "races.md"
MEANS = (0.40, 0.45, 0.48, 0.49, 0.495, 0.497, 0.5)
NEAR = (0.45, 0.46, 0.47, 0.48, 0.485, 0.49, 0.4925, 0.495, 0.497, 0.4985, 0.5)
MARGIN, ERROR = 0.01, 0.05
POWER_EQUAL = 3.02101484e-11
Point = dict[str, float]


class Laws:
    """Exact laws, walked once."""

    def __init__(self) -> None:
        self.kept: dict[str, Point] = json.loads(LAWS.read_text()) if LAWS.exists() else {}

    def of(self, method: str, mu: float, error: float = ERROR) -> Point:
        """games, low, high, error, nobody; infinite games where a race need not stop."""
        key = f"{method} {mu:g} {error:g}"
        if key not in self.kept:
            if method in ("hoeffding", "bernstein") and 0.497 < mu < 0.5:
                raise ValueError("these are not followed so near to 1/2")
            found = law(method, mu, margin=MARGIN, error=error)
            names = ("games", "low", "high", "error", "nobody")
            self.kept[key] = {name: getattr(found, name) for name in names}
            LAWS.parent.mkdir(parents=True, exist_ok=True)
            LAWS.write_text(json.dumps(self.kept, indent=1))
            click.echo(f"{key}: {self.kept[key]['games']:,.1f} games")
        return self.kept[key]


def page(laws: Laws) -> str:
    """docs/reference/races.md."""
    found = {m: [laws.of(m, mu) for mu in MEANS] for m in METHODS}
    paper = [point["low"] for point in found["ilebr-star-2"]]
    ratios = {m: [p["games"] / q for p, q in zip(found[m], paper, strict=True)] for m in METHODS}
    return "\n".join(
        [
            "# Games that a race needs",
            "",
            "Expected games until a race between two that win and lose is over, by the share of"
            f" games that one of them wins: exact, for a margin of {MARGIN:g} and an error of"
            f" {ERROR:g}. `∞`: the race need not stop.",
            "",
            *_rows(found, lambda p: "∞" if math.isinf(p["games"]) else f"{p['games']:,.0f}"),
            "",
            "The same as a share of ILEBR* 2's games.",
            "",
            *_rows(ratios, lambda r: "∞" if math.isinf(r) else f"{r:.3f}"),
            "",
            "The chance of a wrong answer. For `margin` a race that names nobody is wrong too from"
            " the margin on (0.49 and less), and right within it; at 0.5 it is the chance that"
            " the second is named.",
            "",
            *_rows(found, lambda p: f"{p['error']:.2g}"),
            "",
            "The chance that nobody is named: `margin` finds it too close to tell, `anytime` has"
            " reached the cap of ILEBR* 2.",
            "",
            *_rows({m: found[m] for m in ("margin", "anytime")}, lambda p: f"{p['nobody']:.3f}"),
            "",
            "Races that stop by the width of an intersected interval (lebr, limited-hoeffding,"
            " ilebr and its kin) are known to within the bounds that `outwit.compare.law` gives;"
            " all others to rounding. Made by `python -m bench.races`.",
            "",
        ]
    )


def _rows(cells: dict[str, list[Any]], text: Callable[[Any], str]) -> list[str]:
    head = "| | " + " | ".join(f"{mu:g}" for mu in MEANS) + " |"
    lines = [head, "|---" + "|--:" * len(MEANS) + "|"]
    for method, row in cells.items():
        lines.append(f"| {method} | " + " | ".join(map(text, row)) + " |")
    return lines


Curve = tuple[str, Sequence[float], Sequence[float]]


def figures(laws: Laws, out: Path) -> None:
    """Figures 2.1 to 2.7 and what they show."""
    out.mkdir(parents=True, exist_ok=True)
    variances = [i / 400 for i in range(101)]
    flat = math.ceil(bounds.hoeffding_most(MARGIN, ERROR))
    after_all = [bounds.bernstein_most(MARGIN, ERROR, v) for v in variances]
    _figure(
        out / "figure-2-1.svg", "variance of a game", "games at most",
        [("Bernstein (2.2)", variances, after_all), ("Hoeffding (2.1)", variances, [flat] * 101)],
    )  # fmt: skip
    squares = [bounds.bernstein_most_squares(MARGIN, ERROR, v) ** 2 for v in variances]
    flat = math.ceil(bounds.hoeffding_most_squares(MARGIN, ERROR)) ** 2
    _figure(
        out / "figure-2-2.svg", "variance of a game", "games at most",
        [("Bernstein (2.4)", variances, squares), ("Hoeffding (2.3)", variances, [flat] * 101)],
    )  # fmt: skip
    _figure(out / "figure-2-3.svg", "mean", "alpha 2, by (2.9)", list(_alpha_2()))
    _figure(out / "figure-2-4.svg", "mean", "error at 0.00014848", list(_figure_2_4(laws)))
    plain = ("ilebr", "ilebr-2", "ilebr-star", "ilebr-star-2")
    curves = {m: [laws.of(m, mu) for mu in NEAR] for m in plain}
    curves["lebr"] = [laws.of("lebr", mu) for mu in MEANS]
    for name, key in (("figure-2-5.svg", "error"), ("figure-2-6.svg", "games")):
        _figure(
            out / name, "mean", "chance of the wrong one" if key == "error" else "games",
            [(m, _means(m), [p[key] for p in row]) for m, row in curves.items()],
        )  # fmt: skip
    _power_equal(laws, out)


def _means(method: str) -> Sequence[float]:
    return MEANS if method == "lebr" else NEAR


def _alpha_2() -> Iterable[Curve]:
    """1 - the product of (2.9), over the mean, for some errors and margins."""
    for margin, error in ((0.01, 0.05), (0.01, 0.5), (0.01, 1.0), (0.02, 0.05), (0.02, 1.0)):
        rule = interval_race("ilebr-star", margin=margin, error=error)
        values = [formula.early_error(rule, mu) for mu in NEAR]
        yield f"margin {margin:g}, error {error:g}", NEAR, values


def _figure_2_4(laws: Laws) -> Iterable[Curve]:
    rule = interval_race("ilebr-star", margin=MARGIN, error=0.00014848)
    yield "exact", NEAR, [laws.of("ilebr-star", mu, 0.00014848)["error"] for mu in NEAR]
    yield "(2.6)", NEAR, [formula.product_error(rule, mu) for mu in NEAR]
    yield "(2.18)", NEAR, [formula.bound(275, mu) for mu in NEAR]


def _power_equal(laws: Laws, out: Path) -> None:
    """Figure 2.7: LEBR and ILEBR* with the error at which it may play as many games."""
    rows = {
        "lebr": [laws.of("lebr", mu) for mu in MEANS],
        "ilebr-star, error 3.02e-11": [laws.of("ilebr-star", mu, POWER_EQUAL) for mu in MEANS],
        "ilebr-star": [laws.of("ilebr-star", mu) for mu in MEANS],
    }
    for part, key, log in (("a", "error", False), ("b", "error", True), ("c", "games", False)):
        curves: list[Curve] = [(m, MEANS, [p[key] for p in row]) for m, row in rows.items()]
        label = "chance of the wrong one" if key == "error" else "games"
        _figure(out / f"figure-2-7{part}.svg", "mean", label, curves, log=log)


def _figure(path: Path, x: str, y: str, curves: Sequence[Curve], *, log: bool = False) -> None:
    """Curves as SVG, the same bytes each time, and as CSV beside it."""

    def draw(axes: Any) -> None:
        for i, (label, at, values) in enumerate(curves):
            look = style.SERIES[i % len(style.SERIES)]
            marker = look.marker if len(at) < 30 else ""
            axes.plot(
                at, values, color=look.colour, marker=marker, linestyle=look.line, label=label
            )
        axes.set_xlabel(x)
        axes.set_ylabel(y)
        if log:
            axes.set_yscale("log")
            axes.set_ylim(bottom=1e-12)
        else:
            axes.set_ylim(bottom=0)
        axes.legend()

    style.save(path, draw)
    with path.with_suffix(".csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([x, y, "curve"])
        for label, at, values in curves:
            writer.writerows(
                (f"{a:g}", f"{v:.10g}", label) for a, v in zip(at, values, strict=True)
            )


@click.command()
@click.option("--table/--no-table", default=True, help="docs/reference/races.md.")
@click.option("--figures/--no-figures", "drawn", default=True, help="Figures 2.1 to 2.7.")
def command(table: bool, drawn: bool) -> None:
    """The exact table of games needed, and the thesis's figures."""
    laws = Laws()
    if table:
        PAGE.parent.mkdir(parents=True, exist_ok=True)
        PAGE.write_text(page(laws), encoding="utf-8")
        click.echo(f"written: {PAGE}")
    if drawn:
        figures(laws, HERE / "out" / "races")
        click.echo(f"written: {HERE / 'out' / 'races'}")


if __name__ == "__main__":
    command()
