"""Players of Rrrats!, and whole games of them against an exact solution of a small one."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit.catalogue import agent, game
from outwit.core.agent import states_policy
from outwit.core.game import blank_menu
from outwit.core.generator import new_rng
from outwit.core.layout import new_me
from outwit.core.records import Mirror
from outwit.games.rrrats import STOP, THROW
from outwit.play.match import match
from outwit.play.mirror import Round
from outwit.play.sitting import Sitting

GAMES = 200_000
NEVER = 2 * math.sqrt(math.log(2e9) / (2 * GAMES))
"""A mean of pay-offs between -1 and 1 is off by more than this once in 10^9 tests (Hoeffding)."""
FACES = {0: Fraction(3, 6), 1: Fraction(2, 6), 2: Fraction(1, 6)}


def dice(one, other):
    return 3 * max(one, other) + min(one, other)


HOLDING = {  # throws of seat 1 that leave it with so many tokens and to move
    1: [dice(1, 0)],
    2: [dice(1, 1)],
    3: [dice(1, 1), THROW, dice(1, 0)],
    4: [dice(1, 1), THROW, dice(1, 1)],
}


def throws_with(player, play, hand, moves=None):
    """The probability that a player throws again with so many tokens in hand."""
    state = play(player.game, HOLDING[hand] if moves is None else moves)
    assert (state.table.hand, state.table.mover) == (hand, 0)
    me, menu = Mirror(new_me(player)), blank_menu(player.game)
    if not states_policy(player):
        return float(player.act(me, state.table, state.own[0], 0, new_rng(1)) == THROW)
    assert player.policy(me, state.table, state.own[0], 0, menu) == 2
    assert menu.chance[STOP] + menu.chance[THROW] == pytest.approx(1.0, abs=1e-15)
    return menu.chance[THROW]


@pytest.mark.parametrize("at", range(1, 6))
def test_stop_throws_until_it_holds_so_many(play, at):
    """Chapter 4's strategy ends its turn with at least two tokens (at=2)."""
    player = agent(game("rrrats"), "stop", at=at)
    assert [throws_with(player, play, hand) for hand in HOLDING] == [hand < at for hand in HOLDING]


logs = st.floats(-5, 5)


@given(pairs=st.lists(st.tuples(logs, logs), min_size=4, max_size=4))
def test_exponential_throws_with_the_probabilities_of_section_3_2(play, pairs):
    """alpha_1 / (alpha_1 + alpha_2) with one token, then beta, gamma, and D with four."""
    names = [f"{letter}{i}" for letter in "abcd" for i in (1, 2)]
    values = dict(zip(names, [log for pair in pairs for log in pair], strict=True))
    player = agent(game("rrrats"), "exponential", **values)
    for hand, (one, other) in enumerate(pairs, 1):
        expected = math.exp(one) / (math.exp(one) + math.exp(other))
        assert throws_with(player, play, hand) == pytest.approx(expected, abs=1e-12)


def test_eight_zeros_throw_half_of_the_time(play):
    player = agent(game("rrrats"), "exponential")
    assert [throws_with(player, play, hand) for hand in HOLDING] == [0.5] * 4


def test_the_fourth_pair_can_be_for_an_empty_hand(play):
    rules = game("rrrats", opening="free")
    player = agent(rules, "exponential", fourth="zero", d1=1.0)
    assert throws_with(player, play, 0, []) == pytest.approx(math.e / (1 + math.e))
    assert throws_with(player, play, 4, [THROW, *HOLDING[4]]) == 0.0


def test_very_large_parameters_do_not_overflow(play):
    player = agent(game("rrrats"), "exponential", a1=1e6, b2=1e6)
    assert [throws_with(player, play, hand) for hand in (1, 2)] == [1.0, 0.0]


# A turn, enumerated -----------------------------------------------------------------------------


