"""A hash of what compiled code computes: of every function reached, not of files and dates.

Walks byte code, constants, captured values and globals of a function and of all that it calls,
so an edit in another file is noticed, and undoing it finds the old code again.
"""

from __future__ import annotations

import dataclasses
import hashlib
import inspect
import sys
import types
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core.registry import cpu_target

import outwit
from outwit.core import compiled, compiled_generator, constant, generator
from outwit.core.agent import Agent
from outwit.core.constant import JIT, identity
from outwit.core.game import Game
from outwit.core.layout import me_type, state_type
from outwit.core.states import States

LIBRARIES = ("numpy", "numba", "math", "builtins", "llvmlite", "operator")
# Plain Python for people, and what is known by its result (the layout, the values).
NOT_COMPILED = frozenset(
    {
        *("move_text", "seat_text", "view_text", "end_text"),
        *("read_move", "choice_text", "offers"),
        *("table", "own", "hidden", "me", "prepare", "frozen", "report", "state_text"),
        *("name", "title", "source"),
    }
)


def fingerprint(*things: Any) -> str:
    """A hash of functions, games, agents, types and plain values, and of what compiles them."""
    walk = Walk()
    walk.add(_surroundings())
    for thing in things:
        walk.add(thing)
    return walk.hash.hexdigest()[:40]


@cache
def _surroundings() -> tuple[Any, ...]:
    """Versions, the processor, and the text of the compiled core and of this package's loops."""
    return (
        outwit.__version__,
        sys.version_info[:2],
        numba.__version__,
        llvmlite.__version__,
        np.__version__,
        cpu_target.target_context.codegen().magic_tuple(),
        sorted(JIT.items()),
        engine_text(),
    )


@cache
def engine_text() -> str:
    """A hash of the text of the compiled core and of this package's loops."""
    texts = [
        Path(inspect.getfile(m)).read_bytes()
        for m in (compiled, compiled_generator, constant, generator)
    ]
    texts += [(Path(__file__).parent / name).read_bytes() for name in ("loop.py", "asking.py")]
    return hashlib.sha256(b"".join(texts)).hexdigest()


class Walk:
    """Feeds a hash with all that is reached, each function once."""

    def __init__(self) -> None:
        self.hash = hashlib.sha256()
        self.seen: set[Any] = set()

    def say(self, *parts: Any) -> None:
        self.hash.update(repr(parts).encode())

    def module(self, name: str) -> str:
        """How a module is named in the hash."""
        return name

    def add(self, thing: Any) -> None:
        if isinstance(thing, (Game, Agent, States)):
            self.constant(thing)
        elif isinstance(thing, numba.core.dispatcher.Dispatcher):
            self.function(thing.py_func)
        elif isinstance(thing, types.FunctionType):
            self.function(thing)
        elif isinstance(thing, types.CodeType):
            self.code(thing, thing.co_consts)
        elif isinstance(thing, np.ndarray):
            self.say("array", thing.dtype.str, thing.shape, thing.tobytes())
        elif isinstance(thing, (tuple, list)):
            self.say("many", len(thing))
            for part in thing:
                self.add(part)
        elif isinstance(thing, types.ModuleType):
            self.say("module", self.module(thing.__name__))
        elif isinstance(thing, type) and issubclass(thing, Enum):
            self.add([(each.name, each.value) for each in thing])
        elif isinstance(thing, type):
            self.say("class", self.module(thing.__module__), thing.__qualname__)
        elif isinstance(thing, (int, float, complex, str, bytes, bool, type(None), np.generic)):
            self.say(type(thing).__name__, thing)
        elif isinstance(thing, (np.dtype, frozenset)):
            self.say("plain", sorted(map(repr, thing)) if isinstance(thing, frozenset) else thing)
        else:  # intrinsics and types of Numba: their text is part of the surroundings
            self.say("other", type(thing).__qualname__, getattr(thing, "__name__", ""))

    def constant(self, thing: Game | Agent | States) -> None:
        """A game, an agent or states: constants, layout, and all methods that can be compiled."""
        known = identity(thing)
        if known in self.seen:
            return
        self.seen.add(known)
        cls = type(thing)
        self.say("constant", self.module(cls.__module__), cls.__qualname__)
        self.add(known[1])
        if isinstance(thing, Agent):
            self.say(me_type(thing))
        if isinstance(thing, (Agent, States)):
            self.add(thing.game)
        else:
            self.say(state_type(thing))
        # Fields are in `known`, those that are kept in `me` left out.
        fields = {field.name for field in dataclasses.fields(thing)}  # type: ignore[arg-type]
        for name in sorted(set(dir(cls)) - NOT_COMPILED - fields):
            if name.startswith("__"):
                continue
            static = inspect.getattr_static(cls, name)
            self.say("member", name)
            if isinstance(static, types.FunctionType):
                self.function(static)
            else:  # a constant of the class, or a property: what it is worth
                self.add(_value(thing, name))

    def function(self, function: Any) -> None:
        if function in self.seen:
            return
        self.seen.add(function)
        if function.__module__.split(".")[0] in LIBRARIES:
            self.say("library", function.__module__, function.__qualname__)
            return
        code = function.__code__
        doc = function.__doc__
        self.code(code, tuple(c for c in code.co_consts if c is None or c != doc))
        self.add(function.__defaults__)
        self.add(sorted((function.__kwdefaults__ or {}).items()))
        for cell in function.__closure__ or ():
            self.add(cell.cell_contents)
        for name in _global_names(code):
            if name in function.__globals__:
                self.global_value(function.__globals__[name], code)

    def global_value(self, value: Any, code: types.CodeType) -> None:
        """A captured global; of a user's module, whatever the code may take from it."""
        if _of_users(value) and value not in self.seen:
            self.seen.add(value)  # a package and its modules may name each other
            for name in code.co_names:
                if hasattr(value, name):
                    self.global_value(getattr(value, name), code)
            self.seen.remove(value)
        self.add(value)

    def code(self, code: types.CodeType, constants: tuple[Any, ...]) -> None:
        self.say("code", code.co_code, code.co_names, code.co_varnames)
        for part in constants:
            self.add(part)


def _of_users(value: Any) -> bool:
    """Whether this is a module, and none of those that compiled code knows by itself."""
    return isinstance(value, types.ModuleType) and value.__name__.split(".")[0] not in LIBRARIES


def _global_names(code: types.CodeType) -> list[str]:
    inner = [c for c in code.co_consts if isinstance(c, types.CodeType)]
    return sorted({*code.co_names, *(n for c in inner for n in _global_names(c))})


def _value(thing: Any, name: str) -> Any:
    try:
        return getattr(thing, name)
    except NotImplementedError:
        return None
