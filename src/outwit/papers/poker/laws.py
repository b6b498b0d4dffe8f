"""The rows of Q-learning in tables 3 and 4, and how their text is taken where it is vague."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from outwit.papers.claim import Reading
from outwit.papers.poker.readings import RULES, Rules
from outwit.papers.poker.world import RANDOM, THRESHOLD

TRAINING = 3_000_000
"""Games of one training."""
TESTING = 1_000_000
"""Games after it."""
FEW = 5
"""Trainings of a row."""


@dataclass(frozen=True)
class Law:
    """Section 4.2: epsilon0 t^d and alpha0 t^d after t games, two exponents."""

    epsilon: float
    alpha: float
    epsilon_decay: float
    alpha_decay: float


BASE, SMALL = Law(1.0, 1.0, -1 / 8, -1 / 4), Law(1.0, 0.1, -1 / 8, -1 / 4)

LAWS: Mapping[str, Mapping[str, Law]] = {
    RANDOM: {
        "q_base": BASE,
        "q_slower_alpha": Law(1.0, 1.0, -1 / 4, -1 / 8),
        "q_lower_alpha": SMALL,
        "q_slower_epsilon": replace(BASE, epsilon_decay=-1 / 16),
        "q_slower_decay": Law(1.0, 0.1, -1 / 16, -1 / 8),
    },
    THRESHOLD: {
        "q_base": SMALL,
        "q_slower_alpha": replace(SMALL, alpha_decay=-1 / 8),
        "q_bigger_alpha": BASE,
        "q_slower_epsilon": replace(SMALL, epsilon_decay=-1 / 16),
        "q_slower_decay": Law(1.0, 0.1, -1 / 16, -1 / 8),
    },
}
"""As printed, by opponent and row."""

ONE_CHANGE: Mapping[tuple[str, str], Law] = {
    (RANDOM, "q_slower_alpha"): replace(BASE, alpha_decay=-1 / 8),
    (RANDOM, "q_slower_decay"): Law(1.0, 1.0, -1 / 16, -1 / 8),
}
"""Rows that change more than their name says, with that change alone."""


@dataclass(frozen=True)
class Taken:
    """What is open in how the rows were learnt. The defaults are the literal text.

    one_change  a row changes only what its name says, whatever is printed beside it
    states      the learner's state space: that of Random (`plain`), or with the range (`range`)
    ties        which of equally good moves: drawn anew each time, or drawn once and `kept`
    per         the rates count games, or the learning rate counts the `visits` of a state's move
    rules       of the game and of Threshold
    """

    one_change: bool = False
    states: str = "plain"
    ties: str = "random"
    per: str = "games"
    rules: Rules = RULES["text"]

    def law(self, opponent: str, row: str) -> Law:
        printed = LAWS[opponent][row]
        return ONE_CHANGE.get((opponent, row), printed) if self.one_change else printed


NAMED: Mapping[str, Taken] = {
    "text": Taken(),
    "one-change": Taken(one_change=True),
    "range-states": Taken(states="range"),
    "kept-ties": Taken(ties="kept"),
    "by-visits": Taken(per="visits"),
    **{name: Taken(rules=rules) for name, rules in RULES.items() if name != "text"},
}
"""Readings under which rows are learnt."""

READINGS = (
    Reading(
        "one-change",
        "each row of tables 3 and 4 changes only the parameter of its name, as section 4.3 says, "
        "whatever else is printed beside it",
    ),
    Reading("range-states", "Q-learning tells the range of the other hand apart (table 2)"),
    Reading(
        "kept-ties",
        "of equally good moves a state draws one when it is first met and keeps it until another "
        "is better (section 4.1: random selection, also for initialisation)",
    ),
    Reading(
        "by-visits", "the learning rate decays with the visits of a state's move, not with games"
    ),
)


def readings_of(opponent: str, row: str) -> tuple[str, ...]:
    """The readings that make a difference to a row."""
    names = ["text", "kept-ties", "by-visits", "even-boards"]
    if (opponent, row) in ONE_CHANGE:
        names.insert(1, "one-change")
    if opponent == THRESHOLD:
        names += ["range-states", "board-pairs"]
    return tuple(names)


__all__ = [
    "FEW",
    "LAWS",
    "NAMED",
    "ONE_CHANGE",
    "RANDOM",
    "READINGS",
    "TESTING",
    "THRESHOLD",
    "TRAINING",
    "Law",
    "Taken",
    "readings_of",
]
