"""Ratings from who wins at which table: Luce's choice law, for two seats Bradley and Terry's.

At a table of k agents each wins with a chance in proportion to its strength. Strengths are fitted
by maximum likelihood (Hunter's MM steps); ratings are 400 log10 of them, around 0, so 200 more
wins 76 of 100 games against one. Intervals are those of the likelihood, as if games were separate:
where pairing makes games agree they are too wide, never too narrow for balanced groups.

Bradley and Terry, Biometrika 39 (1952); Luce (1959); Hunter, Ann. Statist. 32 (2004).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from outwit.core.interval import normal

Floats = np.ndarray[Any, np.dtype[np.float64]]

ELO = 400.0 / math.log(10.0)
STEPS = 100_000
CLOSE = 1e-12


@dataclass(frozen=True, kw_only=True)
class Rating:
    """One agent's rating with its 95 % interval, relative to the mean of all."""

    name: str
    rating: float
    low: float
    high: float


@dataclass(frozen=True)
class Table:
    """Who sat together, each agent as often as it had seats, and how many games each agent won.

    Shapes: seats (agents,) whole numbers; wins (agents,), a shared win in its shares.
    """

    seats: Floats
    wins: Floats


def strengths(tables: Sequence[Table], *, imagined: float = 0.0) -> Floats:
    """ln of the strengths, mean 0. Shape: (agents,).

    `imagined` games a table, won in proportion to seats, keep who never wins above minus infinity.
    """
    seats = np.array([t.seats for t in tables])
    wins = np.array([t.wins for t in tables])
    wins = wins + imagined * seats / seats.sum(axis=1, keepdims=True)
    games = wins.sum(axis=1)
    won = wins.sum(axis=0)
    strength: Floats = np.ones(seats.shape[1])
    for _ in range(STEPS):
        new: Floats = won / (seats * (games / (seats @ strength))[:, None]).sum(axis=0)
        new /= new.sum() / len(new)
        change = np.abs(new - strength).max()
        strength = new
        if change < CLOSE:
            break
    with np.errstate(divide="ignore"):
        logs = np.log(strength)
    finite = logs[np.isfinite(logs)]
    out: Floats = logs - finite.mean()
    return out


def ratings(names: Sequence[str], tables: Sequence[Table]) -> tuple[Rating, ...]:
    """Fitted ratings, the best first."""
    logs = strengths(tables, imagined=1.0)
    deviation = np.sqrt(np.diag(covariance(tables, logs)))
    z = normal(0.95)
    found = [
        Rating(
            name=name,
            rating=float(ELO * logs[i]),
            low=float(ELO * (logs[i] - z * deviation[i])),
            high=float(ELO * (logs[i] + z * deviation[i])),
        )
        for i, name in enumerate(names)
    ]
    return tuple(sorted(found, key=lambda r: -r.rating))


def covariance(tables: Sequence[Table], logs: Floats) -> Floats:
    """Of the log strengths around mean 0: the information inverted. Shape: (n, n)."""
    n = len(logs)
    information: Floats = np.zeros((n, n))
    for table in tables:
        weight = table.seats * np.exp(logs)
        chance = weight / weight.sum()
        spread = np.diag(chance) - np.outer(chance, chance)
        information = np.asarray(information + table.wins.sum() * spread, np.float64)
    return np.asarray(np.linalg.pinv(information), np.float64)


__all__ = ["Rating", "Table", "covariance", "ratings", "strengths"]
