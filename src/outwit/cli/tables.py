"""Plain tables and paragraphs at the width of the terminal."""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Sequence
from itertools import zip_longest

LEAST_LAST, MOST_BEFORE = 24, 26
"""Columns that the last column of a table has at least, and the others at most."""


def width() -> int:
    """Columns to write in."""
    return min(shutil.get_terminal_size((80, 24)).columns, 100)


def table(head: Sequence[str], rows: Sequence[Sequence[str]], *, indent: int = 1) -> str:
    """Columns by their widest entry, long ones wrapped; the last one gets what is left."""
    lines = [list(head), *map(list, rows)]
    sizes = [_column(cells) for cells in list(zip(*lines, strict=True))[:-1]]
    sizes.append(max(width() - indent - sum(sizes) - 2 * len(sizes), LEAST_LAST))
    out = []
    for line in lines:
        cells = [
            textwrap.wrap(cell, size, break_on_hyphens=False) or [""]
            for cell, size in zip(line, sizes, strict=True)
        ]
        for parts in zip_longest(*cells, fillvalue=""):
            padded = (part.ljust(size) for part, size in zip(parts, sizes, strict=True))
            out.append((" " * indent + "  ".join(padded)).rstrip())
    return "\n".join(out)


def _column(cells: Sequence[str]) -> int:
    """How wide a column is: its widest entry, or MOST_BEFORE where its words allow that."""
    longest_word = max((len(word) for cell in cells for word in cell.split()), default=0)
    return max(min(max(map(len, cells)), MOST_BEFORE), longest_word)


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
