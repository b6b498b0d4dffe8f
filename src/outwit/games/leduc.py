"""Leduc hold'em: six cards, one of them public, two rounds of limit betting.

Southey and others, "Bayes' bluff: opponent modelling in poker", UAI 2005.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from outwit.core.drawing import FACE_DOWN, beside, cards
from outwit.core.game import CHANCE, OVER, Game
from outwit.core.generator import below
from outwit.core.naming import named, verbed
from outwit.core.options import option
from outwit.core.records import Fields, Menu, Own, Rng, State, Table
from outwit.games.typed import move_named

FOLD, CALL, RAISE = 0, 1, 2
RANKS, COPIES = 3, 2
NO_CARD = -1
RAISES = 2  # per round
BET = (2, 4)  # what a raise adds in each round
GOING_ON, SHOWDOWN = 0, 3  # the results between: 1 + the seat that folded
CARD_NAMES = "JQK"
SUIT_NAMES = "♠♥"


@dataclass(frozen=True)
class Leduc(Game):
    """Ante one, one card each; a betting round, a public card, another round; a pair wins.

    Two raises a round at most, of 2 and then of 4. Pay-offs are in chips, net. A fold is legal
    only when it saves something.

    Suits decide nothing. A seat sees them all the same (`suits=kept`, default: the game of the
    literature, with 936 information sets), or cards are ranks alone (`merged`: 288, and the same
    values).
    """

    name = "leduc"
    title = "Leduc poker"
    source = "Southey and others 2005"
    suits: str = option(
        "kept", "cards of one rank are told apart, or merged", choices=("kept", "merged")
    )

    seats = 2
    moves = RANKS * COPIES
    total = 0
    span = (-13, 13)

    @property
    def copies(self) -> int:
        """Equal cards."""
        return 1 if self.suits == "kept" else COPIES

    @property
    def cards(self) -> int:
        """Different cards: rank + RANKS * suit."""
        return RANKS * COPIES // self.copies

    def table(self) -> Fields:
        return [
            ("public", np.int8),
            ("turn", np.int8),  # whose move it is: a seat, CHANCE or OVER
            ("raises", np.int8),  # in this round
            ("said", np.int8),  # moves made in this round
            ("paid", np.int8, (2,)),
            ("result", np.int8),
            # The betting line of each round as base-3 digits behind a leading 1: with it a seat
            # knows all that it has done.
            ("line", np.int16, (2,)),
        ]

    def own(self) -> Fields:
        return [("card", np.int8)]

    def start(self, state: State) -> None:
        table = state.table
        table.public = NO_CARD
        table.turn = CHANCE
        table.raises = 0
        table.said = 0
        table.result = GOING_ON
        for seat in range(2):
            table.paid[seat] = 1
            table.line[seat] = 1
            state.own[seat].card = NO_CARD

    def to_move(self, state: State) -> int:
        return int(state.table.turn)

    def outcomes(self, state: State, menu: Menu) -> int:
        n = 0
        for card in range(self.cards):
            left = self.copies - (state.own[0].card == card) - (state.own[1].card == card)
            if left > 0:
                menu.move[n] = card
                menu.weight[n] = left
                n += 1
        return n

    def draw(self, state: State, rng: Rng) -> int:
        """A card in the place of those that are left, as `outcomes` lists them."""
        one, two = state.own[0].card, state.own[1].card
        ticket = below(rng, RANKS * COPIES - (one != NO_CARD) - (two != NO_CARD))
        return (
            self.kept_card(ticket, one, two) if self.copies == 1 else self.rank_of(ticket, one, two)
        )

    def kept_card(self, ticket: int, one: int, two: int) -> int:
        """Count up past the cards that are dealt."""
        low, high = min(one, two), max(one, two)
        card = ticket + (low != NO_CARD and ticket >= low)
        return card + (high != NO_CARD and card >= high)

    def rank_of(self, ticket: int, one: int, two: int) -> int:
        """The rank whose cards the ticket falls among."""
        rank = 0
        while True:
            ticket -= COPIES - (one == rank) - (two == rank)
            if ticket < 0:
                return rank
            rank += 1

    def legal(self, table: Table, own: Own, seat: int, menu: Menu) -> int:
        n = 0
        if table.paid[seat] < table.paid[1 - seat]:
            menu.move[n] = FOLD
            n += 1
        menu.move[n] = CALL
        n += 1
        if table.raises < RAISES:
            menu.move[n] = RAISE
            n += 1
        return n

    def allowed(self, table: Table, own: Own, seat: int, move: int) -> bool:
        if move == FOLD:
            return bool(table.paid[seat] < table.paid[1 - seat])
        return move == CALL or (move == RAISE and table.raises < RAISES)

    def apply(self, state: State, move: int) -> None:
        if state.table.turn == CHANCE:
            self.deal(state, move)
        else:
            self.bet(state.table, move)

    def deal(self, state: State, card: int) -> None:
        """A card to each seat, then the public one; after the last two the first seat bets."""
        if state.own[0].card == NO_CARD:
            state.own[0].card = card
        elif state.own[1].card == NO_CARD:
            state.own[1].card = card
            state.table.turn = 0
        else:
            state.table.public = card
            state.table.turn = 0

    def bet(self, table: Table, move: int) -> None:
        """A seat folds, calls (or checks), or raises."""
        seat = table.turn
        second = 1 if table.public != NO_CARD else 0
        table.line[second] = 3 * table.line[second] + move
        table.said += 1
        if move == FOLD:
            table.result = 1 + seat
            table.turn = OVER
            return
        table.paid[seat] = table.paid[1 - seat]
        if move == RAISE:
            table.paid[seat] += BET[second]
            table.raises += 1
        if move == RAISE or table.said == 1:
            table.turn = 1 - seat
        elif second == 1:
            table.result = SHOWDOWN
            table.turn = OVER
        else:
            table.turn = CHANCE
            table.raises = 0
            table.said = 0

    def payoff(self, state: State, out: Any) -> None:
        table = state.table
        out[0], out[1] = 0, 0
        if table.result == SHOWDOWN:
            mine = self.strength(state.own[0].card, table.public)
            theirs = self.strength(state.own[1].card, table.public)
            if mine == theirs:
                return
            winner = 0 if mine > theirs else 1
        else:
            winner = 2 - table.result
        out[winner] = table.paid[1 - winner]
        out[1 - winner] = -table.paid[1 - winner]

    def strength(self, card: int, public: int) -> int:
        """A pair beats every card; else the higher rank wins."""
        rank = self.rank(card)
        return RANKS if rank == self.rank(public) else rank

    def rank(self, card: int) -> int:
        """Jack 0, queen 1, king 2; NO_CARD stays what it is."""
        return card - RANKS if card >= RANKS else card

    def card_text(self, card: int) -> str:
        """'Q', or 'Q♥' where suits are told apart."""
        suit = SUIT_NAMES[card // RANKS] if self.suits == "kept" else ""
        return CARD_NAMES[self.rank(card)] + suit

    def move_text(self, state: State, move: int, viewer: int) -> str:
        table = state.table
        if self.to_move(state) == CHANCE:
            if state.own[1].card != NO_CARD:
                return f"the public card is {self.card_text(move)}"
            to = 0 if state.own[0].card == NO_CARD else 1
            card = self.card_text(move) if viewer in (CHANCE, to) else "a card"
            return f"{named(to, viewer)} {verbed(to, viewer, 'is', 'are')} dealt {card}"
        behind = table.paid[table.turn] < table.paid[1 - table.turn]
        words = ("folds", "calls" if behind else "checks", "raises" if behind else "bets")
        return verbed(int(table.turn), viewer, words[move])

    def seat_text(self, table: Table, own: Own, seat: int) -> str:
        public = "not turned yet" if table.public == NO_CARD else self.card_text(table.public)
        return (
            f"Your card: {self.card_text(own.card)}   public card: {public}\n"
            f"You have paid {table.paid[seat]}, the other {table.paid[1 - seat]}."
        )

    def view_text(self, table: Table, own: Own, seat: int) -> str:
        turned = table.public != NO_CARD
        public = self.card_text(table.public) if turned else FACE_DOWN
        pot = f"\n\nPaid: you {table.paid[seat]}, the other {table.paid[1 - seat]}."
        hand = cards([self.card_text(own.card)])
        return beside(f"Your card\n{hand}", f"Public card\n{cards([public])}", pot)

    def end_text(self, state: State) -> str:
        table = state.table
        if table.result != SHOWDOWN:
            return f"Seat {table.result} has folded; no card is shown."
        shown = [f"Seat {s + 1}\n{cards([self.card_text(state.own[s].card)])}" for s in range(2)]
        return beside(*shown, f"Public card\n{cards([self.card_text(table.public)])}")

    def read_move(self, table: Table, own: Own, seat: int, text: str) -> int | None:
        if table.paid[seat] < table.paid[1 - seat]:
            return move_named(text, {"fold": FOLD, "call": CALL, "raise": RAISE})
        return move_named(text, {"check": CALL, "bet": RAISE, "raise": RAISE})
