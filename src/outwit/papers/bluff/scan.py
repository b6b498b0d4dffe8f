"""All readings against all cells: which combination of options fits the prints best?

Every combination plays every line-up of tables 2, 3, 5, 7 and figures 9, 10 a little; a cell counts
as contradicted by the judge's own rule, so with few games fewer are. The best ones play more. A
quick run combines the options in FIRST alone, a full one all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from scipy.special import betaincinv

from outwit.papers.beyond import Found, Sheet
from outwit.papers.bluff import numbers
from outwit.papers.bluff.numbers import GAMES, TABLE_3
from outwit.papers.bluff.readings import AGENTS, NAMED, OPTIONS, Taken, all_taken, game_of, line_up
from outwit.papers.judge import OURS, PRINTS
from outwit.papers.lab import Lab
from outwit.papers.measured import Exact
from outwit.papers.printed import Count, Printed, Share
from outwit.play.loop import WINS, win_share
from outwit.play.orders import seat_orders
from outwit.play.sitting import Sitting
from outwit.play.worker import Block

Array = np.ndarray[Any, Any]

QUICK, FULL = 240, 2_400
"""Games of a line-up; table 3 is one line-up, played in its 24 orders, with ten times as many."""
FIRST = ("win", "hand", "calls", "threshold", "counts", "lays", "bluff", "rest")
AGAIN = 20
"""So many of the best play again, with MORE times the games."""
MORE = 10


@dataclass(frozen=True)
class Cell:
    """A printed cell: its place in the map, and the truths that leave it believable."""

    table: str
    name: str
    low: float
    high: float


def _cell(table: str, name: str, printed: Printed) -> Cell:
    return Cell(table, name, *printed.plausible(Exact(0.0), PRINTS))


@cache
def fixed_line_ups() -> tuple[tuple[str, tuple[str, ...], tuple[int, ...]], ...]:
    """Table, names by seat, printed per cent by seat: all line-ups but those of table 3."""
    selves = [("table 2", (name,) * 4, numbers.TABLE_2[name]) for name in AGENTS]
    pairs = [("figure 9", *numbers.FIGURE_9), ("figure 10", *numbers.FIGURE_10)]
    fives = [("table 5", *row) for row in numbers.TABLE_5]
    sevens = [("table 7", *row) for row in numbers.TABLE_7]
    return (*selves, *pairs, *fives, *sevens)


@cache
def cells() -> tuple[Cell, ...]:
    """Table 3 row by row, then the fixed line-ups seat by seat."""
    found = [
        _cell("table 3", f"{run} {name}", Count(count, GAMES))
        for run, counts in TABLE_3.items()
        for name, count in zip(AGENTS, counts, strict=True)
    ]
    for table, names, shares in fixed_line_ups():
        for seat, share in enumerate(shares):
            who = f"{' '.join(names)}, seat {seat + 1}"
            found.append(_cell(table, who, Share(share / 100, GAMES)))
    return tuple(found)


def scan(lab: Lab, readings: Sequence[Taken], games: int) -> tuple[Array, Array]:
    """Wins and games of every cell under every reading: two arrays (readings, cells)."""
    wins = np.zeros((len(readings), len(cells())), np.int64)
    for i, taken in enumerate(readings):
        wins[i] = wins_of(lab, taken, games)
        if i % 20 == 0:
            lab.progress(i, len(readings), "map of readings")
    tried = np.full(len(cells()), games)
    tried[: 4 * len(TABLE_3)] = table_3_games(games) // len(TABLE_3)
    return wins, np.broadcast_to(tried, wins.shape)


def table_3_games(games: int) -> int:
    """Over its 24 orders, each as often."""
    return 10 * games // len(TABLE_3) * len(TABLE_3)


def wins_of(lab: Lab, taken: Taken, games: int) -> list[int]:
    """Wins of every cell under one reading."""
    won = list(table_3_wins(lab, taken, table_3_games(games)).ravel())
    for _, names, _ in fixed_line_ups():
        met = lab.play(game_of(taken, len(names)), line_up(names, taken), games)
        won += [round(met.wins(seat, seat).value * met.games) for seat in range(len(names))]
    return won


def table_3_wins(lab: Lab, taken: Taken, games: int) -> Array:
    """Wins of the 24 run orders, played in turn in one go: shape (24, agents)."""
    agents = line_up(AGENTS, taken)

    def play() -> Array:
        seed = lab.seed_of(("scan", tuple(agents)))
        worker = lab.worker(Sitting(game_of(taken), tuple(agents), seed, "balanced", "own"))
        block = worker.play(Block(0, games), record=True)
        if block is None:
            lab.check()
            raise AssertionError("only a stopped run comes back without a block")
        by_order = block.record[:, WINS].reshape(-1, len(TABLE_3), 4).sum(axis=0)
        return np.asarray(by_order // win_share(4))[rows_in_print()]

    return lab.once(("scan", tuple(agents), games), play)


@cache
def rows_in_print() -> list[int]:
    """Where the engine's seat orders have each printed run order."""
    played = ["".join(str(place + 1) for place in order) for order in seat_orders(4, "balanced")]
    return [played.index(run) for run in TABLE_3]


