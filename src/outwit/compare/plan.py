"""How many games an answer needs."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

from outwit.compare.law import law
from outwit.compare.methods import METHODS
from outwit.core.errors import UsageError
from outwit.core.interval import normal
from outwit.play.sitting import Sitting

MEANS = (0.40, 0.45, 0.48, 0.49, 0.495, 0.497, 0.5)
"""Shares of wins over which races are planned."""
BETTER = ("margin", "anytime", "ilebr-star-2")
TRIAL_GAMES = 4_000


@dataclass(frozen=True, kw_only=True)
class Plan:
    """Games for an answer with a margin and an error.

    interval  a match whose interval is half as wide as the margin to either side
    told      a match that tells a difference of the margin from none with chance `power`
    bluff     the Bluff report's formula at confidence 1 - error and the same reliability
    races     expected games by method, at MEANS; None where it need not stop or was not asked
    """

    margin: float
    error: float
    power: float
    deviation: float
    interval: int
    told: int
    bluff: int
    means: tuple[float, ...]
    races: dict[str, tuple[float | None, ...]]

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


def plan(
    *,
    margin: float = 0.01,
    error: float = 0.05,
    power: float = 0.95,
    deviation: float = 0.5,
    races: bool = False,
) -> Plan:
    """How many games answers need. `deviation` is that of one game's pay-off: 1/2 for a coin."""
    if margin <= 0.0 or deviation <= 0.0:
        raise UsageError("A margin and a deviation are above 0.")
    asked = METHODS if races else BETTER
    coin = 0.0005 <= margin <= 0.2
    return Plan(
        margin=margin,
        error=error,
        power=power,
        deviation=deviation,
        interval=games_for_interval(margin, error, deviation),
        told=games_to_tell(margin, error, power, deviation),
        bluff=bluff_run_size(1.0 - error, 1.0 - error),
        means=MEANS,
        races={m: _expected(m, margin, error) for m in asked} if coin else {},
    )


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


def measured_deviation(sitting: Sitting) -> float:
    """How much one game's share of a group's mean varies: a short match of the sitting.

    Shared deals and seat orders are counted in: games of a group that cancel make it smaller.
    """
    from outwit.play.loop import PAYOFF
    from outwit.play.tally import Tally
    from outwit.play.where import blocks

    tally = Tally(sitting)
    for played in blocks(sitting, games=TRIAL_GAMES):
        tally.add(played)
    sums = tally.of(PAYOFF, 0)
    deviation = math.sqrt(sums.variance * sums.games) * sitting.game.unit
    if deviation == 0.0:
        raise UsageError("These agents come out even on every deal: no number of games is needed.")
    return deviation


def _expected(method: str, margin: float, error: float) -> tuple[float | None, ...]:
    out: list[float | None] = []
    for mu in MEANS:
        # 0.497 and the fair coin: a race without a limit is not followed to its end there.
        if method in ("hoeffding", "bernstein") and abs(mu - 0.5) < 0.002:
            out.append(None)
            continue
        games = law(method, mu, margin=margin, error=error).games
        out.append(games if math.isfinite(games) else None)
    return tuple(out)


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
        lines += races_lines(told.means, told.races)
    return "\n".join(lines)


def races_lines(means: tuple[float, ...], races: dict[str, tuple[float | None, ...]]) -> list[str]:
    """A table: methods by means."""
    head = f" {'':18}" + "".join(f"{mu:>10g}" for mu in means)
    rows = [
        f" {method:18}" + "".join(f"{'-' if g is None else f'{g:,.0f}':>10}" for g in games)
        for method, games in races.items()
    ]
    return [head, *rows]


__all__ = [
    "Plan",
    "bluff_run_size",
    "games_for_interval",
    "games_to_tell",
    "measured_deviation",
    "plan",
    "plan_text",
    "races_lines",
]
