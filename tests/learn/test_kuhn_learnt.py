"""Learners in Kuhn poker, against values worked out by enumeration.

The rates are means (alpha = 1/n), so a value next to the end of the game is a sample mean of
pay-offs within [-2, 2], and Hoeffding's inequality bounds how often it is far off.
"""

from __future__ import annotations

import itertools
import math
from functools import cache

import numpy as np
import pytest

import outwit
from outwit.core.game import CHANCE, OVER, blank_menu
from outwit.core.layout import blank_state, new_me
from outwit.core.records import Mirror, bytes_of
from outwit.play.exact import exact_result
from outwit.play.filling import filled
from outwit.play.learning import Learning
from outwit.play.mirror import legal_moves
from outwit.play.rows import NO_ROW
from outwit.play.sequences import values
from outwit.play.sitting import Sitting
from outwit.play.tree import Tree
from outwit.play.treebuild import build_tree

MEANS = "alpha_decay=-1,epsilon_decay=0"
LEARNERS = ("q", "double-q", "sarsa", "expected-sarsa", "monte-carlo")
GAMES = 400_000
LEAST = 7_500
"""Visits of the rarest move of a state; a 48th of all games, 8,333, are expected."""


@pytest.fixture(scope="module")
def tree() -> Tree:
    return build_tree(outwit.game("kuhn"))


@cache
def trained(name: str) -> Learning:
    """Two replicas that explore all the time, against random."""
    return outwit.learn(
        "kuhn", f"{name}:{MEANS}", against="random", games=GAMES, replicas=2, seed=5
    )


def pure_best(tree: Tree, seat: int, other: np.ndarray) -> float:
    """The best value of all pure strategies of a seat, one after another."""
    sets = [s for s in range(tree.sets) if tree.set_seat[s] == seat]
    best = -math.inf
    for choice in itertools.product(*(range(int(tree.set_width[s])) for s in sets)):
        strategy = np.zeros(tree.actions)
        for s, k in zip(sets, choice, strict=True):
            strategy[tree.set_first[s] + k] = 1.0
        line_up = [strategy if i == seat else other for i in range(2)]
        best = max(best, float(values(tree, line_up)[seat]))
    return best


@pytest.mark.parametrize("name", LEARNERS)
def test_what_is_learnt_is_a_best_response(tree: Tree, name: str) -> None:
    # Against random, the moves of a state that matters differ by 1/2 at least, so a choice is
    # wrong only if one of two means of LEAST / 2 values is off by 1/4, which by Hoeffding happens
    # with a probability of 2 exp(-2 (LEAST / 2) (1/4)^2 / 4^2) < 1e-12. Sarsa and Monte Carlo value
    # first moves by what random moves bring later; the best first moves are the same.
    random = outwit.agent(tree.game, "random")
    optimum = [pure_best(tree, seat, filled(tree, random)) for seat in range(2)]
    assert optimum == pytest.approx([1 / 2, 5 / 12])
    for replica in (1, 2):
        learnt = trained(name).agent(replica)
        found = exact_result(Sitting(tree.game, (learnt, random)))
        assert [found.of(1, seat).mean for seat in (1, 2)] == pytest.approx(optimum)


def action_values(tree: Tree, set_: int, later) -> list[float]:
    """The mean pay-off of each move at an information set; the other seat plays at random.

    Worked out from the game's rules alone: over all deals and lines of play that lead there.
    `later` makes one value of those of the seat's next moves.
    """
    game, seat = tree.game, int(tree.set_seat[set_])
    seen = bytes_of(tree.table(set_)) + bytes_of(tree.own(set_))
    weight, total = 0.0, np.zeros(int(tree.set_width[set_]))

    def after(state: Mirror, move: int) -> Mirror:
        copy = Mirror(state._data.copy())
        game.apply(copy, move)
        return copy

    def options(state: Mirror) -> list[tuple[int, float]]:
        mover = game.to_move(state)
        if mover != CHANCE:
            moves = legal_moves(game, state, mover)
            return [(move, 1.0 / len(moves)) for move in moves]
        menu = blank_menu(game)
        n = game.outcomes(state, menu)
        whole = sum(menu.weight[i] for i in range(n))
        return [(menu.move[i], menu.weight[i] / whole) for i in range(n)]

    def value(state: Mirror) -> float:
        mover = game.to_move(state)
        if mover == OVER:
            out = np.zeros(2, np.int64)
            game.payoff(state, out)
            return float(out[seat])
        if mover == seat:
            # The cards of this line are one of two deals that look alike: decide for both.
            return later(tree, state, seat)
        return sum(p * value(after(state, move)) for move, p in options(state))

    def walk(state: Mirror, chance: float) -> None:
        nonlocal weight
        mover = game.to_move(state)
        if mover == OVER:
            return
        here = bytes_of(state.table) + bytes_of(state.own[seat])
        if mover == seat and here == seen:
            weight += chance
            for i, (move, _) in enumerate(options(state)):
                total[i] += chance * value(after(state, move))
            return
        for move, p in options(state):
            # Its own way here is free: what led here is given.
            walk(after(state, move), chance * (1.0 if mover == seat else p))

    start = blank_state(game)
    game.start(start)
    walk(start, 1.0)
    return list(total / weight)


def set_of(tree: Tree, state: Mirror, seat: int) -> int:
    here = bytes_of(state.table) + bytes_of(state.own[seat])
    for s in range(tree.sets):
        if tree.set_seat[s] == seat and bytes_of(tree.table(s)) + bytes_of(tree.own(s)) == here:
            return s
    raise AssertionError("the state is in no set")


def best_later(tree: Tree, state: Mirror, seat: int) -> float:
    return max(action_values(tree, set_of(tree, state, seat), best_later))


def random_later(tree: Tree, state: Mirror, seat: int) -> float:
    return float(np.mean(action_values(tree, set_of(tree, state, seat), random_later)))


LATER = {"q": best_later, "double-q": best_later}


@pytest.mark.parametrize("name", LEARNERS)
def test_each_learner_comes_to_the_values_of_its_own_theory(tree: Tree, name: str) -> None:
    # Q-learning values what follows by the best moves, the others by the moves they make, which
    # are all random here. By Hoeffding a mean of n / 2 pay-offs within [-2, 2], as in each of two
    # tables, is off by 17 / sqrt(n) with a probability of 2 exp(-17^2 / 16) < 3e-8.
    learning = trained(name)
    agent = learning.agent(1)
    me, menu = Mirror(new_me(agent)), blank_menu(tree.game)
    for s in range(tree.sets):
        seat = int(tree.set_seat[s])
        n = tree.game.legal(tree.table(s), tree.own(s), seat, menu)
        row = agent.row_of(me, tree.table(s), tree.own(s), seat, menu, n)
        assert row != NO_ROW
        at = int(np.flatnonzero(agent.arrays["slot"] == row)[0])
        visits = agent.arrays["visits"][at][:n]
        assert visits.min() >= LEAST
        exact = action_values(tree, s, LATER.get(name, random_later))
        assert np.all(np.abs(agent.arrays["value"][at][:n] - exact) < 17.0 / np.sqrt(visits))
