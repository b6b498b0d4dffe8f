"""External-sampling Monte Carlo CFR: of chance and of the others one line, of one's own moves all.

M. Lanctot, K. Waugh, M. Zinkevich, M. Bowling, "Monte Carlo sampling for regret minimization in
extensive games", NIPS 2009, section 3 (external sampling). For each seat in turn:
1. Walk down from the root: all moves where the seat moves; one, sampled by its strategy, where
   another seat or chance does. A set of another seat is asked once: its move is the same wherever
   the walk meets it again.
2. Walk back up: a node is worth what its move is worth, or for the seat itself the mean over its
   strategy. Each action's gain over that mean goes into its regret; sampling has already weighed it
   by the others' reach.
3. At the sets met of the others, add their strategy to their mean. Their own reach has weighed it.
"""

# Compiled closures have no static types.
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import types

from outwit.core.compiled import numba_record
from outwit.core.errors import Refused
from outwit.core.game import CHANCE
from outwit.core.generator import RNG, below, seed_stream, uniform
from outwit.core.records import Mirror
from outwit.play.fingerprint import fingerprint
from outwit.play.loop import inlined
from outwit.play.program import compile_unit, once
from outwit.play.tree import Floats, Tree
from outwit.solve.trees import need_recall


class Sampler:
    """Self-play on sampled lines that can go on; see `regret.Minimiser`."""

    def __init__(self, tree: Tree, seed: int = 1) -> None:
        need_recall(tree, "Regret minimisation")
        if tree.game.seats == 1:
            raise Refused(
                "External sampling takes a seat's mean where others walk, and there is only one "
                "seat: use --method cfr+."
            )
        self.tree = tree
        self.iterations = 0
        self.regret = np.zeros(tree.actions)
        self.total = np.zeros(tree.actions)
        self.rng = np.zeros(1, RNG)
        seed_stream(Mirror(self.rng[0, ...]), seed, 0)
        self._path = np.zeros(tree.nodes, np.int32)
        self._worth = np.zeros(tree.nodes)
        self._chosen = np.full((tree.sets, 2), -1)
        self._leaf = np.zeros((tree.nodes, tree.game.seats))
        self._leaf[tree.leaf_node] = tree.value_of
        self._run = once("external sampling", _compiled)

    def run(self, count: int) -> None:
        """Make `count` more iterations: one walk for each seat."""
        t = self.tree
        columns = (t.mover, t.first, t.width, t.weight, t.set_of, t.set_first, t.set_width)
        kept = (self.regret, self.total, self._leaf, self._path, self._worth, self._chosen)
        self._run(*columns, *kept, self.rng, self.iterations, count)
        self.iterations += count

    @property
    def mean(self) -> Floats:
        """The mean strategy of the sets met; even where none was. Shape: (A,)."""
        sums = np.add.reduceat(self.total, self.tree.set_first)[self.tree.action_set]
        safe = np.where(sums > 0.0, sums, 1.0)
        return np.where(sums > 0.0, self.total / safe, self.tree.uniform())


def _compiled() -> Any:
    def array(kind: Any, dimensions: int = 1) -> Any:
        return types.Array(kind, dimensions, "C")

    ints, floats, wide = array(types.int32), array(types.float64), array(types.int64)
    columns = (array(types.int8), ints, ints, wide, ints, ints, ints)
    kept = (floats, floats, array(types.float64, 2), ints, floats, array(types.int64, 2))
    rngs = array(numba_record(RNG))
    signature = types.void(*columns, *kept, rngs, types.int64, types.int64)
    return compile_unit(_run, signature, fingerprint("external sampling", _run))


@inlined
def _probability(regret, first, width, a):  # type: ignore[no-untyped-def]
    """Regret matching at one set."""
    positive = 0.0
    for b in range(first, first + width):
        positive += max(regret[b], 0.0)
    return max(regret[a], 0.0) / positive if positive > 0.0 else 1.0 / width


@inlined
def _by_weight(rng, weight, here, width):  # type: ignore[no-untyped-def]
    """A child of a chance node."""
    total = 0
    for child in range(here, here + width):
        total += weight[child]
    ticket = below(rng, total)
    child = here
    while ticket >= weight[child]:
        ticket -= weight[child]
        child += 1
    return child


@inlined
def _by_strategy(rng, regret, first, width):  # type: ignore[no-untyped-def]
    """The place of an action, sampled by regret matching."""
    ticket = uniform(rng)
    i = 0
    while i < width - 1:
        share = _probability(regret, first, width, first + i)
        if ticket < share:
            break
        ticket -= share
        i += 1
    return i


def _run(  # type: ignore[no-untyped-def]
    mover, first, width, weight, set_of, set_first, set_width, regret, total, leaf, path, worth,
    chosen, rngs, done, count,
):  # fmt: skip
    rng = rngs[0]
    seats = leaf.shape[1]
    for walk in range(done * seats, (done + count) * seats):
        seat = walk % seats
        # 1. Down: `path` holds the nodes of the walk, a parent before its children.
        path[0], n, k = 0, 1, 0
        while k < n:
            node = path[k]
            k += 1
            here, many = first[node], width[node]
            if mover[node] == seat:
                for i in range(many):
                    path[n + i] = here + i
                n += many
            elif mover[node] == CHANCE:
                path[n] = _by_weight(rng, weight, here, many)
                n += 1
            elif mover[node] >= 0:
                s = set_of[node]
                if chosen[s, 0] != walk:
                    chosen[s, 0] = walk
                    chosen[s, 1] = _by_strategy(rng, regret, set_first[s], set_width[s])
                    # 3. The others' mean.
                    for a in range(set_first[s], set_first[s] + set_width[s]):
                        total[a] += _probability(regret, set_first[s], set_width[s], a)
                path[n] = here + chosen[s, 1]
                n += 1
        # 2. Up; `m` runs along with where a node's next ones stand on the path.
        m = n
        for k in range(n - 1, -1, -1):
            node = path[k]
            here, many = first[node], width[node]
            if many == 0:
                worth[node] = leaf[node, seat]
            elif mover[node] == seat:
                m -= many
                s = set_of[node]
                mean = 0.0
                for i in range(many):
                    a = set_first[s] + i
                    share = _probability(regret, set_first[s], many, a)
                    mean += share * worth[here + i]
                worth[node] = mean
            else:
                m -= 1
                worth[node] = worth[path[m]]
        for k in range(n):
            node = path[k]
            if mover[node] == seat:
                for i in range(width[node]):
                    gain = worth[first[node] + i] - worth[node]
                    regret[set_first[set_of[node]] + i] += gain


__all__ = ["Sampler"]
