"""Threads of this process: no start-up, nothing to carry; compiled code needs no lock."""

from __future__ import annotations

import os
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue

import numpy as np

from outwit.core.errors import UsageError
from outwit.play.backends.seam import Backend
from outwit.play.sitting import Sitting
from outwit.play.worker import Block, Played, Worker


class Threads(Backend):
    """Threads, each with a worker of its own."""

    def __init__(self, sitting: Sitting, workers: int | None = None):
        self.workers = cores() if workers is None else workers
        if self.workers < 1:
            raise UsageError(f"At least one thread must play, not {self.workers}.")
        self._halt = np.zeros(1, np.int64)
        # One at a time, here: compiling is not for threads, and its errors are the caller's.
        self._free: SimpleQueue[Worker] = SimpleQueue()
        for _ in range(self.workers):
            self._free.put(Worker(sitting, self._halt))
        self._pool = ThreadPoolExecutor(self.workers, thread_name_prefix="outwit")

    def submit(self, block: Block, *, record: bool = False) -> Future[Played | None]:
        return self._pool.submit(self._play, block, record)

    def _play(self, block: Block, record: bool) -> Played | None:
        worker = self._free.get()
        try:
            return worker.play(block, record=record)
        finally:
            self._free.put(worker)

    def close(self) -> None:
        self._halt[0] = 1
        self._pool.shutdown(wait=True, cancel_futures=True)


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


__all__ = ["Threads", "cores"]
