"""What a compiler says, as a sentence: file, line, what does not exist, what there is."""

from __future__ import annotations

import contextlib
import inspect
import re
from collections.abc import Iterator
from typing import Any

from numba.core.errors import NumbaError

from outwit.core.agent import Agent
from outwit.core.errors import RuleError, did_you_mean
from outwit.core.layout import me_type, state_type

_PLACE = re.compile(r'File "([^"]+)", line (\d+)')


@contextlib.contextmanager
def explaining(*things: Any) -> Iterator[None]:
    """Turn compiler errors inside into sentences about these games and agents."""
    try:
        yield
    except NumbaError as error:
        raise RuleError(explain(str(error), things)) from error


def explain(message: str, things: tuple[Any, ...]) -> str:
    """The sentence for a compiler's message."""
    return f"{_where(message, things)}{_what(message, things)}"


def _where(message: str, things: tuple[Any, ...]) -> str:
    """The innermost line of the user's own files that the message names: 'kuhn.py, line 31, in apply: '."""
    own = {inspect.getsourcefile(type(t)) or "": t for t in things}
    found = [(f, int(n)) for f, n in _PLACE.findall(message) if f in own]
    if not found:
        found = [(f, int(n)) for f, n in _PLACE.findall(message) if "numba" not in f]
        found = [p for p in found if "/outwit/core/" not in p[0] and "/outwit/play/" not in p[0]]
    if not found:
        return ""
    file, line = found[-1]
    function = _function_at(own[file], line) if file in own else ""
    name = file.rsplit("/", 1)[-1]
    return f"{name}, line {line}{', in ' + function if function else ''}: "


def _function_at(thing: Any, line: int) -> str:
    for name, function in inspect.getmembers(type(thing), inspect.isfunction):
        code = function.__code__
        if line in {n for _, _, n in code.co_lines() if n} and code.co_filename == inspect.getsourcefile(
            type(thing)
        ):
            return str(name)
    return ""


def _what(message: str, things: tuple[Any, ...]) -> str:
    field = re.search(r"Unknown attribute '(\w+)' of type Record\(([^\n]*)", message)
    if field:
        return _missing_field(field[1], field[2], things)
    kept = re.search(r"(the parameter `\w+` is kept in `me`[^\n]*)", message)
    if kept:
        return kept[1] + "."
    absent = re.search(r"(\w+ has no option or method `\w+`)", message)
    if absent:
        return absent[1] + "."
    helper = re.search(r"Untyped global name '(\w+)'", message)
    if helper:
        return (
            f"`{helper[1]}` is not compiled. If it is a function of yours, put @outwit.compiled "
            f"above it; if it is a constant, make it a number, a tuple of numbers or an array."
        )
    name = re.search(r"(?:NameError: )?name '(\w+)' is not defined", message)
    if name:
        return f"`{name[1]}` is not defined."
    unify = re.search(r"Cannot unify ([^\n]*?) and ([^\n]*?) for '([\w.]+)'", message)
    if unify:
        variable = unify[3].split(".")[0]
        return f"`{variable}` is of one type here and of another there ({unify[1]}, {unify[2]}); compiled code needs one."
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    cause = next((ln for ln in lines if ln.startswith(("No ", "Invalid", "Cannot", "Use of"))), "")
    return f"this cannot be compiled: {cause or lines[0] if lines else message}"


def _missing_field(field: str, fields: str, things: tuple[Any, ...]) -> str:
    """Which part of the state, or `me`, the record is: the one with just these fields."""
    named = re.findall(r"(\w+)\[type=", fields)
    for part, dtype in _parts(things):
        if list(dtype.names or ()) == named:
            has = ", ".join(dtype.names or ())
            hint = did_you_mean(f"{part}.{field}", [f"{part}.{n}" for n in dtype.names or ()])
            return f"field `{part}.{field}` does not exist. {part.upper()} has: {has}.{hint}"
    return f"field `{field}` does not exist; there are: {', '.join(named)}."


def _parts(things: tuple[Any, ...]) -> Iterator[tuple[str, Any]]:
    for thing in things:
        if isinstance(thing, Agent):
            yield "me", me_type(thing)
            if "memory" in (me_type(thing).names or ()):
                yield "me.memory", me_type(thing)["memory"]
            yield from _parts((thing.game,))
        else:
            dtype = state_type(thing)
            yield "table", dtype["table"]
            yield "own", dtype["own"].base
            yield "hidden", dtype["hidden"]
            yield "state", dtype
