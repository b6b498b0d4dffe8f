"""Kuhn and Leduc poker against another implementation of their rules; the minimal game."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit.catalogue import game
from outwit.core.errors import UsageError
from outwit.core.game import CHANCE, OVER, blank_menu
from outwit.games.kuhn import BET, PASS
from outwit.games.leduc import CALL, FOLD, RAISE, RANKS
from outwit.play.mirror import legal_moves
from outwit.play.treebuild import build_tree

J, Q, K = range(3)
OTHER_Q = Q + RANKS  # of the other suit


# Kuhn and Leduc poker -------------------------------------------------------------------------


def spiel_value(state, mean):
    """What seat 1 wins when both play every action alike, and how it is spread."""
    if state.is_terminal():
        return mean(state.player_return(0))
    if state.is_chance_node():
        parts = state.chance_outcomes()
    else:
        actions = state.legal_actions()
        parts = [(action, 1 / len(actions)) for action in actions]
    return sum(chance * spiel_value(state.child(action), mean) for action, chance in parts)


@pytest.mark.parametrize(
    ("name", "options", "theirs"),
    [
        ("kuhn", {}, "kuhn_poker"),
        ("leduc", {"suits": "kept"}, "leduc_poker"),
        ("leduc", {"suits": "merged"}, "leduc_poker"),
    ],
)
def test_random_play_is_worth_the_same_as_by_other_rules(name, options, theirs):
    """Mean, square and fourth power of the pay-off: all three agree only where the rules do."""
    tree = build_tree(game(name, **options))
    even = tree.uniform()
    reach = tree.chance.copy()
    for seat in range(2):
        sets = tree.set_seat[tree.action_set] == seat
        reach *= _sequence_reach(tree, np.where(sets, even, 1.0))[tree.last[:, seat]]
    for power in (1, 2, 4):
        ours = reach @ tree.value_of[:, 0] ** power
        other = spiel_value(pyspiel.load_game(theirs).new_initial_state(), lambda x, p=power: x**p)
        assert ours == pytest.approx(other, rel=1e-12, abs=1e-12)


def _sequence_reach(tree, strategy):
    """How likely a seat's sequences are by its own doing. Shape: (1 + actions,)."""
    reach = np.ones(1 + tree.actions)
    for action in range(tree.actions):
        before = tree.set_before[tree.action_set[action]]
        reach[1 + action] = reach[before] * strategy[action]
    return reach


@pytest.mark.parametrize(
    ("moves", "net"),
    [
        ([K, Q, PASS, PASS], 1),
        ([J, Q, PASS, PASS], -1),
        ([J, K, BET, PASS], 1),  # the second folds
        ([K, J, PASS, BET, PASS], -1),  # the first folds
        ([K, J, BET, BET], 2),
        ([J, K, PASS, BET, BET], -2),
    ],
)
def test_kuhn_pays_the_higher_card_or_who_bet_alone(play, paid, moves, net):
    assert paid(game("kuhn"), play(game("kuhn"), moves)) == [net, -net]


@pytest.mark.parametrize(
    ("moves", "net"),
    [
        ([K, Q, RAISE, FOLD], 1),
        ([K, Q, CALL, CALL, J, CALL, CALL], 1),  # no pair: the higher card
        ([K, Q, CALL, CALL, OTHER_Q, CALL, CALL], -1),  # a pair beats it
        ([Q, OTHER_Q, RAISE, CALL, J, RAISE, CALL], 0),  # equal cards
        ([Q, K, RAISE, RAISE, CALL, OTHER_Q, RAISE, RAISE, CALL], 13),  # all that can be won
    ],
)
def test_leduc_pays_the_pair_or_the_higher_card(play, paid, moves, net):
    rules = game("leduc")
    assert paid(rules, play(rules, moves)) == [net, -net]


