"""Figure 1 again: the first training of each row, its pay-offs and its likeness to the best policy.

The paper compares policies on different state spaces and does not say how. Here the states are
those of the best policy, the finer ones: `Valuer.likeness`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from outwit.papers.beyond import Beyond, Found
from outwit.papers.lab import Lab
from outwit.papers.poker.laws import LAWS, RANDOM, THRESHOLD
from outwit.papers.poker.trained import POINTS, WINDOW, trained
from outwit.papers.poker.world import optimum
from outwit.papers.style import INK, SERIES
from outwit.play.training import STRETCH
from outwit.play.tree import Floats

STEP = 10
"""A moving average is shown after every so many stretches."""
SHOWN = (0.1, 0.5, 1.0, 2.0, 3.0)
"""Million games in the table; the drawing has more."""


def moving(means: Floats) -> tuple[Floats, Floats]:
    """Million games, and the mean pay-off of the last 100,000. Shapes: (points,)."""
    width = WINDOW // STRETCH
    sums = np.concatenate([[0.0], np.cumsum(means)])
    ends = np.arange(width, len(sums), STEP)
    return ends * STRETCH / 1e6, (sums[ends] - sums[ends - width]) / width


def payoffs(lab: Lab, opponent: str) -> Found:
    """(a) and (b): moving averages of pay-offs in training."""
    rows, data = [], {}
    for row in LAWS[opponent]:
        found = trained(lab, opponent, row)
        at, mean = moving(found.payoffs)
        data[row] = (at, mean)
        shown = np.interp(SHOWN, at, mean)
        rows.append((row, *(f"{value:.3f}" for value in shown), f"{found.last.moments[0, 0]:.4f}"))
    best = optimum(lab, opponent).value
    says = [
        "The first training of each row: mean pay-off of the last 100,000 games, explorations "
        "included. The last column is what its policy is worth after training, exactly; the line "
        f"in the figure is the best policy's {best:.4f}."
    ]
    head = ("row", *(f"{10 * m:g}e5 games" for m in SHOWN), "frozen")
    return Found(head, rows, says, (data, best))


def draw_payoffs(axes: Any, found: Found) -> None:
    data, best = found.data
    for i, (row, (at, mean)) in enumerate(data.items()):
        look = SERIES[i]
        axes.plot(
            at,
            mean,
            color=look.colour,
            linestyle=look.line,
            marker=look.marker,
            markevery=40,
            label=row,
        )
    axes.axhline(best, color=INK, linewidth=0.8, label="best policy, exact")
    axes.set_xlabel("million games")
    axes.set_ylabel("mean pay-off, last 100,000 games")
    axes.legend(ncols=2)


def likeness(lab: Lab, opponent: str) -> Found:
    """(c): how like the best policy the greedy one is on the way."""
    rows, data = [], {}
    places = [POINTS.index(int(m * 1e6)) for m in SHOWN]
    for row in LAWS[opponent]:
        course = trained(lab, opponent, row).course.likeness
        data[row] = course
        for k, states in enumerate(("all", "met")):
            rows.append((row, states, *(f"{100 * course[p, k]:.1f} %" for p in places)))
    says = [
        "Share of states in which the greedy policy of the first training plays a best move; where "
        "several are best, any of them. The states are those of the best policy, which against "
        "Threshold tell the range apart: for each, what the learner plays there, who does not.",
        "Over all states: each that play can reach counts once. Over those met: each counts as "
        "often as a game of the learnt policy comes to it.",
    ]
    head = ("row", "states", *(f"{10 * m:g}e5 games" for m in SHOWN))
    return Found(head, rows, says, data)


def draw_likeness(axes: Any, found: Found) -> None:
    at = np.array(POINTS) / 1e6
    for i, (row, course) in enumerate(found.data.items()):
        look = SERIES[i]
        axes.plot(at, course[:, 0], color=look.colour, linestyle=look.line, label=row)
        axes.plot(at, course[:, 1], color=look.colour, linestyle="none", marker=look.marker)
    axes.plot([], [], color=INK, label="line: over all states")
    axes.plot([], [], color=INK, linestyle="none", marker="o", label="marks: over states met")
    axes.set_xlabel("million games")
    axes.set_ylabel("best moves")
    axes.yaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f} %")
    # The marks fill the field: the legend stands under it.
    axes.legend(ncols=4, loc="upper center", bbox_to_anchor=(0.5, -0.15))


def _question(
    part: str, opponent: str, what: Callable[..., Found], draw: Any, words: str
) -> Beyond:
    return Beyond(
        f"figure-1{part}",
        f"Figure 1 ({part[0]}). {words} against {opponent.capitalize()}",
        partial(what, opponent=opponent),
        draw,
        redrawn=True,
        size=(7.0, 4.4),
    )


MEANS, ALIKE = "Moving averages of pay-offs", "Likeness to the best policy"

CURVES = (
    _question("a", RANDOM, payoffs, draw_payoffs, MEANS),
    _question("b", THRESHOLD, payoffs, draw_payoffs, MEANS),
    _question("c-random", RANDOM, likeness, draw_likeness, ALIKE),
    _question("c-threshold", THRESHOLD, likeness, draw_likeness, ALIKE),
)

__all__ = ["CURVES"]
