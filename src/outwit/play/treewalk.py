"""The compiled walk behind `treebuild.py`: one node at a time from a stack of states."""

# Compiled closures have no static types, and an intrinsic's first argument is the compiler's.
# mypy: disable-error-code="no-untyped-call,call-arg,unreachable"

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.extending import intrinsic

from outwit.core.compiled import copy_record, numba_record
from outwit.core.game import CHANCE, OVER, Game, has_finite_chance
from outwit.core.generator import below
from outwit.play import treetypes
from outwit.play.loop import inlined
from outwit.play.treetypes import (
    action_type,
    builder_type,
    frame_type,
    leaf_type,
    node_type,
    set_type,
    view_type,
)
from outwit.play.unit import unit
from outwit.play.viewkey import view_key

WALK_SOURCE = hashlib.sha256(
    Path(__file__).read_bytes() + Path(treetypes.__file__).read_bytes()
).hexdigest()
"""Part of what cached code goes by: the intrinsics of this file are not walked."""

DONE, ROOM, CLASH, ENDLESS, NO_WEIGHT = range(5)
"""What `grow` comes back with."""
DEEPEST = 100_000


def grow_signature(game: Game) -> Any:
    kinds = [builder_type(game), frame_type(game), node_type(), leaf_type(game)]
    kinds += [set_type(), action_type(), view_type(game)]
    arrays = [types.Array(numba_record(kind), 1, "C") for kind in kinds]
    return types.int64(*arrays, types.Array(types.int32, 1, "C"))


def probe_signature(game: Game) -> Any:
    arena = types.Array(numba_record(builder_type(game)), 1, "C")
    return types.void(arena, types.Array(types.float64, 1, "C"))


@intrinsic
def same_bytes(typingctx: Any, one: Any, other: Any) -> Any:
    """Whether two records of one type hold the same bytes."""

    def codegen(_context: Any, b: Any, _sig: Any, args: Any) -> Any:
        i64 = ir.IntType(64)
        starts = [b.ptrtoint(record, i64) for record in args]
        difference = i64(0)
        for i in range(0, one.size, 8):
            width = 8 * min(8, one.size - i)
            kind = ir.IntType(width)
            words = []
            for start in starts:
                place = b.inttoptr(b.add(start, i64(i)), kind.as_pointer())
                word = b.load(place, align=1)
                words.append(b.zext(word, i64) if width < 64 else word)
            difference = b.or_(difference, b.xor(*words))
        return b.icmp_unsigned("==", difference, i64(0))

    return types.boolean(one, other), codegen


@unit("void(i4[::1], u8[::1])")
def put_in_slots(slots: Any, keys: Any) -> None:
    """Enter sets 0, 1, ... into an empty hash table (its length a power of two)."""
    mask = len(slots) - 1
    for s in range(len(keys)):
        slot = np.int64(keys[s] & np.uint64(mask))
        while slots[slot] >= 0:
            slot = (slot + 1) & mask
        slots[slot] = s


def _outcomes(game: Game) -> Any:
    """Chance's moves with positive weight, at the front of the menu; -1 for a bad weight."""
    if not has_finite_chance(game):

        def none(b):  # type: ignore[no-untyped-def]
            return -1

        return inlined(none)

    def outcomes(b):  # type: ignore[no-untyped-def]
        n = game.outcomes(b.state, b.menu)
        kept = 0
        for i in range(n):
            if b.menu.weight[i] < 0:
                return -1
            if b.menu.weight[i] > 0:
                b.menu.move[kept] = b.menu.move[i]
                b.menu.weight[kept] = b.menu.weight[i]
                kept += 1
        return kept if kept > 0 else -1

    return inlined(outcomes)


def _beginning(game: Game) -> Any:
    """begin(arena, stack, nodes): the start of the game as the only node that waits."""
    SEATS = game.seats

    def begin(b, stack, nodes):  # type: ignore[no-untyped-def]
        frame = stack[0]
        game.start(frame.state)
        frame.chance, frame.node, frame.depth = 1.0, 0, 0
        for seat in range(SEATS):
            frame.last[seat] = 0
        nodes[0].parent, nodes[0].move, nodes[0].weight = -1, -1, 1
        b.top, b.nodes, b.clash, b.start = 1, 1, -1, 0

    return inlined(begin)


def _popping(game: Game) -> Any:
    """pop(arena, stack): the node that waits on top, with its state, becomes the one at hand."""
    SEATS = game.seats

    def pop(b, stack):  # type: ignore[no-untyped-def]
        b.top -= 1
        frame = stack[b.top]
        copy_record(b.state, frame.state)
        b.node, b.depth, b.product = frame.node, frame.depth, frame.chance
        for seat in range(SEATS):
            b.last[seat] = frame.last[seat]

    return inlined(pop)


def _ending(game: Game) -> Any:
    """leaf(arena, entry): the end of a game, with its pay-offs and its chance."""
    SEATS = game.seats

    def leaf(b, entry):  # type: ignore[no-untyped-def]
        entry.node = b.node
        entry.chance = b.product
        for seat in range(SEATS):
            b.out[seat] = 0
        game.payoff(b.state, b.out)
        for seat in range(SEATS):
            entry.payoff[seat] = b.out[seat]
            entry.last[seat] = b.last[seat]
        entry.ending = game.ending(b.state)
        b.leaves += 1

    return inlined(leaf)


