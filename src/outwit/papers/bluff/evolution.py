"""Experiment 6 as described: the weakest seat goes, the strongest strategy takes it.

And what it is said to show: that Smart takes over, and that nobody invades it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from outwit.evolve.culling import culled
from outwit.papers.bluff.numbers import GAMES, TABLE_5, TABLE_7
from outwit.papers.bluff.played import ALL, played
from outwit.papers.bluff.readings import AGENTS, SHORT
from outwit.papers.bluff.stability import INVADERS, earned
from outwit.papers.claim import Claim, Measure
from outwit.papers.lab import Lab
from outwit.papers.measured import Frequency, Measured, Scaled, above
from outwit.papers.printed import POINTS, Words

Array = np.ndarray[Any, Any]

QUICK, FULL = 1_000, 20_000
"""Repeated evolutions; the paper has one."""
LONGEST = 200


def rates(lab: Lab, reading: str, names: tuple[str, ...]) -> Array:
    """Win rates by seat, and of games that nobody wins: the truth of the repeated evolutions.

    Shape: (seats + 1,). From as many games as the line-up's own claims have: their error is far
    below that of the 300 games of a run.
    """

    def known() -> Array:
        met = played(lab, reading, names)
        return np.array([*met.shares(), met.undecided().value])

    return lab.once(("rates", reading, names), known)


def evolve(
    lab: Lab, reading: str, start: tuple[str, ...], rng: np.random.Generator
) -> tuple[str, ...]:
    """One evolution from a line-up, by runs of 300 games, until all seats are alike.

    Which seat goes and which spreads is `outwit.evolve.culling`'s rule.
    """
    names = start
    for _ in range(LONGEST):
        if len(set(names)) == 1:
            return names
        wins = rng.multinomial(GAMES, rates(lab, reading, names))[:-1]
        names = tuple(names[seat] for seat in culled(range(len(names)), wins.tolist()))
    return names


def ends(lab: Lab, reading: str, start: tuple[str, ...]) -> Counter[str]:
    """Who is alone at the end, over repeated evolutions; 'nobody' where it takes too long."""

    def run() -> Counter[str]:
        rng = np.random.default_rng(lab.seed_of(("evolve", reading, start)))
        found: Counter[str] = Counter()
        total = lab.games(quick=QUICK, full=FULL)
        for i in range(total):
            last = evolve(lab, reading, start, rng)
            found[last[0] if len(set(last)) == 1 else "nobody"] += 1
            if i % 50 == 0:
                lab.progress(i, total, f"smart {found['smart'] / (i + 1):.0%}")
        return found

    return lab.once(("evolve", reading, start), run)


def share_ending(lab: Lab, reading: str, start: tuple[str, ...], name: str) -> Frequency:
    found = ends(lab, reading, start)
    return Frequency(found[name], sum(found.values()))


def stays_below(seats: int, mutants: int, invader: str) -> Measure:
    """The margin of 'an invader of Smart's population wins less than a Smart player does'.

    All games but a few undecided ones are won by somebody: below 1/seats is below the others.
    """

    def measure(lab: Lab, reading: str) -> Measured:
        names = AGENTS if seats == 4 else INVADERS
        counts = [0] * len(names)
        counts[names.index("smart")] = seats - mutants
        counts[names.index(invader)] = mutants
        mine = earned(lab, reading, names, tuple(counts), names.index(invader))
        return Scaled(mine, -1.0, 1.0 / seats)

    return measure


def claims() -> Iterator[Claim]:
    def words(
        name: str, where: str, says: str, tested: str, measure: Measure, note: str = ""
    ) -> Claim:
        return Claim(
            id=f"bluff.evolution.{name}",
            where=where,
            printed=Words(POINTS),
            measure=measure,
            says=says,
            tested=tested,
            readings=ALL,
            shares="evolution" if name.startswith("stable") else f"evolution {name}",
            cost=25.0,
            note=note,
        )

    start, invaded = TABLE_5[0][0], TABLE_7[0][0]
    yield words(
        "smart-takes-over",
        "section 10.6.1, conclusion",
        "Smart takes over the whole population",
        "of repeated evolutions by elimination and replication more than half end with Smart alone",
        lambda lab, r: above(share_ending(lab, r, start, "smart"), 0.5),
        "One evolution of four runs of 300 games decides little: the same start ends otherwise.",
    )
    yield words(
        "mutants-die-out",
        "section 10.6.2",
        "Two mutants among four Smart players are eliminated",
        "of repeated evolutions from that line-up more than half end with Smart alone",
        lambda lab, r: above(share_ending(lab, r, invaded, "smart"), 0.5),
    )
    for invader in ("no-bluff", "learner", "anxious"):
        yield words(
            f"stable-against-{invader}",
            "abstract, chapters 1 and 12",
            f"Smart is evolutionarily stable: {SHORT[invader]} does not invade it",
            "one invader among three Smart players wins less than a quarter, over all seats",
            stays_below(4, 1, invader),
        )
    for mutants, many in ((1, "One mutant"), (2, "Two mutants")):
        yield words(
            f"stable-against-mutants-{mutants}",
            "section 10.6.2, conclusion",
            f"Smart is evolutionarily stable: {many.lower()} of Anxious do not invade six seats",
            "each wins less than a sixth, over all seat orders",
            stays_below(6, mutants, "mutant"),
        )


__all__ = ["claims", "ends", "evolve", "rates", "share_ending"]
