"""Players of War: in which order won cards go under the deck.

Paper `racing`, sections 3.1 and 4. `random` of that paper's text can be read as `shuffled` (cards
always in random order) or as the agent `random`, which plays any of the three orders; the measured
70 % belong to the first (decreasing wins 69.6 % against `shuffled`, 68.0 % against `random`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from outwit.core.agent import Agent
from outwit.core.generator import uniform
from outwit.core.options import option
from outwit.core.records import Fields, Me, Menu, Own, Rng, Table
from outwit.games.war import DECREASING, INCREASING, RANDOM, War


@dataclass(frozen=True)
class Decreasing(Agent):
    """Always puts the highest card under first: the strategy that chapter 4 calls the best."""

    name = "decreasing"
    source = "racing, chapter 4"

    game: War

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        return DECREASING


@dataclass(frozen=True)
class Increasing(Agent):
    """Always puts the lowest card under first."""

    name = "increasing"
    source = "racing, section 3.1"

    game: War

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        return INCREASING


@dataclass(frozen=True)
class Shuffled(Agent):
    """Always puts the won cards under in random order."""

    name = "shuffled"
    source = "racing, section 3.1"

    game: War

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        return RANDOM


@dataclass(frozen=True)
class Exponential(Agent):
    """Draws an order each time: decreasing, increasing or random as e^a, e^b and e^c.

    The three parameters A, B, C of section 3.1: with alpha = e^A, beta = e^B, gamma = e^C the
    orders have probabilities alpha, beta and gamma over their sum. Only differences count, so the
    default of three zeros plays each order one time in three.
    """

    name = "exponential"
    source = "racing, section 3.1"

    game: War
    a: float = option(0.0, "A: the logarithm of decreasing's weight", low=-1e6, high=1e6)
    b: float = option(0.0, "B: the logarithm of increasing's weight", low=-1e6, high=1e6)
    c: float = option(0.0, "C: the logarithm of random's weight", low=-1e6, high=1e6)

    def me(self) -> Fields:
        return [
            ("a", np.float64),
            ("b", np.float64),
            ("c", np.float64),
            ("chance", np.float64, (3,)),
        ]

    def prepare(self, me: Me) -> None:
        # Against the largest, so that nothing overflows.
        top = max(me.a, me.b, me.c)
        weights = [math.exp(x - top) for x in (me.a, me.b, me.c)]
        for order in range(3):
            me.chance[order] = weights[order] / sum(weights)

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        ticket = uniform(rng)
        if ticket < me.chance[DECREASING]:
            return DECREASING
        return INCREASING if ticket - me.chance[DECREASING] < me.chance[INCREASING] else RANDOM

    def policy(self, me: Me, table: Table, own: Own, seat: int, menu: Menu) -> int:
        n = self.game.legal(table, own, seat, menu)
        for i in range(n):
            menu.chance[i] = me.chance[menu.move[i]]
        return n
