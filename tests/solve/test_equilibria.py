"""Solvers against each other, the literature, OpenSpiel and nashpy; judged by best responses."""

from __future__ import annotations

import warnings
from fractions import Fraction
from itertools import pairwise
from typing import Any

import nashpy
import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import outwit
from outwit.core.errors import Refused, UsageError
from outwit.play.filling import filled
from outwit.solve.backward import backward_induction
from outwit.solve.cfr import CFR
from outwit.solve.cfr_plus import CFR_PLUS
from outwit.solve.discounted_cfr import DISCOUNTED_CFR
from outwit.solve.linear import linear_program
from outwit.solve.matching import matrix_equilibrium, normal_form, regret_matching
from outwit.solve.policy_words import policy_rows
from outwit.solve.regret import Minimiser
from outwit.solve.respond import best_response, exact_best_value, exploitability, seat_values
from outwit.solve.sampled_cfr import Sampler
from outwit.solve.solving import solve

LEDUC = -0.0856064240780
"""Of the first seat: -0.085606 in the literature (Lanctot 2013; OpenSpiel's judgement below)."""


# Values ------------------------------------------------------------------------------------------


def test_kuhn_is_worth_one_eighteenth_exactly() -> None:
    solution = solve(outwit.game("kuhn"), method="lp")
    assert solution.exact == Fraction(-1, 18)
    assert solution.value == pytest.approx((-1 / 18, 1 / 18), abs=1e-15)
    assert solution.exploitability < 1e-15


def test_every_member_of_kuhns_family_proves_the_value(tree: Any) -> None:
    """No best response to the second seat gets more, none to the first leaves it less."""
    kuhn = tree("kuhn")
    for bluff in ("0", "1/12", "0.2", "1/3"):
        agent = outwit.agent(kuhn.game, f"equilibrium:bluff={bluff}")
        strategy = filled(kuhn, agent)
        assert exact_best_value(kuhn, strategy, 0) == Fraction(-1, 18)
        assert exact_best_value(kuhn, strategy, 1) == Fraction(1, 18)


def test_leduc_is_worth_what_the_literature_and_openspiel_say(tree: Any) -> None:
    strategy = linear_program(tree("leduc"))
    assert seat_values(tree("leduc"), strategy)[0] == pytest.approx(LEDUC, abs=1e-12)
    assert exploitability(tree("leduc"), strategy) < 1e-12


def test_openspiels_best_responses_prove_leducs_value(tree: Any, theirs: Any) -> None:
    """Its own rules and best responses hold the value between two numbers that are one."""
    game, policy = theirs("leduc", linear_program(tree("leduc")))
    start = game.new_initial_state()
    high, other = (
        pyspiel.TabularBestResponse(game, seat, policy).value_from_state(start) for seat in (0, 1)
    )
    assert high == pytest.approx(LEDUC, abs=1e-10)
    assert -other == pytest.approx(LEDUC, abs=1e-10)


def test_merged_suits_have_the_same_value(tree: Any) -> None:
    merged = tree("leduc", suits="merged")
    value = seat_values(merged, linear_program(merged))[0]
    assert value == pytest.approx(LEDUC, abs=1e-12)


def test_program_and_cfr_plus_agree(tree: Any) -> None:
    """The program proves its value to 1e-9, the value of CFR+ comes to 1e-5 of it."""
    for word in ("kuhn", "leduc", "holdem"):
        built = tree(word)
        exact = linear_program(built)
        low, high = -best_response(built, exact, 1).value, best_response(built, exact, 0).value
        assert high - low < 1e-9
        found = Minimiser(built, CFR_PLUS)
        found.run(5000)
        assert exploitability(built, found.mean) < 5e-5
        value = seat_values(built, found.mean)[0]
        assert low - 1e-5 < value < high + 1e-5


def test_holdems_equilibrium(tree: Any) -> None:
    """The value of the poker paper's game; bounds of both seats' strategies meet."""
    solution = solve(tree("holdem").game, tree=tree("holdem"))
    assert solution.method == "lp"
    assert solution.value[0] == pytest.approx(-0.0667897, abs=1e-7)
    assert solution.low is not None
    assert solution.high is not None
    assert solution.high - solution.low < 1e-12
    # 1.07 MB: what is said of the tree's memory.
    assert 1.0e6 < (solution.memory or 0) < 1.2e6


# Regret minimisation -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("algorithm", "bound"), [(CFR, 0.01), (CFR_PLUS, 2e-4), (DISCOUNTED_CFR, 4e-4)]
)
def test_self_play_approaches_equilibrium(algorithm: Any, bound: float, tree: Any) -> None:
    found = Minimiser(tree("kuhn"), algorithm)
    looks = []
    for _ in range(3):
        found.run(300)
        looks.append(exploitability(tree("kuhn"), found.mean))
    assert looks[0] > looks[2]
    assert looks[2] < bound


