"""Tournaments: counts add up, ratings agree with another package, plans are what they say."""

import itertools
import math
from typing import Any

import choix
import numpy as np
import pytest

import outwit
from outwit.compare.plan import bluff_run_size, games_for_interval, games_to_tell, plan
from outwit.compare.ratings import Table, covariance, ratings, strengths
from outwit.compare.tournament import line_ups
from outwit.core.errors import UsageError

AGENTS = ["no-bluff", "smart", "learner", "anxious", "random"]


@pytest.fixture(scope="module")
def bluff() -> Any:
    return outwit.tournament("bluff", AGENTS, games=12_000, seed=2)


def test_every_line_up_plays_equally_often(bluff: Any) -> None:
    assert (bluff.line_ups, bluff.of) == (5, 5)
    overall = bluff.overall
    assert sum(e.games for e in overall) == 4 * bluff.games
    assert sum(e.wins for e in overall) == pytest.approx(bluff.games, abs=bluff.games * 1e-3)
    assert {e.games for e in overall} == {bluff.games * 4 // 5}
    for entry in overall:
        seats = [e for e in bluff.entries if e.name == entry.name and e.seat]
        assert len(seats) == 4
        assert sum(e.games for e in seats) == entry.games
        assert sum(e.wins for e in seats) == pytest.approx(entry.wins)
        assert entry.low <= entry.mean <= entry.high


def test_the_random_player_loses_to_all_and_is_told(bluff: Any) -> None:
    lost = [m for m in bluff.meetings if m.other == "random"]
    assert len(bluff.meetings) == 10
    assert len(lost) == 4
    assert all(m.told and m.low > 0 for m in lost)
    assert bluff.ratings[-1].name == "random"


def test_a_line_up_is_the_match_of_its_agents(bluff: Any) -> None:
    """One table of two is a match: the same sums by another road."""
    found = outwit.tournament("kuhn", ["equilibrium:bluff=0.2", "random"], games=4_000, seed=9)
    match = outwit.match("kuhn", ["equilibrium:bluff=0.2", "random"], games=4_000, seed=9)
    assert found.line_ups == 1
    best = found.overall[0]
    assert (best.wins, best.mean) == (match.of(1).wins, pytest.approx(match.of(1).mean))


def test_fewer_agents_than_seats_are_repeated() -> None:
    found = outwit.tournament("bluff", ["smart", "anxious"], games=2_400)
    assert found.line_ups == 3
    assert sum(e.games for e in found.overall) == 4 * found.games


@pytest.mark.parametrize("sample", [10, 30])
def test_a_sample_is_balanced(sample: int) -> None:
    lines, of = line_ups(12, 4, sample, seed=3)
    assert of == math.comb(12, 4)
    assert len(set(lines)) == sample
    sat = np.bincount(np.ravel(lines), minlength=12)
    assert sat.max() - sat.min() <= 2
    assert all(len(set(line)) == 4 for line in lines)


def test_too_many_line_ups_need_a_sample() -> None:
    with pytest.raises(UsageError, match="ask for a sample"):
        line_ups(60, 4, None, 1)
    with pytest.raises(UsageError, match="at least two agents"):
        outwit.tournament("kuhn", ["random"])


def test_two_seats_are_bradley_and_terry_of_choix() -> None:
    rng = np.random.default_rng(4)
    true = np.array([0.9, 0.2, -0.3, -0.8])
    tables, comparisons = [], np.zeros((4, 4))
    for one, other in itertools.combinations(range(4), 2):
        won = rng.binomial(500, 1 / (1 + math.exp(true[other] - true[one])))
        seats, wins = np.zeros(4), np.zeros(4)
        seats[[one, other]], wins[one], wins[other] = 1, won, 500 - won
        tables.append(Table(seats, wins))
        comparisons[one, other], comparisons[other, one] = won, 500 - won
    theirs = choix.ilsr_pairwise_dense(comparisons)
    assert strengths(tables) == pytest.approx(theirs - theirs.mean(), abs=1e-6)


def test_tables_of_three_are_luce_of_choix() -> None:
    rng = np.random.default_rng(6)
    true = np.exp([0.5, 0.1, -0.2, -0.4])
    tables, data = [], []
    for line in itertools.combinations(range(4), 3):
        chances = true[list(line)] / true[list(line)].sum()
        won = rng.multinomial(300, chances)
        seats, wins = np.zeros(4), np.zeros(4)
        seats[list(line)], wins[list(line)] = 1, won
        tables.append(Table(seats, wins))
        for winner, times in zip(line, won, strict=True):
            data += [(winner, [x for x in line if x != winner])] * int(times)
    theirs = choix.ilsr_top1(4, data)
    assert strengths(tables) == pytest.approx(theirs - theirs.mean(), abs=1e-6)


def test_rating_intervals_cover() -> None:
    """400 tournaments of three: 95 % intervals of the first's rating; at least 91 % cover, or
    this comes less than once in 1,000."""
    rng, covered = np.random.default_rng(8), 0
    true = np.array([0.4, 0.0, -0.4])
    for _ in range(400):
        tables = []
        for one, other in itertools.combinations(range(3), 2):
            won = rng.binomial(200, 1 / (1 + math.exp(true[other] - true[one])))
            seats, wins = np.zeros(3), np.zeros(3)
            seats[[one, other]], wins[one], wins[other] = 1, won, 200 - won
            tables.append(Table(seats, wins))
        found = next(r for r in ratings(["a", "b", "c"], tables) if r.name == "a")
        covered += found.low <= 400 / math.log(10) * 0.4 <= found.high
    assert covered >= 364


def test_one_pair_has_the_variance_of_a_log_odds() -> None:
    table = Table(np.ones(2), np.array([30.0, 70.0]))
    logs = strengths([table])
    assert logs[1] - logs[0] == pytest.approx(math.log(70 / 30), abs=1e-6)
    c = covariance([table], logs)
    assert c[0, 0] + c[1, 1] - 2 * c[0, 1] == pytest.approx(1 / 30 + 1 / 70, rel=1e-6)


def test_the_bluff_reports_run_size_belongs_to_95_percent() -> None:
    assert bluff_run_size(0.99, 0.99) == 459
    assert bluff_run_size(0.95, 0.99) == 299


def test_a_match_as_long_as_planned_tells_as_often_as_planned() -> None:
    """Power by the binomial law of the planned number of games, planned by the normal one."""
    from scipy.stats import binom

    n = games_to_tell(0.02, 0.05, 0.9)
    line = 0.5 + 1.959964 * 0.5 / math.sqrt(n)
    assert binom.sf(math.floor(line * n), n, 0.52) == pytest.approx(0.9, abs=0.01)
    n = games_for_interval(0.02, 0.05)
    assert 1.959964 * 0.5 / math.sqrt(n) <= 0.02


def test_a_plan_names_the_races() -> None:
    told = plan(margin=0.05, error=0.1)
    assert list(told.races) == ["margin", "anytime", "ilebr-star-2"]
    for margin, paper in zip(told.races["margin"], told.races["ilebr-star-2"], strict=True):
        assert margin is not None
        assert paper is not None
        assert margin < paper
    with pytest.raises(UsageError):
        plan(margin=0.0)
