"""Words for people: they are there in every position, and what they say can be typed."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from outwit.core.errors import IllegalMove
from outwit.core.files import reference, referred
from outwit.core.game import CHANCE, Game
from outwit.core.records import Mirror
from outwit.play.checks.fault import Fault, after, at, faulting, unchanged, whose
from outwit.play.checks.menus import legal_menu
from outwit.play.checks.secrets import alternatives
from outwit.play.checks.walks import Position, Walks
from outwit.play.mirror import Made
from outwit.play.trace import Trace, replay, replayed

NONSENSE = ("", " ", "?", "xyzzy", "-1", "0", "7 7", "A", "♠", "yes please", "9" * 30)
"""What people may type that is no move, or is one only by luck."""
REPLAYED = 12


def move_words(game: Game, walks: Walks) -> str:
    """`move_text` has words for every move, whoever looks."""
    asked = 0
    for position in [*walks.decisions, *walks.chances]:
        state = walks.state(position)
        for move in alternatives(game, walks, position):
            for viewer in (CHANCE, *range(game.seats)):
                with faulting(game):
                    text = game.move_text(state, move, viewer)
                _is_text(game, "move_text", text, position.line)
                asked += 1
        unchanged(game, "move_text", position.state, state, position.line)
    return f"{asked:,} moves read"


def seat_words(game: Game, walks: Walks) -> str:
    """`seat_text`, `view_text`, `choice_text`, `offers` have words for whoever sits there."""
    for position in walks.decisions:
        state, seat = walks.state(position), position.mover
        table, own = state.table, state.own[seat]
        legal = legal_menu(game, state, seat, list(position.line))
        with faulting(game):
            _is_text(game, "seat_text", game.seat_text(table, own, seat), position.line)
            _is_text(game, "view_text", game.view_text(table, own, seat), position.line)
            offered = list(game.offers(table, own, seat, legal))
            chosen = [game.choice_text(table, own, seat, m) for m in offered[:REPLAYED]]
        own_words = type(game).choice_text is not Game.choice_text
        for text in chosen:
            _is_text(game, "choice_text" if own_words else "move_text", text, position.line)
        if sorted(offered) != legal:
            raise Fault(
                f"{at(game, 'offers')}it offers other moves than it was given "
                f"{after(position.line)}: put the same moves into another order."
            )
        unchanged(game, "seat_text", position.state, state, position.line)
    return f"{len(walks.decisions):,} positions"


def _is_text(game: Game, method: str, text: Any, line: Sequence[int]) -> None:
    if not isinstance(text, str) or not text.strip():
        raise Fault(
            f"{at(game, method)}it returns {text!r} {after(line)}: say it in words, as text."
        )


def typed_moves(game: Game, walks: Walks) -> str:
    """`read_move` understands a move or returns None; it takes no move for another."""
    typed = 0
    for position in walks.decisions:
        state, seat = walks.state(position), position.mover
        for move in alternatives(game, walks, position):
            with faulting(game):
                words = game.choice_text(state.table, state.own[seat], seat, move)
            found = _read(game, state, position, words)
            typed += 1
            if found not in (None, move):
                raise Fault(
                    f'{at(game, "read_move")}"{words}" are the words of the move {move} '
                    f"{after(position.line)} for {whose(seat)}, but they are read as {found}: "
                    f"read them as that move, or return None."
                )
        for words in NONSENSE:
            _read(game, state, position, words)
            typed += 1
        unchanged(game, "read_move", position.state, state, position.line)
    return f"{typed:,} texts"


def _read(game: Game, state: Mirror, position: Position, words: str) -> int | None:
    """What the game makes of a text."""
    seat = position.mover
    try:
        found = game.read_move(state.table, state.own[seat], seat, words)
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        raise Fault(
            f'{at(game, "read_move")}"{words}" {after(position.line)} raises {what}. Return None '
            f"for what is no move."
        ) from error
    if found is not None and not isinstance(found, int):
        raise Fault(
            f'{at(game, "read_move")}"{words}" is read as {found!r}: return a move, a whole '
            f"number, or None."
        )
    return found


def traces(game: Game, walks: Walks) -> str:
    """A game saved as moves replays byte for byte, and moves against the rules are refused."""
    shown = walks.finished[:REPLAYED]
    with tempfile.TemporaryDirectory() as folder:
        for line in shown:
            _there_and_back(game, line, Path(folder) / "trace.json")
            _refused(game, line)
    return f"{len(shown)} games saved and replayed"


def _there_and_back(game: Game, line: list[Made], path: Path) -> None:
    with faulting(game):
        trace = replayed(game, line)
        trace.text()
        trace.save(path)
        back: Trace = replay(path, game=None if can_be_named(game) else game)
    if back.game != game or back.file() != trace.file():
        raise Fault(
            f"{at(game)}a saved game comes back different: its options, moves or words are not "
            f"the same when they are read again from the file."
        )


def can_be_named(thing: Game) -> bool:
    """Whether a class is found where it says it is."""
    try:
        return referred(reference(type(thing))) is type(thing)
    except (ImportError, AttributeError, ValueError):
        return False


def _refused(game: Game, line: list[Made]) -> None:
    """The moves without the last one must not pass for a game."""
    try:
        replayed(game, line[:-1])
    except IllegalMove:
        return
    raise Fault(
        f"{at(game, 'to_move')}the game is over before its last move, "
        f"{after([m.move for m in line[:-1]])}: to_move must depend on the state alone."
    )


__all__ = ["can_be_named", "move_words", "seat_words", "traces", "typed_moves"]
