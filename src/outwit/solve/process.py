"""A Markov decision process from a game and fixed opponents.

The others' strategies fill the tree; what is left is one seat's decisions. With perfect recall the
chance that play goes from one of its information sets to the next, or ends, does not depend on what
it did before: weights from the leaves up give all transitions (Puterman, "Markov Decision
Processes", 1994, for the words).

States are the information sets, or what `States` make of them: then sets of one state are thrown
together, each weighed by how often it is met. That is the same decision problem only if they go on
alike. `spread` says by how much they do not: 0 where the states are sufficient, as the poker
paper's are against its own opponents. Otherwise the process is an approximation, its transitions
depend on how the seat itself plays (`played`: every move alike unless told), and so does its
optimum; `coarse.py` finds the true best policy on such states.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from outwit.core.agent import Agent
from outwit.core.errors import RuleError, UsageError
from outwit.core.states import States
from outwit.play.filling import fill_line_up
from outwit.play.sequences import leaf_reach, sequence_reach
from outwit.play.tree import Floats, Ints, Tree
from outwit.play.worker import game_name
from outwit.solve.trees import NO_METHOD, need_recall

NO_STATE = -1


@dataclass(frozen=True, eq=False)
class Process:
    """N states, P pairs of a state and a move, T transitions; a game of one decider.

    feature     (N,) int64       what the state is: a number of `states`, or of an information set
    seat        (N,) int8        whose state it is
    pair_first  (N + 1,) int32   pairs of a state: pair_first[i] to pair_first[i + 1]
    pair_move   (P,) int64       the move of a pair
    trans_first (P + 1,) int32   transitions of a pair
    to          (T,) int32       the state that it leads to
    chance      (T,) float64     how probably; what is missing to 1 ends the game
    reward      (P,) float64     pay-off at the end x the probability that the game ends here
    start       (N,) float64     the probability that a game's first decision is there
    before      float            pay-off of games that end before the first decision, x probability
    state_of    (S,) int32       the state of each information set of the tree, or NO_STATE
    spread      float            how far sets of one state go on differently, at most (see above)
    """

    tree: Tree
    states: States | None
    feature: Ints
    seat: Ints
    pair_first: Ints
    pair_move: Ints
    trans_first: Ints
    to: Ints
    chance: Floats
    reward: Floats
    start: Floats
    before: float
    state_of: Ints
    spread: float

    @property
    def size(self) -> int:
        """How many states there are."""
        return len(self.feature)

    @property
    def pairs(self) -> int:
        return len(self.pair_move)

    def state_text(self, state: int) -> str:
        """A state in words."""
        feature = int(self.feature[state])
        if self.states is not None:
            return self.states.state_text(feature)
        tree, seat = self.tree, int(self.seat[state])
        return tree.game.seat_text(tree.table(feature), tree.own(feature), seat)

    def strategy(self, policy: Ints, others: Floats | None = None) -> Floats:
        """What a policy (a pair for each state) plays at the information sets. Shape: (A,).

        Sets that the opponents never let happen are played evenly; entries of seats that the
        process does not decide for are those of `others`.
        """
        tree = self.tree
        strategy = tree.uniform() if others is None else others.copy()
        there = np.flatnonzero(self.state_of != NO_STATE)
        for s in there:
            state = int(self.state_of[s])
            place = int(policy[state] - self.pair_first[state])
            first, width = int(tree.set_first[s]), int(tree.set_width[s])
            strategy[first : first + width] = 0.0
            strategy[first + place] = 1.0
        return strategy


def process_of(
    tree: Tree,
    opponents: Sequence[Agent],
    *,
    states: States | None = None,
    seats: Sequence[int] | None = None,
    played: Floats | None = None,
) -> Process:
    """The process that a newcomer faces who sits at each of `seats` equally often (all, if None).

    `opponents` fill the other seats in their order: one for each, or fewer, repeated in turn.
    """
    from outwit.play.sitting import line_up

    n = tree.game.seats
    table = line_up(opponents, n - 1)
    filled = fill_line_up(tree, table)
    others = {seat: [*filled[:seat], tree.uniform(), *filled[seat:]] for seat in range(n)}
    chosen = range(n) if seats is None else seats
    return process_from({seat: others[seat] for seat in chosen}, tree, states, played)


def process_from(
    others: dict[int, list[Floats]],
    tree: Tree,
    states: States | None = None,
    played: Floats | None = None,
) -> Process:
    """The same from strategies: in others[seat], a line-up, that seat's own means nothing."""
    need_recall(tree, "A decision process", NO_METHOD)
    if not others:
        raise UsageError("Name at least one seat to decide for.")
    builder = _Builder(tree, states, tree.uniform() if played is None else played)
    for seat, strategies in others.items():
        builder.add(seat, strategies, 1.0 / len(others))
    return builder.build()


