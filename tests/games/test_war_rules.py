"""War: the rules of section 3.1 of the paper `racing`, sentence by sentence."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outwit.catalogue import game
from outwit.core.errors import UsageError
from outwit.core.game import CHANCE, OVER
from outwit.games.war import DECREASING, INCREASING, RANDOM, RING
from outwit.play.mirror import final_of, legal_moves
from outwit.play.trace import chance_moves


def dealing(rules, *decks):
    """Chance's moves that deal these decks, top cards first; the rest goes round in any order.

    Chance fills places from the last one down, each with any card of the places up to it.
    """
    half = rules.pack // 2
    left = Counter(card // rules.suits for card in range(rules.pack))
    left.subtract(card for deck in decks for card in deck)
    rest = list(left.elements())
    wanted = []
    for deck in decks:
        short = half - len(deck)
        wanted += [*deck, *rest[:short]]
        rest = rest[short:]
    pack = [card // rules.suits for card in range(rules.pack)]
    moves = []
    for place in range(rules.pack - 1, 0, -1):
        move = pack.index(wanted[place], 0, place + 1)
        pack[place], pack[move] = pack[move], pack[place]
        moves.append(move)
    return moves


def deck(state, seat):
    """Cards in a deck, the top one first."""
    ring, first = state.hidden.ring[seat], state.hidden.first[seat]
    return [ring[(first + i) % RING] for i in range(state.table.left[seat])]


def all_cards(state):
    """Every card, wherever it lies."""
    won = list(state.table.pile)[: state.table.won]
    return Counter(deck(state, 0) + deck(state, 1) + won)


def test_each_player_gets_26_cards(play, paid):
    """The first battle has turned up one card of each; nobody sees the decks."""
    war = game("war")
    state = play(war, dealing(war, [12], [11]))
    assert list(state.table.left) == [25, 25]
    assert all_cards(state) == Counter(dict.fromkeys(range(13), 4))
    seen = [name for name, *_ in [*war.table(), *war.own()]]
    assert "ring" not in seen


def test_cards_are_dealt_at_random(play):
    """Every arrangement of a small pack comes up by equally many of chance's moves."""
    war = game("war", ranks=2, suits=2)
    ways = Counter()
    for moves in product(range(4), range(3), range(2)):
        state = play(war, moves)
        at = state.table
        turned = tuple(at.pile)[: at.won] if at.won else ("war",)
        ways[turned] += 1
    # Seat 1 turns up a 3 against a 2 in 1/3 of deals, the other way round in 1/3; else war.
    assert (
        ways[(0, 1)]
        == ways[(1, 0)]
        == ways[("war",)] + sum(count for turned, count in ways.items() if len(turned) > 2)
    )


@pytest.mark.parametrize(("tops", "winner"), [(([12], [11]), 0), (([3], [4]), 1)])
def test_the_higher_card_takes_both(play, tops, winner):
    war = game("war")
    state = play(war, dealing(war, *tops))
    assert war.to_move(state) == winner  # it names the order of what it takes
    assert list(state.table.pile)[:2] == [top for (top,) in tops]


@pytest.mark.parametrize(
    ("order", "under"), [(DECREASING, [2, 1]), (INCREASING, [1, 2])], ids=["decreasing", "rising"]
)
def test_won_cards_go_to_the_end_of_the_deck_in_the_order_named(play, order, under):
    war = game("war", ranks=4, suits=2)
    state = play(war, dealing(war, [2, 3, 0, 0], [1, 2, 3, 1]))
    assert deck(state, 0) == [3, 0, 0]
    state = play(war, [order], state)  # and the next battle turns up a 3 and a 2
    assert deck(state, 0) == [0, 0, *under]
    assert deck(state, 1) == [3, 1]


def test_a_player_may_place_won_cards_in_three_ways(play):
    """Parameters A, B and C: decreasing, increasing, random."""
    war = game("war")
    state = play(war, dealing(war, [12], [11]))
    assert legal_moves(war, state, 0) == [DECREASING, INCREASING, RANDOM]


def test_random_order_is_every_order_alike(play):
    """A war's six cards: each arrangement by as many of chance's moves as permutations give it."""
    war = game("war", ranks=6, suits=2)
    tops = [3, 0, 5, 1], [3, 1, 4, 0]
    start = [*dealing(war, *tops), RANDOM]
    won = play(war, start[:-1])
    cards = list(won.table.pile)[: won.table.won]
    assert sorted(cards) == [0, 1, 3, 3, 4, 5]
    found = Counter()
    for moves in product(*(range(n) for n in (6, 5, 4, 3, 2))):
        state = play(war, [*start, *moves])
        found[tuple(deck(state, 0)[-6:])] += 1
    assert found == Counter(permutations(cards))


