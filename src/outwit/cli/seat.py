"""The dialogue with a person at the table: what the seat sees, what it may do, what was typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from outwit.cli.terminal import Left, Terminal

LISTED = 12
"""How many moves are offered by number."""
NEWS = 10
"""How many lines of what happened are shown."""
LONGEST = 40
"""Signs of a slip that are shown back."""
SENDS, TAKES_BACK = ("", "y", "yes"), ("u", "undo", "n", "no")

HELP = """\
Type the number of a move, or the move in words. It is shown back to you, and
Enter sends it. Until then u takes it back, and another move replaces it. A
move with ! behind it is sent at once.
  Enter    the table again
  ?        this help
  ?moves   all moves that you may make
  ?log     all that you have seen happen in this game
  ?rules   the rules
  ?seats   who sits where
  ?quick   send all moves without asking back, or ask again
  quit     leave; Ctrl-D does too"""


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
                self.look(moves)
                continue
            if text.lower() in ("quit", "exit"):
                raise Left
            if text.startswith("?"):
                self.answer(text, moves)
                continue
            move = self.chosen(text, moves)
            if move is not None:
                return move

    def chosen(self, text: str, moves: Sequence[int]) -> int | None:
        """The move that was typed and sent; None where it was none, or was taken back."""
        sure = text.endswith("!") or self.terminal.at_once
        move = self.understood(text.removesuffix("!").rstrip() or text, moves)
        return move if move is None or sure else self.meant(move, moves)

    def _offers(self) -> Sequence[int]:
        from outwit.play.mirror import legal_moves

        moves = legal_moves(self.game, self.round.state, self.seat)
        return list(self.game.offers(*self.view, moves))

    def words(self, move: int) -> str:
        return str(self.game.choice_text(*self.view, move))

    # Showing ----------------------------------------------------------------------------------

    def show(self, moves: Sequence[int]) -> None:
        """What happened, what the seat sees, what it may do."""
        say = self.terminal.say
        say()
        self.terminal.rule(f"{self.game.title or type(self.game).__name__}, seat {self.seat + 1}")
        news = self.seen.news(self.seat)
        if len(news) > NEWS:
            say(f"  ... ({len(news) - NEWS} earlier: ?log)", dim=True)
        for line in news[-NEWS:]:
            say(f"  {line}", dim=True)
        if news:
            say()
        self.look(moves)

    def look(self, moves: Sequence[int]) -> None:
        """The table as the seat sees it, and its moves."""
        self.terminal.draw(str(self.game.view_text(*self.view)))
        self.terminal.say()
        self.terminal.say(self.menu(moves))

    def menu(self, moves: Sequence[int]) -> str:
        """'[1] check  [2] bet', as many to a line as fit."""
        items = [f"[{i}] {self.words(move)}" for i, move in enumerate(moves[:LISTED], 1)]
        if len(moves) > LISTED:
            items.append(f"... {len(moves)} in all: ?moves")
        return self.lined([*items, "? help"])

    def lined(self, items: Sequence[str]) -> str:
        """Items in lines, none of them broken."""
        lines, room = [""], self.terminal.width - 1
        for item in items:
            if lines[-1] and len(lines[-1]) + 3 + len(item) > room:
                lines.append("")
            lines[-1] += f"   {item}" if lines[-1] else item
        return "\n".join(lines)

    def answer(self, text: str, moves: Sequence[int]) -> None:
        """One of the questions that help lists."""
        say = self.terminal.say
        asked = text[1:].strip().lower()
        if asked.startswith("m"):
            say(self.lined([f"[{i}] {self.words(move)}" for i, move in enumerate(moves, 1)]))
        elif asked.startswith("l"):
            self.tell_log(whole=asked.endswith("all"))
        elif asked.startswith("r"):
            from outwit.cli.tables import paragraph

            say(paragraph((type(self.game).__doc__ or "The file says nothing.").strip()))
        elif asked.startswith("s"):
            for seat in range(self.game.seats):
                say(f"  {self.seen.name(seat)}{', you' if seat == self.seat else ''}")
        elif asked.startswith("q"):
            self.terminal.at_once = not self.terminal.at_once
            back = "are sent at once" if self.terminal.at_once else "wait for a second Enter"
            say(f"From now on moves {back}.")
        else:
            say(HELP)

    def tell_log(self, *, whole: bool) -> None:
        """All that the seat has seen; a long deal, which its view shows, only when asked for."""
        lines = self.seen.lines[self.seat]
        deal = len(lines) if self.seen.dealing else self.seen.deal
        left_out = 0 if whole or deal <= NEWS else deal
        if left_out:
            self.terminal.say(f"  ... (the deal, {left_out} lines: ?log all)", dim=True)
        for line in lines[left_out:]:
            self.terminal.say(f"  {line}")

    # Understanding ------------------------------------------------------------------------------

    def understood(self, text: str, moves: Sequence[int]) -> int | None:
        """The legal move that was typed; says why where there is none."""
        say = self.terminal.say
        spoken: int | None = self.game.read_move(*self.view, text)
        number = int(text) if text.isdecimal() else 0
        if 1 <= number <= len(moves):
            if spoken is not None and spoken in moves and spoken != moves[number - 1]:
                say(f"  (Taken as number {text} of the list, not as {self.words(spoken)}.)")
            return moves[number - 1]
        named = [move for move in moves if self.words(move).lower() == text.lower()]
        if spoken is None and not named:
            say(f'"{shown(text)}" is no move here: type a number from the list, or ? for help.')
            return None
        move = named[0] if spoken is None else spoken
        if move not in moves:
            say(f'"{shown(text)}" is not allowed now: ?moves lists what is.')
            return None
        return move

    def meant(self, move: int, moves: Sequence[int]) -> int | None:
        """Ask back, so that a slip costs nothing: the move that is sent, or None.

        Who writes lines ahead, for a pipe, need not answer: the next line is then the next move.
        """
        while True:
            try:
                reply = self.terminal.ask(
                    f"  {self.words(move)}   Enter sends it, u takes it back: "
                )
            except Left:
                if self.terminal.typed_ahead:
                    return move
                raise
            if reply.lower() in SENDS:
                return move
            if reply.lower() in TAKES_BACK:
                self.terminal.say("  Taken back.")
                return None
            if self.terminal.typed_ahead:
                self.terminal.keep(reply)
                return move
            if reply.lower() in ("quit", "exit"):
                raise Left
            if reply.startswith("?"):
                self.answer(reply, moves)
                continue
            if (other := self.understood(reply, moves)) is not None:
                move = other


def shown(text: str) -> str:
    """What was typed, to be printed again: not too long, and nothing that moves the cursor."""
    plain = "".join(sign if sign.isprintable() else "?" for sign in text)
    return plain if len(plain) <= LONGEST else f"{plain[:LONGEST]}..."


__all__ = ["Left", "Seat", "Terminal"]
