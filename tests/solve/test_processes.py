"""Decision processes: against best responses, dense algebra, brute force and exact matches."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

import outwit
from outwit import States
from outwit.core.errors import RuleError, UsageError
from outwit.core.generator import new_rng
from outwit.core.records import Own, Table
from outwit.games.kuhn import Kuhn
from outwit.play.exact import exact_result
from outwit.play.filling import filled
from outwit.play.sequences import node_reach
from outwit.play.sitting import Sitting
from outwit.solve.coarse import best_on_states
from outwit.solve.iteration import (
    best_pairs,
    evaluate,
    improved,
    policy_iteration,
    value_iteration,
    worth,
)
from outwit.solve.payoffs import payoffs
from outwit.solve.process import Process, process_of
from outwit.solve.respond import best_response, seat_values
from outwit.solve.strategy import tabled


def against(built: Any, name: str, **options: Any) -> Process:
    return process_of(built, [outwit.agent(built.game, name)], **options)


def best_mean(built: Any, name: str) -> float:
    strategy = filled(built, outwit.agent(built.game, name))
    return float(np.mean([best_response(built, strategy, seat).value for seat in range(2)]))


def at(built: Any, process: Process, policy: Any, name: str) -> list[tuple[Any, int]]:
    """Both seats' games: the policy there, the opponent elsewhere."""
    other = filled(built, outwit.agent(built.game, name))
    mine = process.strategy(policy)
    seat = built.set_seat[built.action_set]
    return [(np.where(seat == s, mine, other), s) for s in range(2)]


# Information sets --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("kuhn", "random"),
        ("kuhn", "equilibrium:bluff=0.2"),
        ("leduc", "steady"),
        ("leduc", "threshold"),
        ("holdem", "threshold"),
    ],
)
def test_the_best_policy_is_the_best_response(word: str, name: str, tree: Any) -> None:
    built = tree(word)
    process = against(built, name)
    expected = best_mean(built, name)
    for plan in (policy_iteration(process), value_iteration(process)):
        assert plan.value == pytest.approx(expected, abs=1e-9)
        # Played on the tree it gets what the process says.
        games = at(built, process, plan.policy, name)
        found = np.mean([seat_values(built, strategy)[seat] for strategy, seat in games])
        assert found == pytest.approx(plan.value, abs=1e-9)


def test_transitions_of_each_pair_and_starts_add_up(tree: Any) -> None:
    process = against(tree("leduc"), "steady")
    assert process.start.sum() == pytest.approx(1.0)
    for pair in range(process.pairs):
        part = process.chance[process.trans_first[pair] : process.trans_first[pair + 1]]
        assert part.min(initial=1.0) > 0.0
        assert part.sum() <= 1.0 + 1e-12
    assert process.spread == 0.0


def test_one_seat_alone(tree: Any) -> None:
    built = tree("kuhn")
    even = filled(built, outwit.agent(built.game, "random"))
    for seat in range(2):
        process = against(built, "random", seats=[seat])
        assert set(process.seat.tolist()) == {seat}
        assert policy_iteration(process).value == pytest.approx(
            best_response(built, even, seat).value, abs=1e-12
        )


@pytest.mark.parametrize("discount", [1.0, 0.9, 0.5, 0.0])
def test_values_solve_bellmans_equation(discount: float, tree: Any) -> None:
    """A policy's values by dense algebra; the optimum has no better pair anywhere."""
    process = against(tree("kuhn"), "random")
    plan = policy_iteration(process, discount=discount, tolerance=1e-13)
    n = process.size
    step, reward = np.zeros((n, n)), np.zeros(n)
    for state in range(n):
        pair = int(plan.policy[state])
        reward[state] = process.reward[pair]
        for t in range(process.trans_first[pair], process.trans_first[pair + 1]):
            step[state, process.to[t]] += process.chance[t]
    dense = np.linalg.solve(np.eye(n) - discount * step, reward)
    assert plan.values == pytest.approx(dense, abs=1e-12)
    q = worth(process, plan.values, discount)
    assert (q <= np.repeat(dense, np.diff(process.pair_first)) + 1e-9).all()
    assert best_pairs(process, plan.values, discount)[plan.policy].all()


