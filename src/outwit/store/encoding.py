"""Blocks as bytes and back, equal to the bit.

Sums are all of int64, a few hundred of them. What groups scored (`record`) can be large and its
numbers are small: they are kept in the narrowest whole numbers that hold them, then compressed.
"""

from __future__ import annotations

import struct
import zlib
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
Layout = list[tuple[str, tuple[int, ...]]]

WIDTHS = (1, 2, 4, 8)
_HEAD = struct.Struct("<BQII")
"""Bytes of a number, then the shape."""


def pack_sums(sums: Array) -> bytes:
    """A record of `loop.sums_type`, compressed."""
    return zlib.compress(sums.tobytes(), 1)


def unpack_sums(data: bytes, kind: np.dtype[Any]) -> Array:
    """The record again, of the dtype it had."""
    found: Array = np.frombuffer(zlib.decompress(data), kind)[0]
    return found


def layout_of(kind: np.dtype[Any]) -> Layout:
    """Names and shapes of sums, so that they can be read without their game."""
    return [(name, kind[name].shape) for name in kind.names or ()]


def kind_of(layout: Layout) -> np.dtype[Any]:
    """The dtype of a layout."""
    return np.dtype([(name, np.int64, tuple(shape)) for name, shape in layout])


def pack_record(record: Array) -> bytes:
    """What groups scored; nothing where nothing was recorded. Shape: (groups, scores, seats)."""
    if not len(record):
        return b""
    low, high = int(record.min()), int(record.max())
    width = next(w for w in WIDTHS if -(1 << 8 * w - 1) <= low and high < 1 << 8 * w - 1)
    head = _HEAD.pack(width, *record.shape)
    return head + zlib.compress(record.astype(f"<i{width}").tobytes(), 1)


def unpack_record(data: bytes, scores: int, seats: int) -> Array:
    """The array again, of int64. Shape: (groups, scores, seats)."""
    if not data:
        return np.zeros((0, scores, seats), np.int64)
    width, *shape = _HEAD.unpack_from(data)
    numbers = np.frombuffer(zlib.decompress(data[_HEAD.size :]), f"<i{width}")
    return numbers.reshape(shape).astype(np.int64)


__all__ = [
    "kind_of",
    "layout_of",
    "pack_record",
    "pack_sums",
    "unpack_record",
    "unpack_sums",
]
