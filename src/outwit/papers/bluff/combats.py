"""Chapter 11: Tit for Tat against each agent, described in the paper, here played by two.

To cooperate is to let a lay pass, to defect is to call.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from outwit.papers.bluff.calls import RIGHT, ratio, watched
from outwit.papers.bluff.liar import Liar
from outwit.papers.bluff.played import ALL
from outwit.papers.bluff.readings import NAMED, SHORT, agent_of, game_of
from outwit.papers.bluff.watched import Array
from outwit.papers.claim import Claim, Measure
from outwit.papers.lab import Lab
from outwit.papers.measured import Measured, Sample, Scaled, above, fact, minus, within
from outwit.papers.printed import POINTS, Words

TFT = "tit-for-tat"
QUICK, FULL = 5_000, 100_000
"""Games in each of the two seatings."""


def counted(lab: Lab, reading: str, rival: str, who: str, count: str) -> tuple[Array, Array]:
    """A count of one of two players over both seatings: (blocks, ...), and games: (blocks,)."""
    rows, games = [], []
    for names in ((TFT, rival), (rival, TFT)):
        ledger = watched(lab, reading, names, lab.games(quick=QUICK, full=FULL))
        rows.append(ledger[count][:, names.index(who)])
        games.append(ledger.blocks)
    return np.concatenate(rows), np.concatenate(games)


def calls_of(lab: Lab, reading: str, rival: str, who: str) -> Array:
    """Calls of one of the two: shape (blocks,)."""
    return np.asarray(counted(lab, reading, rival, who, "calls")[0].sum(axis=1), float)


def wins(lab: Lab, reading: str, rival: str, who: str) -> Sample:
    """The share of games that one of the two wins."""
    rows, games = counted(lab, reading, rival, who, "wins")
    return ratio(rows.astype(float), games.astype(float), int(games.sum()))


def calling(lab: Lab, reading: str, rival: str) -> Sample:
    """How often Tit for Tat calls when it is asked."""
    calls = calls_of(lab, reading, rival, TFT)
    asked, games = counted(lab, reading, rival, TFT, "asked")
    return ratio(calls, asked.sum(axis=1).astype(float), int(games.sum()))


def calls_a_game(lab: Lab, reading: str, rival: str) -> Sample:
    """Calls of both together in a game."""
    both = calls_of(lab, reading, rival, TFT) + calls_of(lab, reading, rival, rival)
    games = counted(lab, reading, rival, TFT, "wins")[1]
    return ratio(both, games.astype(float), int(games.sum()))


def right(lab: Lab, reading: str, rival: str) -> Sample:
    """The share of Tit for Tat's calls that are right."""
    rows, games = counted(lab, reading, rival, TFT, "calls")
    return ratio(rows[:, RIGHT].astype(float), rows.sum(axis=1).astype(float), int(games.sum()))


def paid_back(lab: Lab, reading: str, rival: str) -> Sample:
    """Calls of Tit for Tat for each call of its rival."""
    games = counted(lab, reading, rival, TFT, "wins")[1]
    theirs = calls_of(lab, reading, rival, rival)
    return ratio(calls_of(lab, reading, rival, TFT), theirs, int(games.sum()))


def never(rival: str) -> Measure:
    return lambda lab, r: fact(calls_of(lab, r, rival, TFT).sum() == 0)


def honest(lab: Lab, reading: str) -> Measured:
    """How much less than a quarter a liar wins among three honest players who never call."""
    taken = NAMED[reading]
    game = game_of(taken)
    trusting = agent_of("no-bluff", taken, game)
    games = lab.games(quick=20_000, full=400_000)
    met = lab.play(game, [Liar(game), trusting, trusting, trusting], games, order="balanced")
    return Scaled(met.wins(0), -1.0, 0.25)


def claims() -> Iterator[Claim]:
    def words(
        name: str, says: str, tested: str, measure: Measure, note: str = "", unit: str = POINTS
    ) -> Claim:
        return Claim(
            id=f"bluff.combat.{name}",
            where="section 11.1",
            printed=Words(unit),
            measure=measure,
            says=says,
            tested=tested,
            readings=ALL,
            shares=f"combat {name.split('-')[0]}",
            note=note,
        )

    yield words(
        "honest-equilibrium",
        "When all play honestly and nobody challenges, that is a Nash equilibrium",
        "one who always lays four cards wins at most a quarter among three No-Bluff players",
        honest,
        "Who is never challenged gains by bluffing: honesty is no best reply to trust.",
    )
    yield words(
        "nobluff-cooperates",
        "Against No-Bluff it always cooperates",
        "it makes no call in any game of two",
        never("no-bluff"),
    )
    yield words(
        "nobluff-alike",
        "Against No-Bluff it behaves alike",
        "in both seats together it wins 47 % to 53 %",
        lambda lab, r: within(wins(lab, r, "no-bluff", TFT), 0.47, 0.53),
    )
    for rival in ("smart", "learner"):
        short = SHORT[rival]
        yield words(
            f"{rival}-cooperates",
            f"Against {short} it cooperates most of the time",
            "it calls in fewer than half of the cases in which it is asked",
            lambda lab, r, rival=rival: Scaled(calling(lab, r, rival), -1.0, 0.5),  # type: ignore[misc]
        )
        yield words(
            f"{rival}-wins",
            f"{short} wins more often than Tit for Tat",
            f"in both seats together {short} wins more",
            lambda lab, r, rival=rival: minus(  # type: ignore[misc]
                wins(lab, r, rival, rival), wins(lab, r, rival, TFT)
            ),
        )
    yield words(
        "smart-half-right",
        "When it calls on Smart, it catches a bluff half of the time",
        "between 40 % and 60 % of its calls are right",
        lambda lab, r: within(right(lab, r, "smart"), 0.4, 0.6),
    )
    yield words(
        "anxious-pays-back",
        "It answers the calls of Anxious in the next round",
        "it makes 0.8 to 1 calls for each call of Anxious",
        lambda lab, r: within(paid_back(lab, r, "anxious"), 0.8, 1.0),
        unit="calls for each of its rival's",
    )
    yield words(
        "anxious-chain",
        "With Anxious there are chains of calls",
        "both together call more often in a game than Tit for Tat and Smart do",
        lambda lab, r: minus(calls_a_game(lab, r, "anxious"), calls_a_game(lab, r, "smart")),
        unit="calls a game",
    )
    yield words(
        "itself-cooperates",
        "Against itself it always cooperates",
        "two of them never call",
        lambda lab, r: fact(
            watched(lab, r, (TFT, TFT), lab.games(quick=QUICK, full=FULL))["calls"].sum() == 0
        ),
    )


__all__ = ["above", "calling", "calls_a_game", "claims", "paid_back", "right", "wins"]
