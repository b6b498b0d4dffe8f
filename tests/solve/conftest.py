"""Trees, built once, and what OpenSpiel calls their information sets."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pyspiel
import pytest

import outwit
from outwit.games.leduc import RANKS
from outwit.play.tree import Tree
from outwit.solve.trees import solving_tree

THEIRS = {"kuhn": "kuhn_poker", "leduc": "leduc_poker"}


@cache
def _tree(word: str, **options: Any) -> Tree:
    return solving_tree(outwit.game(word, **options))


@pytest.fixture(scope="session")
def tree() -> Callable[..., Tree]:
    """tree("leduc"): the tree of a game."""
    return _tree


def _card(word: str, move: int) -> int:
    """OpenSpiel numbers Leduc's cards 2 x rank + suit; ours are rank + 3 x suit."""
    return 2 * (move % RANKS) + move // RANKS if word == "leduc" else move


@cache
def _names(word: str) -> tuple[str, ...]:
    """OpenSpiel's name of each information set, by walking both games in step."""
    built = _tree(word)
    found = [""] * built.sets
    waiting = [(0, pyspiel.load_game(THEIRS[word]).new_initial_state())]
    while waiting:
        node, state = waiting.pop()
        if built.set_of[node] >= 0:
            found[built.set_of[node]] = state.information_state_string()
        for child in range(built.first[node], built.first[node] + built.width[node]):
            move = int(built.move[child])
            action = _card(word, move) if state.is_chance_node() else move
            waiting.append((child, state.child(action)))
    return tuple(found)


def _policy(word: str, strategy: np.ndarray[Any, Any]) -> Any:
    """A strategy as OpenSpiel's table of probabilities."""
    built = _tree(word)
    table = {}
    for s, name in enumerate(_names(word)):
        actions = range(built.set_first[s], built.set_first[s] + built.set_width[s])
        table[name] = [(int(built.action_move[a]), float(strategy[a])) for a in actions]
    return pyspiel.TabularPolicy(table)


@pytest.fixture(scope="session")
def theirs() -> Callable[[str, Any], tuple[Any, Any]]:
    """theirs("leduc", strategy): OpenSpiel's game and our strategy as its policy."""
    return lambda word, strategy: (pyspiel.load_game(THEIRS[word]), _policy(word, strategy))


def _drawn(built: Tree, seed: int, power: float = 1.0) -> np.ndarray[Any, Any]:
    weights = np.random.default_rng(seed).random(built.actions) ** power + 1e-9
    return weights / np.add.reduceat(weights, built.set_first)[built.action_set]


@pytest.fixture(scope="session")
def drawn() -> Callable[..., np.ndarray[Any, Any]]:
    """drawn(tree, seed): probabilities drawn at random; a high power makes them nearly pure."""
    return _drawn
