"""What a game is: rules only. It never draws, prints or keeps scores over games.

Chance is a player: its moves are sampled by the engine and enumerated by solvers. The state is
one record of three parts, and who sees what is a matter of layout:

    state.table      what all see
    state.own[seat]  what one seat sees
    state.hidden     what nobody sees

A game is a frozen dataclass whose fields are its options. In compiled code `self` is a constant,
so options cost nothing there.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, ClassVar, Protocol

import numpy as np

from outwit.core.files import rebuilt, reference
from outwit.core.generator import below
from outwit.core.records import Fields, Menu, Mirror, Own, Rng, State, Table, blank

CHANCE = -1
"""`to_move` when the next move is chance's."""
OVER = -2
"""`to_move` when the game is over."""
MOST_UNITS = 1 << 23
"""No pay-off may be larger, in units: sums of squares over a block of games then fit 64 bits."""


class Game:
    """Base of all games. Give it `@dataclass(frozen=True)`, and options as fields.

    seats    how many play
    moves    the most entries a menu of `legal` or `outcomes` can have
    choices  the most moves a seat can have; as many as `moves` unless chance has more
    unit     what one unit of pay-off is worth (pay-offs are whole numbers of units)
    total    the sum of all pay-offs of a game, in units, where it is always the same; else None
    span     the least and the most a seat can get, in units, where that is bounded; else None.
             Intervals are better where it is known, and a pay-off outside it is told
    endings  how a game can end; endings after the first count as undecided
    recall   whether own + table hold everything the seat has known and done
    """

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    source: ClassVar[str] = ""

    @property
    def seats(self) -> int:
        raise NotImplementedError

    @property
    def moves(self) -> int:
        raise NotImplementedError

    @property
    def choices(self) -> int:
        return self.moves

    @property
    def unit(self) -> float:
        return 1.0

    @property
    def total(self) -> int | None:
        return None

    @property
    def span(self) -> tuple[int, int] | None:
        return None

    @property
    def endings(self) -> tuple[str, ...]:
        return ("decided",)

    @property
    def recall(self) -> bool:
        return True

    def __reduce__(self) -> Any:
        """To another process by place and fields: a user's file has no name to import there."""
        fields = {f.name: getattr(self, f.name) for f in dataclasses.fields(self)}  # type: ignore[arg-type]
        return rebuilt, (reference(type(self)), fields)

    # What the state holds ------------------------------------------------------------------

    def table(self) -> Fields:
        """Fields that all see."""
        return []

    def own(self) -> Fields:
        """Fields that one seat sees, the same list for every seat."""
        return []

    def hidden(self) -> Fields:
        """Fields that nobody sees."""
        return []

    # Rules ---------------------------------------------------------------------------------

    def start(self, state: State) -> None:
        """Set up: writes every field, own of every seat too."""
        raise NotImplementedError

    def to_move(self, state: State) -> int:
        """A seat, CHANCE or OVER."""
        raise NotImplementedError

    def draw(self, state: State, rng: Rng) -> int:
        """A chance move, sampled. Derived from `outcomes` unless a game states it."""
        menu = blank_menu(self)
        n = self.outcomes(state, menu)
        total = 0
        for i in range(n):
            total += menu.weight[i]
        ticket = below(rng, total)
        i = 0
        while ticket >= menu.weight[i]:
            ticket -= menu.weight[i]
            i += 1
        return int(menu.move[i])

    def outcomes(self, state: State, menu: Menu) -> int:
        """Write chance's moves and their whole-number weights into the menu; return how many.

        Left out by games whose chance is not finite: those are played, not enumerated.
        """
        raise NotImplementedError

    def legal(self, table: Table, own: Own, seat: int, menu: Menu) -> int:
        """Write the mover's moves into `menu.move`, in rising order; return how many."""
        raise NotImplementedError

    # def allowed(self, table, own, seat, move) -> bool: optional, a fast form of legal

    def apply(self, state: State, move: int) -> None:
        """Make the move of whoever is to move."""
        raise NotImplementedError

    def payoff(self, state: State, out: Any) -> None:
        """Write what each seat gets, in units. Shape of out: (seats,), int64."""
        raise NotImplementedError

    def ending(self, state: State) -> int:
        """Which of `endings` it was."""
        return 0

    # def resample(self, state, seat, rng) -> None: optional, redraw what the seat cannot see

    # Words: plain Python, never compiled ------------------------------------------------------

    def move_text(self, state: State, move: int, viewer: int) -> str:
        """The move about to be made, as `viewer` sees it (a seat, or CHANCE who sees all)."""
        return f"move {move}"

    def seat_text(self, table: Table, own: Own, seat: int) -> str:
        """What a seat sees, for a person sitting there."""
        return f"table {table!r}\nyours {own!r}"

    def view_text(self, table: Table, own: Own, seat: int) -> str:
        """The same for the table of `outwit play`, drawn; what `seat_text` says unless drawn."""
        return self.seat_text(table, own, seat)

    def end_text(self, state: State) -> str:
        """What lies open at the end, to all: hands that are shown, the last board, or nothing."""
        return ""

    def choice_text(self, table: Table, own: Own, seat: int, move: int) -> str:
        """A move that a seat may make, as it is offered to a person sitting there.

        What `move_text` says where nothing is known but table and own, and the others' own parts
        are like this one. Say it anew where the words of a move tell what it brought to light.
        """
        from outwit.core.layout import blank_state

        state = blank_state(self)
        state.table = table
        for other in range(self.seats):
            state.own[other] = own
        return self.move_text(state, move, seat) if self.to_move(state) == seat else f"move {move}"

    def offers(self, table: Table, own: Own, seat: int, moves: Sequence[int]) -> Sequence[int]:
        """The legal moves in the order in which a person wants to read them."""
        return moves

    def read_move(self, table: Table, own: Own, seat: int, text: str) -> int | None:
        """The move a person typed in the game's own words ('A 5'), or None if it is none."""
        return None


def payoff_bounds(game: Game) -> tuple[int, int]:
    """The least and the most a seat can get, in units."""
    return (-MOST_UNITS, MOST_UNITS) if game.span is None else game.span


def menu_type(moves: int) -> np.dtype[Any]:
    """The record that `legal`, `outcomes` and `policy` write into; arrays of shape (moves,)."""
    return np.dtype(
        [
            ("move", np.int64, (moves,)),
            ("weight", np.int64, (moves,)),
            ("chance", np.float64, (moves,)),
        ]
    )


class HasMenu(Protocol):
    """What says how long its menus can be: a game, or states with candidates of their own."""

    @property
    def moves(self) -> int: ...


def blank_menu(of: HasMenu) -> Mirror:
    """A menu to write into; compiled, it lives on the stack and costs next to nothing."""
    return blank(menu_type(of.moves))


def has_chance(game: Game) -> bool:
    """Whether chance ever moves."""
    return has_finite_chance(game) or type(game).draw is not Game.draw


def has_finite_chance(game: Game) -> bool:
    """Whether chance's moves can be enumerated."""
    return type(game).outcomes is not Game.outcomes
