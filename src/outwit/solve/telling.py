"""Solutions and best responses in words: the answer first, then the evidence."""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Any

import numpy as np

from outwit.play.sequences import node_reach
from outwit.play.sitting import agent_name
from outwit.play.tree import Floats, Tree
from outwit.play.worker import game_name
from outwit.solve.policy_words import policy_rows
from outwit.solve.responding import ME, Answer, Best
from outwit.solve.solving import Solution

SHOWN = 24
"""Information sets of a policy that are listed unless all are asked for."""
WORDS = {
    "lp": "linear program",
    "cfr": "CFR",
    "cfr+": "CFR+",
    "dcfr": "discounted CFR",
    "mccfr": "external-sampling CFR",
    "rm": "regret matching on the normal form",
    "backward": "backward induction",
    "thresholds": "theory of thresholds",
}


def solution_text(solution: Solution, *, again: str = "", policy: bool = False) -> str:
    """The whole answer to `outwit solve`."""
    parts = [_heading(solution), _values(solution), _proof(solution)]
    strategy = solution.strategy
    if strategy is not None and (policy or strategy.tree.sets <= SHOWN):
        parts.append(_all_policies(strategy.tree, strategy.probabilities))
    if again:
        parts[-1] += f"\nagain: {again}"
    return "\n\n".join(parts)


def _heading(solution: Solution) -> str:
    game = solution.game
    parts = [
        f"{game.title or game_name(game)}, {_count(game.seats, 'seat')}",
        WORDS[solution.method],
    ]
    if solution.infosets is not None and solution.nodes is not None and solution.memory is not None:
        size = f"{_count(solution.infosets, 'information set')}, {_count(solution.nodes, 'node')}"
        parts.append(f"{size} in {_bytes(solution.memory)}")
    if solution.iterations is not None:
        parts.append(_count(solution.iterations, "iteration"))
    parts.append(f"{solution.seconds:.1f} s")
    if solution.infosets is None:
        return "   ".join(parts)
    return "   ".join(parts[:2]) + "\n" + "   ".join(parts[2:])


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _bytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 1e5 else f"{size / 1e3:.1f} kB"


def _values(solution: Solution) -> str:
    rows = [["", "gets", *(["threshold"] if solution.thresholds else [])]]
    for seat, value in enumerate(solution.value):
        row = [f"seat {seat + 1}", number(value)]
        if solution.thresholds:
            row.append(f"{solution.thresholds[seat]:.6f}")
        rows.append(row)
    return columns(rows)


def _proof(solution: Solution) -> str:
    lines = []
    if solution.exact is not None:
        lines.append(
            f"The value for seat 1 is {solution.exact}, exactly: in fractions, each seat can be "
            f"sure of its share."
        )
    elif solution.low is not None and solution.high is not None:
        low, high = outward(solution.low, solution.high)
        proved = ", by whole numbers alone" if solution.proof else ""
        lines.append(
            f"Seat 1 can be sure of {low}, and seat 2 can hold it to {high}: the value\n"
            f"lies between{proved}."
        )
    gain = solution.exploitability
    if gain <= 1e-12:
        lines.append("Nobody gains by playing otherwise (but for rounding).")
    else:
        lines.append(f"By playing otherwise a seat gains {gain:.3g} at most, as a mean over seats.")
    if solution.thresholds:
        lines.append(
            "Each seat hits while its total is at most its threshold or the best score so far."
        )
    if solution.low is None and not solution.thresholds and solution.method != "backward":
        lines.append(_no_value(solution))
    return "\n".join(lines)


def _no_value(solution: Solution) -> str:
    """Why there is no value: self-play promises nothing here."""
    if solution.game.seats == 1:
        return "With one seat alone this is an optimum, not an equilibrium."
    why = (
        "With more than two seats"
        if solution.game.seats > 2
        else "Where one seat's gain is not the other's loss"
    )
    return (
        f"{why} self-play need not come to an equilibrium, and others may pay\n"
        f"differently; what is said of gains by playing otherwise holds of this one."
    )


