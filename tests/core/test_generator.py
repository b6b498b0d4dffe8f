"""The generator, in plain Python and compiled: published vectors, uniformity, streams.

Seeds are fixed, so every test gives the same answer each time. For a generator without fault the
chance that a seed fails one of the chi-square tests below is 1e-9 each.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import chdtrc

from outwit.core import compiled as _registers_the_compiled_generator  # noqa: F401
from outwit.core.constant import JIT
from outwit.core.generator import (
    GOLDEN,
    MASK,
    RNG,
    below,
    bits53,
    chance_stream,
    mix,
    new_rng,
    next64,
    seed_stream,
    shuffle,
    uniform,
)
from outwit.core.records import Mirror, data_of

Words = np.ndarray[Any, np.dtype[np.uint64]]

ERROR = 1e-9

# Outputs of the reference C programs xoshiro256plusplus.c and splitmix64.c (prng.di.unimi.it), as
# printed in the tests of the crate rand_xoshiro (rust-random/rngs) for these states and seeds.
XOSHIRO_STATE = (1, 2, 3, 4)
XOSHIRO_WORDS = (
    41943041,
    58720359,
    3588806011781223,
    3591011842654386,
    9228616714210784205,
    9973669472204895162,
    14011001112246962877,
    12406186145184390807,
    15849039046786891736,
    10450023813501588000,
)
SPLITMIX_SEED = 1477776061723855037
SPLITMIX_WORDS = (
    1985237415132408290,
    2979275885539914483,
    13511426838097143398,
    8488337342461049707,
    15141737807933549159,
    17093170987380407015,
)
# The same program, seed 1234567: Rosetta Code, "Pseudo-random numbers/Splitmix64".
ROSETTA_SEED = 1234567
ROSETTA_WORDS = (
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
)


@numba.njit(**JIT)
def _words(rngs, out):  # type: ignore[no-untyped-def]
    for i in range(len(out)):
        out[i] = next64(rngs[0])


@numba.njit(**JIT)
def _below(rngs, n, out):  # type: ignore[no-untyped-def]
    for i in range(len(out)):
        out[i] = below(rngs[0], n)


@numba.njit(**JIT)
def _kth_words(rngs, seed, step, k, out):  # type: ignore[no-untyped-def]
    """Word k of streams 0, step, 2 step, ..."""
    for i in range(len(out)):
        seed_stream(rngs[0], seed, i * step)
        for _ in range(k):
            next64(rngs[0])
        out[i] = next64(rngs[0])


@numba.njit(**JIT)
def _one_of_each(rngs, items, out):  # type: ignore[no-untyped-def]
    out[0] = bits53(rngs[0])
    out[1] = uniform(rngs[0])
    shuffle(rngs[0], items, len(items))


@numba.njit(**JIT)
def _seeded(rngs, seed, stream):  # type: ignore[no-untyped-def]
    seed_stream(rngs[0], seed, stream)


def rng_of(state: tuple[int, ...]) -> Mirror:
    rng = new_rng()
    rng.s0, rng.s1, rng.s2, rng.s3 = state
    return rng


def compiled_rng(rng: Mirror) -> np.ndarray[Any, Any]:
    """The same generator where compiled code can take it. Shape: (1,)."""
    return data_of(rng).reshape(1).copy()


def p_of_counts(counts: np.ndarray[Any, Any], expected: Any) -> float:
    """The chance of counts at least so uneven."""
    square = float(((counts - expected) ** 2 / expected).sum())
    return float(chdtrc(len(counts) - 1, square))


def p_of_bytes(words: Words, shift: int) -> float:
    values = ((words >> np.uint64(shift)) & np.uint64(255)).astype(np.int64)
    return p_of_counts(np.bincount(values, minlength=256), len(words) / 256)


def p_of_pairs(words: Words, shift: int) -> float:
    """Four bits of each word beside those of the next: 256 cells, words taken two by two."""
    nibbles = ((words >> np.uint64(shift)) & np.uint64(15)).astype(np.int64)
    cells = 16 * nibbles[0::2] + nibbles[1::2]
    return p_of_counts(np.bincount(cells, minlength=256), len(cells) / 256)


class TestPublished:
    def test_words_in_plain_python(self) -> None:
        rng = rng_of(XOSHIRO_STATE)
        assert [next64(rng) for _ in XOSHIRO_WORDS] == list(XOSHIRO_WORDS)

    def test_words_compiled(self) -> None:
        out = np.zeros(len(XOSHIRO_WORDS), np.uint64)
        _words(compiled_rng(rng_of(XOSHIRO_STATE)), out)
        assert out.tolist() == list(XOSHIRO_WORDS)

    @pytest.mark.parametrize(
        ("seed", "words"), [(SPLITMIX_SEED, SPLITMIX_WORDS), (ROSETTA_SEED, ROSETTA_WORDS)]
    )
    def test_the_mix_is_that_of_splitmix64(self, seed: int, words: tuple[int, ...]) -> None:
        assert [mix(seed + (i + 1) * GOLDEN) for i in range(len(words))] == list(words)

    def test_a_stream_is_four_words_of_splitmix64(self) -> None:
        """Stream 0 of a seed: splitmix64 started at splitmix64's first word of that seed."""
        rng = new_rng(SPLITMIX_SEED, 0)
        start = SPLITMIX_WORDS[0]
        assert (rng.s0, rng.s1, rng.s2, rng.s3) == tuple(
            mix(start + k * GOLDEN) for k in range(1, 5)
        )


