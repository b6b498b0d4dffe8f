"""Tables 3 and 4 as a picture, and what a discount does."""

from __future__ import annotations

from typing import Any

from outwit.papers.beyond import Found
from outwit.papers.claim import TEXT, DrawFigure, Entries, Figure
from outwit.papers.judge import OURS
from outwit.papers.lab import Lab
from outwit.papers.poker.best import decisions, putting_in
from outwit.papers.poker.iteration import discounted
from outwit.papers.poker.readings import LISTED_TWICE
from outwit.papers.poker.world import OPPONENTS, RANDOM, world
from outwit.papers.style import SERIES, measured, printed

LEVEL = f"{100 * (1 - OURS):g} % interval"
DISCOUNTS = (1.0, 0.99, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3)


def rows_of(section: str, column: str) -> DrawFigure:
    """A column of a table, row by row: measured, measured with the fault, and printed."""

    def draw(axes: Any, entries: Entries) -> None:
        names = list(dict.fromkeys(claim.split(".")[2] for claim, _ in entries))
        for series, reading in enumerate((TEXT, LISTED_TWICE)):
            found = [
                (i, entries.get((f"poker.{section}.{name}.{column}", reading)))
                for i, name in enumerate(names)
            ]
            shown = [(i, e, e.measured.value) for i, e in found if e is not None and e.measured]
            if not shown:
                continue
            measured(
                axes,
                [i for i, _, _ in shown],
                [value for _, _, value in shown],
                [(e.verdict.low, e.verdict.high) for _, e, _ in shown],
                series=series,
                label=f"measured, {LEVEL}" if reading == TEXT else f"with the fault {reading}",
            )
            if reading == TEXT:
                prints = [e.claim.printed.number or 0.0 for _, e, _ in shown]
                printed(axes, [i for i, _, _ in shown], prints, label="printed")
        axes.set_xticks(range(len(names)), [name.replace("_", "\n", 1) for name in names])
        axes.set_ylabel("tokens a game" if column == "mean" else "deviation of a game, tokens")
        axes.grid(False, axis="x")
        axes.legend()

    return draw


FIGURES = tuple(
    Figure(
        f"table-{n}-{column}",
        f"Table {n}, {words} against {opponent.capitalize()}",
        rows_of(f"table{n}", column),
        (f"table{n}",),
    )
    for n, opponent in zip((3, 4), OPPONENTS, strict=True)
    for column, words in (("mean", "means"), ("deviation", "deviations"))
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
