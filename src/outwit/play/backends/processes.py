"""Processes of this machine: a thread here for each of them, which hands it one block at a time.

A process reads what to do from its standard input and ends when that ends, so none outlives this
one, however it ends. One that dies is started again when the next block is due.
"""

from __future__ import annotations

import itertools
import pickle
import signal
import subprocess
import sys
import threading
from collections import OrderedDict
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from queue import SimpleQueue

from outwit.play.backends.child import Halt, Play, receive, send
from outwit.play.backends.parcel import Parcel, pack
from outwit.play.backends.seam import Backend, Lost, Pool
from outwit.play.sitting import Sitting
from outwit.play.worker import Block, Played

SITTINGS = 16
"""How many sittings a process keeps ready; the one unused longest is forgotten."""
PATIENCE = 2.0
"""Seconds that a process gets to end by itself."""


class Processes(Pool):
    """So many processes, started when they are first needed."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._children = [_Child(self._jobs) for _ in range(workers)]

    def backend(self, sitting: Sitting) -> Backend:
        return _Desk(self, pack(sitting))

    def submit(self, job: _Job) -> None:
        """Put a job in the queue of all processes."""
        self._jobs.put(job)

    def halt(self, desk: _Desk) -> None:
        """Have every process drop what it plays for a desk."""
        for child in self._children:
            child.halt(desk)

    def pids(self) -> list[int]:
        """The processes that are running."""
        return [c.process.pid for c in self._children if c.process is not None]

    def close(self) -> None:
        for _ in self._children:
            self._jobs.put(None)
        for child in self._children:
            child.end()


class _Desk(Backend):
    """The processes, as one sitting sees them."""

    def __init__(self, pool: Processes, parcel: Parcel) -> None:
        self.pool = pool
        self.parcel = parcel
        self.workers = pool.workers
        self.halted = False

    def submit(self, block: Block, *, record: bool = False) -> Future[Played | None]:
        job = _Job(self, block, record)
        self.pool.submit(job)
        return job.future

    def close(self) -> None:
        self.halted = True
        self.pool.halt(self)


@dataclass
class _Job:
    desk: _Desk
    block: Block
    record: bool
    future: Future[Played | None] = field(default_factory=Future)


class _Child:
    """One process and the thread that serves it."""

    def __init__(self, jobs: SimpleQueue[_Job | None]) -> None:
        self.jobs = jobs
        self.process: subprocess.Popen[bytes] | None = None
        self.ready: OrderedDict[str, None] = OrderedDict()
        self.numbers = itertools.count(1)
        self.lock = threading.Lock()
        self.playing: tuple[_Desk, int] | None = None
        self.thread = threading.Thread(target=self._serve, name="outwit-process", daemon=True)
        self.thread.start()

    def _serve(self) -> None:
        while (job := self.jobs.get()) is not None:
            if not job.future.set_running_or_notify_cancel():
                continue
            try:
                job.future.set_result(self._play(job))
            except BaseException as error:
                job.future.set_exception(error)

    def _play(self, job: _Job) -> Played | None:
        process = self._started()
        assert process.stdout is not None
        try:
            with self.lock:
                if job.desk.halted:
                    return None
                self._ask(process, job)
            answer = receive(process.stdout)
        except (OSError, EOFError, pickle.UnpicklingError):
            raise Lost(self._how_it_ended(process)) from None
        finally:
            with self.lock:
                self.playing = None
        if isinstance(answer, BaseException):
            # Where the sitting itself could not be laid out there, it is sent again if asked again.
            self.ready.pop(job.desk.parcel.key, None)
            raise answer
        assert answer is None or isinstance(answer, Played)
        return answer

    def _started(self) -> subprocess.Popen[bytes]:
        if self.process is None:
            # The child takes this path of imports; a session of its own keeps Ctrl-C from it.
            text = f"import sys; sys.path[:] = {sys.path!r}\n" + _MAIN
            self.process = subprocess.Popen(
                [sys.executable, "-c", text],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,
            )
            self.ready.clear()
        return self.process

    def _ask(self, process: subprocess.Popen[bytes], job: _Job) -> None:
        parcel, forget = job.desk.parcel, None
        new = parcel.key not in self.ready
        self.ready[parcel.key] = None
        self.ready.move_to_end(parcel.key)
        if len(self.ready) > SITTINGS:
            forget, _ = self.ready.popitem(last=False)
        number = next(self.numbers)
        self.playing = (job.desk, number)
        assert process.stdin is not None
        sent = parcel if new else None
        send(process.stdin, Play(number, parcel.key, sent, forget, job.block, job.record))

    def halt(self, desk: _Desk) -> None:
        with self.lock:
            if self.playing is None or self.playing[0] is not desk or self.process is None:
                return
            assert self.process.stdin is not None
            with suppress(OSError):
                send(self.process.stdin, Halt(self.playing[1]))

    def _how_it_ended(self, process: subprocess.Popen[bytes]) -> str:
        self._let_go(process)
        self.process = None
        code = process.returncode
        if code is not None and code < 0:
            return f"process {process.pid} was ended by {signal.Signals(-code).name}"
        return f"process {process.pid} ended with code {code}"

    def end(self) -> None:
        process, self.process = self.process, None
        if process is not None:
            self._let_go(process)

    @staticmethod
    def _let_go(process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        with suppress(OSError):
            process.stdin.close()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


_MAIN = "from outwit.play.backends.child import main; main()"

__all__ = ["Processes"]
