"""What a strategy plays, in words: what a seat sees at an information set, and its moves there."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import numpy as np

from outwit.core.game import CHANCE
from outwit.core.layout import blank_state
from outwit.play.tree import Floats, Tree

LONGEST = 100
"""Longer views (a matrix of numbers) are cut: what matters stands first."""


def policy_rows(tree: Tree, strategy: Floats, sets: Iterable[int]) -> list[list[str]]:
    """What a seat sees, and what it plays there: 'check 0.667, bet 0.333'.

    A game's words may leave out how play came there. Where that makes a difference the moves that
    led there are told too; rows that read alike are one.
    """
    played: dict[str, set[str]] = {}
    rows = []
    for s in sets:
        seen, plays = seen_text(tree, s), played_text(tree, strategy, s)
        played.setdefault(seen, set()).add(plays)
        rows.append((s, seen, plays))
    told = [
        (f"{seen}   {line_text(tree, s)}" if len(played[seen]) > 1 else seen, plays)
        for s, seen, plays in rows
    ]
    return [list(row) for row in dict.fromkeys(told)]


def line_text(tree: Tree, s: int) -> str:
    """How play came to an information set, as its seat saw it: 'after checks, you bet'."""
    game, seat = tree.game, int(tree.set_seat[s])
    way = [int(np.argmax(tree.set_of == s))]
    while tree.parent[way[-1]] >= 0:
        way.append(int(tree.parent[way[-1]]))
    state, words = blank_state(game), []
    game.start(state)
    for node, child in pairwise(reversed(way)):
        move = int(tree.move[child])
        if tree.mover[node] != CHANCE:
            told = game.move_text(state, move, seat)
            words.append(f"you {told}" if tree.mover[node] == seat else told)
        game.apply(state, move)
    return f"after {', '.join(words)}" if words else "at the start"


def seen_text(tree: Tree, s: int) -> str:
    """What the seat of an information set sees, on one line."""
    seat = int(tree.set_seat[s])
    text = tree.game.seat_text(tree.table(s), tree.own(s), seat)
    line = "   ".join(line.strip() for line in text.splitlines() if line.strip())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 3].rstrip()}..."


def played_text(tree: Tree, strategy: Floats, s: int) -> str:
    """Moves that are played at an information set, the likeliest first."""
    seat, first = int(tree.set_seat[s]), int(tree.set_first[s])
    parts = []
    for a in range(first, first + int(tree.set_width[s])):
        chance = float(strategy[a])
        if chance >= 0.0005:
            move = int(tree.action_move[a])
            words = tree.game.choice_text(tree.table(s), tree.own(s), seat, move)
            parts.append((chance, words if chance >= 0.9995 else f"{words} {chance:.3f}"))
    return ", ".join(words for _, words in sorted(parts, key=lambda part: -part[0]))


__all__ = ["line_text", "played_text", "policy_rows", "seen_text"]
