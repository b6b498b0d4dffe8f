"""Experiment 6 as described: the weakest seat goes, the strongest strategy takes it.

And what it is said to show: that Smart takes over, and that nobody invades it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from outwit.papers.bluff.numbers import GAMES, TABLE_5, TABLE_7
from outwit.papers.bluff.played import ALL, in_all_orders
from outwit.papers.bluff.readings import NAMED, SHORT, game_of, line_up
from outwit.papers.claim import Claim, Measure
from outwit.papers.lab import Lab
from outwit.papers.measured import AllOf, Frequency, Measured, Scaled, above
from outwit.papers.printed import Words

Array = np.ndarray[Any, Any]

QUICK, FULL = 1_000, 20_000
"""Repeated evolutions; the paper has one."""
LONGEST = 200
RATE_GAMES = (2_000, 30_000)
"""Games from which the rates of a line-up are known, quick and full."""


def rates(lab: Lab, reading: str, names: tuple[str, ...]) -> Array:
    """Win rates by seat, and of games that nobody wins: the truth of the repeated evolutions.

    Shape: (seats + 1,).
    """

    def known() -> Array:
        taken = NAMED[reading]
        games = lab.games(quick=RATE_GAMES[0], full=RATE_GAMES[1])
        met = lab.play(game_of(taken, len(names)), line_up(names, taken), games)
        return np.array([*met.shares(), met.undecided().value])

    return lab.once(("rates", reading, names), known)


def evolve(
    lab: Lab, reading: str, start: tuple[str, ...], rng: np.random.Generator
) -> tuple[str, ...]:
    """One evolution from a line-up, by runs of 300 games, until all seats are alike.

    Of seats with equally few wins the first one goes; of equally many the first one spreads.
    """
    names = start
    for _ in range(LONGEST):
        if len(set(names)) == 1:
            return names
        wins = rng.multinomial(GAMES, rates(lab, reading, names))[:-1]
        weakest, strongest = int(wins.argmin()), int(wins.argmax())
        names = (*names[:weakest], names[strongest], *names[weakest + 1 :])
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
    """The margin of 'an invader of Smart's population wins less than a Smart player does'."""

    def measure(lab: Lab, reading: str) -> Measured:
        names = (invader,) * mutants + ("smart",) * (seats - mutants)
        met = in_all_orders(lab, reading, names)
        # All games but a few undecided ones are won by somebody: below 1/seats is below the others.
        return AllOf([Scaled(met.wins(i), -1.0, 1.0 / seats) for i in range(mutants)])

    return measure


def claims() -> Iterator[Claim]:
    def words(
        name: str, where: str, says: str, tested: str, measure: Measure, note: str = ""
    ) -> Claim:
        return Claim(
            id=f"bluff.evolution.{name}",
            where=where,
            printed=Words(),
            measure=measure,
            says=says,
            tested=tested,
            readings=ALL,
            shares=f"evolution {name}",
            cost=5.0,
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


def phases(found: Counter[str], names: Sequence[str]) -> list[tuple[str, str]]:
    """Rows of a table: who is alone at the end, how often."""
    total = sum(found.values())
    return [(name, f"{100 * found[name] / total:.1f} %") for name in (*names, "nobody")]


__all__ = ["claims", "ends", "evolve", "phases", "rates", "share_ending"]
