"""Players of tic-tac-toe."""

from __future__ import annotations

from dataclasses import dataclass

from outwit.core.agent import Agent
from outwit.core.records import Me, Own, Rng, Table
from outwit.games.tictactoe import EMPTY, TicTacToe


@dataclass(frozen=True)
class Careful(Agent):
    """Wins where it can, stops a loss where it must, then prefers squares by what they offer.

    A square is worth what the lines through it are worth: a line with marks of one side only
    counts, the more the fuller it is. On 3x3 the two traps that this does not see are met by name
    (`answer`), and it never loses: the tests play it against every line of play.
    """

    name = "careful"

    game: TicTacToe

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        best, most = -1, -1
        for square in range(self.game.size * self.game.size):
            if table.board[square] == EMPTY:
                worth = self.worth(table, square, seat + 1)
                if worth > most:
                    best, most = square, worth
        return best

    def worth(self, table: Table, square: int, mark: int) -> int:
        """What setting a mark there is worth, in a scale where one mark more outweighs all."""
        n = self.game.size
        row, column = square // n, square % n
        total = self.line(table, row * n, 1, mark) + self.line(table, column, n, mark)
        if row == column:
            total += self.line(table, 0, n + 1, mark)
        if row + column == n - 1:
            total += self.line(table, n - 1, n - 1, mark)
        if n == 3:
            total += self.answer(table, square, mark)
        return total

    def line(self, table: Table, first: int, step: int, mark: int) -> int:
        """A line is dead when both have marks in it; else worth more the fuller it is."""
        mine, theirs = 0, 0
        for i in range(self.game.size):
            there = table.board[first + i * step]
            if there == mark:
                mine += 1
            elif there != EMPTY:
                theirs += 1
        if mine > 0 and theirs > 0:
            return 0
        if mine == self.game.size - 1:
            return 1 << 40
        if theirs == self.game.size - 1:
            return 1 << 36
        return (1 + 2 * mine * mine + theirs * theirs) * 4

    def answer(self, table: Table, square: int, mark: int) -> int:
        """3x3, fourth move, opponent on two opposite corners: a side, or a fork follows."""
        theirs = 3 - mark
        across = (table.board[0] == theirs and table.board[8] == theirs) or (
            table.board[2] == theirs and table.board[6] == theirs
        )
        if table.turns == 3 and across and table.board[4] == mark and square % 2 == 1:
            return 1 << 20
        return 0
