"""The shelf: where papers are found, and which claims a word picks out.

Other packages add a paper through the entry point `outwit.papers` ("theirs = theirs.paper:PAPER");
a file that defines `PAPER` does as well.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Sequence
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

from outwit.core.errors import UsageError, did_you_mean
from outwit.core.files import is_file, load_file
from outwit.papers.claim import Claim, Paper

ORDER = ("blackjack", "racing", "poker", "cbt", "bluff")
"""The papers that came with the house, in the order of the report."""

Chosen = list[tuple[Paper, Sequence[Claim]]]


@cache
def paper_paths() -> dict[str, str]:
    """Names of papers and where they are."""
    ours = {
        name: f"outwit.papers.{name}:PAPER"
        for name in ORDER
        if importlib.util.find_spec(f"outwit.papers.{name}") is not None
    }
    return ours | {e.name: e.value for e in entry_points(group="outwit.papers")}


def paper(word: str) -> Paper:
    """The paper of a name or in a file."""
    if is_file(word):
        found = getattr(load_file(Path(word)), "PAPER", None)
        if not isinstance(found, Paper):
            raise UsageError(f"{word} defines no PAPER; give it one of outwit.papers.claim.Paper.")
        return found
    paths = paper_paths()
    if word not in paths:
        hint = did_you_mean(word, paths)
        raise UsageError(f'No paper "{word}".{hint} There are: {", ".join(paths)}.')
    module, _, name = paths[word].partition(":")
    found = getattr(importlib.import_module(module), name)
    assert isinstance(found, Paper)
    return found


def choose(words: Sequence[str]) -> Chosen:
    """Papers and claims that words pick out: 'bluff', 'bluff.table3', 'bluff.table3.1234.smart'.

    No word picks all papers.
    """
    chosen: dict[str, tuple[Paper, dict[str, Claim]]] = {}
    for word in words or list(paper_paths()):
        book, claims = _picked(word)
        chosen.setdefault(book.name, (book, {}))[1].update({c.id: c for c in claims})
    return [
        (book, [claim for claim in book.claims if claim.id in picked])
        for book, picked in chosen.values()
    ]


def _picked(word: str) -> tuple[Paper, Sequence[Claim]]:
    if is_file(word):
        book = paper(word)
        return book, book.claims
    book = paper(word.split(".")[0])
    claims = [c for c in book.claims if c.id == word or c.id.startswith(f"{word}.")]
    if word == book.name:
        return book, book.claims
    if not claims:
        known = {c.id for c in book.claims} | {f"{book.name}.{s}" for s in book.sections}
        hint = did_you_mean(word, known)
        raise UsageError(
            f'No claim "{word}".{hint} `outwit reproduce {book.name} --json` names them all.'
        )
    return book, claims
