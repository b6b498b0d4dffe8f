"""Thresholds of continuous blackjack against the paper's tables, quadrature and played rounds."""

from __future__ import annotations

import math
from typing import Any

import pytest
from scipy.integrate import quad
from scipy.optimize import brentq

import outwit
from outwit.core.errors import Refused, UsageError
from outwit.solve.blackjack import Rule, best_threshold, rules_of, threshold_against, value_of

TABLE_1 = (0.570557, 0.687916, 0.748671, 0.787111, 0.814059, 0.834191, 0.849900)
TABLE_2 = (0.588650, 0.698942, 0.756234, 0.792694, 0.818387, 0.837665, 0.852764)


@pytest.mark.parametrize("others", range(1, 8))
def test_table_1_answers_itself(others: int) -> None:
    """The equilibrium's thresholds are best responses to those of the later seats."""
    game = outwit.game("blackjack", seats=others + 1)
    nash = outwit.agent(game, "nash")
    table = [rules_of(nash, seat) for seat in range(game.seats)]
    assert best_threshold(game, table, 0) == pytest.approx(TABLE_1[others - 1], abs=5e-7)
    solution = outwit.solve(game)
    assert solution.thresholds is not None
    assert solution.thresholds[0] == pytest.approx(TABLE_1[others - 1], abs=5e-7)
    assert solution.thresholds[-1] == 0.0
    assert sum(solution.value) == pytest.approx(1.0, abs=1e-12)
    assert list(solution.value) == sorted(solution.value)  # later seats see more
    assert solution.exploitability < 1e-12


@pytest.mark.parametrize("others", range(1, 8))
def test_table_2_is_a_fixed_point(others: int) -> None:
    """Corollary 3.2: against n fixed thresholds beta_n, the root of (3.14), beta_n is best.

    Above beta_n the answer falls steeply, so the printed six digits are not enough.
    """

    def equation(b: float) -> float:
        bust = 1.0 - (1.0 - b) * math.exp(b)
        return 1.0 - bust ** (others + 1) - (others + 1) * math.exp(b) * bust**others

    beta = brentq(equation, 0.1, 0.9999, xtol=1e-14)
    assert beta == pytest.approx(TABLE_2[others - 1], abs=5e-7)
    assert threshold_against([[Rule(1.0, beta)]] * others) == pytest.approx(beta, abs=1e-10)


@pytest.mark.parametrize("k", [(0.5,), (0.3, 0.8), (0.6, 0.6, 0.9)])
def test_values_are_equation_3_2s(k: tuple[float, ...]) -> None:
    """The first seat's pay-off for thresholds A, k_1, ..., k_n, by another rule of quadrature."""
    game = outwit.game("blackjack", seats=len(k) + 1)

    def g(t: float, k: float) -> float:  # equation 3.1
        bust = 1.0 - (1.0 - k) * math.exp(k)
        return bust if t < k else bust + (t - k) * math.exp(k)

    for a in (0.2, 0.55, 0.9):
        table = [[Rule(1.0, a)], *([Rule(1.0, one)] for one in k)]
        expected = (
            math.exp(a)
            * quad(
                lambda t: math.prod(g(t, one) for one in k),
                a,
                1.0,
                points=sorted({one for one in k if one > a}) or None,
                epsabs=1e-13,
            )[0]
        )
        assert value_of(game, table, 0) == pytest.approx(expected, abs=1e-10)


LINE_UPS: list[tuple[int, str, list[str]]] = [
    (3, "nobody", ["uniform", "threshold:k=0.7", "mixed:k=0.4+0.8"]),
    (3, "split", ["mixed:k=0.3+0.9,rational=yes", "adaptive:a=0.8", "threshold:k=0.9"]),
    (4, "nobody", ["cliff", "nash", "cliff:at=0.6", "threshold:k=0.2"]),
    (2, "split", ["threshold:k=0.95", "threshold:k=0.9"]),
]


