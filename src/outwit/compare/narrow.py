"""Exact laws of races that stop by the width of an intersected interval.

Such a race remembers LB, the highest lower end so far, and UB, the lowest upper end: its state is
more than (games, wins). But it is still running exactly where UB - LB > 2 margins, and with LB cut
into cells that chance is a sum over the cells of walks between two fixed lines:

    P(running) = sum over cells (a, b] of P(running, a < LB <= b),
    P(a < LB <= b, UB > b + 2 margins) <= P(running, a < LB <= b) <= P(..., UB > a + 2 margins),

and P(LB <= b, UB > f) is a race that stops once an end crosses b or f. Everything counted is
linear in these chances. The two sides bound the games; walks with f in the middle of each cell and
of each pair of cells give, by Richardson's rule, an estimate much closer than the bounds.
"""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np

from outwit.compare.interval_race import IntervalRace
from outwit.compare.walk import (
    FINISHED,
    FIRST,
    GAMES,
    GAMES_SQUARED,
    LATE_FIRST,
    LATE_SECOND,
    SECOND,
    Floats,
    advance,
    band,
)
from outwit.compare.walk import Law as Walked
from outwit.play.backends import cores

CELLS_SQUARES, CELLS = 24, 16
"""Cells of LB to a margin: walks with few looks are fast."""
FINER = 8
"""Parts of a cell where the winner turns."""
CHUNK_SQUARES, CHUNK = 16, 1 << 14
"""Looks walked at once: races without an end are walked until they are over."""
NEVER = 2.0
"""An end of an interval that no score crosses."""


def between(
    rule: IntervalRace, mu: float, floor: float, ceiling: float, *, horizon: float = math.inf
) -> tuple[Floats, float]:
    """The counts of a race that stops with UB <= floor or LB >= ceiling, and what still runs.

    Under the literal reading nothing is counted before the last test of `and` (`walk.advance`).
    """
    counts, law, k = np.zeros(8), Walked.start(1), rule.first
    literal = rule.reading == "literal" and rule.last is not None
    chunk = CHUNK_SQUARES if rule.squares else CHUNK
    while True:
        end = k + chunk
        if rule.last is not None and not literal:
            end = rule.last + 1
        elif not rule.squares and horizon < math.inf:
            end = min(end, int(horizon) + 1)
        ks = np.arange(k, end, dtype=np.int64)
        looks = ks * ks if rule.squares else ks
        second_at, first_at = band(looks, rule.log_terms(ks), rule.bernstein, floor, ceiling)
        if rule.last == end - 1 and not literal:
            second_at[-1] = looks[-1] // 2
            first_at[-1] = second_at[-1] + 1
        late = min(rule.last - k, len(ks)) if literal and rule.last is not None else -1
        nothing = np.zeros_like(looks)
        law = advance(
            law, mu, looks, second_at, first_at, nothing + 1, nothing, counts,
            late_look=max(late, -1),
        )  # fmt: skip
        running = law.running
        k = end
        if running < FINISHED or looks[-1] >= horizon or (not literal and rule.last == end - 1):
            return counts, running


def narrowing_counts(rule: IntervalRace, mu: float) -> tuple[Floats, Floats, Floats]:
    """The counts of a race that stops by width: from below, estimated, from above. Shape: (8,)."""
    wide = 2.0 * rule.margin
    edges = _edges(rule, mu)
    # LB below 1/2 - 2 margins asks no more of UB than to be above 1/2: one walk for them all.
    base = (0.5 if rule.decides else edges[0] + wide, edges[0])
    cells = list(pairwise(edges))
    pairs = [base]
    for a, b in cells:
        pairs += [(f + wide, line) for f in (a, 0.5 * (a + b), b) for line in (a, b)]
    if not rule.decides:
        pairs += [(edges[-1] + wide, line) for line in (edges[-1], NEVER)]
    found = _walks(rule, mu, pairs)

    def part(floor: float, a: float, b: float) -> Floats:
        return found[floor + wide, b] - found[floor + wide, a]

    start = found[base].copy()
    if not rule.decides:
        start += part(edges[-1], edges[-1], NEVER)
    below = start + sum(part(b, a, b) for a, b in cells)
    above = start + sum(part(a, a, b) for a, b in cells)
    middle = start + sum(part(0.5 * (a + b), a, b) for a, b in cells)
    double = start + sum(
        part(m, a, b) for a, m, b in zip(edges[::2], edges[1::2], edges[2::2], strict=False)
    )
    estimate = (4.0 * middle - double) / 3.0
    if rule.reading == "literal" and rule.last is not None:
        return tuple(_from_last(rule, mu, c) for c in (below, estimate, above))  # type: ignore[return-value]
    return below, estimate, above


def _edges(rule: IntervalRace, mu: float) -> list[float]:
    """Ends of the cells of LB: always pairs of cells equally wide, so that two make one.

    A race stops with a mean near LB + margin, so the winner turns within cells around 1/2 - margin;
    there the cells are narrow.
    """
    many = CELLS_SQUARES if rule.squares else CELLS
    turn = 0.5 - rule.margin
    low, high = -many, many
    if not rule.decides:
        shift = round((mu - 0.5) / rule.margin * many / 2.0) * 2
        low, high = shift - many * 3 // 2, shift + many * 3 // 2
    steps: set[float] = {float(i) for i in range(low, high + 1)}
    if low <= -2 and high >= 2:
        steps |= {i / FINER for i in range(-2 * FINER, 2 * FINER + 1)}
    return [turn + rule.margin * i / many for i in sorted(steps)]


def _walks(
    rule: IntervalRace, mu: float, pairs: list[tuple[float, float]]
) -> dict[tuple[float, float], Floats]:
    """The counts between each pair of lines; the walks let other threads run."""
    unique = list(dict.fromkeys(pairs))
    with ThreadPoolExecutor(min(8, cores())) as pool:
        counts = pool.map(lambda pair: between(rule, mu, *pair)[0], unique)
        return dict(zip(unique, counts, strict=True))


def _from_last(rule: IntervalRace, mu: float, counts: Floats) -> Floats:
    """Add those whose interval is narrow by the last test of `and`: they stop right there."""
    from scipy.special import betainc

    assert rule.last is not None
    games = rule.games(rule.last)
    more_than_half = games // 2 + 1
    ahead = float(betainc(more_than_half, games - more_than_half + 1, mu))
    first, second = ahead - counts[LATE_FIRST], 1.0 - ahead - counts[LATE_SECOND]
    out = counts.copy()
    out[FIRST] += first
    out[SECOND] += second
    out[GAMES] += games * (first + second)
    out[GAMES_SQUARED] += float(games) ** 2 * (first + second)
    return out


__all__ = ["between", "narrowing_counts"]
