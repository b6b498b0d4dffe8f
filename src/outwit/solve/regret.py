"""The loop that all counterfactual regret minimisers of this room share.

It works on sequences, not on nodes: up through the information sets of one seat, each action's
counterfactual value is what its sequence earns against the others' present reach, and what the
sets below are worth. The algorithms (`cfr.py`, `cfr_plus.py`, `discounted_cfr.py`) say what they do
with it in an `Algorithm`: how a regret is kept, how iterations are weighed in the mean.
"""

# Compiled closures have no static types.
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba.core import types

from outwit.play.fingerprint import fingerprint
from outwit.play.loop import inlined
from outwit.play.program import compile_unit, once
from outwit.play.tree import Floats, Tree
from outwit.solve.form import form_of
from outwit.solve.linear import behaviour
from outwit.solve.trees import need_recall


@dataclass(frozen=True)
class Algorithm:
    """What tells one minimiser from another.

    keep          keep(regret, gain, t): the regret of an action after iteration t = 1, 2, ...
    weigh         weigh(t): how much iteration t counts in the mean strategy
    alternating   whether a seat answers the others' new strategies within an iteration
    floor         the least probability of a move: play comes everywhere, and is answered there
                  too (R. Selten, "Reexamination of the perfectness concept", International Journal
                  of Game Theory 4 (1975); G. Farina, C. Kroer, T. Sandholm, "Regret minimization
                  in behaviorally-constrained zero-sum games", ICML 2017)
    """

    name: str
    keep: Callable[[float, float, int], float]
    weigh: Callable[[int], float]
    alternating: bool
    floor: float = 0.0


class Minimiser:
    """Self-play that can go on: `run(n)` makes n more iterations; `mean` is the strategy so far."""

    def __init__(self, tree: Tree, algorithm: Algorithm) -> None:
        need_recall(tree, "Regret minimisation")
        self.tree, self.algorithm = tree, algorithm
        self.form = form_of(tree)
        self.iterations = 0
        self.regret = np.zeros(tree.actions)
        self.strategy = tree.uniform()
        self.reach = np.ones(tree.actions + 1)
        self.total = np.zeros(tree.actions + 1)
        self._run = once(
            ("regret", algorithm.name, algorithm.floor, tree.game.seats),
            lambda: _compiled(algorithm, tree.game.seats),
        )

    def run(self, count: int) -> None:
        """Make `count` more iterations."""
        tree, form = self.tree, self.form
        sets = (tree.set_first, tree.set_width, tree.set_before)
        earned = np.zeros(tree.actions + 1)
        lists = (form.order, form.begins, form.start, form.others, form.worth)
        state = (self.regret, self.strategy, self.reach, self.total, earned)
        self._run(*sets, *lists, *state, self.iterations, count)
        self.iterations += count

    @property
    def mean(self) -> Floats:
        """The weighted mean of all strategies so far, which approaches equilibrium. Shape: (A,)."""
        return behaviour(self.tree, self.total)


def _compiled(algorithm: Algorithm, seats: int) -> Any:
    ints, floats = types.Array(types.int32, 1, "C"), types.Array(types.float64, 1, "C")
    others = types.Array(types.int32, 2, "C")
    lists = (ints, ints, ints, ints, ints, ints, others, floats)
    signature = types.void(*lists, *[floats] * 5, types.int64, types.int64)
    run = make_run(algorithm, seats)
    return compile_unit(run, signature, fingerprint("regret", run))


def make_run(algorithm: Algorithm, seats: int) -> Callable[..., None]:
    """run(sets, lists, state, done, count): iterations done + 1 to done + count."""
    keep, weigh = inlined(algorithm.keep), inlined(algorithm.weigh)
    ALTERNATING, FLOOR, OTHERS = algorithm.alternating, algorithm.floor, seats - 1

    def climb(  # type: ignore[no-untyped-def]
        seat,
        t,
        first,
        width,
        before,
        order,
        begins,
        start,
        others,
        worth,
        regret,
        strategy,
        reach,
        earned,
    ):
        """One seat's regrets, from its last information set to its first."""
        for k in range(begins[seat + 1] - 1, begins[seat] - 1, -1):
            s = order[k]
            value = 0.0
            for a in range(first[s], first[s] + width[s]):
                sum_ = earned[a + 1]
                for e in range(start[a + 1], start[a + 2]):
                    product = worth[e]
                    for i in range(OTHERS):
                        product *= reach[others[e, i]]
                    sum_ += product
                earned[a + 1] = sum_
                value += strategy[a] * sum_
            earned[before[s]] += value
            if FLOOR > 0.0:
                # Regret is what was meant and not done: the floor is nobody's choice.
                forced = 0.0
                for a in range(first[s], first[s] + width[s]):
                    forced += FLOOR * earned[a + 1]
                value = (value - forced) / (1.0 - width[s] * FLOOR)
            positive = 0.0
            for a in range(first[s], first[s] + width[s]):
                regret[a] = keep(regret[a], earned[a + 1] - value, t)
                earned[a + 1] = 0.0
                positive += max(regret[a], 0.0)
            # Regret matching: in proportion to positive regrets, else all alike.
            if positive > 0.0:
                scale = (1.0 - width[s] * FLOOR) / positive
                for a in range(first[s], first[s] + width[s]):
                    strategy[a] = FLOOR + max(regret[a], 0.0) * scale
            else:
                for a in range(first[s], first[s] + width[s]):
                    strategy[a] = 1.0 / width[s]

    def descend(seat, first, width, before, order, begins, strategy, reach):  # type: ignore[no-untyped-def]
        """How probably the seat's strategy plays each of its sequences."""
        for k in range(begins[seat], begins[seat + 1]):
            s = order[k]
            for a in range(first[s], first[s] + width[s]):
                reach[a + 1] = reach[before[s]] * strategy[a]

    climb, descend = inlined(climb), inlined(descend)

    def run(  # type: ignore[no-untyped-def]
        first,
        width,
        before,
        order,
        begins,
        start,
        others,
        worth,
        regret,
        strategy,
        reach,
        total,
        earned,
        done,
        count,
    ):
        seats = len(begins) - 1
        for seat in range(seats):
            descend(seat, first, width, before, order, begins, strategy, reach)
        for t in range(done + 1, done + count + 1):
            if not ALTERNATING:
                for q in range(1, len(reach)):
                    total[q] += weigh(t) * reach[q]
            for seat in range(seats):
                climb(
                    seat,
                    t,
                    first,
                    width,
                    before,
                    order,
                    begins,
                    start,
                    others,
                    worth,
                    regret,
                    strategy,
                    reach,
                    earned,
                )
                if ALTERNATING:
                    descend(seat, first, width, before, order, begins, strategy, reach)
            if ALTERNATING:
                for q in range(1, len(reach)):
                    total[q] += weigh(t) * reach[q]
            else:
                for seat in range(seats):
                    descend(seat, first, width, before, order, begins, strategy, reach)

    return run


__all__ = ["Algorithm", "Minimiser"]
