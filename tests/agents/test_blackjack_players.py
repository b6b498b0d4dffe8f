"""Players of continuous blackjack: thresholds by the paper's formulas, solved here anew."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq

from outwit.catalogue import agent, game
from outwit.core.errors import UsageError
from outwit.core.generator import new_rng
from outwit.core.layout import new_me
from outwit.core.records import Mirror
from outwit.games.blackjack import HIT, ONE, STAND
from outwit.play.match import match
from outwit.play.mirror import Round
from outwit.play.sitting import Sitting

GAMES = 200_000
NEVER = math.sqrt(math.log(2e9) / (2 * GAMES))
"""A share of so many games is off by more than this once in 10^9 tests (Hoeffding)."""


def F(x, y):
    """Lemma 2.1: the probability that hitting up to a total of x ends at y or below."""
    return (y - x) * math.exp(x)


@pytest.fixture
def plays(play):
    """plays(player, seat, total, best): what it does there; seat 1 has scored `best` before it."""

    def does(player, seat, total, best=0.0):
        moves = []
        for other in range(seat):
            moves += [HIT, int(best * ONE), STAND] if other == 0 and best > 0 else [STAND]
        moves += [HIT, total if isinstance(total, int) else int(total * ONE)]
        state = play(player.game, moves)
        assert player.game.to_move(state) == seat
        own, me = state.own[seat], Mirror(new_me(player))
        return player.act(me, state.table, own, seat, new_rng(1))

    return does


# Lemma 2.1 ------------------------------------------------------------------------------------


@pytest.mark.parametrize("x", [0.0, 0.3, 0.8])
def test_totals_are_distributed_as_lemma_2_1_says(x):
    """Against the empirical distribution: Dvoretzky, Kiefer and Wolfowitz, once in 10^9 tests.

    The lemma's last line prints z e^z, which is above 1 for x = 0.3, y = 1.
    """
    rules = game("blackjack")
    sitting = Sitting(rules, (agent(rules, "threshold", k=x),) * 2, seed=5, order="fixed")
    totals = []
    for number in range(1000):
        round_ = Round(sitting, number)
        round_.play()
        totals += [round_.state.table.total[seat] / ONE for seat in range(2)]
    bound = math.sqrt(math.log(2e9) / (2 * len(totals)))
    assert min(totals) > x
    for y in np.linspace(x, 1.0, 12):
        assert abs(np.mean(np.array(totals) <= y) - F(x, y)) < bound


@pytest.mark.parametrize(("a", "k"), [(0.3, 0.3), (0.57, 0.57), (0.4, 0.8), (0.8, 0.4)])
def test_thresholds_win_as_equation_3_2_says(a, k):
    """E(A, k) = e^A times the integral of G(t, k) from A to 1, equation 3.1's G."""
    rules = game("blackjack")

    def worth(mine, other):
        def less(t):  # the probability that the other scores less than t
            return F(other, max(t, other)) + 1 - F(other, 1)

        return math.exp(mine) * quad(less, mine, 1, points=[max(mine, other)])[0]

    players = [agent(rules, "threshold", k=value) for value in (a, k)]
    result = match(rules, players, games=GAMES, order="fixed")
    assert result.overall[0].mean == pytest.approx(worth(a, k), abs=NEVER)
    assert result.overall[1].mean == pytest.approx(worth(k, a), abs=NEVER)
    assert result.undecided == pytest.approx(
        (1 - F(a, 1)) * (1 - F(k, 1)) * GAMES, abs=NEVER * GAMES
    )


# Thresholds -----------------------------------------------------------------------------------


@pytest.mark.parametrize("k", [0.0, 0.5, 0.99])
def test_a_threshold_hits_up_to_and_including_it(plays, k):
    player = agent(game("blackjack"), "threshold", k=k)
    edge = int(k * ONE)
    assert plays(player, 0, edge) == HIT
    assert plays(player, 0, edge + 1) == STAND
    assert plays(player, 1, edge + 1, best=0.999) == STAND  # whatever the others scored


@pytest.mark.parametrize(("best", "limit"), [(0.0, 0.5), (0.3, 0.5), (0.75, 0.75)])
def test_adaptive_takes_the_larger_of_its_threshold_and_the_best_score(plays, best, limit):
    """Proposition 4.15."""
    player = agent(game("blackjack"), "adaptive", a=0.5)
    edge = int(limit * ONE)
    assert plays(player, 1, edge, best=best) == HIT
    assert plays(player, 1, edge + 1, best=best) == STAND


def alpha(n):
    """The root of equation 2.2, by other means than the player's: quad and brentq."""
    if n == 0:
        return 0.0
    bust = lambda t: (1 - F(t, 1)) ** n  # noqa: E731
    return brentq(lambda x: quad(bust, x, 1)[0] - bust(x), 0.0, 1.0, xtol=1e-14)


def gamma(n):
    """The root of equation 4.23."""
    return brentq(
        lambda x: quad(lambda t: 1 - F(t, 1), x, 1)[0] - (1 - F(x, 1)) ** n, 0.0, 1.0, xtol=1e-14
    )


TABLE_1 = (
    *(0.570557, 0.687916, 0.748671, 0.787111, 0.814059, 0.834191, 0.849900),
    *(0.862558, 0.873008, 0.881805, 0.889328, 0.895845, 0.901554, 0.906602),
)
TABLE_3 = (
    *(0.570557, 0.726417, 0.791326, 0.828415, 0.852904, 0.870488, 0.883829),
    *(0.894355, 0.902905, 0.910009, 0.916021, 0.921184, 0.925674, 0.929619),
)


