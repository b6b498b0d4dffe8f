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
from outwit.solve.linear import behaviour
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


class Matching:
    """Both seats by regret matching on a matrix, each round against the other's mixed strategy.

    It can go on: `run(n)` plays n more rounds. Shape of matrix: (m, n).
    """

    def __init__(self, matrix: Any) -> None:
        self.entries = _matrix(matrix)
        m, n = self.entries.shape
        self.rounds = 0
        self.regrets = np.zeros(m), np.zeros(n)
        self.sums = np.zeros(m), np.zeros(n)

    def run(self, count: int) -> None:
        """Play `count` more rounds."""
        _match(self.entries, count, *self.regrets, *self.sums)
        self.rounds += count

    @property
    def mean(self) -> MatrixSolution:
        """The means over all rounds so far."""
        return _proved(self.entries, self.sums[0] / self.rounds, self.sums[1] / self.rounds)


def regret_matching(matrix: Any, rounds: int) -> MatrixSolution:
    """What `rounds` rounds of `Matching` come to."""
    matching = Matching(matrix)
    matching.run(rounds)
    return matching.mean


class NormalForm:
    """Regret matching on the normal form of a small tree; see `regret.Minimiser`."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.plans = pure_plans(tree)
        self.matching = Matching(_worths(tree, *self.plans))

    @property
    def iterations(self) -> int:
        return self.matching.rounds

    def run(self, count: int) -> None:
        """Make `count` more iterations."""
        self.matching.run(count)

    @property
    def mean(self) -> Floats:
        """The mean strategy, of sequences again. Shape: (A,)."""
        sums = zip(self.matching.sums, self.plans, strict=True)
        return behaviour(self.tree, np.sum([weights @ plans for weights, plans in sums], axis=0))


@unit("void(f8[:, ::1], i8, f8[::1], f8[::1], f8[::1], f8[::1])")
def _match(
    entries: Any, rounds: Any, regret_row: Any, regret_column: Any, row_sum: Any, column_sum: Any
) -> None:
    m, n = entries.shape
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
    return _worths(tree, *pure_plans(tree))


def pure_plans(tree: Tree) -> tuple[Floats, Floats]:
    """Which sequences each pure strategy of both seats plays. Shapes: (m, A + 1), (n, A + 1)."""
    need_recall(tree, "A normal form")
    need_two_constant(tree, "A normal form")
    return _pure_plans(tree, 0), _pure_plans(tree, 1)


def _worths(tree: Tree, rows: Floats, columns: Floats) -> Floats:
    worth = tree.chance * tree.value_of[:, 0]
    matrix = np.zeros((len(rows), len(columns)))
    for i, plan in enumerate(rows):
        mine = worth * plan[tree.last[:, 0]]
        matrix[i] = columns[:, tree.last[:, 1]] @ mine
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
    "Matching",
    "MatrixSolution",
    "NormalForm",
    "matrix_equilibrium",
    "normal_form",
    "regret_matching",
]
