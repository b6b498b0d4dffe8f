"""`respond --method`: what to play against these opponents as a Markov decision process.

The same question as a best response, asked on states: all that is seen, or less of it. The policy
is found by policy iteration, value iteration or, where states are too coarse to make a process, by
the program of `coarse.py`; then it is played on the tree, so what is told of it is what it gets.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from outwit.core.agent import Agent
from outwit.core.errors import Refused, UsageError, did_you_mean
from outwit.core.game import Game
from outwit.core.states import States
from outwit.play.filling import fill_line_up, joint
from outwit.play.orders import Order
from outwit.play.tree import Floats, Tree
from outwit.solve.coarse import Coarse, best_on_states
from outwit.solve.iteration import Initial, Plan, Ties, policy_iteration, value_iteration
from outwit.solve.payoffs import Payoffs, payoffs
from outwit.solve.process import NO_STATE, Process, process_from
from outwit.solve.respond import Response, best_response
from outwit.solve.responding import Answer, Arrangement, Best, arrangements, seated
from outwit.solve.strategy import tabled
from outwit.solve.trees import solving_tree

PlanMethod = Literal["policy-iteration", "value-iteration", "program"]
PLAN_METHODS: tuple[PlanMethod, ...] = ("policy-iteration", "value-iteration", "program")


@dataclass(frozen=True, kw_only=True)
class Planned(Best):
    """A policy on states against a line-up; `answers` are what it gets, played on the tree.

    plan      policy and values in the process; None where a program found the policy
    process   None likewise
    bound     of a program: no policy on these states gets more; else what the process promises,
              the same as the mean where the states are sufficient and nothing is discounted
    best      what a best response gets, that uses all that is seen
    """

    method: PlanMethod
    states: States | None
    tolerance: float
    ties: Ties
    plan: Plan | None
    process: Process | None
    bound: float
    best: float
    seconds: float

    @cached_property
    def payoffs(self) -> Payoffs:
        """What one game brings, and how probably: exactly, in fractions where all are."""
        assert self.tree is not None
        games = [(a.response.strategy, a.arrangement.seat) for a in self.answers if a.response]
        return payoffs(self.tree, games)

    def as_json(self) -> dict[str, Any]:
        """Plain values: those of a best response, and how the policy was found."""
        plan, process, found = self.plan, self.process, self.payoffs
        return super().as_json() | {
            "method": self.method,
            "states": None if self.states is None else self.states.name,
            "size": None if process is None else process.size,
            "pairs": None if process is None else process.pairs,
            "spread": None if process is None else process.spread,
            "discount": None if plan is None else plan.discount,
            "tolerance": None if plan is None else self.tolerance,
            "ties": None if plan is None else self.ties,
            "rounds": None if plan is None else plan.rounds,
            "sweeps": None if plan is None else plan.sweeps,
            "bound": self.bound,
            "best": self.best,
            "sd": found.sd,
            "variance": None if found.exact_variance is None else str(found.exact_variance),
            "payoffs": [list(pair) for pair in zip(found.amounts, found.chances, strict=True)],
            "seconds": self.seconds,
        }

    def agent(self, label: str = "policy") -> Agent:
        """The policy as an agent, on its states."""
        assert self.tree is not None
        together = self.tree.uniform()
        for answer in self.answers:
            assert answer.response is not None
            mine = self.tree.set_seat[self.tree.action_set] == answer.arrangement.seat
            together[mine] = answer.response.strategy[mine]
        seats = [answer.arrangement.seat for answer in self.answers]
        return tabled(self.tree, together, label, seats, self.states)

    def __str__(self) -> str:
        from outwit.solve.planning_words import planned_text

        return planned_text(self)


def plan_against(
    game: Game,
    line_up: Sequence[Agent | None],
    *,
    method: str = "policy-iteration",
    states: States | None = None,
    discount: float = 1.0,
    tolerance: float = 1e-10,
    ties: Ties = "keep",
    start: Initial = "first",
    seed: int = 1,
    order: Order = "balanced",
    others: Agent | None = None,
    tree: Tree | None = None,
) -> Planned:
    """The policy of the seat that is None in the line-up; it sits where `order` puts it."""
    started = time.perf_counter()
    chosen = _method(method)
    if chosen == "program" and discount != 1.0:
        raise UsageError("The program counts pay-offs as they are: leave out the discount.")
    table = seated(game, line_up, others)
    grown = solving_tree(game) if tree is None else tree
    places = _places(game, table, order)
    line_ups = _strategies(grown, table, places)
    together = {seat: np.ascontiguousarray(joint(grown, line_ups[seat])) for seat in line_ups}
    plan = process = None
    if chosen == "program":
        coarse = {s: _on_states(grown, together[s], s, states) for s in together}
        policies = {s: found.strategy for s, found in coarse.items()}
        bound = float(np.mean([found.bound for found in coarse.values()]))
    else:
        process = process_from(line_ups, grown, states)
        if chosen == "policy-iteration":
            plan = policy_iteration(
                process, discount=discount, tolerance=tolerance, ties=ties, initial=start, seed=seed
            )
        else:
            plan = value_iteration(process, discount=discount, tolerance=tolerance, ties=ties)
        policy = everywhere(process, plan)
        policies = {s: _joined(grown, policy, together[s], s) for s in together}
        bound = plan.value
    return Planned(
        game=game,
        line_up=table,
        order=order,
        answers=tuple(_answer(grown, place, policies[place.seat]) for place in places),
        tree=grown,
        method=chosen,
        states=states,
        tolerance=tolerance,
        ties=ties,
        plan=plan,
        process=process,
        bound=bound,
        best=float(np.mean([best_response(grown, together[s], s).value for s in together])),
        seconds=time.perf_counter() - started,
    )


def _method(word: str) -> PlanMethod:
    for known in PLAN_METHODS:
        if word == known:
            return known
    hint = did_you_mean(word, PLAN_METHODS)
    raise UsageError(f"method is {', '.join(PLAN_METHODS[:-1])} or {PLAN_METHODS[-1]}.{hint}")


def _places(game: Game, table: Sequence[Agent | None], order: Order) -> list[Arrangement]:
    """Where the decider sits; the others' seats must not change what it faces there."""
    found = sorted(arrangements(game, table, order), key=lambda place: place.seat)
    seats = [place.seat for place in found]
    if len(set(seats)) < len(seats):
        raise Refused(
            "What one seat faces depends on who sits where, so it is not one decision process. "
            "With --order fixed it is."
        )
    return found


