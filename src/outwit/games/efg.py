"""Games from files: an extensive-form game in Gambit's `.efg` format, played like any other.

The format: "The extensive game (.efg) file format" in the documentation of Gambit (R. D. McKelvey,
A. M. McLennan, T. L. Turocy). Pay-offs on the way to an end are added to those of the end.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from outwit.core.game import CHANCE, MOST_UNITS, OVER, Game
from outwit.core.options import option
from outwit.core.records import Fields, Menu, Own, State, Table
from outwit.games.efg_file import NO_SET, Efg, parse_efg

Array = np.ndarray[Any, np.dtype[np.int64]]
LARGEST = 1_000_000
"""Bytes of one table of a file: compiled code keeps larger constants where they do not last."""
MOST_WEIGHT = 10**15
"""Chance's weights are whole numbers, and so are their sums."""
PENNIES = """EFG 2 R "Matching pennies" { "matcher" "other" }
p "" 1 1 "" { "heads" "tails" } 0
p "" 2 1 "" { "heads" "tails" } 0  t "" 1 "" { 1 -1 }  t "" 2 "" { -1 1 }
p "" 2 1 "" { "heads" "tails" } 0  t "" 2  t "" 1
"""
"""What is played where no file is named."""
_paths = {PENNIES: "matching pennies"}
"""Where a text was read: what it is called by, and no part of the game."""


def read_text(given: Any) -> str:
    """The text of a game tree: itself, or that of the file which is named."""
    text = str(given)
    if text == _paths[PENNIES]:
        return PENNIES
    if not text.lstrip().startswith("EFG "):
        text = _read_path(Path(text))
    try:
        _check_size(parse_efg(text))
    except ValueError as error:
        raise ValueError(f"{_paths.get(text, 'its text')}: {error}") from error
    return text


