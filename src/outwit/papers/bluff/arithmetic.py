"""Claims that need no games: the paper's figures against one another, its formulas, table 8."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from outwit.papers.bluff import numbers
from outwit.papers.bluff.numbers import GAMES, TABLE_3, TABLE_4, TABLE_6, TABLE_6_WINS, TABLE_8
from outwit.papers.bluff.readings import AGENTS, SHORT
from outwit.papers.claim import Claim, Measure, Reading
from outwit.papers.measured import Exact, fact
from outwit.papers.printed import Constant, Words

READINGS = (
    Reading("confidence-95", "a confidence of 95 % with a reliability of 99 %", fault=True),
    Reading("divided-twice", "the wins are averaged, then divided by four once more", fault=True),
)


def exact(value: float | Fraction) -> Exact:
    """A value, with its fraction where it has one."""
    text = str(value) if isinstance(value, Fraction) and value.denominator > 1 else None
    return Exact(float(value), exact=text)


def constant(
    name: str,
    where: str,
    printed: Constant,
    value: float | Fraction,
    *,
    says: str = "",
    note: str = "",
    faults: dict[str, float | Fraction] | None = None,
) -> Claim:
    """A printed figure and what arithmetic gives; under a fault, what the slip gives."""
    values = {"text": value, **(faults or {})}
    return Claim(
        id=f"bluff.{name}",
        where=where,
        printed=printed,
        measure=lambda lab, reading: exact(values[reading]),
        says=says,
        readings=tuple(values),
        note=note,
    )


def statement(name: str, where: str, says: str, tested: str, holds: bool, note: str = "") -> Claim:
    """A sentence that arithmetic decides."""
    measure: Measure = lambda lab, reading: fact(holds)  # noqa: E731
    return Claim(
        id=f"bluff.{name}",
        where=where,
        printed=Words(),
        measure=measure,
        says=says,
        tested=tested,
        note=note,
    )


def sums() -> Iterator[Claim]:
    """Totals, shares and rows of the tables, computed from the tables' own figures."""
    for i, name in enumerate(AGENTS):
        total = sum(row[i] for row in TABLE_3.values())
        yield constant(
            f"sums.total.{name}",
            f"table 3, total wins, {SHORT[name]}",
            Constant(numbers.TABLE_3_TOTALS[i], 1),
            total,
        )
        yield constant(
            f"sums.win-share.{name}",
            f"table 3, win % of the printed total, {SHORT[name]}",
            Constant(numbers.TABLE_3_SHARES[i], 1),
            Fraction(100 * numbers.TABLE_3_TOTALS[i], 24 * GAMES),
        )
    for run, row in TABLE_3.items():
        yield constant(
            f"sums.games-of-{run}.all",
            f"table 3, row {run}, games",
            Constant(GAMES, 1),
            sum(row),
            note="Its four numbers of wins do not add up to the games.",
        )
    for name, (right, wrong) in TABLE_4.items():
        for kind, part, shown in zip(
            ("right", "wrong"), (right, wrong), numbers.TABLE_4_SHARES[name], strict=True
        ):
            yield constant(
                f"sums.calls-{kind}.{name}",
                f"table 4, {'true' if kind == 'right' else 'false'} bluff %, {SHORT[name]}",
                Constant(shown, 0.1),
                Fraction(100 * part, right + wrong),
            )
    calls = sum(right + wrong for right, wrong in TABLE_4.values())
    for name, share in numbers.SHARES_OF_CALLS.items():
        yield constant(
            f"sums.share-of-calls.{name}",
            f"section 10.5, share of all calls, {SHORT[name]}",
            Constant(share, 1),
            Fraction(100 * sum(TABLE_4[name]), calls),
            note="From the counts of table 4 it is 16.55 %, which rounds to 17.",
        )
    yield from hundreds()


def hundreds() -> Iterator[Claim]:
    """Percentages of one run add up to a hundred, rounding of each share apart."""
    columns = [
        *((f"table2-{name}", f"table 2, {SHORT[name]}", numbers.TABLE_2[name]) for name in AGENTS),
        *(
            (f"text1-{name}", f"section 10.1, {SHORT[name]}", numbers.TEXT_1[name])
            for name in AGENTS
        ),
        ("figure9", "figure 9", numbers.FIGURE_9[1]),
        ("figure10", "figure 10", numbers.FIGURE_10[1]),
        *(
            (f"evolution-{k}", f"table 5, {k}", row)
            for k, (_, row) in enumerate(numbers.TABLE_5, 1)
        ),
        *(
            (f"evolution-{k}", f"table 7, {k}", row)
            for k, (_, row) in enumerate(numbers.TABLE_7, 6)
        ),
    ]
    for name, where, shares in columns:
        yield statement(
            f"sums.hundred.{name}",
            where,
            f"All games of the run are won by somebody: the shares add up ({sum(shares)} %)",
            "the sum differs from 100 by less than half a point for each share",
            abs(sum(shares) - 100) < 0.5 * len(shares),
            "Position 4 has 12 % in the text and 14 % in table 2, with which it adds up."
            if name == "text1-no-bluff"
            else "",
        )


