"""Packed cards against lists of ranks."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from outwit.games.bluff_cards import held, lowest, packed, size, unpacked

COUNTS = st.lists(st.integers(0, 4), min_size=13, max_size=13)


@given(COUNTS.filter(any))
def test_packed_cards_tell_what_the_list_of_ranks_does(counts: list[int]) -> None:
    ranks = [rank for rank, many in enumerate(counts) for _ in range(many)]
    cards = packed(ranks)
    assert unpacked(cards) == ranks
    assert [held(cards, rank) for rank in range(13)] == counts
    assert size(cards) == len(ranks)
    assert lowest(cards) == min(ranks)
