"""Policy iteration and value iteration on a decision process.

R. S. Sutton and A. G. Barto, "Reinforcement Learning" (second edition), sections 4.3 and 4.4;
R. A. Howard, "Dynamic Programming and Markov Processes" (1960). A pair's worth is
    q = reward + discount x the mean value of the states it leads to.

Policy iteration, one round:
1. Evaluate: v of a state becomes the q of its policy's pair, state by state, until no v changes by
   `tolerance` or more in a sweep.
2. Improve: the policy takes the best pair of each state. Of several equally good (to `TIE`) it
   keeps the one it has, else takes the first of them (`ties="keep"`) or a drawn one (`"random"`);
   with `"first"` it always goes to the first.
3. Stop when the policy did not change. The last round, which changes nothing, is counted.

Value iteration: v becomes the best q, sweep by sweep, until no v changes by `tolerance` or more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from outwit.core.errors import UsageError
from outwit.core.generator import below, new_rng
from outwit.play.tree import Floats, Ints
from outwit.play.unit import unit
from outwit.solve.process import Process

Ties = Literal["keep", "first", "random"]
Initial = Literal["first", "random"]
TIE = 1e-9
"""Pairs whose worth differs by less are equally good: rounding and tolerance leave that much."""
MOST_ROUNDS = 10_000
MOST_SWEEPS = 1_000_000


@dataclass(frozen=True, eq=False)
class Plan:
    """A policy and what it is worth.

    policy   (N,)  the pair chosen in each state
    values   (N,)  what a state is worth from there on, discounted
    value    what a game is worth
    rounds   of evaluation and improvement; of value iteration the sweeps
    sweeps   over all states, in all rounds together
    """

    process: Process
    policy: Ints
    values: Floats
    value: float
    rounds: int
    sweeps: int
    discount: float

    def moves(self) -> Ints:
        """The move chosen in each state. Shape: (N,)."""
        return self.process.pair_move[self.policy]


def worth(process: Process, values: Floats, discount: float = 1.0) -> Floats:
    """q of every pair. Shapes: (N,), (P,)."""
    found = np.zeros(process.pairs)
    _worth(process.trans_first, process.to, process.chance, process.reward, values, discount, found)
    return found


@unit("void(i4[::1], i4[::1], f8[::1], f8[::1], f8[::1], f8, f8[::1])")
def _worth(
    trans_first: Any, to: Any, chance: Any, reward: Any, values: Any, discount: Any, found: Any
) -> None:
    for p in range(len(reward)):
        total = 0.0
        for t in range(trans_first[p], trans_first[p + 1]):
            total += chance[t] * values[to[t]]
        found[p] = reward[p] + discount * total


@unit("i8(i4[::1], i4[::1], f8[::1], f8[::1], i4[::1], i8[::1], b1, f8, f8, i8, f8[::1])")
def _sweep(
    trans_first: Any,
    to: Any,
    chance: Any,
    reward: Any,
    pair_first: Any,
    policy: Any,
    best: Any,
    discount: Any,
    tolerance: Any,
    most: Any,
    values: Any,
) -> Any:
    """Sweeps until nothing changes; how many. With `best`, by the best pair instead of a policy."""
    for sweep in range(1, most + 1):
        change = 0.0
        for i in range(len(values)):
            low = pair_first[i] if best else policy[i]
            high = pair_first[i + 1] if best else policy[i] + 1
            new = -np.inf
            for p in range(low, high):
                total = 0.0
                for t in range(trans_first[p], trans_first[p + 1]):
                    total += chance[t] * values[to[t]]
                new = max(new, reward[p] + discount * total)
            change = max(change, abs(new - values[i]))
            values[i] = new
        if change < tolerance:
            return sweep
    return -1


def _until_still(
    process: Process,
    policy: Ints,
    values: Floats,
    discount: float,
    tolerance: float,
    *,
    best: bool = False,
) -> int:
    columns = (process.trans_first, process.to, process.chance, process.reward, process.pair_first)
    sweeps = _sweep(*columns, policy, best, discount, tolerance, MOST_SWEEPS, values)
    if sweeps < 0:
        raise UsageError(
            f"Values still change by more than {tolerance:g} after {MOST_SWEEPS:,} sweeps: choose "
            f"a larger tolerance, or a discount below 1."
        )
    return int(sweeps)


def policy_iteration(
    process: Process,
    *,
    discount: float = 1.0,
    tolerance: float = 1e-10,
    ties: Ties = "keep",
    initial: Initial = "first",
    seed: int = 1,
) -> Plan:
    """The best policy, by rounds of evaluation and improvement."""
    _check(discount, tolerance)
    rng = new_rng(seed)
    policy: Ints = process.pair_first[:-1].astype(np.int64)
    if initial == "random":
        width = np.diff(process.pair_first)
        policy += np.array([below(rng, int(w)) for w in width], np.int64)
    values = np.zeros(process.size)
    sweeps = rounds = 0
    while rounds < MOST_ROUNDS:
        rounds += 1
        sweeps += _until_still(process, policy, values, discount, tolerance)
        better = improved(process, values, policy, discount=discount, ties=ties, rng=rng)
        if np.array_equal(better, policy):
            return _plan(process, policy, values, rounds, sweeps, discount)
        policy = better
    raise UsageError(
        f"The policy still changes after {MOST_ROUNDS:,} rounds: choose a smaller tolerance, so "
        f"that values are told apart as pairs are."
    )


def improved(
    process: Process,
    values: Floats,
    policy: Ints,
    *,
    discount: float = 1.0,
    ties: Ties = "keep",
    rng: Any = None,
) -> Ints:
    """The best pair of each state, `values` given. Shape: (N,)."""
    q = worth(process, values, discount)
    chosen = policy.copy()
    top = np.maximum.reduceat(q, process.pair_first[:-1]) if process.size else np.zeros(0)
    for i in range(process.size):
        if ties != "first" and q[policy[i]] >= top[i] - TIE:
            continue
        pairs = np.arange(process.pair_first[i], process.pair_first[i + 1])
        good = pairs[q[pairs] >= top[i] - TIE]
        chosen[i] = good[below(rng, len(good))] if ties == "random" else good[0]
    return chosen


def value_iteration(
    process: Process, *, discount: float = 1.0, tolerance: float = 1e-10, ties: Ties = "first"
) -> Plan:
    """The best policy, by the best values."""
    _check(discount, tolerance)
    values = np.zeros(process.size)
    start = process.pair_first[:-1].astype(np.int64)
    sweeps = _until_still(process, start, values, discount, tolerance, best=True)
    rng = new_rng(1)
    policy = improved(process, values, start, discount=discount, ties=ties, rng=rng)
    return _plan(process, policy, values, sweeps, sweeps, discount)


def evaluate(
    process: Process, policy: Ints, *, discount: float = 1.0, tolerance: float = 1e-12
) -> Plan:
    """What a policy is worth in the process."""
    _check(discount, tolerance)
    values = np.zeros(process.size)
    wide = np.ascontiguousarray(policy, np.int64)
    sweeps = _until_still(process, wide, values, discount, tolerance)
    return _plan(process, wide, values, 1, sweeps, discount)


def best_pairs(process: Process, values: Floats, discount: float = 1.0) -> Any:
    """Which pairs are best in their state, to `TIE`. Shape: (P,) bool."""
    q = worth(process, values, discount)
    top = np.maximum.reduceat(q, process.pair_first[:-1]) if process.size else np.zeros(0)
    return q >= np.repeat(top, np.diff(process.pair_first)) - TIE


def _plan(
    process: Process, policy: Ints, values: Floats, rounds: int, sweeps: int, discount: float
) -> Plan:
    value = process.before + float(process.start @ values)
    return Plan(process, policy, values, value, rounds, sweeps, discount)


def _check(discount: float, tolerance: float) -> None:
    if not 0.0 <= discount <= 1.0:
        raise UsageError(f"A discount is from 0 to 1, not {discount:g}.")
    if not tolerance > 0.0:
        raise UsageError(f"A tolerance is above 0, not {tolerance:g}.")


__all__ = [
    "Plan",
    "best_pairs",
    "evaluate",
    "improved",
    "policy_iteration",
    "value_iteration",
    "worth",
]
