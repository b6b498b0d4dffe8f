"""A Dask cluster: the scheduler at an address, or one of this machine that lives as long as we do.

Dask hands a lost worker's blocks to another by itself. What it cannot mend (a scheduler that is
gone, a block that keeps killing workers) brings `Lost`, and the blocks are played again.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from itertools import count
from typing import Any

from outwit.core.errors import OutwitError, Stopped, UsageError
from outwit.play.backends.node import carry, play
from outwit.play.backends.parcel import Parcel, pack
from outwit.play.backends.seam import Backend, Lost, Pool
from outwit.play.sitting import Sitting
from outwit.play.worker import Block, Played

PATIENCE = 20.0
"""Seconds until a scheduler that does not answer counts as gone."""
SECONDS = 0.2
"""What a block should take: a task costs Dask several milliseconds."""
LOCAL = "local:"


class Cluster(Pool):
    """The workers of a scheduler."""

    def __init__(self, address: str) -> None:
        try:
            import distributed
        except ImportError:
            raise UsageError(
                "--cluster needs Dask's scheduler: install it with pip install 'outwit[cluster]'."
            ) from None
        for name in ("distributed", "distributed.client"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self._distributed = distributed
        self._local_workers = _local(address)
        self._address = address
        self._own: subprocess.Popen[str] | None = None
        self._client: Any = None
        self._numbers = count()
        self.connect()

    def connect(self) -> None:
        """Find the scheduler and at least one worker; start our own where it is ours and gone."""
        if self._client is not None:
            if self._client.status == "running":
                return
            self._let_go()
        address = self._address if self._local_workers is None else self._start()
        try:
            self._client = self._distributed.Client(
                address, timeout=PATIENCE, set_as_default=False, name="outwit"
            )
            self._client.wait_for_workers(self._local_workers or 1, timeout=PATIENCE)
        except (OSError, ValueError) as error:  # also TimeoutError
            self._let_go()
            why = str(error).rstrip(".") or "nobody answers"
            raise Stopped(
                f"The cluster {self._address} cannot play: {why}. Is its scheduler running, has it "
                f"workers, and is the address right?"
            ) from error

    def _start(self) -> str:
        """A scheduler and workers in a session of their own, where Ctrl-C does not reach them."""
        text = f"import sys; sys.path[:] = {sys.path!r}\n{_MAIN.format(self._local_workers)}"
        self._own = subprocess.Popen(
            [sys.executable, "-c", text],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self._own.stdout is not None
        address = self._own.stdout.readline().strip()
        if not address:
            raise Stopped("A cluster on this machine could not be started; see above.")
        return address

    @property
    def pid(self) -> int | None:
        """The process of the scheduler, where it is our own."""
        return None if self._own is None else self._own.pid

    @property
    def client(self) -> Any:
        """Dask's client."""
        return self._client

    def backend(self, sitting: Sitting) -> Backend:
        self.connect()
        return _Desk(self, pack(sitting))

    def number(self) -> int:
        """A number for a task that no other task has."""
        return next(self._numbers)

    def close(self) -> None:
        self._let_go()

    def _let_go(self) -> None:
        client, self._client = self._client, None
        own, self._own = self._own, None

        def say_goodbye() -> None:
            if client is not None:
                with suppress(Exception):
                    client.close(timeout=1)
            if own is not None and own.stdin is not None:
                with suppress(OSError):
                    own.stdin.close()
                own.wait()

        # Seconds of goodbyes are not for a person who pressed Ctrl-C.
        threading.Thread(target=say_goodbye, daemon=True).start()


class _Desk(Backend):
    """The cluster, as one sitting sees it."""

    seconds = SECONDS

    def __init__(self, cluster: Cluster, parcel: Parcel) -> None:
        self.cluster = cluster
        self.parcel = parcel
        self.tasks: dict[Future[Played | None], Any] = {}
        self._take_up()

    def _take_up(self) -> None:
        client = self.cluster.client
        self.client = client
        threads = client.nthreads().values()
        self.workers = max(sum(threads), 1)
        # A task, not scattered data: what a worker lost, the scheduler can have made again.
        self.carried = client.submit(carry, self.parcel, key=f"outwit-sitting-{self.parcel.key}")

    def submit(self, block: Block, *, record: bool = False) -> Future[Played | None]:
        future: Future[Played | None] = Future()
        future.set_running_or_notify_cancel()
        key = f"outwit-block-{self.parcel.key}-{self.cluster.number()}"
        try:
            task = self.client.submit(play, self.carried, block, record, key=key, pure=False)
            self.tasks[future] = task
            task.add_done_callback(lambda done: self._fetch(done, future))
        except Exception as error:
            _settle(future, error=Lost(_told(error)))
        return future

    def _fetch(self, task: Any, future: Future[Played | None]) -> None:
        """In a thread of Dask's: bring the block here while others are played."""
        if future not in self.tasks:
            return
        try:
            played: Played = task.result(timeout=PATIENCE)
        except OutwitError as error:
            _settle(future, error=error)
        except ImportError as error:
            _settle(future, error=Stopped(f"The workers of the cluster lack a package: {error}."))
        except (Exception, CancelledError) as error:
            _settle(future, error=Lost(_told(error)))
        else:
            future.set_result(played)
        self.tasks.pop(future, None)

    def mend(self) -> None:
        self.cluster.connect()
        if self.client is not self.cluster.client:
            self.tasks.clear()
            self._take_up()

    def close(self) -> None:
        # Released tasks that nobody has begun are forgotten; those under way run out there.
        tasks, self.tasks = self.tasks, {}
        for task in tasks.values():
            task.release()


def _settle(future: Future[Played | None], *, error: BaseException) -> None:
    if not future.done():
        future.set_exception(error)


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else 'no reason'}"


def _local(address: str) -> int | None:
    """N of local:N; None for the address of a scheduler."""
    if not address.startswith(LOCAL):
        return None
    number = address.removeprefix(LOCAL)
    if not number.isdecimal() or int(number) < 1:
        raise UsageError(f"--cluster {address}: write local:2 for two workers on this machine.")
    return int(number)


_MAIN = "from outwit.play.backends.local import main; main({})"

__all__ = ["Cluster"]
