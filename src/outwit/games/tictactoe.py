"""Tic-tac-toe on a square board: a full line of one's own marks wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from outwit.core.game import OVER, Game
from outwit.core.options import option
from outwit.core.records import Fields, Menu, Own, State, Table

EMPTY = 0  # the marks are 1 for the first seat (x) and 2 for the second (o)
GOING_ON, DRAWN = 0, 3  # the results between are the mark that won


@dataclass(frozen=True)
class TicTacToe(Game):
    """Two seats mark squares in turn; a full row, column or diagonal wins.

    Pay-offs: 1 for a win, -1 for a loss, 0 for a draw.
    """

    name = "tictactoe"
    title = "Tic-tac-toe"

    size: int = option(3, "side of the board", low=2, high=15)

    seats = 2
    total = 0
    span = (-1, 1)

    @property
    def moves(self) -> int:
        return self.size * self.size

    def table(self) -> Fields:
        return [
            ("board", np.int8, (self.size * self.size,)),
            ("turns", np.int16),
            ("result", np.int8),
        ]

    def start(self, state: State) -> None:
        for square in range(self.size * self.size):
            state.table.board[square] = EMPTY
        state.table.turns = 0
        state.table.result = GOING_ON

    def to_move(self, state: State) -> int:
        if state.table.result != GOING_ON:
            return OVER
        return int(state.table.turns) % 2

    def legal(self, table: Table, own: Own, seat: int, menu: Menu) -> int:
        n = 0
        for square in range(self.size * self.size):
            if table.board[square] == EMPTY:
                menu.move[n] = square
                n += 1
        return n

    def allowed(self, table: Table, own: Own, seat: int, move: int) -> bool:
        return 0 <= move < self.size * self.size and table.board[move] == EMPTY

    def apply(self, state: State, move: int) -> None:
        table = state.table
        mark = 1 + table.turns % 2
        table.board[move] = mark
        table.turns += 1
        if self.completes(table, move, mark):
            table.result = mark
        elif table.turns == self.size * self.size:
            table.result = DRAWN

    def completes(self, table: Table, move: int, mark: int) -> bool:
        """Whether the mark just set on a square fills a line through it."""
        n = self.size
        row, column = move // n, move % n
        in_row, in_column, falling, rising = 0, 0, 0, 0
        for i in range(n):
            in_row += table.board[row * n + i] == mark
            in_column += table.board[i * n + column] == mark
            falling += table.board[i * n + i] == mark
            rising += table.board[i * n + n - 1 - i] == mark
        return in_row == n or in_column == n or falling == n or rising == n

    def payoff(self, state: State, out: Any) -> None:
        out[0], out[1] = 0, 0
        if state.table.result != DRAWN:
            winner = state.table.result - 1
            out[winner] = 1
            out[1 - winner] = -1

    def move_text(self, state: State, move: int, viewer: int) -> str:
        return f"{'xo'[state.table.turns % 2]} {square_name(move, self.size)}"

    def seat_text(self, table: Table, own: Own, seat: int) -> str:
        n = self.size
        head = "   " + " ".join(chr(ord("a") + c) for c in range(n))
        rows = [
            f"{r + 1:2d} " + " ".join(".xo"[table.board[r * n + c]] for c in range(n))
            for r in range(n)
        ]
        return "\n".join([head, *rows, f"You are {'xo'[seat]}."])


def square_name(square: int, size: int) -> str:
    """'b2': column letter and row number."""
    return f"{chr(ord('a') + square % size)}{square // size + 1}"
