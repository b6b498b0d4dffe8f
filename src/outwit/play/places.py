"""Where in a user's file something stands: files, lines and names of rules and agents."""

from __future__ import annotations

import dis
import linecache
import types
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import outwit
from outwit.core.agent import Agent
from outwit.core.game import Game
from outwit.core.states import States

HOME = Path(outwit.__file__).parent
# Code of the house that is never a user's mistake; games and agents of the house may be.
ENGINE_ROOMS = ("core", "play", "compare", "solve", "search", "learn", "evolve", "cli")


@dataclass(frozen=True)
class Place:
    """A line of a file, and the function it belongs to ('' where that is unknown)."""

    file: str
    line: int
    function: str = ""

    def __str__(self) -> str:
        inside = f", in {self.function}" if self.function else ""
        return f"{Path(self.file).name}, line {self.line}{inside}: "


def of_engine(file: str) -> bool:
    """Whether a file is machinery: the engine's, a library's, or no file at all."""
    path = Path(file)
    if path.is_relative_to(HOME):
        return path.relative_to(HOME).parts[0] in ENGINE_ROOMS
    return "site-packages" in path.parts or file.startswith("<frozen") or _standard(path)


def _standard(path: Path) -> bool:
    return path.is_relative_to(Path(dis.__file__).parent)


def functions_of(*things: Any) -> dict[types.CodeType, str]:
    """Code of all methods of games, agents, state spaces and of what they call, with names."""
    found: dict[types.CodeType, str] = {}
    for thing in _with_games(things):
        for cls in type(thing).__mro__:
            if cls in (Game, Agent, States, object):
                continue
            for name, member in vars(cls).items():
                function = member.fget if isinstance(member, property) else member
                if isinstance(function, types.FunctionType):
                    _reach(function, name, found)
    return found


def _with_games(things: tuple[Any, ...]) -> Iterator[Any]:
    for thing in things:
        yield thing
        if isinstance(thing, Agent):
            yield thing.game
            yield from (part for part in vars(thing).values() if isinstance(part, States))


def _reach(function: types.FunctionType, name: str, found: dict[types.CodeType, str]) -> None:
    code = function.__code__
    if code in found or of_engine(code.co_filename):
        return
    found[code] = name
    for called in code.co_names:
        other = function.__globals__.get(called)
        if isinstance(other, types.FunctionType):
            _reach(other, called, found)


def place_of(file: str, line: int, *things: Any) -> Place:
    """The place of a line, with the name of the function around it."""
    for code, name in functions_of(*things).items():
        if _same_file(code.co_filename, file) and line in _lines(code):
            return Place(code.co_filename, line, name)
    return Place(file, line)


def own_files(*things: Any) -> set[str]:
    """The files in which games and agents are written."""
    return {code.co_filename for code in functions_of(*things)}


def _same_file(a: str, b: str) -> bool:
    return a == b or _resolved(a) == _resolved(b)


@cache
def _resolved(file: str) -> str:
    return file if file.startswith("<") else str(Path(file).resolve())


def is_own(file: str, *things: Any) -> bool:
    """Whether a file, perhaps named from the current folder, is one of theirs."""
    return any(_same_file(file, own) for own in own_files(*things))


def _lines(code: types.CodeType) -> set[int]:
    found = {line for _, _, line in code.co_lines() if line}
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            found |= _lines(inner)
    return found


def attribute_uses(name: str, *things: Any) -> list[tuple[Place, str]]:
    """Where rules and agents read or write an attribute of this name, and the text before it."""
    return [
        (Place(code.co_filename, line, function), text.rpartition(".")[0])
        for code, function in functions_of(*things).items()
        for line, text in _instructions(code, ("LOAD_ATTR", "STORE_ATTR"), name)
    ]


def kept_on_self(name: str, *things: Any) -> list[Place]:
    """Where rules and agents set an attribute of this name on `self`."""
    return [
        Place(code.co_filename, line, function)
        for code, function in functions_of(*things).items()
        for line, text in _instructions(code, ("STORE_ATTR",), name)
        if text == f"self.{name}"
    ]


def name_uses(name: str, *things: Any) -> list[Place]:
    """Where rules and agents use a name that is none of their own variables."""
    ops = ("LOAD_GLOBAL", "LOAD_NAME")
    return [
        Place(code.co_filename, line, function)
        for code, function in functions_of(*things).items()
        for line, _ in _instructions(code, ops, name)
    ]


def _instructions(
    code: types.CodeType, ops: tuple[str, ...], name: str
) -> Iterator[tuple[int, str]]:
    for step in dis.get_instructions(code):
        if step.opname in ops and step.argval == name and step.positions:
            yield step.positions.lineno or 0, segment(code.co_filename, step.positions)


def segment(file: str, positions: Any) -> str:
    """The piece of source that positions of an instruction span, on its first line."""
    line = linecache.getline(file, positions.lineno or 0)
    if positions.col_offset is None or not line:
        return line.strip()
    end = positions.end_col_offset if positions.end_lineno == positions.lineno else None
    # Columns count bytes of UTF-8.
    return line.encode()[positions.col_offset : end].decode(errors="ignore").strip()


def source_line(place: Place) -> str:
    """The text of a line, stripped."""
    return linecache.getline(place.file, place.line).strip()
