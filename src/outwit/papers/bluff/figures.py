"""Figures 8 to 14, drawn again: what was measured under the text's reading, and the prints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from outwit.papers.bluff.numbers import TABLE_3, TABLE_5, TABLE_7, order_of
from outwit.papers.bluff.readings import AGENTS, SHORT
from outwit.papers.claim import TEXT, DrawFigure, Entries, Figure
from outwit.papers.entry import Entry
from outwit.papers.judge import OURS
from outwit.papers.style import measured, printed

LEVEL = f"{100 * (1 - OURS):g} % interval"
STEP = 0.16
"""Between series that stand side by side."""


def show(axes: Any, entries: Sequence[Entry], at: Sequence[float], series: int, label: str) -> None:
    """Measured and printed marks of one series."""
    values = [e.measured.value for e in entries if e.measured is not None]
    ranges = [(e.verdict.low, e.verdict.high) for e in entries]
    measured(axes, at, values, ranges, series=series, label=label)
    prints = [e.claim.printed.number for e in entries if e.claim.printed.number is not None]
    printed(axes, at, prints, series=series)


def wins_axis(axes: Any) -> None:
    axes.set_ylabel("games won")
    axes.yaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f} %")
    axes.set_ylim(bottom=0.0)
    axes.legend(title=f"filled: measured, {LEVEL}; hollow: printed", ncols=2, title_fontsize=8)


def self_play(axes: Any, entries: Entries) -> None:
    """Figure 8: positions of each agent against itself."""
    for i, name in enumerate(AGENTS):
        mine = [entries[f"bluff.table2.position-{k}.{name}", TEXT] for k in range(1, 5)]
        show(axes, mine, [k + (i - 1.5) * STEP for k in range(1, 5)], i, SHORT[name])
    axes.set_xticks(range(1, 5), [f"position {k}" for k in range(1, 5)])
    axes.grid(False, axis="x")
    wins_axis(axes)


def pair(section: str) -> DrawFigure:
    """Figures 9 and 10."""

    def draw(axes: Any, entries: Entries) -> None:
        mine = [e for (_, reading), e in entries.items() if reading == TEXT]
        names = list(dict.fromkeys(e.claim.id.split("-", 1)[1] for e in mine))
        for i, name in enumerate(names):
            own = [e for e in mine if e.claim.id.endswith(name)]
            at = [float(e.claim.id.split(".")[-1].split("-")[0]) for e in own]
            show(axes, own, at, i, SHORT[name])
        axes.set_xticks(range(1, 5), [f"position {k}" for k in range(1, 5)])
        axes.grid(False, axis="x")
        wins_axis(axes)

    return draw


def run_orders(axes: Any, entries: Entries) -> None:
    """Figure 11: wins of each agent in all run orders."""
    for i, name in enumerate(AGENTS):
        mine = [entries[f"bluff.table3.{run}.{name}", TEXT] for run in TABLE_3]
        show(axes, mine, [k + (i - 1.5) * STEP for k in range(24)], i, SHORT[name])
    axes.set_xticks(range(24), list(TABLE_3), rotation=90)
    axes.grid(False, axis="x")
    wins_axis(axes)


def by_position(axes: Any, entries: Entries) -> None:
    """Figure 12: No-Bluff's wins in the six orders that have it in each position."""
    for seat in range(4):
        runs = [run for run in TABLE_3 if order_of(run)[seat] == "no-bluff"]
        mine = [entries[f"bluff.table3.{run}.no-bluff", TEXT] for run in runs]
        at = [seat + 1 + (k - 2.5) * 0.1 for k in range(6)]
        show(axes, mine, at, 0, "NBAI, order by order" if seat == 0 else "")
        mean = entries[f"bluff.figure12.position-{seat + 1}.mean", TEXT]
        show(axes, [mean], [seat + 1.45], 1, "mean; printed: the text's" if seat == 0 else "")
    axes.set_xticks(range(1, 5), [f"position {k}" for k in range(1, 5)])
    axes.grid(False, axis="x")
    wins_axis(axes)


def evolutions(
    section: str, first: int, table: Sequence[tuple[tuple[str, ...], Any]]
) -> DrawFigure:
    """Figures 13 and 14: wins of each seat, evolution by evolution."""

    def draw(axes: Any, entries: Entries) -> None:
        kinds = list(dict.fromkeys(name for names, _ in table for name in names))
        seen: set[str] = set()
        for step, (names, _) in enumerate(table):
            for seat, name in enumerate(names):
                claim = f"bluff.{section}.evolution-{first + step}.seat-{seat + 1}"
                at = first + step + (seat - (len(names) - 1) / 2) * 0.12
                label = "" if name in seen else SHORT.get(name, "mutant AAI")
                show(axes, [entries[claim, TEXT]], [at], kinds.index(name), label)
                seen.add(name)
        axes.set_xticks(range(first, first + len(table)))
        axes.set_xlabel("evolution; seats side by side")
        axes.grid(False, axis="x")
        wins_axis(axes)

    return draw


Draw = Callable[[Any, Entries], None]
TALL = (7.0, 4.4)

FIGURES = (
    Figure("figure-8", "Figure 8. Each agent against itself", self_play, ("table2",)),
    Figure("figure-9", "Figure 9. No-Bluff against Smart", pair("figure9"), ("figure9",)),
    Figure("figure-10", "Figure 10. Anxious against the learner", pair("figure10"), ("figure10",)),
    Figure("figure-11", "Figure 11. All agents in all run orders", run_orders, ("table3",), TALL),
    Figure("figure-12", "Figure 12. No-Bluff by position", by_position, ("table3", "figure12")),
    Figure(
        "figure-13",
        "Figure 13. Evolution by elimination: wins of each seat",
        evolutions("table5", 1, TABLE_5),
        ("table5",),
    ),
    Figure(
        "figure-14",
        "Figure 14. Two mutants among Smart players: wins of each seat",
        evolutions("table7", 6, TABLE_7),
        ("table7",),
    ),
)

__all__ = ["FIGURES"]
