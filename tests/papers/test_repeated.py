"""Figures over a few runs: their law, and the verdict on a print."""

from __future__ import annotations

import numpy as np
import pytest

from outwit.papers.judge import CONTRADICTED, PRINTS, REPRODUCED, judge
from outwit.papers.printed import FewRuns
from outwit.papers.repeated import ENOUGH, Repeated, deviation_of_runs, mean_of_runs


def runs(means: np.ndarray) -> np.ndarray:
    """Moments of runs whose pay-off is normal with deviation 1 around these means. (n, 4)"""
    m = np.asarray(means)
    return np.stack([m, 1 + m**2, m**3 + 3 * m, m**4 + 6 * m**2 + 3], axis=1)


def repeated(means: np.ndarray, figure=mean_of_runs, tested: int = 10**9) -> Repeated:
    return Repeated(runs(means), figure, few=5, tested=tested, trained=10)


def test_mean_and_deviation_of_runs_thrown_together() -> None:
    found = runs(np.array([0.0, 2.0]))
    assert mean_of_runs(found) == 1.0
    assert deviation_of_runs(found) == pytest.approx(np.sqrt(2.0))
    assert mean_of_runs(np.stack([found, found])).tolist() == [1.0, 1.0]


def test_the_parts_of_a_mean_are_its_runs() -> None:
    means = np.array([0.3, 0.1, 0.7])
    assert repeated(means).parts == pytest.approx(means)
    assert repeated(means).sd == pytest.approx(means.std(ddof=1))


def test_noise_is_that_of_the_games_after_training() -> None:
    means = np.zeros(4)
    assert repeated(means, tested=10_000).noise == pytest.approx(0.01)
    # The deviation of n normal numbers varies with s / sqrt(2 n).
    found = repeated(means, deviation_of_runs, tested=10_000)
    assert found.noise == pytest.approx(1 / np.sqrt(20_000))


def test_many_runs_keep_the_skewness_that_student_s_law_loses() -> None:
    rng = np.random.default_rng(1)
    skewed = -rng.exponential(size=2 * ENOUGH)
    below, above = repeated(skewed).tails(PRINTS)
    assert below > 1.3 * above
    few = repeated(skewed[: ENOUGH - 1]).tails(PRINTS)
    assert few[0] == few[1]


@pytest.mark.parametrize("n", [14, 2 * ENOUGH])
def test_true_prints_are_seldom_contradicted_and_wrong_ones_are(n: int) -> None:
    # The judge calls a true print contradicted with at most 1 in 1,000. In 1,000 prints more than
    # 8 are then found with a probability below 2e-6 (Poisson of mean 1).
    rng = np.random.default_rng(n)
    wrong = 0
    for _ in range(1_000 if n < ENOUGH else 100):
        print_ = FewRuns(round(rng.normal(size=5).mean(), 4), 5, 10**9, 1e-4)
        wrong += judge(print_, repeated(rng.normal(size=n))).word == CONTRADICTED
    assert wrong <= 8
    assert judge(FewRuns(4.0, 5, 10**9, 1e-4), repeated(rng.normal(size=n))).word == CONTRADICTED
    near = FewRuns(0.0, 5, 10**9, 1e-4)
    assert judge(near, repeated(rng.normal(size=20 * ENOUGH))).word == REPRODUCED


def test_one_run_says_nothing() -> None:
    alone = repeated(np.array([0.5]))
    assert alone.interval(0.05) == (-np.inf, np.inf)
    assert alone.tails(0.05) == (np.inf, np.inf)
