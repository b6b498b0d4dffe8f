"""Where runs lie: a folder for each, holding its database and the lock of its one writer."""

from __future__ import annotations

import os
import re
from pathlib import Path

from outwit.core.errors import UsageError, did_you_mean
from outwit.core.files import data_folder

DATABASE = "run.sqlite"
_NAME = re.compile(r"[\w][\w.+-]*", re.ASCII)


def runs_folder() -> Path:
    """OUTWIT_RUNS, or `runs` in the user's data folder."""
    named = os.environ.get("OUTWIT_RUNS")
    return Path(named) if named else data_folder() / "runs"


def folder_of(name: str) -> Path:
    """The folder of a run, there or not."""
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"A run is named with letters, digits and . _ + -, and begins with none of the last "
            f'three; not "{name}".'
        )
    return runs_folder() / name


def run_names() -> list[str]:
    """All runs, by name."""
    return sorted(file.parent.name for file in runs_folder().glob(f"*/{DATABASE}"))


def known_folder(name: str) -> Path:
    """The folder of a run that is there."""
    folder = folder_of(name)
    if not (folder / DATABASE).is_file():
        near = did_you_mean(name, run_names())
        raise UsageError(f'No run "{name}" in {runs_folder()}.{near} `outwit runs` lists all.')
    return folder


def size_of(folder: Path) -> int:
    """Bytes on disk."""
    return sum(file.stat().st_size for file in folder.iterdir() if file.is_file())


__all__ = ["DATABASE", "folder_of", "known_folder", "run_names", "runs_folder", "size_of"]
