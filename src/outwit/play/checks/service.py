"""Agents asked one question at a time in their compiled form, with the rules in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba.core import types

from outwit.core.compiled import numba_record
from outwit.core.constant import identity
from outwit.core.game import Game
from outwit.core.records import Mirror, data_of
from outwit.play.asking import by_address
from outwit.play.checks.fault import Fault, at, differing, faulting
from outwit.play.explain import explaining
from outwit.play.fingerprint import fingerprint
from outwit.play.loop import arena_type, inlined
from outwit.play.mirror import Round
from outwit.play.program import compile_unit, once
from outwit.play.worker import Worker

ASK, GREET, TELL = 0, 1, 2
METHODS = ("act", "begin", "end")


def service(game: Game) -> Callable[..., int]:
    """`serve(arenas, what, place, seat, reward)`: one call of an agent by its address."""

    def make() -> Any:
        ask, greet, tell = map(inlined, by_address(game))

        def serve(arenas, what, place, seat, reward):  # type: ignore[no-untyped-def]
            a = arenas[0]
            if what == ASK:
                return ask(a, place, seat)
            if what == GREET:
                greet(a, place, seat)
            else:
                tell(a, place, seat, reward)
            return 0

        wide = types.int64
        arenas = types.Array(numba_record(arena_type(game)), 1, "C")
        with explaining(game):
            mark = fingerprint("service", game)
            return compile_unit(serve, wide(arenas, wide, wide, wide, types.float64), mark)

    return once(("service", identity(game)), make)  # type: ignore[no-any-return]


class CompiledRound(Round):
    """A game of a worker's sitting whose agents answer in their compiled form."""

    def __init__(self, worker: Worker, number: int) -> None:
        self.worker = worker
        self.serve = service(worker.sitting.game)
        super().__init__(worker.sitting, number, worker.mes)

    def _begin(self) -> None:
        """What the agents are handed lies in the worker's arena."""
        arena = self.worker.arena
        self.state = Mirror(arena["state"][0, ...])
        for seat, luck in enumerate(self.luck):
            arena["luck"][0, seat] = data_of(luck)
            self.luck[seat] = Mirror(arena["luck"][0, seat, ...])
            arena["who"]["agent"][0, seat] = self.places[seat]
        super()._begin()

    def greet(self, seat: int) -> None:
        self._serve(GREET, seat)

    def ask(self, mover: int) -> int:
        return self._serve(ASK, mover) if mover >= 0 else super().ask(mover)

    def tell(self, seat: int, reward: float) -> None:
        self._serve(TELL, seat, reward)

    def _serve(self, what: int, seat: int, reward: float = 0.0) -> int:
        me = self.mes[self.places[seat]]
        before, luck = me.copy(), data_of(self.luck[seat]).copy()
        try:
            return int(self.serve(self.worker.arena, what, self.places[seat], seat, reward))
        except Exception as error:
            me[...] = before
            data_of(self.luck[seat])[...] = luck
            raise self._told(what, seat, reward, error) from error

    def _told(self, what: int, seat: int, reward: float, error: Exception) -> Fault:
        """Where it raised: plain Python, asked the same, knows the line."""
        agent = self.agent(seat)
        try:
            with faulting(agent):
                match what:
                    case 0:
                        Round.ask(self, seat)
                    case 1:
                        Round.greet(self, seat)
                    case _:
                        Round.tell(self, seat, reward)
        except Fault as fault:
            return fault
        return Fault(
            f"{at(agent, METHODS[what])}compiled it raises {type(error).__name__}: {error}, in "
            f"plain Python it does not."
        )


def same_bits(one: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> bool:
    """Whether two records `me` are the same but for their scratch."""
    names = [n for n in one.dtype.names or () if n != "scratch"]
    return not any(differing(one[n], other[n]) for n in names)


__all__ = ["CompiledRound", "same_bits", "service"]
