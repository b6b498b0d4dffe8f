"""Claims in words about wins: abstract, sections 10.1 to 10.4 and 10.6, chapter 12."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from outwit.agents.bluff import Smart
from outwit.papers.bluff.numbers import FIGURE_9, FIGURE_10, TABLE_3, TABLE_5, TABLE_7, order_of
from outwit.papers.bluff.played import ALL, Spread, in_all_orders, played, pooled
from outwit.papers.bluff.readings import AGENTS, NAMED, SHORT, game_of, line_up, matrices, untaught
from outwit.papers.bluff.tables import over_orders
from outwit.papers.claim import Claim, Measure
from outwit.papers.lab import Lab
from outwit.papers.measured import AllOf, AnyOf, Measured, Scaled, above, fact, minus, within
from outwit.papers.printed import POINTS, Words

CLOSE = 0.05
"""'Closely followed' is taken for: at most five points behind."""


def words(
    name: str,
    where: str,
    says: str,
    tested: str,
    measure: Measure,
    *,
    shares: str = "",
    note: str = "",
) -> Claim:
    """A sentence about games, under all readings."""
    return Claim(
        id=f"bluff.text.{name}",
        where=where,
        printed=Words(POINTS),
        measure=measure,
        says=says,
        tested=tested,
        readings=ALL,
        shares=shares or f"text {name}",
        note=note,
    )


def seat(lab: Lab, reading: str, names: Sequence[str], at: int) -> Measured:
    return played(lab, reading, names).wins(at, at)


def beats(names: Sequence[str], ahead: Sequence[int], behind: Sequence[int]) -> Measure:
    """The margin of 'each of these seats wins more than each of those'."""
    return lambda lab, r: AllOf(
        [minus(seat(lab, r, names, a), seat(lab, r, names, b)) for a in ahead for b in behind]
    )


def self_play() -> Iterator[Claim]:
    for name in AGENTS:
        yield words(
            f"first-seat-{name}",
            "section 10.1, conclusion",
            f"The first position has an advantage when {SHORT[name]} plays itself",
            "seat 1 wins more than each other seat",
            beats((name,) * 4, (0,), (1, 2, 3)),
            shares=f"self {name}",
        )
    yield words(
        "first-seat-half",
        "section 10.1",
        "The first position wins almost half of the games",
        "over the four agents it wins between 40 % and 50 %",
        lambda lab, r: within(pooled([seat(lab, r, (name,) * 4, 0) for name in AGENTS]), 0.4, 0.5),
        note="Of table 2's own four shares only two lie there.",
    )


def two_agents() -> Iterator[Claim]:
    nine, ten = FIGURE_9[0], FIGURE_10[0]
    yield words(
        "no-bluff-first",
        "section 10.2",
        "No-Bluff in position 1 wins most against Smart",
        "seat 1 wins more than each other seat",
        beats(nine, (0,), (1, 2, 3)),
        shares="figure9",
    )
    yield words(
        "smart-beats-third",
        "section 10.2",
        "Smart beats No-Bluff where that is not in position 1",
        "seats 2 and 4 each win more than seat 3",
        beats(nine, (1, 3), (2,)),
        shares="figure9",
    )
    yield words(
        "anxious-first",
        "section 10.3",
        "Anxious in position 1 wins most against the learner",
        "seat 1 wins more than each other seat",
        beats(ten, (0,), (1, 2, 3)),
        shares="figure10",
        note="In table 3 Anxious wins 12 of its 1,800 games in position 1.",
    )
    yield words(
        "learner-beats-third",
        "section 10.3",
        "The learner beats Anxious where that is not in position 1",
        "seats 2 and 4 each win more than seat 3",
        beats(ten, (1, 3), (2,)),
        shares="figure10",
    )


def all_four() -> Iterator[Claim]:
    def over(name: str) -> Measure:
        return lambda lab, r: over_orders(lab, r, name)

    def ahead(first: str, second: str) -> Measure:
        return lambda lab, r: minus(over_orders(lab, r, first), over_orders(lab, r, second))

    def close(first: str, second: str) -> Measure:
        return lambda lab, r: within(ahead(first, second)(lab, r), 0.0, CLOSE)

    def table(
        name: str, where: str, says: str, tested: str, measure: Measure, note: str = ""
    ) -> Claim:
        return words(name, where, says, tested, measure, shares="table3", note=note)

    yield table(
        "no-bluff-best",
        "abstract, section 10.4, chapter 12",
        "Playing truthfully is best: No-Bluff wins most of all four",
        "over all run orders it wins more than each other agent",
        lambda lab, r: AllOf([ahead("no-bluff", other)(lab, r) for other in AGENTS[1:]]),
    )
    yield table(
        "smart-close",
        "section 10.4",
        "Smart follows No-Bluff closely",
        "No-Bluff is ahead by at most five points",
        close("no-bluff", "smart"),
    )
    yield table(
        "learner-close",
        "section 10.4",
        "The learner follows Smart closely",
        "Smart is ahead by at most five points",
        close("smart", "learner"),
    )
    yield table(
        "anxious-last",
        "section 10.4",
        "Anxious performs worst",
        "it wins less than each other agent",
        lambda lab, r: AllOf([ahead(other, "anxious")(lab, r) for other in AGENTS[:3]]),
    )
    yield table(
        "learner-not-best",
        "section 10.4",
        "The learner does not win most, whatever it knows of former games",
        "some other agent wins more over all run orders",
        lambda lab, r: AnyOf([ahead(other, "learner")(lab, r) for other in ("no-bluff", "smart")]),
    )
    yield table(
        "learner-only-first",
        "section 10.4",
        "The learner beats the others only with the first position",
        "in no run order in which it is not first does it win most",
        learner_only_first,
        note="Not in the paper's own rows 1234, 2314, 4123: it wins most and sits third or fourth.",
    )
    yield table(
        "smart-second",
        "chapter 12",
        "Smart beats all agents but No-Bluff",
        "over all run orders it wins more than the learner and Anxious, less than No-Bluff",
        lambda lab, r: AllOf(
            [
                ahead(better, worse)(lab, r)
                for better, worse in (
                    ("smart", "learner"),
                    ("smart", "anxious"),
                    ("no-bluff", "smart"),
                )
            ]
        ),
    )
    yield table(
        "anxious-no-winner",
        "chapter 12",
        "Calling often does not make Anxious a winner",
        "it wins less than a quarter of the games",
        lambda lab, r: Scaled(over("anxious")(lab, r), -1.0, 0.25),
    )
    for name in AGENTS:
        yield table(
            f"opening-{name}",
            "section 10.4",
            f"{SHORT[name]} wins most when it opens",
            "over all run orders it wins more in seat 1 than in each other",
            lambda lab, r, name=name: AllOf(  # type: ignore[misc]
                [
                    minus(over_orders(lab, r, name, (0,)), over_orders(lab, r, name, (at,)))
                    for at in (1, 2, 3)
                ]
            ),
        )
    yield table(
        "opening-half-more",
        "section 10.4, figure 12",
        "Opening is worth about half as much again to No-Bluff",
        "its wins in seat 1 are 1.3 to 1.7 times those in the other seats",
        lambda lab, r: AllOf([_times(lab, r, 1.3, 1.0), _times(lab, r, 1.7, -1.0)]),
    )
    yield table(
        "no-bluff-steady",
        "section 10.4",
        "No-Bluff's wins vary less with the order than others', the first position left out",
        "the deviation of its rates over the 18 orders is below Smart's and the learner's",
        lambda lab, r: AllOf(
            [
                minus(_spread(lab, r, other), _spread(lab, r, "no-bluff"))
                for other in ("smart", "learner")
            ]
        ),
    )


def _times(lab: Lab, reading: str, factor: float, sign: float) -> Measured:
    first = over_orders(lab, reading, "no-bluff", (0,))
    rest = over_orders(lab, reading, "no-bluff", (1, 2, 3))
    return Scaled(minus(first, Scaled(rest, factor)), sign)


def _spread(lab: Lab, reading: str, name: str) -> Spread:
    orders = [order_of(run) for run in TABLE_3 if order_of(run)[0] != name]
    return Spread([seat(lab, reading, names, names.index(name)) for names in orders])


def learner_only_first(lab: Lab, reading: str) -> Measured:
    margins: list[Measured] = []
    for run in TABLE_3:
        names = order_of(run)
        at = names.index("learner")
        if at != 0:
            others = [i for i in range(4) if i != at]
            mine = seat(lab, reading, names, at)
            margins.append(AnyOf([minus(seat(lab, reading, names, i), mine) for i in others]))
    return AllOf(margins)


def calling() -> Iterator[Claim]:
    """Abstract: calling on the strength of one's own cards is risky."""

    def quiet(lab: Lab, reading: str) -> Measured:
        taken = NAMED[reading]
        game = game_of(taken)
        agents = line_up(AGENTS, taken)
        never = Smart(game, two=0.0, three=0.0, rest=taken.rest)
        games = lab.games(quick=40_000, full=1_200_000)
        silent = lab.play(game, [agents[0], never, *agents[2:]], games, order="balanced")
        return minus(silent.wins(1), in_all_orders(lab, reading, AGENTS).wins(1))

    yield words(
        "calling-risky",
        "abstract",
        "Calling because one holds several cards of the rank does harm",
        "Smart wins more among the four if it calls on sure bluffs and all four of a rank alone",
        quiet,
    )


