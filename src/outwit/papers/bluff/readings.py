"""How the text is taken: the options that it leaves open, and the agents that follow from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from outwit.agents.bluff import Anxious, AnxiousMutant, NoBluff, Smart, TitForTat
from outwit.agents.bluff_learner import Learner, brought_up
from outwit.agents.bluff_player import BluffPlayer
from outwit.core.arrays import Arrays
from outwit.games.bluff import Bluff
from outwit.papers.claim import Reading

AGENTS = ("no-bluff", "smart", "learner", "anxious")
"""In the order of the paper's run orders: 1, 2, 3, 4."""
SHORT = {"no-bluff": "NBAI", "smart": "SAI", "learner": "RLAI", "anxious": "AAI"}

CALLS = {
    "never": (0.0, 0.0),
    "seldom": (0.25, 0.5),
    "apart": (0.1, 0.9),
    "often": (0.5, 0.9),
    "always": (1.0, 1.0),
}
"""How often an agent calls that holds two or three of the announced rank."""


@dataclass(frozen=True)
class Taken:
    """One value for each thing that the paper leaves open. The defaults are the literal text.

    win        an empty hand wins when nobody has called rightly, or at once
    hand       the first card of a hand is the lowest, or the one that came first
    calls      "lesser" and "very high" probability, as in CALLS
    threshold  who calls on hands of fewer than three cards: Anxious, or every agent that calls
    counts     those cards are counted after the lay, or before it
    lays       Anxious lays all it holds of the announced rank, or one card
    bluff      what Anxious bluffs with
    rest       what Smart lays when it holds only what table 1 leaves out
    ties       how the learner's table breaks ties
    caught     what the learner's reward for a caught bluff is
    """

    win: str = "unchallenged"
    hand: str = "sorted"
    calls: str = "often"
    threshold: str = "anxious"
    counts: str = "after"
    lays: str = "all"
    bluff: str = "farthest"
    rest: str = "farthest"
    ties: str = "farthest"
    caught: float = 0.0

    def text(self) -> str:
        """'win=at-once, calls=seldom': what differs from the literal text."""
        words = [
            f"{f.name}={getattr(self, f.name)}"
            for f in fields(self)
            if getattr(self, f.name) != f.default
        ]
        return ", ".join(words) or "the text as it stands"


OPTIONS: dict[str, tuple[Any, ...]] = {
    "win": ("unchallenged", "at-once"),
    "hand": ("sorted", "dealt"),
    "calls": tuple(CALLS),
    "threshold": ("anxious", "all"),
    "counts": ("after", "before"),
    "lays": ("all", "one"),
    "bluff": ("farthest", "first"),
    "rest": ("farthest", "first"),
    "ties": ("farthest", "lowest"),
    "caught": (0.0, -1.0),
}
"""What the scan combines."""


def all_taken() -> Iterator[Taken]:
    """Every combination."""
    for values in product(*OPTIONS.values()):
        yield Taken(**dict(zip(OPTIONS, values, strict=True)))


BEST = "best"
NAMED = {
    "text": Taken(),
    BEST: Taken(hand="dealt", calls="seldom", lays="one", rest="first"),
}
"""Readings under which claims are measured."""

READINGS = (
    Reading(
        BEST,
        "the best common reading: of all combinations scanned it contradicts the fewest cells "
        "(outwit reproduce bluff --report, 'Which reading fits best?'). Calls are seldom (holding "
        "two of the rank 25 %, three 50 %), Anxious lays one card at a time, hands keep the order "
        "in which cards came, Smart lays the first card where it holds only what table 1 leaves "
        "out; all else as in the text",
    ),
)


@cache
def game_of(taken: Taken, seats: int = 4) -> Bluff:
    return Bluff(seats=seats, win=taken.win, hand=taken.hand)


@cache
def agent_of(name: str, taken: Taken, game: Bluff) -> BluffPlayer:
    """An agent of the paper as a reading has it. `game` may be one that is watched."""
    if name == "no-bluff":
        return NoBluff(game)
    if name == "tit-for-tat":
        return TitForTat(game)
    two, three = CALLS[taken.calls]
    calls: dict[str, Any] = {"two": two, "three": three, "counts": taken.counts}
    everybody = 3 if taken.threshold == "all" else 0
    if name == "smart":
        return Smart(game, **calls, below=everybody, rest=taken.rest)
    if name == "learner":
        own: dict[str, Any] = {"ties": taken.ties, "caught": taken.caught}
        # Under the literal rules the learner of the same name is the same: nothing to hand over.
        arrays = {} if game == Bluff() and taken == Taken() else matrices(taken.caught)
        return Learner(game, **calls, below=everybody, **own, arrays=arrays)
    kind = {"anxious": Anxious, "mutant": AnxiousMutant}[name]
    return kind(game, **calls, lays=taken.lays, bluff=taken.bluff)


@cache
def matrices(caught: float) -> Arrays:
    """What the learner's training left: under the literal rules, whatever the reading.

    Truth is rewarded in every reading, so the order of preference it leaves hardly depends on it,
    and a training takes seconds.
    """
    return brought_up(Learner(Bluff(), caught=caught))


@cache
def untaught(taken: Taken) -> Learner:
    """A learner whose table offers every action and knows no reward: it lays its lowest card."""
    game = game_of(taken)
    two, three = CALLS[taken.calls]
    everybody = 3 if taken.threshold == "all" else 0
    ranks = (game.ranks, game.ranks)
    empty: dict[str, Any] = {"tried": np.ones(ranks, np.int8), "reward": np.zeros(ranks)}
    return Learner(
        game,
        two=two,
        three=three,
        counts=taken.counts,
        below=everybody,
        ties="lowest",
        arrays=empty,
    )


def line_up(names: tuple[str, ...], taken: Taken, game: Bluff | None = None) -> list[BluffPlayer]:
    """Agents by seat."""
    game = game_of(taken, len(names)) if game is None else game
    return [agent_of(name, taken, game) for name in names]


__all__ = [
    "AGENTS",
    "BEST",
    "CALLS",
    "NAMED",
    "OPTIONS",
    "READINGS",
    "SHORT",
    "Taken",
    "agent_of",
    "all_taken",
    "game_of",
    "line_up",
    "matrices",
    "untaught",
]
