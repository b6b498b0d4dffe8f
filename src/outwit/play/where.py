"""Where games are played, and whether they are kept: one road for matches, races, tournaments.

`blocks(sitting, where)` first hands on the blocks that a run has kept, then plays on from there and
keeps what it plays. Who adds the blocks up cannot tell the difference, so a run that was killed
and resumed gives the same bits as one that was not.

Work of another shape (a learner trained, a claim measured) is kept in pieces: `where.piece(...)`.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from outwit.core.errors import UsageError
from outwit.play.backends import Backend, Pool, Threads
from outwit.play.blocks import stream, whole
from outwit.play.sitting import Sitting
from outwit.play.worker import Played, Worker


class Keeper(Protocol):
    """Keeps what is finished; `outwit.store.Run` is one."""

    def kept(
        self, part: str, sitting: Sitting, *, games: int | None, record: bool
    ) -> Iterable[Played]:
        """The finished blocks of a part, from game 0 without a gap; `games` are wished in all."""

    def keep(self, part: str, sitting: Sitting, played: Played) -> None:
        """One more block, on disk within the moment it took to play."""

    def piece(self, name: str, *, of: tuple[Any, ...] = ()) -> bytes | None:
        """A finished piece, or None where it is not there."""

    def keep_piece(self, name: str, data: bytes, *, of: tuple[Any, ...] = ()) -> None:
        """One more piece; when this returns it is on disk."""

    def expect(self, *, games: int | None = None, pieces: int | None = None) -> None:
        """How much there will be in all, for whoever watches."""


@dataclass(frozen=True)
class Where:
    """Threads of this process (all cores unless told), processes, or a cluster; kept or not.

    cluster   the address of a Dask scheduler, or local:N for N worker processes of its own
    keeper    what keeps finished blocks and pieces: an `outwit.store.Run`
    """

    threads: int | None = None
    processes: int | None = None
    cluster: str | None = None
    keeper: Keeper | None = None

    def __post_init__(self) -> None:
        named = [n for n in ("threads", "processes", "cluster") if getattr(self, n) is not None]
        if self.processes is not None and self.processes < 1:
            raise UsageError(f"At least one process must play, not {self.processes}.")
        if len(named) > 1:
            raise UsageError(f"Games are played on {' or on '.join(named)}, not on both.")

    def backend(self, sitting: Sitting) -> Backend:
        """What plays the blocks of a sitting."""
        if self._pool is None:
            return Threads(sitting, self.threads)
        # Compiled here first: errors are the caller's, and the workers find the code on disk.
        Worker(sitting)
        return self._pool.backend(sitting)

    @cached_property
    def _pool(self) -> Pool | None:
        """Workers that are shared by all sittings, and let go together with this value."""
        pool: Pool
        if self.processes is not None:
            from outwit.play.backends.processes import Processes

            pool = Processes(self.processes)
        elif self.cluster is not None:
            from outwit.play.backends.cluster import Cluster

            pool = Cluster(self.cluster)
        else:
            return None
        weakref.finalize(self, pool.close)
        return pool

    def close(self) -> None:
        """Let processes or a cluster's client go now; they come back when they are needed."""
        pool = self.__dict__.pop("_pool", None)
        if pool is not None:
            pool.close()

    def piece(self, name: str, make: Callable[[], bytes], *, of: tuple[Any, ...] = ()) -> bytes:
        """A piece of work as bytes: the kept one, or `make()`, which is then kept.

        `of` are the games, agents, functions and plain values that the piece rests on: a piece
        made by others is refused. The name tells the pieces of one run apart.
        """
        data = None if self.keeper is None else self.keeper.piece(name, of=of)
        if data is None:
            data = make()
            if self.keeper is not None:
                self.keeper.keep_piece(name, data, of=of)
        return data

    def expect(self, *, games: int | None = None, pieces: int | None = None) -> None:
        """Tell whoever watches the run how many games or pieces there will be in all.

        A single sitting with a known number of games needs no telling.
        """
        if self.keeper is not None:
            self.keeper.expect(games=games, pieces=pieces)


HERE = Where()


def blocks(
    sitting: Sitting,
    where: Where = HERE,
    *,
    part: str = "games",
    games: int | None = None,
    record: bool = False,
) -> Generator[Played, None, None]:
    """The blocks of a sitting in the order of the games, kept ones first.

    `part` tells apart the sittings of one run. `games`, `record` as for
    `outwit.play.blocks.stream`. Close the iterator (`contextlib.closing`) when leaving it early.
    """
    first, end = 0, None if games is None else whole(sitting, games)
    keeper = where.keeper
    if keeper is not None:
        for played in keeper.kept(part, sitting, games=end, record=record):
            if end is not None and played.block.first + played.block.count > end:
                break
            first = played.block.first + played.block.count
            yield played
    if end is not None and first >= end:
        return
    with where.backend(sitting) as backend:
        for played in stream(sitting, backend=backend, games=games, first=first, record=record):
            if keeper is not None:
                keeper.keep(part, sitting, played)
            yield played


__all__ = ["HERE", "Keeper", "Where", "blocks"]
