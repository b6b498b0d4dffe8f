"""Bluff: the rules of chapters 2 and 3 of the paper `bluff`, sentence by sentence."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outwit.catalogue import game
from outwit.core.errors import UsageError
from outwit.core.game import CHANCE, OVER
from outwit.core.generator import new_rng
from outwit.core.records import bytes_of
from outwit.games.bluff_cards import packed, size, unpacked
from outwit.games.bluff_pack import ASKING, CALL, CAUGHT, HONEST, LAYING, NOBODY, PASS, UNCALLED
from outwit.play.mirror import final_of, is_allowed, legal_moves

ACE, TWO, THREE, FOUR, FIVE = range(5)


def lay(*ranks):
    """Cards as a move."""
    return packed(list(ranks))


def dealing(rules, *hands):
    """Chance's moves that deal these cards first to each seat; the others go round in any order."""
    left = Counter(dict.fromkeys(range(rules.ranks), rules.suits))
    left.subtract(chain.from_iterable(hands))
    assert min(left.values()) >= 0
    spare = iter(sorted(left.elements()))
    moves = []
    for k in range(rules.dealt_out):
        hand, place = hands[k % rules.seats], k // rules.seats
        moves.append(hand[place] if place < len(hand) else next(spare))
    return moves


def cards_of(state, rules):
    """Every card in hands, in the pile, in the deck."""
    cards = Counter()
    for seat in range(rules.seats):
        own = state.own[seat]
        cards.update(unpacked(own.hand) + unpacked(own.mine) + unpacked(own.laying))
    deck = list(state.hidden.deck)[: state.hidden.left]
    return cards + Counter(card // rules.suits for card in deck)


SMALL = {"seats": 3, "ranks": 3, "suits": 2}
HANDS = ([ACE, TWO], [ACE, TWO], [THREE, THREE])


def small(play, moves, **options):
    """A pack of Aces, Twos and Threes, two of each; three seats with the HANDS."""
    rules = game("bluff", **{**SMALL, **options})
    return rules, play(rules, [*dealing(rules, *HANDS), *moves])


# The deal -------------------------------------------------------------------------------------


def test_a_pack_of_52_cards_is_dealt_and_each_gets_the_same_number(play):
    rules = game("bluff")
    state = play(rules, dealing(rules, [], [], [], []))
    assert list(state.table.cards) == [13, 13, 13, 13]
    assert cards_of(state, rules) == Counter(dict.fromkeys(range(13), 4))
    assert (rules.to_move(state), state.table.phase) == (0, LAYING)


@pytest.mark.parametrize(
    ("seats", "spare", "hands"),
    [
        (5, "dealt", [11, 11, 10, 10, 10]),
        (5, "aside", [10] * 5),
        (6, "dealt", [9, 9, 9, 9, 8, 8]),
        (6, "aside", [8] * 6),
        (3, "dealt", [18, 17, 17]),
        (2, "aside", [26, 26]),
    ],
)
def test_cards_that_do_not_go_round_are_dealt_or_put_aside(play, seats, spare, hands):
    rules = game("bluff", seats=seats, spare=spare)
    state = play(rules, dealing(rules, *[[]] * seats))
    assert list(state.table.cards) == hands
    assert cards_of(state, rules) == Counter(dict.fromkeys(range(13), 4))


def test_cards_are_dealt_in_turn(play):
    _, state = small(play, [])
    assert [unpacked(state.own[seat].hand) for seat in range(3)] == [sorted(h) for h in HANDS]


# A turn ---------------------------------------------------------------------------------------


def test_the_first_lays_aces_the_next_twos_and_after_kings_come_aces(play):
    rules = game("bluff")
    state = play(rules, dealing(rules, *[[]] * 4))
    announced = []
    for turn in range(15):
        announced.append((state.table.layer, state.table.rank))
        move = legal_moves(rules, state, turn % 4)[0]
        play(rules, [move, PASS, PASS, PASS], state)
    assert announced == [(turn % 4, turn % 13) for turn in range(15)]


def test_how_many_cards_are_laid_is_declared(play):
    for cards, many in [((ACE,), 1), ((ACE, TWO), 2)]:
        _, state = small(play, [lay(*cards)])
        assert (state.table.laid, state.table.pile, state.table.cards[0]) == (many, many, 2 - many)


def test_cards_lie_face_down(play):
    """Whatever was laid, the others see the same."""
    _, true = small(play, [lay(ACE)])
    _, false = small(play, [lay(TWO)])
    assert bytes_of(true.table) == bytes_of(false.table)
    for other in (1, 2):
        assert bytes_of(true.own[other]) == bytes_of(false.own[other])
    assert bytes_of(true.own[0]) != bytes_of(false.own[0])


def test_nobody_may_pass_a_turn(play):
    rules, state = small(play, [])
    assert 0 not in legal_moves(rules, state, 0)
    assert not is_allowed(rules, state, 0, 0)


@pytest.mark.parametrize("max_cards", [1, 2, 3, 4])
def test_any_one_to_max_cards_of_the_hand_may_be_laid(play, max_cards):
    rules = game("bluff", max_cards=max_cards)
    hand = [0, 0, 0, 0, 1, 1, 2, 5, 5, 5, 9, 12, 12]
    state = play(rules, dealing(rules, hand, [], [], []))
    choices = {
        lay(*cards) for many in range(1, max_cards + 1) for cards in combinations(hand, many)
    }
    assert legal_moves(rules, state, 0) == sorted(choices)
    for move in choices:
        assert is_allowed(rules, state, 0, move)
    for move in (lay(3), lay(1, 1, 1), lay(0, 0, 0, 0, 1), -1, 1 << 52):
        assert not is_allowed(rules, state, 0, move)


# Calling --------------------------------------------------------------------------------------


def test_each_of_the_others_is_asked_in_turn(play):
    rules, state = small(play, [lay(ACE)])
    asked = []
    while state.table.phase == ASKING:
        asked.append(rules.to_move(state))
        assert legal_moves(rules, state, asked[-1]) == [PASS, CALL]
        play(rules, [PASS], state)
    assert asked == [1, 2]
    assert (rules.to_move(state), state.table.rank) == (1, TWO)


def test_the_asking_goes_round_from_the_seat_behind(play):
    rules, state = small(play, [lay(ACE), PASS, PASS, lay(TWO)])
    assert rules.to_move(state) == 2
    assert rules.to_move(play(rules, [PASS], state)) == 0


def test_who_bluffed_and_is_called_takes_the_pile(play):
    _, state = small(play, [lay(ACE), PASS, PASS, lay(ACE), PASS, CALL])
    assert unpacked(state.own[1].hand) == [ACE, ACE, TWO]
    assert list(state.table.cards) == [1, 3, 2]
    assert (state.table.pile, state.table.verdict[1], state.table.caller[1]) == (0, CAUGHT, 0)


def test_who_calls_the_truth_takes_the_pile(play):
    _, state = small(play, [lay(ACE), PASS, PASS, lay(TWO), PASS, CALL])
    assert unpacked(state.own[0].hand) == [ACE, TWO, TWO]
    assert list(state.table.cards) == [3, 1, 2]
    assert (state.table.pile, state.table.verdict[1], state.table.caller[1]) == (0, HONEST, 0)


def test_one_wrong_card_among_right_ones_is_a_bluff(play):
    _, state = small(play, [lay(ACE, TWO), CALL])
    assert state.table.verdict[0] == CAUGHT


def test_the_first_call_ends_the_asking_and_the_turn_goes_on_to_the_next(play):
    for moves in ([lay(ACE), CALL], [lay(TWO), CALL], [lay(ACE), PASS, CALL]):
        rules, state = small(play, moves)
        assert (rules.to_move(state), state.table.phase, state.table.rank) == (1, LAYING, TWO)


def test_a_verdict_stays_on_the_table_until_the_seats_next_turn_is_over(play):
    rules, state = small(play, [lay(TWO), CALL, lay(TWO), PASS, PASS, lay(THREE), PASS, PASS])
    assert (state.table.verdict[0], state.table.caller[0]) == (CAUGHT, 1)
    play(rules, [lay(ACE), PASS, PASS], state)
    assert (state.table.verdict[0], state.table.caller[0]) == (UNCALLED, NOBODY)


# The end --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "moves", "winner"),
    [
        ("unchallenged", [lay(ACE, TWO), PASS, PASS], 0),  # nobody called
        ("unchallenged", [lay(ACE, TWO), PASS, CALL], None),  # caught: it takes the pile
        ("at-once", [lay(ACE, TWO)], 0),
    ],
)
def test_the_first_without_cards_wins(play, reading, moves, winner):
    rules, state = small(play, moves, win=reading)
    if winner is None:
        assert rules.to_move(state) == 1
        assert state.table.cards[0] == 2
    else:
        assert final_of(rules, state).payoffs == (1, 0, 0)


