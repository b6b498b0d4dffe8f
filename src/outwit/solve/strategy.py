"""A strategy on a tree: its numbers, what it is worth, and the agent that plays it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from outwit.core.arrays import Arrays
from outwit.core.errors import UsageError
from outwit.core.game import blank_menu
from outwit.core.states import States
from outwit.play.rows import slots_for
from outwit.play.tabled import Tabled
from outwit.play.tree import Floats, Tree

SEEN = 1e-12
"""Probabilities that differ by less are the same: what is left is rounding."""


@dataclass(frozen=True, eq=False)
class Strategy:
    """What each seat plays at each of its information sets.

    probabilities   (A,)   of every action of the tree
    """

    tree: Tree
    probabilities: Floats

    def __post_init__(self) -> None:
        self.tree.check_strategy(self.probabilities)

    def at(self, number: int) -> Floats:
        """The probabilities at one information set, in the order of the rules."""
        first = int(self.tree.set_first[number])
        return self.probabilities[first : first + int(self.tree.set_width[number])]

    def agent(
        self,
        label: str = "solved",
        *,
        seats: Sequence[int] | None = None,
        states: States | None = None,
    ) -> Tabled:
        """The agent that plays it, in these seats (all unless told); `outwit.save` keeps it.

        At what it does not know it plays every move alike. With `states` it knows only those: the
        strategy must be the same at all information sets of one state.
        """
        return tabled(self.tree, self.probabilities, label, seats, states)


def tabled(
    tree: Tree,
    probabilities: Floats,
    label: str,
    seats: Sequence[int] | None = None,
    states: States | None = None,
) -> Tabled:
    """See `Strategy.agent`."""
    wanted = range(tree.game.seats) if seats is None else seats
    sets = np.flatnonzero(np.isin(tree.set_seat, list(wanted))).tolist()
    slots = slots_for(states, max(len(sets), 1))
    empty = Tabled(tree.game, arrays=_arrays([], [], [], tree), states=states, slots=slots)
    # In this order the rows of a state stand one after another; the first one of each is kept.
    rows: dict[int, tuple[int, Floats]] = {}
    menu = blank_menu(tree.game)
    for s in sets:
        first, width = int(tree.set_first[s]), int(tree.set_width[s])
        for i in range(width):
            menu.move[i] = int(tree.action_move[first + i])
        seat = int(tree.set_seat[s])
        feature = empty.abstraction.feature(tree.table(s), tree.own(s), seat)
        key = empty.key(feature, menu, width)
        slot = feature if empty.direct else key & (slots - 1)
        while slot in rows and rows[slot][0] != key and not empty.direct:
            slot = (slot + 1) & (slots - 1)
        chances = probabilities[first : first + width]
        known = rows.setdefault(slot, (key, chances))
        if states is None and known[1] is not chances:
            raise UsageError("Two information sets have one key; the table cannot hold both.")
        if len(known[1]) != width or np.abs(known[1] - chances).max() > SEEN:
            raise UsageError(
                f"The strategy is not the same at all information sets of the state "
                f"{empty.abstraction.state_text(feature)}, so it is none on these states."
            )
    arrays = _arrays(
        list(rows), [key for key, _ in rows.values()], [c for _, c in rows.values()], tree
    )
    return Tabled(tree.game, arrays=arrays, label=label, states=states, slots=slots)


def _arrays(slots: list[int], keys: list[int], chances: list[Floats], tree: Tree) -> Arrays:
    table = np.zeros((len(slots), tree.game.choices))
    for row, chance in zip(table, chances, strict=True):
        row[: len(chance)] = chance
    return {"slot": np.array(slots, np.int64), "key": np.array(keys, np.int64), "chance": table}


__all__ = ["Strategy", "tabled"]
