"""M. Pantourakis, Poker Project Part 1 (2023): its claims and what measures them."""

from __future__ import annotations

from outwit.papers.claim import Paper
from outwit.papers.poker import (
    examples,
    figures,
    iteration,
    learning,
    policies,
    questions,
    readings,
    spaces,
    tables,
)
from outwit.papers.poker.sentences import index

ABOUT = """
A hold'em poker small enough to solve: one card in hand, two on the board, two rounds of limit
betting. Two opponents that never adapt, one random and one that plays by its cards alone, make it a
Markov decision process: policy iteration finds the best policy against each, and Q-learning tries
to, without knowing the opponent.
"""

CLAIMS = [
    *tables.claims(),
    *spaces.claims(),
    *policies.claims(),
    *examples.claims(),
    *iteration.claims(),
    *learning.CLAIMS,
]

PAPER = Paper(
    name="poker",
    title="Poker: policy iteration and Q-learning",
    source="Michail Pantourakis, Technical University of Crete 2023",
    about=ABOUT.strip(),
    claims=CLAIMS,
    sections={
        "states": "States   section 3.1",
        "policies": "Best policies   section 3.4",
        "table3": "Table 3   against Random",
        "table4": "Table 4   against Threshold",
        "text": "Means in the text   section 3",
        "iteration": "Policy iteration   section 3.3",
        "learning": "Q-learning   section 4",
        "conclusion": "Conclusion   section 5",
    },
    readings=[*readings.READINGS, *learning.READINGS],
    figures=[*figures.FIGURES, *learning.FIGURES],
    sentences=index(CLAIMS),
    beyond=[*questions.QUESTIONS, *learning.QUESTIONS],
)
