"""Games, agents and state spaces as constants of compiled code.

`Constant(game)` is a Numba type whose only value is that game: options are folded into the
machine code, methods are compiled once for each set of options and inlined. Two equal games are
one type. Written against the internals of Numba 0.68 (how it does this for its own jitclass).
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from typing import Any

import numba
from numba.core import cgutils, types
from numba.core.datamodel import models, register_default
from numba.core.extending import NativeValue, lower_builtin, typeof_impl, unbox
from numba.core.imputils import lower_constant, lower_getattr_generic
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr

from outwit.core.agent import Agent
from outwit.core.game import Game
from outwit.core.options import AT_RUN_TIME
from outwit.core.states import States

# boundscheck costs at most 6 %; error_model="numpy" lets LLVM vectorise divisions.
JIT: dict[str, Any] = {"error_model": "numpy", "boundscheck": True, "nogil": True}
# Called from compiled code alone: entries for Python and C would double the time to compile.
INNER: dict[str, Any] = {**JIT, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
INLINED: dict[str, Any] = {**INNER, "forceinline": True}


def run_time_names(thing: Any) -> frozenset[str]:
    """Parameters that the agent keeps in `me`: read at run time, no part of the compiled code."""
    if not isinstance(thing, Agent):
        return frozenset()
    kept = {field[0] for field in thing.me()}
    kept |= {f.name for f in dataclasses.fields(thing) if AT_RUN_TIME in f.metadata}  # type: ignore[arg-type]
    return frozenset(kept & _fields(thing).keys())


def _fields(thing: Any) -> dict[str, Any]:
    """Options or parameters by name, declared with `option` or not; `compare=False` leaves out."""
    names = [field.name for field in dataclasses.fields(thing) if field.compare]
    its_game = {"game"} if isinstance(thing, (Agent, States)) else set()
    return {name: getattr(thing, name) for name in names if name not in its_game}


def identity(thing: Any) -> tuple[Any, ...]:
    """What compiled code depends on: class, constants, and the game of agents and states."""
    at_run_time = run_time_names(thing)
    values = tuple((k, v) for k, v in _fields(thing).items() if k not in at_run_time)
    game = identity(thing.game) if isinstance(thing, (Agent, States)) else None
    return (type(thing), values, game)


class Constant(types.Type):
    """The type of one game, one agent or one state space."""

    def __init__(self, thing: Any) -> None:
        self.thing = thing
        self.at_run_time = run_time_names(thing)
        self._key = identity(thing)
        super().__init__(name=f"{type(thing).__name__}#{hash(self._key) & 0xFFFFFFFFFFFF:x}")

    @property
    def key(self) -> Any:
        return self._key


register_default(Constant)(models.OpaqueModel)


@typeof_impl.register(Game)
@typeof_impl.register(Agent)
@typeof_impl.register(States)
def _typeof(thing: Any, _context: Any) -> Constant:
    return Constant(thing)


@unbox(Constant)
def _unbox(_type: Any, _obj: Any, c: Any) -> NativeValue:
    return NativeValue(c.context.get_dummy_value())


@lower_constant(Constant)
def _constant(context: Any, _builder: Any, _type: Any, _value: Any) -> Any:
    return context.get_dummy_value()


_compiled_methods: dict[Callable[..., Any], Any] = {}


def compiled_method(function: Callable[..., Any]) -> Any:
    """The dispatcher of a rule or an agent's method, made once."""
    if function not in _compiled_methods:
        _compiled_methods[function] = numba.njit(**INLINED)(function)
    return _compiled_methods[function]


_lowered: set[str] = set()


def _lower_method(name: str) -> None:
    """Teach Numba to call a method of this name on a Constant."""
    if name in _lowered:
        return
    _lowered.add(name)

    @lower_builtin((Constant, name), Constant, types.VarArg(types.Any))
    def call(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        function = getattr(type(sig.args[0].thing), name)
        dispatcher = types.Dispatcher(compiled_method(function))
        implementation = context.get_function(dispatcher, sig)
        result = implementation(builder, args)
        context.add_linking_libs(getattr(implementation, "libs", ()))
        return result


@infer_getattr
class _ConstantAttribute(AttributeTemplate):
    key = Constant

    def generic_resolve(self, constant: Constant, name: str) -> Any:
        cls = type(constant.thing)
        static = inspect.getattr_static(cls, name, None)
        if inspect.isfunction(static):
            return self._method(constant, name, static)
        if name in constant.at_run_time:
            raise numba.TypingError(
                f"the parameter `{name}` is kept in `me`: read it as `me.{name}`, not `self.{name}`"
            )
        if not hasattr(constant.thing, name):
            raise numba.TypingError(f"{cls.__name__} has no option or method `{name}`")
        return _type_of_constant(getattr(constant.thing, name))

    def _method(self, constant: Constant, name: str, function: Callable[..., Any]) -> Any:
        _lower_method(name)
        dispatcher = types.Dispatcher(compiled_method(function))

        class Method(AbstractTemplate):  # type: ignore[misc]
            key = (Constant, name)

            def generic(self, args: Any, kws: Any) -> Any:
                sig = dispatcher.get_call_type(self.context, (constant, *args), kws)
                return sig.as_method() if sig is not None else None

        return types.BoundFunction(Method, constant)


def _type_of_constant(value: Any) -> Any:
    return types.unliteral(numba.typeof(value))


@lower_getattr_generic(Constant)
def _attribute(context: Any, builder: Any, constant: Constant, value: Any, name: str) -> Any:
    found = getattr(constant.thing, name)
    kind = _type_of_constant(found)
    if isinstance(kind, types.BaseTuple):
        parts = [
            context.get_constant_generic(builder, t, v) for t, v in zip(kind, found, strict=True)
        ]
        return (
            cgutils.pack_struct(builder, parts)
            if not isinstance(kind, types.UniTuple)
            else cgutils.pack_array(builder, parts)
        )
    return context.get_constant_generic(builder, kind, found)
