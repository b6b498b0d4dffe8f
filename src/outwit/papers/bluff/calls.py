"""Experiment 5: who calls how often, and how often rightly. Counted by looking over shoulders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from outwit.papers.bluff import numbers
from outwit.papers.bluff.numbers import TABLE_3, TABLE_4_GAMES, order_of
from outwit.papers.bluff.played import ALL
from outwit.papers.bluff.readings import AGENTS, NAMED, SHORT, line_up
from outwit.papers.bluff.watched import Array, Ledger, watch, watched_game
from outwit.papers.claim import Claim, Measure
from outwit.papers.lab import Lab
from outwit.papers.measured import AllOf, Measured, Sample, Scaled, minus
from outwit.papers.printed import POINTS, Average, Words

QUICK, FULL = 2_000, 20_000
"""Games of each of the 24 run orders; the paper has 50."""
WRONG, RIGHT = 0, 1


def watched(lab: Lab, reading: str, names: Sequence[str], games: int = 0) -> Ledger:
    """The ledger of a line-up."""
    taken = NAMED[reading]
    game = watched_game(taken, len(names))
    return watch(
        lab, line_up(tuple(names), taken, game), games or lab.games(quick=QUICK, full=FULL)
    )


def ratio(top: Array, bottom: Array, games: int, again: str = "") -> Sample:
    """A sum over another one, from blocks of games that do not depend on one another.

    Arrays of shape (blocks,). The variance is that of the blocks' rests, top - ratio * bottom.
    """
    value = float(top.sum() / bottom.sum()) if bottom.sum() else 0.0
    rests = top - value * bottom
    n = len(rests)
    variance = n * float(rests.var(ddof=1)) / float(bottom.sum()) ** 2 if bottom.sum() else 0.0
    return Sample(value, variance, n, games, sd=float(np.sqrt(variance * games)), again=again)


def of_agent(lab: Lab, reading: str, name: str, count: str) -> tuple[Array, Array]:
    """A count of an agent over all 24 run orders, and the games: shapes (blocks, 2), (blocks,)."""
    rows, games = [], []
    for run in TABLE_3:
        names = order_of(run)
        ledger = watched(lab, reading, names)
        rows.append(ledger[count][:, names.index(name)])
        games.append(ledger.blocks)
    return np.concatenate(rows), np.concatenate(games)


def per_game(lab: Lab, reading: str, name: str, count: str, kind: int) -> Measured:
    """How often in a game, on average over all run orders."""
    rows, games = of_agent(lab, reading, name, count)
    return ratio(rows[:, kind].astype(float), games.astype(float), int(games.sum()))


def precision(lab: Lab, reading: str, name: str, kind: int = RIGHT) -> Measured:
    """The share of an agent's calls that are right."""
    rows, games = of_agent(lab, reading, name, "calls")
    return ratio(rows[:, kind].astype(float), rows.sum(axis=1).astype(float), int(games.sum()))


def share_of_calls(lab: Lab, reading: str, name: str) -> Measured:
    """The share of all calls that are an agent's."""
    totals = [of_agent(lab, reading, other, "calls")[0].sum(axis=1) for other in AGENTS]
    games = of_agent(lab, reading, name, "calls")[1]
    mine = totals[AGENTS.index(name)].astype(float)
    return ratio(mine, np.sum(totals, axis=0).astype(float), int(games.sum()))


def _of(function: Measure, by: float) -> Measure:
    return lambda lab, reading: Scaled(function(lab, reading), by)


def table_4() -> Iterator[Claim]:
    """Counts and percentages of right and wrong calls."""
    for kind, word in ((RIGHT, "right"), (WRONG, "wrong")):
        for name in AGENTS:
            column = 1 - kind
            count = numbers.TABLE_4[name][column] if name in numbers.TABLE_4 else 0
            yield Claim(
                id=f"bluff.table4.{word}.{name}",
                where=f"table 4, {'correct' if kind else 'false'} calls, {SHORT[name]}",
                printed=Average(count, TABLE_4_GAMES, 1),
                measure=_of(
                    lambda lab, r, name=name, kind=kind: per_game(lab, r, name, "calls", kind),  # type: ignore[misc]
                    TABLE_4_GAMES,
                ),
                readings=ALL,
                shares="table4",
            )
        for name, shares in numbers.TABLE_4_SHARES.items():
            yield Claim(
                id=f"bluff.table4.{word}-share.{name}",
                where=f"table 4, {'true' if kind else 'false'} bluff %, {SHORT[name]}",
                printed=Average(shares[1 - kind], TABLE_4_GAMES, 0.1),
                measure=_of(
                    lambda lab, r, name=name, kind=kind: precision(lab, r, name, kind),  # type: ignore[misc]
                    100,
                ),
                readings=ALL,
                shares="table4",
            )
    for name, share in numbers.SHARES_OF_CALLS.items():
        yield Claim(
            id=f"bluff.calls.share-of-calls.{name}",
            where=f"section 10.5, share of all calls, {SHORT[name]}",
            printed=Average(share, TABLE_4_GAMES, 1),
            measure=_of(lambda lab, r, name=name: share_of_calls(lab, r, name), 100),  # type: ignore[misc]
            readings=ALL,
            shares="table4",
        )


def most(name: str, others: Sequence[str], count: str, kind: int) -> Measure:
    """The margin of 'this agent has the most'."""
    return lambda lab, r: AllOf(
        [
            minus(per_game(lab, r, name, count, kind), per_game(lab, r, other, count, kind))
            for other in others
        ]
    )