def contradicted(wins: Array, tried: Array) -> Array:
    """Which cells the judge would call contradicted: (readings, cells), bool."""
    low = np.where(wins > 0, betaincinv(np.maximum(wins, 1), tried - wins + 1, OURS / 2), 0.0)
    rest = np.maximum(tried - wins, 1)
    high = np.where(wins < tried, betaincinv(wins + 1, rest, 1 - OURS / 2), 1.0)
    least = np.array([cell.low for cell in cells()])
    most = np.array([cell.high for cell in cells()])
    return np.asarray((high < least) | (low > most))


TABLES = ("table 2", "figure 9", "figure 10", "table 3", "table 5", "table 7")


def per_table(wrong: Array) -> list[int]:
    """Contradicted cells by table."""
    return [sum(w for w, c in zip(wrong, cells(), strict=True) if c.table == t) for t in TABLES]


@dataclass(frozen=True)
class Map:
    """What the scan found; `wrong` is (readings, cells) from the first look at all readings."""

    readings: tuple[Taken, ...]
    wrong: Array
    games: int
    best: tuple[tuple[Taken, Array], ...]
    """The best ones and the named readings after the second look, fewest contradictions first."""

    @property
    def hopeless(self) -> list[Cell]:
        """Cells that every reading contradicts."""
        return [cells()[i] for i in np.flatnonzero(self.wrong.all(axis=0))]


def _first(taken: Taken) -> bool:
    """Whether a reading differs from the text in the options of a quick run alone."""
    text = Taken()
    rest = (option for option in OPTIONS if option not in FIRST)
    return all(getattr(taken, option) == getattr(text, option) for option in rest)


def mapped(lab: Lab) -> Map:
    """The map of readings against cells."""

    def make() -> Map:
        games = lab.games(quick=QUICK, full=FULL)
        readings = tuple(t for t in all_taken() if lab.full or _first(t))
        wrong = contradicted(*scan(lab, readings, games))
        order = wrong.sum(axis=1).argsort(kind="stable")[:AGAIN]
        again = list(dict.fromkeys([*(readings[i] for i in order), *NAMED.values()]))
        second = contradicted(*scan(lab, again, MORE * games))
        ranked = sorted(zip(again, second, strict=True), key=lambda pair: int(pair[1].sum()))
        return Map(readings, wrong, games, tuple(ranked))

    return lab.once("map of readings", make)


