"""What races promise, simulated beside what is computed.

python -m bench.simulated laws             every race beside its exact law
python -m bench.simulated many             the best of 3 to 10, at the worst gap

Nothing here knows how the exact laws are walked: coins are thrown, and each race's own rule says
when it stops. A figure that differs by more than FAR deviations ends with exit code 1: if all are
right, that happens less than once in 1,000 times.
"""

from __future__ import annotations

import math
import sys
from itertools import combinations
from typing import Any

import click
import numba
import numpy as np

from outwit.compare.curves import Curves
from outwit.compare.interval_race import IntervalRace
from outwit.compare.law import law
from outwit.compare.many import GROWTH, ROUND
from outwit.compare.margin import Margin
from outwit.compare.methods import METHODS, coin_rule
from outwit.compare.needed import MEANS

FAR = 4.5
"""Deviations: with the 140 figures of `laws`, one is farther off less than once in 1,000 times."""
Array = np.ndarray[Any, Any]


@click.group()
def command() -> None:
    """What races promise, simulated."""


@numba.njit(nogil=True)
def _interval_races(
    rng: Any, races: Any, mu: Any, looks: Any, terms: Any, margin: Any,
    bernstein: Any, decides: Any, narrows: Any, limited: Any,
) -> Any:  # fmt: skip
    """Games of each race, and whether the first was named (0.5: cut at the last look)."""
    games, first = np.zeros(races), np.zeros(races)
    for r in range(races):
        low, high, n, wins = 0.0, np.inf, 0, 0
        games[r], first[r] = looks[-1], 0.5
        for k in range(looks.size):
            while n < looks[k]:
                n += 1
                wins += rng.random() < mu
            mean = wins / n
            if bernstein:
                spread = math.sqrt(mean * (1.0 - mean)) * math.sqrt(2.0 * terms[k] / n)
                radius = spread + 3.0 * terms[k] / n
            else:
                radius = math.sqrt(terms[k] / (2.0 * n))
            low, high = max(low, mean - radius), min(high, mean + radius)
            over = narrows and high - low <= 2.0 * margin
            over = over or (decides and (low >= 0.5 or high <= 0.5))
            if over or (limited and k == looks.size - 1):
                games[r], first[r] = n, 1.0 * (2 * wins > n)
                break
    return games, first


def interval_races(
    rule: IntervalRace, mu: float, races: int, most: int, rng: np.random.Generator
) -> tuple[Array, Array]:
    """Races of the thesis."""
    last = most if rule.last is None else rule.last
    ks = np.arange(rule.first, last + 1)
    looks = ks * ks if rule.squares else ks
    found: tuple[Array, Array] = _interval_races(
        rng, races, mu, looks, rule.log_terms(ks), rule.margin, rule.bernstein, rule.decides,
        rule.narrows, rule.last is not None,
    )  # fmt: skip
    return found


def curve_races(
    curves: Curves, chances: float, races: int, rng: np.random.Generator
) -> tuple[Array, Array]:
    """Games of each race, and 1, 0 or 0.5 where the first, the second, nobody is named."""
    games, first = np.zeros(races), np.full(races, 0.5)
    wins, alive, before = np.zeros(races, np.int64), np.arange(races), 0
    for look, second_at, first_at, tie_from, tie_to in zip(
        curves.looks, curves.second_at, curves.first_at, curves.tie_from, curves.tie_to,
        strict=True,
    ):  # fmt: skip
        wins = wins + rng.binomial(look - before, chances, alive.size)
        before = look
        won, lost = wins >= first_at, wins <= second_at
        over = won | lost | ((tie_from <= wins) & (wins <= tie_to))
        first[alive[won]], first[alive[lost]] = 1.0, 0.0
        games[alive[over]] = look
        wins, alive = wins[~over], alive[~over]
        if not alive.size:
            break
    return games, first


