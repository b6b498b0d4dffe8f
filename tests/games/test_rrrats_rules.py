"""Rrrats!: the rules of section 3.2 of the paper `racing`, sentence by sentence."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit.catalogue import game
from outwit.core.game import CHANCE, OVER, blank_menu
from outwit.games.rrrats import STOP, THROW
from outwit.play.mirror import final_of, legal_moves


def dice(one, other):
    """A throw as chance's move."""
    return 3 * max(one, other) + min(one, other)


def turn(*throws):
    """Throws with `throw again` between them, the first one forced; then stop."""
    moves = [move for throw in throws for move in (THROW, dice(*throw))]
    return [*moves[1:], STOP]


def test_the_pile_has_31_tokens(play):
    state = play(game("rrrats"), [])
    assert (state.table.pile, state.table.hand, list(state.table.points)) == (31, 0, [0, 0])


def test_faces_0_1_2_fall_three_two_and_one_times_in_six(play):
    """Both dice together: a throw's weight is the product, twice where the dice differ."""
    rules = game("rrrats")
    menu = blank_menu(rules)
    n = rules.outcomes(play(rules, []), menu)
    listed = {menu.move[i]: Fraction(menu.weight[i], 36) for i in range(n)}
    faces = {0: Fraction(3, 6), 1: Fraction(2, 6), 2: Fraction(1, 6)}
    expected = dict.fromkeys((dice(*pair) for pair in product(faces, faces)), Fraction(0))
    for one, other in product(faces, faces):
        expected[dice(one, other)] += faces[one] * faces[other]
    assert listed == expected


EXAMPLES = [
    # dice, in hand, from the pile, stolen of the other's two
    ((0, 1), 1, 1, 0),
    ((1, 1), 2, 2, 0),
    ((1, 2), 2, 1, 1),
]


@pytest.mark.parametrize(("throw", "hand", "taken", "stolen"), EXAMPLES)
def test_the_three_examples(play, throw, hand, taken, stolen):
    rules = game("rrrats")
    before = play(rules, turn((1, 1)))
    assert (before.table.pile, list(before.table.points)) == (29, [2, 0])
    after = play(rules, [dice(*throw)], before)
    assert after.table.hand == hand
    assert after.table.pile == 29 - taken
    assert list(after.table.points) == [2 - stolen, 0]


def test_a_2_steals_a_point(play):
    """Rule b: from the other seat's own, into the hand."""
    state = play(game("rrrats"), [*turn((1, 1)), dice(2, 0)])
    assert (state.table.hand, state.table.pile, list(state.table.points)) == (1, 29, [1, 0])


@pytest.mark.parametrize(("throw", "points", "pile"), [((2, 0), [0, 0], 30), ((2, 2), [0, 0], 29)])
def test_a_2_takes_from_the_pile_where_there_is_nothing_to_steal(play, throw, points, pile):
    state = play(game("rrrats"), [dice(*throw)])
    assert (state.table.pile, list(state.table.points)) == (pile, points)


def test_two_2s_steal_one_and_take_one_where_the_other_has_one(play):
    state = play(game("rrrats"), [*turn((1, 0)), dice(2, 2)])
    assert (state.table.hand, state.table.pile, list(state.table.points)) == (2, 29, [0, 0])


def test_a_0_does_nothing(play):
    """Rule c."""
    state = play(game("rrrats"), [dice(0, 1)])
    assert (state.table.hand, state.table.pile) == (1, 30)


@pytest.mark.parametrize(("reading", "pile", "points"), [("pile", 31, 0), ("keep", 29, 2)])
def test_two_0s_end_the_turn_and_the_hand_is_put_away(play, reading, pile, points):
    """Rule d, in its two readings: back to the pile, or to one's own."""
    rules = game("rrrats", double_zero=reading)
    state = play(rules, [dice(1, 1), THROW, dice(0, 0)])
    assert (state.table.pile, list(state.table.points)) == (pile, [points, 0])
    assert (state.table.turn, state.table.hand, rules.to_move(state)) == (1, 0, CHANCE)


def test_after_each_throw_the_player_decides(play):
    rules = game("rrrats")
    for throw in product(range(3), range(3)):
        if throw != (0, 0):
            state = play(rules, [dice(*throw)])
            assert rules.to_move(state) == 0
            assert legal_moves(rules, state, 0) == [STOP, THROW]


