"""The dialogue with a person at the table: what the seat sees, what it may do, what was typed."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Sequence
from typing import Any

import click

LISTED = 12
"""How many moves are offered by number."""
NEWS = 10
"""How many lines of what happened are shown."""
NARROW = 40
"""Below so many columns, boards and tables break."""

HELP = """\
Type the number of a move, or the move in words. Nothing is sent until you press Enter once more.
  ?        this help
  ?moves   all moves that you may make
  ?log     all that you have seen happen in this game
  ?rules   the rules
  quit     leave; Ctrl-D does too"""


class Left(Exception):
    """The person has left the table, or the input has ended."""


class Terminal:
    """Where one or several people sit: prints, asks, and clears the screen between them.

    `at_once` sends moves without asking back.
    """

    def __init__(self, *, people: int = 1, at_once: bool = False):
        self.people, self.at_once = people, at_once
        self.shown_to: int | None = None

    @property
    def width(self) -> int:
        return shutil.get_terminal_size((80, 24)).columns

    def warn_if_narrow(self) -> None:
        if self.width < NARROW:
            self.say(f"Your terminal has {self.width} columns; from {NARROW} on tables fit.")

    def say(self, text: str = "") -> None:
        """Lines as they are where they fit; longer ones wrapped."""
        for line in text.split("\n"):
            fits = len(line) <= self.width
            click.echo(line if fits else _wrapped(line, self.width))

    def ask(self, prompt: str) -> str:
        """A line of input; its end is the wish to leave."""
        try:
            return input(prompt).strip()
        except EOFError:
            click.echo()
            raise Left from None

    def turn_to(self, seat: int, name: str) -> None:
        """Where several people share the screen: nobody reads what the one before has seen."""
        if self.people < 2 or self.shown_to == seat:
            return
        self.clear()
        self.ask(f"{name.capitalize()} is to move. The others look away. Enter when ready: ")
        self.clear()
        self.shown_to = seat

    def clear(self) -> None:
        """An empty screen, also above, as far as the terminal can; in a pipe a line."""
        if sys.stdout.isatty():
            click.echo("\x1b[2J\x1b[3J\x1b[H", nl=False)
        else:
            click.echo("-" * min(self.width, 40))


def _wrapped(line: str, width: int) -> str:
    """A long line in several; a path or a command stays in one piece, to be copied."""
    return textwrap.fill(
        line, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )


class Seat:
    """A person's seat in one game."""

    def __init__(self, terminal: Terminal, round_: Any, seen: Any, seat: int):
        self.terminal, self.round, self.seen, self.seat = terminal, round_, seen, seat
        self.game = round_.sitting.game

    @property
    def view(self) -> tuple[Any, Any, int]:
        """All that the seat may see: table, own, seat."""
        state = self.round.state
        return state.table, state.own[self.seat], self.seat

    def move(self) -> int:
        """Show, ask, and ask back, until there is a legal move that the person means."""
        moves = self._offers()
        self.show(moves)
        while True:
            text = self.terminal.ask("> ")
            if not text:
                continue
            if text.lower() in ("quit", "exit"):
                raise Left
            if text.startswith("?"):
                self.answer(text, moves)
                continue
            move = self.understood(text, moves)
            if move is not None and self.meant(move):
                return move

    def _offers(self) -> Sequence[int]:
        from outwit.play.mirror import legal_moves

        moves = legal_moves(self.game, self.round.state, self.seat)
        return list(self.game.offers(*self.view, moves))

    def words(self, move: int) -> str:
        return str(self.game.choice_text(*self.view, move))

    def show(self, moves: Sequence[int]) -> None:
        """What happened, what the seat sees, what it may do."""
        say = self.terminal.say
        say()
        news = self.seen.news(self.seat)
        if len(news) > NEWS:
            say(f"  ... ({len(news) - NEWS} earlier: ?log)")
        for line in news[-NEWS:]:
            say(f"  {line}")
        say(self.game.seat_text(*self.view))
        say(self.menu(moves))

    def menu(self, moves: Sequence[int]) -> str:
        """'[1] check  [2] bet', as many to a line as fit."""
        items = [f"[{i}] {self.words(move)}" for i, move in enumerate(moves[:LISTED], 1)]
        if len(moves) > LISTED:
            items.append(f"... {len(moves)} in all (?moves), or in words")
        lines, room = [""], self.terminal.width - 1
        for item in items:
            if lines[-1] and len(lines[-1]) + 3 + len(item) > room:
                lines.append("")
            lines[-1] += f"   {item}" if lines[-1] else item
        return "\n".join([*lines[:-1], f"{lines[-1]}   ? help"])

    def answer(self, text: str, moves: Sequence[int]) -> None:
        """One of the questions that help lists."""
        say = self.terminal.say
        asked = text[1:].strip().lower()
        if asked.startswith("m"):
            for i, move in enumerate(moves, 1):
                say(f"  {f'[{i}]':>6} {self.words(move)}")
        elif asked.startswith("l"):
            for line in self.seen.lines[self.seat]:
                say(f"  {line}")
        elif asked.startswith("r"):
            from outwit.cli.tables import paragraph

            say(paragraph((type(self.game).__doc__ or "The file says nothing.").strip()))
        else:
            say(HELP)

    def understood(self, text: str, moves: Sequence[int]) -> int | None:
        """The legal move that was typed; says why where there is none."""
        say = self.terminal.say
        number = int(text) if text.isdecimal() else 0
        if 1 <= number <= len(moves):
            return moves[number - 1]
        move: int | None = self.game.read_move(*self.view, text)
        if move is None:
            named = [m for m in moves if self.words(m).lower() == text.lower()]
            move = named[0] if named else None
        if move is None:
            say(f'"{text}" is no move here: type a number from the list, or ? for help.')
        elif move not in moves:
            say(f'"{text}" is not allowed now: ?moves lists what is.')
            move = None
        return move

    def meant(self, move: int) -> bool:
        """Ask back, so that a slip costs nothing."""
        if self.terminal.at_once:
            return True
        reply = self.terminal.ask(f"  {self.words(move)}   Enter sends it, u takes it back: ")
        while reply.lower() not in ("", "y", "yes", "u", "undo", "n", "no"):
            reply = self.terminal.ask("  Enter sends it, u takes it back: ")
        sent = reply.lower() in ("", "y", "yes")
        if not sent:
            self.terminal.say("  Taken back.")
        return sent


__all__ = ["Left", "Seat", "Terminal"]
