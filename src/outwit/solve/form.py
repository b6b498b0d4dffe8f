"""The sequence form of a tree: what every pair of sequences is worth.

D. Koller, N. Megiddo, B. von Stengel, "Efficient computation of equilibria for extensive two-person
games", Games and Economic Behavior 14 (1996). Leaves that share all sequences are one entry.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from outwit.play.tree import Floats, Ints, Tree


@dataclass(frozen=True, eq=False)
class Form:
    """Entries by the sequence they end, for loops that go up the tree. E entries.

    start    (A + 2,) int32       entries of sequence q: start[q] to start[q + 1]
    others   (E, seats - 1) int32 the other seats' sequences
    worth    (E,) float64         chance's probability x the pay-off of the sequence's seat
    order    (S,) int32           information sets seat by seat, as they come in play
    begins   (seats + 1,) int32   where a seat's sets begin in `order`
    """

    start: Ints
    others: Ints
    worth: Floats
    order: Ints
    begins: Ints


def merged(tree: Tree) -> tuple[Ints, Floats]:
    """Each combination of sequences once, with chance x pay-offs added up.

    Shapes: (E, seats) int32, (E, seats) float64.
    """
    pairs, which = np.unique(tree.last, axis=0, return_inverse=True)
    worth = np.zeros((len(pairs), tree.game.seats))
    np.add.at(worth, which.ravel(), tree.chance[:, None] * tree.value_of)
    return pairs, worth


def form_of(tree: Tree) -> Form:
    """The entries of all seats, each seat's sequences with what they earn."""
    pairs, worth = merged(tree)
    seats = tree.game.seats
    own, others, amounts = [], [], []
    for seat in range(seats):
        acted = pairs[:, seat] > 0
        own.append(pairs[acted, seat])
        others.append(np.delete(pairs[acted], seat, axis=1))
        amounts.append(worth[acted, seat])
    ends = np.concatenate(own)
    by_sequence = np.argsort(ends, kind="stable")
    counts = np.bincount(ends, minlength=tree.actions + 1)
    order = np.argsort(tree.set_seat, kind="stable")
    begins = np.searchsorted(tree.set_seat[order], np.arange(seats + 1))
    return Form(
        start=np.concatenate([[0], np.cumsum(counts)]).astype(np.int32),
        others=np.ascontiguousarray(np.concatenate(others)[by_sequence]),
        worth=np.concatenate(amounts)[by_sequence],
        order=order.astype(np.int32),
        begins=begins.astype(np.int32),
    )


__all__ = ["Form", "form_of", "merged"]
