"""What learnt tables are worth against an opponent that stays as it is, exactly and at once.

Everything but the learner's own sequences is summed up beforehand, so each of hundreds of tables
costs one pass over the tree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from outwit.core.states import States
from outwit.papers.lab import Lab
from outwit.papers.poker.readings import Rules
from outwit.papers.poker.world import World, optimum, world
from outwit.play.filling import joint
from outwit.play.sequences import leaf_reach, node_reach, sequence_reach
from outwit.play.tabled import Tabled
from outwit.play.tree import Floats, Ints
from outwit.solve.iteration import Plan, best_pairs
from outwit.solve.process import NO_STATE

POWERS = (1, 2, 3, 4)
SEATS = 2


@dataclass(frozen=True, eq=False)
class Looks:
    """Learnt tables, one after another.

    moments   (n, 4)  means of the first four powers of the pay-off of a game
    likeness  (n, 2)  to the best policy, over all states and over those met
    """

    moments: Floats
    likeness: Floats

    @classmethod
    def joined(cls, looks: Sequence[Looks]) -> Looks:
        moments, likeness = [k.moments for k in looks], [k.likeness for k in looks]
        return cls(np.concatenate(moments), np.concatenate(likeness))

    @classmethod
    def of(cls, looks: Sequence[tuple[Floats, tuple[float, float]]]) -> Looks:
        return cls(np.array([m for m, _ in looks]), np.array([alike for _, alike in looks]))


@dataclass(frozen=True, eq=False)
class Valuer:
    """One opponent in a world, and the best policy against it on the paper's own states."""

    world: World
    opponent: str
    best: Plan

    @cached_property
    def earned(self) -> list[list[Any]]:
        """By seat and power, what each sequence earns at its leaves. Shape: (A + 1,)."""
        tree, other = self.world.tree, self.world.plays[self.opponent]
        found = []
        for seat in range(SEATS):
            chance = leaf_reach(tree, [other] * SEATS, leave_out=seat)
            worth = tree.value_of[:, seat]
            ends = tree.last[:, seat]
            found.append(
                [
                    np.bincount(ends, weights=chance * worth**k, minlength=tree.actions + 1)
                    for k in POWERS
                ]
            )
        return found

    def look(self, learnt: Tabled) -> tuple[Floats, tuple[float, float]]:
        """The moments of a table, and its likeness to the best policy."""
        strategy = self.strategy(learnt)
        return self.moments(strategy), self.likeness(strategy)

    def moments(self, strategy: Floats) -> Floats:
        """Means of the first four powers of the pay-off, both seats alike. Shape: (4,)."""
        reach = sequence_reach(self.world.tree, strategy)
        seats = [[float(reach @ power) for power in powers] for powers in self.earned]
        found: Floats = np.mean(seats, axis=0)
        return found

    def strategy(self, learnt: Tabled) -> Floats:
        """What a table plays at the information sets of both seats. Shape: (A,)."""
        tree = self.world.tree
        chance = np.zeros((learnt.slots, tree.game.choices))
        there = np.zeros(learnt.slots, np.bool_)
        chance[learnt.arrays["slot"]] = learnt.arrays["chance"]
        there[learnt.arrays["slot"]] = True
        row = self.rows(learnt.abstraction)[tree.action_set]
        place = np.arange(tree.actions) - tree.set_first[tree.action_set]
        found: Floats = np.where(there[row], chance[row, place], tree.uniform())
        return found

    def rows(self, states: States) -> Ints:
        """The state of each information set. Shape: (S,)."""
        tree = self.world.tree
        if states not in self._rows:
            self._rows[states] = np.array(
                [
                    states.feature(tree.table(s), tree.own(s), int(tree.set_seat[s]))
                    for s in range(tree.sets)
                ],
                np.int64,
            )
        return self._rows[states]

    @cached_property
    def _rows(self) -> dict[States, Ints]:
        return {}

    # How alike two policies are ------------------------------------------------------------------

    def likeness(self, strategy: Floats) -> tuple[float, float]:
        """How often a policy plays what the best one could: over all states, over those it meets.

        The states are those of the best policy's own process, the finer ones: each is asked what
        the learnt table plays there, whatever that tells apart. A move counts if it is best there,
        one of several equally good ones too. `all`: every state that can be met counts once.
        `met`: it counts as often as a game comes to it.
        """
        tree = self.world.tree
        good = np.bincount(tree.action_set, weights=strategy * self._good, minlength=tree.sets)
        there = self.best.process.state_of != NO_STATE
        state = self.best.process.state_of[there]
        alone = 1.0 / np.bincount(state, minlength=self.best.process.size)[state]
        visits = self.visits(strategy)[there]
        over_all = float(alone @ good[there]) / self.best.process.size
        return over_all, float(visits @ good[there] / visits.sum())

    def visits(self, strategy: Floats) -> Floats:
        """How often a game comes to each information set, one's own in each seat. Shape: (S,)."""
        tree, other = self.world.tree, self.world.plays[self.opponent]
        found = np.zeros(tree.sets)
        for seat in range(SEATS):
            seated = [strategy if s == seat else other for s in range(SEATS)]
            mine = np.flatnonzero(tree.mover == seat)
            reach = node_reach(tree, joint(tree, seated))[mine]
            found += np.bincount(tree.set_of[mine], weights=reach, minlength=tree.sets) / SEATS
        return found

    @cached_property
    def _good(self) -> Any:
        """Actions that are best in their state. Shape: (A,)."""
        tree, process = self.world.tree, self.best.process
        best = best_pairs(process, self.best.values)
        state = process.state_of[tree.action_set]
        place = np.arange(tree.actions) - tree.set_first[tree.action_set]
        pair = np.where(state == NO_STATE, 0, process.pair_first[np.maximum(state, 0)] + place)
        return np.where(state == NO_STATE, False, best[pair])


def valuer(lab: Lab, opponent: str, rules: Rules | None = None) -> Valuer:
    def make() -> Valuer:
        return Valuer(world(lab, rules), opponent, optimum(lab, opponent, rules=rules))

    return lab.once(("poker valuer", opponent, rules), make)


__all__ = ["Looks", "Valuer", "valuer"]
