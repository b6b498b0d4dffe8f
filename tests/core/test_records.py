"""Records and their mirror: what rules written in plain Python see of a state."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit.core.errors import RuleError
from outwit.core.records import (
    Mirror,
    MirrorArray,
    aligned_type,
    blank,
    bytes_of,
    data_of,
    describe,
    record_type,
)

FIELDS = [
    ("small", np.int8),
    ("wide", np.int64),
    ("word", np.uint64),
    ("real", np.float64),
    ("row", np.int8, (3,)),
    ("grid", np.int16, (2, 2)),
    ("inner", [("a", np.int8), ("b", np.int32)]),
    ("many", [("a", np.int8), ("b", np.int32)], (2,)),
]


def record() -> Any:
    return blank(record_type(FIELDS))


def test_packed_and_aligned() -> None:
    assert record_type([("a", np.int8), ("b", np.int64)]).itemsize == 9
    assert aligned_type([("a", np.int8), ("b", np.int64)]).itemsize == 16
    assert record_type([]).itemsize == 1


def test_fields_are_plain_python_numbers() -> None:
    r = record()
    r.small, r.wide, r.real = 100, 2**40, 0.5
    assert (type(r.small), type(r.wide), type(r.real)) == (int, int, float)
    assert r.small + r.small == 200  # where NumPy's int8 would wrap
    r.row[1] = 127
    assert r.row[1] + 1 == 128


def test_nested_records_and_arrays_are_views() -> None:
    r = record()
    r.inner.a += 3
    r.many[1].b -= 70_000
    r.grid[1, 0] = 5
    r.grid[0][1] = 6
    r.row.fill(2)
    assert (r.inner.a, r.many[1].b) == (3, -70_000)
    assert r.grid[1, 0] == r.grid[1][0] == 5
    assert list(r.row) == [2, 2, 2]
    assert [each.b for each in r.many] == [0, -70_000]
    assert data_of(r)["grid"].tolist() == [[0, 6], [5, 0]]
    assert len(r.many) == 2
    assert np.asarray(r.row).sum() == 6


@given(st.integers())
@pytest.mark.parametrize(("name", "kind"), [("small", np.int8), ("wide", np.int64)])
def test_a_value_that_fits_is_kept_and_any_other_refused(
    name: str, kind: type[np.signedinteger[Any]], value: int
) -> None:
    r = record()
    bounds = np.iinfo(kind)
    if bounds.min <= value <= bounds.max:
        setattr(r, name, value)
        assert getattr(r, name) == value
    else:
        with pytest.raises(RuleError, match=f"field `{name}` of type {kind.__name__}"):
            setattr(r, name, value)
        assert getattr(r, name) == 0


def test_what_compiled_code_would_cut_off_is_refused() -> None:
    r = record()
    with pytest.raises(RuleError, match="takes whole numbers from -128 to 127"):
        r.small = 128
    with pytest.raises(RuleError, match=r"cannot hold 0\.5"):
        r.small = 0.5
    with pytest.raises(RuleError, match="cannot hold -1"):
        r.word = -1
    with pytest.raises(RuleError, match="an entry of an array of type int8 cannot hold 300"):
        r.row[0] = 300
    with pytest.raises(RuleError, match="cannot hold 300"):
        r.row = np.array([1, 2, 300])
    r.small = np.int64(-128)
    r.row = np.array([1, 2, 3])
    assert (r.small, list(r.row)) == (-128, [1, 2, 3])


def test_an_unknown_field_is_named_with_those_there_are() -> None:
    r = record()
    with pytest.raises(AttributeError, match="field `smal` does not exist; there are: small, wide"):
        _ = r.smal
    with pytest.raises(AttributeError, match="field `smal` does not exist"):
        r.smal = 1


def test_bytes_copies_and_words() -> None:
    one, other = record(), record()
    one.many[0].b = 7
    assert bytes_of(one) != bytes_of(other)
    other.many = one.many
    assert bytes_of(one) == bytes_of(other)
    other.inner = one.many[0]
    assert other.inner.b == 7
    again = pickle.loads(pickle.dumps(one))
    assert bytes_of(again) == bytes_of(one)
    assert "inner=(a=0, b=0)" in repr(one)
    assert repr(one.row) == "[0, 0, 0]"
    assert describe(record_type(FIELDS[:2]), "table") == "TABLE has: small, wide."


def test_a_mirror_of_one_of_many_writes_through() -> None:
    rows = np.zeros(3, record_type(FIELDS))
    Mirror(rows[1, ...]).small = 9
    assert rows["small"].tolist() == [0, 9, 0]
    assert isinstance(Mirror(rows[0, ...]).row, MirrorArray)
