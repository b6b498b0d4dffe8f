"""A table with a row for each state, found by what a seat sees: the same for all who keep one.

Where the states are numbered (`States.count`), the number is the row. Else the row is found by a
62-bit key (open addressing, linear probing); two states with one key would share a row: among a
million states the chance of any such pair is below one in four million.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from outwit.core.game import Game
from outwit.core.options import option
from outwit.core.records import Me, Menu, Own, Table
from outwit.core.rule import compiled
from outwit.core.states import States
from outwit.play.viewkey import view_key

KEY_BITS = (1 << 62) - 1
ODD = 0x1B873593CC9E2D51
"""An odd multiplier with well-spread bits; products are cut to 62 bits, so signs never matter."""
NO_ROW = -1


@compiled
def stir(key: int, word: int) -> int:
    """Mix a whole number into a key of 62 bits: the same in plain Python and compiled."""
    key = ((key ^ word) * ODD) & KEY_BITS
    return key ^ (key >> 29)


@dataclass(frozen=True)
class Seen(States):
    """All that the seat sees: its information set."""

    name = "seen"

    game: Game

    def feature(self, table: Table, own: Own, seat: int) -> int:
        return int(np.int64(view_key(table, own, seat) >> 2))


def _given(states: object) -> States | None:
    if states is None or isinstance(states, States):
        return states
    raise ValueError("give a state space, or its name to `outwit.catalogue.states`.")


def states_option() -> States | None:
    """The field `states` of an agent with rows."""
    return option(
        None,
        "what it tells apart, by name; all that it sees unless told",
        read=_given,
        show=lambda states: "seen" if states is None else states.name,
    )


class Rows:
    """What an agent with a table shares: it has fields `game`, `states`, and `slots` of `me.row`.

    A row has a `key`, 0 where it is empty. It holds the legal moves too: where different moves are
    legal, numbered states are refused, others kept apart. Where the states have candidates of their
    own it holds how many there are.
    """

    game: Game
    states: States | None

    @property
    def slots(self) -> int:
        """Rows in memory: as many as numbered states, else a power of two."""
        raise NotImplementedError

    @property
    def abstraction(self) -> States:
        return Seen(self.game) if self.states is None else self.states

    @property
    def direct(self) -> bool:
        """Whether states are numbered."""
        return self.abstraction.count is not None

    @property
    def narrows(self) -> bool:
        """Whether its states have candidates of their own."""
        return self.abstraction.narrows

    @property
    def most_candidates(self) -> int:
        """How many moves a row has room for."""
        return self.abstraction.moves if self.narrows else self.game.choices

    def candidates(self, table: Table, own: Own, seat: int, menu: Menu) -> int:
        """The moves it chooses among."""
        return int(self.abstraction.candidates(table, own, seat, menu))

    def key(self, feature: int, menu: Menu, n: int) -> int:
        """The key of a state with n moves to choose among. Never 0."""
        key = stir(0 if self.direct else feature, n)
        if not self.narrows:
            for i in range(n):
                key = stir(key, menu.move[i])
        return key if key != 0 else 1

    def slot(self, me: Me, feature: int, key: int) -> int:
        """The row of a state, or the empty one where it would stand."""
        if self.direct:
            if not 0 <= feature < self.slots:
                raise ValueError("a state's number is not from 0 to count - 1")
            if me.row[feature].key != key and me.row[feature].key != 0:
                raise ValueError("in one state of these states different moves are legal")
            return feature
        slot = key & (self.slots - 1)
        while me.row[slot].key != key and me.row[slot].key != 0:
            slot = (slot + 1) & (self.slots - 1)
        return slot

    def row_of(self, me: Me, table: Table, own: Own, seat: int, menu: Menu, n: int) -> int:
        """The row of what a seat sees, n moves to choose among; NO_ROW where there is none."""
        feature = self.abstraction.feature(table, own, seat)
        slot = self.slot(me, feature, self.key(feature, menu, n))
        return slot if me.row[slot].key != 0 else NO_ROW


def slots_for(states: States | None, rows: int) -> int:
    """How many rows a table needs in memory: at most three quarters full where they are hashed."""
    count = None if states is None else states.count
    return 1 << (4 * rows // 3).bit_length() if count is None else count


__all__ = ["NO_ROW", "Rows", "Seen", "slots_for", "states_option", "stir"]
