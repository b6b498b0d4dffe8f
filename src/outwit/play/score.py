"""From sums to a result: rows with intervals, what pairing brought, who beats whom."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations
from typing import Any

import outwit
from outwit.core.interval import mean_interval
from outwit.core.options import options_of, values_of
from outwit.core.result import Difference, MatchResult, Pairing, Row
from outwit.play.loop import PAYOFF, WINS, win_share
from outwit.play.sitting import Sitting, agent_name
from outwit.play.tally import Tally
from outwit.play.worker import game_name

ERROR = 0.05
"""All statements about pairs together are wrong at most this often."""


def result_of(tally: Tally) -> MatchResult:
    """The result of a sampled match."""
    sitting = tally.sitting
    seats = range(sitting.game.seats)
    told: dict[str, Any] = {
        "games": tally.games,
        "seed": sitting.seed,
        "undecided": sum(tally.endings[1:]),
        "rows": tuple(
            _row(tally, p, s) for p in seats for s in (None, *seats) if _sat(tally, p, s)
        ),
        "pairing": pairing_of(tally),
        "differences": differences_of(tally),
        "seconds": tally.seconds,
    }
    return MatchResult(**heading(sitting), **told)


def heading(sitting: Sitting) -> dict[str, Any]:
    """What every result of a sitting says of it."""
    return {
        "game": game_name(sitting.game),
        "title": sitting.game.title or game_name(sitting.game),
        "options": plain_options(sitting.game),
        "agents": tuple(agent_name(agent) for agent in sitting.agents),
        "order": sitting.order,
        "deals": sitting.deals,
        "version": outwit.__version__,
        "error": ERROR,
    }


def plain_options(game: Any) -> dict[str, Any]:
    """Options as plain values; those that are read from text, as that text."""
    known = options_of(type(game))
    return {
        name: known[name].text(value) if known[name].show is not None else value
        for name, value in values_of(game).items()
    }


def _sat(tally: Tally, place: int, seat: int | None) -> bool:
    return tally.of(PAYOFF, place, seat).games > 0


def _row(tally: Tally, place: int, seat: int | None) -> Row:
    sitting = tally.sitting
    payoff, wins = tally.of(PAYOFF, place, seat), tally.of(WINS, place, seat)
    low, high = tally.interval(place, seat)
    share, share_low, share_high = tally.share(place, seat)
    return Row(
        agent=place + 1,
        name=agent_name(sitting.agents[place]),
        seat=None if seat is None else seat + 1,
        games=payoff.games,
        wins=wins.total / win_share(sitting.game.seats),
        mean=payoff.mean * sitting.game.unit,
        sd=tally.deviation(place, seat),
        low=low,
        high=high,
        share=share,
        share_low=share_low,
        share_high=share_high,
    )


def pairing_of(tally: Tally) -> Pairing:
    """How much smaller the groups made the variance of the means, over all places."""
    if tally.sitting.group == 1:
        return Pairing(groups=tally.groups, variance_ratio=1.0)
    unit = tally.sitting.game.unit
    apart = grouped = 0.0
    for place in range(tally.sitting.game.seats):
        s = tally.of(PAYOFF, place)
        if s.games:
            apart += tally.deviation(place) ** 2 / s.games
            grouped += s.variance * unit**2
    ratio = apart / grouped if 0.0 < grouped < math.inf else None
    return Pairing(groups=tally.groups, variance_ratio=ratio)


def differences_of(tally: Tally, error: float = ERROR) -> tuple[Difference, ...]:
    """All pairs of different agents, the clearest first; Holm's correction over the pairs."""
    names = [agent_name(agent) for agent in tally.sitting.agents]
    places = Counter(names)
    pairs = []
    for one, other in combinations(places, 2):
        weights = [
            places[other] if name == one else -places[one] if name == other else 0 for name in names
        ]
        total, squares = tally.contrast(weights)
        if total < 0:
            one, other, total = other, one, -total
        pairs.append((_clarity(total, squares, tally.groups), one, other, total, squares))
    pairs.sort(key=lambda pair: -pair[0])
    told, found = True, []
    for rank, (_, one, other, total, squares) in enumerate(pairs):
        scale = tally.sitting.group * places[one] * places[other]
        level = 1.0 - error / (len(pairs) - rank)
        low, high = _difference(tally, total, squares, scale, level)
        told = told and low > 0.0
        mean = total / max(tally.groups, 1) / scale * tally.sitting.game.unit
        found.append(Difference(better=one, worse=other, mean=mean, low=low, high=high, told=told))
    return tuple(found)


def _clarity(total: int, squares: int, groups: int) -> float:
    """The squared t of a difference: the order in which Holm tests."""
    spread = groups * squares - total * total
    return math.inf if spread <= 0 and total else total * total * groups / max(spread, 1)


def _difference(
    tally: Tally, total: int, squares: int, scale: int, level: float
) -> tuple[float, float]:
    game = tally.sitting.game
    span = None
    if game.span is not None:
        width = (game.span[1] - game.span[0]) * scale
        span = (-width, width)
    return mean_interval(
        total, squares, tally.groups, unit=game.unit / scale, level=level, span=span
    )


__all__ = ["ERROR", "differences_of", "heading", "pairing_of", "plain_options", "result_of"]
