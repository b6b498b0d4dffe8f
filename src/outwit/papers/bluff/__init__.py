"""Tina Philip, "Bluff" with AI, San Jose State University 2017: claims and what measures them."""

from __future__ import annotations

from outwit.papers.bluff import arithmetic, calls, combats, evolution, tables, text
from outwit.papers.bluff.figures import FIGURES
from outwit.papers.bluff.questions import QUESTIONS
from outwit.papers.bluff.readings import READINGS
from outwit.papers.bluff.sentences import index
from outwit.papers.claim import Paper

ABOUT = """
Four agents play Bluff: one that tells the truth while it can and never calls, a smart one that
bluffs with the card it needs last, one that has learnt to do the same, and an anxious one that
calls on whoever has few cards left. They play themselves, each other in all seat orders, and a game
of elimination; who wins, who calls rightly and who takes over is counted over 300 games a run.

The paper leaves open how likely a call is, whether Anxious lays one card or all, who looks at small
hands and more. Each claim is measured with the literal text and with the best common reading of all
combinations. Two options decide most: that Anxious lays one card at a time (laying all it holds it
wins 17 % among the four, not 1 %), and that holding two or three of a rank seldom leads to a call.

No reading fits all: Anxious wins next to nothing in table 3 and much in figure 10 and tables 5 and
6, which have the same line-ups. And 300 games tell a share to five points or so, which is more than
what most agents of tables 5 and 7 differ by, so section 10.6 rests on chance as much as on play.
"""

CLAIMS = [
    *tables.self_play(),
    *tables.pairs(),
    *tables.run_orders(),
    *tables.figure_12(),
    *calls.table_4(),
    *tables.evolutions(),
    *arithmetic.replicator(),
    *arithmetic.table_8(),
    *(claim for make in text.MAKERS for claim in make()),
    *calls.statements(),
    *evolution.claims(),
    *combats.claims(),
    *arithmetic.sampling_plan(),
    *arithmetic.states(),
    *arithmetic.sums(),
]

PAPER = Paper(
    name="bluff",
    title="Bluff with AI",
    source="Tina Philip, San Jose State University 2017",
    about=ABOUT.strip(),
    claims=CLAIMS,
    sections={
        "table2": "Table 2   self-play, %",
        "text1": "Section 10.1   self-play as the text has it",
        "figure9": "Figure 9   No-Bluff against Smart",
        "figure10": "Figure 10   Anxious against the learner",
        "table3": "Table 3   all run orders",
        "figure12": "Figure 12   No-Bluff by position",
        "table4": "Table 4   right and wrong calls",
        "table5": "Table 5   evolution",
        "table6": "Table 6   the first evolution",
        "table7": "Table 7   invaders",
        "table8": "Table 8   a turn as a matrix",
        "text": "Who wins   sentences about wins",
        "calls": "Who calls   sentences about calls",
        "evolution": "Who takes over   sentences about evolution",
        "combat": "Tit for Tat   chapter 11",
        "constants": "Formulas   chapters 9, 10 and 12",
        "sums": "Sums   the paper against itself",
    },
    readings=[*READINGS, *arithmetic.READINGS],
    figures=FIGURES,
    sentences=index(CLAIMS),
    beyond=QUESTIONS,
)
