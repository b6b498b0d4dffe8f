"""The paper's own construction against the process that is grown from play."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from outwit.papers.lab import Lab
from outwit.papers.poker.construction import Construction, plays
from outwit.papers.poker.faults import TRIED, came_of
from outwit.papers.poker.readings import RULES
from outwit.papers.poker.spaces import construction
from outwit.papers.poker.world import THRESHOLD, optimum, process, world
from outwit.solve.iteration import policy_iteration, worth


def pairs(built: Construction, reached: bool) -> int:
    spots = built.reached if reached else built.listed
    return sum(len(built.legal(spot)) for spot in spots)


def test_it_lists_the_printed_states_and_pairs(lab: Lab) -> None:
    # Section 3.1.
    built = construction(lab, "text")
    assert (len(built.listed), pairs(built, reached=False)) == (2075, 4500)
    assert built.reached < set(built.listed)


@pytest.mark.parametrize("reading", list(RULES))
def test_what_it_reaches_is_what_play_reaches(reading: str, lab: Lab) -> None:
    """State by state the process from the tree, built by other code."""
    built, grown = construction(lab, reading), process(lab, THRESHOLD, rules=RULES[reading])
    texts = {grown.state_text(i) for i in range(grown.size)}
    assert {spot.text for spot in built.reached} == texts
    assert pairs(built, reached=True) == grown.pairs


@pytest.mark.parametrize("reading", list(RULES))
def test_pairs_are_worth_the_same_in_both(reading: str, lab: Lab) -> None:
    rules = RULES[reading]
    plan = optimum(lab, THRESHOLD, rules=rules)
    own = policy_iteration(construction(lab, reading).process())
    assert own.value == pytest.approx(plan.value, abs=1e-12)

    def worths(found: object) -> dict[tuple[str, int], float]:
        assert isinstance(found, type(plan))
        at, q = found.process, worth(found.process, found.values)
        return {
            (at.state_text(i), int(at.pair_move[p])): float(q[p])
            for i in range(at.size)
            for p in range(at.pair_first[i], at.pair_first[i + 1])
        }

    mine, grown = worths(own), worths(plan)
    assert set(grown) <= set(mine)
    assert max(abs(mine[key] - grown[key]) for key in grown) < 1e-12


def test_probabilities_of_a_pair_add_up_to_one_and_with_the_fault_to_two(lab: Lab) -> None:
    built = construction(lab, "text")
    for spot in built.listed:
        for move in built.legal(spot):
            assert sum(step.chance for step in built.steps(spot, move)) == pytest.approx(1.0)
    right, wrong = built.process(), built.process(repeated=True)
    spots = list(built.listed)
    times = np.array([built.listed[spot] for spot in spots])
    assert set(times.tolist()) == {1, 2}
    per_pair = np.repeat(times, np.diff(right.pair_first))
    assert wrong.reward == pytest.approx(right.reward * per_pair)
    per_step = np.repeat(per_pair, np.diff(right.trans_first))
    assert wrong.chance == pytest.approx(right.chance * per_step)


def test_a_state_that_two_ranges_list(lab: Lab) -> None:
    """With a jack and a ten on the board, a queen is left of JQT and of JQ once it has checked."""
    built = construction(lab, "text")
    twice = {spot.text for spot, times in built.listed.items() if times == 2}
    assert "second_0.5_0_A_JT_Q" in twice
    assert "second_0.5_0_A_AK_JQT" not in twice


def test_only_the_named_fault_gives_both_printed_figures(lab: Lab) -> None:
    here = world(lab)
    fits = [tried.says for tried in TRIED if came_of(here, tried).fits]
    assert fits == [TRIED[1].says]
    assert TRIED[1].repeated


def test_a_plan_plays_its_moves_on_the_tree(lab: Lab) -> None:
    plan = policy_iteration(construction(lab, "text").process(), ties="first")
    here = world(lab)
    strategy = plays(plan)
    here.tree.check_strategy(strategy)
    assert here.brings(strategy, here.plays[THRESHOLD]).mean == pytest.approx(plan.value, abs=1e-12)
    changed = dataclasses.replace(plan, policy=plan.process.pair_first[1:].astype(np.int64) - 1)
    assert not np.array_equal(plays(changed), strategy)
