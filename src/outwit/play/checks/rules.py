"""What a game declares, how it sets up, which moves it allows, what it pays."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from outwit.core.game import Game
from outwit.core.layout import blank_state, state_type
from outwit.core.options import options_of, read_value
from outwit.core.records import MirrorArray, bytes_of, data_of
from outwit.play.checks.fault import (
    Fault,
    after,
    at,
    counted,
    differing,
    faulting,
    scribbled,
    unchanged,
    whose,
)
from outwit.play.checks.menus import legal_menu
from outwit.play.checks.walks import Walks
from outwit.play.worker import game_name

FILLS = (0x00, 0xFF, 0x5A, 0x13)
"""Patterns of rubbish that `start` must leave nothing of."""
OFFERED = 64
"""How many moves that are not legal `allowed` is asked about in one position."""


def declared(game: Game) -> str:
    """Seats, moves, unit, endings, pay-off bounds, fields and options make sense."""
    with faulting(game):
        _numbers(game)
        _bounds(game)
        state_type(game)
        hash(game)
    _options(game)
    kind: type = type(game)
    return counted(len(options_of(kind)), "option")


def _numbers(game: Game) -> None:
    for name in ("seats", "moves"):
        value = getattr(game, name)
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise Fault(f"{at(game)}`{name}` is {value!r}: it must be a whole number from 1.")
    if not (math.isfinite(game.unit) and game.unit > 0):
        raise Fault(f"{at(game)}`unit` is {game.unit!r}: it must be a number above 0.")
    ends = game.endings
    if not (isinstance(ends, tuple) and ends and all(isinstance(e, str) and e for e in ends)):
        raise Fault(f"{at(game)}`endings` is {ends!r}: it must be a tuple of names, at least one.")


def _bounds(game: Game) -> None:
    span, total = game.span, game.total
    if total is not None and not isinstance(total, int):
        raise Fault(f"{at(game)}`total` is {total!r}: it must be a whole number of units, or None.")
    if span is None:
        return
    if not (len(span) == 2 and all(isinstance(x, int) for x in span) and span[0] <= span[1]):
        raise Fault(
            f"{at(game)}`span` is {span!r}: it must be two whole numbers of units, the least "
            f"first, or None."
        )
    if total is not None and not game.seats * span[0] <= total <= game.seats * span[1]:
        raise Fault(
            f"{at(game)}pay-offs of {game.seats} seats within {span} cannot add up to {total}: "
            f"`span` or `total` is wrong."
        )


def _options(game: Game) -> None:
    """Each option's value, written as text, reads back as the same value."""
    kind: type = type(game)
    for name, option in options_of(kind).items():
        value = getattr(game, name)
        text = option.text(value)
        with faulting(game):
            back = read_value(option, text, game_name(game))
        if back != value:
            raise Fault(
                f'{at(game)}the option {name} is {value!r}, shown as "{text}", and that reads '
                f"back as {back!r}: `show` and `read` of an option must agree."
            )


def fresh_start(game: Game) -> str:
    """`start` writes every field: on any rubbish it leaves the same bytes."""
    clean = blank_state(game)
    with faulting(game):
        game.start(clean)
    for fill in FILLS:
        dirty = blank_state(game)
        scribbled(dirty, fill)
        with faulting(game):
            game.start(dirty)
        if bytes_of(dirty) != bytes_of(clean):
            field = differing(data_of(clean), data_of(dirty))
            raise Fault(
                f"{at(game, 'start')}it leaves what was in `{field}` before: write every field of "
                f"table, hidden and the own part of every seat."
            )
    return f"{len(FILLS)} states full of rubbish"


def random_games(game: Game, walks: Walks) -> str:
    """Random legal games: somebody is always to move, with moves to choose from, to an end."""
    walks.walk()
    if not walks.finished:
        raise Fault(
            f"{at(game, 'to_move')}no random game came to an end within {walks.moves:,} moves. "
            f"Give the game a cap, and an ending of its own for games that reach it."
        )
    return f"{len(walks.lines):,} random games, {walks.moves:,} moves"


def quick_question(game: Any, walks: Walks) -> str:
    """`allowed`, where the game has it, says the same as `legal`."""
    if not hasattr(game, "allowed"):
        return ""
    asked = 0
    for position in walks.decisions:
        state, seat = walks.state(position), position.mover
        legal = legal_menu(game, state, seat, list(position.line))
        for move in [*_some(legal), *_others(legal, asked)]:
            with faulting(game):
                said = bool(game.allowed(state.table, state.own[seat], seat, move))
            asked += 1
            if said != (move in legal):
                verdict = "allows" if said else "forbids"
                lists = "lists it" if move in legal else "does not list it"
                raise Fault(
                    f"{at(game, 'allowed')}it {verdict} the move {move} "
                    f"{after(position.line)} to {whose(seat)}, but `legal` {lists}: the two must "
                    f"agree."
                )
        unchanged(game, "allowed", position.state, state, position.line)
    return f"{asked:,} moves in {counted(len(walks.decisions), 'position')}"


def _some(legal: list[int]) -> list[int]:
    """At most OFFERED of the legal moves, spread over all of them."""
    step = max(1, len(legal) // OFFERED)
    return legal[::step]


def _others(legal: list[int], turn: int) -> list[int]:
    """Moves that are not legal: neighbours, gaps, small and large numbers."""
    known = set(legal)
    near = {m + d for m in _some(legal) for d in (-1, 1, 16)}
    far = {-1, -2, 1 << 40, -(1 << 40), (1 << 62) - 1, *range(turn % 7, 24, 3)}
    return sorted(far - known)[:OFFERED] + sorted(near - known)[:OFFERED]


def pay(game: Game, walks: Walks) -> str:
    """Pay-offs are whole units within `span`, add up to `total`; the ending is one of `endings`."""
    for position in walks.ends:
        state = walks.state(position)
        out = MirrorArray(np.zeros(game.seats, np.int64))
        with faulting(game):
            game.payoff(state, out)
            ending = game.ending(state)
        unchanged(game, "payoff", position.state, state, position.line)
        paid_right(game, [int(x) for x in out], position.line)
        if not 0 <= int(ending) < len(game.endings):
            raise Fault(
                f"{at(game, 'ending')}it returns {ending!r} {after(position.line)}; `endings` has "
                f"the places 0 to {len(game.endings) - 1}."
            )
    return f"{counted(len(walks.ends), 'end')} of games"


def paid_right(game: Game, paid: list[int], line: tuple[int, ...] | None = None) -> None:
    """A fault where pay-offs are not what the game declares."""
    when = f" {after(line)}" if line is not None else ""
    if game.span is not None:
        low, high = game.span
        for seat, value in enumerate(paid):
            if not low <= value <= high:
                raise Fault(
                    f"{at(game, 'payoff')}{whose(seat)} gets {value}{when}, outside `span`, which "
                    f"is {low} to {high} units."
                )
    if game.total is not None and sum(paid) != game.total:
        raise Fault(
            f"{at(game, 'payoff')}the pay-offs {paid} add up to {sum(paid)}{when}, but `total` "
            f"says {game.total}."
        )


__all__ = ["declared", "fresh_start", "paid_right", "pay", "quick_question", "random_games"]
