"""The compiled side of the core: generator, menus, helpers, calls by address.

Each function that rules and agents may call from `outwit` is plain Python where they run
uncompiled, and one of these where they are compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.extending import intrinsic, overload
from numba.np import numpy_support

from outwit.core import generator
from outwit.core.constant import INLINED, Constant
from outwit.core.game import blank_menu, menu_type
from outwit.core.records import aligned_type, record_type
from outwit.core.rule import HELPERS

U = np.uint64
_GOLDEN, _STREAM = U(generator.GOLDEN), U(generator.STREAM)
_MIX1, _MIX2 = U(0xBF58476D1CE4E5B9), U(0x94D049BB133111EB)
_S30, _S27, _S31, _S11, _S17, _S23, _S41, _S45, _S19, _S64 = map(
    U, (30, 27, 31, 11, 17, 23, 41, 45, 19, 64)
)


def _overload(function: Callable[..., Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    return overload(function, jit_options=INLINED, strict=False)  # type: ignore[no-any-return]


# Generator -----------------------------------------------------------------------------------


def _mix(z):  # type: ignore[no-untyped-def]
    z = (z ^ (z >> _S30)) * _MIX1
    z = (z ^ (z >> _S27)) * _MIX2
    return z ^ (z >> _S31)


@_overload(generator.mix)
def _(z: Any) -> Any:
    return _mix


@_overload(generator.seed_stream)
def _(rng: Any, seed: Any, stream: Any) -> Any:
    mix = generator.mix

    def impl(rng, seed, stream):  # type: ignore[no-untyped-def]
        z = mix(U(seed) + _GOLDEN) + U(stream) * _STREAM
        rng.s0 = mix(z + _GOLDEN)
        rng.s1 = mix(z + U(2) * _GOLDEN)
        rng.s2 = mix(z + U(3) * _GOLDEN)
        rng.s3 = mix(z + U(4) * _GOLDEN)

    return impl


@_overload(generator.next64)
def _(rng: Any) -> Any:
    def impl(rng):  # type: ignore[no-untyped-def]
        s0, s1, s2, s3 = rng.s0, rng.s1, rng.s2, rng.s3
        x = s0 + s3
        result = ((x << _S23) | (x >> _S41)) + s0
        t = s1 << _S17
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= t
        s3 = (s3 << _S45) | (s3 >> _S19)
        rng.s0 = s0
        rng.s1 = s1
        rng.s2 = s2
        rng.s3 = s3
        return result

    return impl


@intrinsic
def _multiply(typingctx: Any, x: Any, y: Any) -> Any:
    """The 128-bit product of two 64-bit numbers, as (high, low)."""
    result = types.UniTuple(types.uint64, 2)

    def codegen(context: Any, builder: Any, _sig: Any, args: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        high = builder.trunc(builder.lshr(product, wide(64)), ir.IntType(64))
        return cgutils.pack_array(builder, [high, builder.trunc(product, ir.IntType(64))])

    return result(types.uint64, types.uint64), codegen


@_overload(generator.below)
def _(rng: Any, n: Any) -> Any:
    next64 = generator.next64

    def impl(rng, n):  # type: ignore[no-untyped-def]
        size = U(n)
        high, low = _multiply(next64(rng), size)
        if low < size:
            threshold = (U(0) - size) % size
            while low < threshold:
                high, low = _multiply(next64(rng), size)
        return np.int64(high)

    return impl


@_overload(generator.bits53)
def _(rng: Any) -> Any:
    next64 = generator.next64
    return lambda rng: np.int64(next64(rng) >> _S11)


@_overload(generator.uniform)
def _(rng: Any) -> Any:
    bits53 = generator.bits53
    return lambda rng: bits53(rng) * 2.0**-53


@_overload(generator.shuffle)
def _(rng: Any, items: Any, n: Any) -> Any:
    return generator.shuffle


@_overload(generator.chance_stream)
def _(seats: Any, deal: Any) -> Any:
    return generator.chance_stream


# Records on the stack ------------------------------------------------------------------------


def numba_record(dtype: np.dtype[Any]) -> Any:
    """The Numba type of a structured dtype."""
    return numpy_support.from_dtype(dtype)


def _stack_record(dtype: np.dtype[Any]) -> Any:
    record = numba_record(dtype)

    @intrinsic
    def new(typingctx: Any, game: Any) -> Any:
        def codegen(context: Any, builder: Any, _sig: Any, _args: Any) -> Any:
            place = cgutils.alloca_once(
                builder, ir.ArrayType(ir.IntType(64), (dtype.itemsize + 7) // 8)
            )
            return builder.bitcast(place, context.get_value_type(record))

        return record(game), codegen

    return new


@_overload(blank_menu)
def _(game: Any) -> Any:
    if not isinstance(game, Constant):
        return None
    new = _stack_record(menu_type(game.thing.moves))
    return lambda game: new(game)


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
    @_overload(function)
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
