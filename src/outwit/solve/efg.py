"""A game tree in Gambit's `.efg` format; `outwit.games.efg` reads it again.

Information sets are named by what their seat sees, moves by the game's own words, probabilities and
pay-offs are fractions. Where a tree has too many nodes for Gambit is for Gambit to say.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import numpy as np

from outwit.core.errors import Refused, UsageError
from outwit.core.game import CHANCE
from outwit.play.rational import fraction_of
from outwit.play.tree import Tree
from outwit.play.worker import game_name


def write_efg(tree: Tree, path: str | Path) -> None:
    """Write the tree to a file."""
    try:
        Path(path).write_text(efg_text(tree))
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror or error}.") from error


def efg_text(tree: Tree) -> str:
    """The tree as text."""
    unit = fraction_of(float(tree.game.unit))
    if unit is None:
        raise Refused(
            f"A unit of pay-off of {game_name(tree.game)} is {tree.game.unit!r}, which is no "
            f"fraction; the file would not say what the game pays."
        )
    title = tree.game.title or game_name(tree.game)
    players = " ".join(_quoted(f"seat {seat + 1}") for seat in range(tree.game.seats))
    lines = [f"EFG 2 R {_quoted(title)} {{ {players} }}", '""', ""]
    return "\n".join([*lines, *_Writer(tree, unit).nodes()]) + "\n"


class _Writer:
    """Nodes in the order of a walk that goes down first."""

    def __init__(self, tree: Tree, unit: Fraction) -> None:
        self.tree, self.unit = tree, unit
        self.outcomes: dict[tuple[int, ...], int] = {}
        self.leaf_of = np.full(tree.nodes, -1)
        self.leaf_of[tree.leaf_node] = np.arange(tree.leaves)
        # Sets are numbered for each seat by itself.
        self.number = np.zeros(tree.sets, np.int64)
        for seat in range(tree.game.seats):
            mine = np.flatnonzero(tree.set_seat == seat)
            self.number[mine] = 1 + np.arange(len(mine))
        self.texts = [self._set_text(s) for s in range(tree.sets)]

    def nodes(self) -> Iterator[str]:
        tree = self.tree
        waiting, chances = [0], 0
        while waiting:
            node = waiting.pop()
            here, width = int(tree.first[node]), int(tree.width[node])
            waiting += range(here + width - 1, here - 1, -1) if width else ()
            if not width:
                yield f't "" {self._outcome(node)}'
            elif tree.mover[node] == CHANCE:
                chances += 1
                yield f'c "" {chances} "" {self._chance(here, width)} 0'
            else:
                s = int(tree.set_of[node])
                yield f'p "" {tree.mover[node] + 1} {self.number[s]} {self.texts[s]} 0'

    def _outcome(self, node: int) -> str:
        tree = self.tree
        amounts = tuple(int(p) for p in tree.payoff[int(self.leaf_of[node])])
        number = self.outcomes.setdefault(amounts, len(self.outcomes) + 1)
        told = ", ".join(str(amount * self.unit) for amount in amounts)
        return f'{number} "" {{ {told} }}'

    def _chance(self, here: int, width: int) -> str:
        tree = self.tree
        weights = [int(w) for w in tree.weight[here : here + width]]
        parts = [
            f"{_quoted(str(int(tree.move[here + i])))} {Fraction(weight, sum(weights))}"
            for i, weight in enumerate(weights)
        ]
        return f"{{ {' '.join(parts)} }}"

    def _set_text(self, s: int) -> str:
        """An information set's name and moves."""
        tree = self.tree
        seat, first = int(tree.set_seat[s]), int(tree.set_first[s])
        table, own = tree.table(s), tree.own(s)
        seen = "   ".join(tree.game.seat_text(table, own, seat).split("\n"))
        moves = [
            tree.game.choice_text(table, own, seat, int(tree.action_move[a]))
            for a in range(first, first + int(tree.set_width[s]))
        ]
        return f"{_quoted(seen)} {{ {' '.join(map(_quoted, moves))} }}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


__all__ = ["efg_text", "write_efg"]
