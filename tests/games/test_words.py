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
        for text in (rules.seat_text(*view), rules.view_text(*view)):
            assert text.strip()
            assert max(map(len, text.split("\n"))) <= 80
        moves = list(rules.offers(*view, legal_moves(rules, state, seat)))
        words = [rules.choice_text(*view, move) for move in moves[:50]]
        assert len(set(words)) == len(words)
        for move, word in zip(moves, words, strict=False):
            assert rules.read_move(*view, word) in (move, None)

    end = rules.end_text(wander(rules, seed, look, 200))
    assert max(map(len, end.split("\n"))) <= 80


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
    assert rules.move_text(state, move, 0) == "lay 2 cards as Aces: A  6 (a bluff)"
    assert rules.move_text(state, move, CHANCE) == "lays 2 cards as Aces: A  6 (a bluff)"
    assert {rules.move_text(state, move, other) for other in (1, 2, 3)} == {"lays 2 cards as Aces"}


def test_a_call_says_what_came_to_light_and_the_loser_sees_what_it_takes(play):
    rules = game("bluff")
    state = play(rules, [*[rank for rank in range(13) for _ in range(4)], lay(0, 5)])
    told = "Bluff: it was a bluff, seat 1 takes the pile of 2"
    taken = "Bluff: it was a bluff, you take the pile of 2: A  6"
    read = [rules.move_text(state, CALL, viewer) for viewer in range(4)]
    assert read == [f"calls {taken}", f"call {told}", f"calls {told}", f"calls {told}"]


def test_lays_are_offered_in_words_the_true_ones_first(play):
    rules = game("bluff", seats=2, ranks=4, suits=2)
    state = play(rules, [0, 1, 0, 1, 2, 2, 3, 3])
    view = state.table, state.own[0], 0
    offered = rules.offers(*view, legal_moves(rules, state, 0))
    words = [rules.choice_text(*view, move) for move in offered]
    assert words[:5] == ["Ace + Ace (true)", "Ace (true)", "Three", "Four", "Ace + Three"]
    assert rules.read_move(*view, "Ace + Three") == lay(0, 2)


# War ------------------------------------------------------------------------------------------


def test_what_was_laid_face_down_in_a_war_is_for_who_takes_it(play):
    """Four ranks twice: 4 and 4, one of each face down, then 5 against 3 of a shorter pack."""
    rules = game("war", ranks=4, suits=2)
    state = play(rules, war_deal(rules, [2, 0, 3, 1], [2, 1, 0, 3]))
    assert (rules.to_move(state), state.table.won) == (0, 6)
    assert rules.move_text(state, 0, 0) == "take K K J Q A J in decreasing order"
    assert rules.move_text(state, 0, CHANCE) == "takes K K J Q A J in decreasing order"
    assert rules.move_text(state, 0, 1) == "takes K K A J and 2 face down"
    drawn = rules.view_text(state.table, state.own[0], 0)
    assert "a war: 2 cards lie face down" in drawn
    assert "│K │A │" in drawn
    assert "│K │J │" in drawn


def war_deal(rules, *decks):
    """Chance's moves that deal these decks, top cards first."""
    pack = [card // rules.suits for card in range(rules.pack)]
    wanted, moves = [card for deck in decks for card in deck], []
    for place in range(rules.pack - 1, 0, -1):
        move = pack.index(wanted[place], 0, place + 1)
        pack[place], pack[move] = pack[move], pack[place]
        moves.append(move)
    return moves


@pytest.mark.parametrize(
    ("decks", "up"),
    [
        (([2, 0], [1, 2]), [[2], [1]]),
        # 1 and 1; 0 and 2 face down; 2 and 0.
        (([1, 0, 2], [1, 2, 0]), [[1, 2], [1, 0]]),
    ],
)
def test_cards_that_were_turned_up(play, decks, up):
    rules = game("war", ranks=3, suits=2)
    rest = [0, 0, 1, 1, 2, 2]
    for card in (card for deck in decks for card in deck):
        rest.remove(card)
    full = [[*deck, *(rest.pop() for _ in range(3 - len(deck)))] for deck in decks]
    state = play(rules, war_deal(rules, *full))
    names = "QKA"
    found = [rules.up_cards(state.table, seat) for seat in range(2)]
    assert found == [[names[card] for card in cards] for cards in up]


def test_a_last_card_turned_up_in_a_war_has_none_face_down(play):
    """With `short=last`: Queens, one card face down on one side alone, a King, the last Ace."""
    rules = game("war", ranks=3, suits=2, short="last")
    state = play(rules, [*war_deal(rules, [2, 0, 1], [1, 0, 2]), 1])
    assert (rules.to_move(state), state.table.won) == (1, 5)
    assert [rules.up_cards(state.table, seat) for seat in range(2)] == [["Q", "K"], ["Q", "A"]]


# What lies open at the end ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "moves", "shown"),
    [
        ("kuhn", [0, 2, 1, 1], ["│J │", "│K │"]),
        ("kuhn", [0, 2, 1, 0], ["Seat 2 has folded; no card is shown."]),
        ("kuhn", [0, 2, 0, 1, 0], ["Seat 1 has folded; no card is shown."]),
        ("leduc", [0, 4, 1, 1, 5, 1, 1], ["│J♠│", "│Q♥│", "│K♥│"]),
        ("leduc", [0, 4, 2, 0], ["Seat 2 has folded; no card is shown."]),
        ("holdem", [0, 4, 1, 1, 12, 1, 1], ["│T │", "│A │", "│Q │Q │"]),
        ("holdem", [0, 4, 2, 0], ["Seat 2 has folded; no card is shown."]),
        ("tictactoe", [4, 0, 2, 1, 6], ["│ o │ o │ x │"]),
    ],
)
def test_hands_are_shown_at_a_showdown_and_never_after_a_fold(play, name, moves, shown):
    rules = game(name)
    state = play(rules, moves)
    assert rules.to_move(state) == OVER
    told = rules.end_text(state)
    for part in shown:
        assert part in told
    if "folded" in told:
        assert "│" not in told


# Rrrats! --------------------------------------------------------------------------------------


def dice(one, other):
    return 3 * max(one, other) + min(one, other)


@pytest.mark.parametrize(
    ("moves", "throw", "text"),
    [
        ([], (1, 0), "seat 1 throws [•] [ ]: takes 1"),
        ([dice(1, 1), STOP], (2, 1), "seat 2 throws [••] [•]: steals 1, takes 1"),
        ([dice(1, 0), STOP], (2, 2), "seat 2 throws [••] [••]: steals 1, takes 1"),
        ([dice(1, 1), THROW], (0, 0), "seat 1 throws [ ] [ ]: loses 2 tokens, turn over"),
        ([], (0, 0), "seat 1 throws [ ] [ ]: turn over"),
        (
            [dice(1, 1), THROW, dice(1, 0), THROW],
            (1, 1),
            "seat 1 throws [•] [•]: takes 2, puts 1 back, turn over",
        ),
    ],
)
def test_throws_in_words(play, moves, throw, text):
    rules = game("rrrats")
    state = play(rules, moves)
    assert rules.move_text(state, dice(*throw), CHANCE) == text
    who = int(text[5]) - 1
    yours = rules.move_text(state, dice(*throw), who)
    assert yours.startswith("you throw [")
    assert rules.move_text(state, dice(*throw), 1 - who) == text