def outward(low: float, high: float) -> tuple[str, str]:
    """Two bounds with the digits that their gap asks for, rounded away from each other."""
    digits = Decimal(1).scaleb(-_digits(high - low))
    return (
        f"{Decimal(low).quantize(digits, ROUND_FLOOR):f}",
        f"{Decimal(high).quantize(digits, ROUND_CEILING):f}",
    )


def best_text(best: Best, *, again: str = "", policy: bool = False) -> str:
    """The whole answer to `outwit respond`."""
    game = best.game
    names = [ME if agent is None else agent_name(agent) for agent in best.line_up]
    title = f"{game.title or game_name(game)}, {_count(game.seats, 'seat')}"
    against = ", ".join(name for name in names if name != ME)
    head = f"{title}   best response to {against}   order {best.order}"
    parts = [head, columns(answer_rows(best)), _mean_line(best)]
    parts += response_policies(best, policy)
    if again:
        parts[-1] += f"\nagain: {again}"
    return "\n\n".join(parts)


def answer_rows(best: Best) -> list[list[str]]:
    thresholds = any(answer.threshold is not None for answer in best.answers)
    several = any(len(best.of(seat)) > 1 for seat in range(best.game.seats))
    rows = [
        [
            "",
            "gets",
            *(["threshold"] if thresholds else []),
            *(["where sit"] if several else []),
        ]
    ]
    for answer in best.answers:
        row = [f"me in seat {answer.arrangement.seat + 1}", _value(answer)]
        if thresholds:
            row.append(f"{answer.threshold:.6f}")
        if several:
            row.append(", ".join(ME if a is None else agent_name(a) for a in _agents(answer)))
        rows.append(row)
    return rows


def _agents(answer: Answer) -> Iterable[Any]:
    return answer.arrangement.agents


def _value(answer: Answer) -> str:
    return exactly(answer.value, None if answer.exact is None else str(answer.exact))


def exactly(value: float, exact: str | None) -> str:
    if exact is None or len(exact) > 24:
        return number(value)
    return exact if "/" not in exact else f"{exact} = {number(value)}"


def _mean_line(best: Best) -> str:
    exact = None if best.exact is None else str(best.exact)
    line = f"A best response gets {exactly(best.mean, exact)} a game."
    if best.thresholds:
        line += " It hits while its total is at most its threshold or the best score so far."
    return line


def response_policies(best: Best, everything: bool) -> list[str]:
    parts = []
    for answer in best.answers:
        response = answer.response
        if response is None or best.tree is None:
            continue
        seat = answer.arrangement.seat
        rows = policy_rows(best.tree, response.strategy, _met(best.tree, response.strategy, seat))
        total = len(rows)
        if not total:
            continue
        if not everything:
            rows = rows[:SHOWN]
        text = columns([[f"in seat {seat + 1}", "play"], *rows], left=True)
        if total > len(rows):
            text += f"\n ... and {total - len(rows):,} more: --policy lists all, --save keeps them."
        parts.append(text)
    return parts


def _met(tree: Tree, strategy: Floats, seat: int) -> list[int]:
    """The information sets of a seat that play comes to when all play one array."""
    there = np.flatnonzero((node_reach(tree, strategy) > 0.0) & (tree.mover == seat))
    return [int(s) for s in np.unique(tree.set_of[there])]


def _all_policies(tree: Tree, strategy: Floats) -> str:
    parts = []
    for seat in range(tree.game.seats):
        sets = np.flatnonzero(tree.set_seat == seat).tolist()
        if not sets:
            continue
        rows = policy_rows(tree, strategy, sets)
        parts.append(columns([[f"in seat {seat + 1}", "play"], *rows], left=True))
    return "\n\n".join(parts)


def number(value: float) -> str:
    return f"{value:.7g}" if value != 0.0 else "0"


def _digits(gap: float) -> int:
    """Digits after the point that show the gap, at most twelve."""
    return min(12, max(4, math.ceil(-math.log10(gap)) + 1)) if gap > 0.0 else 12


def columns(rows: list[list[str]], *, left: bool = False) -> str:
    """Columns by widest entry; the first to the left, the others to the right unless told."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if left or i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(" " + "   ".join(cells).rstrip())
    return "\n".join(lines)


__all__ = [
    "answer_rows",
    "best_text",
    "columns",
    "exactly",
    "number",
    "response_policies",
    "solution_text",
]