def _strategies(
    tree: Tree, table: Sequence[Agent | None], places: Sequence[Arrangement]
) -> dict[int, list[Floats]]:
    """By the decider's seat: what each seat plays; the decider's own means nothing."""
    agents = [agent for agent in table if agent is not None]
    filled = fill_line_up(tree, agents)
    known = {id(agent): strategy for agent, strategy in zip(agents, filled, strict=True)}
    return {
        place.seat: [
            tree.uniform() if agent is None else known[id(agent)] for agent in place.agents
        ]
        for place in places
    }


def _on_states(tree: Tree, strategy: Floats, seat: int, states: States | None) -> Coarse:
    if states is None:
        raise UsageError(
            "The program is for states that forget: name some with --states. On information sets "
            "a best response is all there is to find."
        )
    return best_on_states(tree, strategy, seat, states)


def everywhere(process: Process, plan: Plan) -> Floats:
    """A policy's strategy; sets that play never comes to go by their state, if it is known."""
    tree, states = process.tree, process.states
    strategy = process.strategy(plan.policy)
    if states is None:
        return strategy
    known = {
        (int(process.seat[i]), int(process.feature[i])): int(plan.policy[i] - process.pair_first[i])
        for i in range(process.size)
    }
    for s in np.flatnonzero(process.state_of == NO_STATE).tolist():
        seat, first, width = int(tree.set_seat[s]), int(tree.set_first[s]), int(tree.set_width[s])
        feature = int(states.feature(tree.table(s), tree.own(s), seat))
        place = known.get((seat, feature))
        if place is not None and place < width:
            strategy[first : first + width] = 0.0
            strategy[first + place] = 1.0
    return strategy


def _joined(tree: Tree, mine: Floats, others: Floats, seat: int) -> Floats:
    """One seat's part of a strategy, and the others' of another."""
    return np.ascontiguousarray(np.where(tree.set_seat[tree.action_set] == seat, mine, others))


def _answer(tree: Tree, place: Arrangement, strategy: Floats) -> Answer:
    """What the policy gets at one seat, played against the others on the tree."""
    found = payoffs(tree, [(strategy, place.seat)])
    response = Response(place.seat, found.mean, strategy)
    return Answer(arrangement=place, value=found.mean, exact=found.exact_mean, response=response)


__all__ = ["PLAN_METHODS", "PlanMethod", "Planned", "everywhere", "plan_against"]
