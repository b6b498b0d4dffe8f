"""Programs: the loop of a game and the methods of agents, compiled, cached, with addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numba.core import types

from outwit.core.agent import Agent, learns
from outwit.core.compiled import numba_record, register_helpers
from outwit.core.constant import JIT, identity
from outwit.core.game import Game
from outwit.core.layout import me_type
from outwit.play.asking import act_types, begin_types, by_address, end_types, together
from outwit.play.codecache import CodeCache
from outwit.play.explain import complete, explaining
from outwit.play.fingerprint import fingerprint
from outwit.play.loop import arena_type, make_loop

_kept: dict[Any, Any] = {}


def once(key: Any, make: Callable[[], Any]) -> Any:
    """Compiled things live as long as the process; addresses stay good."""
    if key not in _kept:
        _kept[key] = make()
    return _kept[key]


@contextmanager
def forgotten() -> Iterator[None]:
    """As if this process had compiled nothing; what is made meanwhile must not outlive it."""
    kept = dict(_kept)
    _kept.clear()
    try:
        yield
    finally:
        _kept.clear()
        _kept.update(kept)


def compile_unit(function: Callable[..., Any], signature: Any, mark: str) -> Any:
    """A dispatcher with one compiled signature, from the cache where it is there."""
    register_helpers()
    dispatcher = numba.njit(**JIT)(function)
    dispatcher._cache = CodeCache(mark)
    dispatcher.compile(signature)
    dispatcher.disable_compile()
    return dispatcher


def address(dispatcher: Any) -> int:
    """Where the native code of a compiled unit starts."""
    (result,) = dispatcher.overloads.values()
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


def loop_signature(game: Game) -> Any:
    """Types of `play`: arenas, orders, record, seed, first, number, group."""
    arenas = types.Array(numba_record(arena_type(game)), 1, "C")
    orders = types.Array(types.int64, 2, "C")
    record = types.Array(types.int64, 3, "C")
    wide = types.int64
    return wide(arenas, orders, record, types.uint64, wide, wide, wide)


def loop_by_address(game: Game) -> Any:
    """The loop of a game that calls any agents by their addresses."""

    def make() -> Any:
        with explaining(game):
            complete(game)
            loop = make_loop(game, *by_address(game))
            return compile_unit(loop, loop_signature(game), fingerprint("loop", game))

    return once(("loop", identity(game)), make)


def loop_together(game: Game, agents: Sequence[Agent]) -> Any:
    """The loop with these agents compiled into it: slower to make, faster to run."""
    agents = [agent.compiled_as() for agent in agents]

    def make() -> Any:
        with explaining(game, *agents):
            complete(game)
            for agent in agents:
                complete(agent)
            loop = make_loop(game, *together(agents))
            mark = fingerprint("together", game, *agents)
            return compile_unit(loop, loop_signature(game), mark)

    return once(("together", identity(game), tuple(map(identity, agents))), make)


@dataclass(frozen=True)
class Methods:
    """Native addresses of an agent's methods; 0 where it has none. `units` keeps them alive."""

    act: int
    begin: int
    end: int
    units: tuple[Any, ...]


def methods(agent: Agent) -> Methods:
    """An agent's methods, compiled."""
    agent = agent.compiled_as()

    def make() -> Methods:
        game = agent.game
        with explaining(game, agent):
            complete(agent)
            act = method_unit(agent, "act", types.int64, act_types(game))
            begin = end = None
            if hasattr(type(agent), "begin"):
                begin = method_unit(agent, "begin", types.none, begin_types(game))
            if learns(agent):
                end = method_unit(agent, "end", types.none, end_types(game))
        units = tuple(u for u in (act, begin, end) if u is not None)
        return Methods(
            address(act), address(begin) if begin else 0, address(end) if end else 0, units
        )

    return once(("methods", identity(agent)), make)  # type: ignore[no-any-return]


def method_unit(agent: Agent, name: str, result: Any, arguments: tuple[Any, ...]) -> Any:
    """One method as a function of records: `me` gets its true type, the same at an address."""
    me = numba_record(me_type(agent))
    wrapper = _WRAPPERS[name](agent)
    return compile_unit(wrapper, result(me, *arguments[1:]), fingerprint(name, agent))


def _act(agent: Agent) -> Callable[..., Any]:
    SEATS = agent.game.seats

    def act(me, table, own, seat, rng):  # type: ignore[no-untyped-def]
        if seat < 0 or seat >= SEATS:
            return np.int64(-1)  # never so; knowing it, the compiler drops checks of `x[seat]`
        return np.int64(agent.act(me, table, own, seat, rng))

    return act


def _begin(agent: Agent) -> Callable[..., Any]:
    def begin(me, table, own, seat, who, rng):  # type: ignore[no-untyped-def]
        agent.begin(me, table, own, seat, who, rng)  # type: ignore[attr-defined]

    return begin


def _end(agent: Agent) -> Callable[..., Any]:
    def end(me, table, own, seat, reward, rng):  # type: ignore[no-untyped-def]
        agent.end(me, table, own, seat, reward, rng)  # type: ignore[attr-defined]

    return end


_WRAPPERS = {"act": _act, "begin": _begin, "end": _end}