def test_cfr_is_openspiels_iteration_for_iteration(tree: Any, theirs: Any) -> None:
    """CFR with simultaneous updates: the same mean strategy after 1, 2, 5 and 20 iterations."""
    from open_spiel.python.algorithms import cfr

    solver = cfr._CFRSolver(
        pyspiel.load_game("kuhn_poker"),
        alternating_updates=False,
        linear_averaging=False,
        regret_matching_plus=False,
    )
    ours = Minimiser(tree("kuhn"), CFR)
    for count in (1, 2, 5, 20):
        while solver._iteration < count:
            solver.evaluate_and_update_policy()
        ours.run(count - ours.iterations)
        _, policy = theirs("kuhn", ours.mean)
        mean = solver.average_policy()
        for state, probabilities in policy.policy_table().items():
            expected = mean.policy_for_key(state)
            for action, probability in probabilities:
                assert probability == pytest.approx(expected[action], abs=1e-12)


def test_iterations_in_pieces_are_the_same(tree: Any) -> None:
    for algorithm in (CFR, CFR_PLUS, DISCOUNTED_CFR):
        once, pieces = (Minimiser(tree("kuhn"), algorithm) for _ in range(2))
        once.run(100)
        for count in (1, 9, 40, 50):
            pieces.run(count)
        assert (once.mean == pieces.mean).all()


def test_sampling_comes_to_the_value_and_repeats_itself(tree: Any) -> None:
    """200,000 walks on Kuhn; the seed fixes every bit."""
    one, other, third = (Sampler(tree("kuhn"), seed) for seed in (1, 1, 2))
    one.run(200_000)
    for count in (50_000, 150_000):
        other.run(count)
    third.run(200_000)
    assert (one.mean == other.mean).all()
    assert (one.mean != third.mean).any()
    for found in (one, third):
        # Theirs is of the order of 1 / sqrt(walks): 0.002; ten times that is out of the question.
        assert exploitability(tree("kuhn"), found.mean) < 0.02


def test_sampled_leduc_gets_better(tree: Any) -> None:
    found = Sampler(tree("leduc"), 3)
    found.run(1_000)
    before = exploitability(tree("leduc"), found.mean)
    found.run(100_000)
    assert exploitability(tree("leduc"), found.mean) < min(0.1, before / 5)


# Nothing hidden ----------------------------------------------------------------------------------


def test_tictactoe_is_even_and_the_minimal_games_value_is_its_max_min(tree: Any) -> None:
    board = tree("tictactoe")
    strategy = backward_induction(board)
    assert seat_values(board, strategy).tolist() == [0.0, 0.0]
    assert exploitability(board, strategy) == 0.0
    for matrix in ("k10", "k20"):
        game = outwit.game("minimal", matrix=matrix)
        expected = max(min(row) for row in game.matrix)  # type: ignore[attr-defined]
        for method in ("backward", "lp"):
            solution = solve(game, method=method)
            assert solution.value == pytest.approx((expected, 1.0 - expected), abs=1e-9)


def test_backward_induction_is_perfect_everywhere(tree: Any) -> None:
    """From every position on, also those that are never reached: no move is better by a step."""
    board = tree("minimal")
    strategy = backward_induction(board)
    for s in np.flatnonzero(board.set_seat == 1):
        first = board.set_first[s]
        row = board.table(s).row
        column = int(np.argmax(strategy[first : first + board.set_width[s]]))
        assert board.game.matrix[row][column] == min(board.game.matrix[row])


# Matrix games ------------------------------------------------------------------------------------

MATRICES = arrays(
    np.int64, st.tuples(st.integers(1, 5), st.integers(1, 5)), elements=st.integers(-9, 9)
)


