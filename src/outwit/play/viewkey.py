"""A 64-bit key of what a seat sees: the same number compiled and in plain Python.

The key of an information set is a hash of (seat, table bytes, own bytes). The tree builder
compares the bytes behind equal keys, so a collision costs it time, never truth; who looks up by
key alone must make sure that the keys of a tree differ.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.extending import intrinsic, overload

from outwit.core.constant import INLINED
from outwit.core.generator import MASK
from outwit.core.records import bytes_of

# Changes whenever the key does: cached machine code goes by this, not by the intrinsic's text.
FACTOR = 0x9FB21C651E98DF25
SHIFT = 29


def view_key(table: Any, own: Any, seat: int) -> int:
    """The key of what `seat` sees."""
    key = absorb(seat + 1, bytes_of(table))
    return absorb(absorb(key, bytes_of(own)), bytes([seat + 1]))


def absorb(key: int, data: bytes) -> int:
    """Mix bytes into a key, eight at a time, the last ones padded with zeros."""
    for i in range(0, len(data), 8):
        key = _round(key, int.from_bytes(data[i : i + 8], "little"))
    return key


def _round(key: int, word: int) -> int:
    key = ((key ^ word) * FACTOR) & MASK
    return key ^ (key >> SHIFT)


def _emit_round(b: Any, key: Any, word: Any) -> Any:
    """`_round` as machine code."""
    i64 = ir.IntType(64)
    key = b.mul(b.xor(key, word), i64(FACTOR))
    return b.xor(key, b.lshr(key, i64(SHIFT)))


def _emit_absorb(b: Any, key: Any, record: Any, size: int) -> Any:
    """`absorb` over the bytes of a record, unrolled."""
    i64 = ir.IntType(64)
    start = b.ptrtoint(record, i64)
    for i in range(0, size, 8):
        width = min(8, size - i)
        place = b.inttoptr(b.add(start, i64(i)), ir.IntType(8 * width).as_pointer())
        word = b.load(place, align=1)
        key = _emit_round(b, key, b.zext(word, i64) if width < 8 else word)
    return key


@intrinsic
def _key(typingctx: Any, table: Any, own: Any, seat: Any) -> Any:
    def codegen(_context: Any, b: Any, _sig: Any, args: Any) -> Any:
        first = b.add(args[2], ir.IntType(64)(1))
        key = _emit_absorb(b, first, args[0], table.size)
        return _emit_round(b, _emit_absorb(b, key, args[1], own.size), first)

    return types.uint64(table, own, types.int64), codegen


@overload(view_key, jit_options=INLINED, strict=False)
def _(table: Any, own: Any, seat: Any) -> Any:
    if not (isinstance(table, types.Record) and isinstance(own, types.Record)):
        return None
    return lambda table, own, seat: _key(table, own, seat)