@command.command()
@click.option("--margin", default=0.05, show_default=True)
@click.option("--error", default=0.05, show_default=True)
@click.option("--races", default=20_000, show_default=True)
@click.option("--most", default=20_000, show_default=True, help="Games of races without an end.")
def laws(margin: float, error: float, races: int, most: int) -> None:
    """Games and errors of every race, simulated and exact."""
    rng, worst = np.random.default_rng(1), 0.0
    click.echo(f"{'':18} {'mean':>6} {'games':>22} {'exact':>10}   {'second':>18} {'exact':>9}")
    for method in METHODS:
        for mu in MEANS:
            rule = coin_rule(method, margin=margin, error=error)
            # Races without an end are cut; the law is told to cut them too.
            endless = isinstance(rule, IntervalRace) and not rule.narrows
            if isinstance(rule, IntervalRace):
                games, first = interval_races(rule, mu, races, most, rng)
            else:
                curves = rule.curves  # type: ignore[attr-defined]
                games, first = curve_races(curves, mu, races, rng)
            cut = most if endless else None
            exact = law(method, mu, margin=margin, error=error, max_games=cut)
            second = float((first == 0.0).mean())
            # What the exact law does not say more closely than this counts as agreement.
            slack = 0.0005 * exact.games if exact.high > exact.low else 0.0
            off = abs(games.mean() - exact.games) - slack
            # Where all races seen took equally long, one in so many may still be short.
            far = max(off, 0.0) / max(games.std() / math.sqrt(races), exact.games / races)
            spread = math.sqrt(max(exact.second * (1 - exact.second), 1 / races) / races)
            off = abs(second - exact.second) - (0.002 if slack else 0.0)
            worst = max(worst, far, max(off, 0.0) / spread)
            click.echo(
                f"{method:18} {mu:6g} {games.mean():12,.1f} ± {games.std() / math.sqrt(races):6.1f}"
                f" {exact.games:10,.1f}   {second:9.5f} ± {spread:.5f} {exact.second:9.5f}"
            )
    _judged(f"the farthest of {2 * len(METHODS) * len(MEANS)} figures is {worst:.1f} deviations"
            " away", worst <= FAR)  # fmt: skip


@command.command()
@click.option("--margin", default=0.05, show_default=True)
@click.option("--error", default=0.05, show_default=True)
@click.option("--races", default=10_000, show_default=True)
def many(margin: float, error: float, races: int) -> None:
    """The best of several beats each other by just the margin; the others are equal."""
    rng = np.random.default_rng(2)
    line = error + FAR * math.sqrt(error * (1 - error) / races)
    kept = True
    for candidates in range(3, 11):
        wrong, games = best_of(candidates, margin, error, races, rng)
        share = float(wrong.mean())
        kept = kept and share <= line
        click.echo(
            f"best of {candidates:2}: {int(wrong.sum()):4} of {races:,} races not right "
            f"({share:.4f} ± {math.sqrt(share * (1 - share) / races):.4f}), "
            f"{games.mean():,.0f} games in all"
        )
    _judged(f"none is above the stated {error:g} by more than {FAR:g} deviations", kept)


def best_of(
    candidates: int, margin: float, error: float, races: int, rng: np.random.Generator
) -> tuple[Array, Array]:
    """Which races do not name candidate 0, and all their games. Shapes: (races,).

    Rounds as `outwit.compare.many` plays them: whoever loses a race is out at once.
    """
    curves = Margin(margin, error / (candidates - 1)).curves
    pairs = list(combinations(range(candidates), 2))
    raced = [curve_races(curves, 0.5 + margin * (i == 0), races, rng) for i, _ in pairs]
    alive = np.ones((candidates, races), bool)
    done, played = np.zeros((2, len(pairs), races), np.int64)
    at, size = 0, float(ROUND)
    while True:
        open_ = [alive[i] & alive[j] & (done[p] == 0) for p, (i, j) in enumerate(pairs)]
        if not np.any(open_):
            break
        at, size = at + int(size), size * GROWTH
        for p, (i, j) in enumerate(pairs):
            on = alive[i] & alive[j] & (done[p] == 0)
            ends, first = raced[p]
            over = on & (ends <= at)
            played[p][on] = np.minimum(ends[on], at)
            done[p][over] = 1
            alive[j] &= ~(over & (first == 1.0))
            alive[i] &= ~(over & (first == 0.0))
    named = alive[0] & (alive.sum(axis=0) == 1)
    return ~named, played.sum(axis=0)


def _judged(promise: str, kept: bool) -> None:
    click.echo(f"{'kept' if kept else 'BROKEN'}: {promise}")
    if not kept:
        sys.exit(1)


if __name__ == "__main__":
    command()
