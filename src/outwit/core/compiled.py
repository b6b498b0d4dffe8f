"""The compiled side of the core: menus, helpers, records at addresses, calls by address.

Each function that rules and agents may call from `outwit` is plain Python where they run
uncompiled, and one of these, or of `compiled_generator`, where they are compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.extending import intrinsic, lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.np import numpy_support

from outwit.core.compiled_generator import over
from outwit.core.constant import Constant
from outwit.core.game import blank_menu, menu_type
from outwit.core.records import aligned_type, record_type
from outwit.core.rule import HELPERS

# Records on the stack ------------------------------------------------------------------------


def numba_record(dtype: np.dtype[Any]) -> Any:
    """The Numba type of a structured dtype."""
    return numpy_support.from_dtype(dtype)


@infer_global(blank_menu)
class _BlankMenu(AbstractTemplate):  # type: ignore[misc]
    key = blank_menu

    def generic(self, args: Any, kws: Any) -> Any:
        (game,) = args
        if not isinstance(game, Constant):
            return None
        return signature(numba_record(menu_type(game.thing.moves)), game)


@lower_builtin(blank_menu, Constant)
def _blank_menu(context: Any, builder: Any, sig: Any, _args: Any) -> Any:
    words = (sig.return_type.size + 7) // 8
    place = cgutils.alloca_once(builder, ir.ArrayType(ir.IntType(64), words))
    return builder.bitcast(place, context.get_value_type(sig.return_type))


def record_reader(dtype: np.dtype[Any]) -> Any:
    """An intrinsic `read(address)`: the record of this type that lies there."""
    record = numba_record(dtype)

    @intrinsic
    def read(typingctx: Any, address: Any) -> Any:
        def codegen(context: Any, builder: Any, _sig: Any, args: Any) -> Any:
            return builder.inttoptr(args[0], context.get_value_type(record))

        return record(types.intp), codegen

    return read


@intrinsic
def clear_bytes(typingctx: Any, address: Any, size: Any) -> Any:
    """Zero `size` bytes at an address."""

    def codegen(context: Any, builder: Any, _sig: Any, args: Any) -> Any:
        pointer = builder.inttoptr(args[0], ir.IntType(8).as_pointer())
        cgutils.memset(builder, pointer, args[1], 0)
        return context.get_dummy_value()

    return types.void(types.intp, types.intp), codegen


@intrinsic
def copy_record(typingctx: Any, target: Any, source: Any) -> Any:
    """Copy a record over another of the same type."""

    def codegen(context: Any, builder: Any, _sig: Any, args: Any) -> Any:
        byte = ir.IntType(8).as_pointer()
        cgutils.raw_memcpy(
            builder,
            builder.bitcast(args[0], byte),
            builder.bitcast(args[1], byte),
            context.get_constant(types.intp, target.size),
            1,
        )
        return context.get_dummy_value()

    return types.void(target, source), codegen


@intrinsic
def read_flag(typingctx: Any, address: Any) -> Any:
    """A 64-bit flag that another thread may set: read anew each time."""

    def codegen(context: Any, builder: Any, _sig: Any, args: Any) -> Any:
        pointer = builder.inttoptr(args[0], ir.IntType(64).as_pointer())
        flag = builder.load(pointer)
        flag.volatile = True
        return flag

    return types.int64(types.intp), codegen


@intrinsic
def address_of(typingctx: Any, record: Any) -> Any:
    """Where a record lies."""

    def codegen(context: Any, builder: Any, _sig: Any, args: Any) -> Any:
        return builder.ptrtoint(args[0], ir.IntType(64))

    return types.intp(record), codegen


def caller(result: Any, arguments: tuple[Any, ...]) -> Any:
    """An intrinsic `call(address, *arguments)` in Numba's own calling convention.

    0.9 ns a call, and exceptions of the callee reach the caller. A record whose type the caller
    does not know (an agent's `me`) is declared as `types.voidptr` and passed as its address.
    """
    given = tuple(types.intp if a == types.voidptr else a for a in arguments)

    @intrinsic
    def call(typingctx: Any, address: Any, args: Any) -> Any:
        sig = result(types.intp, types.Tuple(given))

        def codegen(context: Any, builder: Any, _sig: Any, values: Any) -> Any:
            convention = context.call_conv
            function_type = convention.get_function_type(result, arguments)
            function = builder.inttoptr(values[0], function_type.as_pointer())
            actual = cgutils.unpack_tuple(builder, values[1], len(arguments))
            actual = [
                builder.inttoptr(value, cgutils.voidptr_t) if kind == types.voidptr else value
                for kind, value in zip(arguments, actual, strict=True)
            ]
            status, value = convention.call_function(builder, function, result, arguments, actual)
            with cgutils.if_unlikely(builder, status.is_error):
                convention.return_status_propagate(builder, status)
            return value if result != types.none else context.get_dummy_value()

        return sig, codegen

    return call


# Helpers of users ----------------------------------------------------------------------------

_registered: set[Any] = set()


def register_helpers() -> None:
    """Give Numba every helper marked `@compiled` so far."""
    for function in HELPERS:
        if function not in _registered:
            _registered.add(function)
            _register(function)


def _register(function: Callable[..., Any]) -> None:
    @over(function)
    def _(*_args: Any, **_kws: Any) -> Any:
        return function


__all__ = [
    "address_of",
    "aligned_type",
    "caller",
    "clear_bytes",
    "copy_record",
    "numba_record",
    "read_flag",
    "record_reader",
    "record_type",
    "register_helpers",
]
