"""Populations: known matrices, second opinions, and the table of a real game."""

from __future__ import annotations

import math
from fractions import Fraction

import nashpy
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import outwit
from outwit.core.errors import UsageError
from outwit.evolve.culling import culled, evolutions
from outwit.evolve.dynamics import Fitness, attractors, invasions, replicate, stable
from outwit.evolve.finite import fixation, moran, pay_in
from outwit.evolve.payoffs import PayoffTable, arrangements, compositions, measure

ERROR = 1e-6
"""Of each statistical test below, by the normal tail at five deviations (5.7e-7)."""

HAWK_DOVE = [[-1.0, 2.0], [0.0, 1.0]]
"""V = 2, C = 4: half hawks (Maynard Smith 1982)."""
ROCK_PAPER_SCISSORS = [[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]]


def of(matrix) -> PayoffTable:
    return PayoffTable.of_matrix([str(i) for i in range(len(matrix))], matrix)


def test_four_strategies_at_four_seats_make_35_line_ups() -> None:
    found = compositions(4, 4)
    assert len(found) == math.comb(7, 4) == 35
    assert len(set(found)) == 35
    assert {sum(c) for c in found} == {4}


@given(st.lists(st.integers(0, 3), min_size=1, max_size=3).filter(lambda c: 1 <= sum(c) <= 7))
def test_arrangements_and_their_rotations_are_all_seat_orders(counts) -> None:
    seats = sum(counts)
    orders = math.factorial(seats)
    for count in counts:
        orders //= math.factorial(count)
    found = arrangements(tuple(counts))
    for order, _ in found:
        assert [order.count(i) for i in range(len(counts))] == counts
    if seats > 4:
        assert sum(size for _, size in found) == orders
        turns = {o[i:] + o[:i] for o, _ in found for i in range(seats)}
        assert len(turns) == orders
    else:
        assert len(found) == 1


def test_fitness_of_a_matrix_game_is_the_matrix_times_shares() -> None:
    shares = np.array([0.2, 0.5, 0.3])
    fitness = Fitness(of(ROCK_PAPER_SCISSORS))(shares)
    assert np.allclose(fitness, np.array(ROCK_PAPER_SCISSORS) @ shares, atol=1e-12)


def test_hawks_and_doves_settle_where_both_earn_the_same() -> None:
    table = of(HAWK_DOVE)
    for start in ([0.9, 0.1], [0.01, 0.99]):
        assert np.allclose(replicate(table, start).end, [0.5, 0.5], atol=1e-5)
    assert stable(table) == {"0": "invaded by 1", "1": "invaded by 0"}


def test_the_replicator_equation_agrees_with_nashpy() -> None:
    """The path of a matrix without ties, at times that both are asked for."""
    matrix = np.array([[1.0, 3.0, 0.5], [2.0, 0.5, 1.0], [0.5, 2.0, 1.5]])
    times = np.linspace(0.0, 5.0, 6)
    theirs = nashpy.Game(matrix).replicator_dynamics(y0=np.array([0.3, 0.3, 0.4]), timepoints=times)
    for time, shares in list(zip(times, theirs, strict=True))[1:]:
        ours = replicate(of(matrix), [0.3, 0.3, 0.4], until=float(time)).end
        assert np.allclose(ours, shares, atol=1e-5)


def test_rock_paper_scissors_goes_round_and_the_product_stays() -> None:
    path = replicate(of(ROCK_PAPER_SCISSORS), [0.5, 0.3, 0.2], until=50.0)
    assert np.allclose(np.prod(path.shares, axis=1), 0.03, rtol=1e-4)


def test_two_stable_ends_of_a_coordination_game_share_the_starts() -> None:
    """Pay-offs 2 and 1: the basin of the first is all shares above 1/3; starts are even."""
    ends = attractors(of([[2.0, 0.0], [0.0, 1.0]]), 600, np.random.default_rng(5))
    counts = {round(end[0]): count for end, count in ends}
    assert set(counts) == {0, 1}
    assert abs(counts[1] - 400) < 5 * math.sqrt(600 * 2 / 9)


