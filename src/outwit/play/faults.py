"""An exception inside a rule or an agent, as a sentence: file, line, what was wrong.

For code that runs uncompiled, where the traceback tells the place exactly.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import FrozenInstanceError
from types import FrameType, TracebackType
from typing import Any

from outwit.core.agent import Agent
from outwit.core.errors import OutwitError, RuleError, did_you_mean
from outwit.core.generator import RNG
from outwit.core.layout import me_type, state_type
from outwit.core.options import options_of
from outwit.play import places
from outwit.play.places import Place


class ToldError(RuleError):
    """A mistake in a rule that already says where it is."""


@contextlib.contextmanager
def retelling(*things: Any) -> Iterator[None]:
    """Turn exceptions inside rules and agents into sentences that name file and line."""
    try:
        yield
    except Exception as error:
        told = blamed(error, *things)
        if told is None:
            raise
        raise told from error


def blamed(error: Exception, *things: Any) -> RuleError | None:
    """The sentence for an exception that a rule or an agent caused; None where it was not them."""
    if isinstance(error, ToldError) or (
        isinstance(error, OutwitError) and not isinstance(error, RuleError)
    ):
        return None
    found = _innermost(error.__traceback__)
    if found is None:
        return _without_place(error, things)
    frame, trace = found
    place = Place(frame.f_code.co_filename, trace.tb_lineno, frame.f_code.co_name)
    return ToldError(f"{place}{_what(error, frame, trace, things)}")


def _innermost(trace: TracebackType | None) -> tuple[FrameType, TracebackType] | None:
    """The last frame of the traceback that is a rule's or an agent's."""
    found = None
    while trace is not None:
        if not places.of_engine(trace.tb_frame.f_code.co_filename):
            found = (trace.tb_frame, trace)
        trace = trace.tb_next
    return found


def _without_place(error: Exception, things: tuple[Any, ...]) -> RuleError | None:
    """No frame of theirs: a method is missing, or takes other arguments than it is given."""
    trace, last = error.__traceback__, None
    while trace is not None:
        last, trace = trace, trace.tb_next
    if last is None:
        return None
    code = last.tb_frame.f_code
    owner = things[0] if things else None
    if isinstance(error, NotImplementedError):
        where = type(last.tb_frame.f_locals.get("self", owner)).__name__
        kind = "agent" if code.co_filename.endswith("agent.py") else "game"
        return ToldError(
            f"{where} has no method `{code.co_name}`; every {kind} of this sort needs it."
        )
    if isinstance(error, TypeError) and "argument" in str(error):
        return ToldError(f"{str(error).rstrip('.')}; the signatures stand in `outwit new game`.")
    if isinstance(error, RuleError):
        return ToldError(str(error))
    if isinstance(error, ZeroDivisionError) and code.co_name in ("draw", "below"):
        return ToldError(f"{type(owner).__name__}: `outcomes` gives no move with a weight above 0.")
    return None


def _what(error: Exception, frame: FrameType, trace: TracebackType, things: tuple[Any, ...]) -> str:
    """What was wrong, in words."""
    message = str(error).rstrip(".")
    text = _expression(frame, trace)
    if isinstance(error, FrozenInstanceError):
        return set_on_self(_first_quoted(message))
    if isinstance(error, AttributeError):
        return _no_attribute(message, text, frame, things)
    if isinstance(error, UnboundLocalError):
        return f"`{_first_quoted(message)}` is read before it has a value."
    if isinstance(error, NameError):
        name = _first_quoted(message)
        hint = did_you_mean(name, {*frame.f_locals, *frame.f_globals})
        return f"`{name}` is not defined.{hint}"
    if isinstance(error, IndexError):
        return _outside(message, text)
    if isinstance(error, ZeroDivisionError):
        return f"`{text}` divides by zero."
    if isinstance(error, (RecursionError,)):
        return "it calls itself without end."
    if isinstance(error, RuleError):
        return f"{message}."
    if isinstance(error, KeyError):
        return f"`{text}`: there is no {error.args[0]!r}."
    if isinstance(error, NotImplementedError) and not message:
        return f"`{text}` calls a method that is not there."
    return f"`{text}`: {message or type(error).__name__}."


def _expression(frame: FrameType, trace: TracebackType) -> str:
    """The piece of source that raised, or its whole line."""
    positions = list(frame.f_code.co_positions())[trace.tb_lasti // 2]
    at = _Positions(*positions)
    return places.segment(frame.f_code.co_filename, at)


class _Positions:
    def __init__(self, line: int | None, end: int | None, column: int | None, to: int | None):
        self.lineno, self.end_lineno, self.col_offset, self.end_col_offset = line, end, column, to


def _first_quoted(message: str) -> str:
    found = re.search(r"['`](\w+)['`]", message)
    return found[1] if found else "?"


def _outside(message: str, text: str) -> str:
    found = re.search(r"index (-?\d+) is out of bounds for axis \d+ with size (\d+)", message)
    if found is None:
        return f"`{text}`: {message}."
    size = int(found[2])
    holds = f"holds {size} entries (0 to {size - 1})" if size > 1 else "holds one entry"
    return f"`{text}`: index {found[1]} is outside, the array {holds}."


def _no_attribute(message: str, text: str, frame: FrameType, things: tuple[Any, ...]) -> str:
    missing = re.match(r"field `(\w+)` does not exist; there are: (.*)", message)
    if missing:
        names = missing[2].split(", ")
        return field_sentence(missing[1], part_with(names, things), names, things)
    owner = re.match(r"'(\w+)' object has no attribute '(\w+)'", message)
    me = frame.f_locals.get("self")
    if owner and type(me).__name__ == owner[1]:
        return unknown_member(me, owner[1], owner[2])
    return f"`{text}`: {message}."


# Sentences that compiled and uncompiled code share ---------------------------------------------


def field_sentence(field: str, part: Any, names: Sequence[str], things: tuple[Any, ...]) -> str:
    """'field `table.bid` does not exist. TABLE has: bids, pot, turn.'"""
    has = "nothing" if tuple(names) == ("nothing",) else ", ".join(names)
    if not isinstance(part, str):
        return f"field `{field}` does not exist; there are: {has}.{did_you_mean(field, names)}"
    full = [f"{part}.{name}" for name in names]
    elsewhere = [
        f"{other}.{field}" for other, dtype in parts(things) if field in (dtype.names or ())
    ]
    hint = f" Did you mean {elsewhere[0]}?" if elsewhere else did_you_mean(f"{part}.{field}", full)
    return f"field `{part}.{field}` does not exist. {part.upper()} has: {has}.{hint}"


def part_with(wanted: Any, things: tuple[Any, ...]) -> Any:
    """The part whose fields are these, or the fields of the part of this name; else None."""
    for part, dtype in parts(things):
        names = dtype.names or ()
        if isinstance(wanted, str):
            if part.rpartition(".")[2] == wanted:
                return names
        elif list(names) == list(wanted):
            return part
    return None


def parts(things: tuple[Any, ...]) -> Iterator[tuple[str, Any]]:
    """Names and layouts of all records that these games and agents work on."""
    for thing in things:
        if isinstance(thing, Agent):
            yield from _nested("me", me_type(thing))
            yield from parts((thing.game,))
        else:
            dtype = state_type(thing)
            yield from _nested("table", dtype["table"])
            yield from _nested("own", dtype["own"].base)
            yield from _nested("hidden", dtype["hidden"])
            yield "state", dtype
    yield "rng", RNG


def _nested(name: str, dtype: Any) -> Iterator[tuple[str, Any]]:
    yield name, dtype
    for field in dtype.names or ():
        if dtype[field].base.names:
            yield from _nested(f"{name}.{field}", dtype[field].base)


def unknown_member(owner: Any, name: str, member: str) -> str:
    """An option or a method that a game or an agent does not have."""
    if owner is None:
        return f"{name} has no option or method `{member}`."
    own = [n for n in dir(type(owner)) if not n.startswith("_")]
    known = [*options_of(type(owner)), *own]
    return f"{name} has no option or method `{member}`.{did_you_mean(member, known)}"


def set_on_self(name: str) -> str:
    """A game or an agent that wants to keep something itself."""
    return (
        f"`self.{name}` cannot be set: a game or an agent never changes. What changes belongs into "
        f"the state (a game) or `me` (an agent)."
    )
