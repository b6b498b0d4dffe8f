"""Evolutionary stability, answered from the pay-offs of all line-ups in all seat orders.

Four agents at four seats make 35 line-ups; Smart and the mutant at six seats make 7.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from outwit.core.generator import mix
from outwit.evolve.dynamics import Invasion, attractors, invasions, replicate, stable
from outwit.evolve.finite import fixation, moran
from outwit.evolve.payoffs import Counts, Earned, PayoffTable, measure
from outwit.papers.beyond import Found
from outwit.papers.bluff.readings import AGENTS, BEST, NAMED, SHORT, game_of, line_up
from outwit.papers.claim import TEXT
from outwit.papers.lab import Lab
from outwit.papers.measured import Sample
from outwit.papers.style import SERIES, measured
from outwit.play.where import Where

PRECISION = (0.005, 0.001)
"""Half of each mean's 95 % interval, quick and full: the win share of one player."""
SIZE, INTENSITY = 40, 10.0
"""Of the Moran process: individuals, and how pay-offs weigh."""
RUNS = 1_000
STARTS = 200
INVADERS = ("smart", "mutant")
NAMES = SHORT | {"mutant": "mutant AAI"}


def payoffs(lab: Lab, reading: str, names: Sequence[str], seats: int) -> PayoffTable:
    """What each strategy earns in every line-up, over all seat orders."""

    def play() -> PayoffTable:
        taken = NAMED[reading]
        game = game_of(taken, seats)
        agents = line_up(tuple(names), taken, game)
        found = measure(
            game,
            agents,
            precision=PRECISION[lab.full],
            seed=lab.seed_of(("pay-offs", reading, tuple(names), seats)),
            where=Where(threads=1),
            progress=lambda done, of, games: lab.progress(done, of, f"{games:,} games"),
        )
        return PayoffTable(tuple(names), seats, found.entries)

    return lab.once(("pay-offs", reading, tuple(names), seats), play)


