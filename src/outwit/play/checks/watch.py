"""Agents watched in the compiled loop: whether they write into the game they play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.extending import intrinsic

from outwit.core.agent import Agent
from outwit.core.compiled import address_of
from outwit.core.constant import identity
from outwit.core.errors import OutwitError
from outwit.core.game import Game
from outwit.core.layout import state_type
from outwit.play.asking import by_address
from outwit.play.checks.engine import PLAYED, self_play
from outwit.play.checks.fault import Fault, at, faulting
from outwit.play.checks.rules import paid_right
from outwit.play.explain import explaining
from outwit.play.fingerprint import fingerprint
from outwit.play.loop import PAYOFF, inlined, make_loop
from outwit.play.program import compile_unit, loop_signature, once
from outwit.play.sitting import Sitting
from outwit.play.worker import Block, Worker, trace_command

WROTE = 101
"""The loop's fault where an agent has changed the state."""


@intrinsic
def byte_at(typingctx: Any, address: Any) -> Any:
    """The byte that lies at an address."""

    def codegen(_context: Any, builder: Any, _sig: Any, args: Any) -> Any:
        return builder.load(builder.inttoptr(args[0], ir.IntType(8).as_pointer()))

    return types.uint8(types.intp), codegen


def watching_loop(game: Game) -> Any:
    """The loop of a game that compares the state before and after every call of an agent."""

    def make() -> Any:
        ask_, greet_, tell_ = map(inlined, by_address(game))
        size = state_type(game).itemsize

        def mark(a):  # type: ignore[no-untyped-def]
            start: Any = address_of(a.state)
            key = np.uint64(0)
            for i in range(size):
                key = (key ^ np.uint64(byte_at(start + i))) * np.uint64(0x100000001B3)
            return key

        mark = inlined(mark)

        def told(a, before):  # type: ignore[no-untyped-def]
            if mark(a) != before and a.fault == 0:
                a.fault = WROTE
                a.move = a.game

        told = inlined(told)

        def ask(a, place, seat):  # type: ignore[no-untyped-def]
            before = mark(a)
            move = ask_(a, place, seat)
            told(a, before)
            return move

        def greet(a, place, seat):  # type: ignore[no-untyped-def]
            before = mark(a)
            greet_(a, place, seat)
            told(a, before)

        def tell(a, place, seat, reward):  # type: ignore[no-untyped-def]
            before = mark(a)
            tell_(a, place, seat, reward)
            told(a, before)

        with explaining(game):
            loop = make_loop(game, ask, greet, tell)
            text = Path(__file__).read_text(encoding="utf-8")
            return compile_unit(loop, loop_signature(game), fingerprint("watching", game, text))

    return once(("watching", identity(game)), make)


class _Watcher(Worker):
    """A worker whose loop watches every call."""

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(sitting)
        self.loop = watching_loop(sitting.game)

    def _fault(self) -> OutwitError:
        arena = self.arena[0]
        if arena["fault"] != WROTE:
            return super()._fault()
        agent = self.sitting.agents[0]
        again = trace_command(self.sitting, int(arena["move"]))
        return Fault(
            f"{at(agent, 'act')}it writes into the game it plays: use `me` alone. "
            f"Look at it: {again}"
        )


def watched(agent: Agent, seed: int) -> str:
    """In many compiled games agents write into `me` alone, and pay-offs are as declared."""
    sitting, game = self_play(agent, seed), agent.game
    with faulting(game, agent):
        played = _Watcher(sitting).play(Block(0, PLAYED), record=True)
    assert played is not None
    for paid in np.unique(played.record[:, PAYOFF], axis=0):
        paid_right(game, paid.tolist())
    return f"{PLAYED:,} games"


__all__ = ["watched", "watching_loop"]
