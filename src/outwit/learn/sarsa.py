"""Sarsa: on policy, one step.

Rummery and Niranjan, "On-line Q-learning using connectionist systems" (1994); Sutton and Barto,
"Reinforcement Learning" (second edition), section 6.4.

Deviations: those of `outwit.learn.q`. The update comes after the next move is chosen and before it
is played, as in the book; a choice among equals may change by the update, and is not drawn again.
"""

from __future__ import annotations

from dataclasses import dataclass

from outwit.core.game import blank_menu
from outwit.core.records import Me, Own, Rng, Table
from outwit.learn.tabular import NO_ROW, Tabular


@dataclass(frozen=True)
class Sarsa(Tabular):
    """Values the last move by the move it goes on to play, explorations included."""

    name = "sarsa"
    title = "Sarsa"
    source = "Rummery and Niranjan 1994"

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        menu = blank_menu(self.abstraction)
        n = self.candidates(table, own, seat, menu)
        row = self.find(me, table, own, seat, menu, n, rng)
        choice = self.choose(me, row, n, rng)
        next_value = self.worth(me, row, choice) if row != NO_ROW else me.initial
        self.learn_last(me, me.discount * next_value, rng)
        self.remember(me, row, choice)
        return int(menu.move[choice])
