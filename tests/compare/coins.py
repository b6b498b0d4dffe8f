"""A game of pure skill and luck in a user's file: who wins is a coin bent by both skills."""

from dataclasses import dataclass

import numpy as np

from outwit import CHANCE, OVER, Agent, Game, below, option

SIDES = 10_000


@dataclass(frozen=True)
class Coins(Game):
    """Each shows a skill; the first wins 5,000 + its skill - the other's of 10,000 throws.

    With draws, so many throws of 10,000 are nobody's before that.
    """

    name = "coins"
    draws: int = option(0, "throws of 10,000 that nobody wins", low=0, high=10_000)

    seats = 2
    moves = SIDES + 1

    @property
    def total(self):
        return 1 if self.draws == 0 else None

    @property
    def span(self):
        return (0, 1)

    def table(self):
        return [("turn", np.int64)]

    def hidden(self):
        return [("skill", np.int64, (2,)), ("even", np.int64), ("thrown", np.int64)]

    def start(self, state):
        state.table.turn = 0
        state.hidden.even = 0
        state.hidden.thrown = 0
        for seat in range(2):
            state.hidden.skill[seat] = 0

    def to_move(self, state):
        turn = state.table.turn
        if turn < 2:
            return turn
        return CHANCE if turn < 4 else OVER

    def draw(self, state, rng):
        return below(rng, SIDES)

    def legal(self, table, own, seat, menu):
        for i in range(SIDES + 1):
            menu.move[i] = i
        return SIDES + 1

    def allowed(self, table, own, seat, move):
        return 0 <= move <= SIDES

    def apply(self, state, move):
        turn = state.table.turn
        if turn < 2:
            state.hidden.skill[turn] = move
        elif turn == 2:
            state.hidden.even = 1 if move < self.draws else 0
        else:
            state.hidden.thrown = move
        state.table.turn = turn + 1

    def payoff(self, state, out):
        lead = state.hidden.skill[0] - state.hidden.skill[1]
        if state.hidden.even == 0:
            winner = 0 if state.hidden.thrown < 5000 + lead else 1
            out[winner] = 1


@dataclass(frozen=True)
class Skilled(Agent):
    """Shows its skill."""

    name = "skilled"
    game: Coins
    skill: int = option(0, "of 10,000", low=0, high=5_000)

    def act(self, me, table, own, seat, rng):
        return self.skill
