"""Large populations: fitness in random groups, the replicator equation, invasion.

Groups of n are drawn from a population with shares x, so who meets whom is multinomial, and the
fitness of a strategy is its mean pay-off over such groups (Taylor and Jonker, Math. Biosciences 40
(1978); Hofbauer and Sigmund, "Evolutionary games and population dynamics", 1998, chapter 7).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from outwit.evolve.payoffs import Earned, PayoffTable, compositions

Floats = np.ndarray[Any, np.dtype[np.float64]]

EXTINCT = 1e-6
"""A share below this counts as none."""
LONG = 1e5
"""Time for a population to settle, in units of one over a pay-off."""
LEVEL = 0.95


class Fitness:
    """What each strategy earns in a population of given shares."""

    def __init__(self, table: PayoffTable):
        self.table = table
        k, n = len(table.names), table.seats
        partners = compositions(k, n - 1)
        self._partners = np.array(partners, np.float64).reshape(len(partners), k)
        self._ways = np.array([_multinomial(c) for c in partners], np.float64)
        # Entry [c, i]: what i earns with partners c. Shape: (partners, k).
        self._earns = np.array(
            [
                [table.earned(tuple(c[j] + (i == j) for j in range(k)), i).mean for i in range(k)]
                for c in partners
            ]
        )

    def __call__(self, shares: Floats) -> Floats:
        """Fitness of each strategy, also of those with no share. Shape: (k,)."""
        with np.errstate(invalid="ignore"):
            chance = self._ways * np.prod(np.power(shares, self._partners), axis=1)
        return np.asarray(chance @ self._earns)

    def growth(self, shares: Floats) -> Floats:
        """The replicator equation: x_i (f_i(x) - sum_j x_j f_j(x)). Shape: (k,)."""
        fitness = self(shares)
        return np.asarray(shares * (fitness - shares @ fitness))


def _multinomial(counts: Sequence[int]) -> int:
    ways, left = 1, sum(counts)
    for count in counts:
        ways *= math.comb(left, count)
        left -= count
    return ways


@dataclass(frozen=True)
class Path:
    """Shares over time: times of shape (t,), shares of shape (t, k)."""

    times: Floats
    shares: Floats

    @property
    def end(self) -> Floats:
        return np.asarray(self.shares[-1])


def replicate(table: PayoffTable, start: Sequence[float], *, until: float = LONG) -> Path:
    """Follow the replicator equation from the shares of `start`."""
    from scipy.integrate import solve_ivp

    fitness = Fitness(table)
    x0 = np.array(start, np.float64)
    x0 = x0 / x0.sum()
    # In logarithms of shares growth is f_i - mean: shares stay positive and add up to 1.
    logs = np.log(np.maximum(x0, 1e-300))

    def change(_time: float, y: Floats) -> Floats:
        shares = _shares(y)
        earned = fitness(shares)
        return np.asarray(earned - shares @ earned)

    solved = solve_ivp(change, (0.0, until), logs, method="LSODA", rtol=1e-9, atol=1e-9)
    return Path(solved.t, np.array([_shares(y) for y in solved.y.T]))


def _shares(logs: Floats) -> Floats:
    weights = np.exp(logs - logs.max())
    return np.asarray(weights / weights.sum())


def attractors(
    table: PayoffTable, starts: int, rng: np.random.Generator
) -> list[tuple[tuple[float, ...], int]]:
    """Where random populations end, and how many of them; the most frequent end first.

    Starts are even over all shares. Ends that differ by less than a hundredth are one.
    """
    ends: list[tuple[Floats, int]] = []
    k = len(table.names)
    for start in rng.dirichlet(np.ones(k), starts):
        end = replicate(table, start).end
        for i, (known, count) in enumerate(ends):
            if np.abs(known - end).max() < 0.01:
                ends[i] = (known, count + 1)
                break
        else:
            ends.append((end, 1))
    ends.sort(key=lambda pair: -pair[1])
    return [(tuple(float(x) for x in end), count) for end, count in ends]


@dataclass(frozen=True)
class Invasion:
    """Whether a few mutants earn more than the residents around them.

    first    a mutant alone among residents, less a resident among residents alone: above 0 the
             mutant spreads when it is rare
    second   the same with two mutants in the group, against a resident with one mutant: decides
             where `first` is even
    in_group mutants less residents of the same group, with one and with two mutants: what a table
             of win shares shows
    """

    resident: str
    mutant: str
    first: Earned
    second: Earned
    in_group: tuple[Earned, Earned]
    level: float

    @cached_property
    def verdict(self) -> str:
        """'stable', 'invaded' or 'open', by the interval at `level`."""
        for difference in (self.first, self.second):
            if abs(difference.mean) > difference.half(self.level) or (
                difference.variance == 0.0 and difference.mean != 0.0
            ):
                return "invaded" if difference.mean > 0.0 else "stable"
            if difference.variance > 0.0:
                return "open"
        return "open"


def invasions(table: PayoffTable, *, error: float = 1.0 - LEVEL) -> list[Invasion]:
    """Every mutant into every resident; all verdicts together err at most as stated.

    A strategy against which every mutant's verdict is 'stable' is evolutionarily stable among
    these strategies (Maynard Smith and Price, Nature 246 (1973); for groups of n: Bukowski and
    Miekisz, Int. J. Game Theory 33 (2004)).
    """
    k, n = len(table.names), table.seats
    pairs = [(r, m) for r in range(k) for m in range(k) if r != m]
    level = 1.0 - error / max(len(pairs), 1)

    def at(resident: int, mutant: int, mutants: int, who: int) -> Earned:
        counts = [0] * k
        counts[resident], counts[mutant] = n - mutants, mutants
        return table.earned(tuple(counts), who)

    found = []
    for r, m in pairs:
        single = less(at(r, m, 1, m), at(r, m, 0, r))
        double = less(at(r, m, 2, m), at(r, m, 1, r)) if n >= 2 else single
        group_two = less(at(r, m, 2, m), at(r, m, 2, r)) if n > 2 else double
        found.append(
            Invasion(
                resident=table.names[r],
                mutant=table.names[m],
                first=single,
                second=double,
                in_group=(less(at(r, m, 1, m), at(r, m, 1, r)), group_two),
                level=level,
            )
        )
    return found


def less(a: Earned, b: Earned) -> Earned:
    """a - b; variances add up, which within one group errs on the safe side of no correlation."""
    return Earned(a.mean - b.mean, a.variance + b.variance, min(a.games, b.games))


def stable(table: PayoffTable) -> dict[str, str]:
    """For each strategy 'stable', 'invaded by ...' or 'open against ...'."""
    said = {}
    for name in table.names:
        against = [i for i in invasions(table) if i.resident == name]
        invaders = [i.mutant for i in against if i.verdict == "invaded"]
        unsure = [i.mutant for i in against if i.verdict == "open"]
        if invaders:
            said[name] = f"invaded by {' and '.join(invaders)}"
        elif unsure:
            said[name] = f"open against {' and '.join(unsure)}"
        else:
            said[name] = "stable"
    return said


__all__ = [
    "Fitness",
    "Invasion",
    "Path",
    "attractors",
    "invasions",
    "less",
    "replicate",
    "stable",
]
