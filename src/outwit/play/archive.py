"""One file of JSON and arrays: a zip with `header.json` and `.npy` files, never pickle.

The same content gives the same bytes. A file appears whole or not at all.
"""

from __future__ import annotations

import io
import json
import os
import tempfile
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from outwit.core.errors import Refused, Stopped, UsageError

Array = np.ndarray[Any, Any]

FORMAT = 1
"""Goes up when older versions could no longer read what is written."""
HEADER = "header.json"
NPY = ".npy"
LONG_AGO = (1980, 1, 1, 0, 0, 0)


def write_archive(path: str | Path, header: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
    """Write header and arrays; whoever opens the file meanwhile sees the old one."""
    path = Path(path)
    told = {"format": FORMAT, **header}
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file, zipfile.ZipFile(file, "w") as archive:
                _put(archive, HEADER, json.dumps(told, indent=1).encode())
                for key, array in arrays.items():
                    _put(archive, key + NPY, _npy(array))
            os.chmod(name, 0o666 & ~_umask())
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        raise Stopped(f"{path} cannot be written: {error.strerror or error}.") from error


def check_writable(path: str | Path) -> None:
    """A sentence, before hours of work, unless a file can be written there."""
    folder = Path(path).resolve().parent
    if not folder.is_dir():
        raise UsageError(f"{path} cannot be written: there is no folder {folder}.")
    if not os.access(folder, os.W_OK):
        raise UsageError(f"{path} cannot be written: the folder {folder} is read-only.")


def _put(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    about = zipfile.ZipInfo(name, date_time=LONG_AGO)
    about.compress_type = zipfile.ZIP_DEFLATED
    about.external_attr = 0o644 << 16
    archive.writestr(about, data, compresslevel=1)


def _npy(array: Array) -> bytes:
    data = io.BytesIO()
    np.lib.format.write_array(data, np.ascontiguousarray(array), allow_pickle=False)
    return data.getvalue()


def _umask() -> int:
    """The process's mask, which can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def read_archive(
    path: str | Path, *, under: str | tuple[str, ...] = ""
) -> tuple[dict[str, Any], dict[str, Array]]:
    """The header, and the arrays whose names begin with `under`.

    A file that is missing, damaged or of a newer version is refused with a sentence.
    """
    path = Path(path)
    if not path.is_file():
        raise UsageError(f"No file {path}.")
    try:
        with zipfile.ZipFile(path) as archive:
            header = json.loads(archive.read(HEADER))
            _check_format(path, header)
            arrays = {
                name.removesuffix(NPY): _array(archive.read(name))
                for name in archive.namelist()
                if name.startswith(under) and name.endswith(NPY)
            }
    except _DAMAGED as error:
        raise Refused(f"{path} is damaged, or no file that outwit saved: {_reason(error)}.") from (
            error
        )
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}.") from error
    return header, arrays


def _array(data: bytes) -> Array:
    array: Array = np.lib.format.read_array(io.BytesIO(data), allow_pickle=False)
    return array


def _check_format(path: Path, header: Any) -> None:
    if not isinstance(header, dict) or not isinstance(header.get("format"), int):
        raise ValueError("its header names no format")
    if header["format"] > FORMAT:
        raise Refused(
            f"{path} was saved by a newer outwit ({header.get('outwit', 'unknown')}), in a form "
            f"that this one does not know. Install that version to use it."
        )


_DAMAGED = (zipfile.BadZipFile, zlib.error, KeyError, ValueError, EOFError, NotImplementedError)


def _reason(error: BaseException) -> str:
    text = str(error.args[0] if error.args else error).rstrip(".")
    return text[:1].lower() + text[1:] or type(error).__name__


__all__ = ["FORMAT", "check_writable", "read_archive", "write_archive"]
