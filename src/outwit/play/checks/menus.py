"""The menus of `legal` and `outcomes`, read with suspicion."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from outwit.core.game import Game, blank_menu
from outwit.core.records import Mirror, bytes_of, data_of
from outwit.play.checks.fault import Fault, after, at, faulting, unchanged, whose

UNWRITTEN = -(2**61) - 12345
"""What stands in a menu before it is written."""


def whole(value: Any) -> bool:
    """Whether a value is a whole number, of Python or of NumPy."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def legal_menu(game: Game, state: Mirror, seat: int, line: Sequence[int]) -> list[int]:
    """What the rules allow a seat, or the fault in it."""
    before = bytes_of(state)
    menu = blank_menu(game)
    data_of(menu)["move"][...] = UNWRITTEN
    with faulting(game):
        n = game.legal(state.table, state.own[seat], seat, menu)
    unchanged(game, "legal", before, state, line)
    where = f"{after(line)} for {whose(seat)}"
    moves = _written(game, "legal", menu, n, where)
    for low, high in pairwise(moves):
        if low >= high:
            what = "lists {0} twice" if low == high else "lists {0} before {1}"
            raise Fault(
                f"{at(game, 'legal')}it {what.format(low, high)} {where}: moves stand in rising "
                f"order, each once."
            )
    return moves


def chance_menu(game: Game, state: Mirror, line: Sequence[int]) -> dict[int, int]:
    """Chance's moves and their weights, or the fault in them."""
    before = bytes_of(state)
    menu = blank_menu(game)
    data_of(menu)["move"][...] = UNWRITTEN
    data_of(menu)["weight"][...] = UNWRITTEN
    with faulting(game):
        n = game.outcomes(state, menu)
    unchanged(game, "outcomes", before, state, line)
    moves = _written(game, "outcomes", menu, n, after(line))
    weights: list[int] = data_of(menu)["weight"][: len(moves)].tolist()
    if UNWRITTEN in weights:
        raise Fault(
            f"{at(game, 'outcomes')}it does not write entry {weights.index(UNWRITTEN)} of "
            f"`menu.weight` {after(line)}."
        )
    if len(set(moves)) < len(moves):
        twice = next(m for m in moves if moves.count(m) > 1)
        raise Fault(f"{at(game, 'outcomes')}it lists {twice} twice {after(line)}: once each.")
    if min(weights) < 0 or sum(weights) == 0:
        raise Fault(
            f"{at(game, 'outcomes')}the weights {after(line)} are {weights[:12]}: none may be "
            f"negative, and one must be above 0."
        )
    return dict(zip(moves, weights, strict=True))


def is_listed(game: Game, move: int, weights: dict[int, int], line: Sequence[int]) -> None:
    """A fault where a drawn move is not among the listed ones."""
    if weights.get(move, 0) == 0:
        raise Fault(
            f"{at(game, 'draw')}it draws {move} {after(line)}, to which `outcomes` gives no "
            f"weight: the two must agree."
        )


def _written(game: Game, method: str, menu: Mirror, n: Any, where: str) -> list[int]:
    """The moves that a method says it wrote."""
    if not whole(n) or not 1 <= n <= game.moves:
        what = "no move" if n == 0 else f"{n!r} moves"
        raise Fault(
            f"{at(game, method)}it gives {what} {where}: there must be 1 to {game.moves} (the "
            f"game's `moves`)."
        )
    moves: list[int] = data_of(menu)["move"][:n].tolist()
    if UNWRITTEN in moves:
        raise Fault(
            f"{at(game, method)}it returns {n} {where}, but does not write entry "
            f"{moves.index(UNWRITTEN)} of `menu.move`."
        )
    return moves
