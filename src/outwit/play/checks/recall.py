"""Perfect recall, where a game declares it: a seat tells apart all that it has done and seen."""

from __future__ import annotations

from outwit.core.errors import Refused
from outwit.core.game import Game, has_chance, has_finite_chance
from outwit.core.records import bytes_of
from outwit.play.checks.fault import Fault, after, at, faulting, whose
from outwit.play.checks.walks import Walks
from outwit.play.treebuild import build_tree

MOST_NODES = 200_000
"""Larger trees are not built: random games are compared instead."""


def remembers(game: Game, walks: Walks) -> str:
    """Proved over the whole tree where it is small, else looked for in random games."""
    if not game.recall:
        return ""
    if not has_chance(game) or has_finite_chance(game):
        try:
            with faulting(game):
                tree = build_tree(game, most=MOST_NODES, recall=False)
        except Fault as fault:
            if not isinstance(fault.__cause__, Refused):
                raise
        else:
            if not tree.recall:
                _clash(game)
            return f"the whole tree, {tree.nodes:,} nodes"
    return _by_games(game, walks)


def _clash(game: Game) -> None:
    """The sentence of the builder, which knows the two lines of play."""
    try:
        build_tree(game, most=MOST_NODES)
    except Refused as error:
        raise Fault(f"{at(game)}{error}") from error


def _by_games(game: Game, walks: Walks) -> str:
    """In random games: equal views of a seat come with equal moves and views of its own before."""
    before: dict[tuple[int, bytes], tuple[int, tuple[int, ...]]] = {}
    past: dict[int, int] = {}
    last = -1
    for number, made, state, mover, move in walks.again():
        if number != last:
            last, past = number, {}
        if mover < 0:
            continue
        view = bytes_of(state.table) + bytes_of(state.own[mover])
        mine = past.get(mover, 0)
        known, line = before.setdefault((mover, view), (mine, tuple(made)))
        if known != mine:
            raise Fault(
                f"{at(game)}`recall` says that seats forget nothing, but {whose(mover)} sees the "
                f"same {after(line)} and {after(made)}, although it has seen or done different "
                f"things before. Put what a seat has done on the table or into its own part, or "
                f"let `recall` be False."
            )
        past[mover] = hash((mine, view, move))
    return f"{walks.moves:,} moves of random games"


__all__ = ["remembers"]
