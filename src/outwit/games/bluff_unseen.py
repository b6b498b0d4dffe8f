"""Bluff: dealing anew what a seat cannot see."""

from __future__ import annotations

from dataclasses import dataclass

from outwit.core.generator import shuffle
from outwit.core.records import Rng, State
from outwit.games.bluff_cards import BITS, held
from outwit.games.bluff_pack import ASKING, BluffPack


@dataclass(frozen=True)
class BluffUnseen(BluffPack):
    """The hands and the pile as they may lie, for all that one seat knows."""

    def resample(self, state: State, seat: int, rng: Rng) -> None:
        """Deal all cards that a seat does not see anew, each where one of unknown rank lies.

        All deals that agree with the numbers on the table are equally likely; what play so far
        makes of them is left to the agent. Others forget their logs and what they laid so far in
        a turn that is not over.
        """
        hidden = state.hidden
        mine = state.own[seat]
        unseen = self.all_cards - mine.hand - mine.mine - mine.laying
        n = 0
        for rank in range(self.ranks):
            for _ in range(held(unseen, rank)):
                hidden.deck[n] = rank
                n += 1
        shuffle(rng, hidden.deck, n)
        top = n
        for other in range(self.seats):
            if other != seat:
                top = self.redeal(state, other, top)
        for rank in range(self.ranks):
            hidden.of[rank] = 0
        for i in range(top):
            hidden.of[hidden.deck[i]] += 1
        self.fill_deck(state)
        if self.in_order:
            self.repile(state)

    def redeal(self, state: State, other: int, top: int) -> int:
        """Hand and share of the pile of one seat, from the shuffled cards below `top`."""
        table, hidden = state.table, state.hidden
        own = state.own[other]
        own.hand = 0
        own.mine = 0
        own.laying = 0
        for i in range(table.cards[other]):
            top -= 1
            own.hand += 1 << (BITS * hidden.deck[top])
            if self.in_order:
                own.order[i] = hidden.deck[top]
        last = 0
        for i in range(table.share[other]):
            top -= 1
            own.mine += 1 << (BITS * hidden.deck[top])
            if i < table.laid:
                last = own.mine
        if table.phase == ASKING and table.layer == other:
            hidden.last = last
        for i in range(self.log_length):
            own.lays[i] = 0
            own.hands[i] = 0
        return top

    def repile(self, state: State) -> None:
        """The pile in some order, the cards laid last on top."""
        table, pile = state.table, state.hidden.pile
        n = 0
        for seat in range(self.seats):
            cards = state.own[seat].mine
            if table.phase == ASKING and seat == table.layer:
                cards -= state.hidden.last
            for rank in range(self.ranks):
                for _ in range(held(cards, rank)):
                    pile[n] = rank
                    n += 1
        for rank in range(self.ranks):
            if table.phase == ASKING:
                for _ in range(held(state.hidden.last, rank)):
                    pile[n] = rank
                    n += 1
