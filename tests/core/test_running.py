"""Confidence sequences: covered at all looks at once, against another package and by hand."""

import math

import numpy as np
import pytest
import ville
from scipy.integrate import quad

from outwit.core.errors import UsageError
from outwit.core.running import RunningMean, coin_sequence, log_mixture, score_radius


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


def test_running_mean_covers_at_every_look() -> None:
    """1,000 runs of 2,000 scores of three values: at most 5 % may ever miss; above 7.8 % comes
    less than once in 10,000."""
    rng, missed = np.random.default_rng(5), 0
    for _ in range(1_000):
        scores = rng.choice(3, size=2_000, p=[0.6, 0.1, 0.3])
        running = RunningMean(0, 2)
        for piece in np.split(scores, [5, 10, 20, 50, 100, 200, 400, 800, 1_200, 1_600]):
            running.add(piece)
            low, high = running.interval()
            if not low <= 0.7 <= high:
                missed += 1
                break
    assert missed <= 78


@pytest.mark.parametrize("cut", [1, 3, 100])
def test_pieces_change_no_bit(cut: int) -> None:
    values = np.random.default_rng(2).integers(-3, 8, 500)
    whole, pieces = RunningMean(-3, 7), RunningMean(-3, 7)
    whole.add(values)
    for i in range(0, 500, cut):
        pieces.add(values[i : i + cut])
    assert (whole.total, whole.surprises) == (pieces.total, pieces.surprises)
    assert whole.interval() == pieces.interval()


def test_small_variance_makes_it_narrow() -> None:
    narrow, wide = RunningMean(0, 10), RunningMean(0, 10)
    narrow.add(np.resize(np.array([4, 5], np.int64), 1_000))
    wide.add(np.resize(np.array([0, 10], np.int64), 1_000))
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
