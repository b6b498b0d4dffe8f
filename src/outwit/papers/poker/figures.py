"""Tables 3 and 4 as a picture, and what a discount does."""

from __future__ import annotations

from typing import Any

from outwit.papers.beyond import Found
from outwit.papers.claim import TEXT, DrawFigure, Entries, Figure
from outwit.papers.entry import Entry
from outwit.papers.judge import OURS
from outwit.papers.lab import Lab
from outwit.papers.poker.best import decisions, putting_in
from outwit.papers.poker.iteration import discounted
from outwit.papers.poker.readings import LISTED_TWICE
from outwit.papers.poker.world import OPPONENTS, RANDOM, world
from outwit.papers.style import SERIES, measured, printed

COLUMNS = ("deviation", "mean")
LEVEL = f"{100 * (1 - OURS):g} % interval"
DISCOUNTS = (1.0, 0.99, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3)


def mark(axes: Any, sd: Entry, mean: Entry, series: int, label: str) -> None:
    """A measured row."""
    assert sd.measured is not None
    assert mean.measured is not None
    reach = (mean.verdict.low, mean.verdict.high)
    at, value = [sd.measured.value], [mean.measured.value]
    measured(axes, at, value, [reach], series=series, label=label)


def rows_of(section: str) -> DrawFigure:
    """Means of a table's rows against their deviations, printed and measured."""

    def draw(axes: Any, entries: Entries) -> None:
        rows = dict.fromkeys(claim.split(".")[2] for claim, _ in entries)
        for i, row in enumerate(rows):
            sd, mean = (entries[f"poker.{section}.{row}.{c}", TEXT] for c in COLUMNS)
            mark(axes, sd, mean, i, row)
            fault = [entries.get((e.claim.id, LISTED_TWICE)) for e in (sd, mean)]
            if fault[0] is not None and fault[1] is not None:
                mark(axes, fault[0], fault[1], len(rows), f"{row}, {LISTED_TWICE}")
            at, value = sd.claim.printed.number, mean.claim.printed.number
            assert at is not None
            assert value is not None
            printed(axes, [at], [value], series=i)
        axes.set_xlabel("standard deviation of a game")
        axes.set_ylabel("mean pay-off")
        axes.legend(title=f"filled: measured, {LEVEL}; hollow: printed", title_fontsize=8)

    return draw


FIGURES = (
    Figure("table-3", "Table 3, against Random", rows_of("table3"), ("table3",)),
    Figure("table-4", "Table 4, against Threshold", rows_of("table4"), ("table4",)),
)


def discounts(lab: Lab) -> Found:
    """What a discount makes of the best policies."""
    here = world(lab)
    rows = []
    data: dict[str, list[tuple[float, int, float]]] = {opponent: [] for opponent in OPPONENTS}
    for discount in DISCOUNTS:
        cells = []
        for opponent in OPPONENTS:
            plan = discounted(lab, opponent, discount, TEXT)
            found = decisions(plan)
            bold = putting_in(found, calls=True)
            wins = here.mean(plan.process.strategy(plan.policy), here.plays[opponent])
            data[opponent].append((discount, bold, wins))
            cells += [f"{bold} of {len(found)}", f"{wins:.4f}"]
        rows.append((f"{discount:g}", *cells))
    first, last = data[RANDOM][0], next(row for row in data[RANDOM] if row[0] == 0.5)
    moved = "changes nothing" if first[1:] == last[1:] else "changes something"
    says = [
        "States in which all best moves put tokens in (in table 1a's words: bet, also to call, or "
        "raise), and what the policy wins a game, undiscounted.",
        f"A game has few moves, so a discount weighs little: down to 0.5 it {moved} against "
        "Random. Against Threshold it costs tokens long before play becomes much bolder.",
    ]
    head = ("discount", "Random: bets or raises", "wins", "Threshold: bets or raises", "wins")
    return Found(head, rows, says, data)


def draw_discounts(axes: Any, found: Found) -> None:
    for i, (opponent, points) in enumerate(found.data.items()):
        look = SERIES[i]
        best = points[0][2]
        axes.plot(
            [discount for discount, _, _ in points],
            [wins / best for _, _, wins in points],
            color=look.colour,
            linestyle=look.line,
            marker=look.marker,
            label=opponent.capitalize(),
        )
    axes.invert_xaxis()
    axes.set_ylim(0.0, 1.05)
    axes.set_xlabel("discount")
    axes.set_ylabel("won, as a part of the best")
    axes.legend(title="against", title_fontsize=8)


__all__ = ["FIGURES", "discounts", "draw_discounts"]
