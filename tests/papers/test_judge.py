"""The judge keeps its promise: how often it is wrong about true prints, and that it can tell."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from outwit.papers.judge import CONTRADICTED, ERROR, REPRODUCED, UNDECIDED, judge
from outwit.papers.measured import Exact, Frequency, Measured, Sample, fact
from outwit.papers.printed import Average, Constant, Count, Printed, Share, Words


def binomial(n: int, p: float) -> np.ndarray:
    """Probabilities of 0 ... n, by logarithms of factorials."""
    logs = [math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1) for k in range(n + 1)]
    k = np.arange(n + 1)
    return np.exp(np.array(logs) + k * math.log(p) + (n - k) * math.log1p(-p))


def likely(chances: np.ndarray) -> list[int]:
    """All but less than 1e-7 of the outcomes."""
    return [int(k) for k in np.flatnonzero(chances > 1e-7 / len(chances))]


@pytest.mark.parametrize(("printed_games", "our_games"), [(300, 400), (60, 3_000)])
@pytest.mark.parametrize("truth", [0.02, 0.26, 0.5])
def test_false_alarms_on_counts_by_enumeration(
    truth: float, printed_games: int, our_games: int
) -> None:
    """Every print and every measurement of one truth, each with its probability: no sampling."""
    theirs, ours = binomial(printed_games, truth), binomial(our_games, truth)
    step = max(1, our_games // 400)
    alarm = 0.0
    for k in likely(theirs):
        printed = Count(k, printed_games)
        # Verdicts change monotonically with our count: between two counted ones take the worse.
        words = {
            j: judge(printed, Frequency(j, our_games)).word == CONTRADICTED
            for j in {*likely(ours)[::step], likely(ours)[-1]}
        }
        known = sorted(words)
        for low, high in pairwise(known):
            if words[low] or words[high]:
                alarm += theirs[k] * float(ours[low : high + 1].sum())
    assert alarm <= ERROR


def test_false_alarms_on_simulated_means() -> None:
    """30,000 prints and measurements of a mean: with a rate of 1 in 1,000 more than 50 alarms
    would come in fewer than 1 of 1,000 runs; measured is the rate, to +- 0.0002."""
    rng = np.random.default_rng(5)
    alarms, trials, n, m = 0, 30_000, 200, 2_000
    prints = rng.normal(3.0, 2.0 / math.sqrt(n), trials)
    ours = rng.normal(3.0, 2.0 / math.sqrt(m), trials)
    for printed, value in zip(prints, ours, strict=True):
        sample = Sample(float(value), 4.0 / m, groups=m, games=m, sd=2.0)
        word = judge(Average(round(float(printed), 2), n, 0.01), sample).word
        alarms += word == CONTRADICTED
    assert alarms / trials <= 50 / 30_000


@pytest.mark.parametrize(
    ("right", "wrong", "ours"),
    [
        (Count(79, 300), Count(120, 300), Frequency(26_300, 100_000)),
        (Share(0.26, 300), Share(0.40, 300), Frequency(26_300, 100_000)),
        (Constant(0.5, 0.1), Constant(0.6, 0.1), Exact(0.5)),
        (Average(2.5, 400, 0.1), Average(3.5, 400, 0.1), Sample(2.45, 1e-4, 10**4, 10**4, sd=1.0)),
    ],
)
def test_a_print_changed_by_hand_turns_contradicted(
    right: Printed, wrong: Printed, ours: Measured
) -> None:
    assert judge(right, ours).word == REPRODUCED
    assert judge(wrong, ours).word == CONTRADICTED


def test_words() -> None:
    assert judge(Words(), fact(True)).word == REPRODUCED
    assert judge(Words(), fact(False)).word == CONTRADICTED
    assert judge(Words(), Sample(0.1, 1.0, 100, 100)).word == UNDECIDED


@pytest.mark.parametrize(("share", "word"), [(0.20, REPRODUCED), (0.37, CONTRADICTED)])
def test_with_too_few_games_undecided_and_the_games_it_asks_for_decide(
    share: float, word: str
) -> None:
    printed = Count(79, 300)
    few = judge(printed, Frequency(round(share * 60), 60))
    assert few.word == UNDECIDED
    assert few.needs is not None
    enough = judge(printed, Frequency(round(share * few.needs), few.needs))
    assert enough.word == word
    assert f"{few.needs:,}" in few.why


def test_on_the_very_bound_no_number_of_games_is_promised() -> None:
    printed = Count(79, 300)
    low, _ = printed.plausible(Exact(0.0), 8e-4)
    sample = Sample(low, 1e-6, 1_000, 1_000, sd=0.4)
    assert judge(printed, sample).needs is None


def test_why_speaks_in_the_measure_of_the_print() -> None:
    verdict = judge(Count(120, 300), Frequency(2_000, 10_000))
    assert "120 of 300" in verdict.why
    assert "20.0 %" in verdict.why


def test_a_share_that_no_count_gives_is_judged_by_the_nearest() -> None:
    """0.5 % of 40 games is no count; the print is then taken for 0 of 40."""
    verdict = judge(Share(0.005, 40, 0.001), Frequency(500, 100_000))
    assert verdict.word == REPRODUCED
