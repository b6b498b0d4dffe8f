"""People at the table: who sits where, and what each has seen happen since its last move."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from outwit.core.agent import Agent
from outwit.core.errors import RuleError, UsageError
from outwit.core.game import CHANCE, Game
from outwit.core.options import option
from outwit.core.records import Me, Own, Rng, Table
from outwit.play.faults import retelling
from outwit.play.mirror import Round
from outwit.play.sitting import agent_name


@dataclass(frozen=True)
class Person(Agent):
    """Somebody at the terminal. `number` tells several people apart: me1, me2."""

    name = "me"

    game: Game
    number: int = option(0, "which of several people", low=0)
    shown_as: str = "me"

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        raise RuleError("A person sits here: this seat is played by `outwit play` alone.")


def person_named(game: Game, word: str) -> Person | None:
    """The person that 'me', 'me1', 'me2' stands for; None for any other word."""
    found = re.fullmatch(r"me(\d*)", word)
    return Person(game, int(found[1] or 0), word) if found else None


def around_the_table(agents: Sequence[Agent], seats: int, others: Agent | None) -> list[Agent]:
    """Everybody once, as named; seats left over go to `others`, or to the named agents in turn.

    People sit once: it is never they who are repeated.
    """
    if len(agents) > seats:
        raise UsageError(f"{len(agents)} are named, but the game has {seats} seats.")
    rest = [others] if others is not None else [a for a in agents if not isinstance(a, Person)]
    if len(agents) < seats and not rest:
        free = seats - len(agents)
        raise UsageError(
            f"{free} of {seats} seats {'is' if free == 1 else 'are'} free: name an agent for "
            f"{'it' if free == 1 else 'them'}, as in `outwit play GAME me random`."
        )
    return [*agents, *(rest[i % len(rest)] for i in range(seats - len(agents)))]


@dataclass(frozen=True)
class Line:
    """Something that happened: who did it, '' for chance, and what, in the game's words."""

    who: str
    words: str

    def __str__(self) -> str:
        return f"{self.who}: {self.words}" if self.who else self.words


@dataclass
class Seen:
    """What the people at a table have seen happen, each with its own eyes.

    `lines` holds, by seat, all that was said; `read` how much of it that seat has been shown. The
    deal, all that comes before the first decision, is no news: the seat's own view shows it.
    """

    round: Round
    lines: dict[int, list[Line]] = field(default_factory=dict)
    read: dict[int, int] = field(default_factory=dict)
    deal: int = 0
    """How many of the lines are the deal, once it is over."""
    dealing: bool = True

    def __post_init__(self) -> None:
        for seat in range(self.round.sitting.game.seats):
            if isinstance(self.round.agent(seat), Person):
                self.lines[seat], self.read[seat] = [], 0

    def note(self, mover: int, move: int) -> None:
        """A move about to be made, in words for each person."""
        game = self.round.sitting.game
        if self.dealing and mover != CHANCE:
            self.dealing = False
            self.read = {seat: len(lines) for seat, lines in self.lines.items()}
            self.deal = max(self.read.values(), default=0)
        for seat, lines in self.lines.items():
            with retelling(game):
                words = game.move_text(self.round.state, move, seat)
            who = "" if mover == CHANCE else "you" if seat == mover else self.name(mover)
            lines.append(Line(who, words))

    def name(self, seat: int) -> str:
        """'seat 2 (smart)'"""
        return f"seat {seat + 1} ({agent_name(self.round.agent(seat))})"

    def news(self, seat: int) -> list[str]:
        """What happened since this seat last read; what several did alike in a row as one line."""
        new = [] if self.dealing else self.lines[seat][self.read[seat] :]
        self.read[seat] = len(self.lines[seat])
        return list(_together(new))


def _together(lines: Sequence[Line]) -> Iterator[str]:
    """Lines with the same words in a row as one: who it was, or how often."""
    for words, alike in groupby(lines, key=lambda line: line.words):
        who = [line.who for line in alike]
        if len(set(who)) == len(who) > 1:
            yield f"{', '.join(who)}: {words}"
        else:
            yield from _counted(words, who)


def _counted(words: str, who: Sequence[str]) -> Iterator[str]:
    for name, times in groupby(who):
        many = len(list(times))
        yield str(Line(name, words)) + (f" ({many} times)" if many > 1 else "")


__all__ = ["Line", "Person", "Seen", "around_the_table", "person_named"]
