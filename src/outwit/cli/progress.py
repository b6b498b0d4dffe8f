"""One live line for whoever waits: done, rate, the answer so far, time left.

On standard error, only at a terminal, only after a second: quick answers stay clean, and what is
piped holds the answer alone.
"""

from __future__ import annotations

import sys
import time
from types import TracebackType

PATIENCE = 1.0
EVERY = 0.1
LONG, SHORT = 20, 8
"""Characters of a bar."""


class LiveLine:
    """`with LiveLine(quiet) as line: line.show(done, of, "text")`; gone when the work is done."""

    def __init__(self, quiet: bool = False):
        self.on = not quiet and sys.stderr.isatty()
        self.started = self.last = time.monotonic()
        self.shown = False

    def __enter__(self) -> LiveLine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def due(self) -> bool:
        """Whether it is time for the next look; what it will say need not be worked out before."""
        now = time.monotonic()
        return self.on and now - self.started >= PATIENCE and now - self.last >= EVERY

    def show(self, done: float, of: float | None, what: str = "") -> None:
        """Say where things stand; `of` is None where nobody knows the end."""
        if not self.due():
            return
        self.last = now = time.monotonic()
        self.shown = True
        line = text_of(done, of, what, now - self.started, _width())
        sys.stderr.write(f"\r\x1b[K{line}")
        sys.stderr.flush()


def text_of(done: float, of: float | None, what: str, seconds: float, width: int) -> str:
    """The line, within the width: time left, bar and percentage make room for what is said."""
    if of is None or done <= 0:
        count = f"{done:,.0f}"
        return f" {what if what.startswith(count) else f'{count}   {what}'}"[:width]
    part = min(done / of, 1.0)
    left = f"   {duration(seconds * (1.0 - part) / part)} left"
    room = width - len(what) - len(" 100%   ") - 1
    if room < -1:
        return f" {what}"[:width]
    if room - len(left) < SHORT:
        left = ""
    size = min(room - len(left), LONG)
    bar = f" {'━' * round(size * part):<{size}}" if size >= SHORT else ""
    return f"{bar} {part:4.0%}   {what}{left}"[:width]


def duration(seconds: float) -> str:
    """'8 s', '2 min 5 s', '1 h 20 min'."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def _width() -> int:
    import shutil

    return shutil.get_terminal_size().columns - 1
