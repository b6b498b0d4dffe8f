"""Tic-tac-toe, and the two-level game of section 5.1.2 of the paper `cbt`."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit.catalogue import agent, game
from outwit.core.errors import UsageError
from outwit.core.game import CHANCE, OVER
from outwit.play.match import match
from outwit.play.mirror import final_of, is_allowed, legal_moves
from outwit.play.trace import chance_moves
from outwit.play.treebuild import build_tree

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def test_marks_are_set_in_turn_on_empty_squares(play):
    rules = game("tictactoe")
    state = play(rules, [4, 0])
    assert list(state.table.board) == [2, 0, 0, 0, 1, 0, 0, 0, 0]
    assert rules.to_move(state) == 0
    assert legal_moves(rules, state, 0) == [1, 2, 3, 5, 6, 7, 8]
    assert not is_allowed(rules, state, 0, 4)


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("winner", [0, 1])
def test_each_of_the_eight_lines_wins(play, paid, line, winner):
    rules = game("tictactoe")
    for order in permutations(line):
        others = [square for square in range(9) if square not in line]
        spare = next(
            three for three in permutations(others, 3) if tuple(sorted(three)) not in LINES
        )
        moves = []
        for mine, theirs in zip(order, spare, strict=True):
            moves += [mine, theirs] if winner == 0 else [theirs, mine]
        state = play(rules, moves[:-1] if winner == 0 else moves)
        assert paid(rules, state) == ([1, -1] if winner == 0 else [-1, 1])


def test_a_full_board_without_a_line_is_a_draw(play, paid):
    rules = game("tictactoe")
    state = play(rules, [0, 4, 8, 1, 7, 6, 2, 5, 3])
    assert paid(rules, state) == [0, 0]


@given(size=st.integers(2, 6), seed=st.integers(0, 2**32))
def test_a_line_is_all_squares_in_a_row_on_any_board(wander, size, seed):
    """Section 5.1.2: on larger boards, too, a player needs all of a row."""
    rules = game("tictactoe", size=size)
    state = wander(rules, seed, lambda state: None)
    board = np.array(state.table.board).reshape(size, size)
    lines = [*board, *board.T, board.diagonal(), board[:, ::-1].diagonal()]
    full = {int(line[0]) for line in lines if line[0] and np.all(line == line[0])}
    payoffs = final_of(rules, state).payoffs
    assert (
        payoffs
        == {frozenset(): (0, 0), frozenset({1}): (1, -1), frozenset({2}): (-1, 1)}[frozenset(full)]
    )


@pytest.mark.parametrize(
    ("score", "draw_value", "gains"),
    [
        ("net", 0.5, {"won": [1, -1], "lost": [-1, 1], "drawn": [0, 0]}),
        ("net", 0.0, {"won": [1, -1], "lost": [-1, 1], "drawn": [-1, 1]}),
        ("gain", 0.5, {"won": [1, 0], "lost": [0, 1], "drawn": [0.5, 0.5]}),  # section 5.1.2
        ("gain", 0.0, {"won": [1, 0], "lost": [0, 1], "drawn": [0, 1]}),  # figure 10
    ],
)
def test_what_ends_are_worth(play, paid, score, draw_value, gains):
    rules = game("tictactoe", score=score, draw_value=draw_value)
    ends = {
        "won": [0, 3, 1, 4, 2],
        "lost": [0, 3, 1, 4, 8, 5],
        "drawn": [0, 4, 8, 1, 7, 6, 2, 5, 3],
    }
    assert {end: paid(rules, play(rules, moves)) for end, moves in ends.items()} == gains


# Two levels -----------------------------------------------------------------------------------


def test_after_two_moves_the_rest_is_a_random_rollout(play):
    """Each of the empty squares with the same probability, for both players in turn."""
    rules = game("tictactoe", levels=2)
    state = play(rules, [4])
    assert rules.to_move(state) == 1
    play(rules, [0], state)
    assert rules.to_move(state) == CHANCE
    assert chance_moves(rules, state) == [1, 2, 3, 5, 6, 7, 8]
    play(rules, [8, 1], state)
    assert (state.table.board[8], state.table.board[1]) == (1, 2)
    play(rules, [3, 2], state)
    assert rules.to_move(state) == OVER  # seat 2 has the first row


# An independent solution: boards as text, no code of the game.


@cache
def rollout(board: str, mark: str, draw: Fraction) -> Fraction:
    """What seat 1 gains on average when both play at random from here."""
    for line in LINES:
        marks = {board[square] for square in line}
        if marks in ({"x"}, {"o"}):
            return Fraction(marks == {"x"})
    empty = [square for square in range(9) if board[square] == "."]
    if not empty:
        return draw
    other = "o" if mark == "x" else "x"
    after = [rollout(board[:s] + mark + board[s + 1 :], other, draw) for s in empty]
    return sum(after, Fraction(0)) / len(after)


def means(draw: Fraction) -> dict[tuple[int, int], Fraction]:
    """The gain of seat 1 for every pair of first moves."""
    found = {}
    for one, other in permutations(range(9), 2):
        board = "".join("x" if s == one else "o" if s == other else "." for s in range(9))
        found[one, other] = rollout(board, "x", draw)
    return found


def two_level_value(draw: Fraction) -> Fraction:
    """The larger one of seat 1's moves, each against the best reply."""
    table = means(draw)
    return max(min(table[i, j] for j in range(9) if j != i) for i in range(9))


@pytest.mark.parametrize("draw", [Fraction(1, 2), Fraction(0)], ids=["half", "none"])
def test_the_two_level_value_is_exact(draw):
    """Over the tree with all its rollouts: the mean after each pair of moves, then max and min."""
    tree = build_tree(game("tictactoe", levels=2, score="gain", draw_value=float(draw)))
    weighted = tree.chance * tree.value_of[:, 0]
    replies = np.bincount(tree.last[:, 1] - 1, weighted, tree.actions)[9:].reshape(9, 8)
    assert replies.min(axis=1).max() == pytest.approx(float(two_level_value(draw)), abs=1e-12)
    assert two_level_value(draw) == {Fraction(1, 2): Fraction(5, 7), 0: Fraction(23, 35)}[draw]


@pytest.mark.parametrize("draw", [Fraction(1, 2), Fraction(0)], ids=["half", "none"])
def test_sampled_rollouts_have_the_exact_mean(draw):
    """Random against random, fixed seats: the mean over all pairs of first moves.

    40,000 games, a gain between 0 and 1: by Hoeffding's inequality the mean is off by more than
    0.0148 once in 40 million tests.
    """
    rules = game("tictactoe", levels=2, score="gain", draw_value=float(draw))
    both = [agent(rules, "random")] * 2
    mean = match(rules, both, games=40_000, order="fixed").rows[0].mean
    exact = sum(means(draw).values(), Fraction(0)) / 72
    assert abs(mean - float(exact)) < 0.0148


def test_a_draw_value_is_one_of_the_two_readings():
    with pytest.raises(UsageError, match=r"draw_value is 0\.5 or 0\.0"):
        game("tictactoe", draw_value=0.7)
