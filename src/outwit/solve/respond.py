"""Best responses and exploitability. Solvers are judged by this file, which imports none.

A best response of one seat, all others as given, is found from the leaves up:
1. each sequence of the seat earns what the leaves earn that it leads to (`gradient`);
2. from the last information set to the first, the best action's earnings count for the sequence
   that leads to the set;
3. what the empty sequence has earned in the end is the value.
Sets that the others never let happen earn nothing; there all actions are alike.

Where nothing is hidden, nodes take the place of sequences.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from outwit.core.errors import Refused
from outwit.play.rational import fraction_of, leaf_fractions
from outwit.play.sequences import gradient, node_reach
from outwit.play.tree import Floats, Tree
from outwit.play.unit import unit
from outwit.play.worker import game_name
from outwit.solve.trees import open_to_all


@dataclass(frozen=True, eq=False)
class Response:
    """A best response of one seat.

    value     what the seat gets, in the game's measure
    strategy  (A,)  1 for the chosen action of each of its sets; the others' entries as they were
    """

    seat: int
    value: float
    strategy: Floats


def best_response(tree: Tree, strategy: Floats, seat: int) -> Response:
    """The best that a seat can do, all other seats playing `strategy`. Shape of it: (A,)."""
    if tree.recall:
        earned, choice = _by_sequences(tree, strategy, seat)
        value = float(earned[0])
    else:
        worth, choice = _by_nodes(tree, strategy, seat)
        value = float(worth[0])
    answer = strategy.copy()
    mine = np.flatnonzero(tree.set_seat == seat)
    answer[np.isin(tree.action_set, mine)] = 0.0
    answer[choice[mine]] = 1.0
    return Response(seat, value, answer)


def action_worths(tree: Tree, strategy: Floats, seat: int) -> Floats:
    """What each action of a seat is worth to it where its set is met. Shape: (A,).

    All others play `strategy`, the seat itself as well as it can from there on. Entries of other
    seats, and of sets that the others never let happen, are no number.
    """
    worths = np.full(tree.actions, np.nan)
    mine = tree.set_seat[tree.action_set] == seat
    if open_to_all(tree.game):
        worth, _ = _by_nodes(tree, strategy, seat)
        nodes = np.flatnonzero(tree.mover == seat)
        # Equal positions have equal worth: whichever node of a set comes last.
        node_of = np.zeros(tree.sets, np.int64)
        node_of[tree.set_of[nodes]] = nodes
        actions = np.flatnonzero(mine)
        place = actions - tree.set_first[tree.action_set[actions]]
        worths[actions] = worth[tree.first[node_of[tree.action_set[actions]]] + place]
        return worths
    earned, _ = _by_sequences(tree, strategy, seat)
    met = others_reach(tree, strategy, seat)[tree.action_set]
    there = mine & (met > 0.0)
    worths[there] = earned[1:][there] / met[there]
    return worths


def others_reach(tree: Tree, strategy: Floats, seat: int) -> Floats:
    """How probably chance and the others let each set of a seat happen. Shape: (S,)."""
    mine = tree.set_seat[tree.action_set] == seat
    reach = node_reach(tree, np.where(mine, 1.0, strategy))
    nodes = np.flatnonzero(tree.mover == seat)
    found = np.bincount(tree.set_of[nodes], weights=reach[nodes], minlength=tree.sets)
    return found.astype(np.float64, copy=False)


def _by_sequences(tree: Tree, strategy: Floats, seat: int) -> tuple[Floats, Any]:
    """What each sequence of a seat earns with best play behind it, and the choice at each set."""
    earned = gradient(tree, [strategy] * tree.game.seats, seat)
    choice = np.full(tree.sets, -1, np.int64)
    _climb(tree.set_seat, tree.set_first, tree.set_width, tree.set_before, seat, earned, choice)
    return earned, choice


@unit("void(i1[::1], i4[::1], i4[::1], i4[::1], i8, f8[::1], i8[::1])")
def _climb(
    owner: Any, first: Any, width: Any, before: Any, seat: Any, earned: Any, choice: Any
) -> None:
    for k in range(len(owner)):
        s = len(owner) - 1 - k
        if owner[s] == seat:
            best = first[s]
            for a in range(first[s] + 1, first[s] + width[s]):
                if earned[a + 1] > earned[best + 1]:
                    best = a
            choice[s] = best
            earned[before[s]] += earned[best + 1]


def _by_nodes(tree: Tree, strategy: Floats, seat: int) -> tuple[Floats, Any]:
    """What each node is worth to a seat, and its choice at each set."""
    if not open_to_all(tree.game):
        raise Refused(
            f"A best response needs perfect recall, and the tree of {game_name(tree.game)} was "
            f"built without."
        )
    worth = np.zeros(tree.nodes)
    worth[tree.leaf_node] = tree.value_of[:, seat]
    choice = np.full(tree.sets, -1, np.int64)
    columns = (tree.mover, tree.first, tree.width, tree.weight, tree.set_of, tree.set_first)
    _back(*columns, strategy, seat, worth, choice)
    return worth, choice


@unit("void(i1[::1], i4[::1], i4[::1], i8[::1], i4[::1], i4[::1], f8[::1], i8, f8[::1], i8[::1])")
def _back(
    mover: Any,
    first: Any,
    width: Any,
    weight: Any,
    set_of: Any,
    set_first: Any,
    strategy: Any,
    seat: Any,
    worth: Any,
    choice: Any,
) -> None:
    for k in range(len(mover)):
        node = len(mover) - 1 - k
        if width[node] == 0:
            continue
        here = first[node]
        if mover[node] == seat:
            best = here
            for child in range(here, here + width[node]):
                if worth[child] > worth[best]:
                    best = child
            worth[node] = worth[best]
            choice[set_of[node]] = set_first[set_of[node]] + best - here
            continue
        total, mean = 0.0, 0.0
        for child in range(here, here + width[node]):
            share = 1.0 * weight[child]
            if mover[node] >= 0:
                share = strategy[set_first[set_of[node]] + child - here]
            total += share
            mean += share * worth[child]
        worth[node] = mean / total


def seat_values(tree: Tree, strategy: Floats) -> Floats:
    """What each seat gets when all play one array. Shape: (seats,)."""
    chance = node_reach(tree, strategy)[tree.leaf_node]
    return np.asarray(chance @ tree.value_of)


def gains(tree: Tree, strategy: Floats) -> Floats:
    """What each seat would gain by a best response to the others. Shape: (seats,)."""
    values = seat_values(tree, strategy)
    best = [best_response(tree, strategy, seat).value for seat in range(tree.game.seats)]
    # A best response cannot be worse; rounding can make it look so.
    return np.maximum(np.array(best) - values, 0.0)


def exploitability(tree: Tree, strategy: Floats) -> float:
    """The gains by best responses, a mean over seats: 0 in equilibrium."""
    return float(gains(tree, strategy).mean())


def exact_best_value(tree: Tree, strategy: Floats, seat: int) -> Fraction | None:
    """The value of a best response as a fraction, in the game's measure.

    None where the others' probabilities are not fractions. The same steps as above, in fractions,
    so that no near tie is decided by rounding.
    """
    measure = fraction_of(float(tree.game.unit))
    weighed = leaf_fractions(tree, strategy, leave_out=seat)
    if weighed is None or measure is None:
        return None
    if not tree.recall:
        return _exact_by_nodes(tree, strategy, seat, measure)
    earned = [Fraction(0)] * (tree.actions + 1)
    last, payoff = tree.last[:, seat].tolist(), tree.payoff[:, seat].tolist()
    for leaf in range(tree.leaves):
        if payoff[leaf]:
            earned[last[leaf]] += weighed.of(leaf) * payoff[leaf]
    for s in reversed(np.flatnonzero(tree.set_seat == seat).tolist()):
        first = int(tree.set_first[s])
        best = max(earned[first + 1 : first + 1 + int(tree.set_width[s])])
        earned[int(tree.set_before[s])] += best
    return earned[0] * measure


def _exact_by_nodes(tree: Tree, strategy: Floats, seat: int, measure: Fraction) -> Fraction | None:
    """Nothing hidden: equal positions have equal worth, so each is worked out once."""
    from outwit.play.rational import strategy_fractions

    others = [s for s in range(tree.game.seats) if s != seat]
    chances = strategy_fractions(tree, strategy, others)
    if chances is None:
        return None
    leaf_of = np.full(tree.nodes, -1)
    leaf_of[tree.leaf_node] = np.arange(tree.leaves)
    known: dict[int, Fraction] = {}

    def worth(node: int) -> Fraction:
        if tree.width[node] == 0:
            return Fraction(int(tree.payoff[leaf_of[node], seat]))
        s = int(tree.set_of[node])
        if s in known:
            return known[s]
        here, width = int(tree.first[node]), int(tree.width[node])
        below = [worth(child) for child in range(here, here + width)]
        if tree.mover[node] == seat:
            value = max(below)
        elif s >= 0:
            first = int(tree.set_first[s])
            value = sum((chances[first + i] * w for i, w in enumerate(below)), Fraction(0))
        else:
            weights = [int(w) for w in tree.weight[here : here + width]]
            value = sum((w * b for w, b in zip(weights, below, strict=True)), Fraction(0))
            value /= sum(weights)
        if s >= 0:
            known[s] = value
        return value

    return worth(0) * measure


__all__ = [
    "Response",
    "action_worths",
    "best_response",
    "exact_best_value",
    "exploitability",
    "gains",
    "others_reach",
    "seat_values",
]
