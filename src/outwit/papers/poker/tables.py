"""Claims: the rows of tables 3 and 4 that are not learnt, exactly, and the text beside them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from outwit.agents.holdem_states import Paper as PlainStates
from outwit.papers.claim import Claim, Measure
from outwit.papers.judge import PRINTS
from outwit.papers.lab import Lab
from outwit.papers.measured import Exact, Measured
from outwit.papers.poker.claims import RULES_ALL, words
from outwit.papers.poker.construction import plays
from outwit.papers.poker.numbers import GAMES, TABLE_3, TABLE_4, TEXT_FIGURES
from outwit.papers.poker.readings import LISTED_TWICE, RULES, Rules
from outwit.papers.poker.spaces import construction
from outwit.papers.poker.world import (
    RANDOM,
    THRESHOLD,
    deviation_of,
    mean_of,
    optimum_plays,
    world,
)
from outwit.papers.printed import Average
from outwit.play.tree import Floats
from outwit.solve.coarse import Coarse, best_on_states
from outwit.solve.iteration import Plan, policy_iteration
from outwit.solve.payoffs import Payoffs

PLANNED = "policy-iteration"
AGAIN = "outwit match holdem threshold random --exact"
RESPOND = "outwit respond holdem me {}"
NOT_BEST = (
    "The printed policy is not the best one: by the text's rules 0.2293 tokens a game "
    "(13331/58140) can be won with the range, 0.2238 without it. With the transitions of states to "
    "which two ranges lead counted twice, both printed figures come out."
)
SEE_MEAN = "The printed policy is not the best one: see the mean of this row in table 4."


def brings(lab: Lab, row: str, opponent: str, reading: str) -> Payoffs:
    """What a row of a table brings against an opponent, by enumeration."""

    def make() -> Payoffs:
        here = world(lab, RULES.get(reading))
        return here.brings(row_plays(lab, row, opponent, reading), here.plays[opponent])

    return lab.once(("poker row", row, opponent, reading), make)


def row_plays(lab: Lab, row: str, opponent: str, reading: str) -> Floats:
    """What a row of a table plays on the tree."""
    rules = RULES.get(reading)
    if row == THRESHOLD:
        return world(lab, rules).plays[THRESHOLD]
    if reading == LISTED_TWICE:
        return plays(printed_plan(lab))
    return optimum_plays(lab, opponent, rules)


def printed_plan(lab: Lab) -> Plan:
    """What policy iteration makes of the paper's process against Threshold with its fault."""

    def make() -> Plan:
        return policy_iteration(construction(lab, "text").process(repeated=True), ties="first")

    return lab.once("poker printed plan", make)


# Cells -------------------------------------------------------------------------------------------


def claims() -> Iterator[Claim]:
    yield from cells()
    yield from text()
    yield from optimality()


def cells() -> Iterator[Claim]:
    """Mean and deviation of each row."""
    for section, opponent, table in (("table3", RANDOM, TABLE_3), ("table4", THRESHOLD, TABLE_4)):
        for row, (mean, sd) in table.items():
            if row.startswith("q_"):
                continue
            for column, printed in (
                ("mean", Average(mean, GAMES, 1e-4)),
                ("deviation", Average(sd, GAMES, 1e-3)),
            ):
                fault = (LISTED_TWICE,) if opponent == THRESHOLD else ()
                yield Claim(
                    id=f"poker.{section}.{row}.{column}",
                    where=f"table {section[-1]}, {row}, {column}",
                    printed=printed,
                    measure=_measure(row, opponent, column),
                    readings=(*RULES_ALL, *fault),
                    shares="exact",
                    note=(NOT_BEST if column == "mean" else SEE_MEAN) if fault else "",
                )


def text() -> Iterator[Claim]:
    """The same figures in sections 3.3 and 3.4.1, some with another last digit."""
    for (row, opponent), (where, mean, sd) in TEXT_FIGURES.items():
        for column, printed in (
            ("mean", Average(mean, GAMES, 1e-4)),
            ("deviation", Average(sd, GAMES, 1e-3)),
        ):
            fault = (LISTED_TWICE,) if opponent == THRESHOLD else ()
            yield Claim(
                id=f"poker.text.{row}-against-{opponent}.{column}",
                where=f"{where}, {row} against {opponent.capitalize()}, {column}",
                printed=printed,
                measure=_measure(row, opponent, column),
                readings=(*RULES_ALL, *fault),
                shares="exact",
                note=SEE_MEAN if fault else "",
            )


def _measure(row: str, opponent: str, column: str) -> Measure:
    def measure(lab: Lab, reading: str) -> Measured:
        again = ""
        if reading == "text":
            again = AGAIN if row == THRESHOLD else RESPOND.format(opponent)
        found = brings(lab, row, opponent, reading)
        return mean_of(found, again) if column == "mean" else deviation_of(found, again)

    return measure


# What is best ------------------------------------------------------------------------------------


def without_range(lab: Lab, rules: Rules | None = None) -> tuple[Coarse, Coarse]:
    """The best policy on the states without the range against Threshold, in each seat."""

    def make() -> tuple[Coarse, Coarse]:
        here = world(lab, rules)
        states = PlainStates(here.game)
        first, second = (
            best_on_states(here.tree, here.plays[THRESHOLD], seat, states) for seat in (0, 1)
        )
        return first, second

    return lab.once(("poker without range", rules), make)


def without_range_plays(lab: Lab, rules: Rules | None = None) -> Floats:
    """The same as one strategy."""
    here = world(lab, rules)
    first, second = (found.strategy for found in without_range(lab, rules))
    seat = here.tree.set_seat[here.tree.action_set]
    return np.where(seat == 0, first, second)


def coarse_optimum(lab: Lab, reading: str) -> float:
    """What is proved to be the most that five features can win from Threshold."""
    return sum(found.bound for found in without_range(lab, RULES[reading])) / 2


def optimality() -> Iterator[Claim]:
    yield words(
        "policies.random-optimal",
        "sections 3.3 and 3.4.1",
        "The policy against Random is the best one",
        "the largest mean that can be had lies where 5,000,000 games printed as 0.8761 leave it",
        lambda lab, r: _as_good(lab, r, RANDOM, TABLE_3[PLANNED][0]),
        readings=("text", "even-boards"),
    )
    yield words(
        "policies.threshold-optimal",
        "sections 3.3 and 3.4.2, conclusion",
        "The policy against Threshold is the best one",
        "the largest mean that can be had lies where 5,000,000 games printed as 0.2252 leave it",
        lambda lab, r: _as_good(lab, r, THRESHOLD, TABLE_4[PLANNED][0]),
        note=NOT_BEST,
    )


def _as_good(lab: Lab, reading: str, opponent: str, printed: float) -> Measured:
    """The margin by which the true optimum lies below what the print allows."""
    best = brings(lab, PLANNED, opponent, reading)
    _, most = Average(printed, GAMES, 1e-4).plausible(mean_of(best), PRINTS)
    return Exact(most - best.mean)


__all__ = [
    "PLANNED",
    "brings",
    "claims",
    "coarse_optimum",
    "printed_plan",
    "row_plays",
    "without_range",
    "without_range_plays",
]
