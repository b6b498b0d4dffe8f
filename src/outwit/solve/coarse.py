"""The best policy on given states, where the states are too coarse to make a decision process.

A seat that forgets plays the same move at all information sets of one state. The best such policy
is a mixed-integer program over its sequences, solved by HiGHS:
1. x is the probability of each of the seat's sequences: 1 for the empty one, and at each set the x
   of its actions add up to the x of what leads there.
2. y is 0 or 1 for each pair of a state and a move, and adds up to 1 over the moves of a state.
3. x of an action is at most y of its pair.
4. What the sequences earn against the others (`gradient`) is as large as can be.
States that never meet in one line of play are separate programs (in hold'em: one for each position
and hand card). A drawn move can be better than any fixed one only where a line of play comes to one
state twice; `repeats` says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from outwit.core.states import States
from outwit.play.sequences import gradient
from outwit.play.tree import Floats, Tree
from outwit.solve.apart import apart
from outwit.solve.trees import NO_METHOD, need_recall

GAP = 1e-9


@dataclass(frozen=True, eq=False)
class Coarse:
    """The best policy of one seat on states.

    value     what the seat gets; `bound` is proved: no policy on these states gets more
    strategy  (A,)  1 for the chosen action of each of its sets; the others' entries as they were
    repeats   whether some line of play comes to one state twice
    programs  how many separate programs there were
    """

    seat: int
    value: float
    bound: float
    strategy: Floats
    repeats: bool
    programs: int


def best_on_states(tree: Tree, strategy: Floats, seat: int, states: States) -> Coarse:
    """The best that `seat` can do on `states`, the others playing `strategy`. Shape of it: (A,)."""
    need_recall(tree, "The best policy on states", NO_METHOD)
    earned = gradient(tree, [strategy] * tree.game.seats, seat)
    sets = np.flatnonzero(tree.set_seat == seat)
    label = _labels(tree, sets, states)
    part = _parts(tree, sets, label)
    answer = strategy.copy()
    value = bound = float(earned[0])
    for number in np.unique(part):
        members = sets[part == number]
        best, most, chosen = _program(tree, members, label[part == number], earned)
        value, bound = value + best, bound + most
        for s, place in zip(members, chosen, strict=True):
            first, width = int(tree.set_first[s]), int(tree.set_width[s])
            answer[first : first + width] = 0.0
            answer[first + place] = 1.0
    return Coarse(seat, value, bound, answer, _repeats(tree, sets, label), len(np.unique(part)))


def _labels(tree: Tree, sets: Any, states: States) -> Any:
    """States as numbers 0, 1, ... Sets of one state with different moves are kept apart."""
    known: dict[Any, int] = {}
    found = []
    for s in sets.tolist():
        feature = states.feature(tree.table(s), tree.own(s), int(tree.set_seat[s]))
        first = int(tree.set_first[s])
        moves = tuple(tree.action_move[first : first + int(tree.set_width[s])].tolist())
        found.append(known.setdefault((int(feature), moves), len(known)))
    return np.array(found, np.int64)


def _parts(tree: Tree, sets: Any, label: Any) -> Any:
    """Sets that have to be decided together: those of one state, and those that follow another."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    n = len(sets)
    number = np.full(tree.sets, -1)
    number[sets] = np.arange(n)
    later = np.flatnonzero(tree.set_before[sets] > 0)
    earlier = number[tree.action_set[tree.set_before[sets[later]] - 1]]
    _, first = np.unique(label, return_index=True)
    rows = np.concatenate([later, np.arange(n)])
    columns = np.concatenate([earlier, first[label]])
    links = coo_array((np.ones(len(rows)), (rows, columns)), shape=(n, n))
    return connected_components(links, directed=False)[1]


def _program(tree: Tree, sets: Any, label: Any, earned: Floats) -> tuple[float, float, Any]:
    """One program: its value, what it is proved not to exceed, and the place of each set's move."""
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array

    actions = np.flatnonzero(np.isin(tree.action_set, sets))
    column = np.full(tree.actions + 1, -1)
    column[actions + 1] = np.arange(len(actions))
    row = np.full(tree.sets, -1)
    row[sets] = np.arange(len(sets))
    _, state = np.unique(label, return_inverse=True)
    width = np.zeros(state.max() + 1, np.int64)
    width[state] = tree.set_width[sets]
    pair_first = np.concatenate([[0], np.cumsum(width)])
    place = actions - tree.set_first[tree.action_set[actions]]
    pair = pair_first[state[row[tree.action_set[actions]]]] + place
    n, pairs = len(actions), int(pair_first[-1])
    # 1. Flow: the actions of a set, less what leads there.
    before = tree.set_before[sets]
    inner = np.flatnonzero(before > 0)
    flow = csr_array(
        (
            np.concatenate([np.ones(n), -np.ones(len(inner))]),
            (
                np.concatenate([row[tree.action_set[actions]], inner]),
                np.concatenate([np.arange(n), column[before[inner]]]),
            ),
        ),
        shape=(len(sets), n + pairs),
    )
    opening = (before == 0).astype(np.float64)
    # 2. One move for each state.
    ones = (np.repeat(np.arange(len(width)), width), n + np.arange(pairs))
    choice = csr_array((np.ones(pairs), ones), shape=(len(width), n + pairs))
    # 3. x <= y.
    rows = np.concatenate([np.arange(n), np.arange(n)])
    columns = np.concatenate([np.arange(n), n + pair])
    signs = np.concatenate([np.ones(n), -np.ones(n)])
    below = csr_array((signs, (rows, columns)), shape=(n, n + pairs))
    found = apart(
        lambda: milp(
            np.concatenate([-earned[actions + 1], np.zeros(pairs)]),
            integrality=np.concatenate([np.zeros(n), np.ones(pairs)]),
            bounds=Bounds(0.0, 1.0),
            constraints=[
                LinearConstraint(flow, opening, opening),
                LinearConstraint(choice, 1.0, 1.0),
                LinearConstraint(below, -np.inf, 0.0),
            ],
            options={"mip_rel_gap": GAP},
        )
    )
    if found.x is None:  # a solution exists: HiGHS itself gave up
        raise ArithmeticError(f"HiGHS gave no solution: {found.message}")
    chosen = [int(np.argmax(found.x[n + pair_first[k] : n + pair_first[k + 1]])) for k in state]
    return -float(found.fun), -float(found.mip_dual_bound), chosen


def _repeats(tree: Tree, sets: Any, label: Any) -> bool:
    """Whether a set has another of its own state before it."""
    of = dict(zip(sets.tolist(), label.tolist(), strict=True))
    for s in sets.tolist():
        before = int(tree.set_before[s])
        while before > 0:
            earlier = int(tree.action_set[before - 1])
            if of[earlier] == of[s]:
                return True
            before = int(tree.set_before[earlier])
    return False


__all__ = ["Coarse", "best_on_states"]
