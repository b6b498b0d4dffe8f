"""A game of a user's own file, and agents that are good, wrong, slow, deadly."""

import os
from dataclasses import dataclass

import numpy as np

from outwit import CHANCE, OVER, Agent, Game, below, option


@dataclass(frozen=True)
class Guess(Game):
    """Each names a number; who is nearer to one that chance draws gets the difference."""

    name = "guess"
    top: int = option(50, "the largest number", low=1)

    seats = 2

    @property
    def moves(self):
        return self.top

    def table(self):
        return [("turn", np.int64)]

    def hidden(self):
        return [("named", np.int64, (2,)), ("drawn", np.int64)]

    def start(self, state):
        state.table.turn = 0
        state.hidden.drawn = 0
        for seat in range(2):
            state.hidden.named[seat] = 0

    def to_move(self, state):
        if state.table.turn == 2:
            return CHANCE
        return OVER if state.table.turn == 3 else state.table.turn

    def draw(self, state, rng):
        return below(rng, self.top)

    def legal(self, table, own, seat, menu):
        for i in range(self.top):
            menu.move[i] = i
        return self.top

    def apply(self, state, move):
        if state.table.turn == 2:
            state.hidden.drawn = move
        else:
            state.hidden.named[state.table.turn] = move
        state.table.turn += 1

    def payoff(self, state, out):
        first = abs(state.hidden.named[0] - state.hidden.drawn)
        second = abs(state.hidden.named[1] - state.hidden.drawn)
        out[0] = second - first
        out[1] = first - second


@dataclass(frozen=True)
class Near(Agent):
    """Names a number near one of its own."""

    name = "near"
    game: Game
    number: int = option(25, "the number")

    def me(self):
        return [("number", np.int64)]

    def act(self, me, table, own, seat, rng):
        return min(me.number + below(rng, 3), self.game.top - 1)


@dataclass(frozen=True)
class Slow(Agent):
    """Thinks for as long as it is let."""

    name = "slow"
    game: Game

    def act(self, me, table, own, seat, rng):
        x = 0
        for _ in range(200_000_000):
            x += below(rng, 3)
        return x % self.game.top


@dataclass(frozen=True)
class Jumper(Agent):
    """Names a number that the rules do not know."""

    name = "jumper"
    game: Game

    def act(self, me, table, own, seat, rng):
        return 1000


@dataclass(frozen=True)
class Deadly(Agent):
    """Ends any process but the one that it was made for."""

    name = "deadly"
    game: Game
    home: int = option(0, "the process")

    def prepare(self, me):
        if os.getpid() != self.home:
            os.abort()

    def act(self, me, table, own, seat, rng):
        return 0