@pytest.mark.parametrize(("seats", "all_bust", "names"), LINE_UPS)
def test_values_are_those_of_played_rounds(seats: int, all_bust: str, names: list[str]) -> None:
    """400,000 rounds; each of 12 means is within 5 standard errors, missed in 1 of 10^5 runs."""
    game = outwit.game("blackjack", seats=seats, all_bust=all_bust)
    agents = [outwit.agent(game, name) for name in names]
    played = outwit.match(game, agents, games=400_000, order="fixed", seed=11)
    table = [rules_of(agent, seat) for seat, agent in enumerate(agents)]
    for seat in range(seats):
        row = played.of(seat + 1)
        error = (row.high - row.low) / 3.92
        assert abs(value_of(game, table, seat) - row.mean) < 5 * error
    total = sum(value_of(game, table, seat) for seat in range(seats))
    lost = played.undecided / played.games if played.games else 0.0
    assert total == pytest.approx(1.0 - lost, abs=0.005 if lost else 1e-9)


@pytest.mark.parametrize(("seats", "all_bust", "names"), LINE_UPS)
def test_no_other_threshold_does_better(seats: int, all_bust: str, names: list[str]) -> None:
    """Against the answer stand 40 other thresholds, chasing the best score or not."""
    game = outwit.game("blackjack", seats=seats, all_bust=all_bust)
    for seat in range(seats):
        others = [outwit.agent(game, name) for i, name in enumerate(names) if i != seat]
        line_up: list[Any] = [*others[:seat], "me", *others[seat:]]
        best = outwit.respond(game, line_up, order="fixed")
        value = best.value[seat]
        assert value is not None
        assert [v for s, v in enumerate(best.value) if s != seat] == [None] * (seats - 1)
        table = [[] if a == "me" else rules_of(a, position) for position, a in enumerate(line_up)]
        for k in range(21):
            for chasing in (False, True):
                table[seat] = [Rule(1.0, k / 20, chasing=chasing)]
                assert value_of(game, table, seat) <= value + 1e-10


def test_thresholds_of_several_arrangements() -> None:
    """In seat 2 the answer depends on who comes after; in seats 1 and 3 it does not."""
    best = outwit.respond(
        "blackjack",
        ["me", "threshold:k=0.5"],
        order="balanced",
    )
    assert best.thresholds is not None
    assert best.thresholds[1] == 0.0
    three = outwit.game("blackjack", seats=3)
    mixed = outwit.respond(three, ["me", "threshold:k=0.5", "threshold:k=0.7"])
    assert mixed.thresholds is not None
    assert mixed.thresholds[1] is None
    assert mixed.thresholds[2] == 0.0
    assert len(mixed.of(1)) == 2
    alike = outwit.respond(three, ["me", "threshold:k=0.5"])
    assert alike.thresholds is not None
    assert None not in alike.thresholds
    assert alike.mean == pytest.approx(sum(v or 0 for v in alike.value) / 3)


def test_json_of_blackjack() -> None:
    found = outwit.solve(outwit.game("blackjack", seats=3)).as_json()
    keys = "game options value exploitability method iterations infosets seconds thresholds"
    assert list(found) == keys.split()
    answer = outwit.respond("blackjack", ["me", "threshold:k=0.5"], order="fixed").as_json()
    assert list(answer) == ["value", "mean", "exact", "thresholds", "agents", "order"]
    assert answer["value"][1] is None
    assert answer["thresholds"][1] is None
    assert answer["mean"] == answer["value"][0]
    assert answer["agents"] == ["me", "threshold:k=0.5"]


def test_what_is_refused() -> None:
    with pytest.raises(Refused, match="not play by thresholds"):
        outwit.respond("blackjack", ["me", "random"])
    with pytest.raises(UsageError, match="by its theory"):
        outwit.solve("blackjack", method="lp")
    with pytest.raises(Refused, match="is a threshold"):
        outwit.respond("blackjack", ["me", "nash"]).agent()
