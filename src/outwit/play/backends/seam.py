"""The seam: what a backend and a pool are, and what it means that a block is lost."""

from __future__ import annotations

from concurrent.futures import Future
from types import TracebackType
from typing import Protocol

from outwit.play.sitting import Sitting
from outwit.play.worker import Block, Played


class Lost(Exception):
    """A block that never came back, and why: its worker ended, the cluster does not answer."""


class Backend:
    """Plays blocks of one sitting, several at once.

    workers   how many blocks are played at once
    seconds   what a block should take: long against handing it out, short against patience
    """

    workers: int
    seconds: float = 0.05

    def submit(self, block: Block, *, record: bool = False) -> Future[Played | None]:
        """Have a block played; None comes back when the sitting was halted meanwhile."""
        raise NotImplementedError

    def mend(self) -> None:
        """Called after a block was lost: be ready to play again, or say in a sentence why not."""

    def close(self) -> None:
        """Halt what is being played for this sitting, and return at once."""
        raise NotImplementedError

    def __enter__(self) -> Backend:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()


class Pool(Protocol):
    """Workers that outlive a sitting: processes, a cluster."""

    def backend(self, sitting: Sitting) -> Backend:
        """These workers, for one sitting."""

    def close(self) -> None:
        """Let all workers go."""


__all__ = ["Backend", "Lost", "Pool"]
