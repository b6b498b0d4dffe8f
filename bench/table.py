"""The page of all rows, docs/reference/speed.md, and the same as JSON in bench/out."""

from __future__ import annotations

import json
import os
import platform
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numba
import numpy as np

import outwit
from bench.rows import Row
from outwit.play.backends.threads import cores

BEGUN = os.getloadavg()[0]
"""The load of the machine before anything was measured."""
HOME = Path(__file__).parent.parent
PAGE = HOME / "docs" / "reference" / "speed.md"
OUT = HOME / "bench" / "out"


@dataclass(frozen=True)
class Section:
    """A part of the page: a heading, what is measured and how, and which measurements it shows."""

    title: str
    about: str
    names: tuple[str, ...]


SECTIONS = (
    Section(
        "Beside C",
        """For each game there is the simulation that one would write by hand in C: this one
game, these agents, plain structs, no rules interface, no checks (`bench/c`). It is compiled with
five sets of flags and the fastest counts. Both sides play the same games with the same generator
and must come to the same whole numbers, or the bench stops. The figure is C's time over the
engine's: 1 would be as fast as C. *By address* is how a match is played: agents are called, a new
one costs a moment. *Together* (`--together`) compiles them into the loop, for long matches.""",
        ("leduc", "blackjack", "bluff", "war", "holdem", "rrrats"),
    ),
    Section(
        "Beside OpenSpiel",
        """OpenSpiel's C++ plays random games of the same rules, and iterates CFR+ on the same game.
The figure is its time over ours: above 1 outwit is the faster one.""",
        ("openspiel", "solvers"),
    ),
    Section(
        "Training",
        """Seconds of processor time for whole calls of `outwit.learn`, and of a match of what was
learnt, on one thread, compiled code at hand.""",
        ("learning",),
    ),
    Section(
        "Until the first result",
        """Seconds of processor time of a whole process, import included. *Cold*: nothing was
compiled before. *Warm*: this line-up was played once, some time ago.""",
        ("starts", "agent"),
    ),
    Section(
        "Threads, interruption, memory",
        """Sums are whole numbers, so threads never wait for each other and no bit depends on
them; memory does not depend on the number of games.""",
        ("threads", "ctrl-c", "memory", "resident"),
    ),
)


def told(row: Row) -> str:
    return f"{row.measured:,.{_digits(row)}f}{' ' if row.unit else ''}{row.unit}"


def _digits(row: Row) -> int:
    return 0 if abs(row.measured) >= 100 else 1 if row.unit in ("KB", "MB", "%") else 2


def wanted(row: Row) -> str:
    return f"{row.sense} {row.hold:g}" if row.hold is not None else ""


def line(row: Row) -> str:
    """One row on the terminal."""
    mark = {True: "ok", False: "MISSED", None: ""}[row.reached]
    target = f"({wanted(row)})" if row.hold is not None else ""
    return f"{row.name:<62} {told(row):>10}  {target:<16} {mark:<7}{row.note}".rstrip()


def missed(found: Mapping[str, Sequence[Row]]) -> list[str]:
    return [row.name for rows in found.values() for row in rows if row.reached is False]


def verdict(found: Mapping[str, Sequence[Row]]) -> str:
    """How many targets were held, and which were not."""
    held = sum(row.reached is True for rows in found.values() for row in rows)
    below = missed(found)
    text = f"{held} of {held + len(below)} targets held"
    return f"{text}; missed: {'; '.join(below)}." if below else f"{text}."


def page(
    found: Mapping[str, Sequence[Row]], skipped: Mapping[str, str], machine: str, command: str
) -> str:
    parts = [
        "# Speed",
        f"Made by `{command}`: nobody has typed a figure into this page. Processor time on one "
        "core with all checks on, unless a row says otherwise; what is compared took turns in "
        "one run, and the best of all rounds counts.",
        f"Measured on {machine}.{_warning()}",
        f"**{verdict(found)}**",
    ]
    for section in SECTIONS:
        rows = [row for name in section.names for row in found.get(name, ())]
        parts += [f"## {section.title}", section.about]
        parts += [f"Left out (`{n}`): {skipped[n]}." for n in section.names if n in skipped]
        if rows:
            parts.append("\n".join(_table(rows)))
        again = " ".join(f"--only {name}" for name in section.names)
        parts.append(f"Again: `python -m bench {again}`.")
    return "\n\n".join(parts) + "\n"


def _warning() -> str:
    """That other work ran, where it did: what is measured on the clock suffers by it."""
    load = BEGUN / cores()
    if load < BUSY:
        return ""
    return (
        f" **Other work kept this machine busy** ({BEGUN:.1f} processes wanted its {cores()} cores "
        "when this began): what is measured on the clock (threads, Ctrl-C) says little here."
    )


def _table(rows: Sequence[Row]) -> list[str]:
    lines = ["| | measured | to hold | |", "| :-- | --: | :-- | :-- |"]
    for row in rows:
        figure = f"{told(row)} **missed**" if row.reached is False else told(row)
        lines.append(f"| {row.name} | {figure} | {wanted(row)} | {row.note} |")
    return lines


BUSY = 0.3
"""Processes that want a core when the bench begins, above which the page warns."""


def machine() -> str:
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.is_file():
        named = re.search(r"model name\s*:\s*(.*)", info.read_text())
        model = named[1] if named else model
    return (
        f"{model}, {cores()} cores, {platform.system()}, Python {platform.python_version()}, "
        f"Numba {numba.__version__}, NumPy {np.__version__}, outwit {outwit.__version__}"
    )


def keep(
    found: Mapping[str, Sequence[Row]], skipped: Mapping[str, str], *, write_page: bool
) -> None:
    """JSON always; the page only when everything was measured."""
    OUT.mkdir(exist_ok=True)
    command = " ".join(["python -m bench", *sys.argv[1:]])
    plain = {name: [asdict(row) for row in rows] for name, rows in found.items()}
    about = {"machine": machine(), "command": command, "rows": plain, "skipped": dict(skipped)}
    (OUT / "bench.json").write_text(json.dumps(about, indent=1) + "\n")
    if write_page:
        PAGE.write_text(page(found, skipped, machine(), command))
