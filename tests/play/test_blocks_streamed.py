"""Blocks come in the order of the games, all of them and no more; lost ones are played again."""

from __future__ import annotations

from concurrent.futures import Future
from itertools import islice, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import outwit
from outwit.core.errors import Stopped
from outwit.play.backends import Backend, Lost
from outwit.play.blocks import AHEAD, LEAST, LOSSES, stream, whole
from outwit.play.sitting import Sitting
from outwit.play.where import HERE, Where, blocks
from outwit.play.worker import Block, Played

MANY = 2_000_000
"""Games of more blocks than any test loses."""


def sitting(game: str = "bluff", **facts) -> Sitting:
    """A sitting whose groups have 24 games."""
    made = outwit.game(game)
    return Sitting(made, (outwit.agent(made, "random"),) * made.seats, **facts)


class Scripted(Backend):
    """Plays nothing: says how long each block took, and loses those that it is told to lose."""

    def __init__(
        self, *, workers: int = 2, rate: float = 1e6, losing: tuple[int, ...] = ()
    ) -> None:
        self.workers = workers
        self.rate = rate
        self.losing = losing
        self.asked: list[Block] = []
        self.mended = self.most = self.waiting = 0

    def submit(self, block: Block, *, record: bool = False) -> Future[Played | None]:
        number = len(self.asked)
        self.asked.append(block)
        future: Future[Played | None] = _Counted(self)
        if number in self.losing:
            future.set_exception(Lost("the worker went home"))
        else:
            nothing = np.zeros(0, np.int64)
            future.set_result(Played(block, nothing, nothing, block.count / self.rate))
        return future

    def mend(self) -> None:
        self.mended += 1

    def close(self) -> None:
        pass


class _Counted(Future):
    """Knows how many are under way."""

    def __init__(self, backend: Scripted) -> None:
        super().__init__()
        self.backend = backend
        backend.waiting += 1
        backend.most = max(backend.most, backend.waiting)

    def result(self, timeout=None):
        self.backend.waiting -= 1
        return super().result(timeout)


@given(
    games=st.integers(1, 300_000),
    first=st.integers(0, 400).map(lambda k: 24 * k),
    rate=st.floats(1.0, 1e8),
    workers=st.integers(1, 5),
)
def test_blocks_cover_all_games_once_in_order(games, first, rate, workers) -> None:
    at, backend = sitting(), Scripted(workers=workers, rate=rate)
    # A slow game never makes blocks smaller than LEAST, so the number of blocks stays small.
    found = [p.block for p in stream(at, backend=backend, games=games, first=first)]
    expected = first
    for block in found:
        assert block.first == expected
        assert block.count % 24 == 0
        expected += block.count
    assert expected == max(first, whole(at, games))
    assert 0 <= whole(at, games) - games < 24
    assert backend.most <= AHEAD * workers


def test_blocks_grow_to_the_time_that_a_backend_wishes() -> None:
    backend = Scripted(rate=1e6)
    sizes = [p.block.count for p in islice(stream(sitting(), backend=backend), 40)]
    assert sizes[0] == pytest.approx(LEAST, abs=24)
    assert sizes[-1] == pytest.approx(1e6 * backend.seconds, abs=24)
    assert sizes == sorted(sizes)


def test_without_an_end_who_has_seen_enough_closes() -> None:
    backend = Scripted()
    endless = stream(sitting(), backend=backend)
    assert len(list(islice(endless, 5))) == 5
    endless.close()
    assert len(backend.asked) <= 5 + AHEAD * backend.workers


@pytest.mark.parametrize("losing", [(0,), (0, 1, 2), (3, 5, 7, 9, 11, 13, 15)])
def test_lost_blocks_are_played_again_in_their_place(losing: tuple[int, ...]) -> None:
    backend = Scripted(losing=losing)
    found = [p.block for p in stream(sitting(), backend=backend, games=MANY)]
    plain = [p.block for p in stream(sitting(), backend=Scripted(), games=MANY)]
    assert sum(b.count for b in found) == sum(b.count for b in plain) == whole(sitting(), MANY)
    assert all(b.first == a.first + a.count for a, b in pairwise(found))
    assert backend.mended == len(losing)


def test_a_block_that_is_always_lost_is_given_up_with_a_sentence() -> None:
    backend = Scripted(losing=tuple(range(100)))
    with pytest.raises(Stopped, match=r"Games 0 to 1,007 were lost 4 times .* worker went home"):
        list(stream(sitting(), backend=backend, games=100_000))
    assert backend.mended == LOSSES


class Memory:
    """Keeps blocks in memory, and forgets on demand."""

    def __init__(self) -> None:
        self.rows: dict[str, list[Played]] = {}
        self.pieces: dict[str, bytes] = {}

    def kept(self, part, sitting, *, games, record):
        return list(self.rows.get(part, []))

    def keep(self, part, sitting, played):
        self.rows.setdefault(part, []).append(played)

    def piece(self, name, *, of=()):
        return self.pieces.get(name)

    def keep_piece(self, name, data, *, of=()):
        self.pieces[name] = data

    def expect(self, *, games=None, pieces=None):
        self.expected = (games, pieces)


class Nowhere(Where):
    """A place where nothing can be played."""

    def backend(self, sitting):
        raise AssertionError("there was something left to play")


def total(found) -> tuple[int, bytes]:
    found = list(found)
    sums = sum(p.sums["cross"] for p in found)
    return sum(p.block.count for p in found), np.asarray(sums).tobytes()


@pytest.mark.parametrize("number", [0, 1, 3])
def test_kept_blocks_come_first_and_the_rest_is_played(number: int) -> None:
    at, memory = sitting("kuhn"), Memory()
    expected = total(blocks(at, games=30_000))
    where = Where(threads=1, keeper=memory)
    early = blocks(at, where, games=30_000)
    given = list(islice(early, number))
    early.close()
    again = list(blocks(at, where, games=30_000))
    assert all(a is b for a, b in zip(given, again, strict=False))
    assert total(again) == expected
    # Now all is kept: nothing is played, so nothing is compiled either.
    assert total(blocks(at, Nowhere(keeper=memory), games=30_000)) == expected


def test_pieces_are_made_once() -> None:
    memory, made = Memory(), []

    def make() -> bytes:
        made.append(b"x")
        return b"bytes"

    for _ in range(3):
        assert Where(keeper=memory).piece("one", make) == b"bytes"
    assert len(made) == 1
    assert HERE.piece("one", make) == b"bytes"
    assert len(made) == 2
    Where(keeper=memory).expect(games=5)
    assert memory.expected == (5, None)
    HERE.expect(games=5)
