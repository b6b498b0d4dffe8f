"""Looking at runs without touching them: what each is, how far it has come."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from outwit.core.errors import Refused
from outwit.store.database import reading
from outwit.store.folder import known_folder, run_names, size_of
from outwit.store.lock import has_writer
from outwit.store.spec import Spec


@dataclass(frozen=True, kw_only=True)
class PartLook:
    """One sitting of a run: games done, of how many where that is known."""

    name: str
    told: dict[str, Any]
    games: int
    aim: int | None
    blocks: int
    seconds: float


@dataclass(frozen=True, kw_only=True)
class RunLook:
    """A run as it stands on disk.

    state          running, done, interrupted (Ctrl-C), stopped (it said why), broken off
    games, pieces  kept so far
    left, pieces_left  what is still to come; None where nobody knows
    made, changed  seconds since 1970
    """

    name: str
    spec: Spec
    state: str
    games: int
    left: int | None
    pieces: int
    pieces_left: int | None
    size: int
    made: float
    changed: float
    versions: dict[str, str]
    machine: str
    parts: tuple[PartLook, ...]


def look(name: str) -> RunLook:
    """A run, read beside whoever writes it."""
    folder = known_folder(name)
    with reading(folder, name) as db:
        about = {k: msgspec.json.decode(v) for k, v in db.execute("SELECT key, value FROM about")}
        parts = tuple(
            PartLook(
                name=part,
                told=msgspec.json.decode(told),
                games=games,
                aim=aim,
                blocks=blocks,
                seconds=seconds,
            )
            for part, told, aim, games, blocks, seconds in db.execute(
                "SELECT name, told, aim, coalesce(sum(count), 0), count(first), "
                "coalesce(sum(seconds), 0.0) "
                "FROM part LEFT JOIN block ON block.part = part.id GROUP BY part.id ORDER BY id"
            )
        )
        (pieces,) = db.execute("SELECT count(*) FROM piece").fetchone()
    if "made" not in about:
        raise Refused(f"The run {name} holds nothing yet.")
    return _told(name, folder, about, parts, pieces)


def _told(
    name: str, folder: Path, about: dict[str, Any], parts: tuple[PartLook, ...], pieces: int
) -> RunLook:
    state = about["state"]
    if state == "running" and not has_writer(folder):
        state = "broken off"
    games = sum(part.games for part in parts)
    aim = about.get("expected_games")
    if aim is None and parts and all(part.aim is not None for part in parts):
        aim = sum(part.aim or 0 for part in parts)
    of_pieces = about.get("expected_pieces")
    over = state == "done"
    return RunLook(
        name=name,
        spec=msgspec.convert({k: about[k] for k in Spec.__struct_fields__}, Spec),
        state=state,
        games=games,
        left=0 if over else None if aim is None else max(aim - games, 0),
        pieces=pieces,
        pieces_left=0 if over else None if of_pieces is None else max(of_pieces - pieces, 0),
        size=size_of(folder),
        made=about["made"],
        changed=about["changed"],
        versions=about["versions"],
        machine=about["machine"],
        parts=parts,
    )


def looks() -> tuple[list[RunLook], list[str]]:
    """All runs, and sentences about those that cannot be read."""
    found, faults = [], []
    for name in run_names():
        try:
            found.append(look(name))
        except Refused as fault:
            faults.append(str(fault))
    return found, faults


__all__ = ["PartLook", "RunLook", "look", "looks"]
