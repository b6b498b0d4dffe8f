"""A sitting on its way to another process: its values, the user's files it needs, its mark.

A user's file travels as text. Where the same file lies at the same place it is used as it is;
elsewhere, or where it was edited since, the text is laid down in the folder of compiled code under
a name of its own. The mark proves on arrival that the rules are those that were sent.
"""

from __future__ import annotations

import hashlib
import io
import os
import pickle
import tempfile
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from outwit.core.agent import Agent
from outwit.core.errors import NotTheSame, Refused
from outwit.core.files import is_file, rebuilt, reference
from outwit.core.game import Game
from outwit.play.codecache import cache_folder
from outwit.play.rules import differing, mark_of, versions
from outwit.play.sitting import Sitting


@dataclass(frozen=True)
class Parcel:
    """What is carried. `files` holds texts by their paths where they were sent from."""

    data: bytes
    files: dict[str, bytes]
    mark: str
    versions: dict[str, str]

    @cached_property
    def key(self) -> str:
        """Two parcels with one key hold the same."""
        parts = [self.data, self.mark.encode(), *self.files.values()]
        return hashlib.sha256(b"\0".join(parts)).hexdigest()[:24]


def pack(sitting: Sitting) -> Parcel:
    """A sitting made ready to be carried."""
    content = io.BytesIO()
    packer = _Packer(content, protocol=pickle.HIGHEST_PROTOCOL)
    packer.dump(sitting)
    files = {path: Path(path).read_bytes() for path in sorted(packer.paths)}
    return Parcel(content.getvalue(), files, mark_of(sitting), versions())


def unpack(parcel: Parcel) -> Sitting:
    """The sitting, or a sentence about what is different here."""
    here = versions()
    if here != parcel.versions:
        raise NotTheSame(
            f"A worker has {differing(here, parcel.versions)}: its games could come out otherwise."
        )
    try:
        sitting = _Unpacker(io.BytesIO(parcel.data), parcel.files).load()
    except (ImportError, AttributeError) as error:
        raise Refused(
            f"A worker cannot find the game or an agent ({error}). Install its package there, or "
            f"put it into a file of its own and name that file."
        ) from error
    assert isinstance(sitting, Sitting)
    if mark_of(sitting) != parcel.mark:
        raise NotTheSame(
            "A worker has other rules for this game or its agents: a file was edited after it was "
            "read, or a package differs. Start again."
        )
    return sitting


class _Packer(pickle.Pickler):
    """Notes which of the user's files are needed."""

    def __init__(self, file: Any, protocol: int) -> None:
        super().__init__(file, protocol)
        self.paths: set[str] = set()

    def reducer_override(self, thing: Any) -> Any:
        if isinstance(thing, (Game, Agent)):
            where = reference(type(thing)).rpartition(":")[0]
            if where == "__main__":
                raise Refused(
                    f"{type(thing).__name__} is defined in the script or notebook that is running: "
                    f"no other process can find it. Put it into a file of its own and name that "
                    f"file: outwit.game('mygame.py')."
                )
            if is_file(where):
                self.paths.add(where)
        return NotImplemented


class _Unpacker(pickle.Unpickler):
    """Finds users' files where they are, or where they were laid down."""

    def __init__(self, file: Any, files: dict[str, bytes]) -> None:
        super().__init__(file)
        self.files = files

    def find_class(self, module: str, name: str) -> Any:
        found = super().find_class(module, name)
        return self._rebuilt if found is rebuilt else found

    def _rebuilt(self, place: str, values: dict[str, Any]) -> Any:
        path, _, name = place.rpartition(":")
        if path in self.files:
            place = f"{_settled(Path(path), self.files[path])}:{name}"
        return rebuilt(place, values)


_read: dict[Path, bytes] = {}
"""Which text of a file this process has read: a module is not read twice."""


def _settled(path: Path, text: bytes) -> Path:
    """A file with this text: the one at this path, or a copy."""
    known = _read.get(path)
    if known is None and path.is_file() and path.read_bytes() == text:
        known = _read[path] = text
    if known == text:
        return path
    folder = cache_folder() / "files" / hashlib.sha256(text).hexdigest()[:16]
    copy = folder / path.name
    if not (copy.is_file() and copy.read_bytes() == text):
        folder.mkdir(parents=True, exist_ok=True)
        # Several workers may lay it down at once: written beside and moved into place.
        handle, beside = tempfile.mkstemp(dir=folder, suffix=".tmp")
        with os.fdopen(handle, "wb") as out:
            out.write(text)
        os.replace(beside, copy)
    return copy


__all__ = ["Parcel", "pack", "unpack"]
