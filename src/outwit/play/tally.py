"""Sums over blocks, as whole numbers without bound, and what they say of each place and seat."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from outwit.core.interval import mean_interval, normal, share_interval, variance_of_mean
from outwit.play.loop import PAYOFF, WINS, sums_type, win_share
from outwit.play.sitting import Sitting
from outwit.play.worker import Played


@dataclass(frozen=True)
class Sums:
    """What is known of one score of one place, in one seat or in all.

    A *group* is one observation; `games` games of it were this place's, in `groups` groups.
    """

    games: int
    groups: int
    total: int
    squares: int

    @property
    def per_group(self) -> float:
        """Games of one observation."""
        return self.games / self.groups if self.groups else 1.0

    @property
    def mean(self) -> float:
        """For each game, in the score's unit."""
        return self.total / self.games if self.games else math.nan

    @property
    def variance(self) -> float:
        """The squared standard error of the mean."""
        return variance_of_mean(self.total, self.squares, self.groups) / self.per_group**2


class Tally:
    """Adds up blocks of one sitting. Fields and shapes are those of `loop.sums_type`."""

    def __init__(self, sitting: Sitting):
        self.sitting = sitting
        kind = sums_type(sitting.game)
        self._sums: dict[str, Any] = {
            name: np.zeros(kind[name].shape, object) for name in kind.names or ()
        }
        self.blocks = 0
        self.seconds = 0.0
        normal(0.95)  # imports what intervals need: after Ctrl-C there is no time for it

    def add(self, played: Played) -> None:
        """One more block."""
        self.add_sums(played.sums)
        self.seconds += played.seconds

    def add_sums(self, sums: np.ndarray[Any, Any]) -> None:
        """Sums of a block, a record of `loop.sums_type`."""
        for name, kept in self._sums.items():
            # int64 becomes Python's own whole numbers, which do not overflow.
            self._sums[name] = kept + sums[name].astype(object)
        self.blocks += 1

    @property
    def games(self) -> int:
        return int(sum(self._sums["endings"]))

    @property
    def groups(self) -> int:
        return int(self._sums["groups"])

    @property
    def endings(self) -> list[int]:
        """How many games ended in each of the game's ways."""
        return [int(n) for n in self._sums["endings"]]

    def raw(self, name: str) -> Any:
        """One of the sums, entries whole numbers of Python."""
        return self._sums[name]

    def of(self, score: int, place: int, seat: int | None = None) -> Sums:
        """One score of a place, in a seat or in all of them together."""
        s = self._sums
        if seat is None:
            games = int(sum(s["games"][place]))
            total = int(sum(s["sum"][score, place]))
            return Sums(games, self.groups, total, int(s["cross"][score, place, place]))
        games = int(s["games"][place, seat])
        # On a deal of its own, a game is one observation of the seat the place had there alone.
        groups = self.groups if self.sitting.group > 1 else games
        return Sums(
            games,
            min(groups, games),
            int(s["sum"][score, place, seat]),
            int(s["group_square"][score, place, seat]),
        )

    def interval(self, place: int, seat: int | None = None) -> tuple[float, float]:
        """The 95 % interval of the mean pay-off."""
        return _interval(self.of(PAYOFF, place, seat), self.sitting, level=0.95)

    def deviation(self, place: int, seat: int | None = None) -> float:
        """The deviation of the pay-off of single games, in the game's measure."""
        s = self.of(PAYOFF, place, seat)
        squares = self._sums["square"][place]
        square = int(sum(squares) if seat is None else squares[seat])
        if s.games < 2:
            return 0.0
        spread = (s.games * square - s.total**2) / (s.games * (s.games - 1))
        return math.sqrt(max(spread, 0)) * self.sitting.game.unit

    def share(self, place: int, seat: int | None = None) -> tuple[float, float, float]:
        """The share of games won, with its 95 % interval."""
        s = self.of(WINS, place, seat)
        one = win_share(self.sitting.game.seats)
        mean = s.mean / one
        return mean, *share_interval(mean, s.variance / one**2, s.groups)

    def contrast(self, weights: Sequence[int]) -> tuple[int, int]:
        """Sum, and sum of squares over groups, of a weighted sum of the places' pay-offs."""
        totals = self._sums["sum"][PAYOFF].sum(axis=1)
        cross = self._sums["cross"][PAYOFF]
        n = range(len(weights))
        total = sum(weights[i] * totals[i] for i in n)
        squares = sum(weights[i] * weights[j] * cross[max(i, j), min(i, j)] for i in n for j in n)
        return int(total), int(squares)


def _interval(s: Sums, sitting: Sitting, *, level: float) -> tuple[float, float]:
    game, k = sitting.game, s.per_group
    span = None if game.span is None else (game.span[0] * k, game.span[1] * k)
    return mean_interval(s.total, s.squares, s.groups, unit=game.unit / k, level=level, span=span)


__all__ = ["Sums", "Tally"]