def test_a_call_in_vain_does_not_stop_an_empty_hand_from_winning(play):
    hands = [ACE, ACE], [TWO, TWO], [THREE, THREE]
    rules = game("bluff", **SMALL)
    state = play(rules, [*dealing(rules, *hands), lay(ACE, ACE), CALL])
    assert final_of(rules, state).payoffs == (1, 0, 0)


@pytest.mark.parametrize(
    ("reading", "payoffs", "worth"), [("nobody", (0, 0, 0), 0), ("split", (1, 1, 1), 1 / 3)]
)
def test_a_cap_on_turns_leaves_the_game_undecided(play, reading, payoffs, worth):
    moves = [lay(ACE), PASS, PASS, lay(TWO), PASS, PASS]
    rules, state = small(play, moves, max_turns=2, capped=reading)
    assert rules.to_move(state) == OVER
    final = final_of(rules, state)
    assert final.payoffs == payoffs
    assert rules.endings[final.ending] == "capped"
    assert final.payoffs[0] * rules.unit == pytest.approx(worth)


# Options for the hand, for search and for solvers -------------------------------------------------


def test_a_hand_in_dealt_order_keeps_it_and_takes_cards_behind(play):
    rules = game("bluff", **SMALL, hand="dealt")
    hands = [TWO, ACE], [ACE, TWO], [THREE, THREE]
    state = play(rules, dealing(rules, *hands))
    assert list(state.own[0].order)[:2] == [TWO, ACE]
    play(rules, [lay(ACE), PASS, PASS, lay(ACE), PASS, CALL], state)
    assert list(state.own[1].order)[:3] == [TWO, ACE, ACE]