def find(lab: Lab) -> Found:
    """The map as a table: the best readings, the named ones, and what each option costs."""
    found = mapped(lab)
    names = {taken: f" ({name})" for name, taken in NAMED.items()}
    rows = [
        (taken.text() + names.get(taken, ""), str(int(w.sum())), *map(str, per_table(w)))
        for taken, w in found.best
    ]
    everywhere = [cells()[i] for i in np.flatnonzero(_in_all(found))]
    options = OPTIONS if lab.full else FIRST
    says = [
        f"All {len(found.readings):,} combinations of {len(options)} options "
        f"({', '.join(options)}), {len(cells())} cells each, {found.games} games a cell: the "
        f"least any has is "
        f"{int(found.wrong.sum(axis=1).min())} cells contradicted, the most "
        f"{int(found.wrong.sum(axis=1).max())}. The {AGAIN} best ones and the named ones played "
        f"{MORE * found.games:,} games a cell; the table has those.",
        f"Best common reading: {found.best[0][0].text()}.",
        f"Contradicted by every combination: {_listed(found.hopeless)}.",
        f"Contradicted by all of the best ones: {_listed(everywhere)}.",
        f"Cells that the fewest combinations fit: {_hardest(found)}.",
        *_options_say(found, options),
    ]
    if not lab.full:
        says.append(f"A full run looks at all combinations of {len(OPTIONS)} options.")
    return Found(("reading", "contradicted", *TABLES), rows, says, found, (whole_map(found),))


def whole_map(found: Map) -> Sheet:
    """Every combination a row, every cell a column: 1 where the cell is contradicted."""
    names = [f"{cell.table}, {cell.name}" for cell in cells()]
    options = tuple(OPTIONS)
    order = found.wrong.sum(axis=1).argsort(kind="stable")
    rows = [
        [
            *(getattr(found.readings[i], option) for option in options),
            int(found.wrong[i].sum()),
            *found.wrong[i].astype(int).tolist(),
        ]
        for i in order
    ]
    title = f"The map: {len(rows):,} combinations x {len(names)} cells (CSV)"
    return Sheet("map", title, (*options, "contradicted", *names), rows)


def _in_all(found: Map) -> Array:
    return np.asarray(np.array([w for _, w in found.best[:AGAIN]]).all(axis=0))


def _hardest(found: Map, many: int = 8) -> str:
    """The cells that most combinations contradict, with how many fit."""
    fits = len(found.readings) - found.wrong.sum(axis=0)
    order = fits.argsort(kind="stable")[:many]
    return "; ".join(
        f"{cells()[i].table}, {cells()[i].name} ({fits[i]} of {len(found.readings):,} fit)"
        for i in order
    )


def _listed(some: Sequence[Cell]) -> str:
    return "; ".join(f"{c.table}, {c.name}" for c in some) or "none"


def _options_say(found: Map, options: Iterable[str]) -> list[str]:
    """What a value of an option costs, over all the others."""
    count = found.wrong.sum(axis=1)
    said = []
    for option in options:
        means = []
        for value in OPTIONS[option]:
            mine = [
                n for t, n in zip(found.readings, count, strict=True) if getattr(t, option) == value
            ]
            means.append(f"{value} {np.mean(mine):.1f} (best {min(mine)})")
        said.append(f"Cells contradicted on average with {option}: {', '.join(means)}.")
    return said


def draw(axes: Any, found: Found) -> None:
    """Readings from best to worst against cells: dark is contradicted."""
    it: Map = found.data
    order = it.wrong.sum(axis=1).argsort(kind="stable")
    columns = sorted(range(len(cells())), key=lambda i: (TABLES.index(cells()[i].table), i))
    picture = it.wrong[order][:, columns].astype(float)
    axes.imshow(picture, aspect="auto", cmap="Greys", vmin=-0.15, vmax=1.3, interpolation="nearest")
    edges = [0.0]
    for table in TABLES:
        edges.append(edges[-1] + sum(c.table == table for c in cells()))
    for edge in edges[1:-1]:
        axes.axvline(edge - 0.5, color="#d55e00", linewidth=0.8)
    # The first three stand close together: each name a line lower.
    names = [table if i > 2 else "\n" * i + table for i, table in enumerate(TABLES)]
    axes.set_xticks([(a + b) / 2 for a, b in pairwise(edges)], names)
    axes.set_ylabel("readings, best first")
    axes.grid(False)


__all__ = ["Map", "cells", "contradicted", "draw", "find", "mapped", "scan"]
