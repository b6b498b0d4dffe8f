"""States are built by moves: `play(game, moves)` makes them, chance's moves among them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import settings

from outwit.core.game import CHANCE, OVER, Game, has_finite_chance
from outwit.core.generator import new_rng
from outwit.core.layout import blank_state
from outwit.core.records import State
from outwit.play.mirror import is_allowed, legal_moves
from outwit.play.trace import chance_moves

# Machines differ, and compile: no test is a matter of time.
settings.register_profile("outwit", deadline=None)
settings.load_profile("outwit")


def _play(game: Game, moves: Iterable[int], state: State | None = None) -> State:
    if state is None:
        state = blank_state(game)
        game.start(state)
    for i, move in enumerate(moves, 1):
        mover = game.to_move(state)
        assert mover != OVER, f"move {i} comes after the end"
        if mover != CHANCE:
            assert is_allowed(game, state, mover, move), f"move {i} ({move}) is illegal"
        elif has_finite_chance(game):
            assert move in chance_moves(game, state), f"move {i} ({move}) cannot happen"
        game.apply(state, move)
    return state


@pytest.fixture(scope="session")
def play() -> Callable[..., State]:
    """play(game, moves[, state]): the state after moves, each checked against the rules."""
    return _play


def _wander(game: Game, seed: int, look: Callable[[State], None], most: int = 10_000) -> State:
    luck, rng = random.Random(seed), new_rng(seed)
    state = blank_state(game)
    game.start(state)
    look(state)
    for _ in range(most):
        mover = game.to_move(state)
        if mover == OVER:
            break
        if mover == CHANCE:
            move = game.draw(state, rng)
        else:
            moves = legal_moves(game, state, mover)
            move = luck.choice(moves)
        game.apply(state, move)
        look(state)
    return state


@pytest.fixture(scope="session")
def wander() -> Callable[..., State]:
    """wander(game, seed, look): a game of random legal moves; `look(state)` after each."""
    return _wander


@pytest.fixture(scope="session")
def paid() -> Callable[[Game, State], list[float]]:
    """What each seat gets at the end, in the game's own measure."""
    from outwit.play.mirror import final_of

    def worth(game: Game, state: State) -> list[Any]:
        assert game.to_move(state) == OVER
        return [value * game.unit for value in final_of(game, state).payoffs]

    return worth
