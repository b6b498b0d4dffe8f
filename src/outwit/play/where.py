"""Where games are played, and whether they are kept: one road for matches, races, tournaments.

`blocks(sitting, where)` first hands on the blocks that a run has kept, then plays on from there and
keeps what it plays. Who adds the blocks up cannot tell the difference, so a run that was killed
and resumed gives the same bits as one that was not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from outwit.play.backends import Backend, Threads
from outwit.play.blocks import stream
from outwit.play.sitting import Sitting
from outwit.play.worker import Played


class Keeper(Protocol):
    """Keeps finished blocks; `part` tells apart the sittings of one run."""

    def kept(self, part: str, sitting: Sitting, *, record: bool) -> Iterable[Played]:
        """The finished blocks of a part, from game 0 without a gap."""

    def keep(self, part: str, sitting: Sitting, played: Played) -> None:
        """One more; when this returns it is on disk."""


@dataclass(frozen=True)
class Where:
    """Threads of this process (all cores unless told), or a cluster; with a keeper or without."""

    threads: int | None = None
    cluster: str | None = None
    keeper: Keeper | None = None

    def backend(self, sitting: Sitting) -> Backend:
        """What plays the blocks of a sitting."""
        return Threads(sitting, self.threads)


HERE = Where()


def blocks(
    sitting: Sitting,
    where: Where = HERE,
    *,
    part: str = "games",
    games: int | None = None,
    record: bool = False,
) -> Iterator[Played]:
    """The blocks of a sitting in the order of the games, kept ones first.

    `games`, `record` as for `outwit.play.blocks.stream`.
    """
    first = 0
    if where.keeper is not None:
        for played in where.keeper.kept(part, sitting, record=record):
            first = played.block.first + played.block.count
            yield played
    with where.backend(sitting) as backend:
        for played in stream(sitting, backend=backend, games=games, first=first, record=record):
            if where.keeper is not None:
                where.keeper.keep(part, sitting, played)
            yield played


__all__ = ["HERE", "Keeper", "Where", "blocks"]
