"""Best responses and exploitability against OpenSpiel's, and against all pure strategies."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pyspiel
import pytest

import outwit
from outwit.play.exact import exact_result
from outwit.play.filling import filled
from outwit.play.sitting import Sitting
from outwit.solve.respond import (
    best_response,
    exact_best_value,
    exploitability,
    gains,
    seat_values,
)
from outwit.solve.strategy import tabled


@pytest.mark.parametrize("word", ["kuhn", "leduc"])
@pytest.mark.parametrize(("seed", "power"), [(0, 0.0), (1, 1.0), (2, 1.0), (3, 30.0)])
def test_best_responses_are_openspiels(
    word: str, seed: int, power: float, tree: Any, theirs: Any, drawn: Any
) -> None:
    """Power 0 is uniform play; 30 is nearly pure."""
    built = tree(word)
    strategy = drawn(built, seed, power)
    game, policy = theirs(word, strategy)
    for seat in range(2):
        spiel = pyspiel.TabularBestResponse(game, seat, policy)
        expected = spiel.value_from_state(game.new_initial_state())
        assert best_response(built, strategy, seat).value == pytest.approx(expected, abs=1e-12)
    assert exploitability(built, strategy) == pytest.approx(
        pyspiel.exploitability(game, policy), abs=1e-12
    )


@pytest.mark.parametrize(("agent", "word"), [("steady", "leduc"), ("threshold", "leduc")])
def test_exploitability_of_agents_is_openspiels(
    agent: str, word: str, tree: Any, theirs: Any
) -> None:
    built = tree(word)
    strategy = filled(built, outwit.agent(built.game, agent))
    game, policy = theirs(word, strategy)
    expected = pyspiel.exploitability(game, policy)
    assert exploitability(built, strategy) == pytest.approx(expected, abs=1e-12)


def test_steady_is_as_exploitable_as_its_page_says(tree: Any) -> None:
    built = tree("leduc")
    steady = outwit.agent(built.game, "steady")
    found = exploitability(built, filled(built, steady))
    assert f"{found:.4f}" in " ".join((type(steady).__doc__ or "").split())
    assert found < exploitability(built, built.uniform()) / 2


@pytest.mark.parametrize("seed", range(5))
def test_no_pure_strategy_of_kuhn_does_better(seed: int, tree: Any, drawn: Any) -> None:
    built = tree("kuhn")
    strategy = drawn(built, seed)
    best = best_response(built, strategy, 0)
    values = []
    for bits in range(64):
        pure = strategy.copy()
        sets = np.flatnonzero(built.set_seat == 0)
        for k, s in enumerate(sets):
            first = built.set_first[s]
            pure[first : first + 2] = [1 - (bits >> k & 1), bits >> k & 1]
        values.append(seat_values(built, pure)[0])
    assert best.value == pytest.approx(max(values), abs=1e-14)
    assert seat_values(built, best.strategy)[0] == pytest.approx(best.value, abs=1e-14)


@pytest.mark.parametrize("word", ["kuhn", "leduc", "holdem", "minimal", "tictactoe"])
def test_the_response_gets_what_it_promises(word: str, tree: Any) -> None:
    """Played as an agent against the same opponent, by code that knows of no response."""
    built = tree(word)
    game = built.game
    random = outwit.agent(game, "random")
    strategy = filled(built, random)
    for seat in range(2):
        response = best_response(built, strategy, seat)
        me = tabled(built, response.strategy, "best", [seat])
        table = (me, random) if seat == 0 else (random, me)
        result = exact_result(Sitting(game, table, order="fixed"))
        assert result.of(seat + 1).mean == pytest.approx(response.value, abs=1e-12)
        exact = exact_best_value(built, strategy, seat)
        assert result.of(seat + 1).exact == str(exact)
        assert float(exact or 0) == pytest.approx(response.value, abs=1e-12)


def test_exact_best_values_of_kuhn_and_of_random_opponents(tree: Any) -> None:
    kuhn = tree("kuhn")
    even = kuhn.uniform()
    assert [exact_best_value(kuhn, even, seat) for seat in range(2)] == [
        Fraction(1, 2),
        Fraction(5, 12),
    ]
    odd = even.copy()
    odd[:2] = [2**-0.5, 1 - 2**-0.5]
    seat = int(kuhn.set_seat[0])
    assert exact_best_value(kuhn, odd, 1 - seat) is None
    assert exact_best_value(kuhn, odd, seat) is not None


def test_gains_are_never_negative(tree: Any) -> None:
    assert (gains(tree("kuhn"), tree("kuhn").uniform()) >= 0).all()