def test_equal_cards_make_a_war(play):
    """One card face down each, the next turned up; the higher takes all six."""
    war = game("war", ranks=4, suits=2)
    state = play(war, dealing(war, [2, 0, 3, 1], [2, 1, 0, 3]))
    assert war.to_move(state) == 0
    assert list(state.table.left) == [1, 1]
    assert sorted(list(state.table.pile)[: state.table.won]) == [0, 0, 1, 2, 2, 3]
    state = play(war, [DECREASING], state)
    # 1 against 3 follows; seat 2 wins it.
    assert war.to_move(state) == 1
    assert deck(state, 0) == [3, 2, 2, 1, 0, 0]


def test_equal_cards_in_a_war_make_another(play):
    war = game("war", ranks=5, suits=2)
    state = play(war, dealing(war, [2, 0, 3, 1, 4], [2, 0, 3, 1, 4]))
    # 2-2, 0 and 0 face down, 3-3, 1 and 1 face down, 4-4: nobody has cards left.
    assert war.to_move(state) == OVER
    assert final_of(war, state).payoffs == (0, 0)
    assert final_of(war, state).ending == 0


def test_the_game_ends_when_one_player_has_all_cards(play, paid):
    war = game("war", ranks=2, suits=1)
    state = play(war, [*dealing(war, [1], [0]), DECREASING])
    assert list(state.table.left) == [2, 0]
    assert paid(war, state) == [1, -1]


@pytest.mark.parametrize(("reading", "winner"), [("loses", 0), ("last", 1)])
def test_with_one_card_left_a_war_is_lost_or_fought_with_it(play, paid, reading, winner):
    war = game("war", ranks=3, suits=2, short=reading)
    # 2 beats 1; then 0 against 0: seat 2 has only its 2 left.
    state = play(war, dealing(war, [2, 0, 1], [1, 0, 2]))
    assert war.to_move(state) == 0
    state = play(war, [INCREASING], state)  # seat 1: 1 1 2 behind the 0 turned up
    if winner == 0:
        assert paid(war, state) == [1, -1]
    else:  # one face down, then 1 against the last 2
        assert war.to_move(state) == 1
        assert sorted(list(state.table.pile)[: state.table.won]) == [0, 0, 1, 1, 2]


@pytest.mark.parametrize("reading", ["loses", "last"])
def test_without_any_card_a_war_is_lost(play, paid, reading):
    war = game("war", ranks=3, suits=2, short=reading)
    state = play(war, dealing(war, [2, 1, 0], [1, 0, 2]))
    state = play(war, [INCREASING] * 3, state)
    assert (deck(state, 0), deck(state, 1)) == ([2, 0, 1], [2])
    assert war.to_move(state) == 0  # who takes 1 and 0; then both turn up a 2
    assert paid(war, play(war, [INCREASING], state)) == [1, -1]


def test_a_cap_stops_games_that_repeat_themselves(play):
    """Nobody gets anything, and the game counts as undecided."""
    war = game("war", cap=3)
    state = play(war, dealing(war, [12, 11, 10, 9], [0, 1, 2, 3]))
    state = play(war, [DECREASING] * 3, state)
    assert state.table.battles == 3
    assert war.to_move(state) == OVER
    assert war.endings[final_of(war, state).ending] == "capped"
    assert final_of(war, state).payoffs == (0, 0)


def test_a_pack_must_be_halved():
    with pytest.raises(UsageError, match="cannot be halved"):
        game("war", ranks=3, suits=1)


@settings(max_examples=25)
@given(
    seed=st.integers(0, 2**32),
    short=st.sampled_from(["loses", "last"]),
    ranks=st.integers(2, 13),
    suits=st.sampled_from([2, 4]),
)
def test_cards_are_never_lost(wander, seed, short, ranks, suits):
    war = game("war", ranks=ranks, suits=suits, short=short, cap=40)
    whole = Counter(dict.fromkeys(range(ranks), suits))

    def look(state):
        turn = war.to_move(state)
        if turn >= 0:
            assert all_cards(state) == whole
            mine, theirs = _turned_up(state)
            assert turn == (0 if mine > theirs else 1)
        if turn == CHANCE:
            assert len(chance_moves(war, state)) == state.hidden.place + 1

    final = final_of(war, wander(war, seed, look))
    assert sum(final.payoffs) == 0


def _turned_up(state):
    """The last two cards of the battle: seat 1's, seat 2's."""
    pile, won = state.table.pile, state.table.won
    return pile[won - 2], pile[won - 1]
