"""Runs as files that other programs read: JSON with everything, CSV with the sums of each block."""

from __future__ import annotations

import base64
import csv
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import IO, Any

import msgspec

from outwit.core.errors import UsageError
from outwit.play.loop import PAYOFF, WINS
from outwit.store.database import reading
from outwit.store.encoding import Array, kind_of, unpack_record, unpack_sums
from outwit.store.folder import known_folder
from outwit.store.look import RunLook, look

COLUMNS = (
    *("part", "first", "games_in_block", "place", "agent", "seat"),
    *("games", "payoff", "square", "wins"),
)


def export(name: str, file: Path) -> RunLook:
    """Write a run to a .json or .csv file; returns what was written."""
    writers = {".json": _json, ".csv": _csv}
    if file.suffix not in writers:
        raise UsageError(f"A run is exported to a .json or a .csv file, not to {file.name}.")
    told = look(name)
    with reading(known_folder(name), name) as db:
        try:
            out = file.open("w", encoding="utf-8", newline="")
        except OSError as error:
            raise UsageError(f"{file} cannot be written: {error.strerror}.") from error
        with closing(out):
            writers[file.suffix](told, db, out)
    return told


def _json(told: RunLook, db: sqlite3.Connection, out: IO[str]) -> None:
    """One object; a line for each block, so that a large run needs little memory."""
    head = msgspec.to_builtins(told)
    parts = head.pop("parts")
    out.write(_text(head)[:-1] + ',"parts":[')
    for k, part in enumerate(parts):
        out.write(("," if k else "") + "\n" + _text(part)[:-1] + ',"blocks":[')
        for i, (first, count, seconds, sums, record) in enumerate(_blocks(db, part["name"])):
            block = {
                "first": first,
                "count": count,
                "seconds": seconds,
                "sums": {name: sums[name].tolist() for name in sums.dtype.names},
                "record": record.tolist() if len(record) else None,
            }
            out.write(("," if i else "") + "\n" + _text(block))
        out.write("]}")
    out.write('],\n"kept":[')
    rows = db.execute("SELECT name, data FROM piece ORDER BY name")
    for i, (name, data) in enumerate(rows):
        piece = {"name": name, "base64": base64.b64encode(data).decode()}
        out.write(("," if i else "") + "\n" + _text(piece))
    out.write("]}\n")


def _csv(told: RunLook, db: sqlite3.Connection, out: IO[str]) -> None:
    """A row for each block, place and seat; places and seats from 1, pay-offs in units."""
    rows = csv.writer(out)
    rows.writerow(COLUMNS)
    for part in told.parts:
        agents = part.told["agents"]
        for first, count, _, sums, _ in _blocks(db, part.name):
            for place, seat in _seated(sums):
                rows.writerow(
                    [
                        *(part.name, first, count, place + 1, agents[place], seat + 1),
                        int(sums["games"][place, seat]),
                        int(sums["sum"][PAYOFF, place, seat]),
                        int(sums["square"][place, seat]),
                        int(sums["sum"][WINS, place, seat]),
                    ]
                )


def _seated(sums: Array) -> Iterator[tuple[int, int]]:
    """Places and the seats they had in a block."""
    places, seats = sums["games"].shape
    for place in range(places):
        for seat in range(seats):
            if sums["games"][place, seat]:
                yield place, seat


def _blocks(db: sqlite3.Connection, part: str) -> Iterator[tuple[int, int, float, Array, Array]]:
    (number, layout) = db.execute("SELECT id, layout FROM part WHERE name = ?", (part,)).fetchone()
    kind = kind_of(msgspec.json.decode(layout))
    seats = kind["games"].shape[0]
    for first, count, seconds, sums, record in db.execute(
        "SELECT first, count, seconds, sums, record FROM block WHERE part = ? ORDER BY first",
        (number,),
    ):
        yield first, count, seconds, unpack_sums(sums, kind), unpack_record(record, 2, seats)


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


__all__ = ["COLUMNS", "export"]
