"""Double Q-learning: two tables, each valued by the other, so that luck is not taken for worth.

Van Hasselt, "Double Q-learning", NIPS 2010; Sutton and Barto (second edition), section 6.7.

Deviations: those of `outwit.learn.q`. It explores around the mean of both tables, where the book
takes their sum, which has the same best moves; each table counts its own visits.
"""

from __future__ import annotations

from dataclasses import dataclass

from outwit.core.game import blank_menu
from outwit.core.generator import below
from outwit.core.records import Me, Own, Rng, Table
from outwit.learn.tabular import NO_ROW, Tabular


@dataclass(frozen=True)
class DoubleQ(Tabular):
    """Q-learning on two tables: one names the best next move, the other says what it is worth.

    It plays by the mean of both; a coin decides which one learns.
    """

    name = "double-q"
    title = "Double Q-learning"
    source = "van Hasselt 2010"

    tables = 2

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        menu = blank_menu(self.abstraction)
        n = self.candidates(table, own, seat, menu)
        row = self.find(me, table, own, seat, menu, n, rng)
        if me.updating and me.memory.last > 0:
            k = below(rng, 2)
            target = me.discount * self.crossed(me, row, n, k, rng)
            self.move_value(me, me.memory.last - 1, me.memory.choice, k, target, rng)
        choice = self.choose(me, row, n, rng)
        self.remember(me, row, choice)
        return int(menu.move[choice])

    def crossed(self, me: Me, row: int, n: int, k: int, rng: Rng) -> float:
        """What the other table thinks of table k's best move; among ties one at random."""
        if row == NO_ROW:
            return float(me.initial)
        best, ties, chosen = me.row[row].value[k, 0], 1, 0
        for i in range(1, n):
            value = me.row[row].value[k, i]
            if value > best:
                best, ties, chosen = value, 1, i
            elif value == best:
                ties += 1
                if below(rng, ties) == 0:
                    chosen = i
        return float(me.row[row].value[1 - k, chosen])

    def end(self, me: Me, table: Table, own: Own, seat: int, reward: float, rng: Rng) -> None:
        if me.updating and me.memory.last > 0:
            self.move_value(me, me.memory.last - 1, me.memory.choice, below(rng, 2), reward, rng)
        self.next_game(me)
