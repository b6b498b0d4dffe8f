"""What a compiler says, as a sentence: file, line, what does not exist, what there is."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from typing import Any

from outwit.core.agent import Agent, states_act, states_policy
from outwit.core.errors import OutwitError, RuleError, did_you_mean
from outwit.core.game import Game
from outwit.core.options import options_of
from outwit.play import places
from outwit.play.faults import (
    blamed,
    field_sentence,
    part_with,
    set_on_self,
    unknown_member,
)
from outwit.play.places import Place

Things = tuple[Any, ...]

_PLACE = re.compile(
    r'File "([^"]+)", line (\d+)|\bat (/[^\n]*?\.py) \((\d+)\)|from (\S+) \((\d+)\)'
)


@contextlib.contextmanager
def explaining(*things: Any) -> Iterator[None]:
    """Turn errors of the compiler inside into sentences about these games and agents."""
    try:
        yield
    except OutwitError:
        raise
    except Exception as error:
        told = blamed(error, *things)  # a property of theirs, evaluated while compiling
        if told is None and not _of_compiler(error):
            raise
        raise told or RuleError(explain(_message(error), things)) from error


GAMES_NEED = ("start", "to_move", "legal", "apply", "payoff")


def complete(thing: Game | Agent) -> None:
    """Refuse a game or an agent without a method that all need, with the name meant, if any."""
    cls, base = type(thing), Game if isinstance(thing, Game) else Agent
    own = [name for name, value in vars(cls).items() if callable(value)]
    if isinstance(thing, Game):
        missing = [name for name in GAMES_NEED if getattr(cls, name) is getattr(base, name)]
    else:
        missing = [] if states_policy(thing) or states_act(thing) else ["act"]
    if missing:
        hint = did_you_mean(missing[0], [name for name in own if not hasattr(base, name)])
        kind = "game" if base is Game else "agent"
        also = " or `policy`" if missing == ["act"] else ""
        raise RuleError(
            f"{cls.__name__} has no method `{missing[0]}`{also}; every {kind} needs it.{hint}"
        )


def _of_compiler(error: BaseException) -> bool:
    """Whether an exception came out of Numba."""
    trace, found = error.__traceback__, type(error).__module__.startswith("numba")
    while trace is not None:
        found = found or "/numba/" in trace.tb_frame.f_code.co_filename.replace("\\", "/")
        trace = trace.tb_next
    return found


def _message(error: Exception) -> str:
    """What it says; a bare KeyError is an unknown field of a record."""
    if isinstance(error, KeyError):
        return f"Unknown field '{error.args[0]}'"
    return str(error)


def explain(message: str, things: Things) -> str:
    """The sentence for a compiler's message."""
    for pattern, tell in _SAYINGS:
        found = re.search(pattern, message)
        if found:
            place, what = tell(found, message, things)
            return f"{place or _where(message, things) or ''}{what}"
    place = _where(message, things)
    cause = _cause(message)
    shown = f"`{places.source_line(place)}`" if place else "this"
    return f"{place or ''}{shown} cannot be compiled: {cause}"


def _where(message: str, things: Things) -> Place | None:
    """The innermost line of the users' own files that the message names."""
    found = [
        (file or other or third, int(line or number or third_line))
        for file, line, other, number, third, third_line in _PLACE.findall(message)
    ]
    ours = [(f, n) for f, n in found if places.is_own(f, *things)]
    others = [(f, n) for f, n in found if not places.of_engine(f) and "numba" not in f]
    for file, line in ours or others:
        return places.place_of(file, line, *things)
    return None


def _cause(message: str) -> str:
    """The line of the compiler's message that says most."""
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    dull = (
        "Failed in",
        "- Resolution",
        "During",
        "File ",
        "None",
        "def ",
        "<source",
        "^",
        "There are",
    )
    telling = [line for line in lines if not line.startswith(dull)]
    return (telling or lines or ["no reason given"])[0].rstrip(".:") + "."


Told = tuple[Place | None, str]
Tell = Callable[[Any, str, Things], Told]


def _missing_in_record(found: Any, message: str, things: Things) -> Told:
    names = re.findall(r"(\w+)\[type=", found[2])
    return None, field_sentence(found[1], part_with(names, things), names, things)


def _missing_field(found: Any, _message: str, things: Things) -> Told:
    """A field that no record around has; where it is used tells which record was meant."""
    for place, before in places.attribute_uses(found[1], *things):
        part = before.split("[")[0].rpartition(".")[2]
        names = part_with(part, things)
        if names and found[1] not in names:
            return place, field_sentence(found[1], part, names, things)
    uses = places.attribute_uses(found[1], *things)
    return (uses[0][0] if uses else None), f"field `{found[1]}` does not exist."


def _kept_in_me(found: Any, _message: str, _things: Things) -> Told:
    return None, found[0] + "."


def _unknown_member(found: Any, message: str, things: Things) -> Told:
    if places.kept_on_self(found[2], *things):
        return _set_on_self((message, found[2]), message, things)
    owner = next((t for t in things if type(t).__name__ == found[1]), None)
    owner = owner or next((t.game for t in things if hasattr(t, "game")), None)
    return None, unknown_member(owner, found[1], found[2])


def _untyped_global(found: Any, _message: str, _things: Things) -> Told:
    name, kind = found[1], found[2]
    if kind == "function":
        return None, f"`{name}` is not compiled: put @outwit.compiled above it."
    if kind == "dict":
        return None, f"`{name}` is a dictionary, which compiled code cannot read: make it a tuple."
    return None, (
        f"`{name}` is of type {kind}, which compiled code cannot use: make it a number, a tuple of "
        f"numbers or an array."
    )