class TestBothSides:
    """Compiled and plain give the same bits."""

    @given(seed=st.integers(0, MASK), stream=st.integers(0, 2**62))
    def test_streams(self, seed: int, stream: int) -> None:
        there = np.zeros(1, RNG)
        _seeded(there, np.uint64(seed), stream)
        assert there.tobytes() == data_of(new_rng(seed, stream)).tobytes()

    @given(
        seed=st.integers(0, MASK),
        n=st.one_of(st.integers(1, 100), st.integers(1, 2**63 - 1), st.just(3 * 2**61)),
    )
    def test_below(self, seed: int, n: int) -> None:
        plain = new_rng(seed, 1)
        there, out = compiled_rng(plain), np.zeros(20, np.int64)
        _below(there, n, out)
        assert out.tolist() == [below(plain, n) for _ in range(20)]
        assert there.tobytes() == data_of(plain).tobytes()

    @given(seed=st.integers(0, MASK), size=st.integers(1, 60))
    def test_bits_uniform_and_shuffle(self, seed: int, size: int) -> None:
        plain = new_rng(seed, 2)
        there, out = compiled_rng(plain), np.zeros(2)
        items, same = np.arange(size), list(range(size))
        _one_of_each(there, items, out)
        assert out.tolist() == [bits53(plain), uniform(plain)]
        shuffle(plain, same, size)
        assert items.tolist() == same
        assert there.tobytes() == data_of(plain).tobytes()


class TestBelow:
    @pytest.mark.parametrize("n", [2, 3, 6, 10, 52, 1000])
    def test_every_number_is_as_likely(self, n: int) -> None:
        out = np.zeros(1_000_000, np.int64)
        _below(compiled_rng(new_rng(5, n)), n, out)
        assert out.min() == 0
        assert out.max() == n - 1
        assert p_of_counts(np.bincount(out, minlength=n), len(out) / n) > ERROR

    def test_rejection_evens_out_what_does_not_divide(self) -> None:
        """Of 3 x 2^61 values every third would come twice as often if nothing were rejected."""
        out = np.zeros(300_000, np.int64)
        _below(compiled_rng(new_rng(6, 0)), 3 * 2**61, out)
        assert p_of_counts(np.bincount(out % 3, minlength=3), len(out) / 3) > ERROR
        assert p_of_counts(np.bincount(out >> 61, minlength=3), len(out) / 3) > ERROR

    def test_without_rejection_the_same_test_fails(self) -> None:
        """The test above can fail: multiply and shift alone, on the same words."""
        words = np.zeros(300_000, np.uint64)
        _words(compiled_rng(new_rng(6, 0)), words)
        biased = np.array([int(w) * (3 * 2**61) >> 64 for w in words.tolist()])
        assert p_of_counts(np.bincount(biased % 3, minlength=3), len(words) / 3) < ERROR

    def test_one_is_always_nought(self) -> None:
        rng = new_rng(7)
        assert {below(rng, 1) for _ in range(100)} == {0}


