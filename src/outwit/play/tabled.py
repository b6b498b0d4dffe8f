"""An agent that plays by a table: from states to probabilities of moves."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from outwit.core.agent import pick
from outwit.core.arrays import ArrayAgent
from outwit.core.game import Game, blank_menu
from outwit.core.options import option
from outwit.core.records import Fields, Me, Menu, Own, Rng, Table, data_of
from outwit.core.states import States
from outwit.play.rows import NO_ROW, Rows, states_option


@dataclass(frozen=True)
class Tabled(Rows, ArrayAgent):
    """Plays by a table from states to probabilities; where the table has no row, any move.

    `arrays` holds the rows that there are: their `slot` and `key`, shape (rows,), and the `chance`
    of each move, in the order of the rules or of the states' candidates. Shape: (rows, choices).
    What else stands there (values, visits) is kept for those who want to look.
    """

    name = "tabled"

    game: Game
    states: States | None = states_option()
    slots: int = option(1, "rows in memory", low=1)

    def me(self) -> Fields:
        n = self.most_candidates
        return [("row", [("key", np.int64), ("chance", np.float64, (n,))], (self.slots,))]

    def prepare(self, me: Me) -> None:
        rows = data_of(me.row)
        slot = self.arrays["slot"]
        rows["key"][slot] = self.arrays["key"]
        rows["chance"][slot] = self.arrays["chance"]

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        menu = blank_menu(self.abstraction)
        return pick(menu, self.weigh(me, table, own, seat, menu), rng)

    def weigh(self, me: Me, table: Table, own: Own, seat: int, menu: Menu) -> int:
        """The moves it chooses among, each with its probability."""
        n = self.candidates(table, own, seat, menu)
        row = self.row_of(me, table, own, seat, menu, n)
        for i in range(n):
            menu.chance[i] = 1.0 / n if row == NO_ROW else me.row[row].chance[i]
        return n

    def policy(self, me: Me, table: Table, own: Own, seat: int, menu: Menu) -> int:
        if not self.narrows:
            return self.weigh(me, table, own, seat, menu)
        chosen = blank_menu(self.abstraction)
        many = self.weigh(me, table, own, seat, chosen)
        n = self.game.legal(table, own, seat, menu)
        for i in range(n):
            menu.chance[i] = 0.0
            for k in range(many):
                if chosen.move[k] == menu.move[i]:
                    menu.chance[i] += chosen.chance[k]
        return n


__all__ = ["Tabled"]
