"""Players of War: section 3.1 and chapter 4 of the paper `racing`."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit.catalogue import agent, game
from outwit.core.game import blank_menu
from outwit.core.generator import new_rng
from outwit.core.layout import new_me
from outwit.core.records import Mirror
from outwit.games.war import DECREASING, INCREASING, RANDOM
from outwit.play.match import match

DEALT = list(range(51, 0, -1))
"""Every card stays where it lay: seat 1 holds the low half of the pack, seat 2 the high half."""


@pytest.fixture(scope="module")
def decision(play):
    """A state in which seat 2 has won the first battle."""
    war = game("war")
    state = play(war, DEALT)
    assert war.to_move(state) == 1
    return state


@pytest.mark.parametrize(
    ("name", "order"),
    [("decreasing", DECREASING), ("increasing", INCREASING), ("shuffled", RANDOM)],
)
def test_fixed_orders(decision, name, order):
    state, player = decision, agent(game("war"), name)
    assert player.act(None, state.table, state.own[1], 1, new_rng(1)) == order


logs = st.floats(-20, 20)


@given(a=logs, b=logs, c=logs)
def test_exponential_names_orders_as_e_to_its_parameters(decision, a, b, c):
    """alpha, beta and gamma over their sum, alpha = e^A and so on."""
    state, player = decision, agent(game("war"), "exponential", a=a, b=b, c=c)
    menu = blank_menu(player.game)
    n = player.policy(Mirror(new_me(player)), state.table, state.own[1], 1, menu)
    weights = [math.exp(x) for x in (a, b, c)]
    assert [menu.move[i] for i in range(n)] == [DECREASING, INCREASING, RANDOM]
    found = [menu.chance[i] for i in range(n)]
    assert found == pytest.approx([weight / sum(weights) for weight in weights], rel=1e-9)


@pytest.mark.parametrize(
    ("parameters", "fixed"), [({"a": 1e6}, "decreasing"), ({"b": 1e6}, "increasing")]
)
def test_extreme_parameters_play_like_a_fixed_order(parameters, fixed):
    """Game for game: the same pay-offs in the same matches."""
    war = game("war")
    other = agent(war, "shuffled")
    one = match(war, [agent(war, "exponential", **parameters), other], games=2000)
    two = match(war, [agent(war, fixed), other], games=2000)
    assert [row.mean for row in one.rows] == [row.mean for row in two.rows]


def test_the_default_plays_each_order_one_time_in_three():
    war = game("war")
    one = match(war, [agent(war, "exponential"), agent(war, "decreasing")], games=20_000)
    two = match(war, [agent(war, "random"), agent(war, "decreasing")], games=20_000)
    # Two means of pay-offs within 1 differ by more than this once in 10^8 tests (Hoeffding).
    bound = 2 * 2 * math.sqrt(math.log(4e8) / (2 * 20_000))
    assert abs(one.overall[0].mean - two.overall[0].mean) < bound


def test_decreasing_against_itself_is_even_and_beats_random_orders():
    """So the 70 % of chapter 4 "against the decreasing order" cannot be: its opponents differ."""
    war = game("war")
    even = match(war, [agent(war, "decreasing")], games=10_000)
    assert [row.mean for row in even.overall] == [0, 0]
    ahead = match(war, [agent(war, "decreasing"), agent(war, "shuffled")], games=20_000)
    share = ahead.overall[0].share
    # By Hoeffding's inequality a true share of 0.67 or 0.72 shows this once in 10^8 tests at most.
    bound = math.sqrt(math.log(1e8) / (2 * 20_000))
    assert 0.67 + bound < share < 0.72 - bound
