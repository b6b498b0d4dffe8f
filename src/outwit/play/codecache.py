"""Compiled code on disk, one file for each fingerprint.

Numba's own file cache goes by the date of one source file and does not notice that a callee in
another file changed; this one is asked by the hash of everything reached. Two processes that
compile at once write the same file, each in one step. A folder that cannot be written to costs a
warning, nothing else.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import tempfile
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from numba.core.caching import CompileResultCacheImpl, _Cache
from numba.core.serialize import dumps

UNUSED_DAYS = 60
DIGEST = hashlib.sha256().digest_size
_warned: set[str] = set()


_elsewhere: list[Path] = []


@contextlib.contextmanager
def anew() -> Iterator[None]:
    """Compile as on a machine that has never seen the game: nothing is found, nothing is left."""
    with tempfile.TemporaryDirectory(prefix="outwit-") as folder:
        _elsewhere.append(Path(folder))
        try:
            yield
        finally:
            _elsewhere.pop()


def cache_folder() -> Path:
    """Where compiled code is kept: OUTWIT_CACHE, or the user's cache folder."""
    if _elsewhere:
        return _elsewhere[-1]
    named = os.environ.get("OUTWIT_CACHE")
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "outwit"


def _warn(sentence: str) -> None:
    """Say it once."""
    if sentence not in _warned:
        _warned.add(sentence)
        warnings.warn(sentence, stacklevel=2)


class CodeCache(_Cache):  # type: ignore[misc]
    """What a dispatcher asks for its machine code: one function, one signature, one file."""

    def __init__(self, fingerprint: str) -> None:
        self.file = cache_folder() / f"{fingerprint}.code"
        self.enabled = True

    @property
    def cache_path(self) -> str:
        return str(self.file.parent)

    def enable(self) -> None:
        self.enabled = True

    def disable(self) -> None:
        self.enabled = False

    def flush(self) -> None:
        self.file.unlink(missing_ok=True)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled function, or None where there is none or it cannot be read."""
        try:
            data = self.file.read_bytes()
        except OSError:
            return None
        target_context.refresh()
        try:
            kept_sig, payload = pickle.loads(_sound(data))
            if kept_sig != sig:
                return None
            with contextlib.suppress(OSError):
                os.utime(self.file)
            return CompileResultCacheImpl.rebuild(None, target_context, payload)
        except Exception as error:  # a damaged file: compile again, over it
            _warn(f"The compiled code {self.file} is damaged ({error}); it is compiled anew.")
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled function: written beside and moved into place in one step."""
        code = dumps((sig, data._reduce()))
        content = hashlib.sha256(code).digest() + code
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            handle, beside = tempfile.mkstemp(dir=self.file.parent, suffix=".tmp")
            try:
                with os.fdopen(handle, "wb") as out:
                    out.write(content)
                os.replace(beside, self.file)
            except OSError:
                with contextlib.suppress(OSError):
                    os.unlink(beside)
                raise
            _remove_unused(self.file.parent)
        except OSError as error:
            _warn(
                f"Compiled code cannot be kept in {self.file.parent} ({error.strerror}). "
                f"Everything works, but each start takes a second or two longer. Set OUTWIT_CACHE "
                f"to a folder that can be written to."
            )


def _sound(content: bytes) -> bytes:
    """Code behind its own hash: half a file, or one with a wrong bit, is never run."""
    digest, code = content[:DIGEST], content[DIGEST:]
    if hashlib.sha256(code).digest() != digest:
        raise ValueError("its content is not what was written")
    return code


def _remove_unused(folder: Path) -> None:
    """Forget code that nobody asked for in a long time; looked for once a day."""
    mark = folder / "cleaned"
    now = time.time()
    if mark.exists() and now - mark.stat().st_mtime < 86_400:
        return
    mark.touch()
    for file in (*folder.glob("*.code"), *folder.glob("*.tmp")):
        days = UNUSED_DAYS if file.suffix == ".code" else 1
        with contextlib.suppress(OSError):
            if now - file.stat().st_mtime > days * 86_400:
                file.unlink()