def _read_path(path: Path) -> str:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror or error}.") from error
    if b"\0" in data:
        raise ValueError(f"{path} is no text file.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        # Older files hold names in the letters of their country; whichever, their rules are plain.
        text = data.decode("latin-1")
    _paths[text] = str(path)
    return text


def shown(text: str) -> str:
    """The path that a text was read from, else the text itself: what `read_text` takes."""
    return _paths.get(text, text)


def _check_size(efg: Efg) -> None:
    """A sentence where nodes or pay-offs would be too many or too large."""
    if 8 * max(1, len(efg.players)) * len(efg.nodes) > LARGEST:
        raise ValueError(
            f"{len(efg.nodes):,} nodes are too many; a game of {len(efg.players)} players from a "
            f"file has at most {LARGEST // 8 // len(efg.players):,}."
        )
    for node in efg.nodes:
        if math.lcm(1, *(p.denominator for p in node.chances)) > MOST_WEIGHT:
            raise ValueError(
                f"the probabilities {', '.join(map(str, node.chances))} have no common denominator "
                f"up to {MOST_WEIGHT:,}; round them."
            )
    parts = _denominator(efg)
    largest = max([abs(p) for node in efg.nodes for p in node.payoffs], default=Fraction(0))
    if largest * parts > MOST_UNITS:
        raise ValueError(
            f"pay-offs up to {float(largest):g} in parts of 1/{parts} are more than "
            f"{MOST_UNITS:,} units; round them."
        )


def _denominator(efg: Efg) -> int:
    return math.lcm(1, *(p.denominator for node in efg.nodes for p in node.payoffs))


@dataclass(frozen=True)
class FromFile(Game):
    """The game that a file states: its chance, its information sets, its pay-offs.

    A seat sees which of its information sets it is in, nothing else; whether that lets it remember
    what it has done is up to the file. Moves are numbered in the order of the file.
    """

    name = "efg"
    title = "A game from a file"
    source = "Gambit"

    file: str = option(
        PENNIES,
        "a game tree in Gambit's format: the path of a .efg file, or its text",
        read=read_text,
        show=shown,
    )

    @property
    def efg(self) -> Efg:
        return parse_efg(self.file)

    @property
    def seats(self) -> int:
        return len(self.efg.players)

    @property
    def moves(self) -> int:
        return max(1, *(len(node.labels) for node in self.efg.nodes))

    @property
    def unit(self) -> float:
        return 1.0 / _denominator(self.efg)

    @property
    def total(self) -> int | None:
        sums = set(self.amounts[self.movers == OVER].sum(axis=1).tolist())
        return sums.pop() if len(sums) == 1 else None

    @property
    def span(self) -> tuple[int, int]:
        ends = self.amounts[self.movers == OVER]
        return int(ends.min()), int(ends.max())

    @property
    def recall(self) -> bool:
        """Not known before the tree is built."""
        return False

    # The file as arrays -------------------------------------------------------------------------

    @property
    def movers(self) -> Array:
        """Who moves at each node. Shape: (nodes,)."""
        whose = [n.player - 1 if n.player else CHANCE for n in self.efg.nodes]
        ends = [not node.labels for node in self.efg.nodes]
        return np.where(ends, OVER, whose).astype(np.int64)

    @property
    def first(self) -> Array:
        """Where a node's children begin in `children`. Shape: (nodes + 1,)."""
        many = [len(node.children) for node in self.efg.nodes]
        return np.concatenate([[0], np.cumsum(many)]).astype(np.int64)

    @property
    def children(self) -> Array:
        """The children of all nodes, one after another. Shape: (nodes - 1,), at least one."""
        return np.array([c for node in self.efg.nodes for c in node.children] or [0], np.int64)

    @property
    def weights(self) -> Array:
        """Chance's whole-number weights of these children, 0 elsewhere. Shape of `children`."""
        found: list[int] = []
        for node in self.efg.nodes:
            shared = math.lcm(1, *(p.denominator for p in node.chances))
            found += [int(p * shared) for p in node.chances] or [0] * len(node.children)
        return np.array(found or [0], np.int64)

    @property
    def sets(self) -> Array:
        """The information set of each node where a seat moves, else -1. Shape: (nodes,)."""
        return np.array([node.infoset for node in self.efg.nodes], np.int64)

    @property
    def widths(self) -> Array:
        """How many moves an information set has. Shape: (sets,), at least one."""
        return np.array([len(s.labels) for s in self.efg.sets] or [0], np.int64)

    @property
    def amounts(self) -> Array:
        """Pay-offs in units. Shape: (nodes, seats)."""
        parts = _denominator(self.efg)
        found = np.zeros((len(self.efg.nodes), self.seats), np.int64)
        for row, node in zip(found, self.efg.nodes, strict=True):
            row[: len(node.payoffs)] = [int(p * parts) for p in node.payoffs]
        return found

    # Rules --------------------------------------------------------------------------------------

    def own(self) -> Fields:
        return [("set", np.int32)]

    def hidden(self) -> Fields:
        return [("node", np.int32)]

    def start(self, state: State) -> None:
        for seat in range(self.seats):
            state.own[seat].set = NO_SET
        self.arrive(state, 0)

    def arrive(self, state: State, node: int) -> None:
        """The seat to move sees its information set."""
        state.hidden.node = node
        mover = self.movers[node]
        if mover >= 0:
            state.own[mover].set = self.sets[node]

    def to_move(self, state: State) -> int:
        return int(self.movers[state.hidden.node])

    def outcomes(self, state: State, menu: Menu) -> int:
        node = state.hidden.node
        first = self.first[node]
        n = int(self.first[node + 1] - first)
        for move in range(n):
            menu.move[move] = move
            menu.weight[move] = self.weights[first + move]
        return n

    def legal(self, table: Table, own: Own, seat: int, menu: Menu) -> int:
        n = int(self.widths[own.set])
        for move in range(n):
            menu.move[move] = move
        return n

    def allowed(self, table: Table, own: Own, seat: int, move: int) -> bool:
        return bool(0 <= move < self.widths[own.set])

    def apply(self, state: State, move: int) -> None:
        self.arrive(state, self.children[self.first[state.hidden.node] + move])

    def payoff(self, state: State, out: Any) -> None:
        for seat in range(self.seats):
            out[seat] = self.amounts[state.hidden.node, seat]

    # Words --------------------------------------------------------------------------------------

    def move_text(self, state: State, move: int, viewer: int) -> str:
        node = self.efg.nodes[state.hidden.node]
        if node.player == 0:
            return f"chance: {node.labels[move]}" if viewer == CHANCE else "chance moves"
        if viewer == node.player - 1:
            return str(node.labels[move])
        who = self.efg.players[node.player - 1]
        # What the others see of it, only the file knows: it says what they are told, not why.
        return f"{who}: {node.labels[move]}" if viewer == CHANCE else f"{who} moves"

    def choice_text(self, table: Table, own: Own, seat: int, move: int) -> str:
        return str(self.efg.sets[own.set].labels[move])

    def seat_text(self, table: Table, own: Own, seat: int) -> str:
        named = self.efg.sets[own.set].name if own.set >= 0 else ""
        return f"{self.efg.players[seat]}   {named or f'information set {own.set + 1}'}"


__all__ = ["FromFile", "read_text", "shown"]
