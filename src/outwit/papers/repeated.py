"""An experiment made many times, against a print that made it a few times.

Where a run is a training, its result is a draw from a law of its own, often a skewed one. A print
over k runs is one draw of a k-run figure; its law comes from many runs of ours.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from outwit.core.interval import student

Floats = np.ndarray[Any, np.dtype[np.float64]]

ENOUGH = 100
"""With as many runs the law of a figure over a few is theirs; with fewer it is Student's."""
DRAWS = 200_000
SEED = 0x52756E73


def mean_of_runs(moments: Floats) -> Any:
    """The mean pay-off of runs. Shapes: (..., k, 4) to (...)."""
    return moments[..., 0].mean(axis=-1)


def deviation_of_runs(moments: Floats) -> Any:
    """The standard deviation of a game, of the runs thrown together. Shapes as before."""
    together = moments[..., :2].mean(axis=-2)
    return np.sqrt(np.maximum(together[..., 1] - together[..., 0] ** 2, 0.0))


@dataclass(frozen=True, eq=False)
class Repeated:
    """A figure over runs.

    moments   (n, 4)  of the pay-off of a game after each run: mean of its first four powers, exact
    figure    `mean_of_runs` or `deviation_of_runs`
    few       how many runs the print has, and `tested` how many games it plays after all of them
    trained   games of one run: what our measurement rests on
    """

    moments: Floats
    figure: Callable[[Floats], Any]
    few: int
    tested: int
    trained: int
    again: str = ""
    exact: str | None = None

    @cached_property
    def value(self) -> float:
        return float(self.figure(self.moments))

    @property
    def games(self) -> int:
        return len(self.moments) * self.trained

    @cached_property
    def parts(self) -> Floats:
        """What each run brings to the figure: jackknife pseudo-values. Shape: (n,)."""
        n = len(self.moments)
        if n < 2:
            return np.array([self.value])
        keep = ~np.eye(n, dtype=np.bool_)
        without = np.array([self.figure(self.moments[row]) for row in keep])
        found: Floats = n * self.value - (n - 1) * without
        return found

    @property
    def sd(self) -> float:
        """The standard deviation that one run brings."""
        return float(np.std(self.parts, ddof=1)) if len(self.parts) > 1 else math.inf

    @cached_property
    def noise(self) -> float:
        """The print's own sampling error: its games after the runs, as a standard deviation."""
        mean, square, cube, fourth = self.moments.mean(axis=0)
        spread = square - mean**2
        if self.figure is mean_of_runs:
            return math.sqrt(spread / self.tested)
        # Of a deviation s: sqrt(m4 - s^4) / 2s, m4 the fourth moment about the mean (delta method).
        central = fourth - 4 * mean * cube + 6 * mean**2 * square - 3 * mean**4
        return math.sqrt(max(central - spread**2, 0.0) / (4.0 * spread * self.tested))

    def interval(self, error: float) -> tuple[float, float]:
        """Of the figure over endlessly many runs."""
        n = len(self.moments)
        if n < 2:
            return -math.inf, math.inf
        half = student(1.0 - error, n - 1) * self.sd / math.sqrt(n)
        return self.value - half, self.value + half

    def tails(self, error: float) -> tuple[float, float]:
        """How far below and above a figure over few runs falls, but for `error`."""
        n = len(self.moments)
        if n < 2:
            return math.inf, math.inf
        if n < ENOUGH:
            one = math.sqrt(self.sd**2 / self.few + self.noise**2)
            return (student(1.0 - error, n - 1) * one,) * 2
        low, high = np.quantile(self.draws, (error / 2.0, 1.0 - error / 2.0))
        return max(self.value - float(low), 0.0), max(float(high) - self.value, 0.0)

    @cached_property
    def draws(self) -> Floats:
        """Figures over few of our runs, as the print could have drawn them. Shape: (DRAWS,)."""
        rng = np.random.default_rng(SEED)
        chosen = rng.integers(len(self.moments), size=(DRAWS, self.few))
        figures: Floats = self.figure(self.moments[chosen])
        return figures + self.noise * rng.standard_normal(DRAWS)


__all__ = ["ENOUGH", "Repeated", "deviation_of_runs", "mean_of_runs"]
