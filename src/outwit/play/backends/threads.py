"""Threads of this process: no start-up, nothing to carry; compiled code needs no lock."""

from __future__ import annotations

import os
from concurrent.futures import Future, ThreadPoolExecutor
from queue import Empty, SimpleQueue
from threading import Lock

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
        self._sitting = sitting
        self._making = Lock()
        self._free: SimpleQueue[Worker] = SimpleQueue()
        # The first one here: compiling is not for threads, and its errors are the caller's. The
        # others when a block waits for them, so that many threads cost nothing in a short match.
        self._free.put(self._worker())
        self._pool = ThreadPoolExecutor(self.workers, thread_name_prefix="outwit")

    def _worker(self) -> Worker:
        with self._making:
            return Worker(self._sitting, self._halt)

    def ready(self) -> None:
        """Have a worker for every thread now, not when a block waits for it."""
        for _ in range(self.workers - self._free.qsize()):
            self._free.put(self._worker())

    def submit(self, block: Block, *, record: bool = False) -> Future[Played | None]:
        return self._pool.submit(self._play, block, record)

    def _play(self, block: Block, record: bool) -> Played | None:
        try:
            worker = self._free.get_nowait()
        except Empty:
            worker = self._worker()
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
