"""Claims: what sections 4 and 5 say about learning, made testable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

import numpy as np

from outwit.papers.claim import TEXT, Measure
from outwit.papers.lab import Lab
from outwit.papers.measured import (
    AllOf,
    AnyOf,
    Exact,
    Measured,
    Sample,
    Scaled,
    SumOf,
    above,
    fact,
    minus,
)
from outwit.papers.poker import reduced
from outwit.papers.poker.laws import LAWS, RANDOM, THRESHOLD, TRAINING, Law
from outwit.papers.poker.numbers import TABLE_4
from outwit.papers.poker.trained import EARLY, WINDOW, Trained, trained
from outwit.papers.poker.world import optimum, process
from outwit.play.tree import Floats
from outwit.solve.iteration import best_pairs

BOLD = ("q_slower_epsilon", "q_slower_decay")
"""Rows that explore more than the base."""
FAST = ("q_slower_alpha", "q_bigger_alpha", "q_slower_decay")
"""Rows of table 4 that use larger learning rates."""
BY_THEN = EARLY // WINDOW - 1
"""The window of the learning curve that ends after 500,000 games."""


def over_runs(values: Floats) -> Sample:
    """A mean over trainings."""
    n = len(values)
    return Sample(
        value=float(np.mean(values)),
        variance=float(np.var(values, ddof=1)) / n,
        groups=n,
        games=n * TRAINING,
    )


def gains(lab: Lab, opponent: str, row: str, reading: str = TEXT) -> Measured:
    """What a row's trainings are worth, on average."""
    return trained(lab, opponent, row, reading).mean


def best(lab: Lab, opponent: str) -> float:
    """What the best policy on the paper's own states is worth."""
    return optimum(lab, opponent).value


def better(lab: Lab, opponent: str, row: str, others: Sequence[str]) -> Measured:
    """The margin of a row above each of some others."""
    mine = gains(lab, opponent, row)
    return AllOf([minus(mine, gains(lab, opponent, other)) for other in others])


def others_than(opponent: str, *rows: str) -> list[str]:
    return [row for row in LAWS[opponent] if row not in rows]


# Section 4.2 and 4.3: how it was done ------------------------------------------------------------


def rates_guarantee(lab: Lab, reading: str) -> Measured:
    """The sum of t^d is infinite for d >= -1, that of its squares finite for d < -1/2."""
    laws = [law for rows in LAWS.values() for law in rows.values()]
    return Exact(min(min(-0.5 - law.alpha_decay, law.alpha_decay + 1.0) for law in laws))


def explores_for_ever(lab: Lab, reading: str) -> Measured:
    """Epsilon goes to nothing (d < 0), and its sum is infinite (d >= -1)."""
    laws = [law for rows in LAWS.values() for law in rows.values()]
    return Exact(min(min(-law.epsilon_decay, law.epsilon_decay + 1.0) for law in laws))


def single_changes(lab: Lab, reading: str) -> Measured:
    return fact(all(_changes(o, row) == 1 for o in LAWS for row in others_than(o, "q_base")))


def _changes(opponent: str, row: str) -> int:
    """How many parameters of a row differ from the base."""
    base, law = LAWS[opponent]["q_base"], LAWS[opponent][row]
    return sum(getattr(base, f.name) != getattr(law, f.name) for f in fields(Law))


def states_without_range(lab: Lab, reading: str) -> Measured:
    """The printed base of table 4 is nearer to learning without the range than with it."""
    plain = gains(lab, THRESHOLD, "q_base")
    ranged = gains(lab, THRESHOLD, "q_base", "range-states")
    half_way = Scaled(SumOf((plain, ranged)), 0.5)
    return AllOf([above(half_way, TABLE_4["q_base"][0]), minus(ranged, plain)])


# Section 4.3.1: against Random -------------------------------------------------------------------


def almost_optimal(row: str) -> Measure:
    """At most one part in a hundred below what the best policy brings."""
    return lambda lab, reading: above(gains(lab, RANDOM, row), 0.99 * best(lab, RANDOM))


def exploring_helps(lab: Lab, reading: str) -> Measured:
    return better(lab, RANDOM, "q_slower_epsilon", ["q_base"])


def bold_best(lab: Lab, reading: str) -> Measured:
    return AllOf([better(lab, RANDOM, row, others_than(RANDOM, *BOLD)) for row in BOLD])


def slow_rate_hurts(lab: Lab, reading: str) -> Measured:
    base = gains(lab, RANDOM, "q_base")
    return above(minus(base, gains(lab, RANDOM, "q_slower_alpha", reading)), 0.1)


def slow_rate_unsteady(lab: Lab, reading: str) -> Measured:
    rows = [trained(lab, RANDOM, row) for row in ("q_slower_alpha", "q_base")]
    parts = [over_runs(np.abs(_means(r) - _means(r).mean())) for r in rows]
    return minus(parts[0], Scaled(parts[1], 2.0))


def _means(found: Trained) -> Floats:
    return found.last.moments[:, 0]


