"""Players of continuous blackjack (paper `blackjack`).

All follow a threshold k: hit while the total is at most k, then stand. They differ in where k
comes from. A threshold of 1 never stands, so it always goes bust.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from outwit.agents.blackjack_thresholds import equilibrium, rational_bound
from outwit.core.agent import Agent
from outwit.core.generator import uniform
from outwit.core.options import option
from outwit.core.records import Fields, Me, Own, Rng, Table
from outwit.games.blackjack import HIT, ONE, STAND, Blackjack

TIGHT = -1.0
"""`cliff:at=gamma`: the place is computed for the number of seats."""


@dataclass(frozen=True)
class Threshold(Agent):
    """Hits while its total is at most k, whatever the others have scored.

    The simple threshold of chapter 3: nothing seen earlier in the round changes it (remark 3.4).
    """

    name = "threshold"
    source = "blackjack, section 3.1"

    game: Blackjack
    k: float = option(0.5, "hits while the total is at most this", low=0.0, high=1.0)

    def me(self) -> Fields:
        return [("k", np.float64), ("limit", np.int64)]

    def prepare(self, me: Me) -> None:
        me.limit = int(me.k * ONE)

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        return HIT if table.total[seat] <= me.limit else STAND


@dataclass(frozen=True)
class Adaptive(Agent):
    """Hits while its total is at most a or at most the best score so far.

    The form of a best response in a stable game (proposition 4.15): the threshold is max(t, a),
    t being the best score so far. With a = 0 it is the obvious choice of the last seat (remark
    4.7), the last player of every rational game.
    """

    name = "adaptive"
    source = "blackjack, proposition 4.15"

    game: Blackjack
    a: float = option(0.5, "the threshold where the best score is lower", low=0.0, high=1.0)

    def me(self) -> Fields:
        return [("a", np.float64), ("limit", np.int64)]

    def prepare(self, me: Me) -> None:
        me.limit = int(me.a * ONE)

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        return HIT if table.total[seat] <= max(table.best, me.limit) else STAND


@dataclass(frozen=True)
class Nash(Agent):
    """The Nash equilibrium: threshold max(t, alpha_n) with n seats still to come.

    Theorem 2.3 and its proof; alpha_n as in table 1, computed from equation 2.2 for any number of
    seats, and alpha_0 = 0.
    """

    name = "nash"
    source = "blackjack, theorem 2.3"

    game: Blackjack

    def me(self) -> Fields:
        return [("limit", np.int64, (self.game.seats,))]

    def prepare(self, me: Me) -> None:
        last = self.game.seats - 1
        for seat in range(self.game.seats):
            me.limit[seat] = int(equilibrium(last - seat) * ONE)

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        total = table.total[seat]
        return HIT if total <= table.best or total <= me.limit[seat] else STAND


@dataclass(frozen=True)
class Cliff(Agent):
    """Threshold t up to a point; beaten by a score above it, it hits until it is bust.

    Remark 4.9, the strategy that drives the best response of the first seat up to the rational
    bound gamma_n: the threshold is the best score t where t <= gamma_n, else 1. As in every
    rational game (definition 4.6) the last seat makes the obvious choice t. For the number n of
    others the remark has all seats but the first, so `at=gamma` is gamma_(seats - 1) in every
    seat; first to play, t is 0 and one draw is all.
    """

    name = "cliff"
    source = "blackjack, remark 4.9"

    game: Blackjack
    at: float = option(
        TIGHT,
        "scores above this are chased until bust: gamma (the bound of table 3), or 0 to 1",
        read=lambda given: _cliff(given),
        show=lambda at: "gamma" if at == TIGHT else f"{at:.12g}",
    )

    def me(self) -> Fields:
        return [("at", np.float64), ("edge", np.int64)]

    def prepare(self, me: Me) -> None:
        me.edge = int((rational_bound(self.game.seats - 1) if me.at == TIGHT else me.at) * ONE)

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        over = table.best > me.edge and seat < self.game.seats - 1
        return HIT if over or table.total[seat] <= table.best else STAND


def _cliff(given: Any) -> float:
    """'gamma', or a number from 0 to 1."""
    if given in ("gamma", TIGHT):
        return TIGHT
    try:
        at = float(given)
    except (TypeError, ValueError):
        at = math.nan
    if not 0.0 <= at <= 1.0:
        raise ValueError(f"takes gamma or a number from 0 to 1, not {given}.")
    return at


@dataclass(frozen=True)
class Uniform(Agent):
    """Draws its threshold uniformly from [t, 1], anew each round; t is the best score so far.

    K_0 of section 6.1.2: its distribution function (s - t) / (1 - t) says so. It is what an
    exploring learner does when it explores, and the reference of the reference metric.
    """

    name = "uniform"
    source = "blackjack, section 6.1.2"

    game: Blackjack

    def me(self) -> Fields:
        return [("memory", [("drawn", np.int8), ("limit", np.float64)])]

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        if me.memory.drawn == 0:
            me.memory.drawn = 1
            me.memory.limit = table.best + uniform(rng) * (ONE - table.best)
        return HIT if table.total[seat] <= me.memory.limit else STAND


Numbers = tuple[float, ...]


def _numbers(given: Any) -> Numbers:
    """'0.5+0.7' or a list of numbers."""
    try:
        parts = given.split("+") if isinstance(given, str) else list(given)
        return tuple(float(part) for part in parts)
    except (TypeError, ValueError):
        raise ValueError(f"takes numbers joined by +, as in 0.5+0.7, not {given}.") from None


def _thresholds(given: Any) -> Numbers:
    """Thresholds, each from 0 to 1."""
    found = _numbers(given)
    if not found or not all(0.0 <= k <= 1.0 for k in found):
        raise ValueError(f"every threshold is between 0 and 1; {given} is not.")
    return found


def _weights(given: Any) -> Numbers:
    """Probabilities or weights, none negative; empty for all alike."""
    found = () if given in ("", "alike") else _numbers(given)
    if found and not (min(found) >= 0.0 and 0.0 < sum(found) < float("inf")):
        raise ValueError(f"probabilities are not negative and not all 0; {given} will not do.")
    return found


def _joined(numbers: Numbers) -> str:
    return "+".join(f"{number:.12g}" for number in numbers) or "alike"


@dataclass(frozen=True)
class Mixed(Agent):
    """Draws one of several thresholds each round, with given probabilities, and keeps to it.

    The mixed strategy of section 3.2. With `rational=yes` the threshold is never below the best
    score so far, which makes it a rational strategy in the sense of definition 4.4 (remark 4.5).
    """

    name = "mixed"
    source = "blackjack, section 3.2"

    game: Blackjack
    k: tuple[float, ...] = option(
        (0.4, 0.8), "the thresholds, joined by +", read=_thresholds, show=_joined
    )
    p: tuple[float, ...] = option(
        (), "their probabilities (weights will do), or alike", read=_weights, show=_joined
    )
    rational: bool = option(False, "never stands on less than the best score so far")

    def __post_init__(self) -> None:
        if self.p and len(self.p) != len(self.k):
            raise ValueError(f"{len(self.k)} thresholds have {len(self.p)} probabilities.")

    def me(self) -> Fields:
        many = len(self.k)
        return [
            ("limit", np.int64, (many,)),
            ("below", np.float64, (many,)),  # the probability of this threshold or an earlier one
            ("memory", [("chosen", np.int64)]),  # one more than its place
        ]

    def prepare(self, me: Me) -> None:
        weights = self.p or (1.0,) * len(self.k)
        so_far = 0.0
        for i, weight in enumerate(weights):
            so_far += weight
            me.limit[i] = int(self.k[i] * ONE)
            me.below[i] = so_far / sum(weights)

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        if me.memory.chosen == 0:
            me.memory.chosen = 1 + self.choose(me, uniform(rng))
        total = table.total[seat]
        chased = self.rational and total <= table.best
        return HIT if chased or total <= me.limit[me.memory.chosen - 1] else STAND

    def choose(self, me: Me, ticket: float) -> int:
        """The place of the threshold that a uniform number stands for."""
        place = 0
        while place < len(self.k) - 1 and ticket >= me.below[place]:
            place += 1
        return place
