"""The database of a run: its tables, the one connection that writes, those that only read."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from outwit.core.errors import OutwitError, Refused, Stopped
from outwit.store.folder import DATABASE
from outwit.store.lock import has_writer

FORMAT = 1
"""Raised when the tables change; kept in the file as `user_version`."""
PAGE = 4096
INDEX = f"{DATABASE}-shm"
INDEX_ROOM = 4 * 32_768
"""Four pieces of the index: a log of 66 MB, which only a reader that stays for long lets grow."""
ROOM = 400_000
"""Bytes that must be free to begin: the tables, a log of some commits and its index."""
APPLICATION = 0x6F757477  # "outw"

TABLES = """
CREATE TABLE about (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL             -- JSON
) STRICT, WITHOUT ROWID;
CREATE TABLE part (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    mark TEXT NOT NULL,             -- of the rules that it was made by
    recorded INTEGER NOT NULL,      -- whether blocks hold what each group scored
    aim INTEGER,                    -- games wished, where known
    told TEXT NOT NULL,             -- JSON: game, options, agents, seed, order, deals
    layout TEXT NOT NULL            -- JSON: names and shapes of the sums, all int64
) STRICT;
CREATE TABLE block (
    part INTEGER NOT NULL REFERENCES part (id),
    first INTEGER NOT NULL,         -- its first game
    count INTEGER NOT NULL,         -- its games
    seconds REAL NOT NULL,
    sums BLOB NOT NULL,
    record BLOB NOT NULL,
    UNIQUE (part, first)
) STRICT;
CREATE TABLE piece (
    name TEXT PRIMARY KEY,
    mark TEXT NOT NULL,
    data BLOB NOT NULL
) STRICT;
"""


class Writer(sqlite3.Connection):
    """The one connection that writes; whoever makes it holds the run's lock."""

    index: int | None = None

    def hold_index(self, folder: Path) -> None:
        """Give the index of the log (-shm, memory that processes share) all the room it may need.

        SQLite allots one byte of each 4 kB. Where a file system has smaller blocks and fills up,
        touching the rest ends the process by SIGBUS, so here it is allotted at once.
        """
        if os.statvfs(folder).f_frsize < PAGE:
            # Closed after the connection: closing it earlier would drop SQLite's own locks on it.
            self.index = os.open(folder / INDEX, os.O_RDWR)
            os.posix_fallocate(self.index, 0, INDEX_ROOM)

    def close(self) -> None:
        super().close()
        index, self.index = self.index, None
        if index is not None:
            os.close(index)


def connect_writer(folder: Path, name: str) -> Writer:
    """Open a run to write, or make it.

    FULL: a commit has reached the disk when it returns, so a power cut loses nothing either.
    """
    free = shutil.disk_usage(folder).free
    if free < ROOM:
        raise Stopped(_no_room(name, f"only {free // 1000} kB are free in {folder}"))
    # Calls come from any thread, one at a time: `Run` sees to that.
    db = sqlite3.connect(folder / DATABASE, check_same_thread=False, factory=Writer)
    try:
        with sentences(name):
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA foreign_keys = ON")
            if not db.execute("SELECT 1 FROM sqlite_schema").fetchall():
                _create(db)
            db.hold_index(folder)
            _check_format(db, name)
            (verdict,) = db.execute("PRAGMA integrity_check").fetchone()
            if verdict != "ok":
                raise Refused(_damaged(name, verdict))
    except BaseException:
        db.close()
        raise
    return db


def _create(db: sqlite3.Connection) -> None:
    """All tables or none: a process that is killed here leaves an empty file."""
    db.executescript(
        f"BEGIN; {TABLES} PRAGMA application_id = {APPLICATION}; "
        f"PRAGMA user_version = {FORMAT}; COMMIT;"
    )


@contextmanager
def reading(folder: Path, name: str) -> Iterator[sqlite3.Connection]:
    """A connection that cannot write, one unchanging view of the run; good beside a writer."""
    place = (folder / DATABASE).resolve().as_uri()
    db = sqlite3.connect(f"{place}?mode=ro{_without_index(folder)}", uri=True)
    try:
        with sentences(name):
            _check_format(db, name)
            db.execute("BEGIN")
            yield db
    finally:
        db.close()


def _without_index(folder: Path) -> str:
    """How to read without writing even the index of the log, where nobody writes the run now.

    On a full disk there would be no room for it; see `Writer.hold_index`.
    """
    if has_writer(folder):
        return ""
    if (folder / INDEX).exists():
        return "&readonly_shm=1"
    full = shutil.disk_usage(folder).free < ROOM
    return "&immutable=1" if full and not (folder / f"{DATABASE}-wal").exists() else ""


def _check_format(db: sqlite3.Connection, name: str) -> None:
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (found,) = db.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise Refused(f"The run {name} holds nothing yet, or its file is not a run.")
    if found != FORMAT:
        raise Refused(f"The run {name} has format {found}; this version reads format {FORMAT}.")


@contextmanager
def sentences(name: str) -> Iterator[None]:
    """What SQLite complains of, in words."""
    try:
        yield
    except OutwitError:
        raise
    except sqlite3.DatabaseError as error:
        # The low byte is the kind of error, the rest its details.
        kind = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if kind in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN):
            raise Stopped(_no_room(name, error)) from error
        if kind in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise Refused(_damaged(name, str(error))) from error
        raise


def _no_room(name: str, error: object) -> str:
    return (
        f"The run {name} cannot be read or written ({error}). What was kept before stays: make "
        f"room on the disk, then `outwit resume {name}` goes on from there."
    )


def _damaged(name: str, what: str) -> str:
    return (
        f"The run {name} is damaged ({what}). `outwit runs export` may still read parts of it; "
        f"`outwit runs remove {name}` takes it away."
    )


__all__ = ["Writer", "connect_writer", "reading", "sentences"]
