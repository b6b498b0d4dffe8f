"""Random, and the players of tic-tac-toe, Kuhn and Leduc poker."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outwit.catalogue import agent, game
from outwit.core.game import CHANCE, OVER, blank_menu
from outwit.core.generator import new_rng
from outwit.core.layout import blank_state, new_me
from outwit.core.records import Mirror
from outwit.games.kuhn import BET, PASS
from outwit.games.leduc import CALL, FOLD, RAISE
from outwit.play.match import match
from outwit.play.mirror import final_of, legal_moves

J, Q, K = range(3)


def chances(player, state, seat):
    """What a player does in a state, by move."""
    menu = blank_menu(player.game)
    n = player.policy(Mirror(new_me(player)), state.table, state.own[seat], seat, menu)
    return {menu.move[i]: menu.chance[i] for i in range(n)}


# Random -----------------------------------------------------------------------------------------


def test_random_plays_each_legal_move_alike(play):
    """Section 2.2 of paper `poker`. 3,000 moves: Hoeffding's bound fails once in 10^8 tests."""
    rules = game("holdem")
    player = agent(rules, "random")
    state = play(rules, [2, 1, RAISE])
    assert chances(player, state, 1) == dict.fromkeys((FOLD, CALL, RAISE), pytest.approx(1 / 3))
    rng = new_rng(3)
    found = Counter(player.act(None, state.table, state.own[1], 1, rng) for _ in range(3000))
    assert sorted(found) == [FOLD, CALL, RAISE]
    for count in found.values():
        assert abs(count / 3000 - 1 / 3) < 0.0565


# Tic-tac-toe --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1])
def test_careful_never_loses_whatever_the_other_plays(seat):
    """Every line of play of the other, from both seats."""
    rules = game("tictactoe")
    careful = agent(rules, "careful")
    ends = Counter()

    def follow(moves):
        state = blank_state(rules)
        rules.start(state)
        for move in moves:
            rules.apply(state, move)
        mover = rules.to_move(state)
        if mover == OVER:
            ends[final_of(rules, state).payoffs[seat]] += 1
        elif mover == seat:
            follow([*moves, careful.act(None, state.table, state.own[seat], seat, new_rng(1))])
        else:
            for move in legal_moves(rules, state, mover):
                follow([*moves, move])

    follow([])
    assert sum(ends.values()) > 50
    assert ends[-1] == 0


@settings(max_examples=30)
@given(size=st.integers(2, 6), seed=st.integers(0, 2**32))
def test_careful_takes_a_win_and_stops_a_loss(wander, size, seed):
    rules = game("tictactoe", size=size)
    careful = agent(rules, "careful")

    def look(state):
        seat = rules.to_move(state)
        if seat in (CHANCE, OVER):
            return
        moves = legal_moves(rules, state, seat)
        mine = [move for move in moves if fills(state, move, seat + 1)]
        theirs = [move for move in moves if fills(state, move, 2 - seat)]
        move = careful.act(None, state.table, state.own[seat], seat, new_rng(1))
        if mine or theirs:
            assert move in (mine or theirs)

    def fills(state, move, mark):
        board = list(state.table.board)
        board[move] = mark
        rows = [range(r * size, (r + 1) * size) for r in range(size)]
        columns = [range(c, size * size, size) for c in range(size)]
        slopes = [
            range(0, size * size, size + 1),
            range(size - 1, size * size - 1, size - 1),
        ]
        lines = [*rows, *columns, *slopes]
        return any(move in line and all(board[s] == mark for s in line) for line in lines)

    wander(rules, seed, look)


