"""Claims: the rows of Q-learning in tables 3 and 4."""

from __future__ import annotations

from collections.abc import Iterator

from outwit.papers.claim import Claim, Measure
from outwit.papers.lab import Lab
from outwit.papers.measured import Measured
from outwit.papers.poker.laws import FEW, LAWS, RANDOM, TESTING, readings_of
from outwit.papers.poker.numbers import TABLE_3, TABLE_4
from outwit.papers.poker.trained import trained
from outwit.papers.printed import FewRuns


def cells() -> Iterator[Claim]:
    """Mean and deviation of each row, over the print's five trainings."""
    for opponent, rows in LAWS.items():
        section, table = ("table3", TABLE_3) if opponent == RANDOM else ("table4", TABLE_4)
        for row in rows:
            mean, sd = table[row]
            for column, value, digit in (("mean", mean, 1e-4), ("deviation", sd, 1e-3)):
                yield Claim(
                    id=f"poker.{section}.{row}.{column}",
                    where=f"table {section[-1]}, {row}, {column}",
                    printed=FewRuns(value, FEW, FEW * TESTING, digit),
                    measure=_measure(opponent, row, column),
                    readings=readings_of(opponent, row),
                    shares=f"learning {opponent} {row}",
                    cost=30.0,
                )


def _measure(opponent: str, row: str, column: str) -> Measure:
    def measure(lab: Lab, reading: str) -> Measured:
        found = trained(lab, opponent, row, reading)
        return found.mean if column == "mean" else found.deviation

    return measure


__all__ = ["cells"]