def turn_outcomes(at, hand=0):
    """Probability of the tokens a first turn brings: both dice, until `at`, two 0s or too many."""
    found = {}
    for one, other in product(FACES, FACES):
        p = FACES[one] * FACES[other]
        after = hand + (one > 0) + (other > 0)  # nothing to steal: a 2 takes from the pile
        if (one, other) == (0, 0):
            outcomes = {0: Fraction(1)}
        elif after >= at or after > 4:
            outcomes = {min(after, 4): Fraction(1)}
        else:
            outcomes = turn_outcomes(at, after)
        for tokens, q in outcomes.items():
            found[tokens] = found.get(tokens, 0) + p * q
    return found


@pytest.mark.parametrize("at", [1, 2, 3, 4, 5])
def test_turns_come_out_as_enumerated(at):
    """Seat 1's first turn in 2,000 games; each frequency by Hoeffding once in 10^8 tests."""
    rules = game("rrrats", cap=1)
    sitting = Sitting(rules, (agent(rules, "stop", at=at),) * 2, seed=9, order="fixed")
    number = 2000
    seen = {}
    for i in range(number):
        round_ = Round(sitting, i)
        round_.play()
        tokens = round_.state.table.points[0]
        seen[tokens] = seen.get(tokens, 0) + 1
    exact = turn_outcomes(at)
    assert sum(exact.values()) == 1
    assert seen.keys() <= exact.keys()
    for tokens, p in exact.items():
        assert seen.get(tokens, 0) / number == pytest.approx(
            float(p), abs=math.sqrt(math.log(2e8) / (2 * number))
        )


# Whole games of a small pile, solved -----------------------------------------------------------


def exact_value(first, second, tokens):
    """What seat 1 wins on average, both stopping by rule: linear equations over all positions.

    A position is (pile, hand, own tokens of the mover, of the other, mover), before a throw.
    """
    at = (first, second)
    start = (tokens, 0, 0, 0, 0)
    number, waiting, rows = {start: 0}, [start], []
    while waiting:
        position = waiting.pop()
        row, gain = {}, Fraction(0)
        for one, other in product(FACES, FACES):
            p = FACES[one] * FACES[other]
            after = throw(position, (max(one, other), min(one, other)), at[position[4]])
            if isinstance(after, tuple):
                if after not in number:
                    number[after] = len(number)
                    waiting.append(after)
                row[number[after]] = row.get(number[after], 0) + p
            else:
                gain += p * after
        rows.append((number[position], row, gain))
    matrix, right = np.eye(len(number)), np.zeros(len(number))
    for i, row, gain in rows:
        right[i] = gain
        for j, p in row.items():
            matrix[i, j] -= p
    return np.linalg.solve(matrix, right)[0]


def throw(position, faces, at):
    """The position after a throw, or what seat 1 has won at the end."""
    pile, hand, mine, theirs, mover = position
    if faces == (0, 0):
        return (pile + hand, 0, theirs, mine, 1 - mover)
    for face in faces:
        if face == 2 and theirs > 0:
            theirs, hand = theirs - 1, hand + 1
        elif face > 0 and pile > 0:
            pile, hand = pile - 1, hand + 1
    if hand > 4:
        pile, over = pile + hand - 4, True
        hand = 4
    else:
        over = hand >= at
    if pile == 0:
        mine += hand
        return int(np.sign(mine - theirs)) * (1 if mover == 0 else -1)
    if over:
        return (pile, 0, theirs, mine + hand, 1 - mover)
    return (pile, hand, mine, theirs, mover)


@pytest.mark.parametrize(("first", "second"), [(2, 2), (2, 3), (3, 2), (1, 4), (5, 2)])
def test_matches_come_out_as_solved(first, second):
    rules = game("rrrats", tokens=7)
    players = [agent(rules, "stop", at=at) for at in (first, second)]
    result = match(rules, players, games=GAMES, order="fixed")
    assert result.undecided == 0
    assert result.overall[0].mean == pytest.approx(exact_value(first, second, 7), abs=NEVER)
