"""Confidence sequences: covered at all looks at once, against another package and by hand."""

import math

import numpy as np
import pytest
import ville
from scipy.integrate import quad

from outwit.core.errors import UsageError
from outwit.core.running import DISTINCT, RunningMean, coin_sequence, log_mixture, score_radius

MANY = DISTINCT + 1
"""Scores so far apart that they are not counted one by one."""


@pytest.mark.parametrize("p", [0.5, 0.9])
def test_coin_sequence_covers_at_every_look(p: float) -> None:
    """Exactly, by enumeration: the chance that any of 200 looks misses is at most 5 %."""
    running, missed = {0: 1.0}, 0.0
    for n in range(1, 201):
        after: dict[int, float] = {}
        for wins, chance in running.items():
            after[wins] = after.get(wins, 0.0) + chance * (1 - p)
            after[wins + 1] = after.get(wins + 1, 0.0) + chance * p
        running = {}
        for wins, chance in after.items():
            low, high = coin_sequence(wins, n)
            if low <= p <= high:
                running[wins] = chance
            else:
                missed += chance
    assert 0.003 < missed <= 0.05


@pytest.mark.parametrize(("wins", "games"), [(6, 10), (60, 100), (5812, 10_000), (0, 30)])
def test_coin_sequence_is_that_of_ville(wins: int, games: int) -> None:
    other = ville.BernoulliCS(alpha=0.05, prior=(0.5, 0.5), intersect=False)
    values = np.concatenate([np.ones(wins), np.zeros(games - wins)])
    other.update(values)
    low, high = other.interval()
    assert coin_sequence(wins, games) == pytest.approx((float(low), float(high)), abs=1e-6)


@pytest.mark.parametrize(
    ("lead", "surprises"), [(3.0, 10.0), (0.0, 5.0), (-4.0, 20.0), (40.0, 80.0)]
)
def test_log_mixture_is_its_integral(lead: float, surprises: float) -> None:
    weight = 5.0

    def prior(lam: float) -> float:
        return (1 - lam) ** (weight - 1) * math.exp(-weight * (1 - lam))

    def grown(lam: float) -> float:
        return prior(lam) * math.exp(lam * lead + (math.log1p(-lam) + lam) * surprises)

    whole = quad(grown, 0, 1, limit=200)[0] / quad(prior, 0, 1)[0]
    assert log_mixture(lead, surprises, weight) == pytest.approx(math.log(whole), abs=1e-8)


@pytest.mark.parametrize("step", [1, MANY])
def test_running_mean_covers_at_every_look(step: int) -> None:
    """400 runs of 2,000 scores of three values: at most 5 % may ever miss; more than 38 come less
    than once in 10,000."""
    rng, missed = np.random.default_rng(5), 0
    for _ in range(400):
        scores = rng.choice(3, size=2_000, p=[0.6, 0.1, 0.3]) * step
        running = RunningMean(0, 2 * step)
        for piece in np.split(scores, [5, 10, 20, 50, 100, 200, 400, 800, 1_200, 1_600]):
            running.add(piece)
            low, high = running.interval()
            if not low <= 0.7 * step <= high:
                missed += 1
                break
    assert missed <= 38


def test_scores_of_three_values_are_covered_at_every_look() -> None:
    """Exactly, by enumeration over counts: the chance that any of 24 looks misses is at most 5 %.

    Rare large scores, against which intervals that go by the variance seen are weakest.
    """
    chances = (0.85, 0.05, 0.1)
    mean = chances[1] + 2 * chances[2]
    running, missed = {(0, 0, 0): 1.0}, 0.0
    for _ in range(24):
        after: dict[tuple[int, ...], float] = {}
        for counts, chance in running.items():
            for value, part in enumerate(chances):
                grown = tuple(c + (i == value) for i, c in enumerate(counts))
                after[grown] = after.get(grown, 0.0) + chance * part
        running = {}
        for counts, chance in after.items():
            found = RunningMean(0, 2)
            found.add(np.repeat([0, 1, 2], counts))
            low, high = found.interval()
            if low <= mean <= high:
                running[counts] = chance  # type: ignore[index]
            else:
                missed += chance
    assert 0.001 < missed <= 0.05


@pytest.mark.parametrize("step", [1, MANY])
@pytest.mark.parametrize("cut", [1, 3, 100])
def test_pieces_change_no_bit(cut: int, step: int) -> None:
    values = np.random.default_rng(2).integers(-3, 8, 500) * step
    whole, pieces = RunningMean(-3 * step, 7 * step), RunningMean(-3 * step, 7 * step)
    whole.add(values)
    for i in range(0, 500, cut):
        pieces.add(values[i : i + cut])
    assert (whole.total, whole.surprises) == (pieces.total, pieces.surprises)
    assert whole.interval() == pieces.interval()


def test_few_scores_say_what_they_can() -> None:
    """Where few were seen, bets beat the mixture that goes by the variance alone."""
    scores = np.repeat([0, 1, 2], [4, 12, 24])
    low, high = RunningMean(0, 2), RunningMean(0, 2 * MANY)
    low.add(scores)
    high.add(scores * MANY)
    lengths = [b - a for a, b in (low.interval(), high.interval())]
    assert lengths[0] < 0.8 * lengths[1] / MANY


@pytest.mark.parametrize("step", [1, MANY])
def test_small_variance_makes_it_narrow(step: int) -> None:
    narrow, wide = RunningMean(0, 10 * step), RunningMean(0, 10 * step)
    narrow.add(np.resize(np.array([4, 5], np.int64), 1_000) * step)
    wide.add(np.resize(np.array([0, 10], np.int64), 1_000) * step)
    lengths = [high - low for low, high in (narrow.interval(), wide.interval())]
    assert lengths[0] < lengths[1] / 4


def test_nothing_seen_and_wrong_wishes() -> None:
    assert coin_sequence(0, 0) == (0.0, 1.0)
    assert RunningMean(-2, 2).interval() == (-2.0, 2.0)
    assert score_radius(0, 0.0) == 1.0
    with pytest.raises(UsageError, match="A level"):
        coin_sequence(1, 2, level=1.0)
    with pytest.raises(UsageError, match="Bounds"):
        RunningMean(1, 1)
