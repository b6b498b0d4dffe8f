"""What a tabular learner becomes when it stops learning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from outwit.core.agent import Agent
from outwit.core.game import Game, blank_menu
from outwit.core.generator import below
from outwit.core.options import option
from outwit.core.records import Fields, Me, Menu, Own, Rng, Table, data_of
from outwit.learn.tabular import NO_ROW, Tabular


def _only_learnt(_given: object) -> Any:
    raise ValueError("a greedy player is made by learning, not by name.")


@dataclass(frozen=True)
class Greedy(Agent):
    """Plays the best move of a learnt table, ties at random; any legal move where it knows none.

    `learner` says what a state is; `learnt` holds the rows that were met: their `slot` and `key`,
    shape (rows,), and the `value` of each move, shape (rows, moves). `mark` tells two tables apart.
    """

    name = "greedy"

    game: Game
    learner: Any = option(
        None, "the learner whose table it is", read=_only_learnt, show=lambda v: type(v).name
    )
    mark: str = ""
    learnt: Mapping[str, np.ndarray[Any, Any]] = field(
        default_factory=dict, compare=False, repr=False
    )

    @property
    def slots(self) -> int:
        learner: Tabular = self.learner
        return learner.slots

    def me(self) -> Fields:
        n = self.game.moves
        return [("row", [("key", np.int64), ("value", np.float64, (n,))], (self.slots,))]

    def prepare(self, me: Me) -> None:
        rows = data_of(me.row)
        slot = self.learnt["slot"]
        rows["key"][slot] = self.learnt["key"]
        rows["value"][slot] = self.learnt["value"]

    def find(self, me: Me, table: Table, own: Own, seat: int, menu: Menu, n: int) -> int:
        """The row of a state, or NO_ROW."""
        key: int = self.learner.key(table, own, seat, menu, n)
        slot = key & (self.slots - 1)
        while me.row[slot].key != key:
            if me.row[slot].key == 0:
                return NO_ROW
            slot = (slot + 1) & (self.slots - 1)
        return slot

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        menu = blank_menu(self.game)
        n = self.game.legal(table, own, seat, menu)
        row = self.find(me, table, own, seat, menu, n)
        if row == NO_ROW:
            return int(menu.move[below(rng, n)])
        best, ties = self.best(me, row, n)
        ticket = below(rng, ties) if ties > 1 else 0
        i = 0
        while me.row[row].value[i] != best or ticket > 0:
            ticket -= me.row[row].value[i] == best
            i += 1
        return int(menu.move[i])

    def policy(self, me: Me, table: Table, own: Own, seat: int, menu: Menu) -> int:
        n = self.game.legal(table, own, seat, menu)
        row = self.find(me, table, own, seat, menu, n)
        best, ties = self.best(me, row, n)
        for i in range(n):
            chosen = row == NO_ROW or me.row[row].value[i] == best
            menu.chance[i] = 1.0 / ties if chosen else 0.0
        return n

    def best(self, me: Me, row: int, n: int) -> tuple[float, int]:
        """The value of a row's best move, and how many moves have it; all n without a row."""
        if row == NO_ROW:
            return 0.0, n
        best, ties = me.row[row].value[0], 1
        for i in range(1, n):
            value = me.row[row].value[i]
            if value > best:
                best, ties = value, 1
            elif value == best:
                ties += 1
        return best, ties
