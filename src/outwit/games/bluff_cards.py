"""Packed cards: how many of each rank, in one whole number."""

from __future__ import annotations

from outwit.core.rule import compiled

BITS = 4
"""Packed cards count each rank in this many bits, Aces lowest: 0x20001 is an Ace, two Fives."""
EACH = int("1" * 13, 16)
"""A one in each field."""
GUARD = 8 * EACH
"""The top bit of each field, which no count up to 4 uses."""
EVEN = int("0F" * 7, 16)
SUM = int("01" * 7, 16)


@compiled
def held(cards: int, rank: int) -> int:
    """How many of a rank there are in packed cards."""
    return (cards >> (BITS * rank)) & 15


@compiled
def only(cards: int, rank: int) -> int:
    """Those of the packed cards that are of a rank."""
    return cards & (15 << (BITS * rank))


@compiled
def size(cards: int) -> int:
    """How many packed cards there are: neighbouring fields are added, then all at once."""
    pairs = (cards & EVEN) + ((cards >> BITS) & EVEN)
    return ((pairs * SUM) >> 48) & 0xFF


@compiled
def lowest(cards: int) -> int:
    """The lowest rank there is among packed cards: how many fields lie below their last bit."""
    below = (cards & -cards) - 1
    return size((below & GUARD) >> (BITS - 1))


def unpacked(cards: int) -> list[int]:
    """The ranks of packed cards, rising."""
    return [rank for rank in range(13) for _ in range(held(cards, rank))]


def packed(ranks: list[int]) -> int:
    """Ranks as packed cards."""
    return sum(1 << (BITS * rank) for rank in ranks)


def handfuls(ranks: int, suits: int, most: int) -> int:
    """How many different choices of one to `most` cards a pack has."""
    ways = [1] + [0] * most
    for _ in range(ranks):
        ways = [sum(ways[n - k] for k in range(min(n, suits) + 1)) for n in range(most + 1)]
    return sum(ways[1:])
