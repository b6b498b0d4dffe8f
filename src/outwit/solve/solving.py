"""`solve`: the equilibrium, or the optimum, of a game whose tree is small; live and to the point.

The answer is held against best responses at every look: a solver does not grade itself.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, Protocol

import numpy as np

from outwit.core.errors import UsageError, did_you_mean
from outwit.core.game import Game
from outwit.play.rational import fraction_of
from outwit.play.score import plain_options
from outwit.play.tree import Floats, Tree
from outwit.play.worker import game_name
from outwit.solve.apart import Waiting
from outwit.solve.backward import backward_induction
from outwit.solve.cfr import CFR
from outwit.solve.cfr_plus import CFR_PLUS
from outwit.solve.discounted_cfr import DISCOUNTED_CFR
from outwit.solve.linear import linear_program
from outwit.solve.matching import NormalForm
from outwit.solve.proof import proved_bounds
from outwit.solve.regret import Minimiser
from outwit.solve.respond import best_response, exact_best_value, exploitability, seat_values
from outwit.solve.sampled_cfr import Sampler
from outwit.solve.strategy import Strategy
from outwit.solve.trees import at_odds, open_to_all, solving_tree

Method = Literal["lp", "cfr", "cfr+", "dcfr", "mccfr", "rm", "backward"]
METHODS: tuple[Method, ...] = ("lp", "cfr", "cfr+", "dcfr", "mccfr", "rm", "backward")
AT_ONCE = ("lp", "backward")
"""Methods that do not iterate."""
MOST_SETS = 5_000
"""Above this many information sets the linear program takes long: CFR+ is the default then."""
ITERATIONS = 1_000_000
SLICE = 0.05
"""Seconds of iterations between two looks at Ctrl-C."""
EXACT_LEAVES = 100_000
NEAR = 1e-6
"""Bounds further apart belong to a strategy whose nearest fractions are none of an equilibrium."""


class Iterating(Protocol):
    """What `regret.Minimiser`, `sampled_cfr.Sampler`, `matching.NormalForm` have in common."""

    @property
    def iterations(self) -> int: ...

    def run(self, count: int) -> None: ...

    @property
    def mean(self) -> Floats: ...


@dataclass(frozen=True, kw_only=True)
class Look:
    """How far a method was after some iterations."""

    iterations: int
    exploitability: float
    seconds: float


@dataclass(frozen=True, kw_only=True)
class Solution:
    """A solved game.

    value           what each seat gets when all play the strategy
    low, high       the first seat's strategy guarantees `low`, the second's keeps it to `high`,
                    against any play: the value lies between (two seats at odds, else None)
    proof           the same bounds as fractions, from whole numbers alone (`proof.py`); None where
                    the tree is too large for that
    exact           the value as a fraction, where low and high are the same fraction
    exploitability  what a seat gains by a best response to the others, a mean over seats
    iterations      None where the method has none
    curve           exploitability on the way
    thresholds      of games that are solved by thresholds, by seat
    """

    game: Game
    method: str
    value: tuple[float, ...]
    low: float | None
    high: float | None
    exact: Fraction | None
    exploitability: float
    iterations: int | None
    infosets: int | None
    seconds: float
    curve: tuple[Look, ...]
    strategy: Strategy | None
    thresholds: tuple[float, ...] | None = None
    nodes: int | None = None
    memory: int | None = None
    interrupted: bool = False
    proof: tuple[Fraction, Fraction] | None = None

    def as_json(self) -> dict[str, Any]:
        """Plain values: the same facts for programs."""
        found = {
            "game": game_name(self.game),
            "options": plain_options(self.game),
            "value": list(self.value),
            "exploitability": self.exploitability,
            "method": self.method,
            "iterations": self.iterations,
            "infosets": self.infosets,
            "seconds": self.seconds,
        }
        return found if self.thresholds is None else found | {"thresholds": list(self.thresholds)}

    def __str__(self) -> str:
        from outwit.solve.telling import solution_text

        return solution_text(self)


def solve(
    game: Game,
    *,
    method: str | None = None,
    to: float | None = None,
    iterations: int | None = None,
    seed: int = 1,
    tree: Tree | None = None,
    progress: Callable[[Look], None] | None = None,
    waiting: Waiting | None = None,
) -> Solution:
    """The equilibrium of a game for two seats at odds; for more seats what self-play comes to.

    `method`: lp (exact to rounding); cfr, cfr+, dcfr, mccfr, and on the normal form rm, which
    iterate until the exploitability is at most `to` (1e-6, unless limited by `iterations`);
    backward (nothing hidden). Unless told: backward where nothing is hidden, lp for two seats at
    odds, else cfr+, as where `iterations` are given. `seed` is for mccfr, which samples.
    `progress` hears each look of those that iterate, `waiting` the seconds of the program.
    """
    started = time.perf_counter()
    if method is not None and method not in METHODS:
        hint = did_you_mean(method, METHODS)
        raise UsageError(
            f"method is {', '.join(METHODS[:-1])} or {METHODS[-1]}, not {method}.{hint}"
        )
    if to is not None and not to > 0.0:
        raise UsageError(f"`to` is an exploitability above 0, not {to:g}.")
    if iterations is not None and iterations < 1:
        raise UsageError(f"At least one iteration, not {iterations}.")
    if method in AT_ONCE and iterations is not None:
        raise UsageError(f"{method} has no iterations: it is done when it is done. Leave them out.")
    grown = solving_tree(game) if tree is None else tree
    chosen = method or _fitting(grown, iterations is not None)
    run: list[Look] = []
    interrupted, made = False, None
    if chosen in AT_ONCE:
        strategy = linear_program(grown, waiting) if chosen == "lp" else backward_induction(grown)
    else:
        minimiser = _minimiser(chosen, grown, seed)
        aim = to if to is not None else (0.0 if iterations is not None else 1e-6)
        most = ITERATIONS if iterations is None else iterations
        try:
            _approach(minimiser, grown, aim, most, run, progress)
        except KeyboardInterrupt:
            if not minimiser.iterations:
                raise
            interrupted = True
        strategy, made = minimiser.mean, minimiser.iterations
    return _solution(grown, chosen, strategy, made, tuple(run), started, interrupted)


def _fitting(tree: Tree, iterating: bool) -> Method:
    if open_to_all(tree.game) and not (iterating and tree.recall):
        return "backward"
    program = at_odds(tree) and tree.sets <= MOST_SETS and not iterating
    return "lp" if program else "cfr+"


def _minimiser(method: str, tree: Tree, seed: int) -> Iterating:
    if method == "mccfr":
        return Sampler(tree, seed)
    if method == "rm":
        return NormalForm(tree)
    return Minimiser(tree, {"cfr": CFR, "cfr+": CFR_PLUS, "dcfr": DISCOUNTED_CFR}[method])


def _approach(
    minimiser: Iterating,
    tree: Tree,
    aim: float,
    most: int,
    run: list[Look],
    progress: Callable[[Look], None] | None,
) -> None:
    """Iterate in slices; look after 1, 2, 4, ... and, to be on time, every so many iterations."""
    started = time.perf_counter()
    slice_, look_at = 1, 1
    while minimiser.iterations < most:
        due = min(look_at, most) - minimiser.iterations
        before = time.perf_counter()
        minimiser.run(min(slice_, due))
        if time.perf_counter() - before < SLICE / 2:
            slice_ *= 2
        if minimiser.iterations == min(look_at, most):
            found = exploitability(tree, minimiser.mean)
            look = Look(
                iterations=minimiser.iterations,
                exploitability=found,
                seconds=time.perf_counter() - started,
            )
            run.append(look)
            if progress is not None:
                progress(look)
            if found <= aim:
                return
            # A look costs about as much as some iterations: ever fewer of them, a quarter apart.
            look_at = max(minimiser.iterations + 1, minimiser.iterations * 5 // 4)


def _solution(
    tree: Tree,
    method: str,
    strategy: Floats,
    iterations: int | None,
    curve: tuple[Look, ...],
    started: float,
    interrupted: bool,
) -> Solution:
    low, high = _bounds(tree, strategy)
    exact = proof = None
    if low is not None and high is not None:
        small = tree.leaves <= EXACT_LEAVES
        if high - low <= NEAR and (small or open_to_all(tree.game)):
            exact = _exact(tree, strategy)
        if exact is not None:
            proof = exact, exact
        elif small and tree.recall:
            proof = proved_bounds(tree, strategy)
    if proof is not None:
        low, high = float(proof[0]), float(proof[1])
    return Solution(
        game=tree.game,
        method=method,
        value=tuple(float(v) for v in seat_values(tree, strategy)),
        low=low,
        high=high,
        exact=exact,
        exploitability=exploitability(tree, strategy),
        iterations=iterations,
        infosets=tree.sets,
        seconds=time.perf_counter() - started,
        curve=curve,
        strategy=Strategy(tree, strategy),
        nodes=tree.nodes,
        memory=tree.memory,
        interrupted=interrupted,
        proof=proof,
    )


def _bounds(tree: Tree, strategy: Floats) -> tuple[float | None, float | None]:
    """What seat 1 gets at least, and at most, whatever the other does (two seats at odds)."""
    if not at_odds(tree):
        return None, None
    total = float(tree.value_of[0].sum())
    low = total - best_response(tree, strategy, 1).value
    return low, best_response(tree, strategy, 0).value


def _exact(tree: Tree, strategy: Floats) -> Fraction | None:
    """The value as a fraction, where the strategy's nearest fractions prove it from both sides."""
    near = rounded(tree, strategy)
    best = [exact_best_value(tree, near, seat) for seat in range(2)]
    if best[0] is None or best[1] is None:
        return None
    unit = fraction_of(float(tree.game.unit)) or Fraction(0)
    total = int(tree.payoff[0].sum()) * unit
    return best[0] if best[0] + best[1] == total else None


def rounded(tree: Tree, strategy: Floats, largest: int = 1_000) -> Floats:
    """The nearest fractions with small denominators, the last of each set what is left to 1."""
    near = np.array([float(Fraction(p).limit_denominator(largest)) for p in strategy.tolist()])
    for s in range(tree.sets):
        first, end = int(tree.set_first[s]), int(tree.set_first[s] + tree.set_width[s])
        parts = [Fraction(p).limit_denominator(largest) for p in near[first:end].tolist()]
        most = int(np.argmax(near[first:end]))
        rest = 1 - sum(parts[:most] + parts[most + 1 :])
        if not 0 <= rest <= 1 or not math.isclose(rest, strategy[first + most], abs_tol=1e-3):
            return strategy
        near[first + most] = float(rest)
    return near


__all__ = ["METHODS", "Look", "Method", "Solution", "rounded", "solve"]
