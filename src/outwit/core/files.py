"""A user's own files of games and agents, and how a class is found again by what names it."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any
from zlib import crc32

from outwit.core.errors import UsageError

PREFIX = "outwit_file_"


def is_file(word: str) -> bool:
    """Whether a word on the command line names a Python file rather than a game."""
    return word.endswith(".py")


def load_file(path: Path) -> ModuleType:
    """A user's file as a module: one module, by whatever path the file is named."""
    if not path.is_file():
        raise UsageError(f"No file {path}.")
    return _loaded(path.resolve())


@cache
def _loaded(path: Path) -> ModuleType:
    """The module's name is the same in every process, as caches of compiled code need it."""
    name = f"{PREFIX}{path.stem}_{crc32(str(path).encode()):08x}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        with _neighbours(path.parent):
            spec.loader.exec_module(module)
    except SyntaxError as error:
        raise UsageError(f"{path.name}, line {error.lineno}: {error.msg}.") from error
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error}.") from error
    except Exception as error:
        line = _line_in(error, path)
        raise UsageError(f"{path.name}{line}: {type(error).__name__}: {error}.") from error
    return module


@contextmanager
def _neighbours(folder: Path) -> Iterator[None]:
    """Let a file import what lies beside it, as Python does for a script."""
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))


def _line_in(error: BaseException, path: Path) -> str:
    trace, line = error.__traceback__, ""
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = f", line {trace.tb_lineno}"
        trace = trace.tb_next
    return line


def data_folder() -> Path:
    """Where what is made for keeps goes (runs, traces): OUTWIT_DATA, or the user's data folder."""
    named = os.environ.get("OUTWIT_DATA")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "outwit"


def reference(cls: type) -> str:
    """Where a class is: 'outwit.games.kuhn:Kuhn', or '/home/me/mygame.py:MyGame'."""
    module = sys.modules[cls.__module__]
    where = cls.__module__
    if where.startswith(PREFIX) and module.__file__ is not None:
        where = str(Path(module.__file__).resolve())
    return f"{where}:{cls.__qualname__}"


def referred(place: str) -> Any:
    """The class at a place that `reference` named."""
    where, _, name = place.rpartition(":")
    module = load_file(Path(where)) if is_file(where) else importlib.import_module(where)
    found: Any = module
    for part in name.split("."):
        found = getattr(found, part)
    return found


def rebuilt(place: str, values: dict[str, Any]) -> Any:
    """A game or an agent from its class's place and its fields; how they cross to a process."""
    return referred(place)(**values)
