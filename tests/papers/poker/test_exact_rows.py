"""The rows of tables 3 and 4 that are not learnt: against exact matches and played hands."""

from __future__ import annotations

import math

import pytest

import outwit
from outwit.core.result import MatchResult
from outwit.papers.judge import CONTRADICTED, REPRODUCED, judge
from outwit.papers.lab import Lab
from outwit.papers.poker import PAPER
from outwit.papers.poker.questions import sampled, tail
from outwit.papers.poker.readings import LISTED_TWICE, RULES
from outwit.papers.poker.tables import brings, coarse_optimum, without_range_plays
from outwit.papers.poker.world import THRESHOLD, deviation_of, mean_of, optimum, world


@pytest.mark.parametrize("reading", list(RULES))
def test_a_row_is_what_an_exact_match_says(reading: str, lab: Lab) -> None:
    rules = RULES[reading]
    game = outwit.game("holdem", kicker=rules.kicker)
    found = outwit.match(game, [f"threshold:board_pair={rules.board_pair}", "random"], exact=True)
    assert isinstance(found, MatchResult)
    row = found.of(1)
    assert str(brings(lab, "threshold", "random", reading).exact_mean) == row.exact
    assert brings(lab, "threshold", "random", reading).sd == pytest.approx(row.sd, abs=1e-12)


@pytest.mark.parametrize("opponent", ["random", "threshold"])
def test_the_best_row_is_the_best_response(opponent: str, lab: Lab) -> None:
    best = outwit.respond("holdem", ["me", opponent])
    assert brings(lab, "policy-iteration", opponent, "text").mean == pytest.approx(
        best.mean, abs=1e-12
    )


def test_the_print_against_threshold_comes_out_with_the_fault_alone(lab: Lab) -> None:
    """Both figures, from one construction; the true optimum gives neither."""
    claims = {claim.id: claim for claim in PAPER.claims}
    for column in ("mean", "deviation"):
        claim = claims[f"poker.table4.policy-iteration.{column}"]
        assert claim.measure is not None
        words = {r: judge(claim.printed, claim.measure(lab, r)).word for r in claim.readings}
        assert words["text"] == CONTRADICTED
        assert words[LISTED_TWICE] == REPRODUCED
        assert [r for r, word in words.items() if word == REPRODUCED] == [LISTED_TWICE]
    found = brings(lab, "policy-iteration", THRESHOLD, LISTED_TWICE)
    assert str(found.exact_mean) == "257/1140"
    assert abs(found.mean - 0.2252) < 0.002
    assert abs(found.sd - 1.467) < 0.002


def test_without_the_range_less_can_be_won_but_more_than_was_learnt(lab: Lab) -> None:
    here = world(lab)
    found = here.brings(without_range_plays(lab), here.plays[THRESHOLD]).mean
    assert found == pytest.approx(coarse_optimum(lab, "text"), abs=1e-9)
    assert 0.1623 + 0.05 < found < optimum(lab, THRESHOLD).value - 0.005


def test_a_deviations_own_deviation(lab: Lab) -> None:
    """Of a fair coin that pays 0 or 1, and of one that pays 1 in ten times, by hand."""
    brought = brings(lab, "threshold", "random", "text")
    assert deviation_of(brought).value == brought.sd
    assert mean_of(brought).sd == brought.sd
    fourth = sum(
        (a - brought.mean) ** 4 * c for a, c in zip(brought.amounts, brought.chances, strict=True)
    )
    by_hand = math.sqrt(fourth - brought.sd**4) / (2 * brought.sd)
    assert deviation_of(brought).sd == pytest.approx(by_hand, rel=1e-12)


def test_played_hands_agree(lab: Lab) -> None:
    """Five means of 200,000 hands: so far off together once in ten thousand runs."""
    found = sampled(lab)
    total = sum(off**2 for _, off in found.data)
    assert tail(total, len(found.data)) > 1e-4
    assert len(found.rows) == 5


def test_the_tail_is_that_of_chi_square() -> None:
    # Two squared normals: exp(-x / 2). The 95th percentile of five is 11.0705 (any table).
    assert tail(4.0, 2) == pytest.approx(math.exp(-2.0))
    assert tail(11.0705, 5) == pytest.approx(0.05, abs=1e-5)
