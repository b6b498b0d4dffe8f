"""Bluff (Cheat, I doubt it): lay cards face down, say what they are, hope to be believed.

Tina Philip, "Bluff with AI", San Jose State University 2017 (paper `bluff`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outwit.core.game import CHANCE, OVER
from outwit.core.records import Menu, Own, State, Table
from outwit.games.bluff_cards import BITS, EACH, GUARD, held, only, size
from outwit.games.bluff_pack import (
    ASKING,
    CALL,
    CAUGHT,
    DEALING,
    HONEST,
    LAYING,
    NOBODY,
    PASS,
    UNCALLED,
)
from outwit.games.bluff_words import BluffWords


@dataclass(frozen=True)
class Bluff(BluffWords):
    """Seats in turn lay cards of the next rank, or pretend to; the first with none left wins.

    Chapters 2 and 3 of the paper. The pack is dealt in turn. The first seat lays Aces, the next
    Twos; after Kings come Aces again. A turn is one to `max_cards` cards face down, of any ranks.
    Then the other seats are asked in turn, and the first who calls ends the asking: if all the
    cards are of the announced rank the caller takes the pile, else the one who laid them does.
    The next seat goes on with the next rank. Verdicts are public; the cards themselves are seen
    by who takes them, nobody else.

    Cards are ranks: suits play no part. A move that lays cards is those cards, packed: four bits
    a rank, Aces lowest, so 0x20001 is an Ace and two Fives.

    Readings:

    * `win`: a hand that becomes empty wins `unchallenged`, when all were asked and none has
      called rightly (chapter 2 lets every seat call on every lay, so on the last one too: the
      default), or `at-once`.
    * `hand`: the "first card" of chapter 5 is the lowest of a `sorted` hand (chapter 3 numbers
      the cards 0 to 51: the default), or the first of a hand in the order `dealt`, where cards
      picked up go behind.
    * `spare`: for 5 or 6 seats "the same number of cards" is impossible: cards left over are
      `dealt` too (all 52 play: the default), or put `aside` unseen.
    * `max_cards`: chapter 4 speaks of laying more than four cards; no agent does.
    * `max_turns`: the paper knows no end but a win. After so many turns a game is capped: it
      counts as undecided and is worth nothing to anybody (`capped=split`: the point is shared).
      Games of the paper's agents are over long before the default.

    For search and solvers: with `lay=singly` a turn is laid card by card, ranks never falling, at
    most 14 moves at a time; `ranks` and `suits` shrink the pack; `log=full` keeps all that a seat
    has known and done (with a sorted hand that is perfect recall), which `short` does not.
    """

    name = "bluff"
    title = "Bluff"
    source = "bluff, chapters 2 and 3"

    endings = ("decided", "capped")

    @property
    def moves(self) -> int:
        return self.ranks + 1 if self.singly else self.choices

    @property
    def point(self) -> int:
        """One point in units: a shared point is whole."""
        return self.seats if self.shared else 1

    @property
    def unit(self) -> float:
        return 1.0 / self.point

    @property
    def span(self) -> tuple[int, int]:
        return (0, self.point)

    @property
    def total(self) -> int | None:
        return self.point if self.shared else None

    @property
    def recall(self) -> bool:
        return self.logged and not self.in_order

    def start(self, state: State) -> None:
        table = state.table
        table.mover = CHANCE
        table.phase = DEALING
        table.layer = 0
        table.rank = 0
        table.laid = 0
        table.pile = 0
        table.winner = NOBODY
        table.turns = 0
        for seat in range(self.seats):
            table.cards[seat] = 0
            table.share[seat] = 0
            table.verdict[seat] = UNCALLED
            table.caller[seat] = NOBODY
            table.answer[seat] = PASS
        for i in range(self.log_length):
            table.past[i] = 0
        self.start_cards(state)

    def to_move(self, state: State) -> int:
        return int(state.table.mover)

    # What may be done ---------------------------------------------------------------------------

    def legal(self, table: Table, own: Own, seat: int, menu: Menu) -> int:
        if table.phase == ASKING:
            menu.move[0] = PASS
            menu.move[1] = CALL
            return 2
        return self.single_cards(own, menu) if self.singly else self.choose(own.hand, menu)

    def single_cards(self, own: Own, menu: Menu) -> int:
        """Ranks held that are not below what was laid this turn; and to be done with it."""
        n = 0
        for rank in range(self.ranks):
            if self.next_card(own, rank):
                menu.move[n] = rank
                n += 1
        if own.laying != 0:
            menu.move[n] = self.done
            n += 1
        return n

    def next_card(self, own: Own, rank: int) -> bool:
        """Whether a card of this rank may be added to the turn."""
        return held(own.hand, rank) > 0 and own.laying >> (BITS * rank) < 16

    def choose(self, hand: int, menu: Menu) -> int:
        """All choices of one to `max_cards` cards: counting up, a full field carries over."""
        n, lay, many = 0, 0, 0
        while True:
            rank = 0
            while rank < self.ranks:
                so_far = held(lay, rank)
                if many < self.max_cards and so_far < held(hand, rank):
                    break
                lay -= so_far << (BITS * rank)
                many -= so_far
                rank += 1
            if rank == self.ranks:
                return n
            lay += 1 << (BITS * rank)
            many += 1
            menu.move[n] = lay
            n += 1

    def allowed(self, table: Table, own: Own, seat: int, move: int) -> bool:
        if table.phase == ASKING:
            return PASS <= move <= CALL
        if self.singly:
            if move == self.done:
                return bool(own.laying != 0)
            return 0 <= move < self.done and self.next_card(own, move)
        # A field of the hand under its guard bit, less a field that is no larger, keeps the bit.
        if move <= 0 or move & ~(7 * EACH) != 0:
            return False
        return ((own.hand | GUARD) - move) & GUARD == GUARD and size(move) <= self.max_cards

    # What happens -------------------------------------------------------------------------------

    def apply(self, state: State, move: int) -> None:
        phase = state.table.phase
        if phase == ASKING:
            self.say(state, move)
        elif phase == DEALING:
            self.deal(state, move)
        elif self.singly:
            self.lay_one(state, move)
        else:
            self.lay_down(state, move)

    def lay_one(self, state: State, move: int) -> None:
        """One card more, or done; the most cards, or the last ones, end the turn by themselves."""
        own = state.own[state.table.layer]
        if move != self.done:
            own.hand -= 1 << (BITS * move)
            own.laying += 1 << (BITS * move)
            if own.hand != 0 and size(own.laying) < self.max_cards:
                return
        cards = own.laying
        own.hand += cards
        own.laying = 0
        self.lay_down(state, cards)

    def lay_down(self, state: State, cards: int) -> None:
        """A turn's cards are on the pile; the others are asked, unless nothing is left to ask."""
        table = state.table
        if self.logged:
            state.own[table.layer].lays[table.turns] = cards
        self.onto_pile(state, cards)
        if self.at_once and table.cards[table.layer] == 0:
            self.end_turn(state, UNCALLED, NOBODY)
        else:
            table.phase = ASKING
            table.mover = self.after(table.layer)

    def after(self, seat: int) -> int:
        """The next seat."""
        return seat + 1 if seat + 1 < self.seats else 0

    def say(self, state: State, move: int) -> None:
        """A seat that is asked passes or calls."""
        table = state.table
        seat = table.mover
        table.answer[seat] = move
        if move == CALL:
            honest = only(state.hidden.last, table.rank) == state.hidden.last
            self.take_pile(state, seat if honest else table.layer)
            self.end_turn(state, HONEST if honest else CAUGHT, seat)
        elif self.after(seat) == table.layer:
            self.end_turn(state, UNCALLED, NOBODY)
        else:
            table.mover = self.after(seat)

    def end_turn(self, state: State, verdict: int, caller: int) -> None:
        """Write down how it went. A seat without cards has won; else the next seat, next rank."""
        table = state.table
        seat = table.layer
        table.verdict[seat] = verdict
        table.caller[seat] = caller
        if self.logged:
            table.past[table.turns] = table.laid + 8 * verdict + 64 * (caller + 1)
            for each in range(self.seats):
                state.own[each].hands[table.turns] = state.own[each].hand
        table.turns += 1
        if table.cards[seat] == 0:
            table.winner = seat
            table.mover = OVER
        elif table.turns == self.max_turns:
            table.mover = OVER
        else:
            table.layer = self.after(seat)
            table.rank = table.rank + 1 if table.rank + 1 < self.ranks else 0
            table.phase = LAYING
            table.mover = table.layer

    def payoff(self, state: State, out: Any) -> None:
        winner = state.table.winner
        for seat in range(self.seats):
            out[seat] = 1 if winner == NOBODY and self.shared else 0
        if winner != NOBODY:
            out[winner] = self.point

    def ending(self, state: State) -> int:
        return 1 if state.table.winner == NOBODY else 0