def test_any_policy_is_evaluated_as_it_plays(tree: Any) -> None:
    built = tree("kuhn")
    process = against(built, "random")
    luck = np.random.default_rng(4)
    for _ in range(10):
        policy = process.pair_first[:-1] + luck.integers(0, 2, process.size)
        plan = evaluate(process, policy)
        games = at(built, process, policy, "random")
        found = np.mean([seat_values(built, strategy)[seat] for strategy, seat in games])
        assert plan.value == pytest.approx(found, abs=1e-12)


def test_rounds_ties_and_starts(tree: Any) -> None:
    process = against(tree("holdem"), "random")
    first = policy_iteration(process)
    assert policy_iteration(process).rounds == first.rounds >= 2
    values = {first.value}
    for seed in range(5):
        plan = policy_iteration(process, initial="random", seed=seed)
        # The text of the poker paper: 2 to 4 rounds from random policies; ours counts the last,
        # which changes nothing.
        assert 2 <= plan.rounds <= 5
        values.add(plan.value)
        same = policy_iteration(process, initial="random", seed=seed)
        assert (same.policy == plan.policy).all()
    assert max(values) - min(values) < 1e-9
    begun = policy_iteration(process, ties="first")
    assert begun.value == pytest.approx(first.value, abs=1e-12)


def test_endless_and_wrong_wishes_are_told(tree: Any) -> None:
    process = against(tree("kuhn"), "equilibrium")
    with pytest.raises(UsageError, match="discount"):
        policy_iteration(process, discount=1.5)
    with pytest.raises(UsageError, match="tolerance"):
        value_iteration(process, tolerance=0.0)


def test_ties_are_equally_good(tree: Any) -> None:
    """Against the equilibrium many moves are as good; whichever is taken, nothing is won."""
    process = against(tree("kuhn"), "equilibrium:bluff=0.2")
    worst = process.pair_first[1:] - 1  # always bets
    plans = {
        ties: policy_iteration(process, ties=ties, initial="random", seed=3)
        for ties in ("keep", "first", "random")
    }
    assert {round(plan.value, 9) for plan in plans.values()} == {0.0}
    best = best_pairs(process, plans["keep"].values)
    assert best.sum() > process.size
    # The last best pair is kept where it is held, left for the first one where that is asked for.
    last = np.where(best[worst], worst, plans["first"].policy)
    values = plans["first"].values
    assert (improved(process, values, last, ties="keep") == last).all()
    assert (improved(process, values, last, ties="random", rng=new_rng(1)) == last).all()
    assert (improved(process, values, last, ties="first") == plans["first"].policy).all()
    assert (last != plans["first"].policy).any()


def test_drawn_ties_are_drawn(tree: Any) -> None:
    """From a first pair that is worse than all others, each of these is drawn sometimes."""
    process = against(tree("leduc"), "random")
    first = process.pair_first[:-1].astype(np.int64)
    reward = np.ones(process.pairs)
    reward[first] = 0.0
    bare = replace(process, reward=reward, chance=np.zeros_like(process.chance))
    nothing, drawn, rng = np.zeros(process.size), set(), new_rng(5)
    for _ in range(60):  # a pair is missed with probability 2^-60
        drawn |= set(improved(bare, nothing, first, ties="random", rng=rng).tolist())
    assert drawn == set(range(process.pairs)) - set(first.tolist())


# States ------------------------------------------------------------------------------------------


def test_the_papers_states_and_pairs(tree: Any) -> None:
    """Section 3.1: 1,000 states and 2,230 pairs against Random, and they are sufficient."""
    built = tree("holdem")
    process = against(built, "random", states=outwit.states(built.game, "paper"))
    assert (process.size, process.pairs) == (1000, 2230)
    assert process.spread < 1e-12
    assert policy_iteration(process).value == pytest.approx(best_mean(built, "random"), abs=1e-9)