def learning() -> Iterator[Claim]:
    """Chapter 7, abstract and chapter 12: what the learner has learnt."""

    def diagonal(lab: Lab, reading: str) -> Measured:
        reward = matrices(NAMED[reading].caught)["reward"]
        return fact(all(row.argmax() == i and row.max() > 0 for i, row in enumerate(reward)))

    yield words(
        "learner-diagonal",
        "chapter 7",
        "The reward matrix is highest on its diagonal",
        "in every row of the trained matrix the announced rank has the largest reward",
        diagonal,
    )

    def as_smart(lab: Lab, reading: str) -> Measured:
        mixed = in_all_orders(lab, reading, ("no-bluff", "smart", "learner", "anxious"))
        return within(minus(mixed.wins(2), mixed.wins(1)), -0.01, 0.01)

    yield words(
        "learner-as-smart",
        "section 10.4",
        "The learner has become as good as Smart, whose play it was trained with",
        "among the four it wins as much as Smart, within a point",
        as_smart,
    )

    def learnt(lab: Lab, reading: str) -> Measured:
        return minus(in_all_orders(lab, reading, AGENTS).wins(2), _untaught(lab, reading))

    yield words(
        "learner-learnt",
        "abstract, chapter 12",
        "The learner learns well",
        "among the four it wins more than it would with an empty table, lowest rank first",
        learnt,
    )


