"""The best policies state by state: which moves are best where, and how often one comes there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from outwit.games.holdem import CALL, FOLD, RAISE
from outwit.papers.lab import Lab
from outwit.papers.poker.readings import RULES
from outwit.papers.poker.world import World, optimum
from outwit.play.sequences import node_reach
from outwit.play.tree import Floats
from outwit.solve.iteration import Plan, best_pairs

FIRST, SECOND = 0, 1


@dataclass(frozen=True)
class Decision:
    """A state in which one decides, and its best moves."""

    text: str
    seat: int
    behind: bool
    turned: bool
    best: tuple[int, ...]

    @property
    def opens(self) -> bool:
        """Whether it is the first seat's, at the beginning of a round."""
        return self.seat == FIRST and not self.behind

    @property
    def last(self) -> bool:
        """Whether it is the first seat's answer to a raise in round 2: nothing comes after it."""
        return self.seat == FIRST and self.behind and self.turned


def decisions(plan: Plan) -> list[Decision]:
    """All states of a plan's process with the moves that are best there."""
    at = plan.process
    good = best_pairs(at, plan.values, plan.discount)
    found = []
    for i in range(at.size):
        text = at.state_text(i)
        position, _, behind, _, board, _ = text.split("_")
        pairs = range(int(at.pair_first[i]), int(at.pair_first[i + 1]))
        found.append(
            Decision(
                text=text,
                seat=FIRST if position == "first" else SECOND,
                behind=behind != "0",
                turned=board != "none",
                best=tuple(int(at.pair_move[p]) for p in pairs if good[p]),
            )
        )
    return found


def best_against(lab: Lab, opponent: str, reading: str) -> list[Decision]:
    """The states of the paper against an opponent, with their best moves."""
    rules = RULES[reading]
    key = ("poker decisions", opponent, rules)
    return lab.once(key, lambda: decisions(optimum(lab, opponent, rules=rules)))


def met(here: World, mine: Floats, opponent: Floats) -> Floats:
    """How often a game comes to each information set of one's own, seats taken in turn. (S,)"""
    tree = here.tree
    found = np.zeros(tree.sets)
    for strategy, seat in here.games(mine, opponent):
        chance = node_reach(tree, strategy)
        nodes = np.flatnonzero(tree.mover == seat)
        found += np.bincount(tree.set_of[nodes], weights=chance[nodes], minlength=tree.sets) / 2
    return found


def share_of(here: World, mine: Floats, opponent: Floats, move: int) -> float:
    """Of all decisions that one comes to, how many are this move."""
    often = met(here, mine, opponent)[here.tree.action_set] * mine
    return float(often[here.tree.action_move == move].sum() / often.sum())


@dataclass(frozen=True)
class Ends:
    """How games end: probabilities, and the tokens won in games that the other seat folded."""

    folded: float
    won: float
    won_by_folds: float


def ends(here: World, mine: Floats, opponent: Floats, seats: Sequence[int] = (0, 1)) -> Ends:
    """Over games in these seats."""
    tree = here.tree
    folded = won = by_folds = 0.0
    for strategy, seat in here.games(mine, opponent):
        if seat not in seats:
            continue
        chance = node_reach(tree, strategy)[tree.leaf_node] / len(seats)
        other = tree.mover[tree.parent[tree.leaf_node]] == 1 - seat
        folds = other & (tree.move[tree.leaf_node] == FOLD)
        gain = np.maximum(tree.value_of[:, seat], 0.0)
        folded += float(chance[folds].sum())
        won += float(chance @ gain)
        by_folds += float(chance[folds] @ gain[folds])
    return Ends(folded, won, by_folds)


def always_raises(here: World) -> Floats:
    """The strategy that bets or raises wherever it may, else calls."""
    tree = here.tree
    strategy = np.zeros(tree.actions)
    # The rules list moves in their order: a raise comes last where it is allowed, else the call.
    last = tree.set_first + tree.set_width - 1
    strategy[last] = 1.0
    assert np.all(tree.action_move[last] != FOLD)
    return strategy


def putting_in(found: Sequence[Decision], *, calls: bool) -> int:
    """In how many states all best moves are bets or raises; or calls, which table 1a names bets."""

    def bold(decision: Decision, move: int) -> bool:
        return move == RAISE or (calls and move == CALL and decision.behind)

    return sum(all(bold(d, move) for move in d.best) for d in found)


__all__ = [
    "FIRST",
    "SECOND",
    "Decision",
    "Ends",
    "always_raises",
    "best_against",
    "decisions",
    "ends",
    "met",
    "putting_in",
    "share_of",
]
