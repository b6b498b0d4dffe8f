"""Figures of curves in the house style, each with its data as CSV beside it."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

from outwit.compare.figures import FLOOR, Figure
from outwit.core.errors import UsageError
from outwit.papers import style

MARKED = 30
"""Curves of fewer points show each with a mark."""


def draw(axes: Any, figure: Figure) -> None:
    """A figure on matplotlib's axes."""
    for i, curve in enumerate(figure.curves):
        look = style.SERIES[i % len(style.SERIES)]
        shown = [max(v, FLOOR) for v in curve.values] if figure.logarithmic else curve.values
        axes.plot(
            curve.at,
            shown,
            color=look.colour,
            marker=look.marker if len(curve.at) < MARKED else "",
            linestyle=look.line,
            label=curve.label,
        )
    axes.set_title(figure.title)
    axes.set_xlabel(figure.x)
    axes.set_ylabel(figure.y)
    if figure.logarithmic:
        axes.set_yscale("log")
    else:
        axes.set_ylim(bottom=0)
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.10g}")
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))


def write(figure: Figure, folder: Path) -> Path:
    """FOLDER/NAME.svg and NAME.csv; the same figure gives the same bytes. Returns the first."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{figure.name}.svg"
        style.save(path, lambda axes: draw(axes, figure))
        with path.with_suffix(".csv").open("w", newline="", encoding="utf-8") as file:
            rows = csv.writer(file)
            rows.writerow([figure.x, figure.y, "curve"])
            for curve in figure.curves:
                for at, value in zip(curve.at, curve.values, strict=True):
                    rows.writerow([f"{at:g}", f"{value:.10g}", curve.label])
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error.strerror}.") from error
    return path


__all__ = ["draw", "write"]
