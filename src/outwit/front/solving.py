"""Exact answers: equilibria and best responses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from outwit import catalogue
from outwit.core.errors import UsageError
from outwit.core.states import States
from outwit.front.words import AgentLike, GameLike, the_agents, the_game

if TYPE_CHECKING:
    from outwit.play.sitting import Order
    from outwit.play.treebuild import Growing
    from outwit.solve.apart import Waiting
    from outwit.solve.responding import Best
    from outwit.solve.solving import Look, Solution


def solve(
    game: GameLike,
    *,
    method: str | None = None,
    to: float | None = None,
    iterations: int | None = None,
    seed: int = 1,
    most_nodes: int | None = None,
    nodes: Growing | None = None,
    progress: Callable[[Look], None] | None = None,
    waiting: Waiting | None = None,
) -> Solution:
    """The equilibrium, or the optimum, of a game that is small or whose theory is known.

        outwit.solve("kuhn").value
        outwit.save(outwit.solve("leduc").strategy.agent(), "leduc.agent")

    `method` is lp, cfr, cfr+, dcfr, mccfr, rm or backward; unless told, what fits. `to` is the
    exploitability at which iterations end. Trees of more than `most_nodes` are refused (10^7 unless
    told, about 0.6 GB). `nodes`, `progress` and `waiting` hear how far it is.
    """
    from outwit.play.treebuild import MOST_NODES
    from outwit.solve.solving import solve
    from outwit.solve.trees import solving_tree

    played = the_game(game)
    theory = catalogue.theory(played)
    if theory is not None:
        if method is not None or to is not None or iterations is not None:
            raise UsageError(
                f"{catalogue.name_of(type(played))} is solved by its theory: leave out the method, "
                f"`to` and the iterations."
            )
        solution: Solution = theory.solve(played)
        return solution
    tree = solving_tree(played, most=most_nodes or MOST_NODES, progress=nodes)
    return solve(
        played,
        method=method,
        to=to,
        iterations=iterations,
        seed=seed,
        tree=tree,
        progress=progress,
        waiting=waiting,
    )


def respond(
    game: GameLike,
    agents: Sequence[AgentLike | None],
    *,
    order: Order = "balanced",
    others: AgentLike | None = None,
    most_nodes: int | None = None,
    nodes: Growing | None = None,
    method: str | None = None,
    states: States | str | None = None,
    **planning: Any,
) -> Best:
    """The best response of `me` to agents that stay as they are.

        outwit.respond("leduc", ["me", "steady"]).mean

    Fewer agents than seats are repeated in turn, unless `others` fill the rest. With `method`
    (policy-iteration, value-iteration, program) the question is a decision process on `states`,
    information sets unless told, and the answer a `Planned`; `discount`, `tolerance`, `ties`,
    `start` and `seed` are those of `outwit.solve.planning.plan_against`.
    """
    from outwit.play.treebuild import MOST_NODES
    from outwit.solve.planning import plan_against
    from outwit.solve.responding import ME, respond
    from outwit.solve.trees import solving_tree

    played = the_game(game)
    line_up = [
        None if agent is None or agent == ME else the_agents(played, agent)[0] for agent in agents
    ]
    rest = None if others is None else the_agents(played, others)[0]
    if method is None and (states is not None or planning):
        given = ["states"] * (states is not None) + list(planning)
        raise UsageError(
            f"{given[0]} is for a decision process: give a method too, as in "
            f"--method policy-iteration."
        )
    theory = catalogue.theory(played)
    if theory is not None:
        if method is not None:
            raise UsageError(
                f"{catalogue.name_of(type(played))} is answered by its theory: leave out the "
                f"method."
            )
        best: Best = theory.respond(played, line_up, order=order, others=rest)
        return best
    told = catalogue.states(played, states) if isinstance(states, str) else states
    tree = solving_tree(played, most=most_nodes or MOST_NODES, progress=nodes)
    if method is not None:
        return plan_against(
            played,
            line_up,
            method=method,
            states=told,
            order=order,
            others=rest,
            tree=tree,
            **planning,
        )
    return respond(played, line_up, order=order, others=rest, tree=tree)


__all__ = ["respond", "solve"]
