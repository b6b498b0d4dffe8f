"""What figures 2.1 to 2.7 of the racing thesis show, as data, and what races need, side by side.

The thesis simulated figures 2.4 to 2.7; here every point is exact (`outwit.compare.law`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from outwit.compare import bounds, formula
from outwit.compare.interval_race import interval_race
from outwit.compare.law import Law
from outwit.compare.needed import Laws

NEAR = (
    *(0.40, 0.42, 0.44, 0.45, 0.46, 0.47, 0.48, 0.485),
    *(0.49, 0.4925, 0.495, 0.497, 0.498, 0.499, 0.5),
)
"""Means at which curves have a point."""
EDGE = 0.485
"""Errors are shown from here on: below, none could be seen."""
VARIANCES = tuple(i / 400 for i in range(101))
THESIS = ("lebr", "ilebr", "ilebr-2", "ilebr-star", "ilebr-star-2")
"""Algorithms 1 to 5."""
ALPHA, AT = 0.05, 0.497
"""The error that (2.19) is to reach, and the mean at which (section 2.2)."""
ALPHA_2 = ((0.01, 0.05), (0.01, 0.5), (0.01, 1.0), (0.02, 0.05), (0.02, 1.0))
"""Margins and errors of figure 2.3; its print names none."""
FLOOR = 1e-12
"""Chances below are rounding; a logarithmic scale ends there."""


@dataclass(frozen=True)
class Curve:
    """One line of a figure."""

    label: str
    at: Sequence[float]
    values: Sequence[float]


@dataclass(frozen=True)
class Figure:
    """A figure: axes in words, and its curves."""

    name: str
    title: str
    x: str
    y: str
    curves: tuple[Curve, ...]
    logarithmic: bool = False


RACED = ("lebr", "ilebr", "ilebr-star-2", "anytime", "margin")
"""Those of the figure that is not in the thesis."""
MEAN, VARIANCE = "share of games won", "variance of one game"
GAMES, WRONG = "expected games", "chance of the wrong one"


def figures(laws: Laws) -> Iterator[Figure]:
    """All of them, one after another: the quick ones first."""
    yield from _limits(laws.margin, laws.error)
    yield _alpha_2()
    yield _one_test(laws)
    rows = {method: _row(laws, method) for method in THESIS}
    yield Figure(
        "figure-2-5", "The chance that a race names the wrong one", MEAN, WRONG,
        tuple(_chances(m, [law.error for law in row]) for m, row in rows.items()),
    )  # fmt: skip
    yield Figure(
        "figure-2-6", "Games that the thesis's races need", MEAN, GAMES,
        tuple(_curve(m, [law.games for law in row]) for m, row in rows.items()),
    )  # fmt: skip
    yield from _equal_power(laws, rows["lebr"], rows["ilebr-star"])
    yield Figure(
        "games-needed", "Games that races need for the same promise", MEAN, GAMES,
        tuple(_curve(m, [law.games for law in rows.get(m) or _row(laws, m)]) for m in RACED),
        logarithmic=True,
    )  # fmt: skip


def points(methods: Sequence[str], means: Sequence[float]) -> int:
    """How many laws these methods at these means and all figures need together."""
    drawn = {(method, mu) for method in (*THESIS, *RACED) for mu in NEAR}
    # ILEBR* is walked at two errors more.
    return len(drawn | {(m, mu) for m in methods for mu in means}) + 2 * len(NEAR)


def _row(laws: Laws, method: str, error: float | None = None) -> list[Law]:
    found = [laws.of(method, mu, error=error) for mu in NEAR]
    return [law for law in found if law is not None]


def _curve(label: str, values: Sequence[float]) -> Curve:
    return Curve(label, NEAR, values)


def _chances(label: str, values: Sequence[float]) -> Curve:
    """Chances that are nothing far from 1/2."""
    first = NEAR.index(EDGE)
    return Curve(label, NEAR[first:], values[first:])


def _limits(margin: float, error: float) -> Iterator[Figure]:
    """Figures 2.1 and 2.2: games at most, over the variance."""
    flat = math.ceil(bounds.hoeffding_most(margin, error))
    every = [bounds.bernstein_most(margin, error, v) for v in VARIANCES]
    yield Figure(
        "figure-2-1", "With a test after every game", VARIANCE, "games at most",
        (
            Curve("Bernstein (2.2)", VARIANCES, every),
            Curve("Hoeffding (2.1)", VARIANCES, [flat] * len(VARIANCES)),
        ),
    )  # fmt: skip
    flat = math.ceil(bounds.hoeffding_most_squares(margin, error)) ** 2
    squares = [bounds.bernstein_most_squares(margin, error, v) ** 2 for v in VARIANCES]
    yield Figure(
        "figure-2-2", "With test n after n² games", VARIANCE, "games at most",
        (
            Curve("Bernstein (2.4)", VARIANCES, squares),
            Curve("Hoeffding (2.3)", VARIANCES, [flat] * len(VARIANCES)),
        ),
    )  # fmt: skip


def _alpha_2() -> Figure:
    """Figure 2.3: one less the product of (2.9)."""
    curves = []
    for margin, error in ALPHA_2:
        rule = interval_race("ilebr-star", margin=margin, error=error)
        values = [formula.early_error(rule, mu) for mu in NEAR]
        curves.append(_chances(f"margin {margin:g}, error {error:g}", values))
    return Figure("figure-2-3", "ILEBR*'s early errors by (2.9)", MEAN, "α₂", tuple(curves))


def _one_test(laws: Laws) -> Figure:
    """Figure 2.4: the error at the parameters that (2.19) finds, and what formulas say of it."""
    tests = formula.tests_for(ALPHA, AT)
    error = bounds.error_for_tests(tests, laws.margin)
    rule = interval_race("ilebr-star", margin=laws.margin, error=error)
    return Figure(
        "figure-2-4", f"ILEBR* asked for an error of {error:.5g}, {tests} tests", MEAN, WRONG,
        (
            _chances("exact", [law.error for law in _row(laws, "ilebr-star", error)]),
            _chances("(2.6)", [formula.product_error(rule, mu) for mu in NEAR]),
            _chances("(2.18)", [formula.bound(tests, mu) for mu in NEAR]),
        ),
    )  # fmt: skip


def _equal_power(laws: Laws, lebr: list[Law], star: list[Law]) -> Iterator[Figure]:
    """Figure 2.7: ILEBR* with the error at which it may play as many games as LEBR does."""
    error = bounds.power_equal_error(lebr[-1].games, laws.margin)
    rows = {
        "lebr": lebr,
        f"ilebr-star, error {error:.3g}": _row(laws, "ilebr-star", error),
        f"ilebr-star, error {laws.error:g}": star,
    }
    errors = {m: [law.error for law in row] for m, row in rows.items()}
    near = tuple(_chances(m, values) for m, values in errors.items())
    wide = tuple(_curve(m, values) for m, values in errors.items())
    games = tuple(_curve(m, [law.games for law in row]) for m, row in rows.items())
    title = "LEBR and ILEBR* of the same power"
    yield Figure("figure-2-7a", title, MEAN, WRONG, near)
    yield Figure("figure-2-7b", title, MEAN, WRONG, wide, logarithmic=True)
    yield Figure("figure-2-7c", title, MEAN, GAMES, games)


__all__ = ["FLOOR", "NEAR", "Curve", "Figure", "figures", "points"]
