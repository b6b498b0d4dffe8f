"""What an agent tells apart: a whole number for all that a seat sees, or for less of it.

One definition serves whoever needs it: a learner (`--states NAME`), the policy that is left of
it, and a Markov decision process built on the same states.
"""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar

from outwit.core.files import rebuilt, reference
from outwit.core.game import Game
from outwit.core.records import Own, Table


class States:
    """Base of all state spaces. Give it `@dataclass(frozen=True)`, `game` first, then options.

    `feature` is compiled, as the methods of a game are; `self` is a constant there. It is asked
    only where the seat is to move. In one state the same moves must be legal wherever it is met.

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

    def feature(self, table: Table, own: Own, seat: int) -> int:
        """The state of what `seat` sees."""
        raise NotImplementedError

    def state_text(self, feature: int) -> str:
        """A state in words, for people; plain Python, never compiled."""
        return str(feature)

    def __reduce__(self) -> Any:
        """To another process by place and fields, as games and agents go."""
        fields = {f.name: getattr(self, f.name) for f in dataclasses.fields(self)}  # type: ignore[arg-type]
        return rebuilt, (reference(type(self)), fields)


__all__ = ["States"]