class _Builder:
    """Weights of sets and of what follows them, seat by seat."""

    def __init__(self, tree: Tree, states: States | None, played: Floats) -> None:
        self.tree, self.states = tree, states
        self.played = sequence_reach(tree, played)
        self.weight = np.zeros(tree.sets)  # of the others and chance
        self.ends = np.zeros(tree.actions)  # weight of games that end behind an action
        self.earns = np.zeros(tree.actions)  # the same, x pay-off
        self.decides = np.zeros(tree.sets, np.bool_)
        self.first = np.zeros(tree.sets)  # the probability that play first comes to a set
        self.before = 0.0

    def add(self, seat: int, strategies: list[Floats], share: float) -> None:
        """One seat's decisions, for `share` of all games."""
        tree = self.tree
        mine = np.flatnonzero(tree.set_seat == seat)
        chance = leaf_reach(tree, strategies, leave_out=seat)
        last = tree.last[:, seat]
        ends = np.bincount(last, weights=chance, minlength=tree.actions + 1)
        worth = chance * tree.value_of[:, seat]
        earns = np.bincount(last, weights=worth, minlength=tree.actions + 1)
        behind = ends.copy()  # weight of what follows each sequence
        for s in mine[::-1]:
            first = int(tree.set_first[s])
            # With perfect recall every action of a set is followed by the same weight.
            self.weight[s] = behind[first + 1]
            behind[int(tree.set_before[s])] += self.weight[s]
        self.decides[mine] = True
        actions = np.isin(tree.action_set, mine)
        self.ends[actions] = ends[1:][actions]
        self.earns[actions] = earns[1:][actions]
        opening = mine[tree.set_before[mine] == 0]
        self.first[opening] = share * self.weight[opening]
        self.before += share * float(earns[0])

    def build(self) -> Process:
        tree = self.tree
        met = self.decides & (self.weight > 0.0)
        state_of, members = self._states(met)
        size = len(members)
        width = tree.set_width[members]
        pair_first = np.concatenate([[0], np.cumsum(width)])
        sets = np.flatnonzero(met)
        # Each action of a met set, and the pair it belongs to.
        actions = np.flatnonzero(met[tree.action_set])
        place = actions - tree.set_first[tree.action_set[actions]]
        pair = pair_first[state_of[tree.action_set[actions]]] + place
        own = self.played[tree.set_before]
        mass = self.weight * own
        share = mass[tree.action_set[actions]]
        safe = self.weight[tree.action_set[actions]]
        rows = self._rows(met, state_of, size)
        total = np.bincount(pair, weights=share, minlength=int(pair_first[-1]))
        if np.any(total <= 0.0):
            raise UsageError(
                "`played` never comes to some states, so nothing says how they go on; give every "
                "move some probability."
            )
        from scipy.sparse import csr_array

        gather = csr_array(
            (share / total[pair], (pair, np.arange(len(actions)))),
            shape=(int(pair_first[-1]), len(actions)),
        )
        steps = rows[actions]
        mean = csr_array(gather @ steps)
        mean.sort_indices()
        earned = self.earns[actions] / safe
        reward = np.asarray(gather @ earned)
        gap = abs(steps - mean[pair]).sum(axis=1) / 2.0
        gap = np.maximum(gap, np.abs(earned - reward[pair]))
        start = np.bincount(state_of[sets], weights=self.first[sets], minlength=size)
        feature = self._features(members)
        return Process(
            tree=tree,
            states=self.states,
            feature=feature,
            seat=tree.set_seat[members],
            pair_first=pair_first.astype(np.int32),
            pair_move=np.concatenate([self._moves(s) for s in members] or [np.zeros(0, np.int64)]),
            trans_first=mean.indptr.astype(np.int32),
            to=mean.indices.astype(np.int32),
            chance=mean.data.astype(np.float64),
            reward=reward,
            start=start.astype(np.float64),
            before=self.before,
            state_of=np.where(met, state_of, NO_STATE).astype(np.int32),
            spread=float(gap.max(initial=0.0)),
        )

    def _rows(self, met: Any, state_of: Any, size: int) -> Any:
        """For each action, the probability that the next decision is in each state. (A, N)"""
        from scipy.sparse import csr_array

        tree = self.tree
        later = np.flatnonzero(met & (tree.set_before > 0))
        action = tree.set_before[later] - 1
        chance = self.weight[later] / self.weight[tree.action_set[action]]
        return csr_array((chance, (action, state_of[later])), shape=(tree.actions, size))

    def _states(self, met: Any) -> tuple[Any, list[int]]:
        """The state of each set, and the first set of each state."""
        tree = self.tree
        state_of = np.full(tree.sets, NO_STATE)
        known: dict[Any, int] = {}
        members: list[int] = []
        for s in np.flatnonzero(met).tolist():
            seat = int(tree.set_seat[s])
            feature = s if self.states is None else self._feature(s)
            state = known.setdefault((seat, feature), len(members))
            if state == len(members):
                members.append(s)
            elif self._moves(members[state]).tolist() != self._moves(s).tolist():
                raise RuleError(
                    f"In one state of {type(self.states).__name__} different moves are legal: "
                    f"{self._moves(members[state]).tolist()} and {self._moves(s).tolist()} "
                    f"({game_name(tree.game)}, state {feature})."
                )
            state_of[s] = state
        return state_of, members

    def _feature(self, s: int) -> int:
        assert self.states is not None
        tree = self.tree
        return int(self.states.feature(tree.table(s), tree.own(s), int(tree.set_seat[s])))

    def _features(self, members: list[int]) -> Ints:
        if self.states is None:
            return np.array(members, np.int64)
        return np.array([self._feature(s) for s in members], np.int64)

    def _moves(self, s: int) -> Ints:
        tree = self.tree
        first = int(tree.set_first[s])
        return tree.action_move[first : first + int(tree.set_width[s])]


__all__ = ["NO_STATE", "Process", "process_from", "process_of"]