@settings(deadline=None, max_examples=25)
@given(
    st.lists(st.floats(-1.0, 1.0), min_size=4, max_size=4),
    st.integers(2, 12),
    st.floats(0.0, 2.0),
)
def test_fixation_solves_the_equations_of_the_chain(entries, size, intensity) -> None:
    """Second way: the linear system of the absorbing chain that `moran` walks on."""
    table = of([entries[:2], entries[2:]])
    rise = np.zeros(size + 1)
    fall = np.zeros(size + 1)
    for i in range(1, size):
        mutant, resident = pay_in(table, i, size)
        weights = np.exp(intensity * np.array([mutant, resident]))
        share = i * weights[0] / (i * weights[0] + (size - i) * weights[1])
        rise[i] = share * (size - i) / size
        fall[i] = (1.0 - share) * i / size
    system = np.eye(size + 1)
    for i in range(1, size):
        system[i, i - 1] -= fall[i] / (rise[i] + fall[i])
        system[i, i + 1] -= rise[i] / (rise[i] + fall[i])
    wanted = np.zeros(size + 1)
    wanted[size] = 1.0
    exact = np.linalg.solve(system, wanted)[1]
    found = fixation(table, 0, 1, size=size, intensity=intensity)
    assert found == pytest.approx(exact, rel=1e-8, abs=1e-12)


def test_a_neutral_mutant_takes_over_once_in_n() -> None:
    assert fixation(of([[1.0, 1.0], [1.0, 1.0]]), 0, 1, size=25) == pytest.approx(1 / 25)


def test_pay_in_a_small_population_counts_partners_without_oneself() -> None:
    """Three hawks among five: each meets two hawks and two doves."""
    mutant, resident = pay_in(of([HAWK_DOVE[1][::-1], HAWK_DOVE[0][::-1]]), 3, 5)
    assert mutant == pytest.approx(float(Fraction(2 * -1 + 2 * 2, 4)))
    assert resident == pytest.approx(float(Fraction(3 * 0 + 1 * 1, 4)))


def test_moran_processes_fix_as_often_as_the_chain_says() -> None:
    table, runs = of([[1.0, 0.2], [1.4, 0.6]]), 4_000
    exact = fixation(table, 0, 1, size=10, intensity=1.0)
    found = moran(table, [9, 1], repeats=runs, intensity=1.0, rng=np.random.default_rng(2))
    assert found.unfinished == 0
    assert sum(found.counts) == runs
    assert abs(found.counts[1] - runs * exact) < 5 * math.sqrt(runs * exact * (1 - exact))


def test_a_population_smaller_than_a_group_is_refused() -> None:
    with pytest.raises(UsageError, match="too small"):
        fixation(of(HAWK_DOVE), 0, 1, size=1)


def test_the_weakest_gives_its_place_to_the_strongest() -> None:
    """Table 5 of the paper `bluff`: 27, 26, 32, 15 %, then 30, 34, 24, 12, ..."""
    line_up = (0, 1, 2, 3)
    for won, after in [
        ((27, 26, 32, 15), (0, 1, 2, 2)),
        ((30, 34, 24, 12), (0, 1, 2, 1)),
        ((24, 28, 20, 28), (0, 1, 1, 1)),
        ((15, 21, 20, 44), (1, 1, 1, 1)),
    ]:
        line_up = culled(line_up, won)
        assert line_up == after


@pytest.fixture(scope="module")
def minimal():
    """A game of two whose table is known: each strategy one row or column of the matrix."""
    return outwit.game("kuhn")


def test_the_table_of_a_real_game_agrees_with_exact_matches(minimal) -> None:
    agents = [outwit.agent(minimal, a) for a in ("equilibrium:bluff=0", "random")]
    table = measure(minimal, agents, precision=0.01)
    exact = outwit.match(minimal, agents, exact=True).of(1).mean
    earned = table.earned((1, 1), 0)
    assert earned.half() <= 0.01
    assert abs(earned.mean - exact) < 5 * math.sqrt(earned.variance)
    assert table.earned((2, 0), 0).mean == 0.0
    assert table.earned((1, 1), 1).mean == -earned.mean


def test_an_equilibrium_is_not_invaded_by_random_play(minimal) -> None:
    agents = [outwit.agent(minimal, a) for a in ("equilibrium:bluff=0.2", "random")]
    table = measure(minimal, agents, precision=0.01)
    found = {(i.resident, i.mutant): i.verdict for i in invasions(table)}
    names = table.names
    assert found[names[0], names[1]] == "stable"
    assert found[names[1], names[0]] == "invaded"


def test_evolutions_repeat_bit_for_bit_and_end_in_one_kind(minimal) -> None:
    agents = [outwit.agent(minimal, a) for a in ("equilibrium", "random")]
    one, two = (evolutions(minimal, agents, [0, 1], games=50, repeats=20, seed=4) for _ in range(2))
    assert one == two
    assert all(h.survivor is not None for h in one.histories)
    assert one.count(0) + one.count(1) == 20


def test_the_same_name_twice_is_refused(minimal) -> None:
    agent = outwit.agent(minimal, "random")
    with pytest.raises(UsageError, match="named once"):
        measure(minimal, [agent, agent], precision=0.1)
