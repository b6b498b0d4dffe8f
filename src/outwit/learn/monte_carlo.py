"""Monte Carlo control: on policy, every visit, whole games.

Sutton and Barto, "Reinforcement Learning" (second edition), section 5.4, with every visit of a
state counted. With the defaults a value is the mean of all that followed.

Deviations. Epsilon decays with games where the book keeps it. The learning rate is an option: with
another exponent than -1 late games count for more. Values change at the end of a game, from its
last decision back.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from outwit.core.game import blank_menu
from outwit.core.options import option
from outwit.core.records import Fields, Me, Own, Rng, Table
from outwit.learn.tabular import NO_ROW, Tabular


@dataclass(frozen=True)
class MonteCarlo(Tabular):
    """Values each move by the pay-off of the whole game; nothing is taken from other values.

    A game with more decisions than `longest` teaches its last ones only.
    """

    name = "monte-carlo"
    title = "Monte Carlo control"
    source = "Sutton and Barto 2018"

    alpha_decay: float = option(-1.0, "exponent by which it decays", low=-10.0, high=0.0)
    longest: int = option(200, "how many decisions of a game it can keep", low=1, high=1_000_000)

    def memory(self) -> Fields:
        """The decisions of this game, in turn from the top again: rows plus one, and moves."""
        return [
            ("decisions", np.int64),
            ("last", np.int64, (self.longest,)),
            ("choice", np.int64, (self.longest,)),
        ]

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        menu = blank_menu(self.abstraction)
        n = self.candidates(table, own, seat, menu)
        row = self.find(me, table, own, seat, menu, n, rng)
        choice = self.choose(me, row, n, rng)
        place = me.memory.decisions % self.longest
        me.memory.last[place] = row + 1
        me.memory.choice[place] = choice
        me.memory.decisions += 1
        return int(menu.move[choice])

    def end(self, me: Me, table: Table, own: Own, seat: int, reward: float, rng: Rng) -> None:
        back = me.memory.decisions
        first = max(0, back - self.longest)
        value = reward
        while me.updating and back > first:
            back -= 1
            place = back % self.longest
            row = me.memory.last[place] - 1
            if row != NO_ROW:
                self.move_value(me, row, me.memory.choice[place], 0, value, rng)
            value *= me.discount
        self.next_game(me)
