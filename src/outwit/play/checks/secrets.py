"""What is hidden stays hidden: from the rules, from the words, from `resample`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from outwit.core.game import Game, has_finite_chance
from outwit.core.generator import below, new_rng
from outwit.core.records import Mirror, bytes_of
from outwit.play.checks.fault import Fault, after, at, copied, faulting, scribbled, whose
from outwit.play.checks.menus import chance_menu, legal_menu
from outwit.play.checks.walks import Position, Walks

ALTERNATIVES = 8
"""Moves compared in one position: what others read must not tell them apart."""


def blindfold(state: Mirror, seat: int, pattern: int) -> Mirror:
    """The same state to one seat, with rubbish in everything that it does not see."""
    other = copied(state)
    scribbled(other.hidden, pattern)
    for each in range(len(other.own)):
        if each != seat:
            scribbled(other.own[each], pattern + each)
    return other


def unseen(game: Game, walks: Walks) -> str:
    """`legal`, `seat_text`, `view_text` are the same whatever lies where a seat cannot look."""
    for position in walks.decisions:
        state, seat, line = walks.state(position), position.mover, list(position.line)
        other = blindfold(state, seat, 0x35)
        if legal_menu(game, state, seat, line) != legal_menu(game, other, seat, line):
            raise Fault(
                f"{at(game, 'legal')}it depends on what {whose(seat)} cannot see {after(line)}: "
                f"use `table` and `own` alone."
            )
        for method in ("seat_text", "view_text"):
            with faulting(game):
                texts = [getattr(game, method)(s.table, s.own[seat], seat) for s in (state, other)]
            if texts[0] != texts[1]:
                raise Fault(
                    f"{at(game, method)}it tells {whose(seat)} what it cannot see "
                    f"{after(position.line)}: use `table` and `own` alone."
                )
    return f"{len(walks.decisions):,} positions"


def resampled(game: Any, walks: Walks) -> str:
    """`resample` leaves what the seat sees as it is, and a game that can go on."""
    if not hasattr(game, "resample"):
        return ""
    rng = new_rng(walks.seed, 9)
    positions = [*walks.decisions, *walks.chances]
    for position in positions:
        for seat in range(game.seats):
            state = walks.state(position)
            with faulting(game):
                game.resample(state, seat, rng)
                mover = int(game.to_move(state))
            seen = [
                bytes_of(s.table) + bytes_of(s.own[seat]) for s in (walks.state(position), state)
            ]
            if seen[0] != seen[1] or mover != position.mover:
                what = "what it sees" if seen[0] != seen[1] else "who is to move"
                raise Fault(
                    f"{at(game, 'resample')}for {whose(seat)} {after(position.line)} it changes "
                    f"{what}: redraw only what the seat cannot see."
                )
            if mover >= 0:
                menu = legal_menu(game, state, mover, list(position.line))
                with faulting(game):
                    game.apply(state, menu[below(rng, len(menu))])
    return f"{len(positions):,} positions"


def whispers(game: Game, walks: Walks) -> str:
    """`move_text` tells a viewer no more of others' moves than table and own part tell it."""
    positions = [*walks.decisions, *walks.chances]
    for position in positions:
        _same_from_here(game, walks, position)
    _same_histories(game, walks)
    return f"{walks.moves:,} moves, others in {len(positions):,} positions"


def alternatives(game: Game, walks: Walks, position: Position) -> list[int]:
    """Several moves that could be made in a position."""
    state, line = walks.state(position), list(position.line)
    if position.mover >= 0:
        menu = legal_menu(game, state, position.mover, line)
    elif has_finite_chance(game):
        menu = [m for m, weight in chance_menu(game, state, line).items() if weight > 0]
    else:
        rng = new_rng(walks.seed, 11)
        with faulting(game):
            menu = [int(game.draw(state, rng)) for _ in range(ALTERNATIVES)]
    return menu[:: max(1, len(menu) // ALTERNATIVES)]


def _same_from_here(game: Game, walks: Walks, position: Position) -> None:
    """In one position: moves after which a viewer sees the same must read the same.

    Unless the whole state is the same after both: what leaves no trace gives nothing away.
    """
    told: dict[tuple[int, bytes], tuple[int, str, bytes]] = {}
    for move in alternatives(game, walks, position):
        state = walks.state(position)
        texts = _texts(game, state, move)
        with faulting(game):
            game.apply(state, move)
        for viewer, text in enumerate(texts):
            if viewer == position.mover:
                continue
            key = (viewer, bytes_of(state.table) + bytes_of(state.own[viewer]))
            first, words, whole = told.setdefault(key, (move, text, bytes_of(state)))
            if words != text and whole != bytes_of(state):
                raise Fault(
                    f"{at(game, 'move_text')}{after(position.line)} {whose(viewer)} reads "
                    f'"{words}" for the move {first} of {whose(position.mover)} and "{text}" for '
                    f"{move}, although it sees the same after both: tell a viewer no more than "
                    f"`table` and its own part show."
                )


def _same_histories(game: Game, walks: Walks) -> None:
    """Over all games: who has seen the same all along must read the same."""
    told: dict[tuple[Any, ...], tuple[Sequence[int], str, bytes]] = {}
    seen: list[int] = []
    last = -1
    for number, made, state, mover, move in walks.again():
        if number != last:
            last, seen = number, [0] * game.seats
        texts = _texts(game, state, move)
        later = copied(state)
        with faulting(game):
            game.apply(later, move)
        for viewer, text in enumerate(texts):
            before = (mover, bytes_of(state.table), bytes_of(state.own[viewer]))
            seen[viewer] = hash((seen[viewer], *before))
            now = (bytes_of(later.table), bytes_of(later.own[viewer]))
            key = (viewer, seen[viewer], move if mover == viewer else None, *now)
            line, words, whole = told.setdefault(key, (tuple(made), text, bytes_of(later)))
            if words != text and whole != bytes_of(later):
                raise Fault(
                    f'{at(game, "move_text")}{whose(viewer)} reads "{words}" {after(line)} and '
                    f'"{text}" {after(made)}, although it has seen the same both times: tell a '
                    f"viewer no more than `table` and its own part show."
                )


def _texts(game: Game, state: Mirror, move: int) -> list[str]:
    """The move as each seat reads it."""
    with faulting(game):
        return [str(game.move_text(state, move, viewer)) for viewer in range(game.seats)]


__all__ = ["alternatives", "blindfold", "resampled", "unseen", "whispers"]
