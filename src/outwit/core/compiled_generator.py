"""The generator as machine code: each function of `generator.py`, written as LLVM instructions.

Every game calls these, so they are built without Numba's own pipeline: that saves about a second
of each first start. The tests hold them to the plain Python originals, bit for bit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.extending import lower_builtin, overload
from numba.core.typing.templates import AbstractTemplate, infer_global, signature

from outwit.core import generator
from outwit.core.constant import INLINED

I64, I128 = ir.IntType(64), ir.IntType(128)
Codegen = Callable[[Any, Any, Any, Any], Any]


def over(function: Callable[..., Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Say what stands for a plain Python function in compiled code."""
    return overload(function, jit_options=INLINED, strict=False)  # type: ignore[no-any-return]


def instructions(function: Callable[..., Any], result: Any) -> Callable[[Codegen], Codegen]:
    """Say which instructions stand for a plain Python function: nothing is left to compile."""

    def register(codegen: Codegen) -> Codegen:
        class Template(AbstractTemplate):  # type: ignore[misc]
            key = function

            def generic(self, args: Any, kws: Any) -> Any:
                return None if kws else signature(result, *args)

        infer_global(function)(Template)
        lower_builtin(function, types.VarArg(types.Any))(codegen)
        return codegen

    return register


def _state(builder: Any, record: Any) -> list[Any]:
    """Pointers to the four words of a generator."""
    words = builder.bitcast(record, I64.as_pointer())
    return [builder.gep(words, [ir.IntType(32)(i)], inbounds=True) for i in range(4)]


def _rotate(b: Any, x: Any, k: int) -> Any:
    return b.or_(b.shl(x, I64(k)), b.lshr(x, I64(64 - k)))


def _mix(b: Any, z: Any) -> Any:
    z = b.mul(b.xor(z, b.lshr(z, I64(30))), I64(generator.MIX1))
    z = b.mul(b.xor(z, b.lshr(z, I64(27))), I64(generator.MIX2))
    return b.xor(z, b.lshr(z, I64(31)))


def _next64(b: Any, record: Any) -> Any:
    places = _state(b, record)
    s0, s1, s2, s3 = map(b.load, places)
    result = b.add(_rotate(b, b.add(s0, s3), 23), s0)
    t = b.shl(s1, I64(17))
    s2 = b.xor(s2, s0)
    s3 = b.xor(s3, s1)
    s1 = b.xor(s1, s2)
    s0 = b.xor(s0, s3)
    s2 = b.xor(s2, t)
    s3 = _rotate(b, s3, 45)
    for word, place in zip((s0, s1, s2, s3), places, strict=True):
        b.store(word, place)
    return result


@instructions(generator.seed_stream, types.none)
def _seed_stream(context: Any, b: Any, sig: Any, args: Any) -> Any:
    record, *numbers = args
    seed, stream = (
        context.cast(b, n, t, types.uint64) for n, t in zip(numbers, sig.args[1:], strict=True)
    )
    start = _mix(b, b.add(seed, I64(generator.GOLDEN)))
    z = b.add(start, b.mul(stream, I64(generator.STREAM)))
    for i, place in enumerate(_state(b, record)):
        step = I64((i + 1) * generator.GOLDEN & generator.MASK)
        b.store(_mix(b, b.add(z, step)), place)
    return context.get_dummy_value()


@instructions(generator.next64, types.uint64)
def _random_word(_context: Any, b: Any, _sig: Any, args: Any) -> Any:
    return _next64(b, args[0])


@instructions(generator.bits53, types.int64)
def _bits53(_context: Any, b: Any, _sig: Any, args: Any) -> Any:
    return b.lshr(_next64(b, args[0]), I64(11))


@instructions(generator.uniform, types.float64)
def _uniform(_context: Any, b: Any, _sig: Any, args: Any) -> Any:
    bits = b.lshr(_next64(b, args[0]), I64(11))
    return b.fmul(b.uitofp(bits, ir.DoubleType()), ir.DoubleType()(2.0**-53))


@instructions(generator.below, types.int64)
def _below(context: Any, b: Any, sig: Any, args: Any) -> Any:
    record = args[0]
    size = context.cast(b, args[1], sig.args[1], types.uint64)
    product = cgutils.alloca_once(b, I128)

    def draw() -> None:
        b.store(b.mul(b.zext(_next64(b, record), I128), b.zext(size, I128)), product)

    def low() -> Any:
        return b.trunc(b.load(product), I64)

    draw()
    with b.if_then(b.icmp_unsigned("<", low(), size), likely=False):
        again, done = b.append_basic_block("again"), b.append_basic_block("done")
        threshold = b.urem(b.sub(I64(0), size), size)
        b.cbranch(b.icmp_unsigned("<", low(), threshold), again, done)
        b.position_at_end(again)
        draw()
        b.cbranch(b.icmp_unsigned("<", low(), threshold), again, done)
        b.position_at_end(done)
    return b.trunc(b.lshr(b.load(product), I128(64)), I64)


@over(generator.shuffle)
def _(rng: Any, items: Any, n: Any) -> Any:
    return generator.shuffle
