"""The Q-learning half: q_ rows of tables 3 and 4, figure 1, sentences of sections 4 and 5."""

from __future__ import annotations

from collections.abc import Sequence

from outwit.papers.claim import Claim, Figure, Reading
from outwit.papers.poker import (
    laws,
    learnt_rows,
    rates,
    reduced,
    statements,
    statements_threshold,
)
from outwit.papers.poker.figure1 import CURVES

CLAIMS: Sequence[Claim] = (
    *learnt_rows.cells(),
    *statements.claims((*statements.FOUND, *statements_threshold.FOUND)),
)
FIGURES: Sequence[Figure] = ()
QUESTIONS = (*CURVES, *reduced.QUESTIONS, rates.QUESTION)
READINGS: Sequence[Reading] = (*laws.READINGS, statements.MET)
SENTENCES: Sequence[tuple[str, str, tuple[str, ...]]] = (
    (
        "section 3.4",
        "policy iteration is best of all",
        ("conclusion.policy-iteration-best",),
    ),
    (
        "section 4.2",
        "both laws of decay guarantee convergence",
        ("learning.rates-guarantee", "learning.explores-for-ever"),
    ),
    ("section 4.3", "every set changes a single parameter", ("learning.single-changes",)),
    ("section 4.3.1", "the rows of table 3", ("table3.q_*",)),
    (
        "section 4.3.1",
        "with more exploration Q-learning does almost as well as policy iteration",
        ("learning.almost-optimal-*", "learning.exploring-helps", "learning.bold-best"),
    ),
    (
        "section 4.3.1",
        "a slower decay of the learning rate alone deteriorates it",
        ("learning.slow-rate-hurts",),
    ),
    ("section 4.3.1", "high learning rates are unstable", ("learning.slow-rate-unsteady",)),
    ("section 4.3.1", "the curves soon flatten (figure 1a)", ("learning.soon-flat",)),
    (
        "section 4.3.1",
        "the superior rows are over 95 % alike the best policy, 90 % early (figure 1c)",
        ("learning.alike-*",),
    ),
    (
        "section 4.3.1",
        "policies may differ where several moves are best",
        ("learning.several-best-*",),
    ),
    (
        "section 4.3.2",
        "the states used for Random were used for Threshold",
        ("learning.states-without-range",),
    ),
    ("section 4.3.2", "the rows of table 4", ("table4.q_*",)),
    (
        "section 4.3.2",
        "Q-learning never reaches policy iteration; 0.1623 is its best",
        ("learning.below-policy-iteration", "learning.base-best", "table4.q_base.mean"),
    ),
    (
        "section 4.3.2",
        "either the reduced states or too few games explain the gap",
        ("learning.reduced-optimum", "learning.more-training", "learning.one-of-both"),
    ),
    ("section 4.3.2", "longer exploration hurts", ("learning.exploring-hurts",)),
    ("section 4.3.2", "larger learning rates hurt", ("learning.large-rate-hurts-*",)),
    (
        "section 4.3.2",
        "rows with larger rates converge rapidly (figure 1b)",
        ("learning.large-rates-*",),
    ),
    (
        "section 5",
        "Q-learning soon comes near policy iteration",
        ("conclusion.soon-good",),
    ),
    ("section 5", "but not where the states differ", ("conclusion.gap-remains",)),
    ("section 5", "so some modelling may pay", ("conclusion.modelling-helps",)),
)
"""Where, the finding in our words, and its claims; '*' stands for any text (see sentences.py)."""

__all__ = ["CLAIMS", "FIGURES", "QUESTIONS", "READINGS", "SENTENCES"]
