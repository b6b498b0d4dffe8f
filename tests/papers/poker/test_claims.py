"""What the claims of the exact half say, held against counts made in another way."""

from __future__ import annotations

import numpy as np
import pytest

from outwit.games.holdem import CALL, FOLD, RAISE
from outwit.papers.judge import CONTRADICTED, REPRODUCED, judge
from outwit.papers.lab import Lab
from outwit.papers.poker import PAPER
from outwit.papers.poker.best import always_raises, best_against, ends, met, share_of
from outwit.papers.poker.examples import EXAMPLES
from outwit.papers.poker.iteration import bolder, rounds
from outwit.papers.poker.questions import before_the_board, printed_policy
from outwit.papers.poker.readings import LISTED_TWICE
from outwit.papers.poker.strength import everyone, policies, worst_case
from outwit.papers.poker.tables import brings
from outwit.papers.poker.world import RANDOM, THRESHOLD, optimum, world
from outwit.solve.respond import exploitability

CLAIMS = {claim.id: claim for claim in PAPER.claims}


def verdict(lab: Lab, name: str, reading: str = "text") -> str:
    claim = CLAIMS[f"poker.{name}"]
    assert claim.measure is not None
    return judge(claim.printed, claim.measure(lab, reading)).word


def test_every_example_is_claimed_and_two_are_never_met(lab: Lab) -> None:
    for k in range(1, len(EXAMPLES) + 1):
        for part in ("move", "reason"):
            assert verdict(lab, f"policies.example-{k}-{part}") == REPRODUCED
    words = [verdict(lab, f"policies.example-{k}-met") for k in range(1, 5)]
    assert words == [REPRODUCED, CONTRADICTED, CONTRADICTED, REPRODUCED]


def test_the_counts_of_section_3_4_1_need_the_kicker(lab: Lab) -> None:
    for name in ("openings-bet", "openings-check", "last-folds"):
        assert verdict(lab, f"policies.{name}") == REPRODUCED
        assert verdict(lab, f"policies.{name}", "even-boards") == CONTRADICTED


def test_best_moves_are_those_that_no_change_improves(lab: Lab) -> None:
    """Change the move of some states, one at a time: the mean falls, and falls by nothing else."""
    here, plan = world(lab), optimum(lab, RANDOM)
    found = best_against(lab, RANDOM, "text")
    at = plan.process
    value = here.mean(at.strategy(plan.policy), here.plays[RANDOM])
    for i in range(0, at.size, 97):
        for pair in range(int(at.pair_first[i]), int(at.pair_first[i + 1])):
            changed = plan.policy.copy()
            changed[i] = pair
            other = here.mean(at.strategy(changed), here.plays[RANDOM])
            best = int(at.pair_move[pair]) in found[i].best
            assert best == (pair == plan.policy[i])
            assert other <= value + 1e-12


def test_ends_and_meetings_by_hand(lab: Lab) -> None:
    """Always raising in the second seat: Random folds to each of two raises with 1/2."""
    here = world(lab)
    bold = always_raises(here)
    found = ends(here, bold, here.plays[RANDOM], (1,))
    assert found.folded == pytest.approx(3 / 4)
    # In the first seat the bet is folded to with 1/3 in each round, and raised ones are called.
    assert ends(here, bold, here.plays[RANDOM], (0,)).folded == pytest.approx(1 / 3 + 2 / 9)
    assert share_of(here, bold, here.plays[RANDOM], FOLD) == 0.0
    often = met(here, bold, here.plays[RANDOM])
    opens = [s for s in range(here.tree.sets) if here.tree.set_before[s] == 0]
    first = [s for s in opens if here.tree.set_seat[s] == 0]
    assert often[first].sum() == pytest.approx(0.5)
    shares = [share_of(here, bold, here.plays[RANDOM], move) for move in (FOLD, CALL, RAISE)]
    assert sum(shares) == pytest.approx(1.0)


def test_what_the_printed_policy_does_wrong_is_all_of_the_difference(lab: Lab) -> None:
    found = printed_policy(lab)
    lost = sum(float(row[-1]) for row in found.rows) / 1000
    gap = optimum(lab, THRESHOLD).value
    gap -= brings(lab, "policy-iteration", THRESHOLD, LISTED_TWICE).mean
    assert lost == pytest.approx(gap, abs=1e-6)
    assert all(row[1] == "check" and row[2] == "bet" for row in found.rows)


def test_a_discount_changes_nothing_against_random_and_something_with_the_fault(lab: Lab) -> None:
    assert bolder(lab, RANDOM, 0.5, "text").value == 0
    assert bolder(lab, THRESHOLD, 0.99, "text").value == 0
    assert bolder(lab, THRESHOLD, 0.5, "text").value > 0
    assert bolder(lab, THRESHOLD, 0.99, LISTED_TWICE).value > 0


def test_rounds_are_counted_with_or_without_the_last(lab: Lab) -> None:
    counted, changes = (rounds(lab, RANDOM, r) for r in ("text", "changes-only"))
    assert {n - 1: times for n, times in counted.items()} == dict(changes)
    assert counted.total() == 100


def test_the_strongest_policy_is_the_equilibrium(lab: Lab) -> None:
    tree = world(lab).tree
    lost = {name: exploitability(tree, mine) for name, mine in policies(lab).items()}
    assert lost["equilibrium"] < 1e-12
    assert all(loss > 0.1 for name, loss in lost.items() if name != "equilibrium")
    assert [mean for _, mean in worst_case(lab).data] == pytest.approx(list(lost.values()))
    # Who meets the equilibrium wins nothing; what one wins the other loses.
    table = [[cell.replace("–", "0") for cell in row[1:]] for row in everyone(lab).rows]
    means = np.array(table, float)
    assert (means[0] >= 0.0).all()
    assert means == pytest.approx(-means.T)


def test_before_the_board_as_section_3_4_1_has_it(lab: Lab) -> None:
    rows = [row for row in before_the_board(lab).rows if row[1] == "best against Random"]
    assert {row[0]: set(row[2:]) for row in rows} == {
        "first, to open": {"bet"},
        "first, bet to after a check": {"call"},
        "first, raised after a bet": {"call"},
        "second, checked to": {"bet"},
        "second, bet to": {"raise"},
    }


def test_every_contradicted_claim_says_why(lab: Lab) -> None:
    """Of the claims that need no games."""
    seen = 0
    for name, claim in CLAIMS.items():
        if claim.shares == "exact" and claim.measure is not None:
            word = judge(claim.printed, claim.measure(lab, claim.readings[0])).word
            assert word in (REPRODUCED, CONTRADICTED)
            assert (word == REPRODUCED) or claim.note, name
            seen += 1
    assert seen > 50
