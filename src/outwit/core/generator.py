"""The generator: xoshiro256++ in a record, one stream for chance and one for every seat.

Game i of a run depends on (seed, i) alone, so results do not depend on threads, blocks,
processes or machines; an agent that draws more never changes the deal.

Every function here exists twice: in plain Python integers, as written in this file, and compiled
(`outwit.core.compiled_generator`). The tests hold both to the published vectors of its authors.

Blackman and Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS 47 (2021);
Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019);
Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014 (the mix).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from outwit.core.records import Mirror, Rng, blank

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
"""The odd constant nearest to 2^64 over the golden ratio: splitmix64's step."""
STREAM = 0xD1342543DE82EF95
"""An odd constant (the multiplier of a good 64-bit congruential generator) that spreads streams."""
MIX1, MIX2 = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
"""The multipliers of splitmix64's mix."""
ORDERS = 0xA0761D6478BD642F
"""Added to the seed for the streams that shuffle seats, so that they touch no deal."""

RNG = np.dtype([("s0", np.uint64), ("s1", np.uint64), ("s2", np.uint64), ("s3", np.uint64)])


def mix(z: int) -> int:
    """splitmix64's finaliser: a bijection on 64 bits that lets every bit touch every bit."""
    z &= MASK
    z = ((z ^ (z >> 30)) * MIX1) & MASK
    z = ((z ^ (z >> 27)) * MIX2) & MASK
    return z ^ (z >> 31)


def seed_stream(rng: Rng, seed: int, stream: int) -> None:
    """Set a generator to the start of a stream of a run."""
    z = (mix((seed + GOLDEN) & MASK) + stream * STREAM) & MASK
    rng.s0 = mix(z + GOLDEN)
    rng.s1 = mix(z + 2 * GOLDEN)
    rng.s2 = mix(z + 3 * GOLDEN)
    rng.s3 = mix(z + 4 * GOLDEN)


def chance_stream(seats: int, deal: int) -> int:
    """The stream of chance in a deal; those of seats 0, 1, ... follow it."""
    return (seats + 1) * deal


def new_rng(seed: int = 0, stream: int = 0) -> Mirror:
    """A generator of one's own, for plain Python."""
    rng = blank(RNG)
    seed_stream(rng, seed, stream)
    return rng


def _rotl(x: int, k: int) -> int:
    return ((x << k) | (x >> (64 - k))) & MASK


def next64(rng: Rng) -> int:
    """The next 64 random bits."""
    s0, s1, s2, s3 = rng.s0, rng.s1, rng.s2, rng.s3
    result = (_rotl((s0 + s3) & MASK, 23) + s0) & MASK
    t = (s1 << 17) & MASK
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= t
    s3 = _rotl(s3, 45)
    rng.s0, rng.s1, rng.s2, rng.s3 = s0, s1, s2, s3
    return int(result)


def below(rng: Rng, n: int) -> int:
    """A whole number from 0 to n - 1, all equally likely (Lemire's method, with rejection)."""
    product = next64(rng) * n
    low = product & MASK
    if low < n:
        threshold = ((1 << 64) - n) % n
        while low < threshold:
            product = next64(rng) * n
            low = product & MASK
    return product >> 64


def bits53(rng: Rng) -> int:
    """A whole number of 53 random bits: a continuous draw, kept exact as a move."""
    return next64(rng) >> 11


def uniform(rng: Rng) -> float:
    """A number from [0, 1), a multiple of 2^-53."""
    return bits53(rng) * 2.0**-53


def shuffle(rng: Rng, items: Any, n: int) -> None:
    """Put the first n items of an array into a random order."""
    for i in range(n - 1, 0, -1):
        j = below(rng, i + 1)
        items[i], items[j] = items[j], items[i]
