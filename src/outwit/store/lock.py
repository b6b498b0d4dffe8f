"""One writer for a run, on this machine.

SQLite before 3.51.3 can damage a database in WAL mode that two connections write or checkpoint at
once, so a second writer never gets as far as opening it. The system drops the lock when its
process ends, however it ends.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from pathlib import Path

from outwit.core.errors import Refused, Stopped
from outwit.store.folder import known_folder

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows
    fcntl = None  # type: ignore[assignment]

LOCK = "writer"
WAIT = 0.5
"""Seconds that a writer waits for those who only look whether there is one."""


class Lock:
    """Held from `take` to `drop`."""

    def __init__(self, folder: Path, name: str) -> None:
        self._file = folder / LOCK
        self._name = name
        self._handle: int | None = None

    def take(self) -> None:
        """Become the one writer, or say who it is."""
        if fcntl is None:  # pragma: no cover - Windows
            raise Refused("Runs are kept on Linux and macOS only: here, files cannot be locked.")
        handle = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o666)
        until = time.monotonic() + WAIT
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except OSError:
                if time.monotonic() > until:
                    who = os.read(handle, 100).decode(errors="replace").strip()
                    os.close(handle)
                    raise Stopped(
                        f"The run {self._name} is being written by another process ({who}). Watch "
                        f"it with `outwit runs show {self._name} --follow`."
                    ) from None
                time.sleep(WAIT / 20)
        self._handle = handle
        with contextlib.suppress(OSError):  # a full disk: the lock is held all the same
            os.ftruncate(handle, 0)
            os.pwrite(handle, f"process {os.getpid()} on {os.uname().nodename}\n".encode(), 0)

    def drop(self) -> None:
        """Let others write."""
        handle, self._handle = self._handle, None
        if handle is not None:
            os.close(handle)


def has_writer(folder: Path) -> bool:
    """Whether somebody writes this run now."""
    try:
        handle = os.open(folder / LOCK, os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(handle)
    return False


def remove(name: str) -> None:
    """Take a run away, unless it is being written."""
    folder = known_folder(name)
    lock = Lock(folder, name)
    lock.take()
    try:
        shutil.rmtree(folder)
    finally:
        lock.drop()


__all__ = ["Lock", "has_writer", "remove"]
