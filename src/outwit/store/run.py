"""A run: keeps finished blocks and pieces, and hands them out again when it is resumed.

    with Run("night") as run:
        outwit.match("bluff", ["smart", "anxious"], games=10**9, where=Where(keeper=run))

Killed at any moment and run again, this gives the same bits as if it had not been disturbed.
"""

from __future__ import annotations

import contextlib
import platform
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import Any

import msgspec

from outwit.core.errors import NotTheSame, OutwitError, Stopped
from outwit.play.loop import sums_type
from outwit.play.rules import differing, mark_of, versions
from outwit.play.score import heading
from outwit.play.sitting import Sitting
from outwit.play.worker import Block, Played
from outwit.store.database import Writer, connect_writer, sentences
from outwit.store.encoding import layout_of, pack_record, pack_sums, unpack_record, unpack_sums
from outwit.store.folder import folder_of
from outwit.store.lock import Lock
from outwit.store.spec import Spec

EVERY = 0.5
"""Seconds of playing that are committed together: what a kill can cost, and no more."""
AT_ONCE = 200
"""Blocks read at a time."""

_ADD = (
    "INSERT OR IGNORE INTO block (part, first, count, seconds, sums, record) "
    "VALUES (?, ?, ?, ?, ?, ?)"
)


class Run:
    """The one writer of a run, made or opened when the first block or piece is asked for.

    Safe to use from several threads. A block counts as kept once its commit is on disk; blocks
    shorter than `EVERY` are committed together.
    """

    def __init__(self, name: str, spec: Spec | None = None) -> None:
        self.name = name
        self.spec = Spec() if spec is None else spec
        self._folder = folder_of(name)
        self._writer = Lock(self._folder, name)
        self._db: Writer | None = None
        self._guard = threading.RLock()
        self._pending: list[tuple[Any, ...]] = []
        self._committed = 0.0
        self._parts: dict[str, int] = {}
        self.used = False

    # What plays asks (`outwit.play.where.Keeper`) ----------------------------------------------

    def kept(
        self, part: str, sitting: Sitting, *, games: int | None = None, record: bool = False
    ) -> Iterator[Played]:
        """The finished blocks of a part, from game 0 without a gap."""
        with self._guard:
            number = self._part(part, sitting, games, record)
        kind, at = sums_type(sitting.game), 0
        while rows := self._rows(number, at):
            for first, count, seconds, sums, scores in rows:
                if first != at:
                    return
                at = first + count
                yield Played(
                    Block(first, count),
                    unpack_sums(sums, kind),
                    unpack_record(scores, 2, sitting.game.seats),
                    seconds,
                )

    def keep(self, part: str, sitting: Sitting, played: Played) -> None:
        """One more block; committed together with others, `EVERY` or a long block at a time."""
        row = (
            *(played.block.first, played.block.count, played.seconds),
            *(pack_sums(played.sums), pack_record(played.record)),
        )
        with self._guard:
            self._pending.append((self._parts[part], *row))
            if time.monotonic() - self._committed + played.seconds >= EVERY:
                self.commit()

    def piece(self, name: str, *, of: tuple[Any, ...] = ()) -> bytes | None:
        """A finished piece, or None where it is not there."""
        with self._guard:
            row = self._ask("SELECT mark, data FROM piece WHERE name = ?", name).fetchone()
        if row is None:
            return None
        mark, data = row
        if mark != mark_of(*of):
            raise self._other_rules(f"{name} was made by other rules than those of today")
        return bytes(data)

    def keep_piece(self, name: str, data: bytes, *, of: tuple[Any, ...] = ()) -> None:
        """One more piece, on disk when this returns."""
        mark = mark_of(*of)
        with self._guard, self._transaction() as db:
            db.execute(
                "INSERT OR REPLACE INTO piece (name, mark, data) VALUES (?, ?, ?)",
                (name, mark, data),
            )

    def expect(self, *, games: int | None = None, pieces: int | None = None) -> None:
        """How much there will be in all, for whoever watches."""
        with self._guard:
            told = {"expected_games": games, "expected_pieces": pieces}
            self._tell(**{key: value for key, value in told.items() if value is not None})

    # Its life ----------------------------------------------------------------------------------

    def commit(self) -> None:
        """Bring to disk what is kept so far."""
        with self._guard:
            if self._pending:
                with self._transaction():
                    pass

    def close(self, state: str = "done") -> None:
        """Commit, say how it ended (done, interrupted, stopped), let others write."""
        with self._guard:
            try:
                if self._db is not None:
                    self.commit()
                    self._tell(state=state)
            finally:
                db, self._db = self._db, None
                if db is not None:
                    db.close()
                self._writer.drop()

    def __enter__(self) -> Run:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if error is None:
            self.close()
            return
        # What went wrong is more than that its end cannot be written down.
        with contextlib.suppress(OutwitError, sqlite3.Error):
            self.close("interrupted" if isinstance(error, KeyboardInterrupt) else "stopped")

    # Within --------------------------------------------------------------------------------------

    def _opened(self) -> Writer:
        if self._db is None:
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
                self._writer.take()
            except OSError as error:
                raise Stopped(
                    f"The folder {self._folder} cannot be written ({error.strerror}). Make room "
                    f"or set OUTWIT_RUNS to another folder."
                ) from error
            try:
                self._db = connect_writer(self._folder, self.name)
                self._begin()
            except BaseException:
                db, self._db = self._db, None
                if db is not None:
                    db.close()
                self._writer.drop()
                raise
            self.used = True
            self._committed = time.monotonic()
        return self._db

    def _begin(self) -> None:
        """A new run writes down what it is; an old one must be the same."""
        about = dict(self._ask("SELECT key, value FROM about").fetchall())
        now = time.time()
        if about:
            self._check(about)
            self._tell(state="running")
        else:
            spec: dict[str, Any] = msgspec.to_builtins(self.spec)
            machine = f"{platform.system()} {platform.machine()}"
            self._tell(**spec, versions=versions(), machine=machine, made=now, state="running")

    def _check(self, about: Mapping[str, str]) -> None:
        kept = {key: msgspec.json.decode(value) for key, value in about.items()}
        spec = msgspec.convert({k: kept[k] for k in Spec.__struct_fields__}, Spec)
        if spec.command != self.spec.command:
            raise NotTheSame(
                f"The run {self.name} holds the command {spec.command}, not {self.spec.command}. "
                f"`outwit resume {self.name}` goes on with it; or give another --run NAME."
            )
        other = spec.differing(self.spec)
        if other:
            what = ", ".join(
                f"{key} {_shown(spec.given.get(key))} instead of {_shown(self.spec.given.get(key))}"
                for key in other
            )
            raise NotTheSame(
                f"The run {self.name} was made with {what}. `outwit resume {self.name}` goes on "
                f"with it; or give another --run NAME."
            )
        if kept["versions"] != versions():
            differ = differing(kept["versions"], versions())
            raise self._other_rules(f"it was made with {differ}")

    def _other_rules(self, why: str) -> NotTheSame:
        return NotTheSame(
            f"The run {self.name} cannot go on: {why}, so its games could come out otherwise. Go "
            f"back to what it was made with, or begin another run."
        )

    def _part(self, part: str, sitting: Sitting, games: int | None, record: bool) -> int:
        """The number of a part, made where it is new."""
        mark = mark_of(sitting)
        found = self._ask("SELECT id, mark, recorded, aim FROM part WHERE name = ?", part)
        row = found.fetchone()
        if row is None:
            told = msgspec.json.encode({**heading(sitting), "seed": sitting.seed}).decode()
            layout = msgspec.json.encode(layout_of(sums_type(sitting.game))).decode()
            with self._transaction() as db:
                added = db.execute(
                    "INSERT INTO part (name, mark, recorded, aim, told, layout) "
                    "VALUES (?, ?, ?, ?, ?, ?)",
                    (part, mark, record, games, told, layout),
                )
                row = (added.lastrowid, mark, record, games)
        number, known, recorded, aim = row
        if known != mark or bool(recorded) != record:
            raise self._other_rules(
                f"the rules of {heading(sitting)['game']}, an agent or its parameters have changed "
                f"since ({part})"
            )
        if aim != games:
            with self._transaction() as db:
                db.execute("UPDATE part SET aim = ? WHERE id = ?", (games, number))
        self._parts[part] = int(number)
        return int(number)

    def _rows(self, number: int, at: int) -> list[tuple[Any, ...]]:
        with self._guard:
            return self._ask(
                "SELECT first, count, seconds, sums, record FROM block "
                "WHERE part = ? AND first >= ? ORDER BY first LIMIT ?",
                *(number, at, AT_ONCE),
            ).fetchall()

    def _tell(self, **facts: Any) -> None:
        with self._transaction() as db:
            db.executemany(
                "INSERT OR REPLACE INTO about (key, value) VALUES (?, ?)",
                [(key, msgspec.json.encode(value).decode()) for key, value in facts.items()],
            )

    def _ask(self, text: str, *values: Any) -> sqlite3.Cursor:
        with sentences(self.name):
            return self._opened().execute(text, values)

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing, with the blocks that wait; on disk at its end."""
        db = self._opened()
        with sentences(self.name), db:
            now = msgspec.json.encode(time.time()).decode()
            db.execute("INSERT OR REPLACE INTO about (key, value) VALUES ('changed', ?)", (now,))
            db.executemany(_ADD, self._pending)
            yield db
        self._pending.clear()
        self._committed = time.monotonic()


def _shown(value: Any) -> str:
    return "nothing" if value in (None, [], "") else str(value)


__all__ = ["Run"]
