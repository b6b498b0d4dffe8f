"""Exact laws against brute force through the rules, simulation, and what was promised."""

import math
from collections import defaultdict

import numpy as np
import pytest

from outwit.compare import bounds
from outwit.compare.formula import product_error
from outwit.compare.interval_race import PAPER, IntervalRace, IntervalWatch, interval_race
from outwit.compare.law import error_rate, expected_games, law, law_of
from outwit.compare.margin import Margin, edge_error
from outwit.compare.methods import METHODS, coin_rule
from outwit.compare.race import Watching
from outwit.compare.rules import Rule, Seen, Side, Stop
from outwit.core.errors import Refused, UsageError

MEANS = (0.40, 0.45, 0.48, 0.49, 0.495, 0.497, 0.5)
NOTHING = np.zeros(0, np.int64)


def brute(rule: Rule, mu: float, most: int = 10**9) -> tuple[float, float, float, float]:
    """First, second, nobody, expected games: every state a watch can be in, look after look.

    Knows nothing of bands, cells or walks: it asks `look` in each state that can be reached.
    """
    now = {(0, 0.0, math.inf): 1.0}
    games, k, at = 0, getattr(rule, "first", 0), rule.first_look()
    ended = dict.fromkeys(Side, 0.0)
    expected = 0.0
    while now:
        step = at - games
        coin = [math.comb(step, w) * mu**w * (1 - mu) ** (step - w) for w in range(step + 1)]
        met: dict[tuple[int, float, float], float] = defaultdict(float)
        for (wins, low, high), chance in now.items():
            for more, part in enumerate(coin):
                met[wins + more, low, high] += chance * part
        games, now = at, defaultdict(float)
        for (wins, low, high), chance in met.items():
            watch = rule.watch()
            if isinstance(watch, IntervalWatch):
                watch.k, watch.low, watch.high = k, low, high
            else:
                watch.i = k  # type: ignore[attr-defined]
            answer = watch.look(Seen(games, 2 * wins - games, games, 1, NOTHING))
            if isinstance(answer, Stop) or games >= most:
                side = answer.winner if isinstance(answer, Stop) else Side.NOBODY
                ended[side] += chance
                expected += games * chance
                continue
            at = answer
            # Only races that stop by width remember more than the wins.
            kept = (low, high)
            if isinstance(watch, IntervalWatch) and watch.rule.narrows:
                kept = (watch.low, watch.high)
            now[wins, kept[0], kept[1]] += chance
        k += 1
    return ended[Side.FIRST], ended[Side.SECOND], ended[Side.NOBODY], expected


@pytest.mark.parametrize("mu", [0.3, 0.5, 0.62])
@pytest.mark.parametrize("method", ["margin", "anytime", "hoeffding", "bernstein"])
def test_laws_without_memory_are_exact(method: str, mu: float) -> None:
    most = None if method == "margin" else 60
    rule = coin_rule(method, margin=0.1, error=0.2, max_games=most)
    found = law(method, mu, margin=0.1, error=0.2, max_games=most)
    first, second, nobody, games = brute(rule, mu, most or 10**9)
    assert (found.first, found.second, found.nobody) == pytest.approx(
        (first, second, nobody), abs=1e-11
    )
    assert found.games == pytest.approx(games, rel=1e-11)


@pytest.mark.parametrize("mu", [0.35, 0.5, 0.55])
@pytest.mark.parametrize("reading", ["and", "literal"])
def test_laws_with_memory_lie_within_their_bounds(reading: str, mu: float) -> None:
    """The state (wins, LB, UB) followed in full, where the law cuts LB into cells."""
    rule = interval_race("ilebr-2", margin=0.25, error=0.6, reading=reading)  # type: ignore[arg-type]
    first, second, _, games = brute(rule, mu)
    found = law_of(rule, mu, margin=0.25)
    assert found.low - 1e-9 <= games <= found.high + 1e-9
    assert found.games == pytest.approx(games, rel=0.02)
    assert (found.first, found.second) == pytest.approx((first, second), abs=0.02)
    assert found.first + found.second == pytest.approx(1.0, abs=1e-10)


