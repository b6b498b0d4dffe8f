"""The equilibrium of a two-seat game as a linear program over sequences.

D. Koller, N. Megiddo, B. von Stengel, "Fast algorithms for finding randomized strategies in game
trees", STOC 1994; solved by HiGHS (Q. Huangfu and J. A. J. Hall, "Parallelizing the dual revised
simplex method", Mathematical Programming Computation 10 (2018)).

With x the probability that seat 1 plays each of its sequences, and q a number for the start and
for each information set of seat 2 (what seat 1 gets below it when seat 2 answers best):

1. x of the empty sequence is 1; at each set of seat 1 the x of its actions add up to the x of the
   sequence that leads there (E x = e).
2. For each sequence of seat 2: q of the set it ends in is at most what the sequence earns against
   x, and the q of the sets that follow it (F^T q <= A^T x).
3. q of the start is as large as can be.
4. The multipliers of 2 are the probabilities that seat 2 plays each of its sequences.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from outwit.play.tree import Floats, Tree
from outwit.solve.apart import Waiting, apart
from outwit.solve.form import merged
from outwit.solve.trees import need_recall, need_two_constant


def linear_program(tree: Tree, waiting: Waiting | None = None) -> Floats:
    """Equilibrium strategies of both seats. Shape: (A,). `waiting` hears the seconds so far."""
    from scipy.optimize import linprog
    from scipy.sparse import csr_array, hstack

    need_recall(tree, "The linear program")
    need_two_constant(tree, "The linear program")
    pairs, worth = merged(tree)
    mine, mine_rows = _plan(tree, 0)
    theirs, their_rows = _plan(tree, 1)
    place = [_places(tree, q) for q in (mine, theirs)]
    earns = csr_array(
        (worth[:, 0], (place[1][pairs[:, 1]], place[0][pairs[:, 0]])),
        shape=(len(theirs), len(mine)),
    )
    # Unknowns: x, then q. Step 2: F^T q - A^T x <= 0.
    above = hstack([-earns, their_rows.T.tocsr()], format="csr")
    flows = hstack([mine_rows, csr_array((mine_rows.shape[0], their_rows.shape[0]))], format="csr")
    start = np.zeros(mine_rows.shape[0])
    start[0] = 1.0
    cost = np.zeros(len(mine) + their_rows.shape[0])
    cost[len(mine)] = -1.0  # the q of the start
    bounds = [(0.0, None)] * len(mine) + [(None, None)] * their_rows.shape[0]
    found = apart(
        lambda: linprog(
            cost,
            A_ub=above,
            b_ub=np.zeros(len(theirs)),
            A_eq=flows,
            b_eq=start,
            bounds=bounds,
            method="highs",
        ),
        waiting,
    )
    if found.status != 0 or found.x is None:  # a solution exists: HiGHS itself gave up
        raise ArithmeticError(f"HiGHS gave no solution: {found.message}")
    reach = np.zeros(tree.actions + 1)
    reach[mine] = found.x[: len(mine)]
    reach[theirs] = -found.ineqlin.marginals
    return behaviour(tree, reach)


def _plan(tree: Tree, seat: int) -> tuple[Any, Any]:
    """The sequences of a seat, and the rows that its probabilities keep (E, or F).

    Row 0: the empty sequence; then for each set: its actions, less what leads there.
    """
    from scipy.sparse import csr_array

    sets = np.flatnonzero(tree.set_seat == seat)
    actions = np.flatnonzero(tree.set_seat[tree.action_set] == seat)
    sequences = np.concatenate([[0], actions + 1])
    place = _places(tree, sequences)
    row_of = np.zeros(tree.sets, np.int64)
    row_of[sets] = 1 + np.arange(len(sets))
    rows = np.concatenate([[0], row_of[tree.action_set[actions]], row_of[sets]])
    columns = np.concatenate([[0], place[actions + 1], place[tree.set_before[sets]]])
    signs = np.concatenate([[1.0], np.ones(len(actions)), -np.ones(len(sets))])
    return sequences, csr_array((signs, (rows, columns)), shape=(1 + len(sets), len(sequences)))


def _places(tree: Tree, sequences: Any) -> Any:
    """Where each sequence stands among those of its seat."""
    place = np.zeros(tree.actions + 1, np.int64)
    place[sequences] = np.arange(len(sequences))
    return place


def behaviour(tree: Tree, reach: Floats) -> Floats:
    """Probabilities at each set from those of sequences; even where a set is never reached.

    Rounding below zero is cut off. Shapes: (A + 1,), (A,).
    """
    parts = np.maximum(reach[1:], 0.0)
    totals = np.add.reduceat(parts, tree.set_first)[tree.action_set]
    # What a program leaves of a set that is never reached is rounding, and says nothing.
    known = totals > 1e-12
    return np.where(known, parts / np.where(known, totals, 1.0), tree.uniform())


__all__ = ["behaviour", "linear_program"]
