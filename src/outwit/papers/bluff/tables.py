"""Claims: the cells of tables 2, 3, 5, 6, 7, figures 9, 10 and 12, and the text beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from outwit.papers.bluff import numbers
from outwit.papers.bluff.numbers import GAMES, TABLE_3, order_of
from outwit.papers.bluff.played import ALL, played, pooled, wins
from outwit.papers.bluff.readings import AGENTS, SHORT
from outwit.papers.claim import Claim
from outwit.papers.lab import Lab
from outwit.papers.measured import Measured
from outwit.papers.printed import Count, Share

SELF_CONTRADICTION = (
    "The paper contradicts itself here: table 6 and table 5 print 44 wins of 300 for Anxious in "
    "the line-up in which table 3 prints 4."
)

NO_READING = (
    "No combination of the 640 that were scanned gives it: in the same table's evolution 8 the "
    "first of six such seats wins 18 %."
)
"""Of table 7, evolution 7, seat 1: 50 % for one Smart player of five."""


def per_cent(value: float, games: int = GAMES) -> Share:
    return Share(value / 100.0, games, 0.01)


def self_play() -> Iterator[Claim]:
    """Table 2, and section 10.1's text, which differs from it."""
    for section, where, printed in (
        ("table2", "table 2", numbers.TABLE_2),
        ("text1", "section 10.1", numbers.TEXT_1),
    ):
        for seat in range(4):
            for name in AGENTS:
                value = printed[name][seat]
                other = (numbers.TEXT_1 if section == "table2" else numbers.TABLE_2)[name][seat]
                differs = f"The text has {other} %." if section == "table2" else ""
                differs = differs or f"Table 2 has {other} %."
                yield Claim(
                    id=f"bluff.{section}.position-{seat + 1}.{name}",
                    where=f"{where}, position {seat + 1}, {SHORT[name]}",
                    printed=per_cent(value),
                    measure=wins((name,) * 4, seat),
                    readings=ALL,
                    shares=f"self {name}",
                    note=differs if other != value else "",
                )


def pairs() -> Iterator[Claim]:
    """Figures 9 and 10: two agents, two seats each."""
    for section, (names, shares) in (
        ("figure9", numbers.FIGURE_9),
        ("figure10", numbers.FIGURE_10),
    ):
        number = section.removeprefix("figure")
        for seat, (name, value) in enumerate(zip(names, shares, strict=True)):
            yield Claim(
                id=f"bluff.{section}.wins.{seat + 1}-{name}",
                where=f"figure {number}, position {seat + 1}, {SHORT[name]}",
                printed=per_cent(value),
                measure=wins(names, seat),
                readings=ALL,
                shares=section,
            )


def run_orders() -> Iterator[Claim]:
    """Table 3: all 24 run orders."""
    for run, counts in TABLE_3.items():
        for name, count in zip(AGENTS, counts, strict=True):
            contradicts = run == "1234" and name == "anxious"
            yield Claim(
                id=f"bluff.table3.{run}.{name}",
                where=f"table 3, row {run}, {SHORT[name]}",
                printed=Count(count, GAMES),
                measure=wins(order_of(run), order_of(run).index(name)),
                readings=ALL,
                shares=f"row {run}",
                note=SELF_CONTRADICTION if contradicts else "",
            )
    for i, name in enumerate(AGENTS):
        for row, printed in (
            ("total", Count(numbers.TABLE_3_TOTALS[i], 24 * GAMES)),
            ("share", per_cent(numbers.TABLE_3_SHARES[i], 24 * GAMES)),
        ):
            yield Claim(
                id=f"bluff.table3.{row}.{name}",
                where=f"table 3, {'total wins' if row == 'total' else 'win %'}, {SHORT[name]}",
                printed=printed,
                measure=lambda lab, reading, name=name: over_orders(lab, reading, name),  # type: ignore[misc]
                readings=ALL,
                shares="table3",
                note="32 of 7,200 is 0.4 %." if row == "share" and name == "anxious" else "",
            )


def over_orders(lab: Lab, reading: str, name: str, seats: Sequence[int] = range(4)) -> Measured:
    """Wins of an agent over the run orders that have it in one of the seats."""
    parts = []
    for run in TABLE_3:
        names = order_of(run)
        seat = names.index(name)
        if seat in seats:
            parts.append(played(lab, reading, names).wins(seat, seat))
    return pooled(parts)


def figure_12() -> Iterator[Claim]:
    """No-Bluff's wins of 300 by position: 'around 150' in the first, 'around 100' in the others.

    'Around' is taken to mean: to the nearest ten.
    """
    for seat in range(4):
        mean = 150 if seat == 0 else 100
        own = [c[0] for r, c in TABLE_3.items() if order_of(r).index("no-bluff") == seat]
        yield Claim(
            id=f"bluff.figure12.position-{seat + 1}.mean",
            where=f"figure 12, mean wins of NBAI in position {seat + 1}",
            printed=Share(mean / GAMES, 6 * GAMES, 10 / GAMES),
            measure=lambda lab, reading, seat=seat: over_orders(  # type: ignore[misc]
                lab, reading, "no-bluff", (seat,)
            ),
            readings=ALL,
            shares="table3",
            note=f"The paper's own table 3 has {sum(own) / len(own):.0f} there.",
        )


def evolutions() -> Iterator[Claim]:
    """Tables 5, 6 (its first row) and 7: win per cent of each seat, evolution by evolution."""
    for section, first, table in (("table5", 1, numbers.TABLE_5), ("table7", 6, numbers.TABLE_7)):
        for number, (names, shares) in enumerate(table, first):
            for seat, (name, value) in enumerate(zip(names, shares, strict=True)):
                short = SHORT.get(name, "mutant AAI")
                yield Claim(
                    id=f"bluff.{section}.evolution-{number}.seat-{seat + 1}",
                    where=f"table {section[-1]}, evolution {number}, seat {seat + 1}, {short}",
                    printed=per_cent(value),
                    measure=wins(names, seat),
                    readings=ALL,
                    shares=" ".join(names),
                    note=_known(number, seat, name),
                )
    names = numbers.TABLE_5[0][0]
    for seat, (name, count) in enumerate(zip(names, numbers.TABLE_6_WINS, strict=True)):
        yield Claim(
            id=f"bluff.table6.wins.{name}",
            where=f"table 6, total wins, {SHORT[name]}",
            printed=Count(count, GAMES),
            measure=wins(names, seat),
            readings=ALL,
            shares=" ".join(names),
            note=SELF_CONTRADICTION if name == "anxious" else "",
        )


def _known(number: int, seat: int, name: str) -> str:
    if number == 1 and name == "anxious":
        return SELF_CONTRADICTION
    return NO_READING if (number, seat) == (7, 0) else ""


__all__ = ["evolutions", "figure_12", "over_orders", "pairs", "run_orders", "self_play"]