def _finding() -> Any:
    """find(arena, seat, width, sets, actions, views, slots): the information set of the mover."""

    def new_set(b, key, seat, width, sets, actions, views):  # type: ignore[no-untyped-def]
        s = b.sets
        entry = sets[s]
        entry.key, entry.seat, entry.node = key, seat, b.node
        entry.first, entry.width, entry.before = b.actions, width, b.last[seat]
        copy_record(views[s].table, b.state.table)
        copy_record(views[s].own, b.state.own[seat])
        for i in range(width):
            actions[b.actions + i].move = b.menu.move[i]
            actions[b.actions + i].set = s
        b.actions += width
        b.sets += 1
        return s

    new_set = inlined(new_set)

    def find(b, seat, width, sets, actions, views, slots):  # type: ignore[no-untyped-def]
        """The set of what `seat` sees, a new one if it was not met before."""
        table, own = b.state.table, b.state.own[seat]
        key = view_key(table, own, seat)
        mask = len(slots) - 1
        slot = np.int64(key & np.uint64(mask))
        while slots[slot] >= 0:
            s = np.int64(slots[slot])
            same = sets[s].key == key and sets[s].seat == seat
            if same and same_bytes(views[s].table, table) and same_bytes(views[s].own, own):
                if sets[s].before != b.last[seat] and b.clash < 0:
                    b.clash = s
                return s
            slot = (slot + 1) & mask
        s = new_set(b, key, seat, width, sets, actions, views)
        slots[slot] = s
        return s

    return inlined(find)


def _pushing(game: Game) -> Any:
    """push(arena, width, total, sequence, seat, stack, nodes): what may follow waits."""
    SEATS = game.seats

    def push(b, width, total, sequence, seat, stack, nodes):  # type: ignore[no-untyped-def]
        """All children onto the stack, the first on top; `sequence` is that before action 0."""
        for k in range(width):
            i = width - 1 - k
            frame = stack[b.top]
            copy_record(frame.state, b.state)
            game.apply(frame.state, b.menu.move[i])
            frame.node, frame.depth = b.nodes + i, b.depth + 1
            frame.chance = b.product
            for other in range(SEATS):
                frame.last[other] = b.last[other]
            child = nodes[b.nodes + i]
            child.parent, child.move, child.weight = b.node, b.menu.move[i], 1
            if seat >= 0:
                frame.last[seat] = sequence + i
            else:
                child.weight = b.menu.weight[i]
                frame.chance *= b.menu.weight[i] / total
            b.top += 1
        b.nodes += width

    return inlined(push)


def _room(game: Game) -> Any:
    """full(arena, ...): whether the next node may not fit."""
    MOVES = game.moves

    def full(b, stack, nodes, leaves, sets, actions, slots):  # type: ignore[no-untyped-def]
        return (
            b.nodes >= b.until
            or b.top + MOVES > len(stack)
            or b.nodes + MOVES > len(nodes)
            or b.leaves + 1 > len(leaves)
            or b.sets + 1 > len(sets)
            or b.actions + MOVES > len(actions)
            or 2 * (b.sets + 1) > len(slots)
        )

    return inlined(full)


def make_grow(game: Game) -> Callable[..., int]:
    """grow(arena, stack, nodes, leaves, sets, actions, views, slots): until done or out of room."""
    outcomes, full = _outcomes(game), _room(game)
    begin, pop, push = _beginning(game), _popping(game), _pushing(game)
    leaf, find = _ending(game), _finding()

    def grow(arena, stack, nodes, leaves, sets, actions, views, slots):  # type: ignore[no-untyped-def]
        b = arena[0]
        if b.start != 0:
            begin(b, stack, nodes)
        while b.top > 0:
            if full(b, stack, nodes, leaves, sets, actions, slots):
                return ROOM
            pop(b, stack)
            if b.depth > DEEPEST:
                return ENDLESS
            node = nodes[b.node]
            mover = game.to_move(b.state)
            node.mover, node.first, node.width, node.set = mover, -1, 0, -1
            if mover == OVER:
                leaf(b, leaves[b.leaves])
                continue
            total, sequence = 1, 0
            if mover == CHANCE:
                width = outcomes(b)
                if width < 0:
                    return NO_WEIGHT
                total = 0
                for i in range(width):
                    total += b.menu.weight[i]
            else:
                width = game.legal(b.state.table, b.state.own[mover], mover, b.menu)
                node.set = find(b, mover, width, sets, actions, views, slots)
                if b.clash >= 0 and b.strict != 0:
                    return CLASH
                sequence = 1 + sets[node.set].first
            node.first, node.width = b.nodes, width
            push(b, width, total, sequence, mover, stack, nodes)
        return DONE

    return grow


def make_probe(game: Game) -> Callable[..., None]:
    """probe(arena, sizes): unbiased guesses at the number of nodes, one line of play each."""
    outcomes = _outcomes(game)

    def probe(arena, sizes):  # type: ignore[no-untyped-def]
        b = arena[0]
        for k in range(len(sizes)):
            game.start(b.state)
            size, alike = 1.0, 1.0
            for _ in range(DEEPEST):
                mover = game.to_move(b.state)
                if mover == OVER:
                    break
                if mover == CHANCE:
                    width = outcomes(b)
                else:
                    width = game.legal(b.state.table, b.state.own[mover], mover, b.menu)
                if width <= 0:
                    break
                alike *= width
                size += alike
                game.apply(b.state, b.menu.move[below(b.rng, width)])
            sizes[k] = size

    return probe