def test_without_the_range_the_states_are_not_sufficient_against_threshold(tree: Any) -> None:
    built = tree("holdem")
    coarse = against(built, "threshold", states=outwit.states(built.game, "paper"))
    fine = against(built, "threshold", states=outwit.states(built.game, "paper-range"))
    assert coarse.spread > 0.1
    assert fine.spread == 0.0
    assert policy_iteration(fine).value == pytest.approx(best_mean(built, "threshold"), abs=1e-9)
    # What the coarse process promises is not what its policy gets.
    plan = policy_iteration(coarse)
    games = at(built, coarse, plan.policy, "threshold")
    real = float(np.mean([seat_values(built, strategy)[seat] for strategy, seat in games]))
    assert real < plan.value - 0.1


def test_the_best_policy_on_coarse_states_is_proved(tree: Any) -> None:
    """Better than that of the approximate process, worse than the best response, and bounded."""
    built = tree("holdem")
    states = outwit.states(built.game, "paper")
    other = filled(built, outwit.agent(built.game, "threshold"))
    process = against(built, "threshold", states=states)
    games = at(built, process, policy_iteration(process).policy, "threshold")
    for (approximate, seat), programs in zip(games, (5, 5), strict=True):
        found = best_on_states(built, other, seat, states)
        assert found.bound == pytest.approx(found.value, abs=1e-9)
        assert found.programs == programs
        assert not found.repeats
        real = seat_values(built, found.strategy)[seat]
        assert real == pytest.approx(found.value, abs=1e-9)
        assert real >= seat_values(built, approximate)[seat] - 1e-9
        assert real <= best_response(built, other, seat).value + 1e-9


@dataclass(frozen=True)
class ByCard(States):
    """The card alone: a seat cannot tell whether it faces a bet."""

    game: Kuhn
    count = 3

    def feature(self, table: Table, own: Own, seat: int) -> int:
        return int(own.card)


@pytest.mark.parametrize("name", ["random", "equilibrium:bluff=0.2"])
@pytest.mark.parametrize("seat", [0, 1])
def test_coarse_best_is_that_of_all_eight_policies(name: str, seat: int, tree: Any) -> None:
    built = tree("kuhn")
    other = filled(built, outwit.agent(built.game, name))
    found = best_on_states(built, other, seat, ByCard(built.game))
    values = []
    for moves in product((0, 1), repeat=3):
        strategy = other.copy()
        for s in np.flatnonzero(built.set_seat == seat):
            first, move = int(built.set_first[s]), moves[built.own(s).card]
            strategy[first : first + 2] = [1.0 - move, float(move)]
        values.append(seat_values(built, strategy)[seat])
    assert found.value == pytest.approx(max(values), abs=1e-9)
    assert seat_values(built, found.strategy)[seat] == pytest.approx(max(values), abs=1e-12)
    # The first seat may pass and be asked again with the same card.
    assert found.repeats == (seat == 0)


def test_coarse_states_weigh_their_sets_by_how_often_they_are_met(tree: Any) -> None:
    """Second seat by its card alone: what a move earns is the mean over both things it may face."""
    built = tree("kuhn")
    name = "equilibrium:bluff=0.2"
    process = against(built, name, seats=[1], states=ByCard(built.game))
    other = filled(built, outwit.agent(built.game, name))
    for state in range(process.size):
        card = int(process.feature[state])
        sets = [s for s in np.flatnonzero(built.set_seat == 1) if built.own(s).card == card]
        met = node_reach(built, other)
        weight = {s: met[(built.set_of == s)].sum() for s in sets}
        for move in range(2):
            earned = 0.0
            for s in sets:
                for node in np.flatnonzero(built.set_of == s):
                    moved = other.copy()
                    moved[built.set_first[s] : built.set_first[s] + 2] = [1 - move, move]
                    child = built.first[node] + move
                    below = node_reach(built, moved)
                    # What the subtree earns: leaves behind this child (at most one more move).
                    behind = [
                        leaf
                        for leaf in range(built.leaves)
                        if child in _ways(built, int(built.leaf_node[leaf]))
                    ]
                    earned += sum(
                        below[built.leaf_node[leaf]] * built.value_of[leaf, 1] for leaf in behind
                    )
            pair = process.pair_first[state] + move
            assert process.reward[pair] == pytest.approx(earned / sum(weight.values()), abs=1e-12)
    assert process.spread > 0.1


