"""The table of all rows: in docs/reference/speed.md, and as JSON in bench/out."""

from __future__ import annotations

import json
import platform
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

import numba
import numpy as np

import outwit
from bench.rows import Row
from outwit.play.backends.threads import cores

HOME = Path(__file__).parent.parent
PAGE = HOME / "docs" / "reference" / "speed.md"
OUT = HOME / "bench" / "out"
TOP = """# Speed

Made by `make bench` (`python -m bench`); one part again: `python -m bench --only NAME`. Targets
are per core, checks on. "Of best C" is the time of a direct C program of the same game, agents
and generator (`bench/c`), compiled with the best of five sets of flags, over the engine's time:
1 would be as fast as C. Both play the same games and come to the same whole numbers, or the
bench stops. They take turns in one run; processor time, the best of all rounds.

"By address" is how a match is played: agents are called, a new one costs a moment. "Together"
(`--together`) compiles them into the loop, for long matches.
"""


def told(row: Row) -> str:
    return f"{row.measured:,.{_digits(row)}f}{' ' if row.unit else ''}{row.unit}"


def _digits(row: Row) -> int:
    return 0 if abs(row.measured) >= 100 else 1 if row.unit in ("KB", "MB", "%") else 2


def line(row: Row) -> str:
    """One row on the terminal."""
    mark = {True: "ok", False: "MISSED", None: ""}[row.reached]
    wanted = f"({row.sense} {row.hold:g})" if row.hold is not None else ""
    return f"{row.name:<62} {told(row):>10}  {wanted:<16} {mark:<7}{row.note}"


def page(found: Mapping[str, Sequence[Row]], machine: str) -> str:
    lines = [TOP, f"Measured on {machine}.", "", "| | measured | to hold | again with `--only` | |"]
    lines.append("|---|---|---|---|---|")
    for name, rows in found.items():
        for row in rows:
            hold = f"{row.sense} {row.hold:g}" if row.hold is not None else ""
            missed = " (missed)" if row.reached is False else ""
            cells = [row.name, told(row) + missed, hold, name, row.note]
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


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


def keep(found: Mapping[str, Sequence[Row]], *, write_page: bool) -> None:
    """JSON always; the page only when everything was measured."""
    OUT.mkdir(exist_ok=True)
    plain = {name: [asdict(row) for row in rows] for name, rows in found.items()}
    about = {"machine": machine(), "command": " ".join(sys.argv[1:]), "rows": plain}
    (OUT / "bench.json").write_text(json.dumps(about, indent=1) + "\n")
    if write_page:
        PAGE.write_text(page(found, machine()))
