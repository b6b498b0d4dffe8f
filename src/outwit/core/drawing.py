"""Cards, dice, tokens and boards drawn with characters, for people at the table.

Plain text: nothing depends on colour. Rows of cards may be cut between two cards where a terminal
is narrow (`narrowed`), all else is at most 79 columns wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

WIDE = 79
"""Columns that a drawing may take."""
FACE_DOWN = "░░"
FULL, EMPTY, PIP = "●", "○", "•"
_EIGHTHS = " ▏▎▍▌▋▊▉"


def cards(names: Sequence[str], *, wide: int = WIDE) -> str:
    """Cards side by side, as many to a row as fit: ╭──┬──╮, │A │10│, ╰──┴──╯."""
    a_row = max(1, (wide - 1) // 3)
    rows = [names[i : i + a_row] for i in range(0, len(names), a_row)]
    return "\n".join(_row_of_cards(row) for row in rows)


def _row_of_cards(names: Sequence[str]) -> str:
    edge = ["──"] * len(names)
    return "\n".join(
        [
            f"╭{'┬'.join(edge)}╮",
            f"│{'│'.join(f'{name:<2}' for name in names)}│",
            f"╰{'┴'.join(edge)}╯",
        ]
    )


def narrowed(lines: Sequence[str], wide: int) -> list[str]:
    """Rows of cards, three lines each, in as many rows as a narrow terminal asks for."""
    names = [name.strip() for row in lines[1::3] for name in row.strip("│").split("│")]
    return cards(names, wide=wide).split("\n")


def is_row_of_cards(lines: Sequence[str]) -> bool:
    """Whether three lines are a row of cards and nothing else."""
    if len(lines) != 3:
        return False
    top, middle, low = lines
    parts = top[1:-1].split("┬")
    return (
        top[:1] + top[-1:] == "╭╮"
        and set(parts) == {"──"}
        and low == f"╰{'┴'.join(parts)}╯"
        and len(middle) == len(top)
    )


def beside(*blocks: str, gap: int = 4) -> str:
    """Drawings next to each other, their first lines in line."""
    columns = [block.split("\n") for block in blocks]
    sizes = [max(map(len, lines)) for lines in columns]
    rows = zip_longest(*columns, fillvalue="")
    return "\n".join(
        (" " * gap).join(cell.ljust(size) for cell, size in zip(row, sizes, strict=True)).rstrip()
        for row in rows
    )


def dice(*faces: int) -> str:
    """Dice by their pips: [••] [•] [ ]."""
    return " ".join(f"[{PIP * face or ' '}]" for face in faces)


def tokens(many: int, of: int = 0) -> str:
    """So many tokens in groups of five; empty places up to `of`."""
    row = FULL * many + EMPTY * max(0, of - many)
    return " ".join(row[i : i + 5] for i in range(0, len(row), 5))


def bar(part: float, wide: int = 20) -> str:
    """A part of 1 as a bar, to an eighth of a column."""
    eighths = min(max(round(part * wide * 8), 0), wide * 8)
    return ("█" * (eighths // 8) + _EIGHTHS[eighths % 8]).ljust(wide)[:wide]


def grid(cells: Sequence[Sequence[str]], head: Sequence[str], side: Sequence[str]) -> str:
    """A board: a letter for each column, a number for each row, one sign a square."""
    lines = ["     " + "   ".join(head)]
    edge = ["───"] * len(head)
    lines.append(f"   ╭{'┬'.join(edge)}╮")
    for i, (row, name) in enumerate(zip(cells, side, strict=True)):
        if i:
            lines.append(f"   ├{'┼'.join(edge)}┤")
        lines.append(f"{name:>2} │{'│'.join(f' {cell} ' for cell in row)}│")
    lines.append(f"   ╰{'┴'.join(edge)}╯")
    return "\n".join(lines)


def columns(rows: Sequence[Sequence[str]], *, gap: str = "  ") -> str:
    """Rows with their cells below each other: the last column as it is, the others padded."""
    sizes = [max(map(len, cells)) for cells in zip(*rows, strict=True)][:-1]
    return "\n".join(
        gap.join([*(c.ljust(s) for c, s in zip(row, [*sizes], strict=False)), row[-1]]).rstrip()
        for row in rows
    )


__all__ = ["FACE_DOWN", "bar", "beside", "cards", "columns", "dice", "grid", "narrowed", "tokens"]