def _ways(built: Any, node: int) -> set[int]:
    """A node and all that lead to it."""
    found = {node}
    while built.parent[node] >= 0:
        node = int(built.parent[node])
        found.add(node)
    return found


@dataclass(frozen=True)
class Nothing(States):
    """All states are one."""

    game: Any
    count = 1

    def feature(self, table: Table, own: Own, seat: int) -> int:
        return 0


def test_states_with_different_moves_are_refused(tree: Any) -> None:
    built = tree("leduc")
    with pytest.raises(RuleError, match="different moves"):
        against(built, "steady", states=Nothing(built.game))


def test_a_policy_on_states_is_an_agent(tree: Any) -> None:
    """The table has a row for each state, and plays what the strategy on the tree plays."""
    built = tree("holdem")
    states = outwit.states(built.game, "paper")
    process = against(built, "random", states=states)
    plan = policy_iteration(process)
    me = tabled(built, process.strategy(plan.policy), "plan", states=states)
    assert len(me.arrays["slot"]) == process.size
    random = outwit.agent(built.game, "random")
    result = exact_result(Sitting(built.game, (me, random)), tree=built)
    assert result.of(1).mean == pytest.approx(plan.value, abs=1e-9)
    fine = against(built, "random")
    odd = fine.strategy(policy_iteration(fine, initial="random").policy)
    odd = np.where(np.arange(built.actions) % 7 == 0, odd, odd[::-1])
    with pytest.raises(UsageError, match="none on these states"):
        tabled(built, odd, "odd", None, states)


# Pay-offs ----------------------------------------------------------------------------------------


def test_pay_offs_are_exact(tree: Any) -> None:
    built = tree("holdem")
    process = against(built, "random")
    plan = policy_iteration(process)
    found = payoffs(built, at(built, process, plan.policy, "random"))
    assert found.exact is not None
    assert sum(chance for _, chance in found.exact) == 1
    me = tabled(built, process.strategy(plan.policy), "plan")
    random = outwit.agent(built.game, "random")
    row = exact_result(Sitting(built.game, (me, random)), tree=built).of(1)
    assert str(found.exact_mean) == row.exact
    assert found.mean == row.mean
    assert found.sd == pytest.approx(row.sd, abs=1e-12)
    assert found.sd == pytest.approx(float(found.exact_variance or 0) ** 0.5, abs=1e-15)
    for (amount, chance), one, other in zip(found.exact, found.amounts, found.chances, strict=True):
        assert float(amount) == pytest.approx(one)
        assert float(chance) == pytest.approx(other, abs=1e-13)


def test_pay_offs_of_kuhn_by_hand(tree: Any) -> None:
    """Both at random, first seat: folds 3/8 of the games, shown down for 1 in 1/4, for 2 in 3/8."""
    built = tree("kuhn")
    found = payoffs(built, [(built.uniform(), 0)])
    assert found.exact == (
        (Fraction(-2), Fraction(3, 16)),
        (Fraction(-1), Fraction(1, 4)),
        (Fraction(1), Fraction(3, 8)),
        (Fraction(2), Fraction(3, 16)),
    )


def test_without_fractions_pay_offs_are_numbers(tree: Any, drawn: Any) -> None:
    built = tree("kuhn")
    strategy = drawn(built, 3)
    found = payoffs(built, [(strategy, 0), (strategy, 1)])
    assert found.exact is None
    assert sum(found.chances) == pytest.approx(1.0)
    assert found.mean == pytest.approx(0.0, abs=1e-12)
