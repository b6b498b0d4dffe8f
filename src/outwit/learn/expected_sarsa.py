"""Expected Sarsa: on policy, one step, without the scatter of the next choice.

Van Seijen, van Hasselt, Whiteson and Wiering, "A theoretical and empirical analysis of Expected
Sarsa", ADPRL 2009; Sutton and Barto (second edition), section 6.6.

Deviations: those of `outwit.learn.q`. The mean is taken with the epsilon of the game that is
played; moves that tie for the best share its part, also where the first or a kept one is played.
"""

from __future__ import annotations

from dataclasses import dataclass

from outwit.core.game import blank_menu
from outwit.core.records import Me, Own, Rng, Table
from outwit.learn.tabular import NO_ROW, Tabular


@dataclass(frozen=True)
class ExpectedSarsa(Tabular):
    """Values the last move by the mean over what it may play next, explorations included."""

    name = "expected-sarsa"
    title = "Expected Sarsa"
    source = "van Seijen and others 2009"

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        menu = blank_menu(self.abstraction)
        n = self.candidates(table, own, seat, menu)
        row = self.find(me, table, own, seat, menu, n, rng)
        self.learn_last(me, me.discount * self.expected(me, row, n), rng)
        choice = self.choose(me, row, n, rng)
        self.remember(me, row, choice)
        return int(menu.move[choice])

    def expected(self, me: Me, row: int, n: int) -> float:
        """The mean value of the epsilon-greedy choice: ties of the best share its chance."""
        if row == NO_ROW:
            return float(me.initial)
        total = 0.0
        for i in range(n):
            total += self.worth(me, row, i)
        epsilon = me.explore if me.exploring else 0.0
        return float(epsilon * total / n + (1.0 - epsilon) * self.most(me, row, n))