def statements() -> Iterator[Claim]:
    """What section 10.5, the abstract and the conclusion say about calls."""
    others = ("smart", "learner")

    def words(
        name: str, says: str, tested: str, measure: Measure, note: str = "", unit: str = POINTS
    ) -> Claim:
        return Claim(
            id=f"bluff.calls.{name}",
            where="section 10.5",
            printed=Words(unit),
            measure=measure,
            says=says,
            tested=tested,
            readings=ALL,
            shares="table4",
            note=note,
        )

    yield words(
        "most-right",
        "Anxious catches the most bluffs",
        "right calls a game, more than Smart's and the learner's",
        most("anxious", others, "calls", RIGHT),
        unit="calls a game",
    )
    yield words(
        "most-wrong-rejected",
        "It is rejected that Anxious makes the most false calls",
        "false calls a game, fewer than Smart's or the learner's",
        lambda lab, r: Scaled(most("anxious", others, "calls", WRONG)(lab, r), -1.0),
        "The paper's own table 4 has 3,163 false calls by Anxious, more than by anybody else.",
        unit="calls a game",
    )
    yield words(
        "best-precision",
        "Anxious has the best rate of right calls",
        "its share of right calls is above Smart's and the learner's",
        lambda lab, r: AllOf(
            [minus(precision(lab, r, "anxious"), precision(lab, r, o)) for o in others]
        ),
    )
    yield words(
        "learner-better",
        "The learner catches bluffs better than Smart",
        "its share of right calls is above Smart's",
        lambda lab, r: minus(precision(lab, r, "learner"), precision(lab, r, "smart")),
    )
    yield words(
        "anxious-most-calls",
        "Counting on small hands makes Anxious call far more than the others",
        "more than half of all calls are its own",
        lambda lab, r: Scaled(share_of_calls(lab, r, "anxious"), 1.0, -0.5),
    )
    yield words(
        "no-bluff-takes-least",
        "No-Bluff has to pick up the pile least often",
        "piles taken a game, fewer than by any other agent",
        lambda lab, r: AllOf(
            [minus(piles(lab, r, o), piles(lab, r, "no-bluff")) for o in AGENTS[1:]]
        ),
        unit="piles a game",
    )
    yield words(
        "anxious-punished",
        "Anxious loses by its false calls: they bring it the pile often",
        "it takes the pile more often by a false call than by a caught bluff",
        lambda lab, r: minus(
            per_game(lab, r, "anxious", "taken", WRONG), per_game(lab, r, "anxious", "taken", RIGHT)
        ),
        unit="piles a game",
    )
    yield words(
        "no-bluff-caught-rarely",
        "A bluff of No-Bluff is rarely caught",
        "fewer than half of its bluffs are",
        lambda lab, r: Scaled(caught(lab, r, "no-bluff"), -1.0, 0.5),
    )
    yield words(
        "two-of-a-rank-risky",
        "To call because one holds several cards of the rank is risky",
        "of calls by who holds two or three of the rank, fewer than half are right",
        lambda lab, r: Scaled(right_holding(lab, r, (2, 3)), -1.0, 0.5),
    )
    yield words(
        "rank-rare-at-the-end",
        "Towards the end a player very rarely has the card it has to play",
        "with fewer than three cards the rank is held in less than a quarter of the turns",
        lambda lab, r: Scaled(rank_held(lab, r, (1, 2)), -1.0, 0.25),
    )


def piles(lab: Lab, reading: str, name: str) -> Measured:
    """Piles that an agent takes in a game."""
    rows, games = of_agent(lab, reading, name, "taken")
    return ratio(rows.sum(axis=1).astype(float), games.astype(float), int(games.sum()))


def caught(lab: Lab, reading: str, name: str) -> Measured:
    """The share of an agent's bluffs that are caught."""
    taken, games = of_agent(lab, reading, name, "taken")
    lays, _ = of_agent(lab, reading, name, "lays")
    return ratio(taken[:, RIGHT].astype(float), lays[:, 0].astype(float), int(games.sum()))


def all_rows(lab: Lab, reading: str, count: str) -> tuple[Array, int]:
    """A count over all run orders: shape (blocks, ...), and the games."""
    ledgers = [watched(lab, reading, order_of(run)) for run in TABLE_3]
    return np.concatenate([g[count] for g in ledgers]), sum(g.games for g in ledgers)


def right_holding(lab: Lab, reading: str, held: Sequence[int]) -> Measured:
    """The share of calls that are right, by who holds so many of the announced rank."""
    rows, games = all_rows(lab, reading, "calls_holding")
    mine = rows[:, list(held)].sum(axis=1)
    return ratio(mine[:, RIGHT].astype(float), mine.sum(axis=1).astype(float), games)


def rank_held(lab: Lab, reading: str, cards: Sequence[int]) -> Measured:
    """How often the announced rank is held, by the size of the hand that has to lay."""
    rows, games = all_rows(lab, reading, "rank_held")
    mine = rows[:, list(cards)].sum(axis=1)
    return ratio(mine[:, 1].astype(float), mine.sum(axis=1).astype(float), games)


__all__ = [
    "all_rows",
    "caught",
    "of_agent",
    "per_game",
    "precision",
    "rank_held",
    "ratio",
    "right_holding",
    "statements",
    "table_4",
    "watched",
]
