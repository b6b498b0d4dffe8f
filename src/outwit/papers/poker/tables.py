"""Claims: the rows of tables 3 and 4 that are not learnt, exactly, and the text beside them."""

from __future__ import annotations

from collections.abc import Iterator

from outwit.papers.claim import Claim, Measure
from outwit.papers.lab import Lab
from outwit.papers.measured import Measured
from outwit.papers.poker.numbers import GAMES, TABLE_3, TABLE_4
from outwit.papers.poker.readings import RULES
from outwit.papers.poker.world import (
    RANDOM,
    THRESHOLD,
    deviation_of,
    mean_of,
    optimum_plays,
    world,
)
from outwit.papers.printed import Average
from outwit.solve.payoffs import Payoffs

AGAIN = "outwit match holdem threshold random --exact"


def brings(lab: Lab, row: str, opponent: str, reading: str) -> Payoffs:
    """What a row of a table brings against an opponent, by enumeration."""
    rules = RULES[reading]

    def make() -> Payoffs:
        here = world(lab, rules)
        mine = here.plays[THRESHOLD] if row == "threshold" else optimum_plays(lab, opponent, rules)
        return here.brings(mine, here.plays[opponent])

    return lab.once(("poker row", row, opponent, rules), make)


def cells() -> Iterator[Claim]:
    """Mean and deviation of each row."""
    for section, opponent, table in (("table3", RANDOM, TABLE_3), ("table4", THRESHOLD, TABLE_4)):
        for row, (mean, sd) in table.items():
            if row.startswith("q_"):
                continue
            for column, printed in (
                ("mean", Average(mean, GAMES, 1e-4)),
                ("deviation", Average(sd, GAMES, 1e-3)),
            ):
                yield Claim(
                    id=f"poker.{section}.{row}.{column}",
                    where=f"table {section[-1]}, {row}, {column}",
                    printed=printed,
                    measure=_measure(row, opponent, column),
                    readings=tuple(RULES),
                    shares="exact",
                )


def _measure(row: str, opponent: str, column: str) -> Measure:
    def measure(lab: Lab, reading: str) -> Measured:
        again = AGAIN if row == "threshold" and reading == "text" else ""
        found = brings(lab, row, opponent, reading)
        return mean_of(found, again) if column == "mean" else deviation_of(found, again)

    return measure


__all__ = ["brings", "cells"]