class TestStreams:
    """Draws inside one game, and draw k of games 0, 1, 2, ..., look random."""

    MANY = 1 << 20

    @pytest.mark.parametrize("stream", [0, 1, 2**40])
    def test_draws_of_one_game(self, stream: int) -> None:
        words = np.zeros(self.MANY, np.uint64)
        _words(compiled_rng(new_rng(1, stream)), words)
        assert min(p_of_bytes(words, shift) for shift in range(0, 64, 8)) > ERROR
        assert min(p_of_pairs(words, shift) for shift in range(0, 64, 4)) > ERROR

    @pytest.mark.parametrize("seats", [2, 4])
    @pytest.mark.parametrize("k", [0, 1, 2, 7])
    def test_draw_k_across_games(self, seats: int, k: int) -> None:
        words = np.zeros(self.MANY, np.uint64)
        _kth_words(np.zeros(1, RNG), np.uint64(1), seats + 1, k, words)
        assert min(p_of_bytes(words, shift) for shift in range(0, 64, 8)) > ERROR
        assert min(p_of_pairs(words, shift) for shift in range(0, 64, 4)) > ERROR

    @pytest.mark.parametrize("k", [0, 1, 2, 7])
    def test_neighbouring_seeds(self, k: int) -> None:
        """Seeds 0, 1, 2, ...: draw k of the first game."""
        words = np.array([_word(seed, k) for seed in range(1 << 15)], np.uint64)
        assert min(p_of_bytes(words, shift) for shift in range(0, 64, 8)) > ERROR
        assert min(p_of_pairs(words, shift) for shift in range(0, 64, 4)) > ERROR

    @pytest.mark.parametrize("seats", [2, 3, 24])
    def test_chance_and_seats_have_streams_of_their_own(self, seats: int) -> None:
        streams = [chance_stream(seats, deal) + i for deal in range(50) for i in range(seats + 1)]
        assert len(set(streams)) == len(streams)
        starts = {data_of(new_rng(1, stream)).tobytes() for stream in streams}
        assert len(starts) == len(streams)

    @given(seed=st.integers(0, MASK))
    def test_a_stream_never_starts_at_nought(self, seed: int) -> None:
        """All four words zero would stay zero for ever; the mix sends one value to zero only."""
        assert all(data_of(new_rng(seed, stream)).item() != (0, 0, 0, 0) for stream in range(3))

    def test_a_biased_generator_fails(self) -> None:
        """The chi-squares can fail: streams by adding one to the state are not mixed."""
        words = np.array([next64(rng_of((1, 2, 3, g))) for g in range(1 << 14)], np.uint64)
        assert min(p_of_bytes(words, shift) for shift in range(0, 64, 8)) < ERROR


def _word(seed: int, k: int) -> int:
    rng = new_rng(seed, 0)
    for _ in range(k):
        next64(rng)
    return next64(rng)


@given(words=st.lists(st.integers(0, MASK), min_size=2, max_size=20, unique=True))
def test_the_mix_is_a_bijection(words: list[int]) -> None:
    mixed = sorted(mix(word) for word in words)
    assert all(one != other for one, other in pairwise(mixed))


def test_uniform_is_below_one() -> None:
    rng = rng_of((MASK, MASK, MASK, MASK))
    values = [uniform(rng) for _ in range(1000)]
    assert min(values) >= 0.0
    assert max(values) < 1.0