def test_cards_laid_one_by_one_are_the_same_turn(play):
    rules, state = small(play, [], lay="singly")
    assert legal_moves(rules, state, 0) == [ACE, TWO]
    play(rules, [ACE], state)
    assert legal_moves(rules, state, 0) == [TWO, rules.done]
    play(rules, [rules.done], state)
    _, together = small(play, [lay(ACE)])
    assert bytes_of(state.table) == bytes_of(together.table)
    assert state.own[0].hand == together.own[0].hand


def test_one_by_one_ends_by_itself_with_the_last_card_and_the_most_cards(play):
    for options, moves in [({}, [ACE, TWO]), ({"max_cards": 1}, [TWO])]:
        _, state = small(play, moves, lay="singly", **options)
        assert (state.table.phase, state.table.laid) == (ASKING, len(moves))


def test_a_full_log_must_be_short_enough():
    with pytest.raises(UsageError, match="max_turns may be 256 at most"):
        game("bluff", log="full")


def test_a_pack_must_give_each_seat_a_card():
    with pytest.raises(UsageError, match="too few for 6 seats"):
        game("bluff", seats=6, ranks=2, suits=2)


packs = st.fixed_dictionaries(
    {
        "seats": st.integers(2, 6),
        "win": st.sampled_from(["unchallenged", "at-once"]),
        "hand": st.sampled_from(["sorted", "dealt"]),
        "spare": st.sampled_from(["dealt", "aside"]),
        "lay": st.sampled_from(["together", "singly"]),
        "log": st.sampled_from(["short", "full"]),
        "max_cards": st.integers(1, 4),
        "ranks": st.integers(2, 13),
        "suits": st.integers(3, 4),
        "max_turns": st.integers(1, 12),
    }
)


def consistent(rules, state):
    """No card is lost, and the table tells the truth about numbers."""
    at = state.table
    assert cards_of(state, rules) == Counter(dict.fromkeys(range(rules.ranks), rules.suits))
    assert at.pile == sum(at.share)
    for seat in range(rules.seats):
        own = state.own[seat]
        assert size(own.hand) + size(own.laying) == at.cards[seat]
        assert size(own.mine) == at.share[seat]
        if rules.in_order:
            order = list(own.order)
            assert sorted(order[: at.cards[seat]]) == sorted(
                unpacked(own.hand) + unpacked(own.laying)
            )
    if rules.in_order:
        pile = chain.from_iterable(unpacked(state.own[seat].mine) for seat in range(rules.seats))
        assert sorted(list(state.hidden.pile)[: at.pile]) == sorted(pile)


@settings(max_examples=60)
@given(options=packs, seed=st.integers(0, 2**32))
def test_hands_and_pile_are_always_the_whole_pack(wander, options, seed):
    rules = game("bluff", **options)
    state = wander(rules, seed, lambda state: consistent(rules, state))
    final = final_of(rules, state)
    assert sum(final.payoffs) == (1 if final.ending == 0 else 0)


@settings(max_examples=40)
@given(options=packs, seed=st.integers(0, 2**32))
def test_what_a_seat_cannot_see_is_drawn_anew(wander, options, seed):
    """`resample` before every decision: the seat sees the same, and play can always go on."""
    rules = game("bluff", **options)
    rng = new_rng(seed)

    def look(state):
        mover = rules.to_move(state)
        if mover not in (CHANCE, OVER):
            seen = bytes_of(state.table), bytes_of(state.own[mover])
            rules.resample(state, mover, rng)
            assert (bytes_of(state.table), bytes_of(state.own[mover])) == seen
            consistent(rules, state)

    final_of(rules, wander(rules, seed, look))


def test_resampled_cards_are_dealt_evenly(play):
    """Seat 1 holds two of six cards: the four others fall to two seats in six equally likely ways.

    The 6 counts of 3,000 deals are binomial with deviation 20.4; a bound of 5.2 of those is passed
    by one count in 5 million, by any in 1 million.
    """
    rules, state = small(play, [])
    seen = Counter()
    rng = new_rng(3)
    for _ in range(3000):
        rules.resample(state, 0, rng)
        seen[state.own[1].hand] += 1
    # Unseen: Ace, Two, Three, Three. Seat 2 gets two of these four cards.
    ways = Counter(lay(*pair) for pair in combinations([ACE, TWO, THREE, THREE], 2))
    assert seen.keys() == ways.keys()
    for hand, count in ways.items():
        assert abs(seen[hand] - 500 * count) < 5.2 * (3000 * count / 6 * (1 - count / 6)) ** 0.5
