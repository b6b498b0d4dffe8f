"""Plain tables and paragraphs at the width of the terminal."""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Sequence

LEAST_LAST = 24


def width() -> int:
    """Columns to write in."""
    return min(shutil.get_terminal_size((80, 24)).columns, 100)


def table(head: Sequence[str], rows: Sequence[Sequence[str]], *, indent: int = 1) -> str:
    """Columns by their widest entry; the last one is wrapped to what is left."""
    lines = [list(head), *map(list, rows)]
    before = [max(len(line[i]) for line in lines) for i in range(len(head) - 1)]
    room = max(width() - indent - sum(before) - 2 * len(before), LEAST_LAST)
    pad = " " * indent
    out = []
    for line in lines:
        wrapped = textwrap.wrap(line[-1], room) or [""]
        first = "  ".join(cell.ljust(size) for cell, size in zip(line, before, strict=False))
        for k, part in enumerate(wrapped):
            start = first if k == 0 else " " * (sum(before) + 2 * (len(before) - 1))
            out.append(f"{pad}{start}  {part}".rstrip() if before else pad + part)
    return "\n".join(out)


def grid(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Names on the left, numbers on the right."""
    lines = [list(head), *map(list, rows)]
    sizes = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        " "
        + "  ".join(
            cell.rjust(size) if i else cell.ljust(size)
            for i, (cell, size) in enumerate(zip(line, sizes, strict=True))
        ).rstrip()
        for line in lines
    )


def paragraph(text: str, *, indent: int = 0) -> str:
    """Text wrapped to the terminal; its paragraphs and the points of its lists are kept."""
    parts = textwrap.dedent(" " * 4 + text).split("\n\n")
    pad = " " * indent
    return "\n\n".join(
        "\n".join(_filled(point, pad) for point in re.split(r"\n\s*(?=\* )", part))
        for part in parts
    )


def _filled(text: str, pad: str) -> str:
    """One paragraph, or one point of a list with its lines below each other."""
    hanging = pad + "  " if text.startswith("* ") else pad
    words = " ".join(text.split())
    return textwrap.fill(words, width(), initial_indent=pad, subsequent_indent=hanging)
