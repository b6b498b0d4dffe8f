"""What a race does on a coin, exactly: whom it names, how often, after how many games.

The verdict on a race comes from a walk over (games, wins) that knows only at which counts it stops.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from outwit.compare.curves import Curves
from outwit.compare.interval_race import IntervalRace, Reading
from outwit.compare.methods import coin_rule
from outwit.compare.narrow import between, narrowing_counts
from outwit.compare.rules import Rule, Seen, Side
from outwit.compare.walk import FIRST, GAMES, GAMES_SQUARED, SECOND, TIE, Floats
from outwit.core.errors import Refused, UsageError

HORIZON = 8_000_000
"""Games after which a race that need not stop is no longer followed."""
SURELY = 1e-9


@dataclass(frozen=True, kw_only=True)
class Law:
    """The law of a race on a coin that the first agent wins with chance `mu`.

    first, second  chances of being named
    nobody         that the race ends without a name: too close to tell, or the cap was reached
    running        that it never stops, or not within the games that were followed
    games, sd      expected games, and their deviation; infinite where the race need not stop
    low, high      bounds of `games`; they differ for races that stop by an intersected width,
                   whose other figures are good to about 0.0002, near 1/2
    error          the chance of a wrong answer (`error_rate`)
    """

    method: str
    mu: float
    first: float
    second: float
    nobody: float
    running: float
    games: float
    sd: float
    low: float
    high: float
    error: float


def law(
    method: str,
    mu: float,
    *,
    margin: float = 0.01,
    error: float = 0.05,
    reading: Reading = "and",
    max_games: int | None = None,
) -> Law:
    """The exact law of a race by name. `reading` as in `outwit.compare.interval_race`.

    With `max_games` the race ends there, without naming anybody.
    """
    if max_games is not None and max_games < 1:
        raise UsageError(f"A race has at least one game, not {max_games}.")
    rule = coin_rule(method, margin=margin, error=error, reading=reading, max_games=max_games)
    return law_of(rule, mu, margin=margin, max_games=max_games)


def law_of(rule: Rule, mu: float, *, margin: float = 0.01, max_games: int | None = None) -> Law:
    """The exact law of a rule on a coin."""
    if not 0.0 <= mu <= 1.0:
        raise UsageError(f"A chance of winning lies between 0 and 1; {mu} does not.")
    below, counts, above, running = _counts(rule, mu, max_games)
    counts = np.maximum(counts, 0.0)  # differences of walks round below
    wrong = float(counts[SECOND] if mu >= 0.5 else counts[FIRST])
    promised = rule.method == "margin" and abs(mu - 0.5) > margin - 1e-12
    games = float(counts[GAMES]) if running < SURELY else math.inf
    spread = max(float(counts[GAMES_SQUARED]) - games**2, 0.0) if running < SURELY else math.inf
    return Law(
        method=rule.method,
        mu=mu,
        first=float(counts[FIRST]),
        second=float(counts[SECOND]),
        nobody=float(counts[TIE]),
        running=running,
        games=games,
        sd=math.sqrt(spread),
        low=float(below[GAMES]) if running < SURELY else games,
        high=float(above[GAMES]) if running < SURELY else games,
        error=wrong + float(counts[TIE]) * promised,
    )


def error_rate(
    method: str,
    mu: float,
    *,
    margin: float = 0.01,
    error: float = 0.05,
    reading: Reading = "and",
    max_games: int | None = None,
) -> float:
    """The exact chance that a race's answer is wrong, on a coin that the first wins with `mu`.

    Wrong is naming the one that wins less often, and for `margin` outside 1/2 +- margin also
    naming nobody, which it promises not to do there. At 1/2 neither wins less often: there it is
    the limit from above, the chance that the second is named.
    """
    return law(method, mu, margin=margin, error=error, reading=reading, max_games=max_games).error


def expected_games(
    method: str,
    mu: float,
    *,
    margin: float = 0.01,
    error: float = 0.05,
    reading: Reading = "and",
    max_games: int | None = None,
) -> float:
    """The exact expected number of games of a race; infinite where it need not stop."""
    return law(method, mu, margin=margin, error=error, reading=reading, max_games=max_games).games


def _counts(rule: Rule, mu: float, most: int | None) -> tuple[Floats, Floats, Floats, float]:
    """Counts from below, as best known, from above; and the chance that the race goes on."""
    if isinstance(rule, IntervalRace):
        if rule.endless:
            nothing = np.zeros(8)
            return nothing, nothing, nothing, 1.0
        if rule.narrows:
            if most is not None:
                raise Refused(
                    f"The law of {rule.method} is known without max_games: it remembers its "
                    "narrowest interval, and ends of itself."
                )
            if mu in (0.0, 1.0):
                counts = _certain(rule, 1 if mu else -1)
                return counts, counts, counts, 0.0
            below, counts, above = narrowing_counts(rule, mu)
            return below, counts, above, 0.0
        if most is None and mu != 0.5:
            _surely_over(rule, mu)
        limit = _horizon(mu) if most is None else most
        counts, running = between(rule, mu, 0.5, 0.5, horizon=limit)
    else:
        curves = getattr(rule, "curves", None)
        assert isinstance(curves, Curves)
        counts, running = (curves if most is None else curves.cut(most)).counts(mu)
    if most is not None:
        counts[TIE] += running
        counts[GAMES] += running * most
        counts[GAMES_SQUARED] += running * float(most) ** 2
        running = 0.0
    return counts, counts, counts, running


def _certain(rule: IntervalRace, lead: int) -> Floats:
    """A coin that always falls the same way: there is one race, and it is run."""
    watch, at = rule.watch(), rule.first_look()
    nothing = np.zeros(0, np.int64)
    while isinstance(answer := watch.look(Seen(at, lead * at, at, 1, nothing)), int):
        at = answer
    counts = np.zeros(8)
    counts[FIRST if answer.winner is Side.FIRST else SECOND] = 1.0
    counts[GAMES], counts[GAMES_SQUARED] = at, float(at) ** 2
    return counts


def _surely_over(rule: IntervalRace, mu: float) -> None:
    """Refuse before the walk where it would not come to the race's end."""
    if rule.radius(HORIZON // 2, 0.25) > abs(mu - 0.5):
        raise Refused(
            f"At a mean of {mu:g} the {rule.method} race goes on for more than {HORIZON // 2:,} "
            "games; give max_games to say where it ends."
        )


def _horizon(mu: float) -> float:
    """A fair coin's race goes on for ever with a chance of at least 1 - error: a look is enough."""
    return HORIZON if mu != 0.5 else HORIZON // 16


__all__ = ["Law", "error_rate", "expected_games", "law", "law_of"]
