"""How many games an answer needs."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from outwit.compare.law import Law
from outwit.compare.methods import METHODS
from outwit.compare.needed import MEANS, Laws
from outwit.core.errors import UsageError
from outwit.core.interval import normal
from outwit.play.sitting import Sitting
from outwit.play.where import HERE, Where

BETTER = ("margin", "anytime", "ilebr-star-2")
TRIAL_GAMES = 4_000
SMALLEST = 1e-12
"""Chances below are rounding."""
Numbers = tuple[float | None, ...]


@dataclass(frozen=True, kw_only=True)
class Plan:
    """Games for an answer with a margin and an error.

    interval  a match whose interval is half as wide as the margin to either side
    told      a match that tells a difference of the margin from none with chance `power`
    bluff     the Bluff report's formula at confidence 1 - error and the same reliability
    races     expected games by method, at MEANS; infinite where it need not stop, None where it
              goes on for too long to be followed
    errors    the chance of a wrong answer, likewise (`outwit.compare.law.error_rate`)
    """

    margin: float
    error: float
    power: float
    deviation: float
    interval: int
    told: int
    bluff: int
    means: tuple[float, ...]
    races: Mapping[str, Numbers]
    errors: Mapping[str, Numbers]

    def as_json(self) -> dict[str, Any]:
        """Plain values; null where a race need not stop."""
        races = {
            method: [None if g is None or math.isinf(g) else g for g in games]
            for method, games in self.races.items()
        }
        return asdict(self) | {"races": races}


def plan(
    *,
    margin: float = 0.01,
    error: float = 0.05,
    power: float = 0.95,
    deviation: float = 0.5,
    races: bool = False,
    where: Where = HERE,
    progress: Callable[[int, int, str], None] | None = None,
) -> Plan:
    """How many games answers need. `deviation` is that of one game's pay-off: 1/2 for a coin.

    With `races` all ten methods are walked, which takes some minutes; `progress` hears how far.
    """
    if margin <= 0.0 or deviation <= 0.0:
        raise UsageError("A margin and a deviation are above 0.")
    asked = (METHODS if races else BETTER) if 0.0005 <= margin <= 0.2 else ()
    laws = _laws(asked, Laws(margin, error, where), progress)
    return Plan(
        margin=margin,
        error=error,
        power=power,
        deviation=deviation,
        interval=games_for_interval(margin, error, deviation),
        told=games_to_tell(margin, error, power, deviation),
        bluff=bluff_run_size(1.0 - error, 1.0 - error),
        means=MEANS,
        races={m: tuple(None if x is None else x.games for x in laws[m]) for m in asked},
        errors={m: tuple(None if x is None else x.error for x in laws[m]) for m in asked},
    )


def _laws(
    methods: Sequence[str], laws: Laws, progress: Callable[[int, int, str], None] | None
) -> dict[str, list[Law | None]]:
    """The laws of methods at MEANS."""
    found: dict[str, list[Law | None]] = {method: [] for method in methods}
    laws.where.expect(pieces=len(methods) * len(MEANS))
    for i, method in enumerate(methods):
        for j, mu in enumerate(MEANS):
            if progress is not None:
                progress(i * len(MEANS) + j, len(methods) * len(MEANS), f"{method} at {mu:g}")
            found[method].append(laws.of(method, mu))
    return found


def games_for_interval(margin: float, error: float, deviation: float = 0.5) -> int:
    """Games after which the interval at level 1 - error reaches `margin` to either side."""
    return math.ceil((normal(1.0 - error) * deviation / margin) ** 2)


def games_to_tell(margin: float, error: float, power: float, deviation: float = 0.5) -> int:
    """Games after which a true lead of `margin` is told with chance `power`, either side tested."""
    reach = normal(1.0 - error) + normal(2.0 * power - 1.0) * (1 if power >= 0.5 else -1)
    return max(1, math.ceil((reach * deviation / margin) ** 2))


def bluff_run_size(confidence: float, reliability: float) -> int:
    """The Bluff report's run size (chapter 9): ln(1 - confidence) / ln(reliability).

    So many games without one loss show, with that confidence, that more than `reliability` of all
    games are won: it says nothing of how well a share is known, or two are told apart. At 99 % and
    99 % it is 459; the 299 of the report belong to a confidence of 95 %.
    """
    if not (0.0 < confidence < 1.0 and 0.0 < reliability < 1.0):
        raise UsageError("Confidence and reliability lie between 0 and 1.")
    return math.ceil(math.log(1.0 - confidence) / math.log(reliability) - 1e-9)


def measured_deviation(sitting: Sitting, where: Where = HERE) -> float:
    """How much one game's share of a group's mean varies: a short match of the sitting.

    Shared deals and seat orders are counted in: games of a group that cancel make it smaller.
    """
    from outwit.play.loop import PAYOFF
    from outwit.play.tally import Tally
    from outwit.play.where import blocks

    tally = Tally(sitting)
    for played in blocks(sitting, where, part="trial", games=TRIAL_GAMES):
        tally.add(played)
    sums = tally.of(PAYOFF, 0)
    deviation = math.sqrt(sums.variance * sums.games) * sitting.game.unit
    if deviation == 0.0:
        raise UsageError("These agents come out even on every deal: no number of games is needed.")
    return deviation


def plan_text(told: Plan) -> str:
    """The plan in words and a table."""
    what = "a coin's" if told.deviation == 0.5 else f"{told.deviation:.3g}, measured"
    lines = [
        f"margin {told.margin:g}, error {told.error:g}; deviation of a game: {what}",
        "",
        f" {told.interval:>12,}  games until the interval is ± {told.margin:g}",
        f" {told.told:>12,}  games to tell a lead of {told.margin:g} in "
        f"{100 * told.power:g} of 100 matches",
        f" {told.bluff:>12,}  games by the Bluff report's formula: so many wins on end",
    ]
    if told.races:
        lines += ["", "Expected games of races between two that win and lose, by share of wins"]
        lines += _table(told.means, told.races, _games)
        lines += ["", "How often their answer is wrong"]
        lines += _table(told.means, told.errors, _chance)
    return "\n".join(lines)


def _table(
    means: Sequence[float], rows: Mapping[str, Numbers], text: Callable[[float], str]
) -> list[str]:
    """Methods by means."""
    head = f" {'':18}" + "".join(f"{mu:>10g}" for mu in means)
    return [head] + [
        f" {method:18}" + "".join(f"{'-' if x is None else text(x):>10}" for x in numbers)
        for method, numbers in rows.items()
    ]


def _games(games: float) -> str:
    return "∞" if math.isinf(games) else f"{games:,.0f}"


def _chance(chance: float) -> str:
    return f"{chance:.2g}" if chance >= SMALLEST else f"<{SMALLEST:g}"


__all__ = [
    "Plan",
    "bluff_run_size",
    "games_for_interval",
    "games_to_tell",
    "measured_deviation",
    "plan",
    "plan_text",
]
