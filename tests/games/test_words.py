"""What games say to people, and what they understand of what people type."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outwit.catalogue import game, game_class, games
from outwit.core.game import CHANCE, OVER
from outwit.core.options import options_of
from outwit.games.bluff_cards import packed
from outwit.games.bluff_pack import CALL, PASS
from outwit.games.rrrats import STOP, THROW
from outwit.play.mirror import legal_moves


def lay(*ranks):
    return packed(list(ranks))


@settings(max_examples=60)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_views_fit_a_terminal_and_choices_differ(wander, data, seed):
    """Any game under any text option, at any decision: lines of 80, and no choice named twice."""
    name = data.draw(st.sampled_from(games()))
    options = {
        key: data.draw(st.sampled_from(option.choices), label=key)
        for key, option in options_of(game_class(name)).items()
        if option.choices and option.kind is str
    }
    cap = {"bluff": {"max_turns": 20}, "war": {"cap": 20}, "rrrats": {"cap": 40}}.get(name, {})
    rules = game(name, **options, **cap)

    def look(state):
        seat = rules.to_move(state)
        if seat in (CHANCE, OVER):
            return
        view = state.table, state.own[seat], seat
        text = rules.seat_text(*view)
        assert max(map(len, text.split("\n"))) <= 80
        moves = list(rules.offers(*view, legal_moves(rules, state, seat)))
        words = [rules.choice_text(*view, move) for move in moves[:50]]
        assert len(set(words)) == len(words)
        for move, word in zip(moves, words, strict=False):
            assert rules.read_move(*view, word) in (move, None)

    wander(rules, seed, look, 200)


TYPED = [
    ("blackjack", {}, [], {"hit": 1, "H": 1, "stand": 0, "stay": 0, "hi": None}),
    ("kuhn", {}, [2, 1], {"check": 0, "b": 1, "call": None}),
    ("kuhn", {}, [2, 1, 1], {"fold": 0, "c": 1, "bet": None}),
    ("leduc", {}, [2, 1, 2], {"fold": 0, "Call": 1, "raise": 2, "check": None}),
    ("holdem", {}, [2, 1], {"check": 1, "bet": 2, "fold": None}),
    ("holdem", {}, [2, 1, 2], {"fold": 0, "call": 1, "r": 2}),
    ("rrrats", {}, [3], {"throw": THROW, "no": STOP, "s": STOP, "x": None}),
    ("tictactoe", {}, [], {"b2": 4, "2B": 4, "C 1": 2, "d1": None, "a0": None, "22": None}),
    ("tictactoe", {"size": 12}, [], {"a12": 132, "12a": 132, "l1": 11, "m1": None}),
    ("minimal", {}, [], {"row 3": 2, "10": 9, "r1": 0, "0": None, "first": None}),
    ("minimal", {}, [4], {"column 9": 8, "c2": 1}),
]


@pytest.mark.parametrize(("name", "options", "moves", "words"), TYPED)
def test_moves_in_words(play, name, options, moves, words):
    rules = game(name, **options)
    state = play(rules, moves)
    seat = rules.to_move(state)
    found = {word: rules.read_move(state.table, state.own[seat], seat, word) for word in words}
    assert found == words


# Bluff ----------------------------------------------------------------------------------------

BLUFF_LAYS = {
    "A 5": lay(0, 4),
    "a5": None,
    "5, A": lay(0, 4),
    "ace and five": None,
    "ace five": lay(0, 4),
    "A♠ A♦": lay(0, 0),
    "10 J q King": lay(9, 10, 11, 12),
    "t": lay(9),
    "sixes sixes": lay(5, 5),
    "A A A A A": None,
    "": None,
    "call": None,
}
BLUFF_ANSWERS = {"call": CALL, "Bluff!": CALL, "I doubt it": CALL, "p": PASS, "no": PASS, "A": None}


@pytest.mark.parametrize(("laid", "words"), [(False, BLUFF_LAYS), (True, BLUFF_ANSWERS)])
def test_cards_are_typed_by_name_and_a_call_as_people_say_it(play, laid, words):
    rules = game("bluff")
    state = play(rules, [rank for rank in range(13) for _ in range(4)])
    if laid:
        play(rules, [lay(0)], state)
    seat = rules.to_move(state)
    found = {word: rules.read_move(state.table, state.own[seat], seat, word) for word in words}
    assert found == words


def test_the_others_read_how_many_cards_were_laid_as_what_and_no_more(play):
    rules = game("bluff")
    state = play(rules, [rank for rank in range(13) for _ in range(4)])
    move = lay(0, 5)
    assert rules.move_text(state, move, 0) == "lays 2 cards as Aces: A  6 (a bluff)"
    assert {rules.move_text(state, move, other) for other in (1, 2, 3)} == {"lays 2 cards as Aces"}


def test_a_call_says_what_came_to_light(play):
    rules = game("bluff")
    state = play(rules, [*[rank for rank in range(13) for _ in range(4)], lay(0, 5)])
    told = "calls Bluff: it was a bluff, seat 1 takes the pile of 2"
    assert {rules.move_text(state, CALL, viewer) for viewer in range(4)} == {told}


# Rrrats! --------------------------------------------------------------------------------------


def dice(one, other):
    return 3 * max(one, other) + min(one, other)


@pytest.mark.parametrize(
    ("moves", "throw", "text"),
    [
        ([], (1, 0), "seat 1 throws [1] [0]: takes 1"),
        ([dice(1, 1), STOP], (2, 1), "seat 2 throws [2] [1]: steals 1, takes 1"),
        ([dice(1, 0), STOP], (2, 2), "seat 2 throws [2] [2]: steals 1, takes 1"),
        ([dice(1, 1), THROW], (0, 0), "seat 1 throws [0] [0]: loses 2 tokens, turn over"),
        ([], (0, 0), "seat 1 throws [0] [0]: turn over"),
        (
            [dice(1, 1), THROW, dice(1, 0), THROW],
            (1, 1),
            "seat 1 throws [1] [1]: takes 2, puts 1 back, turn over",
        ),
    ],
)
def test_throws_in_words(play, moves, throw, text):
    rules = game("rrrats")
    assert rules.move_text(play(rules, moves), dice(*throw), CHANCE) == text
