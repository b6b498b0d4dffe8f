"""The game tree as flat arrays: what exact evaluation, best responses and solvers work on.

A tree is built by compiled code from the game's own functions (`treebuild.py`). Nodes are numbered
so that a parent comes before its children and siblings stand side by side; information sets and
their actions so that whatever a seat did before comes first. Walking up or down is a loop.

A *sequence* of a seat is the last action it took: 0 for none yet, else 1 + the action's number.
With perfect recall it stands for all that the seat has done (von Stengel, "Efficient computation
of behavior strategies", Games and Economic Behavior 14 (1996)), so the reach of a leaf is a
product of one number per seat, and the leaves alone carry all that expectations need.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np

from outwit.core.errors import UsageError
from outwit.core.game import Game
from outwit.core.records import Mirror

Ints = np.ndarray[Any, np.dtype[np.integer[Any]]]
Floats = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, eq=False)
class Tree:
    """A game tree. N nodes, L leaves, S information sets, A actions (of all sets together).

    recall       whether each seat remembers all it has done; if not, `last` and `set_before`
                 mean nothing
    mover        (N,) int8          who moves there: a seat, CHANCE or OVER
    parent       (N,) int32         -1 at the root
    move         (N,) int64         the move that leads there; -1 at the root
    weight       (N,) int64         chance's whole-number weight of that move; 1 after a decision
    first        (N,) int32         its first child; -1 at a leaf
    width        (N,) int32         how many children
    set_of       (N,) int32         its information set; -1 where no seat moves
    leaf_node    (L,) int32         the node of a leaf
    chance       (L,) float64       the product of chance's probabilities on the way
    last         (L, seats) int32   the sequence of each seat
    payoff       (L, seats) int64   in units
    ending       (L,) int8          which of the game's endings
    set_seat     (S,) int8          whose set it is
    set_first    (S,) int32         its first action; the others follow, in `legal`'s order
    set_width    (S,) int32         how many actions
    set_before   (S,) int32         the sequence of its seat that leads there
    views        (S,) records       what the seat sees: fields `table` and `own`
    action_move  (A,) int64         the move of an action
    action_set   (A,) int32         the set of an action
    """

    game: Game
    recall: bool
    mover: Ints
    parent: Ints
    move: Ints
    weight: Ints
    first: Ints
    width: Ints
    set_of: Ints
    leaf_node: Ints
    chance: Floats
    last: Ints
    payoff: Ints
    ending: Ints
    set_seat: Ints
    set_first: Ints
    set_width: Ints
    set_before: Ints
    views: np.ndarray[Any, Any]
    action_move: Ints
    action_set: Ints

    @property
    def nodes(self) -> int:
        return len(self.mover)

    @property
    def leaves(self) -> int:
        return len(self.leaf_node)

    @property
    def sets(self) -> int:
        """How many information sets, of all seats together."""
        return len(self.set_seat)

    @property
    def actions(self) -> int:
        """How many actions, of all information sets together."""
        return len(self.action_move)

    @property
    def memory(self) -> int:
        """Bytes of all arrays: about 35 a node, and (16 + 12 seats) a leaf."""
        arrays = (getattr(self, f.name) for f in fields(self))
        return sum(a.nbytes for a in arrays if isinstance(a, np.ndarray))

    @cached_property
    def value_of(self) -> Floats:
        """Pay-offs of the leaves in the game's own measure. Shape: (L, seats)."""
        return (self.payoff * float(self.game.unit)).astype(np.float64)

    def uniform(self) -> Floats:
        """The strategy that plays every move of a set alike. Shape: (A,)."""
        even: Floats = 1.0 / np.repeat(self.set_width, self.set_width).astype(np.float64)
        return even

    def table(self, number: int) -> Mirror:
        """What all see at an information set."""
        return Mirror(self.views[number : number + 1].reshape(())["table"])

    def own(self, number: int) -> Mirror:
        """What its seat alone sees at an information set."""
        return Mirror(self.views[number : number + 1].reshape(())["own"])

    def check_strategy(self, strategy: Floats) -> None:
        """A sentence unless this is a probability for every action of every set."""
        if strategy.shape != (self.actions,):
            raise UsageError(
                f"A strategy of {self.game.name} has {self.actions} probabilities, one for each "
                f"action; this one has the shape {strategy.shape}."
            )
        sums = np.add.reduceat(strategy, self.set_first) if self.sets else np.ones(0)
        wrong = np.flatnonzero(~(np.abs(sums - 1.0) <= 1e-9))
        if len(wrong) or not np.all(strategy >= 0.0):
            where = wrong[0] if len(wrong) else self.action_set[np.argmin(strategy)]
            raise UsageError(
                f"The probabilities at information set {where} of {self.game.name} are "
                f"{strategy[self.set_first[where] :][: self.set_width[where]].tolist()}; "
                f"they must be at least 0 and add up to 1."
            )
