"""Simplified hold'em: one card in hand, two on the board, two rounds of limit betting.

Paper `poker`, section 2.1 and its appendix.
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
RANKS, COPIES = 5, 4
BOARDS = 18 * 17 // 2  # pairs of the cards that are in no hand
NO_CARD = -1
TOKEN = 2  # units of half a token
ANTE = 1
GOING_ON, SHOWDOWN = 0, 3  # the results between: 1 + the seat that folded
NOTHING, PAIR, THREE = 0, 1, 2
CARD_NAMES = "TJQKA"


@dataclass(frozen=True)
class Holdem(Game):
    """Ante half a token, a card each; bet; two public cards; bet; three of a kind beat a pair.

    Ten, jack, queen, king, ace in four suits, which count for nothing: cards are ranks. Three of a
    kind beat a pair, a pair beats none; the higher pair, then the higher hand card decides, else
    the seats are even. Seat 1 speaks first in both rounds. A round is one of seven lines
    (table 1a): the first checks or bets one token; after a check the second checks or bets; a
    bet is folded to or called, and the second seat, and it alone, may raise the first one's bet by
    one. So nobody puts in more than two tokens a round. Table 1a says "bet" for calling too, and
    calls the second seat's bet after a check a raise; here calling and checking are one move,
    betting and raising another. Pay-offs are in tokens, net.

    `kicker`: with a pair on the board both seats have it at least. Its rank cannot break the tie;
    does the hand card, as the rule for the hand's rank says (`plays`, default: the printed means
    come out with it), or are they even (`ties`)?

    The other question about such a pair, whether it is a pair to the Threshold agent, is that
    agent's parameter `board_pair`.

    The two public cards are one move of chance in 15 combinations (table 2 says 10, which leaves
    out the pairs), so the tree has 18,306 nodes. The betting line of each round is on the table:
    with it a seat knows all that it has done.
    """

    name = "holdem"
    title = "Simplified hold'em"
    source = "poker, section 2.1 and appendix"

    kicker: str = option(
        "plays", "with a pair on the board the hand card plays, or ties", choices=("plays", "ties")
    )

    seats = 2
    moves = 15
    choices = 3
    unit = 0.5
    total = 0
    span = (-ANTE - 4 * TOKEN, ANTE + 4 * TOKEN)

    def table(self) -> Fields:
        return [
            ("public", np.int8, (2,)),  # the lower card first
            ("turn", np.int8),
            ("paid", np.int8, (2,)),  # in units
            ("result", np.int8),
            # The moves of each round as base-3 digits behind a leading 1.
            ("line", np.int8, (2,)),
        ]

    def own(self) -> Fields:
        return [("card", np.int8)]

    def start(self, state: State) -> None:
        table = state.table
        table.turn = CHANCE
        table.result = GOING_ON
        for i in range(2):
            table.public[i] = NO_CARD
            table.paid[i] = ANTE
            table.line[i] = 1
            state.own[i].card = NO_CARD

    def to_move(self, state: State) -> int:
        return OVER if state.table.result != GOING_ON else int(state.table.turn)

    # Chance -------------------------------------------------------------------------------------

    def outcomes(self, state: State, menu: Menu) -> int:
        """A rank for a hand; for the board 5 x the higher rank + the lower one."""
        return self.hands(state, menu) if state.own[1].card == NO_CARD else self.boards(state, menu)

    def hands(self, state: State, menu: Menu) -> int:
        for rank in range(RANKS):
            menu.move[rank] = rank
            menu.weight[rank] = self.left(state, rank)
        return RANKS

    def boards(self, state: State, menu: Menu) -> int:
        n = 0
        for high in range(RANKS):
            copies = self.left(state, high)
            for low in range(high + 1):
                menu.move[n] = RANKS * high + low
                pairs = copies * (copies - 1) // 2
                menu.weight[n] = pairs if high == low else copies * self.left(state, low)
                n += 1
        return n

    def draw(self, state: State, rng: Rng) -> int:
        """The same without a list: as many tickets as there are cards, or pairs of cards, left."""
        if state.own[1].card != NO_CARD:
            return self.draw_board(state, below(rng, BOARDS))
        ticket = below(rng, RANKS * COPIES - (state.own[0].card != NO_CARD))
        rank = 0
        while ticket >= self.left(state, rank):
            ticket -= self.left(state, rank)
            rank += 1
        return rank

    def draw_board(self, state: State, ticket: int) -> int:
        """The board that a ticket stands for."""
        for high in range(RANKS):
            copies = self.left(state, high)
            for low in range(high):
                ticket -= copies * self.left(state, low)
                if ticket < 0:
                    return RANKS * high + low
            ticket -= copies * (copies - 1) // 2
            if ticket < 0:
                break
        return (RANKS + 1) * high

    def left(self, state: State, rank: int) -> int:
        """Cards of a rank that are not in a hand."""
        return int(COPIES - (state.own[0].card == rank) - (state.own[1].card == rank))

    # Betting ------------------------------------------------------------------------------------

    def legal(self, table: Table, own: Own, seat: int, menu: Menu) -> int:
        n = 0
        for move in range(3):
            if self.allowed(table, own, seat, move):
                menu.move[n] = move
                n += 1
        return n

    def allowed(self, table: Table, own: Own, seat: int, move: int) -> bool:
        behind = table.paid[seat] < table.paid[1 - seat]
        if move == FOLD:
            return bool(behind)
        if move == RAISE:
            return bool(seat == 1 or not behind)
        return move == CALL

    def apply(self, state: State, move: int) -> None:
        table = state.table
        if table.turn != CHANCE:
            self.bet(table, move)
        elif state.own[0].card == NO_CARD:
            state.own[0].card = move
        elif state.own[1].card == NO_CARD:
            state.own[1].card = move
            table.turn = 0
        else:
            table.public[0] = move % RANKS
            table.public[1] = move // RANKS
            table.turn = 0

    def bet(self, table: Table, move: int) -> None:
        """A seat folds, calls or checks, bets or raises."""
        seat = table.turn
        second = 0 if table.public[0] == NO_CARD else 1
        opens = table.line[second] == 1
        table.line[second] = 3 * table.line[second] + move
        if move == FOLD:
            table.result = 1 + seat
            return
        table.paid[seat] = table.paid[1 - seat]
        if move == RAISE:
            table.paid[seat] += TOKEN
        if move == RAISE or opens:
            table.turn = 1 - seat
        elif second == 1:
            table.result = SHOWDOWN
        else:
            table.turn = CHANCE

    # The end ------------------------------------------------------------------------------------

    def payoff(self, state: State, out: Any) -> None:
        table = state.table
        out[0], out[1] = 0, 0
        if table.result == SHOWDOWN:
            mine = self.strength(table, state.own[0].card)
            theirs = self.strength(table, state.own[1].card)
            if mine == theirs:
                return
            winner = 0 if mine > theirs else 1
        else:
            winner = 2 - table.result
        out[winner] = table.paid[1 - winner]
        out[1 - winner] = -table.paid[1 - winner]

    def strength(self, table: Table, card: int) -> int:
        """What a hand card is worth on this board; the higher wins."""
        low, high = table.public[0], table.public[1]
        if card == low and card == high:
            return 100 * THREE
        if card in (low, high):
            return int(100 * PAIR + 10 * card)
        if low == high:
            return int(100 * PAIR + 10 * low + (card if self.kicker == "plays" else 0))
        return int(100 * NOTHING + card)

    # Words --------------------------------------------------------------------------------------

    def move_text(self, state: State, move: int, viewer: int) -> str:
        table = state.table
        if table.turn == CHANCE:
            if state.own[1].card != NO_CARD:
                return f"the public cards are {board_text(move % RANKS, move // RANKS)}"
            to = 0 if state.own[0].card == NO_CARD else 1
            card = CARD_NAMES[move] if viewer in (CHANCE, to) else "a card"
            return f"{named(to, viewer)} {verbed(to, viewer, 'is', 'are')} dealt {card}"
        behind = table.paid[table.turn] < table.paid[1 - table.turn]
        words = ("folds", "calls" if behind else "checks", "raises" if behind else "bets")
        return verbed(int(table.turn), viewer, words[move])

    def seat_text(self, table: Table, own: Own, seat: int) -> str:
        turned = table.public[0] != NO_CARD
        board = board_text(table.public[0], table.public[1]) if turned else "not turned yet"
        mine, theirs = table.paid[seat] * self.unit, table.paid[1 - seat] * self.unit
        return (
            f"Your card: {CARD_NAMES[own.card]}   public cards: {board}\n"
            f"You have paid {mine:g} tokens, the other {theirs:g}."
        )

    def view_text(self, table: Table, own: Own, seat: int) -> str:
        mine, theirs = table.paid[seat] * self.unit, table.paid[1 - seat] * self.unit
        return beside(
            f"Your card\n{cards([CARD_NAMES[own.card]])}",
            f"Public cards\n{cards(self.board(table))}",
            f"\n\nTokens paid: you {mine:g}, the other {theirs:g}.",
        )

    def board(self, table: Table) -> list[str]:
        """The public cards, the higher first; face down until they are turned."""
        if table.public[0] == NO_CARD:
            return [FACE_DOWN] * 2
        return [CARD_NAMES[table.public[1]], CARD_NAMES[table.public[0]]]

    def end_text(self, state: State) -> str:
        table = state.table
        if table.result != SHOWDOWN:
            return f"Seat {table.result} has folded; no card is shown."
        shown = [f"Seat {s + 1}\n{cards([CARD_NAMES[state.own[s].card]])}" for s in range(2)]
        return beside(*shown, f"Public cards\n{cards(self.board(table))}")

    def read_move(self, table: Table, own: Own, seat: int, text: str) -> int | None:
        if table.paid[seat] < table.paid[1 - seat]:
            return move_named(text, {"fold": FOLD, "call": CALL, "raise": RAISE})
        return move_named(text, {"check": CALL, "bet": RAISE, "raise": RAISE})


def board_text(low: int, high: int) -> str:
    """'K T': the public cards, the higher first."""
    return f"{CARD_NAMES[high]} {CARD_NAMES[low]}"
