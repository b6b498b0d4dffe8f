"""The index of findings: every sentence of result that compares, in our words, and its claims."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from outwit.papers.claim import Claim, Sentence
from outwit.papers.poker import learning

Indexed = tuple[str, str, tuple[str, ...]]

_EXACT: Sequence[Indexed] = (
    (
        "section 3.4.1",
        "Threshold beats Random, far from the best policy",
        ("table3.threshold.*",),
    ),
)


def index(claims: Sequence[Claim]) -> tuple[Sentence, ...]:
    """The index with its claims by their full ids; `*` stands for any text."""
    ids = [claim.id for claim in claims]
    return tuple(
        Sentence(where, says, tuple(i for name in names for i in _meant(f"poker.{name}", ids)))
        for where, says, names in (*_EXACT, *learning.SENTENCES)
    )


def _meant(pattern: str, ids: Sequence[str]) -> Iterator[str]:
    # A name that fits nothing is kept: the paper refuses a claim that is not there.
    yield from [i for i in ids if fnmatchcase(i, pattern)] or [pattern]


__all__ = ["Indexed", "index"]
