"""The terminal that one or several people sit at: prints, asks, and clears between them."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType

import click

from outwit.core.drawing import WIDE, is_row_of_cards, narrowed

NARROW = 40
"""Below so many columns, boards and tables break."""
PATIENCE = 1.0
"""Seconds before somebody is said to be thinking."""


class Left(Exception):
    """The person has left the table, or the input has ended."""


class Terminal:
    """Where people sit. `at_once` sends moves without asking back."""

    def __init__(self, *, people: int = 1, at_once: bool = False):
        self.people, self.at_once = people, at_once
        self.shown_to: int | None = None
        self.history = _line_editing()
        self.warned = NARROW
        self.kept: str | None = None

    @property
    def typed_ahead(self) -> bool:
        """Whether lines come from a pipe or a file: written before any question was read."""
        return not sys.stdin.isatty()

    @property
    def width(self) -> int:
        return shutil.get_terminal_size((80, 24)).columns

    @property
    def colours(self) -> bool:
        return sys.stdout.isatty() and not os.environ.get("NO_COLOR")

    # Saying -----------------------------------------------------------------------------------

    def warn_if_narrow(self) -> None:
        if self.width < NARROW:
            self.say(f"Your terminal has {self.width} columns; from {NARROW} on tables fit.")

    def say(self, text: str = "", *, dim: bool = False, bold: bool = False) -> None:
        """Lines as they are where they fit; longer ones wrapped."""
        for line in text.split("\n"):
            shown = line if len(line) <= self.width else _wrapped(line, self.width)
            click.echo(click.style(shown, dim=dim, bold=bold) if self.colours else shown)

    def draw(self, view: str) -> None:
        """A seat's view. Rows of cards are cut where the terminal is narrow; it is told of once."""
        lines = view.split("\n")
        while lines:
            if rows := _rows_of_cards(lines):
                self.say("\n".join(narrowed(lines[:rows], min(self.width, WIDE))))
                del lines[:rows]
            else:
                if "  " in lines[0]:  # columns; prose is wrapped and none the worse
                    self._say_how_wide(len(lines[0]))
                self.say(lines.pop(0))

    def _say_how_wide(self, needed: int) -> None:
        if needed > max(self.width, self.warned):
            self.warned = needed
            self.say(f"(Drawn for {needed} columns; there are {self.width}.)")

    def rule(self, title: str) -> None:
        """A line across the screen with a title in it."""
        self.say(f"── {title} ".ljust(min(self.width, 78), "─")[: self.width], bold=True)

    @contextmanager
    def thinking(self, name: str) -> Iterator[None]:
        """While an agent takes its time, say so; the line goes away with the answer."""
        shown = threading.Event()

        def say() -> None:
            shown.set()
            sys.stderr.write(f"{name} is thinking ...")
            sys.stderr.flush()

        timer = threading.Timer(PATIENCE, say)
        timer.daemon = True
        if sys.stderr.isatty():
            timer.start()
        try:
            yield
        finally:
            timer.cancel()
            if shown.is_set():
                sys.stderr.write("\r\x1b[K")
                sys.stderr.flush()

    # Asking -----------------------------------------------------------------------------------

    def ask(self, prompt: str) -> str:
        """A line of input; its end is the wish to leave."""
        if self.kept is not None:
            line, self.kept = self.kept, None
            click.echo(prompt)
            return line
        try:
            return input(prompt).strip()
        except EOFError:
            click.echo()
            raise Left from None

    def keep(self, line: str) -> None:
        """A line that answers the next question."""
        self.kept = line

    def turn_to(self, seat: int, name: str) -> None:
        """Where several people share the screen: nobody reads what the one before has seen."""
        if self.people < 2 or self.shown_to == seat:
            return
        self.clear()
        self.ask(f"{name.capitalize()} is to move. The others look away. Enter when ready: ")
        self.clear()
        self.shown_to = seat

    def clear(self) -> None:
        """An empty screen, also above and in what the arrow keys bring back; in a pipe a line."""
        if self.history is not None:
            self.history.clear_history()
        if sys.stdout.isatty():
            click.echo("\x1b[2J\x1b[3J\x1b[H", nl=False)
        else:
            click.echo("-" * min(self.width, 40))


def _rows_of_cards(lines: Sequence[str]) -> int:
    """How many lines at the beginning are rows of cards."""
    end = 0
    while is_row_of_cards(lines[end : end + 3]):
        end += 3
    return end


def _line_editing() -> ModuleType | None:
    """Arrow keys while typing, where the platform has them."""
    if not sys.stdin.isatty():
        return None
    try:
        import readline
    except ImportError:
        return None
    readline.clear_history()
    return readline


def _wrapped(line: str, width: int) -> str:
    """A long line in several; a path or a command stays in one piece, to be copied."""
    return textwrap.fill(
        line, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )


__all__ = ["Left", "Terminal"]
