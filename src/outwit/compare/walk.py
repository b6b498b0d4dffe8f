"""The exact walk of a race on a coin: the law of (games, wins) among the races still running.

Between two looks the law of the wins moves by one game at a time; at a look the part that stops
is counted and taken out. Nothing is drawn and nothing is approximated except that entries below
``NEGLIGIBLE`` at the two ends of the law are dropped; what was dropped is summed and returned.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from outwit.play.unit import unit

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

NEGLIGIBLE = 1e-18
FINISHED = 1e-13
FIRST, SECOND, TIE, GAMES, GAMES_SQUARED, DROPPED, LATE_FIRST, LATE_SECOND = range(8)


@dataclass
class Law:
    """The law of the losses of races still running after ``games`` games.

    ``mass`` has shape (span,); entry i belongs to ``most_losses - i`` losses, so that one game is
    an update from left to right in place. Entries outside ``lowest..highest`` are zero.
    """

    mass: Floats
    most_losses: int
    lowest: int
    highest: int
    games: int

    @classmethod
    def start(cls, span: int) -> Law:
        mass = np.zeros(span + 3)
        mass[span + 1] = 1.0
        return cls(mass, span + 1, span + 1, span + 1, 0)

    def with_room(self, games: int) -> Law:
        """The same law with room for so many further games."""
        kept = self.mass[self.lowest : self.highest + 1]
        mass = np.zeros(games + 2 + kept.size + 1)
        mass[games + 2 : games + 2 + kept.size] = kept
        return Law(
            mass,
            self.most_losses - self.lowest + games + 2,
            games + 2,
            games + 1 + kept.size,
            self.games,
        )

    @property
    def running(self) -> float:
        """The chance that the race has not stopped yet."""
        return float(self.mass[self.lowest : self.highest + 1].sum())


def advance(
    law: Law,
    mu: float,
    looks: Ints,
    second_at: Ints,
    first_at: Ints,
    tie_from: Ints,
    tie_to: Ints,
    counts: Floats,
    *,
    late_look: int = -1,
) -> Law:
    """Walk through ``looks`` (shape (k,)) and add what stops to ``counts`` (shape (8,)).

    At look i a race stops with at most ``second_at[i]`` wins, with at least ``first_at[i]``, or
    with ``tie_from[i]`` to ``tie_to[i]``. The last is counted as a tie, the others as a win of
    the side with more than half of the wins. With ``late_look`` >= 0 what stops up to that look is
    not counted; instead the law that still runs after it is added, by side, to the LATE entries.
    """
    if looks.size == 0:
        return law
    room = law.with_room(int(looks[-1]) - law.games)
    lowest, highest, games = _advance(
        room.mass, room.most_losses, room.lowest, room.highest, room.games, mu,
        looks, second_at, first_at, tie_from, tie_to, counts, late_look,
    )  # fmt: skip
    return Law(room.mass, room.most_losses, lowest, highest, games)


# Called from compiled code alone. The room was measured before the walk began, so bounds need no
# check; with checks the loop is not vectorised and takes three times as long.
_INNER: dict[str, Any] = {
    "error_model": "numpy",
    "boundscheck": False,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "forceinline": True,
}


@numba.njit(**_INNER)
def _one_game(part, win, loss):
    """One game later: entry i holds what was there and won, and what stood above and lost."""
    here = part[0]
    for i in range(np.uint64(part.size - 1)):
        above = part[i + 1]
        part[i] = loss * above + win * here
        here = above


@numba.njit(**_INNER)
def _stop(mass, index, shift, games, counts, counted, tie):
    stopped = mass[index]
    mass[index] = 0.0
    if counted:
        if tie:
            counts[TIE] += stopped
        elif 2 * (shift + index) > games:
            counts[FIRST] += stopped
        else:
            counts[SECOND] += stopped
        counts[GAMES] += games * stopped
        counts[GAMES_SQUARED] += float(games) * games * stopped
    return stopped


@unit(
    "UniTuple(i8, 3)(f8[::1], i8, i8, i8, i8, f8, "
    "i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], f8[::1], i8)"
)
def _advance(
    mass, most_losses, lowest, highest, games, mu,
    looks, second_at, first_at, tie_from, tie_to, counts, late_look,
):  # fmt: skip
    win, loss = mu, 1.0 - mu
    running = 0.0
    for i in range(lowest, highest + 1):
        running += mass[i]
    for k in range(looks.size):
        while games < looks[k]:
            games += 1
            lowest -= 1
            _one_game(mass[lowest : highest + 2], win, loss)
            while lowest < highest and mass[lowest] < NEGLIGIBLE:
                counts[DROPPED] += mass[lowest]
                mass[lowest] = 0.0
                lowest += 1
            while highest > lowest and mass[highest] < NEGLIGIBLE:
                counts[DROPPED] += mass[highest]
                mass[highest] = 0.0
                highest -= 1
        counted = k > late_look
        shift = games - most_losses  # wins = shift + index
        while lowest <= highest and shift + lowest <= second_at[k]:
            running -= _stop(mass, lowest, shift, games, counts, counted, False)
            lowest += 1
        while lowest <= highest and shift + highest >= first_at[k]:
            running -= _stop(mass, highest, shift, games, counts, counted, False)
            highest -= 1
        begin = max(tie_from[k] - shift, lowest)
        for i in range(begin, min(tie_to[k] - shift, highest) + 1):
            running -= _stop(mass, i, shift, games, counts, counted, True)
        if k == late_look:
            for i in range(lowest, highest + 1):
                side = LATE_FIRST if 2 * (shift + i) > games else LATE_SECOND
                counts[side] += mass[i]
        if lowest > highest:
            break
        if running < FINISHED * 100.0:  # the difference is rounding: count anew before trusting it
            running = 0.0
            for i in range(lowest, highest + 1):
                running += mass[i]
            if running < FINISHED:
                break
    return lowest, highest, games


@numba.njit(**_INNER)
def _radius(games, mean, variance, log_term, bernstein):
    """Half the width of the interval of lemma 1.11 (Hoeffding) or 1.13 (Bernstein)."""
    if bernstein:
        spread = np.sqrt(max(variance, 0.0)) * np.sqrt(2.0 * log_term / games)
        return spread + 3.0 * log_term / games
    return np.sqrt(log_term / (2.0 * games))


@numba.njit(**_INNER)
def _end(wins, games, log_term, bernstein, sign):
    mean = wins / games
    return mean + sign * _radius(games, mean, mean - mean * mean, log_term, bernstein)


@unit("void(i8[::1], f8[::1], b1, f8, f8, i8[::1], i8[::1])")
def _band(looks, log_terms, bernstein, floor, ceiling, second_at, first_at):
    low, high = np.int64(-1), np.int64(0)
    for k in range(looks.size):
        n, term = looks[k], log_terms[k]
        while low < n and _end(low + 1, n, term, bernstein, 1.0) <= floor:
            low += 1
        while low >= 0 and _end(low, n, term, bernstein, 1.0) > floor:
            low -= 1
        while high <= n and _end(high, n, term, bernstein, -1.0) < ceiling:
            high += 1
        while high > 0 and _end(high - 1, n, term, bernstein, -1.0) >= ceiling:
            high -= 1
        second_at[k], first_at[k] = low, high


def band(
    looks: Ints, log_terms: Floats, bernstein: bool, floor: float, ceiling: float
) -> tuple[Ints, Ints]:
    """Wins at which a coin's interval leaves a band: two arrays of shape (k,).

    At look i the upper end of the interval is above ``floor`` exactly with more than
    ``second_at[i]`` wins, the lower end below ``ceiling`` exactly with fewer than ``first_at[i]``.
    The upper end is a concave function of the wins and the lower end a convex one, so that both
    sets are without gaps; they move little from look to look, and are followed.
    """
    second_at, first_at = np.empty_like(looks), np.empty_like(looks)
    _band(looks, log_terms, bernstein, floor, ceiling, second_at, first_at)
    return second_at, first_at
