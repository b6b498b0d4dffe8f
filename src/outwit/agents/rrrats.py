"""Players of Rrrats!: when to stop throwing.

Paper `racing`, section 3.2 and chapter 4.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from outwit.core.agent import Agent
from outwit.core.generator import uniform
from outwit.core.options import option
from outwit.core.records import Fields, Me, Menu, Own, Rng, Table
from outwit.games.rrrats import LIMIT, STOP, THROW, Rrrats


@dataclass(frozen=True)
class Stop(Agent):
    """Stops as soon as it holds a number of tokens, else throws.

    Chapter 4 says that the search found this with `at=2`; that 2 is the best number is the
    paper's statement, not this player's. `at=5` never stops by itself: no hand holds five.
    """

    name = "stop"
    source = "racing, chapter 4"

    game: Rrrats
    at: int = option(3, "tokens in hand with which it stops", low=0, high=LIMIT + 1)

    def me(self) -> Fields:
        return [("at", np.int64)]

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        return STOP if table.hand >= me.at else THROW


@dataclass(frozen=True)
class Exponential(Agent):
    """Throws again with a probability for each size of its hand, given by eight parameters.

    Section 3.2: with alpha_i = e^(A_i) and so on, it throws again with probability
    alpha_1 / (alpha_1 + alpha_2) holding one token, with the betas holding two, with the gammas
    holding three. Only differences count, so the default of eight zeros throws half of the time
    everywhere: the strategy that the searches of chapter 4 start from.

    The text names D_1 and D_2 but gives them no coefficients and no hand. `fourth` says where they
    count: at `four` tokens (default: the next in the row), or at `zero`, which is a choice where
    the game lets a seat pass (`opening=free`). At the one of both where they do not count, it stops
    with four tokens and throws with none.
    """

    name = "exponential"
    source = "racing, section 3.2"

    game: Rrrats
    a1: float = option(0.0, "A1: log of the weight to throw, one token", low=-1e6, high=1e6)
    a2: float = option(0.0, "A2: log of the weight to stop, one token", low=-1e6, high=1e6)
    b1: float = option(0.0, "B1: log of the weight to throw, two tokens", low=-1e6, high=1e6)
    b2: float = option(0.0, "B2: log of the weight to stop, two tokens", low=-1e6, high=1e6)
    c1: float = option(0.0, "C1: log of the weight to throw, three tokens", low=-1e6, high=1e6)
    c2: float = option(0.0, "C2: log of the weight to stop, three tokens", low=-1e6, high=1e6)
    d1: float = option(
        0.0, "D1: log of the weight to throw, where `fourth` says", low=-1e6, high=1e6
    )
    d2: float = option(
        0.0, "D2: log of the weight to stop, where `fourth` says", low=-1e6, high=1e6
    )
    fourth: str = option("four", "the hand that D1 and D2 are for", choices=("four", "zero"))

    def me(self) -> Fields:
        kept = [(f"{letter}{i}", np.float64) for letter in "abcd" for i in (1, 2)]
        return [*kept, ("throw", np.float64, (LIMIT + 1,))]

    def prepare(self, me: Me) -> None:
        """The probability to throw again, by the tokens in hand."""
        me.throw[1] = share(me.a1, me.a2)
        me.throw[2] = share(me.b1, me.b2)
        me.throw[3] = share(me.c1, me.c2)
        me.throw[4] = share(me.d1, me.d2) if self.fourth == "four" else 0.0
        me.throw[0] = share(me.d1, me.d2) if self.fourth == "zero" else 1.0

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        return STOP if uniform(rng) < 1.0 - me.throw[table.hand] else THROW

    def policy(self, me: Me, table: Table, own: Own, seat: int, menu: Menu) -> int:
        throw = me.throw[table.hand]
        menu.move[0] = STOP
        menu.move[1] = THROW
        menu.chance[0] = 1.0 - throw
        menu.chance[1] = throw
        return 2


def share(one: float, other: float) -> float:
    """e^one / (e^one + e^other), without overflow."""
    top = max(one, other)
    return math.exp(one - top) / (math.exp(one - top) + math.exp(other - top))