def _untaught(lab: Lab, reading: str) -> Measured:
    """The learner's share if its table had taught it nothing."""
    taken = NAMED[reading]
    agents = line_up(AGENTS, taken)
    agents[2] = untaught(taken)
    games = lab.games(quick=40_000, full=1_200_000)
    return lab.play(game_of(taken), agents, games, order="balanced").wins(2)


def remarks() -> Iterator[Claim]:
    """Section 10.6: who is weakest and strongest, as the remarks of tables 5 and 7 say."""
    told: list[tuple[int, tuple[str, ...], int, int]] = [
        (1, TABLE_5[0][0], 3, 2),
        (2, TABLE_5[1][0], 3, 1),
        (3, TABLE_5[2][0], 2, 1),
        (4, TABLE_5[3][0], 0, 3),
        (6, TABLE_7[0][0], 0, 4),
        (7, TABLE_7[1][0], 1, 0),
    ]
    for number, names, last, best in told:
        others = [i for i in range(len(names)) if i != last]
        yield words(
            f"weakest-{number}",
            f"tables 5 and 7, remark on evolution {number}",
            f"Seat {last + 1} ({names[last]}) is the weakest of the line-up",
            "it wins less than each other seat",
            beats(names, others, (last,)),
            shares=" ".join(names),
            note="The remark names player 3, the table's least share is in seat 1."
            if number == 4
            else "",
        )
        rivals = [i for i in range(len(names)) if names[i] != names[best]]
        yield words(
            f"strongest-{number}",
            f"tables 5 and 7, remark on evolution {number}",
            f"The strongest strategy of the line-up is {names[best]}'s",
            f"seat {best + 1} wins more than each seat of another strategy",
            beats(names, (best,), rivals),
            shares=" ".join(names),
        )


Maker = Callable[[], Iterator[Claim]]
MAKERS: tuple[Maker, ...] = (self_play, two_agents, all_four, calling, learning, remarks)

__all__ = ["MAKERS", "above", "words"]
