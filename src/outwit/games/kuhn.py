"""Kuhn poker: three cards, one bet.

H. W. Kuhn, "A simplified two-person poker", Contributions to the Theory of Games I (1950).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from outwit.core.drawing import beside, cards
from outwit.core.game import CHANCE, OVER, Game
from outwit.core.naming import named, verbed
from outwit.core.records import Fields, Menu, Own, State, Table
from outwit.games.typed import move_named

PASS, BET = 0, 1
NO_CARD = -1
CARD_NAMES = "JQK"


@dataclass(frozen=True)
class Kuhn(Game):
    """Each antes one and is dealt one of three cards. A bet is one; passing after a bet folds.

    Pay-offs are in antes: what a seat wins net.
    """

    name = "kuhn"
    title = "Kuhn poker"
    source = "Kuhn 1950"
    seats = 2
    moves = 3
    total = 0
    span = (-2, 2)

    def table(self) -> Fields:
        # The moves so far as bits behind a leading 1: 0b1 none, 0b10 pass, 0b101 pass-bet.
        return [("history", np.int8)]

    def own(self) -> Fields:
        return [("card", np.int8)]

    def start(self, state: State) -> None:
        state.table.history = 1
        for seat in range(2):
            state.own[seat].card = NO_CARD

    def to_move(self, state: State) -> int:
        if state.own[1].card == NO_CARD:
            return CHANCE
        history = state.table.history
        if history == 0b1 or history == 0b101:
            return 0
        if history == 0b10 or history == 0b11:
            return 1
        return OVER

    def outcomes(self, state: State, menu: Menu) -> int:
        n = 0
        for card in range(3):
            if card != state.own[0].card:
                menu.move[n] = card
                menu.weight[n] = 1
                n += 1
        return n

    def legal(self, table: Table, own: Own, seat: int, menu: Menu) -> int:
        menu.move[0] = PASS
        menu.move[1] = BET
        return 2

    def allowed(self, table: Table, own: Own, seat: int, move: int) -> bool:
        return move in (PASS, BET)

    def apply(self, state: State, move: int) -> None:
        if state.own[0].card == NO_CARD:
            state.own[0].card = move
        elif state.own[1].card == NO_CARD:
            state.own[1].card = move
        else:
            state.table.history = 2 * state.table.history + move

    def payoff(self, state: State, out: Any) -> None:
        history = state.table.history
        high = 0 if state.own[0].card > state.own[1].card else 1
        if history == 0b110:  # bet, pass: the second folds
            winner, stake = 0, 1
        elif history == 0b1010:  # pass, bet, pass: the first folds
            winner, stake = 1, 1
        else:
            winner, stake = high, 1 if history == 0b100 else 2
        out[winner] = stake
        out[1 - winner] = -stake

    def move_text(self, state: State, move: int, viewer: int) -> str:
        seat = self.to_move(state)
        if seat == CHANCE:
            to = 0 if state.own[0].card == NO_CARD else 1
            card = CARD_NAMES[move] if viewer in (CHANCE, to) else "a card"
            return f"{named(to, viewer)} {verbed(to, viewer, 'is', 'are')} dealt {card}"
        facing = bool(state.table.history & 1) and state.table.history > 1
        words = ("folds", "calls") if facing else ("checks", "bets")
        return verbed(seat, viewer, words[move])

    def seat_text(self, table: Table, own: Own, seat: int) -> str:
        told = {1: "Nobody has bet.", 2: "Checked to you.", 3: "Seat 1 bet.", 5: "Seat 2 bet."}
        return f"Your card: {CARD_NAMES[own.card]}\n{told.get(table.history, '')}".rstrip()

    def view_text(self, table: Table, own: Own, seat: int) -> str:
        told = {1: "Nobody has bet.", 2: "Checked to you.", 3: "Seat 1 bets.", 5: "Seat 2 bets."}
        pot = 3 if table.history in (3, 5) else 2
        money = f"\n\nIn the pot: {pot} antes. {told.get(table.history, '')}"
        return beside(f"Your card\n{cards([CARD_NAMES[own.card]])}", money)

    def end_text(self, state: State) -> str:
        if state.table.history in (0b110, 0b1010):
            return f"Seat {2 if state.table.history == 0b110 else 1} has folded; no card is shown."
        shown = [f"Seat {s + 1}\n{cards([CARD_NAMES[state.own[s].card]])}" for s in range(2)]
        return beside(*shown)

    def read_move(self, table: Table, own: Own, seat: int, text: str) -> int | None:
        facing = bool(table.history & 1) and table.history > 1
        return move_named(
            text, {"fold": PASS, "call": BET} if facing else {"check": PASS, "bet": BET}
        )