# Kuhn poker ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("bluff", [0.0, 0.2, 1 / 3])
def test_kuhn_equilibrium_is_kuhns(play, bluff):
    """First seat: alpha, 3 alpha and alpha + 1/3; second seat: a third, twice."""
    rules = game("kuhn")
    player = agent(rules, "equilibrium", bluff=bluff)
    bets = {
        "first": [chances(player, play(rules, [c, (c + 1) % 3]), 0)[BET] for c in (J, Q, K)],
        "called on": [
            chances(player, play(rules, [c, (c + 1) % 3, PASS, BET]), 0)[BET] for c in (J, Q, K)
        ],
        "checked to": [
            chances(player, play(rules, [(c + 1) % 3, c, PASS]), 1)[BET] for c in (J, Q, K)
        ],
        "bet at": [chances(player, play(rules, [(c + 1) % 3, c, BET]), 1)[BET] for c in (J, Q, K)],
    }
    assert bets["first"] == pytest.approx([bluff, 0, 3 * bluff])
    assert bets["called on"] == pytest.approx([0, bluff + 1 / 3, 1])
    assert bets["checked to"] == pytest.approx([1 / 3, 0, 1])
    assert bets["bet at"] == pytest.approx([0, 1 / 3, 1])


def best_reply(bluff, seat):
    """What the other seat can win at most against an equilibrium, by trying all its plans."""
    third = Fraction(1, 3)
    first = {J: (bluff, Fraction(0)), Q: (Fraction(0), bluff + third), K: (3 * bluff, Fraction(1))}
    second = {J: (third, Fraction(0)), Q: (Fraction(0), third), K: (Fraction(1), Fraction(1))}
    best = {}
    for mine in (J, Q, K):
        totals = []
        for plan in product((Fraction(0), Fraction(1)), repeat=2):
            total = Fraction(0)
            for theirs in {J, Q, K} - {mine}:
                if seat == 0:
                    total += worth(mine, theirs, plan, second[theirs])
                else:
                    total -= worth(theirs, mine, first[theirs], plan)
            totals.append(total / 6)
        best[mine] = max(totals)
    return sum(best.values())


def worth(one, other, first, second):
    """What seat 1 wins: (bets, calls) of seat 1; (bets when checked to, calls) of seat 2."""
    high = 1 if one > other else -1
    after_bet = second[1] * 2 * high + (1 - second[1])
    after_check = second[0] * (first[1] * 2 * high - (1 - first[1])) + (1 - second[0]) * high
    return first[0] * after_bet + (1 - first[0]) * after_check


@pytest.mark.parametrize("bluff", [Fraction(0), Fraction(1, 5), Fraction(1, 3)])
def test_no_plan_wins_more_against_it_than_the_value(bluff):
    """-1/18 to the first seat, whoever looks for a better reply."""
    assert best_reply(bluff, 0) == Fraction(-1, 18)
    assert best_reply(bluff, 1) == Fraction(1, 18)
    rules = game("kuhn")
    player = agent(rules, "equilibrium", bluff=float(bluff))
    result = match(rules, [player], exact=True, order="fixed")
    assert result.overall[0].mean == pytest.approx(-1 / 18, abs=1e-12)


# Leduc poker --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "seat", "move"),
    [
        ([K, J], 0, RAISE),  # a king
        ([Q, J], 0, CALL),  # a queen checks
        ([J, Q], 0, CALL),  # a jack checks
        ([K, J, RAISE], 1, FOLD),  # and folds to a bet
        ([K, Q, RAISE], 1, CALL),
        ([K, J, CALL, CALL, J, CALL], 1, RAISE),  # a pair of jacks
        ([J, K, CALL, RAISE, RAISE], 1, CALL),  # no third raise
    ],
)
def test_leduc_threshold_plays_by_strength(play, moves, seat, move):
    rules = game("leduc", suits="merged")
    player = agent(rules, "threshold")
    state = play(rules, moves)
    me = Mirror(new_me(player))
    assert player.act(me, state.table, state.own[seat], seat, new_rng(1)) == move


def test_steady_is_hard_to_beat_by_simple_play():
    """Exactly: it wins against Random, and Threshold does not win more from it than 0.2 a game."""
    rules = game("leduc")
    steady = agent(rules, "steady")
    assert match(rules, [steady, agent(rules, "random")], exact=True).overall[0].mean > 0.5
    against = match(rules, [steady, agent(rules, "threshold")], exact=True).overall[0].mean
    assert against > -0.2
