"""Traces: one game move by move, kept as a file of moves that replays byte for byte."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from outwit.core.errors import IllegalMove, NotTheSame, UsageError
from outwit.core.files import is_file, reference, referred
from outwit.core.game import CHANCE, OVER, Game, blank_menu, has_finite_chance
from outwit.core.layout import blank_state
from outwit.core.options import build, options_of, values_of
from outwit.core.records import State
from outwit.play.faults import retelling
from outwit.play.mirror import Final, Made, Round, final_of, is_allowed, legal_moves, listed
from outwit.play.sitting import Sitting, agent_name
from outwit.play.worker import game_name, trace_command

FORMAT = "outwit trace 1"


@dataclass(frozen=True)
class Trace:
    """A finished game: who sat where, every move, how it ended.

    `line_up` names the agents by seat, `origin` is the command that plays the game again; both
    are words for people and may be empty where moves came from elsewhere.
    """

    game: Game
    moves: tuple[Made, ...]
    final: Final
    line_up: tuple[str, ...] = ()
    origin: str = ""

    def text(self, viewer: int = CHANCE) -> str:
        """The game in words, as a seat sees it (CHANCE sees all)."""
        width = len(str(len(self.moves)))
        lines = [self._head(viewer)]
        for i, (mover, words) in enumerate(self.words(viewer), 1):
            by = "you" if mover == viewer != CHANCE else _by(mover)
            lines.append(f" {i:{width}}  {by:7}  {words}".rstrip())
        return "\n".join([*lines, self._result()])

    def _head(self, viewer: int) -> str:
        seats = [f"seat {i}: {name}" for i, name in enumerate(self.line_up, 1)]
        seen = [] if viewer == CHANCE else [f"as seat {viewer + 1} sees it"]
        return "   ".join([self.game.title or game_name(self.game), *seats, *seen])

    def words(self, viewer: int = CHANCE) -> Iterator[tuple[int, str]]:
        """Each mover and its move in the game's words, as `viewer` sees it."""
        for state, made in walk(self.game, self.moves):
            with retelling(self.game):
                yield made.mover, self.game.move_text(state, made.move, viewer)

    def _result(self) -> str:
        paid = ", ".join(
            f"seat {seat} gets {value * self.game.unit:.6g}"
            for seat, value in enumerate(self.final.payoffs, 1)
        )
        ending = self.game.endings[self.final.ending]
        return f"{paid}." + (f" The game ended {ending}." if self.final.ending else "")

    def shown(self, viewer: int = CHANCE) -> dict[str, Any]:
        """The game as an object of JSON; for a seat, moves of others are words alone."""
        rows = [
            {"by": _by(made.mover), "move": made.move, "text": words}
            for made, (_, words) in zip(self.moves, self.words(viewer), strict=True)
        ]
        if viewer != CHANCE:
            for row, made in zip(rows, self.moves, strict=True):
                if made.mover != viewer:
                    del row["move"]
        options = options_of(type(self.game))
        return {
            "format": FORMAT,
            "game": game_name(self.game),
            "rules": reference(type(self.game)),
            "options": {k: options[k].text(v) for k, v in values_of(self.game).items()},
            "agents": list(self.line_up),
            "origin": self.origin,
            "moves": rows,
            "payoffs": list(self.final.payoffs),
            "ending": self.game.endings[self.final.ending],
        }

    def file(self) -> str:
        """What `save` writes: one move a line."""
        shown = self.shown()
        rows = shown.pop("moves")
        lines = {key: _json(value) for key, value in shown.items()}
        end = {key: lines.pop(key) for key in ("payoffs", "ending")}
        moves = ",\n".join(f"  {_json(row)}" for row in rows)
        parts = lines | {"moves": f"[\n{moves}\n ]"} | end
        return "{\n" + ",\n".join(f" {_json(k)}: {v}" for k, v in parts.items()) + "\n}\n"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the moves to a file that `replay` reads."""
        try:
            Path(path).write_text(self.file(), encoding="utf-8")
        except OSError as error:
            raise UsageError(f"{path} cannot be written: {error.strerror}.") from error

    def __str__(self) -> str:
        return self.text()


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _by(mover: int) -> str:
    return "chance" if mover == CHANCE else f"seat {mover + 1}"


def walk(
    game: Game, moves: Sequence[Made], state: State | None = None
) -> Iterator[tuple[State, Made]]:
    """The state before each move; a move against the rules is refused with a sentence.

    The state is one record that changes as the walk goes on; give it to have it at the end.
    """
    state = blank_state(game) if state is None else state
    with retelling(game):
        game.start(state)
    for i, made in enumerate(moves, 1):
        _check_move(game, state, made, i)
        yield state, made
        with retelling(game):
            game.apply(state, made.move)
    with retelling(game):
        mover = int(game.to_move(state))
    if mover != OVER:
        raise IllegalMove(
            f"The moves stop after {len(moves)}, but the game goes on: {_by(mover)} is to move."
        )


def _check_move(game: Game, state: State, made: Made, number: int) -> None:
    with retelling(game):
        mover = int(game.to_move(state))
    if mover == OVER:
        raise IllegalMove(f"Move {number} comes too late: the game was over before it.")
    if mover != made.mover:
        raise IllegalMove(f"Move {number} is by {_by(made.mover)}, but {_by(mover)} is to move.")
    with retelling(game):
        if mover >= 0:
            fits, known = is_allowed(game, state, mover, made.move), None
            known = None if fits else legal_moves(game, state, mover)
        else:
            known = chance_moves(game, state) if has_finite_chance(game) else None
            fits = known is None or made.move in known
    if not fits:
        may = "the rules allow" if mover >= 0 else "possible are"
        raise IllegalMove(
            f"Move {number} by {_by(mover)} is illegal: {made.move} is played, "
            f"{may} {listed(known or [])}."
        )


def chance_moves(game: Game, state: State) -> list[int]:
    """What chance may do where that is finite, in the order of `outcomes`."""
    menu = blank_menu(game)
    n = game.outcomes(state, menu)
    return [menu.move[i] for i in range(n) if menu.weight[i] > 0]


def trace_of(sitting: Sitting, number: int = 0) -> Trace:
    """Game `number` of a sitting, played uncompiled."""
    round_ = Round(sitting, number)
    final = round_.play()
    names = tuple(agent_name(round_.agent(seat)) for seat in range(sitting.game.seats))
    origin = trace_command(sitting, number).removesuffix(" --debug")
    return Trace(sitting.game, tuple(round_.made), final, names, origin)


def replayed(
    game: Game, moves: Sequence[Made], line_up: Sequence[str] = (), origin: str = ""
) -> Trace:
    """A trace from moves: each is checked against the rules, the end is computed anew."""
    state = blank_state(game)
    for _ in walk(game, moves, state):
        pass
    return Trace(game, tuple(moves), final_of(game, state), tuple(line_up), origin)


# Files -------------------------------------------------------------------------------------------


def replay(path: str | os.PathLike[str], *, game: Game | None = None) -> Trace:
    """A saved trace again, every move checked. Where the moves are not legal: IllegalMove.

    `game` replaces the one that the file names.
    """
    path = Path(path)
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"No file {path}: {error.strerror}.") from error
    except ValueError as error:
        raise UsageError(f"{path} is no trace: it is not JSON ({error}).") from error
    if not isinstance(kept, dict) or kept.get("format") != FORMAT:
        raise UsageError(f'{path} is no trace: "format" must be "{FORMAT}".')
    played = _game_of(kept, path) if game is None else game
    moves = [_made(row, i, path) for i, row in enumerate(_part(kept, "moves", list, path), 1)]
    line_up = [str(name) for name in _part(kept, "agents", list, path)]
    trace = replayed(played, moves, line_up, _part(kept, "origin", str, path))
    _check_end(trace, kept, path)
    return trace


def _part(kept: Mapping[str, Any], key: str, kind: type, path: Path) -> Any:
    value = kept.get(key, kind())
    if not isinstance(value, kind):
        what = {"list": "a list", "str": "text"}.get(kind.__name__, "an object")
        raise UsageError(f'{path}: "{key}" must be {what}.')
    return value


def _made(row: Any, number: int, path: Path) -> Made:
    by, move = (row.get("by"), row.get("move")) if isinstance(row, dict) else (None, None)
    mover = _mover(by)
    if mover is None or not isinstance(move, int) or isinstance(move, bool):
        raise UsageError(
            f'{path}: move {number} must be written as {{"by": "seat 1", "move": 0}}; '
            f'"by" is "chance" or a seat.'
        )
    return Made(mover, move)


def _mover(by: Any) -> int | None:
    if by == "chance":
        return CHANCE
    word, _, number = str(by).partition(" ")
    return int(number) - 1 if word == "seat" and number.isdecimal() and number != "0" else None


def _game_of(kept: Mapping[str, Any], path: Path) -> Game:
    """The game that a file names: from its class's place; a moved file is looked for beside."""
    place = str(kept.get("rules", ""))
    where, _, name = place.rpartition(":")
    if is_file(where) and not Path(where).is_file():
        place = f"{path.resolve().parent / Path(where).name}:{name}"
    try:
        cls = referred(place)
    except (ImportError, AttributeError, ValueError) as error:
        raise UsageError(f'{path}: there are no rules "{place}".') from error
    if not (isinstance(cls, type) and issubclass(cls, Game)):
        raise UsageError(f'{path}: "{place}" is not a game.')
    return build(cls, str(kept.get("game")), _part(kept, "options", dict, path))


def _check_end(trace: Trace, kept: Mapping[str, Any], path: Path) -> None:
    """What the file says of the end must be what its moves lead to."""
    shown = trace.shown()
    for key in ("payoffs", "ending"):
        if key in kept and kept[key] != shown[key]:
            raise NotTheSame(
                f"{path}: {key} should be {json.dumps(shown[key])} after these moves, "
                f"the file says {json.dumps(kept[key])}."
            )


__all__ = [
    "Trace",
    "chance_moves",
    "replay",
    "replayed",
    "trace_of",
    "walk",
]
