"""A decision process whose answer is known in closed form: a corridor with a prize at its end.

Nothing is drawn by the game, so with a learning rate of 1 Q-learning's values are exact once each
move of each cell was tried often enough, and `discount` sets how they fall with the distance.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

import outwit
from outwit.core.game import OVER, Game
from outwit.core.options import option

LEARNERS = ("q", "double-q", "sarsa", "expected-sarsa", "monte-carlo")
CELLS = 5
LEFT, RIGHT = 0, 1


@dataclass(frozen=True)
class Corridor(Game):
    """Cells 0 to CELLS - 1, from the middle. Beyond the last waits 1; beyond the first, nothing."""

    name = "corridor"
    seats = 1
    moves = 2
    span = (0, 1)

    cells: int = option(CELLS, "cells", low=1, high=100)

    def table(self):
        return [("cell", np.int64)]

    def own(self):
        return []

    def hidden(self):
        return []

    def start(self, state):
        state.table.cell = self.cells // 2

    def to_move(self, state):
        return 0 if 0 <= state.table.cell < self.cells else OVER

    def legal(self, table, own, seat, menu):
        menu.move[0], menu.move[1] = LEFT, RIGHT
        return 2

    def apply(self, state, move):
        state.table.cell += 1 if move == RIGHT else -1

    def payoff(self, state, out):
        out[0] = 1 if state.table.cell == self.cells else 0


@dataclass(frozen=True)
class Cell(outwit.States):
    game: Game
    count = CELLS

    def feature(self, table, own, seat):
        return table.cell


def values(spec: str, games: int) -> np.ndarray:
    """What each move of each cell is worth after training. Shape: (CELLS, 2)."""
    game = Corridor()
    agent = outwit.learn(game, spec, states=Cell(game), games=games, seed=3).agent()
    assert agent.arrays["slot"].tolist() == list(range(CELLS))
    return agent.arrays["value"][:, :2]


def optimum(discount: float) -> np.ndarray:
    """The prize, discounted once for each decision between; falling off the left pays nothing."""
    best = np.array([0.0, *(discount ** (CELLS - 1 - cell) for cell in range(CELLS)), 1.0])
    best[-1] = 1.0 / discount  # the end itself: no decision follows
    return np.array([[discount * best[c], discount * best[c + 2]] for c in range(CELLS)])


def test_q_learning_comes_to_the_exact_values_of_the_corridor() -> None:
    # A random walk of 2,000 games from the middle: a move of an outer cell is tried in a game with
    # a probability of 1/6 at least, and four tries in the right order settle all values.
    # P(fewer than 100 of 2,000) < exp(-2,000 (1/6 - 1/20)^2 * 2) < 1e-23 by Hoeffding.
    spec = "q:alpha=1,alpha_decay=0,epsilon=1,epsilon_decay=0,discount=0.5"
    assert np.array_equal(values(spec, 2_000), optimum(0.5))


@pytest.mark.parametrize("name", LEARNERS)
def test_every_learner_finds_the_way_out(name: str) -> None:
    # Values of the best and the other move differ by a quarter of the better one at least; whoever
    # explores all the time has them as means of thousands of games.
    spec = f"{name}:epsilon=1,epsilon_decay=0,discount=0.5"
    found = values(spec, 20_000)
    assert np.all(found[:, RIGHT] > found[:, LEFT])


def test_monte_carlo_comes_to_the_values_of_a_random_walk() -> None:
    # Undiscounted, a walk from cell c ends on the right with probability (c + 1) / (CELLS + 1).
    # An outer cell's move is tried in a game with a probability of 1/6 at least, so in 5,000 of
    # 40,000 games but for 2 exp(-2 * 40,000 / 24^2) < 1e-60; counting a cell once a game, a mean
    # of 5,000 is off by 0.05 with a probability of 2 exp(-2 * 5,000 * 0.05^2) < 3e-11 (Hoeffding).
    # Every visit counts here, which repeats values within a game and spreads its mean less.
    ends = np.arange(CELLS + 2) / (CELLS + 1)
    exact = np.stack([ends[:-2], ends[2:]], axis=1)
    found = values("monte-carlo:epsilon=1,epsilon_decay=0", 40_000)
    assert np.all(np.abs(found - exact) < 0.05)
