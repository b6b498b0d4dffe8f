"""Races of a coin by two curves: at each look, the wins at which it stops.

What stops a race is known in advance, look by look, so its law can be walked exactly.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from outwit.compare.rules import Ints, Seen, Side, Stop
from outwit.compare.walk import Floats, Law, advance


@dataclass(frozen=True)
class Curves:
    """Looks (observations) and the wins at which a race stops there. Shapes: (k,).

    It names the second with at most second_at wins, the first with at least first_at, and nobody
    with tie_from to tie_to; an empty range has tie_from > tie_to.
    """

    looks: Ints
    second_at: Ints
    first_at: Ints
    tie_from: Ints
    tie_to: Ints

    @classmethod
    def of_lead(cls, looks: Ints, winner: Floats, tie: Floats) -> Curves:
        """From leads (wins less losses): at least `winner` names one, at most `tie` nobody.

        At the last look whoever is not named is too close to tell.
        """
        first_at = np.ceil((looks + winner) / 2.0 - 1e-9).astype(np.int64)
        tie_from = np.ceil((looks - tie) / 2.0 - 1e-9).astype(np.int64)
        tie_from[-1] = looks[-1] - first_at[-1] + 1
        return cls(looks, looks - first_at, first_at, tie_from, looks - tie_from)

    def cut(self, games: int) -> Curves:
        """The same up to so many games."""
        n = int(np.searchsorted(self.looks, games, side="right"))
        return Curves(
            self.looks[:n], self.second_at[:n], self.first_at[:n], self.tie_from[:n],
            self.tie_to[:n],
        )  # fmt: skip

    def counts(self, mu: float) -> tuple[Floats, float]:
        """What `walk` counts for a coin of this mean, and the chance that it still runs."""
        counts = np.zeros(8)
        law = advance(
            Law.start(1), mu, self.looks, self.second_at, self.first_at, self.tie_from,
            self.tie_to, counts,
        )  # fmt: skip
        return counts, law.running

    def watch(self) -> CurveWatch:
        return CurveWatch(self)


@dataclass
class CurveWatch:
    """One race between curves: every observation is a win or a loss."""

    curves: Curves
    i: int = 0

    def look(self, seen: Seen) -> Stop | int:
        curves, i = self.curves, self.i
        wins = (seen.n + seen.total // seen.most) // 2
        if wins >= curves.first_at[i]:
            return Stop(Side.FIRST)
        if wins <= curves.second_at[i]:
            return Stop(Side.SECOND)
        if curves.tie_from[i] <= wins <= curves.tie_to[i]:
            return Stop(Side.NOBODY)
        self.i += 1
        # After the last look nobody can be named any more.
        return int(curves.looks[self.i]) if self.i < len(curves.looks) else Stop(Side.NOBODY)

    def left(self, seen: Seen) -> int | None:
        curves, rest = self.curves, slice(self.i, None)
        wins = seen.mean * curves.looks[rest]
        over = (wins >= curves.first_at[rest]) | (wins <= curves.second_at[rest])
        over |= (curves.tie_from[rest] <= wins) & (wins <= curves.tie_to[rest])
        at = int(np.argmax(over)) if over.any() else len(over) - 1
        return max(int(curves.looks[rest][at]) - seen.n, 0)


__all__ = ["CurveWatch", "Curves"]