def soon_flat(lab: Lab, reading: str) -> Measured:
    """A fifth of the first slope, in pay-off a window, is more than what is left of it later."""
    margins = []
    for row in others_than(RANDOM, "q_slower_alpha"):
        curve = trained(lab, RANDOM, row).curves
        first = (curve[:, BY_THEN] - curve[:, 0]) / BY_THEN
        later = (curve[:, -1] - curve[:, BY_THEN]) / (curve.shape[1] - 1 - BY_THEN)
        margins.append(over_runs(first / 5.0 - later))
    return AllOf(margins)


def alike(lab: Lab, row: str, reading: str, *, early: bool = False) -> Sample:
    """Likeness to the best policy against Random, over all states or over those that are met."""
    found = trained(lab, RANDOM, row)
    looks = found.early if early else found.last
    return over_runs(looks.likeness[:, 1 if reading == "met-states" else 0])


def alike_95(lab: Lab, reading: str) -> Measured:
    return AllOf([above(alike(lab, row, reading), 0.95) for row in BOLD])


def alike_90_early(lab: Lab, reading: str) -> Measured:
    return AllOf([above(alike(lab, row, reading, early=True), 0.90) for row in BOLD])


def alike_tells(lab: Lab, reading: str) -> Measured:
    rest = others_than(RANDOM, *BOLD)
    return AllOf(
        [minus(alike(lab, r, reading), alike(lab, o, reading)) for r in BOLD for o in rest]
    )


def several_best(opponent: str) -> Measure:
    """States in which more than one move is best, against none."""

    def measure(lab: Lab, reading: str) -> Measured:
        there = process(lab, opponent)
        good = best_pairs(there, optimum(lab, opponent).values)
        ties = int((np.add.reduceat(good, there.pair_first[:-1]) > 1).sum())
        return Exact(ties - 0.5)

    return measure


# Section 4.3.2: against Threshold ----------------------------------------------------------------


def below_best(lab: Lab, reading: str) -> Measured:
    return short_of_best(lab, THRESHOLD)


def policy_iteration_best(lab: Lab, reading: str) -> Measured:
    return AllOf([short_of_best(lab, opponent) for opponent in LAWS])


def short_of_best(lab: Lab, opponent: str) -> Measured:
    """By how much the luckiest of all trainings falls short of the best policy, exactly."""
    rows = [trained(lab, opponent, row) for row in LAWS[opponent]]
    top = max(float(_means(found).max()) for found in rows)
    runs = sum(len(_means(found)) for found in rows)
    return Exact(best(lab, opponent) - top, games=runs * TRAINING)


def reduced_is_best(lab: Lab, reading: str) -> Measured:
    """The optimum of the states without the range is at most 0.005 above the print."""
    return Scaled(reduced.optimum(lab), -1.0, TABLE_4["q_base"][0] + 0.005)


def more_training(lab: Lab, reading: str) -> Measured:
    """The luckiest longer training comes more than half of the way from print to optimum."""
    half_way = (TABLE_4["q_base"][0] + reduced.optimum(lab).value) / 2.0
    long = reduced.longer(lab).moments[:, 0]
    games = len(long) * reduced.times(lab) * TRAINING
    return Exact(float(long.max()) - half_way, games=games)


def one_of_both(lab: Lab, reading: str) -> Measured:
    return AnyOf([reduced_is_best(lab, reading), more_training(lab, reading)])


def base_best(lab: Lab, reading: str) -> Measured:
    return better(lab, THRESHOLD, "q_base", others_than(THRESHOLD, "q_base"))


def exploring_hurts(lab: Lab, reading: str) -> Measured:
    return better(lab, THRESHOLD, "q_base", ["q_slower_epsilon"])


def large_rate_hurts(row: str) -> Measure:
    return lambda lab, reading: better(lab, THRESHOLD, "q_base", [row])


def rise(lab: Lab, row: str) -> Sample:
    """How much of its rise from first to last window a training curve has made by EARLY games."""
    curve = trained(lab, THRESHOLD, row).curves
    return over_runs((curve[:, BY_THEN] - curve[:, 0]) / (curve[:, -1] - curve[:, 0]))


def large_rates_faster(lab: Lab, reading: str) -> Measured:
    rest = others_than(THRESHOLD, *FAST)
    return AllOf([minus(rise(lab, fast), rise(lab, slow)) for fast in FAST for slow in rest])


def large_rates_done(lab: Lab, reading: str) -> Measured:
    return AllOf([above(rise(lab, row), 0.9) for row in FAST])


# Section 5 ---------------------------------------------------------------------------------------


def soon_good(lab: Lab, reading: str) -> Measured:
    early = over_runs(trained(lab, RANDOM, "q_slower_decay").early.moments[:, 0])
    return above(early, 0.95 * best(lab, RANDOM))


def range_helps(lab: Lab, reading: str) -> Measured:
    plain = gains(lab, THRESHOLD, "q_base")
    return minus(gains(lab, THRESHOLD, "q_base", "range-states"), plain)