def replicator() -> Iterator[Claim]:
    """Section 10.6.1's calculation: phi, and what follows from it in table 6.

    With x = 1/4 each and fitness the number of wins, phi is 300/4 = 75 whoever wins.
    """
    quarter = Fraction(1, 4)
    phi = sum(quarter * f for f in TABLE_6_WINS)
    note = "The mean of 82, 79, 95 and 44 is 75."
    yield constant(
        "table6.phi.all",
        "section 10.6.1, average fitness",
        Constant(numbers.PHI, 0.01),
        phi,
        note=note,
        faults={"divided-twice": phi * quarter},
    )
    for i, name in enumerate(AGENTS):
        wins = TABLE_6_WINS[i]
        for row, digit, factor in (("above", 0.01, Fraction(1)), ("growth", 0.0001, quarter)):
            what = "fitness above average" if row == "above" else "growth rate"
            yield constant(
                f"table6.{row}.{name}",
                f"table 6, {what}, {SHORT[name]}",
                Constant(TABLE_6[row][i], digit),
                factor * (wins - phi),
                note="It follows from the average fitness of 18.75, which must be 75.",
                faults={"divided-twice": factor * (wins - phi * quarter)},
            )
    yield statement(
        "table6.sum.zero",
        "table 6",
        "The growth rates are those of the replicator equation",
        "they add up to nothing, as shares of a population must",
        abs(sum(TABLE_6["growth"])) < 1e-9,
        "All four are positive: every type would grow. They add up to 56.25.",
    )


def sampling_plan() -> Iterator[Claim]:
    """Chapter 9: how many runs in a row without a failure show a reliability."""

    def runs(confidence: float, reliability: float) -> int:
        return math.ceil(math.log(1 - confidence) / math.log(reliability))

    yield constant(
        "constants.runs.size",
        "chapter 9, run size for 99 % confidence and 99 % reliability",
        Constant(299, 1),
        runs(0.99, 0.99),
        note="ln 0.01 / ln 0.99 is 458.2; 299 runs belong to a confidence of 95 %.",
        faults={"confidence-95": runs(0.95, 0.99)},
    )


def states() -> Iterator[Claim]:
    """Chapter 12's number of states: its formula, summed over the whole numbers 0 to 51."""
    total = sum(math.factorial(52) // math.factorial(52 - k) * (52 - k) for k in range(53))
    yield constant(
        "constants.states.two-players",
        "chapter 12, states of a game of two players",
        Constant(5e63, 1e63),
        float(total),
        note=(
            "The printed integral over the number k of cards is read as a sum: it is 52! times "
            "nearly e. Its last terms alone are 52!, 8e67."
        ),
    )
    yield constant(
        "constants.seats.rest",
        "section 10.1, cards left over when 52 are dealt to four",
        Constant(0, 1),
        52 % 4,
    )


def table_8() -> Iterator[Claim]:
    """The pay-off matrix of a turn, and what chapter 11 says about it."""
    x_moves, y_moves = ("bluff", "no bluff"), ("challenge", "no contest")

    def stable(x: str, y: str) -> bool:
        mine, theirs = TABLE_8[x, y]
        return all(TABLE_8[other, y][0] <= mine for other in x_moves) and all(
            TABLE_8[x, other][1] <= theirs for other in y_moves
        )

    equilibria = [(x, y) for x in x_moves for y in y_moves if stable(x, y)]
    honest = ("no bluff", "no contest")
    where = "chapter 11, table 8"
    yield statement(
        "table8.equilibrium.honest",
        where,
        "Not to bluff and not to contest is a Nash equilibrium",
        "neither player gains by another move, by enumeration",
        honest in equilibria,
    )
    yield statement(
        "table8.equilibrium.exists",
        where,
        "There is at least one Nash equilibrium",
        "enumeration of pure equilibria; 'no bluff' is strictly dominant, so it is the only one",
        equilibria == [honest] and dominant(),
    )
    yield statement(
        "table8.worst.bluff-challenge",
        where,
        "A bluff that is caught is the largest penalty for X",
        "-3 is X's least pay-off",
        TABLE_8["bluff", "challenge"][0] == min(x for x, _ in TABLE_8.values()),
    )
    yield statement(
        "table8.best.bluff-challenge",
        where,
        "Y gets most when X is caught",
        "3 is Y's largest pay-off",
        TABLE_8["bluff", "challenge"][1] == max(y for _, y in TABLE_8.values()),
    )
    yield statement(
        "table8.same.no-bluff",
        where,
        "Honesty pays X the same whatever Y does; Y loses 2 by a challenge and wins 2 without",
        "X has 2 and 2, Y has -2 and 2",
        [TABLE_8["no bluff", y] for y in y_moves] == [(2, -2), (2, 2)],
    )


def dominant() -> bool:
    """Whether 'no bluff' is better for X than 'bluff' whatever Y does."""
    return all(
        TABLE_8["no bluff", y][0] > TABLE_8["bluff", y][0] for y in ("challenge", "no contest")
    )


__all__ = ["READINGS", "replicator", "sampling_plan", "states", "sums", "table_8"]
