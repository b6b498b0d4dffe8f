"""Policies of decision processes in words: what they get, how they were found, what they play."""

from __future__ import annotations

import numpy as np

from outwit.play.sitting import agent_name
from outwit.play.worker import game_name
from outwit.solve.planning import Planned
from outwit.solve.telling import answer_rows, columns, exactly, number, response_policies

SHOWN = 24
WORDS = {
    "policy-iteration": "policy iteration",
    "value-iteration": "value iteration",
    "program": "mixed-integer program",
}
LONGEST = 24
"""Fractions with more characters are told as numbers alone."""
SUFFICIENT = 1e-9
"""A spread below this is rounding."""


def planned_text(planned: Planned, *, again: str = "", policy: bool = False) -> str:
    """The whole answer to `outwit respond --method`."""
    parts = [_heading(planned), columns(answer_rows(planned)), _verdict(planned)]
    parts.append(_distribution(planned))
    parts += _policy(planned, policy)
    if again:
        parts[-1] += f"\nagain: {again}"
    return "\n\n".join(parts)


def _heading(planned: Planned) -> str:
    game = planned.game
    names = [agent_name(agent) for agent in planned.line_up if agent is not None]
    parts = [
        f"{game.title or game_name(game)}, {game.seats} seats",
        f"{WORDS[planned.method]} against {', '.join(names)}",
        f"order {planned.order}",
    ]
    seconds = f"{planned.seconds:.1f} s"
    told = f"states: {'information sets' if planned.states is None else planned.states.name}"
    plan, process = planned.plan, planned.process
    if plan is None or process is None:
        return "   ".join(parts) + f"\n{told}   {seconds}"
    told += f"   {process.size:,} states, {process.pairs:,} pairs of a state and a move"
    sweeps = f"{plan.sweeps} sweep{'' if plan.sweeps == 1 else 's'}"
    rounds = f"{plan.rounds} rounds, {sweeps} in all"
    how = [
        rounds if planned.method == "policy-iteration" else sweeps,
        f"discount {plan.discount:g}",
        f"tolerance {planned.tolerance:g}",
        f"ties {planned.ties}",
        seconds,
    ]
    return "\n".join(["   ".join(parts), told, "   ".join(how)])


def _verdict(planned: Planned) -> str:
    """What the policy gets, and whether anything gets more."""
    exact = None if planned.exact is None else str(planned.exact)
    sd = planned.payoffs.sd
    lines = [
        f"The policy gets {exactly(planned.mean, exact)} a game, standard deviation {number(sd)}."
    ]
    process, plan = planned.process, planned.plan
    less = planned.best - planned.mean
    if process is not None and process.spread > SUFFICIENT:
        lines.append(
            f"The states are too coarse for a decision process: what follows one of them\n"
            f"depends on what it forgets (by {process.spread:.2g} at most). The process promised "
            f"{number(planned.bound)};\n--method program finds the best policy on such states."
        )
    if plan is None:
        lines.append(f"No policy on these states gets more than {number(planned.bound)}: proved.")
    if less > 1e-9:
        lines.append(f"A best response, which uses all that is seen, gets {number(planned.best)}.")
    else:
        lines.append("Nothing gets more: a best response gets the same.")
    return "\n".join(lines)


def _distribution(planned: Planned) -> str:
    found = planned.payoffs
    exact = [None] * len(found.amounts) if found.exact is None else [c for _, c in found.exact]
    short = max(len(str(chance)) for chance in exact) <= LONGEST and None not in exact
    rows = [["pay-off", "probability", *(["exactly"] if short else [])]]
    for amount, chance, whole in zip(found.amounts, found.chances, exact, strict=True):
        rows.append([number(amount), f"{chance:.6f}", *([str(whole)] if short else [])])
    return columns(rows)


def _policy(planned: Planned, everything: bool) -> list[str]:
    """State by state where there are states; at information sets as a best response is told."""
    process, plan = planned.process, planned.plan
    if planned.states is None or process is None or plan is None:
        return response_policies(planned, everything)
    tree, rows = process.tree, []
    for i in range(process.size):
        s = int(np.argmax(process.state_of == i))
        seat, move = int(process.seat[i]), int(process.pair_move[plan.policy[i]])
        words = tree.game.choice_text(tree.table(s), tree.own(s), seat, move)
        rows.append([process.state_text(i), words])
    shown = rows if everything else rows[:SHOWN]
    text = columns([["in state", "play"], *shown], left=True)
    if len(shown) < len(rows):
        text += (
            f"\n ... and {len(rows) - len(shown):,} more: --policy lists all, --save keeps them."
        )
    return [text]


__all__ = ["planned_text"]
