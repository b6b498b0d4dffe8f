"""Bounds by whole numbers, sizes known beforehand, long calls that answer Ctrl-C."""

from __future__ import annotations

import os
import signal
import threading
import time
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import outwit
from outwit.core.errors import Refused
from outwit.solve.apart import apart
from outwit.solve.linear import linear_program
from outwit.solve.proof import BITS, chance_weights, in_parts, proved_bounds
from outwit.solve.respond import best_response, exact_best_value
from outwit.solve.solving import solve
from outwit.solve.telling import outward
from outwit.solve.trees import solving_tree


@pytest.mark.parametrize("word", ["kuhn", "leduc", "holdem"])
def test_bounds_are_those_of_best_responses(word: str, tree: Any, drawn: Any) -> None:
    """For any strategies, good or bad: whole numbers and floats come to the same."""
    built = tree(word)
    for seed, power in ((1, 1.0), (2, 20.0)):
        strategy = drawn(built, seed, power)
        bounds = proved_bounds(built, strategy)
        assert bounds is not None
        assert float(bounds[0]) == pytest.approx(-best_response(built, strategy, 1).value, abs=1e-9)
        assert float(bounds[1]) == pytest.approx(best_response(built, strategy, 0).value, abs=1e-9)


@pytest.mark.parametrize(
    ("word", "value"),
    [("kuhn", -1 / 18), ("leduc", -0.0856064240780), ("holdem", -0.0667897406884)],
)
def test_the_value_is_proved_to_a_billionth(word: str, value: float, tree: Any) -> None:
    bounds = proved_bounds(tree(word), linear_program(tree(word)))
    assert bounds is not None
    low, high = bounds
    assert low <= high
    assert high - low < 1e-9
    assert abs(Fraction(value) - low) < 1e-9


def test_bounds_of_kuhns_family_are_fractions(tree: Any) -> None:
    """Probabilities that are parts of a power of two are not rounded at all."""
    kuhn = tree("kuhn")
    even = kuhn.uniform()
    bounds = proved_bounds(kuhn, even)
    best = [exact_best_value(kuhn, even, seat) for seat in range(2)]
    assert bounds == (-(best[1] or 0), best[0])


def test_parts_and_chances_add_up(tree: Any, drawn: Any) -> None:
    built = tree("holdem")
    parts = in_parts(built, drawn(built, 5))
    sums = [
        sum(parts[f : f + w])
        for f, w in zip(built.set_first.tolist(), built.set_width.tolist(), strict=True)
    ]
    assert set(sums) == {1 << BITS}
    weights, whole = chance_weights(built)
    assert np.array(weights, float) / whole == pytest.approx(built.chance, rel=1e-12)
    # What chance does adds up to 1 along every way that both seats may choose.
    with_first = tree("kuhn")
    weights, whole = chance_weights(with_first)
    passes = [
        w
        for leaf, w in zip(with_first.leaf_node.tolist(), weights, strict=True)
        if _moves(with_first, leaf)[2:] == [0, 0]
    ]
    assert Fraction(sum(passes), whole) == 1


def _moves(tree: Any, node: int) -> list[int]:
    found: list[int] = []
    while tree.parent[node] >= 0:
        found.append(int(tree.move[node]))
        node = int(tree.parent[node])
    return found[::-1]


def test_a_solution_carries_its_proof_and_large_trees_do_without(monkeypatch: Any) -> None:
    game = outwit.game("leduc", suits="merged")
    solution = solve(game, method="cfr+", to=1e-3)
    assert solution.proof is not None
    assert solution.proof[0] < solution.proof[1]
    assert (solution.low, solution.high) == tuple(map(float, solution.proof))
    assert "by whole numbers alone" in str(solution)
    import sys

    monkeypatch.setattr(sys.modules[solve.__module__], "EXACT_LEAVES", 10)
    without = solve(game, method="cfr+", to=1e-3)
    assert without.proof is None
    assert without.low == pytest.approx(solution.low, abs=1e-9)
    assert "whole numbers" not in str(without)


@pytest.mark.parametrize(
    ("low", "high", "told"),
    [
        (-0.3125, -0.25, ("-0.3125", "-0.2500")),
        (0.12345678, 0.12349999, ("0.123456", "0.123500")),
        (-1 / 3, -1 / 3, ("-0.333333333334", "-0.333333333333")),
    ],
)
def test_bounds_are_rounded_away_from_each_other(
    low: float, high: float, told: tuple[str, str]
) -> None:
    assert outward(low, high) == told
    assert float(told[0]) <= low
    assert float(told[1]) >= high


# Sizes -------------------------------------------------------------------------------------------


def test_the_size_is_estimated_while_the_tree_grows() -> None:
    """Tic-tac-toe has 549,946 nodes; the guess stands after a tenth of them."""
    heard: list[tuple[int, float | None]] = []
    built = solving_tree(
        outwit.game("tictactoe"), progress=lambda nodes, about: heard.append((nodes, about))
    )
    assert built.nodes == 549_946
    guesses = [about for nodes, about in heard if nodes > 60_000]
    assert guesses
    assert all(g is not None and 300_000 < g < 900_000 for g in guesses)


def test_the_limit_is_the_users() -> None:
    with pytest.raises(Refused, match="at most 5,000 are built"):
        outwit.solve("leduc", most_nodes=5_000)
    with pytest.raises(Refused, match="at most 5,000 are built"):
        outwit.respond("leduc", ["me", "steady"], most_nodes=5_000)
    assert outwit.solve("leduc", most_nodes=10_000).nodes == 9_457


# Ctrl-C ------------------------------------------------------------------------------------------


def test_work_apart_returns_what_it_finds_and_raises_what_it_raises() -> None:
    heard: list[float] = []
    assert apart(lambda: (time.sleep(0.3), 7)[1], heard.append) == 7
    assert len(heard) >= 2
    assert heard == sorted(heard)
    with pytest.raises(ZeroDivisionError):
        apart(lambda: 1 // 0)


def test_ctrl_c_does_not_wait_for_the_work() -> None:
    """The work would go on until it is let go; the signal comes while it lasts."""
    go_on = threading.Event()

    def press(_seconds: float) -> None:
        if not pressed.is_set():
            pressed.set()
            os.kill(os.getpid(), signal.SIGINT)

    pressed = threading.Event()
    try:
        with pytest.raises(KeyboardInterrupt):
            apart(go_on.wait, press)
        assert not go_on.is_set()
    finally:
        go_on.set()
