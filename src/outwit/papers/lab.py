"""The lab: where claims are measured. What several claims need is measured once."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Protocol, TypeVar

import numpy as np

from outwit.core.agent import Agent
from outwit.core.errors import UsageError
from outwit.core.game import Game
from outwit.core.layout import new_me
from outwit.papers.played import PlayedOut
from outwit.play.blocks import whole
from outwit.play.loop import PAYOFF
from outwit.play.sitting import Deals, Order, Sitting
from outwit.play.tally import Tally
from outwit.play.where import HERE, Where, blocks
from outwit.play.worker import Block, Played, Worker

T = TypeVar("T")
Arrays = dict[str, np.ndarray[Any, Any]]

FIRST_BLOCK = 1_000
"""Games of a match's first block; the next ones take about BLOCK_SECONDS."""
BLOCK_SECONDS = 0.1


class Interrupted(Exception):
    """The run was stopped while this measurement was under way."""


class Watcher(Protocol):
    """Is told how measurements come along, from any thread."""

    def progress(self, done: int, total: int, estimate: str) -> None: ...


class Silent:
    """Watches nothing."""

    def progress(self, done: int, total: int, estimate: str) -> None:
        pass


class Lab:
    """Plays and computes for claims, each piece once, at one seed and one effort.

    Safe to use from several threads: who asks for a piece that another thread is at, waits for it.
    """

    def __init__(
        self,
        *,
        seed: int = 1,
        full: bool = False,
        watcher: Watcher | None = None,
        where: Where = HERE,
    ) -> None:
        self.seed = seed
        self.elsewhere = replace(where, keeper=None) if where.cluster or where.processes else None
        self.full = full
        self.where = where
        self.watcher: Watcher = Silent() if watcher is None else watcher
        self.stop = np.zeros(1, np.int64)
        self._lock = threading.Lock()
        self._pieces: dict[Hashable, _Piece] = {}

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """`make()`, or what it gave when this key was first asked for."""
        with self._lock:
            piece = self._pieces.get(key)
            mine = piece is None
            if piece is None:
                piece = self._pieces[key] = _Piece()
        if mine:
            piece.fill(make)
        else:
            self._wait(piece)
        if piece.error is not None:
            raise piece.error
        value: T = piece.value
        return value

    def kept(self, name: str, make: Callable[[], Arrays]) -> Arrays:
        """`make()`, which takes long; in a run its arrays are kept, and taken from there.

        The name tells apart what is made at one seed and one effort.
        """
        if self.where.keeper is None:
            return make()
        from outwit.papers.kept import packed_arrays, texts_of_rooms, unpacked_arrays

        of = (texts_of_rooms(), self.seed, self.full)
        return unpacked_arrays(
            self.where.piece(f"lab {name}", lambda: packed_arrays(make()), of=of)
        )

    def _wait(self, piece: _Piece) -> None:
        """In short waits, so that a stop is noticed."""
        while not piece.ready.wait(0.1):
            self.check()

    def check(self) -> None:
        """Raises `Interrupted` when the run was stopped; long computations call it now and then."""
        if self.stop[0]:
            raise Interrupted

    def games(self, *, quick: int, full: int) -> int:
        """How many games to play at this effort."""
        return full if self.full else quick

    def progress(self, done: int, total: int, estimate: str = "") -> None:
        """Tells whoever watches, and stops if that is wished."""
        self.check()
        self.watcher.progress(done, total, estimate)

    def seed_of(self, key: Hashable) -> int:
        """A seed of its own for each piece, so that errors of different pieces are independent."""
        digest = hashlib.blake2b(f"{self.seed}:{key!r}".encode(), digest_size=4).digest()
        return int.from_bytes(digest, "little")

    def play(
        self,
        game: Game,
        agents: Sequence[Agent],
        games: int,
        *,
        order: Order = "fixed",
        deals: Deals = "own",
    ) -> PlayedOut:
        """Play a line-up; by default as papers do, seats as listed and new deals each game."""
        key = ("play", game, tuple(agents), games, order, deals)
        return self.once(key, lambda: self._play(game, tuple(agents), games, order, deals))

    def _play(
        self, game: Game, agents: tuple[Agent, ...], games: int, order: Order, deals: Deals
    ) -> PlayedOut:
        if games < 1:
            raise UsageError("A measurement needs at least one game.")
        seed = self.seed_of((game, agents, order, deals))
        sitting = Sitting(game, agents, seed, order, deals)
        tally, total = Tally(sitting), whole(sitting, games)
        for block in self._blocks(sitting, total):
            tally.add(block)
            first = tally.of(PAYOFF, 0).mean * game.unit
            self.progress(tally.games, total, f"{first:.4g}")
        return PlayedOut(sitting, tally)

    def _blocks(self, sitting: Sitting, total: int) -> Iterator[Played]:
        """The blocks of a sitting: by one worker on this thread, or elsewhere.

        Claims are what runs in parallel here, so a match has no threads of its own.
        """
        if self.elsewhere is not None:
            yield from blocks(sitting, self.elsewhere, games=total)
            return
        worker = self.worker(sitting)
        first, size = 0, FIRST_BLOCK
        while first < total:
            count = min(whole(sitting, size), total - first)
            block = worker.play(Block(first, count))
            if block is None:
                raise Interrupted
            yield block
            first += count
            rate = count / max(block.seconds, 1e-6)
            size = max(FIRST_BLOCK, int(rate * BLOCK_SECONDS))

    def worker(self, sitting: Sitting) -> Worker:
        """What plays blocks of a sitting, until the run is stopped."""
        with _COMPILING:
            return Worker(sitting, self.stop, [_first_me(a).copy() for a in sitting.agents])


@lru_cache(maxsize=256)
def _first_me(agent: Agent) -> np.ndarray[Any, Any]:
    """What an agent keeps at first: working it out can take longer than a short match."""
    return new_me(agent)


_COMPILING = threading.Lock()
"""Compiling is not for threads."""


class _Piece:
    """Something that is measured once; others wait until it is ready."""

    def __init__(self) -> None:
        self.ready = threading.Event()
        self.value: Any = None
        self.error: BaseException | None = None
        self.seconds = 0.0

    def fill(self, make: Callable[[], Any]) -> None:
        start = time.perf_counter()
        try:
            self.value = make()
        except BaseException as error:
            self.error = error
        finally:
            self.seconds = time.perf_counter() - start
            self.ready.set()
