"""A sitting: who plays what, in which seats, on which deals. It fixes every bit of every game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from outwit.core.agent import Agent
from outwit.core.errors import RuleError, UsageError, did_you_mean
from outwit.core.game import MOST_UNITS, Game, payoff_bounds
from outwit.core.generator import MASK, new_rng, shuffle
from outwit.core.generator import ORDERS as ORDERS_SEED
from outwit.core.options import spell
from outwit.play.orders import ORDERS, Order, seat_orders

Deals = Literal["shared", "own"]
DEALS: tuple[Deals, ...] = ("shared", "own")
LARGEST_BLOCK = 1 << 20
"""Games in a block at most, so that what is kept of one stays small."""


@dataclass(frozen=True)
class Sitting:
    """A line-up at a game: one agent for each place, as many places as seats.

    Game g plays seat order g (in turn, or drawn), on deal g // group. With shared deals all orders
    play the same deal and are one observation.
    """

    game: Game
    agents: tuple[Agent, ...]
    seed: int = 1
    order: Order = "balanced"
    deals: Deals = "shared"
    together: bool = False

    def __post_init__(self) -> None:
        _known("order", self.order, ORDERS)
        _known("deals", self.deals, DEALS)
        if not 0 <= self.seed <= MASK:
            raise UsageError(f"A seed is a whole number from 0 to 2^64 - 1, not {self.seed}.")
        if len(self.agents) != self.game.seats:
            raise UsageError(
                f"{self.game.seats} seats need as many agents, not {len(self.agents)}."
            )
        if max(map(abs, payoff_bounds(self.game))) > MOST_UNITS:
            raise RuleError(
                f"Pay-offs are whole numbers up to {MOST_UNITS:,} units, and the game's `span` is "
                f"{self.game.span}: give it a larger `unit`."
            )
        for agent in self.agents:
            if agent.game != self.game:
                raise UsageError(
                    f"The agent {agent_name(agent)} was made for another game, or other options."
                )

    @cached_property
    def orders(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The seat orders played in turn; entry [k, seat] is a place. Shape: (k, seats)."""
        return seat_orders(self.game.seats, self.order)

    @property
    def group(self) -> int:
        """How many games are one observation: those that share a deal."""
        return len(self.orders) if self.deals == "shared" else 1

    @property
    def largest_block(self) -> int:
        """The most games, in whole groups, whose sums of squares fit 64 bits for certain.

        Over a group a place gets at most group * most, so n games add at most n * group * most^2.
        """
        most = max(1, *map(abs, payoff_bounds(self.game)))
        games = min(LARGEST_BLOCK, 2**62 // (self.group * most**2))
        return max(games // self.group, 1) * self.group

    def orders_of(self, first: int, count: int) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The seat orders of a block of games, repeated in turn. Shape: (k, seats)."""
        if self.order != "shuffled":
            return np.roll(self.orders, -(first % len(self.orders)), axis=0)
        from outwit.play.seating import shuffled_orders

        return shuffled_orders(self.seed, first, count, self.game.seats)

    def order_of(self, g: int) -> list[int]:
        """The places by seat of one game, in plain Python."""
        if self.order != "shuffled":
            return [int(place) for place in self.orders[g % len(self.orders)]]
        places = list(range(self.game.seats))
        shuffle(new_rng(self.seed ^ ORDERS_SEED, g), places, len(places))
        return places


def _known(word: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        hint = did_you_mean(value, known)
        raise UsageError(f"{word} is {' or '.join(known)}, not {value}.{hint}")


def agent_name(agent: Agent) -> str:
    """'stop:at=3': the agent as it is named on the command line, with what was said there."""
    cls = type(agent)
    shown = agent.__dict__.get("shown_as")
    said = agent.__dict__.get("_said", ())
    return shown or spell(cls.__dict__.get("name") or cls.__name__, agent, also=said)


def line_up(agents: Sequence[Agent], seats: int, others: Agent | None = None) -> tuple[Agent, ...]:
    """Agents for all seats: the listed ones, then `others`, or the list again in turn."""
    if not agents:
        raise UsageError("Name at least one agent.")
    if len(agents) > seats:
        raise UsageError(f"{len(agents)} agents are named, but the game has {seats} seats.")
    if others is not None:
        return (*agents, *[others] * (seats - len(agents)))
    return tuple(agents[i % len(agents)] for i in range(seats))


__all__ = ["DEALS", "Deals", "Order", "Sitting", "agent_name", "line_up"]