def earned(lab: Lab, reading: str, names: Sequence[str], counts: Counts, who: int) -> Sample:
    """What one player of a strategy earns in a line-up."""
    found = payoffs(lab, reading, names, sum(counts)).earned(counts, who)
    # Sums over all seat orders are the observations: there are that many fewer of them.
    return Sample(found.mean, found.variance, max(found.games // 24, 2), found.games)


def with_half(one: Earned | None) -> str:
    return "" if one is None else f"{100 * one.mean:.1f} ± {100 * one.half():.1f}"


def line_up_text(names: Sequence[str], counts: Counts) -> str:
    """'3 SAI, 1 AAI'."""
    return ", ".join(f"{n} {NAMES[name]}" for name, n in zip(names, counts, strict=True) if n)


def tensor(lab: Lab) -> Found:
    """The pay-offs of all 35 line-ups of four agents."""
    table = payoffs(lab, TEXT, AGENTS, 4)
    return _found(table)


def invaders(lab: Lab) -> Found:
    """Six seats, from no mutant to none but mutants."""
    found = _found(payoffs(lab, TEXT, INVADERS, 6))
    one, two = found.data.entries[5, 1], found.data.entries[4, 2]
    says = [
        f"One mutant among five Smart players wins {with_half(one[1])} %, each of the others "
        f"{with_half(one[0])} %; two mutants among four win {with_half(two[1])} % each, each of "
        f"the others {with_half(two[0])} %. A sixth is {100 / 6:.1f} %."
    ]
    return Found(found.head, found.rows, [*found.says, *says], found.data)


def _found(table: PayoffTable) -> Found:
    names = [NAMES[name] for name in table.names]
    rows = [
        (line_up_text(table.names, counts), *(with_half(e) for e in row))
        for counts, row in table.entries.items()
    ]
    says = [
        f"{len(rows)} line-ups, all seat orders each as often, {table.games:,} games: what one "
        f"player of each strategy wins, in 100 games. Each 95 % interval reaches "
        f"{100 * table.widest:.2f} points to either side at most."
    ]
    return Found(("line-up", *names), rows, says, table)


def draw_payoffs(axes: Any, found: Found) -> None:
    """What a player earns by how many of its own kind there are, whoever the others are."""
    table: PayoffTable = found.data
    for i, name in enumerate(table.names):
        mine = [(c[i], row[i]) for c, row in table.entries.items() if row[i] is not None]
        at = [n + (i - (len(table.names) - 1) / 2) * 0.14 for n, _ in mine]
        shares = [one.mean for _, one in mine if one is not None]
        ranges = [
            (one.mean - one.half(), one.mean + one.half()) for _, one in mine if one is not None
        ]
        measured(axes, at, shares, ranges, series=i, label=f"{NAMES[name]}, 95 % interval")
    axes.axhline(1 / table.seats, linestyle=":", linewidth=0.9, color=SERIES[1].colour)
    axes.set_xticks(range(1, table.seats + 1))
    axes.set_xlabel("players of that kind in the line-up")
    axes.set_ylabel("games that each of them wins")
    axes.set_ylim(bottom=0.0)
    axes.grid(False, axis="x")
    axes.legend(ncols=2)


def verdicts(lab: Lab) -> Found:
    """Who can be invaded by whom, where populations go, and how often one mutant takes over."""
    rows: list[tuple[str, ...]] = []
    says = [
        "A resident is evolutionarily stable if one mutant in its group wins less than the "
        "residents do among themselves, or as much and two mutants then win less. Gains in "
        "points; their intervals hold together at 95 %. The last column is the Moran process: the "
        f"probability that one mutant takes over a population of {SIZE}, exactly from the pay-offs "
        f"(weight exp({INTENSITY:g} x share); a neutral mutant has {100 / SIZE:.1f} %)."
    ]
    paths = []
    for reading in (TEXT, BEST):
        table = payoffs(lab, reading, AGENTS, 4)
        rows += [_pair(table, reading, i) for i in invasions(table)]
        said = stable(table)
        says.append(f"Reading {reading}: " + "; ".join(_stable(n, w) for n, w in said.items()))
        says[-1] += "."
        says.append(f"Reading {reading}: {_growth(lab, table)}")
        paths.append((reading, replicate(table, [1.0] * len(AGENTS))))
    six = payoffs(lab, TEXT, INVADERS, 6)
    rows += [_pair(six, f"{TEXT}, six seats", i) for i in invasions(six)]
    head = ("reading", "resident", "one mutant", "gains", "of two, gains", "verdict", "takes over")
    return Found(head, rows, says, paths)


def _stable(name: str, word: str) -> str:
    for other in NAMES:
        word = word.replace(other, NAMES[other])
    return f"{NAMES[name]} is {word}"


def _pair(table: PayoffTable, reading: str, i: Invasion) -> tuple[str, ...]:
    resident, mutant = table.names.index(i.resident), table.names.index(i.mutant)
    chance = fixation(table, resident, mutant, size=SIZE, intensity=INTENSITY)
    gains = [f"{100 * g.mean:+.1f} ± {100 * g.half(i.level):.1f}" for g in (i.first, i.second)]
    return (reading, NAMES[i.resident], NAMES[i.mutant], *gains, i.verdict, f"{100 * chance:.2f} %")


def _growth(lab: Lab, table: PayoffTable) -> str:
    """Ends of the replicator equation and of Moran processes."""
    rng = np.random.Generator(np.random.PCG64(mix(lab.seed)))
    ends = attractors(table, STARTS, rng)
    parts = [f"{count} to {_mixture(table, end)}" for end, count in ends]
    start = [SIZE // len(AGENTS)] * len(AGENTS)
    won = moran(table, start, repeats=RUNS, intensity=INTENSITY, rng=rng)
    counts = ", ".join(f"{NAMES[n]} {c}" for n, c in zip(won.names, won.counts, strict=True))
    return (
        f"of {STARTS} random populations the replicator equation leads {', '.join(parts)}; of "
        f"{RUNS:,} Moran processes from even numbers so many end with each alone: {counts}."
    )


def _mixture(table: PayoffTable, shares: Sequence[float]) -> str:
    kept = [(n, s) for n, s in zip(table.names, shares, strict=True) if s >= 5e-3]
    return " and ".join(f"{100 * s:.0f} % {NAMES[n]}" for n, s in kept)


def draw_paths(axes: Any, found: Found) -> None:
    """Shares over time from an even start, under each reading."""
    for k, (reading, path) in enumerate(found.data):
        for i, name in enumerate(AGENTS):
            axes.plot(
                np.maximum(path.times, 0.1),
                path.shares[:, i],
                color=SERIES[i].colour,
                linestyle="-" if k == 0 else (0, (4, 2)),
                label=f"{NAMES[name]}, {reading}",
            )
    axes.set_xscale("log")
    axes.set_xlim(1.0, 1e4)
    axes.set_xlabel("time, one over a win share")
    axes.set_ylabel("share of the population")
    axes.set_ylim(0.0, 1.0)
    axes.legend(ncols=2)


__all__ = [
    "INVADERS",
    "draw_paths",
    "draw_payoffs",
    "earned",
    "invaders",
    "payoffs",
    "tensor",
    "verdicts",
]
