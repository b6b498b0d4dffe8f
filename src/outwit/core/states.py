"""What an agent tells apart: a whole number for all that a seat sees, or for less of it.

One definition serves whoever needs it: a learner (`--states NAME`), the policy that is left of
it, and a Markov decision process built on the same states.
"""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar

from outwit.core.files import rebuilt, reference
from outwit.core.game import Game
from outwit.core.records import Menu, Own, Table


class States:
    """Base of all state spaces. Give it `@dataclass(frozen=True)`, `game` first, then options.

    `feature` is compiled, as the methods of a game are; `self` is a constant there. It is asked
    only where the seat is to move. In one state the same moves must be legal wherever it is met;
    or the states name the `candidates`, by what they mean, and equally many in one state.

        @dataclass(frozen=True)
        class ByCard(States):
            game: Kuhn
            count = 12

            def feature(self, table, own, seat):
                return 4 * own.card + (table.history - 1) % 4
    """

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    source: ClassVar[str] = ""

    game: Game

    @property
    def count(self) -> int | None:
        """Features are whole numbers from 0 to count - 1; None: any of 62 bits."""
        return None

    @property
    def moves(self) -> int:
        """The most entries that a menu of `candidates` can have."""
        return self.game.moves

    @property
    def narrows(self) -> bool:
        """Whether the candidates are others than all legal moves."""
        return type(self).candidates is not States.candidates

    def feature(self, table: Table, own: Own, seat: int) -> int:
        """The state of what `seat` sees."""
        raise NotImplementedError

    def candidates(self, table: Table, own: Own, seat: int, menu: Menu) -> int:
        """Write the moves to choose among into `menu.move`; return how many. All legal ones here.

        Where there are too many of them, or where what is legal depends on more than the state,
        a few that mean the same wherever the state is met ("one card more than the truth"). Two
        candidates may be one move.
        """
        return self.game.legal(table, own, seat, menu)

    def state_text(self, feature: int) -> str:
        """A state in words, for people; plain Python, never compiled."""
        return str(feature)

    def __reduce__(self) -> Any:
        """To another process by place and fields, as games and agents go."""
        fields = {f.name: getattr(self, f.name) for f in dataclasses.fields(self)}  # type: ignore[arg-type]
        return rebuilt, (reference(type(self)), fields)


__all__ = ["States"]
