"""Matrix games: two seats choose at once; the entry is what the row gets and the column pays.

`matrix_equilibrium` solves one by a linear program (J. von Neumann; G. B. Dantzig 1951);
`regret_matching` lets both seats play by S. Hart and A. Mas-Colell, "A simple adaptive procedure
leading to correlated equilibrium", Econometrica 68 (2000):
1. each action's regret is what it would have earned more than what was earned, summed over rounds;
2. play in proportion to positive regrets, alike where there are none;
3. in a zero-sum game the means over rounds approach equilibrium.
`normal_form` writes a small game tree as a matrix: a row for each pure strategy.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from outwit.core.errors import Refused, UsageError
from outwit.play.tree import Floats, Tree
from outwit.play.unit import unit
from outwit.solve.trees import need_recall, need_two_constant

MOST_STRATEGIES = 20_000


@dataclass(frozen=True, eq=False)
class MatrixSolution:
    """Mixed strategies of the row (m,) and the column (n,), and what they prove.

    The row's strategy gets at least `low` against every column, the column's gives at most `high`
    to every row: the value of the game lies between.
    """

    row: Floats
    column: Floats
    low: float
    high: float

    @property
    def value(self) -> float:
        return (self.low + self.high) / 2.0


def _matrix(matrix: Any) -> Floats:
    entries = np.ascontiguousarray(matrix, dtype=np.float64)
    if entries.ndim != 2 or entries.size == 0 or not np.all(np.isfinite(entries)):
        raise UsageError("A matrix game is a list of rows of numbers, all of one length.")
    return entries


def _proved(entries: Floats, row: Floats, column: Floats) -> MatrixSolution:
    low, high = float((row @ entries).min()), float((entries @ column).max())
    return MatrixSolution(row, column, low, high)


def matrix_equilibrium(matrix: Any) -> MatrixSolution:
    """The row's best guarantee, and by its multipliers the column's. Shape of matrix: (m, n)."""
    from scipy.optimize import linprog

    entries = _matrix(matrix)
    m, n = entries.shape
    # Unknowns: the row's probabilities and its guarantee v; v - x A <= 0, v as large as can be.
    found = linprog(
        np.concatenate([np.zeros(m), [-1.0]]),
        A_ub=np.hstack([-entries.T, np.ones((n, 1))]),
        b_ub=np.zeros(n),
        A_eq=np.concatenate([np.ones(m), [0.0]])[None, :],
        b_eq=np.ones(1),
        bounds=[(0.0, None)] * m + [(None, None)],
        method="highs",
    )
    if found.status != 0 or found.x is None:  # a solution exists: HiGHS itself gave up
        raise ArithmeticError(f"HiGHS gave no solution: {found.message}")
    row = np.maximum(found.x[:m], 0.0)
    column = np.maximum(-found.ineqlin.marginals, 0.0)
    return _proved(entries, row / row.sum(), column / column.sum())


def regret_matching(matrix: Any, rounds: int) -> MatrixSolution:
    """Both seats by regret matching, each round against the other's mixed strategy."""
    entries = _matrix(matrix)
    m, n = entries.shape
    sums = np.zeros(m), np.zeros(n)
    _match(entries, rounds, *sums)
    return _proved(entries, sums[0] / rounds, sums[1] / rounds)


@unit("void(f8[:, ::1], i8, f8[::1], f8[::1])")
def _match(entries: Any, rounds: Any, row_sum: Any, column_sum: Any) -> None:
    m, n = entries.shape
    regret_row, regret_column = np.zeros(m), np.zeros(n)
    row, column = np.empty(m), np.empty(n)
    for _ in range(rounds):
        for regret, play, sums in (
            (regret_row, row, row_sum),
            (regret_column, column, column_sum),
        ):
            positive = 0.0
            for i in range(len(regret)):
                positive += max(regret[i], 0.0)
            for i in range(len(regret)):
                alike = 1.0 / len(regret)
                play[i] = max(regret[i], 0.0) / positive if positive > 0.0 else alike
                sums[i] += play[i]
        earned = 0.0
        for i in range(m):
            for j in range(n):
                earned += row[i] * entries[i, j] * column[j]
        for i in range(m):
            for j in range(n):
                regret_row[i] += entries[i, j] * column[j]
                regret_column[j] -= entries[i, j] * row[i]
        for i in range(m):
            regret_row[i] -= earned
        for j in range(n):
            regret_column[j] += earned


def normal_form(tree: Tree) -> Floats:
    """What seat 1 gets for every pair of pure strategies, in the game's measure. Shape: (m, n).

    Strategies that differ only where they themselves never come are one (the reduced form).
    """
    need_recall(tree, "A normal form")
    need_two_constant(tree, "A normal form")
    plans = [_pure_plans(tree, seat) for seat in range(2)]
    worth = tree.chance * tree.value_of[:, 0]
    matrix = np.zeros((len(plans[0]), len(plans[1])))
    for i, plan in enumerate(plans[0]):
        mine = worth * plan[tree.last[:, 0]]
        matrix[i] = plans[1][:, tree.last[:, 1]] @ mine
    return matrix


def _pure_plans(tree: Tree, seat: int) -> Floats:
    """Which sequences each pure strategy plays. Shape: (strategies, A + 1)."""
    sets = np.flatnonzero(tree.set_seat == seat)
    after: dict[int, list[int]] = {}
    for s in sets:
        after.setdefault(int(tree.set_before[s]), []).append(int(s))

    def below(sequence: int) -> list[tuple[int, ...]]:
        """The sequences of each way to go on after one."""
        ways = [
            [(a + 1, *rest) for a in _actions(tree, s) for rest in below(a + 1)]
            for s in after.get(sequence, [])
        ]
        if np.prod([len(way) for way in ways], dtype=np.float64) > MOST_STRATEGIES:
            raise Refused(
                f"Seat {seat + 1} has more than {MOST_STRATEGIES:,} pure strategies: the normal "
                f"form is too large. The sequence form (--method lp) is not."
            )
        return [sum(parts, ()) for parts in product(*ways)]

    found = below(0)
    plans = np.zeros((len(found), tree.actions + 1))
    plans[:, 0] = 1.0
    for i, way in enumerate(found):
        plans[i, list(way)] = 1.0
    return plans


def _actions(tree: Tree, s: int) -> range:
    return range(int(tree.set_first[s]), int(tree.set_first[s] + tree.set_width[s]))


__all__ = [
    "MatrixSolution",
    "matrix_equilibrium",
    "normal_form",
    "regret_matching",
]
