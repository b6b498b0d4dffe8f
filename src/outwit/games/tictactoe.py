"""Tic-tac-toe on a square board: a full line of one's own marks wins.

Also the two-level game of section 5.1.2 of the thesis on contextual bandits in trees (paper
`cbt`): one move by each seat, the rest of the game at random.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from outwit.core.drawing import grid
from outwit.core.game import CHANCE, OVER, Game
from outwit.core.generator import below
from outwit.core.options import option
from outwit.core.records import Fields, Menu, Own, Rng, State, Table

EMPTY = 0  # the marks are 1 for the first seat (x) and 2 for the second (o)
DRAWN_OUT = 7
"""Boards up to this size are drawn with lines."""
GOING_ON, DRAWN = 0, 3  # the results between are the mark that won


@dataclass(frozen=True)
class TicTacToe(Game):
    """Two seats mark squares in turn; a full row, column or diagonal wins.

    `levels`: after so many moves of the seats chance makes those that are left, for both, each
    time any empty square with the same probability (a random rollout). 0, the default, is the
    whole game; the two-level game of the thesis is `levels=2` with `score=gain`. There K is the
    number of squares; the second seat finds one of them taken. For a small board the rollouts can
    be enumerated, so that the two-level value is exact.

    Readings:

    * `score`: 1 for a win, -1 for a loss (`net`, default), or the thesis's 1 and 0 (`gain`).
    * `draw_value`: what a draw is worth to the first seat where a win is 1 and a loss 0; the
      second seat gets what is left of 1. 0.5, as the text has it, is the default; figure 10's
      level agrees with 0, under which a draw is as good as a win to the second seat.
    """

    name = "tictactoe"
    title = "Tic-tac-toe"
    source = "cbt, section 5.1.2"

    size: int = option(3, "side of the board", low=2, high=15)
    levels: int = option(
        0, "moves of the seats before the rest is played at random; 0: all", low=0, high=225
    )
    score: str = option(
        "net", "pay-offs are 1 and -1, or gains of 1 and 0", choices=("net", "gain")
    )
    draw_value: float = option(
        0.5, "worth of a draw to seat 1, where a win is 1 and a loss 0", choices=(0.5, 0.0)
    )

    seats = 2

    @property
    def moves(self) -> int:
        return self.size * self.size

    @property
    def net(self) -> bool:
        return self.score == "net"

    @property
    def unit(self) -> float:
        return 1.0 if self.net else 0.5

    @property
    def total(self) -> int:
        return 0 if self.net else 2

    @property
    def span(self) -> tuple[int, int]:
        return (-1, 1) if self.net else (0, 2)

    @property
    def recall(self) -> bool:
        """The order in which squares were taken is forgotten; the board alone matters."""
        return False

    @property
    def drawn_halves(self) -> int:
        """Half gains of the first seat in a draw."""
        return round(2 * self.draw_value)

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
        if self.levels > 0 and state.table.turns >= self.levels:
            return CHANCE
        return int(state.table.turns) % 2

    # Chance: a random rollout, move by move -----------------------------------------------------

    def draw(self, state: State, rng: Rng) -> int:
        ticket = below(rng, self.size * self.size - state.table.turns)
        square = 0
        while state.table.board[square] != EMPTY or ticket > 0:
            ticket -= state.table.board[square] == EMPTY
            square += 1
        return square

    def outcomes(self, state: State, menu: Menu) -> int:
        n = self.empty(state.table, menu)
        for i in range(n):
            menu.weight[i] = 1
        return n

    # The seats ----------------------------------------------------------------------------------

    def legal(self, table: Table, own: Own, seat: int, menu: Menu) -> int:
        return self.empty(table, menu)

    def empty(self, table: Table, menu: Menu) -> int:
        """Write the empty squares into the menu; return how many."""
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
        result = state.table.result
        first = self.drawn_halves if result == DRAWN else 2 * (2 - result)
        out[0] = first - 1 if self.net else first
        out[1] = 1 - first if self.net else 2 - first

    # Words --------------------------------------------------------------------------------------

    def move_text(self, state: State, move: int, viewer: int) -> str:
        return f"{'xo'[state.table.turns % 2]} {square_name(move, self.size)}"

    def choice_text(self, table: Table, own: Own, seat: int, move: int) -> str:
        return square_name(move, self.size)

    def view_text(self, table: Table, own: Own, seat: int) -> str:
        return f"{self.drawn(table)}\n{self.to_play(table, seat)}"

    def drawn(self, table: Table) -> str:
        """The board as it is drawn on paper; in one sign a square where it is large."""
        n = self.size
        signs = ".xo" if n > DRAWN_OUT else " xo"
        cells = [[signs[table.board[r * n + c]] for c in range(n)] for r in range(n)]
        letters, numbers = [chr(ord("a") + c) for c in range(n)], [str(r + 1) for r in range(n)]
        if n <= DRAWN_OUT:
            return grid(cells, letters, numbers)
        rows = [f"{name:>2} {' '.join(row)}" for name, row in zip(numbers, cells, strict=True)]
        return "\n".join(["   " + " ".join(letters), *rows])

    def end_text(self, state: State) -> str:
        return self.drawn(state.table)

    def seat_text(self, table: Table, own: Own, seat: int) -> str:
        n = self.size
        head = "   " + " ".join(chr(ord("a") + c) for c in range(n))
        rows = [
            f"{r + 1:2d} " + " ".join(".xo"[table.board[r * n + c]] for c in range(n))
            for r in range(n)
        ]
        return "\n".join([head, *rows, self.to_play(table, seat)])

    def to_play(self, table: Table, seat: int) -> str:
        """Whose marks are whose."""
        you = f"You are {'xo'[seat]}."
        if self.levels > 0:
            left = max(0, (self.levels - table.turns + 1 - seat) // 2)
            you += f" Your moves left: {left}; the rest of the game is random."
        return you

    def read_move(self, table: Table, own: Own, seat: int, text: str) -> int | None:
        """'b2', '2b', 'B 2'."""
        word = re.sub(r"[\s,-]", "", text.lower())
        found = re.fullmatch(r"([a-o])(\d{1,2})|(\d{1,2})([a-o])", word)
        if found is None:
            return None
        column = ord(found[1] or found[4]) - ord("a")
        row = int(found[2] or found[3]) - 1
        inside = column < self.size and 0 <= row < self.size
        return row * self.size + column if inside else None


def square_name(square: int, size: int) -> str:
    """'b2': column letter and row number."""
    return f"{chr(ord('a') + square % size)}{square // size + 1}"
