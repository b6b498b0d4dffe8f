"""Continuous blackjack: the rules of section 1 of the paper `blackjack`, sentence by sentence."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit.catalogue import game
from outwit.core.errors import UsageError
from outwit.core.game import CHANCE, OVER
from outwit.core.generator import new_rng
from outwit.games.blackjack import HIT, ONE, STAND
from outwit.play.mirror import final_of, legal_moves


def draw(x: float) -> int:
    """A number from [0, 1) as chance's move."""
    return int(x * ONE)


def turn(*draws: float, stand: bool = True) -> list[int]:
    """A turn: a hit for each draw; it ends by standing unless the last draw is bust."""
    moves = [move for x in draws for move in (HIT, draw(x))]
    return [*moves, STAND] if stand else moves


BUST = turn(0.75, 0.5, stand=False)


def test_a_player_hits_or_stays(play):
    two = game("blackjack")
    state = play(two, [])
    assert legal_moves(two, state, 0) == [STAND, HIT]


def test_a_hit_adds_a_number_to_the_total(play):
    two = game("blackjack")
    state = play(two, turn(0.25, 0.5, stand=False))
    assert list(state.table.total) == [draw(0.75), 0]
    assert two.to_move(state) == 0


def test_the_number_is_drawn_by_chance_from_0_to_1(play):
    two = game("blackjack")
    state = play(two, [HIT])
    assert two.to_move(state) == CHANCE
    rng = new_rng(7)
    drawn = [two.draw(state, rng) for _ in range(500)]
    assert min(drawn) >= 0
    assert max(drawn) < ONE
    assert len(set(drawn)) == 500


def test_to_stay_ends_the_turn_and_the_next_in_order_plays(play):
    three = game("blackjack", seats=3)
    assert three.to_move(play(three, [])) == 0
    assert three.to_move(play(three, turn(0.5))) == 1
    assert three.to_move(play(three, turn(0.5) + turn(0.4))) == 2
    assert three.to_move(play(three, turn(0.5) + turn(0.4) + turn(0.3))) == OVER


def test_a_total_above_1_ends_the_turn_too(play):
    two = game("blackjack")
    assert two.to_move(play(two, BUST)) == 1


def test_there_is_no_limit_on_hits(play):
    two = game("blackjack")
    state = play(two, turn(*[1 / 64] * 60, stand=False))
    assert two.to_move(state) == 0
    assert state.table.total[0] == 60 * draw(1 / 64)


def test_a_total_of_exactly_1_is_a_score(play, paid):
    two = game("blackjack")
    state = play(two, turn(0.5, 0.5) + turn(0.9))
    assert paid(two, state) == [1, 0]


def test_others_observe_what_was_done_before(play):
    """All totals and the best score lie open on the table."""
    two = game("blackjack")
    state = play(two, turn(0.25, 0.5))
    assert list(state.table.total) == [draw(0.75), 0]
    assert state.table.best == draw(0.75)
    assert two.own() == []


@pytest.mark.parametrize(
    ("turns", "shares"),
    [
        ([turn(0.5), turn(0.6), turn(0.4)], [0, 1, 0]),  # the highest score
        ([turn(0.5), BUST, BUST], [1, 0, 0]),  # bust scores 0
        ([BUST, turn(0.1), turn()], [0, 1, 0]),  # so does standing on nothing
        ([turn(0.5), turn(0.25, 0.25), turn(0.4)], [0.5, 0.5, 0]),  # the same score, shared
        ([turn(0.5), turn(0.5), turn(0.5)], [1 / 3, 1 / 3, 1 / 3]),
    ],
)
def test_the_highest_score_gets_one_point_and_equals_share_it(play, paid, turns, shares):
    three = game("blackjack", seats=3)
    assert paid(three, play(three, [move for one in turns for move in one])) == pytest.approx(
        shares, abs=1e-15
    )


@pytest.mark.parametrize(
    ("reading", "shares", "ending"),
    [("nobody", [0, 0, 0], "all bust"), ("split", [1 / 3, 1 / 3, 1 / 3], "decided")],
)
def test_nobody_above_0_is_read_in_two_ways(play, paid, reading, shares, ending):
    """Equation 3.2 pays nobody; section 1 shares the point, a tie at 0."""
    three = game("blackjack", seats=3, all_bust=reading)
    state = play(three, BUST + turn() + BUST)
    assert paid(three, state) == pytest.approx(shares, abs=1e-15)
    assert three.endings[final_of(three, state).ending] == ending


@given(
    seats=st.integers(2, 24),
    reading=st.sampled_from(["nobody", "split"]),
    seed=st.integers(0, 2**32),
)
def test_the_point_goes_to_the_best_and_to_nobody_else(wander, seats, reading, seed):
    rules = game("blackjack", seats=seats, all_bust=reading)
    state = wander(rules, seed, lambda state: None)
    totals = [Fraction(total, ONE) for total in state.table.total]
    scores = [total if total <= 1 else Fraction(0) for total in totals]
    final = final_of(rules, state)
    best = max(scores)
    winners = [seat for seat, score in enumerate(scores) if score == best]
    if best == 0 and reading == "nobody":
        winners = []
    assert [seat for seat in range(seats) if final.payoffs[seat] > 0] == winners
    assert len({final.payoffs[seat] for seat in winners}) <= 1
    # Shares are whole units; beyond twelve of them at most one unit a seat is lost.
    assert rules.point - sum(final.payoffs) in ([rules.point] if not winners else range(seats))


@pytest.mark.parametrize("seats", [1, 25])
def test_seats_are_2_to_24(seats):
    with pytest.raises(UsageError, match="seats is 2 to 24"):
        game("blackjack", seats=seats)