def test_leduc_allows_two_raises_a_round_and_a_fold_only_after_one(play):
    rules = game("leduc")
    for moves, seat, legal in [
        ([], 0, [CALL, RAISE]),
        ([RAISE], 1, [FOLD, CALL, RAISE]),
        ([RAISE, RAISE], 0, [FOLD, CALL]),
        ([CALL, CALL, J], 0, [CALL, RAISE]),
    ]:
        state = play(rules, [K, Q, *moves])
        assert rules.to_move(state) == seat
        assert legal_moves(rules, state, seat) == legal


# The minimal game -----------------------------------------------------------------------------


def test_one_move_each_then_a_coin_with_their_mean(play, paid):
    """Section 5.1.1: the first picks a number, then the second, then chance by mu(i, h)."""
    rules = game("minimal", matrix=[[0.25, 1.0], [0.125, 0.0]])
    for i, h in [(0, 0), (0, 1), (1, 0), (1, 1)]:
        state = play(rules, [])
        assert rules.to_move(state) == 0
        assert rules.to_move(play(rules, [i], state)) == 1
        assert rules.to_move(play(rules, [h], state)) == CHANCE
        menu = blank_menu(rules)
        n = rules.outcomes(state, menu)
        whole = sum(menu.weight[k] for k in range(n))
        gain = sum(Fraction(menu.weight[k], whole) for k in range(n) if menu.move[k] == 1)
        assert gain == Fraction(rules.matrix[i][h])
    state = play(rules, [0, 0, 1])
    assert rules.to_move(state) == OVER
    assert paid(rules, state) == [1, 0]
    assert paid(rules, play(rules, [0, 0, 0])) == [0, 1]


def test_a_coin_that_cannot_fall_otherwise_has_one_side(play):
    rules = game("minimal", matrix=[[0.0, 1.0]])
    for column, side in [(0, 0), (1, 1)]:
        menu = blank_menu(rules)
        assert rules.outcomes(play(rules, [0, column]), menu) == 1
        assert menu.move[0] == side


SHIPPED = [
    # name, minimax value, best move, best reply: facts of the thesis's data
    ("k10", 0.48, 4, 8),
    ("k20", 0.21, 5, 19),
    ("k30", 0.15, 13, 20),
]


@pytest.mark.parametrize("name", ["k10", "k20", "k30"])
def test_the_thesis_matrices_are_square_with_two_decimals(name):
    matrix = np.array(game("minimal", matrix=name).matrix)
    side = int(name[1:])
    assert matrix.shape == (side, side)
    assert np.array_equal(np.round(matrix, 2), matrix)


@pytest.mark.parametrize(("name", "value", "move", "reply"), SHIPPED)
def test_minimax_of_the_thesis_matrices(name, value, move, reply):
    matrix = np.array(game("minimal", matrix=name).matrix)
    worst = matrix.min(axis=1)
    assert (worst.max(), worst.argmax(), matrix[move].argmin()) == (value, move, reply)


@given(
    rows=st.integers(1, 5).flatmap(
        lambda k: st.lists(
            st.lists(st.integers(0, 1000).map(lambda n: n / 1000), min_size=k, max_size=k),
            min_size=1,
            max_size=5,
        )
    )
)
def test_a_matrix_can_be_given_as_a_file(rows, tmp_path_factory):
    folder = tmp_path_factory.mktemp("matrix")
    (folder / "m.json").write_text(json.dumps({"means": rows}))
    (folder / "m.csv").write_text("\n".join(",".join(map(str, row)) for row in rows))
    expected = tuple(map(tuple, rows))
    for name in ("m.json", "m.csv"):
        assert game("minimal", matrix=str(folder / name)).matrix == expected


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([[0.5, 1.5]], "row 1, column 2 is 1.5"),
        ([[0.5], [0.5, 0.5]], "rows of the matrix differ"),
        ([], "the matrix is empty"),
        ("nowhere.json", "no file nowhere.json"),
        ([[0.12345678901]], "more than nine decimals"),
        (7, "a list of rows"),
        ("[[0.5", "not JSON"),
    ],
)
def test_a_wrong_matrix_is_refused_with_a_sentence(given, said):
    with pytest.raises(UsageError, match=said):
        game("minimal", matrix=given)
