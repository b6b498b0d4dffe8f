"""`respond`: the most that one seat can get out of these opponents, and how.

The responder, `me`, sits once; the others are as named. It knows who sits where (agents are told
when a game begins), so each arrangement of the others has a best response of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from outwit.core.agent import Agent, same_play
from outwit.core.errors import Refused, UsageError
from outwit.core.game import Game
from outwit.play.exact import all_orders
from outwit.play.filling import fill_line_up, joint
from outwit.play.orders import Order
from outwit.play.sitting import agent_name
from outwit.play.tree import Floats, Tree
from outwit.solve.respond import Response, best_response, exact_best_value
from outwit.solve.strategy import tabled
from outwit.solve.trees import solving_tree

ME = "me"
SAME = 1e-12
"""Thresholds that differ by less are one."""


@dataclass(frozen=True)
class Arrangement:
    """Where `me` sits, who sits at each seat (None: me), and in what part of all games."""

    seat: int
    agents: tuple[Agent | None, ...]
    weight: Fraction


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What the best response gets in one arrangement, and the response.

    threshold   of games that are decided by one (None elsewhere)
    """

    arrangement: Arrangement
    value: float
    exact: Fraction | None = None
    response: Response | None = None
    threshold: float | None = None


@dataclass(frozen=True, kw_only=True)
class Best:
    """The best response to a line-up. See `Answer`."""

    game: Game
    line_up: tuple[Agent | None, ...]
    order: Order
    answers: tuple[Answer, ...]
    tree: Tree | None = None

    def of(self, seat: int) -> tuple[Answer, ...]:
        """The answers of `me` at one seat."""
        return tuple(a for a in self.answers if a.arrangement.seat == seat)

    @property
    def value(self) -> tuple[float | None, ...]:
        """What `me` gets at each seat; None at one where it never sits."""
        return tuple(_mean(self.of(seat)) for seat in range(self.game.seats))

    @property
    def mean(self) -> float:
        exact = self.exact
        if exact is not None:
            return float(exact)
        mean = _mean(self.answers)
        assert mean is not None
        return mean

    @property
    def exact(self) -> Fraction | None:
        """The mean as a fraction, where all values are."""
        total = Fraction(0)
        for answer in self.answers:
            if answer.exact is None:
                return None
            total += answer.exact * answer.arrangement.weight
        return total

    @property
    def thresholds(self) -> tuple[float | None, ...] | None:
        """By seat; None at one where `me` never sits, or where it changes with who sits where."""
        if all(answer.threshold is None for answer in self.answers):
            return None
        return tuple(self._threshold(seat) for seat in range(self.game.seats))

    def _threshold(self, seat: int) -> float | None:
        found = [a.threshold for a in self.of(seat) if a.threshold is not None]
        return found[0] if found and max(found) - min(found) <= SAME else None

    def as_json(self) -> dict[str, Any]:
        """Plain values: the same facts for programs."""
        thresholds = self.thresholds
        return {
            "value": list(self.value),
            "mean": self.mean,
            "exact": None if self.exact is None else str(self.exact),
            "thresholds": None if thresholds is None else list(thresholds),
            "agents": [ME if agent is None else agent_name(agent) for agent in self.line_up],
            "order": self.order,
        }

    def agent(self, label: str = "response") -> Agent:
        """The best response as one agent for all seats where it sits."""
        if self.tree is None:
            raise Refused("This best response is a threshold: play it with an agent of that name.")
        together = self.tree.uniform()
        seats = sorted({answer.arrangement.seat for answer in self.answers})
        for seat in seats:
            answers = self.of(seat)
            if len(answers) > 1:
                raise Refused(
                    f"At seat {seat + 1} the best response depends on who sits where, so it is not "
                    f"one strategy. With --order fixed it is."
                )
            response = answers[0].response
            assert response is not None
            mine = self.tree.set_seat[self.tree.action_set] == seat
            together[mine] = response.strategy[mine]
        return tabled(self.tree, together, label, seats)

    def __str__(self) -> str:
        from outwit.solve.telling import best_text

        return best_text(self)


def _mean(answers: Sequence[Answer]) -> float | None:
    weight = sum((a.arrangement.weight for a in answers), Fraction(0))
    if not weight:
        return None
    return float(sum(a.value * a.arrangement.weight for a in answers) / weight)


def seated(
    game: Game, line_up: Sequence[Agent | None], others: Agent | None = None
) -> tuple[Agent | None, ...]:
    """Everybody once, as named; seats left over go to `others`, or to the agents in turn."""
    if sum(agent is None for agent in line_up) != 1:
        raise UsageError("Name the responder once, as `me`: `outwit respond GAME me AGENT`.")
    if len(line_up) > game.seats:
        raise UsageError(f"{len(line_up)} are named, but the game has {game.seats} seats.")
    rest = [agent for agent in line_up if agent is not None] if others is None else [others]
    left = game.seats - len(line_up)
    if left and not rest:
        raise UsageError("Name an agent to respond to, as in `outwit respond GAME me random`.")
    return (*line_up, *(rest[i % len(rest)] for i in range(left)))


def arrangements(game: Game, line_up: Sequence[Agent | None], order: Order) -> list[Arrangement]:
    """Who sits where, each different arrangement once, with how often it is played."""
    found: list[tuple[Arrangement, int]] = []
    orders = all_orders(game, order)
    for places in orders:
        agents = tuple(line_up[place] for place in places)
        for k, (known, count) in enumerate(found):
            if all(_alike(a, b) for a, b in zip(known.agents, agents, strict=True)):
                found[k] = (known, count + 1)
                break
        else:
            found.append((Arrangement(agents.index(None), agents, Fraction(1)), 1))
    return [Arrangement(a.seat, a.agents, Fraction(n, len(orders))) for a, n in found]


def _alike(one: Agent | None, other: Agent | None) -> bool:
    return same_play(one, other) if one is not None and other is not None else one is other


def respond(
    game: Game,
    line_up: Sequence[Agent | None],
    *,
    order: Order = "balanced",
    others: Agent | None = None,
    tree: Tree | None = None,
) -> Best:
    """The best response of the seat that is None in the line-up to all others."""
    table = seated(game, line_up, others)
    grown = solving_tree(game) if tree is None else tree
    agents = [agent for agent in table if agent is not None]
    filled = fill_line_up(grown, agents)
    answers = []
    for arrangement in arrangements(game, table, order):
        strategy = _strategy(grown, arrangement, agents, filled)
        response = best_response(grown, strategy, arrangement.seat)
        exact = exact_best_value(grown, strategy, arrangement.seat)
        answers.append(
            Answer(
                arrangement=arrangement,
                value=response.value if exact is None else float(exact),
                exact=exact,
                response=response,
            )
        )
    answers.sort(key=lambda answer: answer.arrangement.seat)
    return Best(game=game, line_up=table, order=order, answers=tuple(answers), tree=grown)


def _strategy(
    tree: Tree, arrangement: Arrangement, agents: list[Agent], filled: list[Floats]
) -> Floats:
    """All seats together; the responder's own entries mean nothing."""
    even = tree.uniform()
    seats: list[Floats] = []
    for agent in arrangement.agents:
        if agent is None:
            seats.append(even)
        else:
            seats.append(filled[next(k for k, a in enumerate(agents) if a is agent)])
    return np.ascontiguousarray(joint(tree, seats))


__all__ = ["ME", "Answer", "Arrangement", "Best", "arrangements", "respond", "seated"]
