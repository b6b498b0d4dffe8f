"""Records: the one kind of memory that rules and agents work on, and its plain Python mirror.

A state is one structured NumPy record. Compiled code sees a bare pointer to it. Uncompiled code
sees a `Mirror` of the same bytes: fields by attribute, nested records and arrays of records
included, so the same source runs in both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, TypeAlias

import numpy as np

from outwit.core.errors import RuleError

# Records have no static type: their fields come from lists. The names say which part is meant.
State: TypeAlias = Any
Table: TypeAlias = Any
Own: TypeAlias = Any
Hidden: TypeAlias = Any
Menu: TypeAlias = Any
Rng: TypeAlias = Any
Me: TypeAlias = Any
Who: TypeAlias = Any

Field: TypeAlias = tuple[Any, ...]
"""(name, type) or (name, type, shape); a type may be a list of fields again."""
Fields: TypeAlias = Sequence[Field]


def record_type(fields: Fields) -> np.dtype[Any]:
    """The packed dtype of a list of fields; an empty list gets one byte that stays zero.

    Packed, because padding is not information: two sets that differ in it would be told apart.
    """
    return np.dtype([_field(f) for f in fields] or [("nothing", np.int8)])


def aligned_type(fields: Fields) -> np.dtype[Any]:
    """Like `record_type`, each field at its natural address: for memory that is never compared."""
    return np.dtype([_field(f, align=True) for f in fields] or [("nothing", np.int8)], align=True)


def _field(field: Field, *, align: bool = False) -> Field:
    name, kind, *shape = field
    if isinstance(kind, list):
        kind = aligned_type(kind) if align else record_type(kind)
    return (name, kind, *shape)


class Mirror:
    """A record in plain Python: `state.table.bids += 1` works on the same bytes."""

    __slots__ = ("_data",)
    _data: np.ndarray[Any, Any]

    def __init__(self, data: np.ndarray[Any, Any]) -> None:
        object.__setattr__(self, "_data", data)

    def __getattr__(self, name: str) -> Any:
        data = self._data
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            value = data[name]
        except (ValueError, KeyError):
            raise AttributeError(_no_field(name, data.dtype)) from None
        return _mirrored(value)

    def __setattr__(self, name: str, value: Any) -> None:
        names = self._data.dtype.names or ()
        if name not in names:
            raise AttributeError(_no_field(name, self._data.dtype))
        self._data[name] = _fitting(value, self._data.dtype[name], name)

    def __repr__(self) -> str:
        parts = (f"{n}={getattr(self, n)!r}" for n in self._data.dtype.names or ())
        return f"({', '.join(parts)})"

    def __reduce__(self) -> Any:
        return Mirror, (self._data,)


class MirrorArray(Sequence[Any]):
    """An array inside a record: elements are records by attribute, or plain Python numbers.

    Plain numbers, because compiled code computes with 64 bits where NumPy's int8 would wrap.
    Anything else an array can do (`fill`, `sum`, ...) is the array's own.
    """

    __slots__ = ("_data",)

    def __init__(self, data: np.ndarray[Any, Any]) -> None:
        self._data = data

    def __len__(self) -> int:
        return len(self._data)

    def __getitem__(self, index: Any) -> Any:
        # `[i, ...]` keeps a view where `[i]` would copy a record out.
        index = index if isinstance(index, tuple) else (index,)
        return _mirrored(self._data[(*index, ...)])

    def __setitem__(self, index: Any, value: Any) -> None:
        self._data[index] = _fitting(value, self._data.dtype, "")

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "_data":
            raise AttributeError(name)
        return getattr(self._data, name)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        return np.array(self._data, dtype=dtype) if copy else np.asarray(self._data, dtype=dtype)

    def __repr__(self) -> str:
        return repr(self._data.tolist()) if self._data.dtype.names is None else repr(list(self))


def _mirrored(value: np.ndarray[Any, Any]) -> Any:
    if value.ndim > 0:
        return MirrorArray(value)
    return value.item() if value.dtype.names is None else Mirror(value)


def _fitting(value: Any, dtype: np.dtype[Any], name: str) -> Any:
    """A value on its way into a field; compiled code would cut off silently what does not fit."""
    if isinstance(value, (Mirror, MirrorArray)):
        return value._data
    kind = dtype.base
    if kind.kind not in "iu":
        return value
    if isinstance(value, (int, float, np.number)):
        low, high = _bounds(kind)
        if not low <= value <= high or value != int(value):
            raise RuleError(_no_room(value, kind, name))
    elif isinstance(value, np.ndarray) and value.dtype != kind:
        for entry in value.flat:
            _fitting(entry, kind, name)
    return value


@cache
def _bounds(kind: np.dtype[Any]) -> tuple[int, int]:
    info = np.iinfo(kind)
    return int(info.min), int(info.max)


def _no_room(value: Any, kind: np.dtype[Any], name: str) -> str:
    field = f"field `{name}`" if name else "an entry of an array"
    low, high = _bounds(kind)
    takes = f"it takes whole numbers from {low} to {high}"
    return f"{field} of type {kind.name} cannot hold {value!s}: {takes}."


def _no_field(name: str, dtype: np.dtype[Any]) -> str:
    return f"field `{name}` does not exist; there are: {', '.join(dtype.names or ())}"


def blank(dtype: np.dtype[Any]) -> Mirror:
    """A new record of zeros."""
    return Mirror(np.zeros((), dtype))


def data_of(record: Mirror) -> np.ndarray[Any, Any]:
    """The bytes behind a mirror, as a zero-dimensional structured array."""
    return record._data


def bytes_of(record: Mirror) -> bytes:
    """A record as bytes: two records with equal bytes are the same information."""
    return record._data.tobytes()


def describe(dtype: np.dtype[Any], what: str) -> str:
    """'TABLE has: bids, pot, turn.'"""
    return f"{what.upper()} has: {', '.join(dtype.names or ())}."
