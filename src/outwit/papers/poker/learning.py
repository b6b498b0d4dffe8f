"""The Q-learning half: q_ rows of tables 3 and 4, figure 1, sentences of sections 4 and 5."""

from __future__ import annotations

from collections.abc import Sequence

from outwit.papers.beyond import Beyond
from outwit.papers.claim import Claim, Figure, Reading

CLAIMS: Sequence[Claim] = ()
FIGURES: Sequence[Figure] = ()
QUESTIONS: Sequence[Beyond] = ()
READINGS: Sequence[Reading] = ()
SENTENCES: Sequence[tuple[str, str, tuple[str, ...]]] = ()
"""Where, the finding in our words, and its claims; '*' stands for any text (see sentences.py)."""

__all__ = ["CLAIMS", "FIGURES", "QUESTIONS", "READINGS", "SENTENCES"]
