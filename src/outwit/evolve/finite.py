"""Small populations: the Moran process, and the probability that one mutant takes over.

N individuals; groups of n are drawn from them without putting back, pay-offs are averaged over all
groups, and an individual of pay-off p has the weight exp(intensity p). In each step one individual,
drawn by weight, has an offspring that replaces one drawn at random (Moran, Math. Proc. Cambridge
54 (1958); Nowak and others, Nature 428 (2004); for groups: Gokhale and Traulsen, PNAS 107 (2010)).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from outwit.core.errors import UsageError
from outwit.core.interval import clopper_pearson
from outwit.core.rule import compiled
from outwit.evolve.payoffs import PayoffTable, means, two_of
from outwit.play.unit import unit

Floats = np.ndarray[Any, np.dtype[np.float64]]


def pay_in(table: PayoffTable, mutants: int, size: int) -> tuple[float, float]:
    """Mean pay-off of a mutant (strategy 1) and of a resident (0) among so many of `size`.

    Strategy 0 or 1 earns NaN where there is none of it.
    """
    n = table.seats

    def mean(strategy: int, others: int) -> float:
        """Partners: n - 1 of the other size - 1 individuals, `others` of them mutants."""
        total = 0.0
        for k in range(n):
            ways = math.comb(others, k) * math.comb(size - 1 - others, n - 1 - k)
            if ways:
                counts = (n - 1 - k + (strategy == 0), k + (strategy == 1))
                total += ways * table.earned(counts, strategy).mean
        return total / math.comb(size - 1, n - 1)

    mutant = mean(1, mutants - 1) if mutants > 0 else math.nan
    resident = mean(0, mutants) if mutants < size else math.nan
    return mutant, resident


def fixation(
    table: PayoffTable, resident: int, mutant: int, *, size: int, intensity: float = 1.0
) -> float:
    """The probability that one mutant takes over a population of residents, exactly.

    1 / (1 + sum over j of the product over i = 1..j of (resident's weight / mutant's weight) with
    i mutants): Karlin and Taylor, "A first course in stochastic processes", birth and death.
    """
    check_size(table, size)
    pair = two_of(table, resident, mutant)
    total, log_product = 1.0, 0.0
    for i in range(1, size):
        mutants, residents = pay_in(pair, i, size)
        log_product += intensity * (residents - mutants)
        total += math.exp(min(log_product, 700.0))
    return 1.0 / total


def check_size(table: PayoffTable, size: int) -> None:
    """A sentence where a group does not find enough individuals."""
    if size < max(table.seats, 2):
        raise UsageError(
            f"A population of {size} is too small: groups have {table.seats} members, and one "
            f"mutant needs a resident."
        )


@dataclass(frozen=True)
class Takeovers:
    """How often each strategy took over a population that started mixed."""

    names: tuple[str, ...]
    counts: tuple[int, ...]
    repeats: int
    unfinished: int

    def interval(self, strategy: int) -> tuple[float, float]:
        """The 95 % interval of the probability that this strategy takes over."""
        return clopper_pearson(self.counts[strategy], self.repeats)


def moran(
    table: PayoffTable,
    start: Sequence[int],
    *,
    repeats: int,
    intensity: float = 1.0,
    rng: np.random.Generator,
    most_steps: int = 10_000_000,
) -> Takeovers:
    """Run the process so many times from `start` individuals of each strategy to its end."""
    size = sum(start)
    check_size(table, size)
    if len(start) != len(table.names):
        raise UsageError(f"Name {len(table.names)} numbers, one for each strategy.")
    counts, pay = means(table)
    won = np.zeros(len(start) + 1, np.int64)
    seeds = rng.integers(0, 2**63, repeats, dtype=np.int64)
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, size + 1)))])
    for seed in seeds:
        draws = np.random.Generator(np.random.PCG64(int(seed)))
        state = np.array(start, np.int64)
        steps = 0
        while steps < most_steps and state.max() < size:
            batch = draws.random((4096, 2))
            steps += int(_steps(state, counts, pay, logs, intensity, batch))
        won[int(state.argmax()) if state.max() == size else -1] += 1
    return Takeovers(table.names, tuple(int(w) for w in won[:-1]), repeats, int(won[-1]))


@unit("i8(i8[::1], i8[:, ::1], f8[:, ::1], f8[::1], f8, f8[:, ::1])")
def _steps(state: Any, counts: Any, pay: Any, logs: Any, intensity: float, draws: Any) -> int:
    """Steps of the process, one for each row of draws, until one strategy is left."""
    k = len(state)
    size = 0
    for i in range(k):
        size += state[i]
    weights = np.empty(k)
    for step in range(len(draws)):
        total = 0.0
        for i in range(k):
            weights[i] = 0.0
            if state[i] > 0:
                earned = _mean_pay(i, state, counts, pay, logs, size)
                weights[i] = state[i] * np.exp(intensity * earned)
                total += weights[i]
        ticket = draws[step, 0] * total
        parent = k - 1
        for i in range(k):
            if ticket < weights[i]:
                parent = i
                break
            ticket -= weights[i]
        while weights[parent] == 0.0:
            parent -= 1
        place = draws[step, 1] * size
        dying = k - 1
        for i in range(k):
            if place < state[i]:
                dying = i
                break
            place -= state[i]
        state[parent] += 1
        state[dying] -= 1
        if state[parent] == size:
            return step + 1
    return len(draws)


@compiled
def _mean_pay(i: Any, state: Any, counts: Any, pay: Any, logs: Any, size: Any) -> Any:
    """Mean pay-off of an individual of strategy i over all groups that it can be in."""
    n = 0
    for j in range(len(state)):
        n += counts[0, j]
    whole = logs[size - 1] - logs[n - 1] - logs[size - n]
    mean = 0.0
    for c in range(len(counts)):
        if counts[c, i] == 0:
            continue
        ways = 0.0
        for j in range(len(state)):
            there = state[j] - (j == i)
            wanted = counts[c, j] - (j == i)
            if wanted > there:
                ways = -np.inf
                break
            ways += logs[there] - logs[wanted] - logs[there - wanted]
        mean += np.exp(ways - whole) * pay[c, i]
    return mean


__all__ = ["Takeovers", "fixation", "moran", "pay_in"]