def _list_global(found: Any, _message: str, _things: Things) -> Told:
    return None, f"`{found[1]}` is a list, which compiled code cannot read: make it a tuple."


def _undefined(found: Any, message: str, things: Things) -> Told:
    uses = places.name_uses(found[1], *things)
    known = {n for code in places.functions_of(*things) for n in code.co_names + code.co_varnames}
    hint = did_you_mean(found[1], known - {found[1]})
    return (uses[0] if uses else None), f"`{found[1]}` is not defined.{hint}"


def _two_types(found: Any, _message: str, _things: Things) -> Told:
    one, other = (_type_words(found[k]) for k in (1, 2))
    variable = found[3].split(".")[0]
    if variable.startswith("$"):
        return None, f"a value is {one} here and {other} there; compiled code needs one type."
    return None, f"`{variable}` is {one} here and {other} there; compiled code needs one type."


def _returns(found: Any, _message: str, _things: Things) -> Told:
    kinds = " or ".join(dict.fromkeys(_type_words(k) for k in _kinds(found[1])))
    return None, f"it returns {kinds}; compiled code needs one type, on every way out."


def _kinds(text: str) -> list[str]:
    return re.findall(r"(?:Literal\[\w+\]\([^)]*\)|[\w]+(?:\([^()]*\))?)", text)


def _type_words(kind: str) -> str:
    """A compiler's type in plain words."""
    plain = re.sub(r"Literal\[(\w+)\]\([^)]*\)", r"\1", kind)
    for start, words in _TYPE_WORDS:
        if plain.startswith(start):
            return words
    return plain


_TYPE_WORDS = (
    ("int", "a whole number"),
    ("uint", "a whole number without sign"),
    ("float", "a fraction"),
    ("bool", "a truth value"),
    ("none", "None"),
    ("str", "text"),
    ("unicode", "text"),
    ("Tuple", "a tuple"),
    ("UniTuple", "a tuple"),
    ("Record", "a record"),
    ("nestedarray", "an array"),
    ("array", "an array"),
    ("reflected list", "a list"),
)


def _set_on_self(found: Any, _message: str, things: Things) -> Told:
    uses = places.kept_on_self(found[1], *things)
    return (uses[0] if uses else None), set_on_self(found[1])


def _recursion(_found: Any, _message: str, _things: Things) -> Told:
    return None, "it calls itself, which compiled rules cannot: write a loop."


def _no_such_construct(found: Any, message: str, things: Things) -> Told:
    words = {
        "IMPORT_NAME": "`import` belongs at the top of the file, not into a rule.",
        "STORE_GLOBAL": "a rule cannot set a global: what changes belongs into the state.",
        "UNPACK_EX": "`*` in an assignment cannot be compiled: take the entries one by one.",
    }
    return None, words.get(found[1], f"compiled code has no {found[1].lower().replace('_', ' ')}.")


def _fstring(_found: Any, _message: str, _things: Things) -> Told:
    return (
        None,
        "a format in an f-string (`{x:d}`) cannot be compiled; text belongs into move_text.",
    )


def _with(_found: Any, _message: str, _things: Things) -> Told:
    return None, "`with` cannot be compiled: rules open no files."


def _exception(_found: Any, _message: str, _things: Things) -> Told:
    return None, "`except ... as` cannot be compiled: rules test a condition instead."


def _generator(_found: Any, _message: str, _things: Things) -> Told:
    return None, "a generator expression cannot be compiled: write a loop."


def _whole_array(_found: Any, _message: str, _things: Things) -> Told:
    return None, "an array in a record is filled entry by entry, not set as a whole."


def _bad_store(found: Any, message: str, things: Things) -> Told:
    place = _where(message, things)
    shown = f" (`{places.source_line(place)}`)" if place else ""
    return None, f"{_type_words(found[1])} cannot be stored in an array of numbers{shown}."


_SAYINGS: tuple[tuple[str, Tell], ...] = (
    (r"Unknown attribute '(\w+)' of type Record\(([^\n]*)", _missing_in_record),
    (r"Unknown field '(\w+)'", _missing_field),
    (r"the parameter `\w+` is kept in `me`[^\n]*`", _kept_in_me),
    (r"(\w+) has no option or method `(\w+)`", _unknown_member),
    (
        r"Untyped global name '(\w+)': Cannot determine Numba type of <class '(?:[\w.]*\.)?(\w+)'>",
        _untyped_global,
    ),
    (r"type, assigned to variable '(\w+)' in globals, is not supported", _list_global),
    (r"name '(\w+)' is not defined", _undefined),
    (r"Cannot unify ([^\n]*?) and ([^\n]*?) for '([$\w.]+)'", _two_types),
    (r"Can't unify return type from the following types: ([^\n]*)", _returns),
    (r"No definition for lowering \w+#\w+\.(\w+) =", _set_on_self),
    (r"Cannot resolve setattr: \(\w+#\w+\)\.(\w+) =", _set_on_self),
    (r"compiler re-entrant|cannot type infer runaway recursion", _recursion),
    (r"unsupported opcode \((\w+)\)", _no_such_construct),
    (r"format spec in f-strings", _fstring),
    (r"'with \(context manager\)", _with),
    (r"Exception object cannot be stored", _exception),
    (r"use of yield in a closure", _generator),
    (r"Cannot cast [^\n]* to nestedarray", _whole_array),
    (
        r"setitem\(nestedarray\([^\n]*\)\), [^\n]*, (Literal\[str\]|unicode|Tuple|UniTuple|none)",
        _bad_store,
    ),
)

__all__ = ["explain", "explaining", "options_of"]
