"""The tree that solvers work on, and what a game must be for it."""

from __future__ import annotations

import numpy as np

from outwit.core.errors import Refused
from outwit.core.game import Game
from outwit.play.tree import Tree
from outwit.play.treebuild import MOST_NODES, Growing, build_tree
from outwit.play.worker import game_name


def open_to_all(game: Game) -> bool:
    """Whether everything lies on the table, so that what is seen there is the whole state.

    Then nodes of one information set go on alike, and it does not matter how play came there.
    """
    return not game.own() and not game.hidden()


def solving_tree(game: Game, *, most: int = MOST_NODES, progress: Growing | None = None) -> Tree:
    """The tree of a game that can be solved: with perfect recall, or with nothing hidden."""
    return build_tree(game, most=most, recall=not open_to_all(game), progress=progress)


BACKWARD = "With nothing hidden, backward induction solves it: --method backward."
NO_METHOD = (
    "With nothing hidden, a best response is found position by position: leave out --method."
)


def need_recall(tree: Tree, what: str, instead: str = BACKWARD) -> None:
    """A sentence where a method needs sequences and the tree has none; `instead` says what does."""
    if not tree.recall:
        raise Refused(
            f"{what} needs perfect recall, and a seat of {game_name(tree.game)} does not see how "
            f"play came about. {instead}"
        )


def at_odds(tree: Tree) -> bool:
    """Whether there are two seats, and what one gets the other loses (but for a constant)."""
    sums = tree.payoff.sum(axis=1)
    return tree.game.seats == 2 and bool(np.all(sums == sums[0]))


def need_two_constant(tree: Tree, what: str) -> int:
    """The sum of both pay-offs in units; a sentence where there are not two seats at odds."""
    name = game_name(tree.game)
    if tree.game.seats != 2:
        raise Refused(f"{what} solves games of two seats; {name} has {tree.game.seats}.")
    sums = tree.payoff.sum(axis=1)
    if np.any(sums != sums[0]):
        raise Refused(
            f"{what} needs pay-offs whose sum is always the same; in {name} it goes from "
            f"{sums.min()} to {sums.max()} units."
        )
    return int(sums[0])


__all__ = [
    "NO_METHOD",
    "at_odds",
    "need_recall",
    "need_two_constant",
    "open_to_all",
    "solving_tree",
]
