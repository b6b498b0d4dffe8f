"""What all players of Bluff share: an order of preference among cards, and a doubt.

A player that holds the announced rank lays all it holds of it, or one card. A bluff is one card,
the safer way of chapter 4. Which card that is follows from a list of ranks for each announced
rank, best first; FIRST in the list stands for the first card of the hand, ANY for a random one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from outwit.core.agent import Agent
from outwit.core.generator import below, uniform
from outwit.core.layout import me_type
from outwit.core.options import option
from outwit.core.records import Fields, Me, Menu, Own, Rng, Table
from outwit.games.bluff import Bluff
from outwit.games.bluff_cards import BITS, held, lowest, only, size
from outwit.games.bluff_pack import ASKING, CALL, PASS

FIRST, ANY = -1, -2
SHARED = ("act", "choose", "doubt", "pick", "first", "card_at", "lay", "go_on")
"""What a caller's `act` reaches besides its game."""

BLUFFS = ("first", "farthest", "nearest", "random")
"""What a bluff is made of."""


@dataclass(frozen=True)
class BluffPlayer(Agent):
    """Base of the players: lays by preference, calls with the probability of its doubt."""

    game: Bluff

    def me(self) -> Fields:
        return [("order", np.int8, (self.game.ranks, self.game.ranks + 1)), ("every", np.bool_)]

    def prepare(self, me: Me) -> None:
        me.every = self.lays_all
        for rank in range(self.game.ranks):
            wanted = self.preference(rank)
            for i in range(self.game.ranks + 1):
                me.order[rank, i] = wanted[i] if i < len(wanted) else FIRST

    def preference(self, rank: int) -> list[int]:
        """What to lay when this rank is announced, best first. Plain Python."""
        raise NotImplementedError

    @property
    def lays_all(self) -> bool:
        """Whether all cards of the announced rank are laid at once."""
        return True

    def doubt(self, me: Me, table: Table, own: Own, seat: int) -> float:
        """The probability to call."""
        return 0.0

    # Moves --------------------------------------------------------------------------------------

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        return self.choose(me, table, own, seat, rng)

    def choose(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        """What to say when asked, what to lay when it is one's turn."""
        if table.phase == ASKING:
            doubt = self.doubt(me, table, own, seat)
            if doubt <= 0.0:
                return PASS
            return CALL if doubt >= 1.0 or uniform(rng) < doubt else PASS
        if own.laying != 0:
            return self.go_on(me, table, own)
        rank = self.pick(me, table, own)
        if rank == ANY:
            rank = self.card_at(own, below(rng, size(own.hand)))
        return self.lay(me, table, own, rank)

    def policy(self, me: Me, table: Table, own: Own, seat: int, menu: Menu) -> int:
        n = self.game.legal(table, own, seat, menu)
        for i in range(n):
            menu.chance[i] = 0.0
        if table.phase == ASKING:
            doubt = min(max(self.doubt(me, table, own, seat), 0.0), 1.0)
            menu.chance[0] = 1.0 - doubt
            menu.chance[1] = doubt
        elif own.laying != 0:
            self.add(menu, n, self.go_on(me, table, own), 1.0)
        else:
            rank = self.pick(me, table, own)
            if rank != ANY:
                self.add(menu, n, self.lay(me, table, own, rank), 1.0)
            else:
                cards = size(own.hand)
                for i in range(cards):
                    move = self.lay(me, table, own, self.card_at(own, i))
                    self.add(menu, n, move, 1.0 / cards)
        return n

    def add(self, menu: Menu, n: int, move: int, chance: float) -> None:
        """Give a move of the menu so much more probability."""
        for i in range(n):
            if menu.move[i] == move:
                menu.chance[i] += chance

    def pick(self, me: Me, table: Table, own: Own) -> int:
        """The rank to lay, or ANY."""
        i = 0
        while True:
            rank = me.order[table.rank, i]
            if rank == FIRST:
                return self.first(own)
            if rank == ANY or held(own.hand, rank) > 0:
                return int(rank)
            i += 1

    def first(self, own: Own) -> int:
        """The rank of the first card of the hand: the lowest, or the one that came first."""
        return int(own.order[0]) if self.game.in_order else lowest(own.hand)

    def card_at(self, own: Own, place: int) -> int:
        """The rank of a card of the sorted hand, counted from 0."""
        rank = 0
        while place >= held(own.hand, rank):
            place -= held(own.hand, rank)
            rank += 1
        return rank

    def lay(self, me: Me, table: Table, own: Own, rank: int) -> int:
        """The move that starts with this rank."""
        if self.game.singly:
            return rank
        many = 1
        if me.every and rank == table.rank:
            many = min(held(own.hand, rank), self.game.max_cards)
        return many << (BITS * rank)

    def go_on(self, me: Me, table: Table, own: Own) -> int:
        """Card by card: one more of the announced rank, or done."""
        honest = only(own.laying, table.rank) == own.laying
        if me.every and honest and held(own.hand, table.rank) > 0:
            return int(table.rank)
        return self.game.done


@dataclass(frozen=True)
class Caller(BluffPlayer):
    """A player that calls: by what it holds of the announced rank, and by cards left (chapter 4).

    More cards laid than there are of a rank is a sure bluff. Holding all of the rank it calls
    "definitely" (`four`), with three "with a very high probability" (`three`), with two "with a
    lesser probability" (`two`): the figures are open, these are ours. It can also call whenever
    the one who lays has fewer than `below` cards, counted before or after the cards just laid.
    The paper does not add up cards held and cards laid; `sure=yes` does, and calls when together
    they are more than there are.
    """

    two: float = option(0.5, "how often it calls holding two of the rank", low=0.0, high=1.0)
    three: float = option(0.9, "how often it calls holding three", low=0.0, high=1.0)
    four: float = option(1.0, "how often it calls holding all", low=0.0, high=1.0)
    sure: bool = option(False, "calls when cards laid and held are more than there are")
    below: int = option(0, "calls when the other has fewer cards than this", low=0, high=53)
    counts: str = option(
        "after",
        "the other's cards are counted before or after the lay",
        choices=("after", "before"),
        at_run_time=True,
    )

    def me(self) -> Fields:
        return [
            *BluffPlayer.me(self),
            ("calls", np.float64, (self.game.suits + 1,)),  # how often, by cards held of the rank
            ("below", np.int64),
            ("before", np.bool_),
        ]

    def prepare(self, me: Me) -> None:
        BluffPlayer.prepare(self, me)
        me.before = self.counts == "before"
        for mine in range(2, self.game.suits + 1):
            me.calls[mine] = self.two if mine == 2 else self.three
        if self.game.suits >= 2:
            me.calls[self.game.suits] = self.four

    def compiled_as(self) -> Agent:
        """One for all whose moves follow from what is in `me` and these parameters."""
        shared = Caller(self.game, sure=self.sure)
        mine = type(self)
        same = all(getattr(mine, name) is getattr(Caller, name) for name in SHARED)
        return shared if same and me_type(self) == me_type(shared) else self

    def doubt(self, me: Me, table: Table, own: Own, seat: int) -> float:
        mine = held(own.hand, table.rank)
        if table.laid > self.game.suits or (self.sure and table.laid + mine > self.game.suits):
            return 1.0
        left = table.cards[table.layer]
        if me.before:
            left += table.laid
        if left < me.below:
            return 1.0
        return float(me.calls[mine])


# Orders of preference: plain Python -------------------------------------------------------------


def farthest(rank: int, ranks: int, seats: int) -> list[int]:
    """The other ranks, the one that this seat announces last before `rank` again in front.

    Table 1: in turn after turn a seat announces rank, rank + seats, rank + 2 seats, ... With 13
    ranks all of them come; in smaller packs some may never, and they go first.
    """
    cycle = [rank]
    while (following := (cycle[-1] + seats) % ranks) != rank:
        cycle.append(following)
    never = [other for other in range(ranks) if other not in cycle]
    return [*never, *reversed(cycle[1:])]


def nearest(rank: int, ranks: int, *, wrap: bool = True, up_first: bool = True) -> list[int]:
    """The other ranks, the closest in front; of two as close, the higher or the lower one."""

    def key(other: int) -> tuple[int, bool]:
        up = (other - rank) % ranks if wrap else other - rank
        if not wrap:
            return abs(up), (up > 0) != up_first
        return min(up, ranks - up), (up <= ranks - up) != up_first

    return sorted((other for other in range(ranks) if other != rank), key=key)


def bluff_order(kind: str, rank: int, game: Bluff) -> list[int]:
    """One of BLUFFS as an order of preference."""
    if kind == "farthest":
        return farthest(rank, game.ranks, game.seats)
    if kind == "nearest":
        return nearest(rank, game.ranks)
    return [ANY if kind == "random" else FIRST]
