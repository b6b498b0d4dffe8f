"""Blocks as bytes and back: the same array, whatever numbers it holds, and small where they are."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import outwit
from outwit.play.loop import sums_type
from outwit.store.encoding import (
    kind_of,
    layout_of,
    pack_record,
    pack_sums,
    unpack_record,
    unpack_sums,
)

EDGES = st.sampled_from([k * 2**b + d for b in (7, 15, 31, 63) for k in (-1, 1) for d in (-1, 0)])
NUMBERS = EDGES.filter(lambda n: -(2**63) <= n < 2**63) | st.integers(-(2**63), 2**63 - 1)


@given(
    st.integers(0, 6).flatmap(
        lambda n: arrays.arrays(np.int64, (n, 2, 3), elements=NUMBERS | st.integers(-3, 3))
    )
)
def test_records_come_back(record: np.ndarray) -> None:
    back = unpack_record(pack_record(record), 2, 3)
    assert back.dtype == np.int64
    assert back.shape == record.shape
    assert back.tobytes() == record.tobytes()


@given(st.lists(NUMBERS, min_size=1, max_size=20))
def test_sums_come_back(numbers: list[int]) -> None:
    kind = sums_type(outwit.game("leduc"))
    words = np.resize(np.array(numbers, np.int64), kind.itemsize // 8)
    sums = words.view(kind)[0]
    back = unpack_sums(pack_sums(sums), kind_of(layout_of(kind)))
    assert back.dtype == kind
    assert back.tobytes() == sums.tobytes()


def test_a_record_of_small_scores_takes_less_than_a_byte_a_number() -> None:
    record = np.random.default_rng(1).integers(-2, 3, (10_000, 2, 2))
    assert len(pack_record(record)) < record.size