@pytest.mark.parametrize("seats", [2, 5, 15, 24])
def test_nash_plays_the_thresholds_of_equation_2_2_in_every_seat(plays, seats):
    player = agent(game("blackjack", seats=seats), "nash")
    limits = [limit / ONE for limit in Mirror(new_me(player)).limit]
    assert limits == pytest.approx([alpha(seats - 1 - seat) for seat in range(seats)], abs=1e-9)
    edge = int(limits[0] * ONE)
    assert (plays(player, 0, edge), plays(player, 0, edge + 1)) == (HIT, STAND)
    assert plays(player, 1, 0.94, best=0.95) == HIT


def test_the_thresholds_are_those_of_tables_1_and_3():
    assert [alpha(n) for n in range(1, 15)] == pytest.approx(TABLE_1, abs=6e-7)
    assert [gamma(n) for n in range(1, 15)] == pytest.approx(TABLE_3, abs=6e-7)


@pytest.mark.parametrize("seats", [2, 3, 10])
def test_cliff_stands_up_to_gamma_and_jumps_beyond_it(plays, seats):
    """Remark 4.9; the last seat makes the obvious choice (definition 4.6)."""
    player = agent(game("blackjack", seats=seats), "cliff")
    bound = gamma(seats - 1)
    last = seats - 1
    middle = min(1, last - 1)
    below, above = bound - 1e-6, bound + 1e-6
    if middle > 0:
        assert plays(player, middle, int(below * ONE), best=below) == HIT
        assert plays(player, middle, int(below * ONE) + 1, best=below) == STAND
        assert plays(player, middle, 0.999999, best=above) == HIT
    assert plays(player, last, int(above * ONE), best=above) == HIT
    assert plays(player, last, int(above * ONE) + 1, best=above) == STAND


def test_cliff_drives_the_first_seat_to_gamma():
    """Three seats: over A, e^A times the integral of M has its maximum at gamma_2 (remark 4.9)."""
    bound = gamma(2)
    found = {}
    for a in (0.4, alpha(2), bound, 0.85):
        rules = game("blackjack", seats=3)
        players = [agent(rules, "threshold", k=a), *[agent(rules, "cliff")] * 2]
        found[a] = match(rules, players, games=GAMES, order="fixed").overall[0].mean

        def scores_less(t):
            return (1.0 if t > bound else 1 - F(t, 1)) * (1 - F(t, 1))

        parts = [
            quad(scores_less, *ends)[0] for ends in ((min(a, bound), bound), (max(a, bound), 1))
        ]
        assert found[a] == pytest.approx(math.exp(a) * sum(parts), abs=NEVER)
    assert max(found, key=found.__getitem__) == bound


# Drawn thresholds -----------------------------------------------------------------------------


def test_uniform_draws_its_threshold_from_the_best_score_to_1():
    """Section 6.1.2: P(K <= s) = (s - t) / (1 - t)."""
    rules = game("blackjack")
    players = [agent(rules, "uniform"), agent(rules, "adaptive", a=0.0)]

    def worth(k):
        return math.exp(k) * quad(lambda t: 1 - F(t, 1), k, 1)[0]

    first = match(rules, players, games=GAMES, order="fixed").overall[0].mean
    assert first == pytest.approx(quad(worth, 0, 1)[0], abs=NEVER)
    # Second to play against a score t it wins with the mean over k of F(k, 1), k from t to 1.
    second = match(rules, [agent(rules, "threshold"), players[0]], games=GAMES, order="fixed")

    def beats(t):
        return quad(lambda k: F(k, 1), t, 1)[0] / (1 - t)

    scored = math.exp(0.5) * quad(beats, 0.5, 1)[0]
    alone = (1 - F(0.5, 1)) * quad(lambda k: F(k, 1), 0, 1)[0]
    assert second.overall[1].mean == pytest.approx(scored + alone, abs=NEVER)


@pytest.mark.parametrize(("p", "weights"), [((), (1, 1)), ((3.0, 1.0), (3, 1))])
def test_mixed_draws_one_threshold_a_round(p, weights):
    """Equation 3.15: its worth is the mean of what its thresholds are worth."""
    rules = game("blackjack")
    against = agent(rules, "adaptive", a=0.0)
    mixed = agent(rules, "mixed", k=(0.2, 0.9), p=p)
    found = match(rules, [mixed, against], games=GAMES, order="fixed").overall[0].mean
    worth = [math.exp(k) * quad(lambda t: 1 - F(t, 1), k, 1)[0] for k in (0.2, 0.9)]
    assert found == pytest.approx(np.average(worth, weights=weights), abs=NEVER)


def test_rational_mixtures_never_stand_below_the_best_score(plays):
    """Definition 4.4."""
    rules = game("blackjack")
    for rational, move in [("yes", HIT), ("no", STAND)]:
        player = agent(rules, "mixed", k="0.2+0.3", rational=rational)
        assert plays(player, 1, 0.5, best=0.6) == move


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("threshold:k=1.5", "k is 0 to 1, not 1.5"),
        ("mixed:k=0.4+0.8,p=1", "2 thresholds have 1 probabilities"),
        ("mixed:k=0.4+x", "numbers joined by"),
        ("mixed:p=0+0", "not all 0"),
        ("cliff:at=2", "gamma or a number from 0 to 1"),
        ("cliff:at=x", "gamma or a number from 0 to 1"),
        ("cliff:at=-0.5", "gamma or a number from 0 to 1"),
    ],
)
def test_wrong_parameters_are_refused_with_a_sentence(spec, said):
    with pytest.raises(UsageError, match=said):
        agent(game("blackjack"), spec)
