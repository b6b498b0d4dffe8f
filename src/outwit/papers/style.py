"""The house style of figures: one look, readable in grey, the same bytes when drawn again.

Series differ by colour, marker and line at once. What was measured is a filled mark with its
interval; what is printed in a paper is a hollow mark. Ink is the page's own colour, so a figure
fits a light page, a dark one and paper.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

INK = "#010203"
"""Stands for the page's ink while drawing; `currentColor` in the file."""
SCHEME = (
    "<style>svg{color:#222}@media screen and (prefers-color-scheme:dark){svg{color:#ddd}}</style>"
)
WIDE, HIGH = 7.0, 3.6
"""Inches of a figure."""


@dataclass(frozen=True)
class Series:
    """How one series looks."""

    colour: str
    marker: str
    line: Any


# Okabe and Ito's colours in an order whose greys differ, save black and yellow, which one of a
# light and a dark page would swallow.
SERIES = (
    Series("#2a82c9", "o", "-"),
    Series("#d55e00", "s", (0, (5, 1.5))),
    Series("#009e73", "^", (0, (1, 1))),
    Series("#cc79a7", "D", (0, (5, 1.5, 1, 1.5))),
    Series("#56b4e9", "v", (0, (3, 1))),
    Series("#e69f00", "P", (0, (1, 2))),
)

LOOK: dict[str, Any] = {
    "figure.figsize": (WIDE, HIGH),
    "figure.facecolor": "none",
    "savefig.facecolor": "none",
    "axes.facecolor": "none",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 9.0,
    "axes.titlesize": 10.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.alpha": 0.18,
    "legend.frameon": False,
    "legend.fontsize": 8.0,
    "lines.linewidth": 1.4,
    "lines.markersize": 5.0,
    **dict.fromkeys(
        (
            *("text.color", "axes.edgecolor", "axes.labelcolor", "axes.titlecolor"),
            *("xtick.color", "ytick.color", "grid.color", "legend.edgecolor"),
        ),
        INK,
    ),
}


def save(
    path: Path, draw: Callable[[Any], None], *, size: tuple[float, float] | None = None
) -> None:
    """Draw on matplotlib axes and keep it as SVG. The same drawing gives the same bytes."""
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    # The salt keeps the names of clip paths the same; matplotlib's own look is not the reader's.
    look: Any = dict(mpl.rcParamsDefault) | LOOK | {"svg.hashsalt": path.stem}
    with mpl.rc_context(look):
        figure = Figure(figsize=size or (WIDE, HIGH), layout="constrained")
        FigureCanvasSVG(figure)
        draw(figure.add_subplot())
        figure.savefig(path, format="svg", metadata={"Date": None, "Creator": None})
    text = path.read_text(encoding="utf-8").replace(INK, "currentColor")
    head, tag, rest = text.partition("<defs>")
    path.write_text(f"{head}{SCHEME}{tag}{rest}", encoding="utf-8")


def measured(
    axes: Any,
    at: Sequence[float],
    values: Sequence[float],
    ranges: Sequence[tuple[float, float]],
    *,
    series: int = 0,
    label: str = "",
    joined: bool = False,
) -> None:
    """What we measured: filled marks, each with its interval."""
    look = SERIES[series % len(SERIES)]
    below = [max(v - low, 0.0) for v, (low, _) in zip(values, ranges, strict=True)]
    above = [max(high - v, 0.0) for v, (_, high) in zip(values, ranges, strict=True)]
    axes.errorbar(
        at,
        values,
        yerr=(below, above),
        color=look.colour,
        marker=look.marker,
        linestyle=look.line if joined else "none",
        capsize=2.0,
        label=label or None,
    )


def printed(
    axes: Any, at: Sequence[float], values: Sequence[float], *, series: int = 0, label: str = ""
) -> None:
    """What the paper prints: hollow marks."""
    look = SERIES[series % len(SERIES)]
    axes.plot(
        at,
        values,
        linestyle="none",
        marker=look.marker,
        markersize=9.0,
        markerfacecolor="none",
        markeredgecolor=INK,
        markeredgewidth=1.0,
        label=label or None,
    )


__all__ = ["HIGH", "INK", "SERIES", "WIDE", "Series", "measured", "printed", "save"]