@given(MATRICES)
@settings(max_examples=60, deadline=None)
def test_matrix_games_are_nashpys(matrix: Any) -> None:
    """Every equilibrium that nashpy finds has our value, and ours leaves nothing to gain."""
    ours = matrix_equilibrium(matrix)
    assert ours.high - ours.low < 1e-9
    assert ours.row.sum() == pytest.approx(1.0)
    assert ours.column.sum() == pytest.approx(1.0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = list(nashpy.Game(matrix.astype(float)).support_enumeration())
        row, column = nashpy.Game(matrix.astype(float)).linear_program()
    assert row @ matrix @ column == pytest.approx(ours.value, abs=1e-6)
    for one, other in found:
        assert one @ matrix @ other == pytest.approx(ours.value, abs=1e-9)


@given(MATRICES)
@settings(max_examples=20, deadline=None)
def test_regret_matching_keeps_its_bound(matrix: Any) -> None:
    """Hart and Mas-Colell: after T rounds a seat regrets at most D sqrt(n / T) a round."""
    rounds = 4000
    found = regret_matching(matrix, rounds)
    spread = matrix.max() - matrix.min()
    bound = spread * (matrix.shape[0] ** 0.5 + matrix.shape[1] ** 0.5) / rounds**0.5
    assert -1e-12 <= found.high - found.low <= bound + 1e-12
    value = matrix_equilibrium(matrix).value
    assert found.low - 1e-9 <= value <= found.high + 1e-9


def test_normal_form_of_kuhn_has_its_value(tree: Any) -> None:
    matrix = normal_form(tree("kuhn"))
    assert matrix.shape == (27, 64)  # three cards with 3 plans each; with 4 each
    assert matrix_equilibrium(matrix).value == pytest.approx(-1 / 18, abs=1e-12)
    with pytest.raises(Refused, match="sequence form"):
        normal_form(tree("leduc"))


def test_regret_matching_on_the_normal_form_solves_kuhn() -> None:
    solution = solve(outwit.game("kuhn"), method="rm", to=5e-3)
    assert solution.exploitability <= 5e-3
    assert solution.low is not None
    assert solution.high is not None
    assert solution.low <= -1 / 18 <= solution.high


# What is told, and refused -----------------------------------------------------------------------


def test_iterations_stop_where_they_were_asked_to() -> None:
    game = outwit.game("kuhn")
    near = solve(game, method="cfr+", to=1e-3)
    assert near.exploitability <= 1e-3
    assert near.curve[-1].exploitability == near.exploitability
    assert near.curve[-2].exploitability > 1e-3
    # It looks often enough: at most a quarter more iterations than were needed.
    looks = [look.iterations for look in near.curve]
    for before, after in pairwise(looks):
        assert before < after <= max(before + 1, before * 5 // 4)
    counted = solve(game, method="dcfr", iterations=123)
    assert counted.iterations == 123
    seen: list[int] = []
    solve(game, method="cfr", iterations=50, progress=lambda look: seen.append(look.iterations))
    assert seen[0] == 1
    assert seen[-1] == 50


def test_iterations_are_for_methods_that_iterate() -> None:
    game = outwit.game("kuhn")
    with pytest.raises(UsageError, match="has no iterations"):
        solve(game, method="lp", iterations=5)
    solution = solve(game, iterations=5)
    assert (solution.method, solution.iterations) == ("cfr+", 5)
    assert solve(game).method == "lp"


def test_bounds_hold_on_the_way() -> None:
    for iterations in (1, 10, 100):
        solution = solve(outwit.game("leduc", suits="merged"), method="cfr", iterations=iterations)
        assert solution.low is not None
        assert solution.high is not None
        assert solution.low <= LEDUC <= solution.high


@pytest.mark.parametrize(
    ("word", "method", "says"),
    [
        ("tictactoe", "lp", "--method backward"),
        ("tictactoe", "cfr+", "--method backward"),
        ("kuhn", "backward", "something is"),
        ("kuhn", "cfr++", "Did you mean cfr+"),
    ],
)
def test_methods_that_do_not_fit_are_refused(word: str, method: str, says: str, tree: Any) -> None:
    with pytest.raises((Refused, UsageError)) as error:
        solve(outwit.game(word), method=method, tree=tree(word))
    assert says in str(error.value)


def test_sets_that_read_alike_are_told_apart_where_they_play_differently(tree: Any) -> None:
    """Leduc's words leave out the first round's line; a policy that goes by it says so."""
    leduc = tree("leduc")
    sets = np.flatnonzero(leduc.set_seat == 1).tolist()
    plays: dict[str, set[str]] = {}
    for seen, played in policy_rows(leduc, linear_program(leduc), sets):
        plays.setdefault(seen, set()).add(played)
    assert max(map(len, plays.values())) == 1
    assert any("after bets, you raise, calls" in seen for seen in plays)
    # Where it makes no difference nothing is added.
    kuhn = tree("kuhn")
    rows = policy_rows(kuhn, linear_program(kuhn), range(kuhn.sets))
    assert len(rows) == kuhn.sets
    assert not any("after" in seen for seen, _ in rows)


def test_json_has_exactly_the_keys_of_the_page() -> None:
    found = outwit.solve("kuhn").as_json()
    keys = "game options value exploitability method iterations infosets seconds"
    assert list(found) == keys.split()
    assert found["infosets"] == 12


def test_a_solved_strategy_is_an_agent_in_a_file(tmp_path: Any) -> None:
    solution = outwit.solve("leduc")
    path = str(tmp_path / "leduc.agent")
    assert solution.strategy is not None
    outwit.save(solution.strategy.agent(), path)
    assert outwit.match("leduc", [path], exact=True, order="fixed").of(1).mean == pytest.approx(
        LEDUC, abs=1e-9
    )
    # Both seats, 100,000 games: 5 standard errors, missed in under 1 of 10^6.
    row = outwit.match("leduc", [path, "steady"], games=100_000).of(1)
    exact = outwit.match("leduc", [path, "steady"], exact=True).of(1)
    assert abs(row.mean - exact.mean) < 5 * (row.high - row.low) / 3.92
    assert exact.mean > 0
