"""Beyond the paper: the equilibrium of this hold'em, and how far every policy is from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from outwit.papers.beyond import Found
from outwit.papers.lab import Lab
from outwit.papers.poker.readings import LISTED_TWICE
from outwit.papers.poker.tables import row_plays, without_range_plays
from outwit.papers.poker.world import RANDOM, THRESHOLD, optimum_plays, world
from outwit.papers.style import SERIES
from outwit.play.tree import Floats
from outwit.solve.linear import linear_program
from outwit.solve.respond import best_response, exploitability, seat_values

EQUILIBRIUM = "equilibrium"
BEST_RANDOM, BEST_THRESHOLD = "best against Random", "best against Threshold"
PRINTED, NO_RANGE = "printed against Threshold", "best against Threshold, no range"


def equilibrium(lab: Lab) -> Floats:
    """By the sequence-form linear program."""
    return lab.once("poker equilibrium", lambda: linear_program(world(lab).tree))


def policies(lab: Lab) -> Mapping[str, Floats]:
    """All policies of the exact half, on the tree."""
    here = world(lab)
    return {
        EQUILIBRIUM: equilibrium(lab),
        "Random": here.plays[RANDOM],
        "Threshold": here.plays[THRESHOLD],
        BEST_RANDOM: optimum_plays(lab, RANDOM),
        BEST_THRESHOLD: optimum_plays(lab, THRESHOLD),
        PRINTED: row_plays(lab, "policy-iteration", THRESHOLD, LISTED_TWICE),
        NO_RANGE: without_range_plays(lab),
    }


def losses(lab: Lab, mine: Floats) -> list[float]:
    """What a policy loses a game to a best response, in each seat; the mean is what it is worth."""
    tree = world(lab).tree
    return [best_response(tree, mine, 1 - seat).value for seat in range(2)]


def worst_case(lab: Lab) -> Found:
    """What each policy loses to the best answer to it."""
    tree = world(lab).tree
    value = float(seat_values(tree, equilibrium(lab))[0])
    rows, data = [], []
    for name, mine in policies(lab).items():
        first, second = losses(lab, mine)
        mean = (first + second) / 2
        data.append((name, mean))
        # The game's own value is no fault of the seat.
        rows.append((name, f"{mean:.4f}", f"{first + value:.4f}", f"{second - value:.4f}"))
    says = [
        f"In equilibrium the first seat loses {-value:.6f} tokens a game (linear program in "
        f"sequence form; a best response gains {exploitability(tree, equilibrium(lab)):.0e}), so "
        f"speaking second is worth {-2 * value:.4f} tokens.",
        "Loses: to the best answer to it, tokens a game over both seats, which is its "
        "exploitability. By seat: what more it loses there than the equilibrium does.",
        "What wins most from Random, and still more what wins most from Threshold, loses more to "
        "a clever opponent than Threshold does. Where an opponent never lets it come, a best "
        "policy is free; here it plays every move alike.",
    ]
    return Found(("policy", "loses", "in seat 1", "in seat 2"), rows, says, data)


def draw_worst(axes: Any, found: Found) -> None:
    names = [name for name, _ in found.data]
    at = np.arange(len(names))
    axes.barh(at, [mean for _, mean in found.data], color=SERIES[0].colour, height=0.6)
    axes.set_yticks(at, names)
    axes.invert_yaxis()
    axes.set_xlabel("lost to the best answer, tokens a game")
    axes.grid(False, axis="y")


def everyone(lab: Lab) -> Found:
    """All policies against all, exactly."""
    here = world(lab)
    all_of = policies(lab)
    head = ("", *all_of)
    rows = []
    for name, mine in all_of.items():
        cells = [f"{here.mean(mine, theirs):+.4f}" for theirs in all_of.values()]
        cells[list(all_of).index(name)] = "–"
        rows.append((name, *cells))
    says = ["Tokens a game for the policy on the left, over both seats, by enumeration."]
    return Found(head, rows, says)


__all__ = [
    "EQUILIBRIUM",
    "draw_worst",
    "equilibrium",
    "everyone",
    "losses",
    "policies",
    "worst_case",
]
