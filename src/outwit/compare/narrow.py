"""Exact laws of races that stop by the width of an intersected interval.

Such a race remembers LB, the highest lower end so far, and UB, the lowest upper end: its state is
more than (games, wins). But it is still running exactly where UB - LB > 2 margins, and with LB cut
into cells that chance is a sum over the cells of walks between two fixed lines:

    P(running) = sum over cells (a, b] of P(running, a < LB <= b),
    P(a < LB <= b, UB > b + 2 margins) <= P(running, a < LB <= b) <= P(..., UB > a + 2 margins),

and P(LB <= b, UB > f) is a race that stops once an end crosses b or f. Everything counted is
linear in these chances, so it is found to within the difference of the two sides, which is stated.
"""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor

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

CELLS = 20
"""Cells of LB to a margin."""
CHUNK = 1 << 14
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
    while True:
        end = k + CHUNK if literal or rule.last is None else min(k + CHUNK, rule.last + 1)
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


def narrowing_counts(rule: IntervalRace, mu: float) -> tuple[Floats, Floats]:
    """The counts of a race that stops by width, from below and from above. Shape: (8,) each."""
    step, wide = rule.margin / CELLS, 2.0 * rule.margin
    if rule.decides:
        # LB below 1/2 - 2 margins asks no more of UB than to be above 1/2: one walk for them all.
        start, top, least = 0.5 - wide, 0.5, 0.5
    else:
        start, top, least = mu - 2.5 * rule.margin, mu + 0.5 * rule.margin, -NEVER
    edges = [start + step * i for i in range(round((top - start) / step))] + [top]
    ends = edges if rule.decides else [*edges, NEVER]
    pairs = [(max(least, start + wide), start)]
    for a, b in zip(ends, ends[1:], strict=False):
        pairs += [(a + wide, a), (a + wide, b)]
        pairs += [(min(b, top) + wide, a), (min(b, top) + wide, b)]
    with ThreadPoolExecutor() as pool:
        unique = list(dict.fromkeys(pairs))
        found = dict(
            zip(unique, pool.map(lambda p: between(rule, mu, *p)[0], unique), strict=True)
        )
    above = found[pairs[0]].copy()
    below = above.copy()
    for a, b in zip(ends, ends[1:], strict=False):
        f = min(b, top) + wide
        above += found[a + wide, b] - found[a + wide, a]
        below += found[f, b] - found[f, a]
    if rule.reading == "literal" and rule.last is not None:
        return _from_last(rule, mu, below), _from_last(rule, mu, above)
    return below, above


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
