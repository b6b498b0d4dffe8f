"""War: two decks, the higher card takes both; the winner decides in which order it takes them.

Paper `racing`, section 3.1. The only decision is the order in which won cards go under the deck.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from outwit.core.game import CHANCE, OVER
from outwit.core.generator import below
from outwit.core.options import option
from outwit.core.records import Fields, Menu, Own, Rng, State, Table
from outwit.games.war_words import DECREASING, INCREASING, RANDOM, WarWords

RING = 64  # a power of two that holds a whole pack
LAST = RING - 1
NOBODY, TIED, CAPPED = -1, 2, 3  # results besides the seat that won
DECIDED, UNDECIDED = 0, 1  # places in `endings`


@dataclass(frozen=True)
class War(WarWords):
    """Each turns up its top card; the higher takes both and puts them under its deck.

    On equal cards there is a war: each lays one card face down and turns up the next; the higher
    takes all, and equal cards mean another war. Whoever has all cards wins 1, the other loses 1.
    Aces are high, suits count for nothing (3.1 compares values only), so cards are ranks.

    Before cards go under the deck their new owner names the order: decreasing (the highest goes
    under first and comes up first again), increasing, or random, which chance then deals out.

    What 3.1 leaves open is an option:

    * `short`: a player with fewer than two cards left for a war either `loses` at once (default:
      it cannot lay down what the rule asks for) or turns up its `last` one, with none face down.
      Without any card it loses under both; two who run short at the same war tie.
    * `cap`: battles until the game is stopped. More than half of all games between the decreasing
      and the increasing order repeat themselves for ever; such a game ends `capped`, gives
      nobody anything, and is counted as undecided. 10,000 battles cut off about 1 in 600 of the
      games that would have ended, and nearly none under other orders.

    `ranks` and `suits` make smaller packs, whose games can be enumerated. The order of the decks
    is seen by nobody. The table does not keep all cards seen so far (`recall` is False).
    """

    name = "war"
    title = "War"
    source = "racing, section 3.1"

    short: str = option(
        "loses",
        "a player short of cards in a war loses, or turns up the last",
        choices=("loses", "last"),
    )
    cap: int = option(10_000, "battles after which a game is stopped", low=1, high=1_000_000)
    ranks: int = option(13, "different cards, the highest ones of a pack", low=2, high=13)
    suits: int = option(4, "cards of each rank", low=1, high=4)

    seats = 2
    total = 0
    span = (-1, 1)
    endings = ("decided", "capped")
    recall = False

    def __post_init__(self) -> None:
        if self.pack % 2:
            raise ValueError(f"{self.ranks} ranks in {self.suits} suits cannot be halved.")

    @property
    def pack(self) -> int:
        return self.ranks * self.suits

    @property
    def moves(self) -> int:
        return max(self.pack, 3)

    @property
    def needed(self) -> int:
        """Cards that a player must have left to take part in a war."""
        return 1 if self.short == "last" else 2

    def table(self) -> Fields:
        return [
            ("turn", np.int8),
            ("result", np.int8),
            ("left", np.int8, (2,)),  # cards in each deck
            ("won", np.int8),  # cards of the battle, in `pile`
            ("battles", np.int32),
            ("pile", np.int8, (self.pack,)),
        ]

    def hidden(self) -> Fields:
        return [
            # Decks are rings: the top card of seat s is ring[s, first[s]].
            ("ring", np.int8, (2, RING)),
            ("first", np.int8, (2,)),
            # The place that chance fills next, from the last down to 1, in the pack or the pile.
            ("place", np.int8),
            ("dealt", np.int8),
            ("owner", np.int8),  # of the pile that chance mixes
        ]

    def start(self, state: State) -> None:
        table, hidden = state.table, state.hidden
        table.turn = CHANCE
        table.result = NOBODY
        table.won = 0
        table.battles = 0
        hidden.place = self.pack - 1
        hidden.dealt = 0
        hidden.owner = 0
        for card in range(self.pack):
            table.pile[card] = 0
        for seat in range(2):
            table.left[seat] = self.pack // 2
            hidden.first[seat] = 0
            for i in range(RING):
                hidden.ring[seat, i] = 0
        # The pack lies across both decks, in order, until chance has dealt it.
        half = self.pack // 2
        for i in range(half):
            hidden.ring[0, i] = i // self.suits
            hidden.ring[1, i] = (half + i) // self.suits

    def to_move(self, state: State) -> int:
        return int(state.table.turn)

    def draw(self, state: State, rng: Rng) -> int:
        return below(rng, state.hidden.place + 1)

    def outcomes(self, state: State, menu: Menu) -> int:
        n = state.hidden.place + 1
        for i in range(n):
            menu.move[i] = i
            menu.weight[i] = 1
        return int(n)

    def legal(self, table: Table, own: Own, seat: int, menu: Menu) -> int:
        for order in range(3):
            menu.move[order] = order
        return 3

    def allowed(self, table: Table, own: Own, seat: int, move: int) -> bool:
        return 0 <= move <= RANDOM

    def apply(self, state: State, move: int) -> None:
        if state.table.turn >= 0:
            self.put_away(state, move)
        elif state.hidden.dealt == 0:
            self.deal(state, move)
        else:
            self.mix(state, move)

    # Chance: shuffling, one place at a time (Fisher and Yates) --------------------------------

    def deal(self, state: State, move: int) -> None:
        """The card at place `move` of the pack is swapped into the place that is being filled."""
        hidden = state.hidden
        half = self.pack // 2
        place = hidden.place
        a, i = place // half, place % half
        b, j = move // half, move % half
        card = hidden.ring[a, i]
        hidden.ring[a, i] = hidden.ring[b, j]
        hidden.ring[b, j] = card
        hidden.place = place - 1
        if place == 1:
            hidden.dealt = 1
            self.battle(state)

    def mix(self, state: State, move: int) -> None:
        """The same within the pile of won cards; then they go under the deck."""
        table, hidden = state.table, state.hidden
        place = hidden.place
        card = table.pile[place]
        table.pile[place] = table.pile[move]
        table.pile[move] = card
        hidden.place = place - 1
        if place == 1:
            self.put_under(state, int(hidden.owner))

    # A battle -----------------------------------------------------------------------------------

    def battle(self, state: State) -> None:
        """Turn up cards until one is higher. Its owner is to move, or the game is over."""
        table = state.table
        table.turn = OVER
        if table.battles == self.cap:
            table.result = CAPPED
            return
        table.battles += 1
        mine, theirs = self.top(state, 0), self.top(state, 1)
        table.pile[0] = mine
        table.pile[1] = theirs
        n = 2
        while mine == theirs:
            if table.left[0] < self.needed or table.left[1] < self.needed:
                table.result = self.ran_short(table)
                return
            for seat in range(2):
                if table.left[seat] > 1:
                    table.pile[n] = self.top(state, seat)
                    n += 1
            mine, theirs = self.top(state, 0), self.top(state, 1)
            table.pile[n] = mine
            table.pile[n + 1] = theirs
            n += 2
        table.won = n
        table.turn = 0 if mine > theirs else 1

    def top(self, state: State, seat: int) -> int:
        """Take the top card of a deck."""
        first = state.hidden.first[seat] & LAST  # the mask shows the compiler that it is in bounds
        state.hidden.first[seat] = (first + 1) & LAST
        state.table.left[seat] -= 1
        return int(state.hidden.ring[seat, first])

    def ran_short(self, table: Table) -> int:
        """The result when somebody cannot take part in a war."""
        if table.left[0] >= self.needed:
            return 0
        return 1 if table.left[1] >= self.needed else TIED

    # Taking the cards ---------------------------------------------------------------------------

    def put_away(self, state: State, order: int) -> None:
        """The winner of the battle has named an order."""
        table, hidden = state.table, state.hidden
        if order == RANDOM:
            hidden.owner = table.turn
            hidden.place = table.won - 1
            table.turn = CHANCE
            return
        self.sort(table, order)
        self.put_under(state, table.turn)

    def sort(self, table: Table, order: int) -> None:
        """Put the won cards in order: by insertion, after a short way for the usual two."""
        if table.won == 2:
            one, two = table.pile[0], table.pile[1]
            high, low = max(one, two), min(one, two)
            table.pile[0] = low if order == INCREASING else high
            table.pile[1] = high if order == INCREASING else low
            return
        sign = 1 if order == INCREASING else -1
        for i in range(1, table.won):
            card = table.pile[i]
            j = i
            while j > 0 and sign * table.pile[j - 1] > sign * card:
                table.pile[j] = table.pile[j - 1]
                j -= 1
            table.pile[j] = card

    def put_under(self, state: State, seat: int) -> None:
        """Put the won cards under the winner's deck and go on, unless it now has them all."""
        table, hidden = state.table, state.hidden
        end = hidden.first[seat] + table.left[seat]
        for i in range(table.won):
            hidden.ring[seat, (end + i) & LAST] = table.pile[i]
            table.pile[i] = 0  # how chance mixed them stays unseen
        table.left[seat] += table.won
        table.won = 0
        if table.left[1 - seat] == 0:
            table.turn = OVER
            table.result = seat
        else:
            self.battle(state)

    def payoff(self, state: State, out: Any) -> None:
        out[0], out[1] = 0, 0
        winner = state.table.result
        if winner == 0 or winner == 1:
            out[winner] = 1
            out[1 - winner] = -1

    def ending(self, state: State) -> int:
        return UNDECIDED if state.table.result == CAPPED else DECIDED


__all__ = ["DECREASING", "INCREASING", "RANDOM", "War"]
