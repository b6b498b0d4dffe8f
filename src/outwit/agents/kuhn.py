"""Players of Kuhn poker."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from outwit.core.agent import Agent
from outwit.core.options import option
from outwit.core.records import Fields, Me, Menu, Own, Table
from outwit.games.kuhn import BET, PASS, Kuhn

JACK, QUEEN, KING = 0, 1, 2


@dataclass(frozen=True)
class Equilibrium(Agent):
    """The family of equilibria of Kuhn 1950: the first seat may bluff as much as it likes, to 1/3.

    First seat: bets a jack with probability `bluff` and a king with three times that, never a
    queen; facing a bet it calls with a queen with probability `bluff` + 1/3. Second seat (the only
    equilibrium): calls a bet with a king always, with a queen one time in three; when checked to it
    bets a king always and a jack one time in three. Worth -1/18 to the first seat.
    """

    name = "equilibrium"
    source = "Kuhn 1950"

    game: Kuhn
    bluff: float = option(
        1 / 3, "how often the first seat bets a jack", low=0.0, high=1 / 3, read=lambda v: _third(v)
    )

    def me(self) -> Fields:
        return [("bluff", np.float64)]

    def policy(self, me: Me, table: Table, own: Own, seat: int, menu: Menu) -> int:
        menu.move[0] = PASS
        menu.move[1] = BET
        bet = self.bet(me.bluff, table.history, own.card)
        menu.chance[0] = 1.0 - bet
        menu.chance[1] = bet
        return 2

    def bet(self, bluff: float, history: int, card: int) -> float:
        """The probability to bet, or to call."""
        if history == 0b1:  # first to speak
            if card == JACK:
                return bluff
            return 3.0 * bluff if card == KING else 0.0
        if history == 0b10:  # checked to
            if card == JACK:
                return 1.0 / 3.0
            return 1.0 if card == KING else 0.0
        if card == QUEEN:  # facing a bet
            return bluff + 1.0 / 3.0 if history == 0b101 else 1.0 / 3.0
        return 1.0 if card == KING else 0.0


def _third(given: object) -> float:
    """A probability; '1/3' is understood, and 0.3333 stays what it is."""
    if isinstance(given, str) and "/" in given:
        top, bottom = given.split("/")
        return float(top) / float(bottom)
    return float(given)  # type: ignore[arg-type]
