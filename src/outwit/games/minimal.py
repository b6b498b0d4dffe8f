"""The minimal game: one move each, then a coin whose bias the two moves chose.

The game of section 5 of the thesis on contextual bandits in trees (paper `cbt`): player 1 names a
row, player 2 a column, and player 1 gains 1 with the probability that stands there, else 0.
"""

from __future__ import annotations

import csv
import json
import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from outwit.core.game import CHANCE, OVER, Game
from outwit.core.naming import named
from outwit.core.options import option
from outwit.core.records import Fields, Menu, Own, State, Table

SHIPPED = ("k10", "k20", "k30")
SCALE = 10**9
"""Means are kept to nine decimals, so that the coin's weights are whole numbers."""

Matrix = tuple[tuple[float, ...], ...]


def read_matrix(given: Any) -> Matrix:
    """A matrix of means from a name (k10, k20, k30), a JSON or CSV file, or nested lists."""
    if isinstance(given, str):
        given = _read_file(given)
    if isinstance(given, dict):
        given = given.get("means", given.get("matrix"))
    try:
        rows = tuple(tuple(float(mean) for mean in row) for row in given)
    except (TypeError, ValueError):
        raise ValueError("a matrix is a list of rows of numbers.") from None
    if not rows or not rows[0]:
        raise ValueError("the matrix is empty.")
    if any(len(row) != len(rows[0]) for row in rows):
        raise ValueError("the rows of the matrix differ in length.")
    for i, row in enumerate(rows):
        for j, mean in enumerate(row):
            if not (0 <= mean <= 1) or not math.isfinite(mean):
                raise ValueError(
                    f"a mean is between 0 and 1, but row {i + 1}, column {j + 1} is {mean:g}."
                )
            if abs(round(mean * SCALE) - mean * SCALE) > 1e-6:
                raise ValueError(
                    f"row {i + 1}, column {j + 1} ({mean!r}) has more than nine decimals; round it."
                )
    return rows


def _read_file(name: str) -> Any:
    if name in SHIPPED:
        return json.loads((Path(__file__).parent / "matrices" / f"{name}.json").read_text())
    if name.lstrip().startswith("["):
        return _parse(name, "the matrix")
    path = Path(name)
    if not path.is_file():
        raise ValueError(
            f"no file {name}; give a JSON or CSV file, or one of {', '.join(SHIPPED)}."
        )
    text = path.read_text()
    if path.suffix.lower() == ".json":
        return _parse(text, name)
    return [[cell for cell in row if cell.strip()] for row in csv.reader(text.splitlines()) if row]


def _parse(text: str, what: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"{what} is not JSON: line {error.lineno}, {error.msg}.") from None


def show_matrix(matrix: Matrix) -> str:
    """The name of a shipped matrix, or the matrix itself as JSON."""
    for name in SHIPPED:
        if read_matrix(name) == matrix:
            return name
    return json.dumps([list(row) for row in matrix], separators=(",", ":"))


NOT_YET = -1
WIDEST = 14
"""Columns of a matrix that fit on a line."""
A_LINE = 6
"""Means of a row that fit on a line."""


@dataclass(frozen=True)
class Minimal(Game):
    """Seat 1 chooses a row, seat 2 sees it and chooses a column, a coin decides who gets 1.

    The coin's probability for seat 1 stands in the matrix; the other seat gets what is left.
    """

    name = "minimal"
    title = "The minimal game"
    source = "cbt, section 5"

    matrix: Matrix = option(
        read_matrix("k10"),
        "means of seat 1, a row for each of its moves: k10, k20, k30, a JSON or CSV file",
        read=read_matrix,
        show=show_matrix,
    )

    seats = 2
    total = 1
    span = (0, 1)

    @property
    def rows(self) -> int:
        return len(self.matrix)

    @property
    def columns(self) -> int:
        return len(self.matrix[0])

    @property
    def moves(self) -> int:
        return max(self.rows, self.columns, 2)

    @property
    def weights(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The coin's weights for seat 1, out of SCALE. Shape: (rows, columns)."""
        weights: np.ndarray[Any, np.dtype[np.int64]]
        weights = np.rint(np.array(self.matrix) * SCALE).astype(np.int64)
        return weights

    def table(self) -> Fields:
        return [("row", np.int16), ("column", np.int16), ("gain", np.int8)]

    def start(self, state: State) -> None:
        state.table.row = NOT_YET
        state.table.column = NOT_YET
        state.table.gain = NOT_YET

    def to_move(self, state: State) -> int:
        if state.table.row == NOT_YET:
            return 0
        if state.table.column == NOT_YET:
            return 1
        return CHANCE if state.table.gain == NOT_YET else OVER

    def outcomes(self, state: State, menu: Menu) -> int:
        weight = self.weights[state.table.row, state.table.column]
        n = 0
        for gain in range(2):
            share = weight if gain == 1 else SCALE - weight
            if share > 0:
                menu.move[n] = gain
                menu.weight[n] = share
                n += 1
        return n

    def legal(self, table: Table, own: Own, seat: int, menu: Menu) -> int:
        n = self.rows if seat == 0 else self.columns
        for move in range(n):
            menu.move[move] = move
        return n

    def allowed(self, table: Table, own: Own, seat: int, move: int) -> bool:
        return 0 <= move < (self.rows if seat == 0 else self.columns)

    def apply(self, state: State, move: int) -> None:
        if state.table.row == NOT_YET:
            state.table.row = move
        elif state.table.column == NOT_YET:
            state.table.column = move
        else:
            state.table.gain = move

    def payoff(self, state: State, out: Any) -> None:
        out[0] = state.table.gain
        out[1] = 1 - state.table.gain

    def move_text(self, state: State, move: int, viewer: int) -> str:
        seat = self.to_move(state)
        if seat == CHANCE:
            return f"the coin gives 1 to {named(0 if move == 1 else 1, viewer)}"
        return f"{'row' if seat == 0 else 'column'} {move + 1}"

    def seat_text(self, table: Table, own: Own, seat: int) -> str:
        if seat == 0:
            choose = f"Choose one of {self.rows} rows; the other seat answers with a column."
            return f"{choose} Your chances:\n{self.drawn()}"
        means = [f"{j:4d}: {m:<5g}" for j, m in enumerate(self.matrix[table.row], 1)]
        lines = ["".join(means[i : i + A_LINE]).rstrip() for i in range(0, len(means), A_LINE)]
        chose = f"Seat 1 chose row {table.row + 1}. Its chances by column; yours are what is left:"
        return "\n".join([chose, *lines])

    def drawn(self) -> str:
        """The matrix where it fits on a line, else what each row holds."""
        if self.columns <= WIDEST:
            head = "      " + "".join(f"{j:>5d}" for j in range(1, self.columns + 1))
            rows = ("".join(f"{mean:>5.3g}" for mean in row) for row in self.matrix)
            return "\n".join([head, *(f"{i:>5d} {row}" for i, row in enumerate(rows, 1))])
        lines = ["  row  lowest  mean  highest"]
        for i, row in enumerate(self.matrix, 1):
            mean = sum(row) / len(row)
            lines.append(f"{i:>5d}  {min(row):>6.3g}  {mean:>4.2f}  {max(row):>7.3g}")
        return "\n".join(lines)

    def read_move(self, table: Table, own: Own, seat: int, text: str) -> int | None:
        """'row 3', 'column 3', '3': numbers as they are shown, from 1."""
        found = re.fullmatch(r"(?:r|row|c|column)?\s*(\d{1,6})", text.strip().lower())
        move = int(found[1]) - 1 if found else -1
        return move if move >= 0 else None