@pytest.mark.parametrize("mu", [0.4, 0.5])
def test_the_star_race_within_its_bounds(mu: float) -> None:
    rule = interval_race("ilebr-star", margin=0.25, error=0.6)
    first, second, _, games = brute(rule, mu)
    found = law_of(rule, mu, margin=0.25)
    assert found.low - 1e-9 <= games <= found.high + 1e-9
    assert (found.first, found.second) == pytest.approx((first, second), abs=0.02)


def simulated(rule: IntervalRace, mu: float, races: int, seed: int) -> np.ndarray:
    """Games of simulated races of the intersected kind, vectorised over races. Shape: (races,)."""
    rng = np.random.default_rng(seed)
    assert rule.last is not None
    wins, low = np.zeros(races), np.zeros(races)
    high, ended = np.full(races, np.inf), np.zeros(races)
    before = 0
    for k in range(rule.first, rule.last + 1):
        n = rule.games(k)
        wins += rng.binomial(n - before, mu, races)
        before, mean = n, wins / n
        term = rule.log_term(k)
        radius = np.sqrt(mean * (1 - mean) * 2 * term / n) + 3 * term / n
        low, high = np.maximum(low, mean - radius), np.minimum(high, mean + radius)
        over = (high - low <= 2 * rule.margin) | (low >= 0.5) | (high <= 0.5) | (k == rule.last)
        ended[(ended == 0) & over] = n
    return ended


def test_ilebr_star_2_by_simulation() -> None:
    """Four deviations of 20,000 races: errs once in 16,000 runs."""
    games = simulated(interval_race("ilebr-star-2"), 0.49, 20_000, 1)
    found = law("ilebr-star-2", 0.49)
    assert found.games == pytest.approx(games.mean(), abs=4 * games.std() / math.sqrt(20_000))
    assert found.sd == pytest.approx(games.std(), rel=0.03)


def test_the_thesis_formula_is_not_the_error() -> None:
    """(2.6) leaves out that a race also stops by its width, earlier and with more errors."""
    rule = interval_race("ilebr-star")
    exact, formula = law_of(rule, 0.497).error, product_error(rule, 0.497)
    assert 1e-4 < exact - formula < 1e-3


def test_a_coin_that_always_falls_the_same_way() -> None:
    """LEBR's interval is without variance then: 3 ln(3 / delta_n) / n must come to the margin."""
    games = law("lebr", 1.0).games
    assert games == int(games)

    def radius(n: float) -> float:
        return 3 * math.log(3 * math.pi**2 * n * n / (6 * 0.05)) / n

    assert radius(games) <= 0.01 < radius(games - 1)
    assert law("lebr", 0.0).second == 1.0
    assert expected_games("ilebr-star-2", 1.0) == 64


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        ({"margin": 0.0}, "margin lies between"),
        ({"margin": -0.1}, "margin lies between"),
        ({"error": 0.0}, "error lies between"),
        ({"error": 2.0}, "error lies between"),
        ({"max_games": 0}, "at least one game"),
    ],
)
@pytest.mark.parametrize("method", METHODS)
def test_wishes_that_no_race_can_have(method: str, wish: dict[str, float], says: str) -> None:
    with pytest.raises(UsageError, match=f"(?i){says}"):
        law(method, 0.4, **wish)  # type: ignore[arg-type]


@pytest.mark.parametrize("method", ["ilebr-star", "ilebr-star-2"])
def test_literal_stars_do_not_terminate(method: str) -> None:
    found = law(method, 0.4, reading="literal")
    assert found.running == 1.0
    assert found.games == math.inf
    with pytest.raises(Refused, match="first inner loop"):
        interval_race(method, reading="literal").watch()


@pytest.mark.parametrize("method", ["hoeffding", "bernstein"])
def test_races_without_a_limit_need_not_stop_on_a_fair_coin(method: str) -> None:
    found = law(method, 0.5)
    assert found.games == math.inf
    assert found.running > 0.95
    assert expected_games(method, 0.45) < math.inf


