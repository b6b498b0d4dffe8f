"""Beyond the paper: learning rates that do meet the conditions of the convergence theorem.

Watkins and Dayan, "Q-learning", Machine Learning 8 (1992): rates that count the visits of a state's
move, n^d with -1 <= d < -1/2, so that they add up to infinity and their squares do not.
"""

from __future__ import annotations

from dataclasses import replace

from outwit.learn.q import QLearning
from outwit.papers.beyond import Beyond, Found
from outwit.papers.lab import Lab
from outwit.papers.poker.laws import LAWS, NAMED, RANDOM, TRAINING
from outwit.papers.poker.reduced import spread
from outwit.papers.poker.trained import EARLY, learn_command, learner_of, trained, watched
from outwit.papers.poker.valued import Looks, valuer
from outwit.papers.poker.world import optimum

QUICK, FULL = 3, 20
MEETING = {"n^-0.7, t^-1/8": (-0.7, -1 / 8), "n^-0.7, t^-1/16": (-0.7, -1 / 16)}
"""Exponents of the learning rate over visits and of epsilon over games."""


def find(lab: Lab) -> Found:
    """Rows of table 3, and the same games with rates that meet the conditions."""
    rows = []
    for row in LAWS[RANDOM]:
        found = trained(lab, RANDOM, row)
        rows.append(_told(row, found.early, found.last, found.again))
    for name, (alpha, epsilon) in MEETING.items():
        early, last, command = _meeting(lab, alpha, epsilon)
        rows.append(_told(name, early, last, command))
    best = optimum(lab, RANDOM).value
    says = [
        f"The best policy against Random brings {best:.5f}. No printed law meets the conditions of "
        "the theorem that section 4.2 calls on; the last rows do: a learning rate of n^-0.7 at the "
        "n-th visit of a state's move.",
        "Means over trainings, exact for each policy, with the least and the most; and how many of "
        "the 1,000 states get their best move in the end.",
    ]
    head = ("rates", "after 500,000 games", "after 3,000,000", "best moves", "the first again")
    return Found(head, rows, says)


def _told(name: str, early: Looks, last: Looks, command: str) -> tuple[str, ...]:
    likeness = 100.0 * float(last.likeness[:, 0].mean())
    means = (spread(looks.moments[:, 0], 5) for looks in (early, last))
    return (name, *means, f"{likeness:.1f} %", command)


def _meeting(lab: Lab, alpha: float, epsilon: float) -> tuple[Looks, Looks, str]:
    base = learner_of(lab, RANDOM, "q_base", NAMED["text"])
    learner: QLearning = replace(
        base, alpha=1.0, alpha_decay=alpha, per="visits", epsilon_decay=epsilon
    )
    runs, valued = lab.games(quick=QUICK, full=FULL), valuer(lab, RANDOM)
    seed = lab.seed_of(("poker rates", alpha, epsilon))
    points = (EARLY, TRAINING)
    found = watched(lab, valued, learner, runs=runs, seed=seed, games=TRAINING, points=points)
    command = learn_command(learner, valued.world.agents[RANDOM], seed, TRAINING)
    return found.after(EARLY), found.after(TRAINING), command


QUESTION = Beyond(
    "rates",
    "What would rates have done that meet the conditions?",
    find,
    cost=8.0,
)

__all__ = ["QUESTION", "find"]
