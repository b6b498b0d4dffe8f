"""Building a game tree: the game's own functions, compiled, walked depth first into flat arrays.

The compiled walk works in steps of some ten thousand nodes and comes back for more room, so that
Python can show progress, answer Ctrl-C and hold the limits. A tree that does not come out small
is estimated first (D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of
Computation 29 (1975)), and refused if it is certainly too large.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from outwit.core.constant import identity
from outwit.core.errors import Refused, RuleError
from outwit.core.game import CHANCE, Game, has_chance, has_finite_chance
from outwit.core.generator import seed_stream
from outwit.core.layout import blank_state
from outwit.core.records import Mirror
from outwit.play.explain import explaining
from outwit.play.fingerprint import fingerprint
from outwit.play.program import compile_unit, once
from outwit.play.tree import Tree
from outwit.play.treetypes import (
    action_type,
    builder_type,
    frame_type,
    leaf_type,
    node_type,
    set_type,
    view_type,
)
from outwit.play.treewalk import (
    CLASH,
    DEEPEST,
    ENDLESS,
    NO_WEIGHT,
    ROOM,
    WALK_SOURCE,
    grow_signature,
    make_grow,
    make_probe,
    probe_signature,
    put_in_slots,
)
from outwit.play.worker import game_name

MOST_NODES = 10_000_000
"""The largest tree unless told otherwise: about 0.6 GB."""
STEP = 50_000
"""Nodes between two looks at limits and at Ctrl-C: some hundredths of a second."""
PROBES = 1_000

Array = np.ndarray[Any, Any]
Growing = Callable[[int, float | None], None]


def build_tree(
    game: Game,
    *,
    most: int = MOST_NODES,
    recall: bool = True,
    progress: Growing | None = None,
) -> Tree:
    """The tree of a game.

    Refuses, with a sentence, a game whose chance is not finite, one with more than `most` nodes,
    and one without perfect recall; with `recall=False` the last is built too, and sequences of
    its seats mean nothing (`Tree.recall` says so). `progress` hears the nodes so far, and about
    how many there will be (None before that is estimated).
    """
    if has_chance(game) and not has_finite_chance(game):
        raise Refused(
            f"{game_name(game)} has no finite tree: its chance is drawn, not listed (it has no "
            f"`outcomes`). Exact values need a game whose chance can be enumerated."
        )
    return _Builder(game, most, recall).build(progress)


class _Builder:
    """The arrays of a tree while they grow."""

    def __init__(self, game: Game, most: int, recall: bool) -> None:
        self.game, self.most = game, most
        self.grow = once(("tree", identity(game)), lambda: _grow_unit(game))
        self.arena = np.zeros(1, builder_type(game))
        kinds = {
            "stack": frame_type(game),
            "nodes": node_type(),
            "leaves": leaf_type(game),
            "sets": set_type(),
            "actions": action_type(),
            "views": view_type(game),
        }
        self.arrays = {name: np.zeros(1024 + 2 * game.moves, kind) for name, kind in kinds.items()}
        self.slots = np.full(4096, -1, np.int32)
        self.arena["strict"] = recall

    def build(self, progress: Growing | None) -> Tree:
        b = self.arena[0]
        b["start"] = 1
        about: float | None = None
        while True:
            code = self._step()
            if code == ROOM:
                self._make_room()
                if about is None and b["nodes"] > STEP:
                    about = self._checked_estimate()
                if b["nodes"] > self.most:
                    raise Refused(self._too_large(f"more than {self.most:,}"))
                if progress is not None:
                    progress(int(b["nodes"]), about)
            elif code == 0:
                if b["nodes"] > self.most:
                    raise Refused(self._too_large(f"{int(b['nodes']):,}"))
                return self._tree()
            else:
                raise self._fault(code)

    def _step(self) -> int:
        a = self.arrays
        self.arena["until"] = self.arena["nodes"] + STEP
        return int(
            self.grow(
                self.arena,
                a["stack"],
                a["nodes"],
                a["leaves"],
                a["sets"],
                a["actions"],
                a["views"],
                self.slots,
            )
        )

    def _make_room(self) -> None:
        """Double what is nearly full; a set's slot is found again in a larger table."""
        b, spare = self.arena[0], 2 * self.game.moves + 2
        used = {
            name: int(b[count])
            for name, count in (
                ("stack", "top"),
                ("nodes", "nodes"),
                ("leaves", "leaves"),
                ("sets", "sets"),
                ("actions", "actions"),
                ("views", "sets"),
            )
        }
        for name, count in used.items():
            array = self.arrays[name]
            if count + spare > len(array):
                larger = np.zeros(2 * len(array) + spare, array.dtype)
                larger[: len(array)] = array
                self.arrays[name] = larger
        if 2 * (used["sets"] + 1) > len(self.slots):
            self.slots = np.full(4 * len(self.slots), -1, np.int32)
            keys = np.ascontiguousarray(self.arrays["sets"]["key"][: used["sets"]])
            put_in_slots(self.slots, keys)

    def _checked_estimate(self) -> float:
        """About how many nodes; refuses at once what is certainly too large.

        That is: the estimate less three standard errors is.
        """
        probe = once(("probe", identity(self.game)), lambda: _probe_unit(self.game))
        sizes = np.zeros(PROBES)
        arena = np.zeros(1, self.arena.dtype)
        seed_stream(Mirror(arena["rng"][0, ...]), 1, 0)
        probe(arena, sizes)
        finite = sizes[np.isfinite(sizes)]
        if len(finite) < PROBES:
            raise Refused(self._too_large("far more than 10^300"))
        mean, error = sizes.mean(), sizes.std() / np.sqrt(PROBES)
        if mean - 3.0 * error > self.most:
            raise Refused(self._too_large(f"about {_rounded(float(mean))}"))
        return float(mean)

    def _too_large(self, nodes: str) -> str:
        name = game_name(self.game)
        return (
            f"The tree of {name} is too large: it has {nodes} nodes, and at most {self.most:,} "
            f"are built. Choose options that make the game smaller, or play games instead."
        )

    def _fault(self, code: int) -> Exception:
        name = game_name(self.game)
        if code == CLASH:
            return Refused(self._clash())
        if code == ENDLESS:
            return Refused(
                f"A line of play of {name} is longer than {DEEPEST:,} moves, so its tree cannot be "
                f"built. Give the game a cap and an ending of its own for games that reach it."
            )
        assert code == NO_WEIGHT
        line = _told(self._line(int(self.arena[0]["node"])))
        return RuleError(
            f"{name}: `outcomes` lists no move with a positive weight, or a negative weight, after "
            f"{line}."
        )

    def _clash(self) -> str:
        b = self.arena[0]
        one, two = int(self.arrays["sets"]["node"][b["clash"]]), int(b["node"])
        seat = int(self.arrays["sets"]["seat"][b["clash"]]) + 1
        first, second = self._line(one), self._line(two)
        same = 0
        while first[same : same + 1] == second[same : same + 1] and same < len(first):
            same += 1
        return (
            f"{game_name(self.game)} has no perfect recall: seat {seat} sees the same after "
            f"{_told(first, same)} as after {_told(second, same)}, although it has done or seen "
            f"different things. Put what a seat has done on the table or into its own part."
        )

    def _line(self, node: int) -> list[str]:
        """The moves that lead to a node, in words."""
        nodes, moves = self.arrays["nodes"], []
        while nodes["parent"][node] >= 0:
            moves.append(int(nodes["move"][node]))
            node = int(nodes["parent"][node])
        state, texts = blank_state(self.game), []
        self.game.start(state)
        for move in reversed(moves):
            texts.append(self.game.move_text(state, move, CHANCE))
            self.game.apply(state, move)
        return texts

    def _tree(self) -> Tree:
        b = self.arena[0]
        a = self.arrays
        nodes, leaves = a["nodes"][: b["nodes"]], a["leaves"][: b["leaves"]]
        sets, actions = a["sets"][: b["sets"]], a["actions"][: b["actions"]]
        column = np.ascontiguousarray
        return Tree(
            game=self.game,
            recall=int(b["clash"]) < 0,
            mover=column(nodes["mover"]),
            parent=column(nodes["parent"]),
            move=column(nodes["move"]),
            weight=column(nodes["weight"]),
            first=column(nodes["first"]),
            width=column(nodes["width"]),
            set_of=column(nodes["set"]),
            leaf_node=column(leaves["node"]),
            chance=column(leaves["chance"]),
            last=column(leaves["last"]),
            payoff=column(leaves["payoff"]),
            ending=column(leaves["ending"]),
            set_seat=column(sets["seat"]),
            set_first=column(sets["first"]),
            set_width=column(sets["width"]),
            set_before=column(sets["before"]),
            views=a["views"][: b["sets"]].copy(),
            action_move=column(actions["move"]),
            action_set=column(actions["set"]),
        )


def _grow_unit(game: Game) -> Any:
    with explaining(game):
        mark = fingerprint("tree", WALK_SOURCE, game)
        return compile_unit(make_grow(game), grow_signature(game), mark)


def _probe_unit(game: Game) -> Any:
    with explaining(game):
        mark = fingerprint("probe", WALK_SOURCE, game)
        return compile_unit(make_probe(game), probe_signature(game), mark)


def _rounded(number: float) -> str:
    """'3.1 x 10^12' for what is only estimated."""
    power = int(np.floor(np.log10(number)))
    return f"{number / 10.0**power:.1f} x 10^{power}"


def _told(line: list[str], same: int = 0, longest: int = 8) -> str:
    """A line of play in quotes, without what it shares with another, and not too long."""
    rest = line[same:]
    if not rest:
        return f'"... {line[-1]}"' if line else "the start"
    head = "... " if same > 0 else ""
    tail = " ..." if len(rest) > longest else ""
    return f'"{head}{", ".join(rest[:longest])}{tail}"'


__all__ = ["MOST_NODES", "Growing", "build_tree"]