def test_lebr_plays_as_many_games_as_393_squared_tests() -> None:
    """So the power-equal error of 2.2 comes out: LEBR's mean, rounded up to a square."""
    games = law("lebr", 0.5).games
    assert 392**2 < games < 393**2
    assert bounds.power_equal_error(games) == pytest.approx(3.02101484e-11, rel=1e-8)


@pytest.fixture(scope="module")
def paper() -> dict[float, float]:
    """The least that ILEBR* 2 may need, from below."""
    return {mu: law("ilebr-star-2", mu).low for mu in MEANS}


@pytest.mark.parametrize("mu", MEANS)
def test_margin_needs_at_most_a_quarter(mu: float, paper: dict[float, float]) -> None:
    assert expected_games("margin", mu) <= paper[mu] / 4


def test_margin_keeps_its_promise_at_and_beyond_the_edge() -> None:
    errors = [error_rate("margin", mu) for mu in (0.49, 0.489, 0.48, 0.45, 0.3, 0.0)]
    assert errors[0] <= 0.05
    assert errors[0] > 0.0495, "calibrated: no error is left unused"
    assert errors == sorted(errors, reverse=True)
    assert error_rate("margin", 0.51) == pytest.approx(errors[0], abs=1e-12)
    assert law("margin", 0.5).nobody > 0.5


@pytest.mark.parametrize(("margin", "error"), [(0.2, 0.05), (0.05, 0.01), (0.03, 0.2)])
def test_margin_is_calibrated_for_other_promises(margin: float, error: float) -> None:
    rule = Margin(margin, error)
    assert edge_error(rule.curves, margin) <= error
    assert edge_error(rule.curves, margin) > 0.9 * error
    assert error_rate("margin", 0.5 - margin, margin=margin, error=error) <= error


@pytest.mark.parametrize("mu", MEANS)
def test_anytime_needs_less_and_errs_less(mu: float, paper: dict[float, float]) -> None:
    found = law("anytime", mu)
    share = 0.4 if mu <= 0.48 else 1.0
    assert found.games <= share * paper[mu]
    assert found.error <= 0.05
    assert found.first + found.second + found.nobody == pytest.approx(1.0, abs=1e-10)


def test_anytime_errs_seldom_however_small_the_difference() -> None:
    assert error_rate("anytime", 0.4999) <= 0.05
    assert error_rate("anytime", 0.4999, max_games=100_000) <= 0.05


@pytest.mark.parametrize("method", ["margin", "anytime", "ilebr-star-2"])
def test_a_rule_raced_on_coins_follows_its_law(method: str) -> None:
    """The driver's watch on 300 drawn races at 0.47; each figure within four deviations."""
    rng = np.random.default_rng(7)
    rule, found, games, named = coin_rule(method), law(method, 0.47), [], 0
    for _ in range(300):
        watching, stop = Watching(rule, 1), None
        while stop is None:
            _, stop = watching.feed(2 * (rng.random(500) < 0.47).astype(np.int64) - 1)
        games.append(watching.n)
        named += stop.winner is Side.SECOND
    deviation = found.sd / math.sqrt(len(games))
    assert np.mean(games) == pytest.approx(found.games, abs=4 * deviation)
    room = 4 * math.sqrt(found.second * (1 - found.second) / len(games))
    assert named / len(games) == pytest.approx(found.second, abs=room + 1 / len(games))


def test_names() -> None:
    assert [*PAPER, "margin", "anytime"] == list(METHODS)
    with pytest.raises(UsageError, match="Did you mean ilebr-star"):
        law("ilebr-sta", 0.5)
    with pytest.raises(UsageError, match="between 0 and 1"):
        law("margin", 1.5)
    with pytest.raises(UsageError, match="A margin lies between"):
        law("margin", 0.5, margin=0.3)
    with pytest.raises(Refused, match="give max_games"):
        law("hoeffding", 0.4999)
