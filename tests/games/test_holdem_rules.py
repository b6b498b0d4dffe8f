"""Simplified hold'em: the rules of the paper `poker`, appendix and table 1a."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations

import pytest

from outwit.catalogue import game
from outwit.core.game import CHANCE, OVER, blank_menu
from outwit.games.holdem import CALL, FOLD, RAISE
from outwit.play.mirror import final_of, legal_moves

T, J, Q, K, A = range(5)
CHECKED = [CALL, CALL]


def board(one, other):
    """Two public cards as chance's move."""
    return 5 * max(one, other) + min(one, other)


def lines(rules, play, moves):
    """All ways in which a betting round can go on."""
    state = play(rules, moves)
    seat = rules.to_move(state)
    if seat in (CHANCE, OVER):
        return [[]]
    return [
        [move, *rest]
        for move in legal_moves(rules, state, seat)
        for rest in lines(rules, play, [*moves, move])
    ]


def test_both_begin_with_half_a_token_and_one_card(play):
    rules = game("holdem")
    state = play(rules, [A, T])
    assert [paid * rules.unit for paid in state.table.paid] == [0.5, 0.5]
    assert [state.own[0].card, state.own[1].card] == [A, T]
    assert rules.to_move(state) == 0


def test_the_deck_has_20_cards_of_5_ranks(play):
    """Chance's weights are those of dealing 20 single cards: 15 boards, pairs among them."""
    rules = game("holdem")
    deck = [rank for rank in range(5) for _ in range(4)]
    dealt = Counter()
    for mine, theirs in permutations(range(20), 2):
        left = [card for card in range(20) if card not in (mine, theirs)]
        for one, other in combinations(left, 2):
            dealt[deck[mine], deck[theirs], board(deck[one], deck[other])] += 1
    whole = sum(dealt.values())
    found = {
        (mine, theirs, public): p * q * r
        for mine, p in chances(rules, play, [])
        for theirs, q in chances(rules, play, [mine])
        for public, r in chances(rules, play, [mine, theirs, *CHECKED])
    }
    assert len({public for _, _, public in found}) == 15
    assert found == {deal: Fraction(ways, whole) for deal, ways in dealt.items()}


def chances(rules, play, moves):
    """Chance's moves after some moves, with probabilities."""
    menu = blank_menu(rules)
    n = rules.outcomes(play(rules, moves), menu)
    whole = sum(menu.weight[i] for i in range(n))
    return [(menu.move[i], Fraction(menu.weight[i], whole)) for i in range(n)]


TABLE_1A = [
    # moves of the round, who is to move, legal
    ([], 0, [CALL, RAISE]),  # first, 0: bet, check
    ([CALL, RAISE], 0, [FOLD, CALL]),  # first, 1: bet (which is to call), fold
    ([RAISE, RAISE], 0, [FOLD, CALL]),
    ([CALL], 1, [CALL, RAISE]),  # second, 0: check, raise
    ([RAISE], 1, [FOLD, CALL, RAISE]),  # second, 1: bet, fold, raise
]


@pytest.mark.parametrize("first_round", [[], [*CHECKED, board(T, K)]], ids=["hand", "board"])
@pytest.mark.parametrize(("moves", "seat", "legal"), TABLE_1A)
def test_legal_actions_are_those_of_table_1a_in_both_rounds(play, first_round, moves, seat, legal):
    rules = game("holdem")
    state = play(rules, [A, T, *first_round, *moves])
    assert rules.to_move(state) == seat
    assert legal_moves(rules, state, seat) == legal


def test_a_round_is_one_of_seven_lines_and_costs_two_tokens_at_most(play):
    rules = game("holdem")
    found = lines(rules, play, [A, T])
    assert sorted(found) == sorted(
        [
            [CALL, CALL],
            [CALL, RAISE, FOLD],
            [CALL, RAISE, CALL],
            [RAISE, FOLD],
            [RAISE, CALL],
            [RAISE, RAISE, FOLD],
            [RAISE, RAISE, CALL],
        ]
    )
    for line in found:
        state = play(rules, [A, T, *line])
        assert max(state.table.paid) * rules.unit <= 0.5 + 2


def test_either_0_or_1_token_is_placed_on_top_of_what_the_other_placed(play):
    rules = game("holdem")
    for moves, paid in [([CALL], [0.5, 0.5]), ([RAISE], [1.5, 0.5]), ([RAISE, RAISE], [1.5, 2.5])]:
        state = play(rules, [A, T, *moves])
        assert [units * rules.unit for units in state.table.paid] == paid


@pytest.mark.parametrize(
    ("moves", "net"),
    [
        ([RAISE, FOLD], [0.5, -0.5]),
        ([CALL, RAISE, FOLD], [-0.5, 0.5]),
        ([RAISE, RAISE, FOLD], [-1.5, 1.5]),
        ([RAISE, CALL, board(T, T), CALL, RAISE, FOLD], [-1.5, 1.5]),
        ([RAISE, RAISE, CALL, board(K, K), RAISE, RAISE, FOLD], [-3.5, 3.5]),
    ],
)
def test_who_folds_loses_what_it_has_placed(play, paid, moves, net):
    rules = game("holdem")
    assert paid(rules, play(rules, [T, A, *moves])) == net


def test_then_two_public_cards_and_a_second_round_in_the_same_order(play):
    rules = game("holdem")
    state = play(rules, [A, T, RAISE, CALL])
    assert rules.to_move(state) == CHANCE
    state = play(rules, [board(Q, J)], state)
    assert list(state.table.public) == [J, Q]
    assert rules.to_move(state) == 0


def test_after_the_second_round_hands_are_compared(play):
    rules = game("holdem")
    state = play(rules, [A, T, *CHECKED, board(Q, J), *CHECKED])
    assert rules.to_move(state) == OVER


SHOWDOWNS = [
    # first hand, second hand, board, who wins (or None)
    (T, A, (T, T), 0),  # three of a kind beat a pair on the board
    (T, A, (T, K), 0),  # a pair beats none
    (K, Q, (K, Q), 0),  # the higher pair
    (Q, J, (T, A), 0),  # no pairs: the higher hand card
    (A, A, (T, K), None),  # the same hand: even
    (K, K, (K, T), None),  # the same pair: even
    (J, Q, (Q, Q), 1),
]


@pytest.mark.parametrize(("first", "second", "public", "winner"), SHOWDOWNS)
@pytest.mark.parametrize("stake", [[CALL, CALL], [RAISE, RAISE, CALL]], ids=["0.5", "4.5"])
def test_hand_strength_decides(play, paid, first, second, public, winner, stake):
    rules = game("holdem")
    state = play(rules, [first, second, *stake, board(*public), *stake])
    worth = 0.5 if stake == CHECKED else 4.5
    expected = {None: [0, 0], 0: [worth, -worth], 1: [-worth, worth]}[winner]
    assert paid(rules, state) == expected


@pytest.mark.parametrize(("reading", "net"), [("plays", [-0.5, 0.5]), ("ties", [0, 0])])
def test_a_pair_on_the_board_and_the_hand_card(play, paid, reading, net):
    rules = game("holdem", kicker=reading)
    assert paid(rules, play(rules, [Q, A, *CHECKED, board(T, T), *CHECKED])) == net


@pytest.mark.parametrize("reading", ["plays", "ties"])
def test_three_of_a_kind_beat_a_better_hand_card(play, reading):
    rules = game("holdem", kicker=reading)
    state = play(rules, [T, A, *CHECKED, board(T, T), *CHECKED])
    assert final_of(rules, state).payoffs == (1, -1)
