"""Moves as people type them: a word, or as much of it as tells it from the others."""

from __future__ import annotations

from collections.abc import Mapping


def move_named(text: str, words: Mapping[str, int]) -> int | None:
    """The move that a word or its beginning stands for: 'c' or 'call'; None where it is open."""
    word = text.strip().lower()
    found = {move for name, move in words.items() if word and name.startswith(word)}
    return found.pop() if len(found) == 1 else None
