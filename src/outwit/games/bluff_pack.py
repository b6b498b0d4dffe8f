"""The cards of Bluff: how they are packed, where they lie, and how they move."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from outwit.core.game import Game
from outwit.core.generator import below
from outwit.core.options import option
from outwit.core.records import Fields, Menu, Own, Rng, State
from outwit.games.bluff_cards import BITS, handfuls, held, size

DEALING, LAYING, ASKING = 0, 1, 2
"""Phases: chance deals; a seat lays down cards; the others are asked in turn."""
PASS, CALL = 0, 1
UNCALLED, HONEST, CAUGHT = 0, 1, 2
"""Verdicts on what a seat laid down: nobody called; called in vain; called, and it was a bluff."""
NOBODY = -1

LONGEST_LOG = 256


@dataclass(frozen=True)
class BluffPack(Game):
    """Options and layout of Bluff, the deal, the pile, and what a seat cannot know."""

    seats: int = option(4, "how many play", low=2, high=6)
    win: str = option(
        "unchallenged", "when an empty hand wins", choices=("unchallenged", "at-once")
    )
    hand: str = option("sorted", "the order of cards in a hand", choices=("sorted", "dealt"))
    spare: str = option("dealt", "cards that do not go round", choices=("dealt", "aside"))
    max_cards: int = option(4, "most cards laid in a turn", low=1, high=4)
    max_turns: int = option(1000, "turns after which the game is undecided", low=1, high=1_000_000)
    capped: str = option("nobody", "who gets the point then", choices=("nobody", "split"))
    lay: str = option("together", "cards of a turn are laid", choices=("together", "singly"))
    log: str = option("short", "what is kept of past turns", choices=("short", "full"))
    ranks: int = option(13, "ranks in the pack", low=2, high=13)
    suits: int = option(4, "cards of each rank", low=1, high=4)

    def __post_init__(self) -> None:
        if self.pack < self.seats:
            raise ValueError(f"{self.pack} cards are too few for {self.seats} seats.")
        if self.log == "full" and self.max_turns > LONGEST_LOG:
            raise ValueError(
                f"log=full keeps every turn, so max_turns may be {LONGEST_LOG} at most."
            )

    # Options as numbers to compute with ---------------------------------------------------------

    @property
    def pack(self) -> int:
        """Cards in the pack."""
        return self.ranks * self.suits

    @property
    def dealt_out(self) -> int:
        """Cards that are dealt."""
        return self.pack if self.spare == "dealt" else self.pack // self.seats * self.seats

    @property
    def all_cards(self) -> int:
        """The whole pack, packed."""
        return sum(self.suits << (BITS * rank) for rank in range(self.ranks))

    @property
    def in_order(self) -> bool:
        return self.hand == "dealt"

    @property
    def logged(self) -> bool:
        return self.log == "full"

    @property
    def log_length(self) -> int:
        return self.max_turns if self.logged else 1

    @property
    def order_length(self) -> int:
        return self.pack if self.in_order else 1

    @property
    def choices(self) -> int:
        """The most choices of cards to lay together."""
        return handfuls(self.ranks, self.suits, self.max_cards)

    @property
    def shared(self) -> bool:
        return self.capped == "split"

    @property
    def at_once(self) -> bool:
        return self.win == "at-once"

    @property
    def singly(self) -> bool:
        return self.lay == "singly"

    @property
    def done(self) -> int:
        """The move that ends a turn laid card by card."""
        return self.ranks

    # Layout -------------------------------------------------------------------------------------

    def table(self) -> Fields:
        # What arrays are indexed by has no sign: compiled code need not ask whether it is negative.
        return [
            ("mover", np.int8),  # a seat, CHANCE, OVER
            ("phase", np.int8),
            ("layer", np.uint8),  # who lays, or laid what the others are asked about
            ("rank", np.uint8),  # announced
            ("laid", np.int8),  # cards laid last
            ("pile", np.int8),  # cards in the pile
            ("winner", np.int8),
            ("turns", np.int32),  # turns over
            ("cards", np.int8, (self.seats,)),  # in each hand
            ("share", np.int8, (self.seats,)),  # in the pile, by who laid them
            # Of each seat's last turn that is over: the verdict, and who called (or NOBODY).
            ("verdict", np.int8, (self.seats,)),
            ("caller", np.int8, (self.seats,)),
            ("answer", np.int8, (self.seats,)),  # what each seat said when last asked
            # Full log, for each turn: cards laid + 8 * verdict + 64 * (caller + 1).
            ("past", np.int16, (self.log_length,)),
        ]

    def own(self) -> Fields:
        return [
            ("hand", np.int64),
            ("mine", np.int64),  # what I laid into the pile
            ("laying", np.int64),  # what I laid so far in this turn, card by card
            ("order", np.uint8, (self.order_length,)),  # my cards' ranks as they came, or unused
            # Full log: what I laid in each turn, and my hand after each turn.
            ("lays", np.int64, (self.log_length,)),
            ("hands", np.int64, (self.log_length,)),
        ]

    def hidden(self) -> Fields:
        return [
            ("last", np.int64),  # the cards laid last
            ("left", np.uint8),  # cards in the deck
            ("deck", np.uint8, (self.pack,)),  # suits * rank + k, in any order
            ("place", np.uint8, (self.pack,)),  # where in the deck each card is
            ("of", np.uint8, (self.ranks,)),  # cards of each rank in the deck
            ("pile", np.int8, (self.order_length,)),  # ranks as they were laid, or unused
        ]

    def start_cards(self, state: State) -> None:
        """All cards in the deck, all hands empty."""
        hidden = state.hidden
        for seat in range(self.seats):
            own = state.own[seat]
            own.hand = 0
            own.mine = 0
            own.laying = 0
            for i in range(self.order_length):
                own.order[i] = 0
            for i in range(self.log_length):
                own.lays[i] = 0
                own.hands[i] = 0
        hidden.last = 0
        for i in range(self.order_length):
            hidden.pile[i] = 0
        for rank in range(self.ranks):
            hidden.of[rank] = self.suits
        hidden.left = self.pack
        for card in range(self.pack):
            hidden.deck[card] = card
            hidden.place[card] = card

    def fill_deck(self, state: State) -> None:
        """Lay out the deck from the numbers of each rank in it."""
        hidden = state.hidden
        left = 0
        for rank in range(self.ranks):
            for k in range(hidden.of[rank]):
                card = self.suits * rank + k
                hidden.deck[left] = card
                hidden.place[card] = left
                left += 1
        hidden.left = left

    # Chance deals one card at a time; a move is its rank ----------------------------------------

    def draw(self, state: State, rng: Rng) -> int:
        return int(state.hidden.deck[below(rng, state.hidden.left)]) // self.suits

    def outcomes(self, state: State, menu: Menu) -> int:
        n = 0
        for rank in range(self.ranks):
            if state.hidden.of[rank] > 0:
                menu.move[n] = rank
                menu.weight[n] = state.hidden.of[rank]
                n += 1
        return n

    def deal(self, state: State, rank: int) -> None:
        """The next seat gets a card of this rank; the deck's last card fills the gap."""
        table, hidden = state.table, state.hidden
        seat = (self.pack - hidden.left) % self.seats
        hidden.left -= 1
        hidden.of[rank] -= 1
        card = self.suits * rank + hidden.of[rank]
        gap, moved = hidden.place[card], hidden.deck[hidden.left]
        hidden.deck[gap] = moved
        hidden.place[moved] = gap
        own = state.own[seat]
        own.hand += 1 << (BITS * rank)
        if self.in_order:
            own.order[table.cards[seat]] = rank
        table.cards[seat] += 1
        if self.pack - hidden.left == self.dealt_out:
            table.phase = LAYING
            table.mover = 0

    # Hands and the pile -------------------------------------------------------------------------

    def onto_pile(self, state: State, cards: int) -> None:
        """Cards leave the hand of the seat that lays; of each rank the first ones go."""
        table = state.table
        own = state.own[table.layer]
        if self.in_order:
            self.close_up(state, own, cards)
        many = size(cards)
        own.hand -= cards
        own.mine += cards
        state.hidden.last = cards
        table.laid = many
        table.pile += many
        table.share[table.layer] += many
        table.cards[table.layer] -= many

    def close_up(self, state: State, own: Own, cards: int) -> None:
        """Take cards out of a hand in order, onto the pile in that order."""
        table, pile = state.table, state.hidden.pile
        kept, top = 0, int(table.pile)
        before = int(table.cards[table.layer])
        for i in range(before):
            rank = own.order[i]
            if held(cards, rank) > 0:
                cards -= 1 << (BITS * rank)
                pile[top] = rank
                top += 1
            else:
                own.order[kept] = rank
                kept += 1
        for i in range(kept, before):
            own.order[i] = 0

    def take_pile(self, state: State, loser: int) -> None:
        """All that anybody laid goes into one hand, behind what is there."""
        table, pile = state.table, state.hidden.pile
        if self.in_order:
            for i in range(table.pile):
                state.own[loser].order[table.cards[loser] + i] = pile[i]
                pile[i] = 0
        cards = 0
        for seat in range(self.seats):
            cards += state.own[seat].mine
            state.own[seat].mine = 0
            table.share[seat] = 0
        state.own[loser].hand += cards
        table.cards[loser] += table.pile
        table.pile = 0