def test_a_player_may_throw_any_number_of_times(play):
    """It is the hand that ends a turn, not the number of throws."""
    rules = game("rrrats", at_four="choose")
    state = play(rules, [dice(1, 0), THROW, dice(1, 0), THROW, dice(1, 0), THROW, dice(1, 0)])
    assert (state.table.hand, rules.to_move(state)) == (4, 0)


@pytest.mark.parametrize(
    ("throws", "pile"),
    [
        ([(1, 1), (1, 0), (1, 1)], 27),  # three and two: one too many
        ([(1, 1), (1, 1), (1, 1)], 27),  # four and two: two too many
        ([(1, 1), (1, 1), (1, 0)], 27),
    ],
)
def test_more_than_four_in_hand_end_the_turn_and_the_surplus_goes_back(play, throws, pile):
    rules = game("rrrats")
    state = play(rules, turn(*throws)[:-1])
    assert (state.table.turn, state.table.hand) == (1, 0)
    assert (state.table.pile, list(state.table.points)) == (pile, [4, 0])


@pytest.mark.parametrize(("reading", "turn_of"), [("choose", 0), ("stops", 1)])
def test_exactly_four_are_not_more_than_four(play, reading, turn_of):
    rules = game("rrrats", at_four=reading)
    state = play(rules, [dice(1, 1), THROW, dice(1, 1)])
    assert state.table.turn == turn_of
    assert list(state.table.points) == ([0, 0] if turn_of == 0 else [4, 0])


def test_when_the_turn_is_over_the_hand_becomes_ones_own(play):
    state = play(game("rrrats"), turn((1, 1), (1, 0)))
    assert (list(state.table.points), state.table.hand, state.table.turn) == ([3, 0], 0, 1)


@pytest.mark.parametrize(("reading", "points"), [("counts", [2, 2]), ("lost", [2, 0])])
def test_the_game_ends_when_the_pile_is_empty(play, reading, points):
    rules = game("rrrats", tokens=4, final_hand=reading, score="tokens")
    state = play(rules, [*turn((1, 1)), dice(1, 1)])
    assert rules.to_move(state) == OVER
    assert list(final_of(rules, state).payoffs) == points


def test_surplus_goes_back_before_the_pile_is_looked_at(play):
    """A hand of five that empties the pile gives one back: the game goes on."""
    rules = game("rrrats", tokens=5)
    state = play(rules, [dice(1, 1), THROW, dice(1, 0), THROW, dice(1, 1)])
    assert (state.table.pile, list(state.table.points), state.table.turn) == (1, [4, 0], 1)


def test_only_what_is_there_can_be_taken(play):
    """One token left and two 1s thrown: one is taken, and the game is over."""
    rules = game("rrrats", tokens=3, score="tokens")
    state = play(rules, [*turn((1, 1)), dice(1, 1)])
    assert list(final_of(rules, state).payoffs) == [2, 1]


@pytest.mark.parametrize(
    ("moves", "result"),
    [
        ([*turn((1, 1)), dice(1, 0)], (1, -1)),
        ([*turn((1, 0)), dice(1, 1)], (-1, 1)),
        ([*turn((1, 1)), dice(1, 2)], (-1, 1)),  # stolen tokens count
    ],
)
def test_the_aim_is_to_have_the_most_points(play, moves, result):
    rules = game("rrrats", tokens=3)
    assert final_of(rules, play(rules, moves)).payoffs == result


def test_a_free_opening_lets_a_seat_pass_until_the_cap(play):
    rules = game("rrrats", opening="free", cap=4)
    state = play(rules, [STOP] * 4)
    assert rules.to_move(state) == OVER
    assert rules.endings[final_of(rules, state).ending] == "capped"
    assert final_of(rules, state).payoffs == (0, 0)


@given(
    seed=st.integers(0, 2**32),
    double_zero=st.sampled_from(["pile", "keep"]),
    final_hand=st.sampled_from(["counts", "lost"]),
    at_four=st.sampled_from(["choose", "stops"]),
    opening=st.sampled_from(["forced", "free"]),
    tokens=st.integers(1, 100),
)
def test_tokens_are_never_lost(wander, seed, tokens, **readings):
    rules = game("rrrats", tokens=tokens, cap=300, **readings)

    def look(state):
        at = state.table
        kept = at.pile + at.hand + sum(at.points)
        assert min(at.pile, at.hand, *at.points) >= 0
        assert at.hand <= 4
        if rules.to_move(state) != OVER or readings["final_hand"] == "counts" or at.capped:
            assert kept == tokens
        else:
            assert tokens - 4 <= kept <= tokens

    wander(rules, seed, look)
