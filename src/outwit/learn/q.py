"""Q-learning: off policy, one step.

Watkins and Dayan, "Q-learning", Machine Learning 8 (1992); Sutton and Barto, "Reinforcement
Learning" (second edition), section 6.5. With `per="games"` the rates decay as in paper `poker`,
section 4: epsilon = epsilon0 t^d and alpha = alpha0 t^d after t games.

Deviations. The last move is brought up to date when its learner is to move again, or at the end,
not at once: what happens in between is the environment's step, and pays nothing. Where the table
is full, a state that is not in it has the first value and teaches nothing (`Tabular.report`).
"""

from __future__ import annotations

from dataclasses import dataclass

from outwit.core.game import blank_menu
from outwit.core.records import Me, Own, Rng, Table
from outwit.learn.tabular import Tabular


@dataclass(frozen=True)
class QLearning(Tabular):
    """Values the last move by the best move of the state it led to, whatever is played there."""

    name = "q"
    title = "Q-learning"
    source = "Watkins and Dayan 1992"

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        menu = blank_menu(self.abstraction)
        n = self.candidates(table, own, seat, menu)
        row = self.find(me, table, own, seat, menu, n, rng)
        # The pay-off comes at the end: between two decisions the reward is nothing.
        self.learn_last(me, me.discount * self.most(me, row, n), rng)
        choice = self.choose(me, row, n, rng)
        self.remember(me, row, choice)
        return int(menu.move[choice])
