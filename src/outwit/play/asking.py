"""How agents are asked: by the native addresses of their methods, or compiled into the loop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numba.core import types

from outwit.core.agent import Agent
from outwit.core.compiled import caller, numba_record, record_reader
from outwit.core.constant import identity
from outwit.core.game import Game
from outwit.core.generator import RNG
from outwit.core.layout import me_type, state_type
from outwit.play.loop import Ask, inlined, who_type


def act_types(game: Game) -> tuple[Any, ...]:
    """Types of act's arguments as the loop knows them: `me` is an address."""
    table, own = _view_types(game)
    return (types.voidptr, table, own, types.int64, numba_record(RNG))


def begin_types(game: Game) -> tuple[Any, ...]:
    table, own = _view_types(game)
    who = numba_record(who_type(game.seats))
    return (types.voidptr, table, own, types.int64, who, numba_record(RNG))


def end_types(game: Game) -> tuple[Any, ...]:
    table, own = _view_types(game)
    return (types.voidptr, table, own, types.int64, types.float64, numba_record(RNG))


def _view_types(game: Game) -> tuple[Any, Any]:
    state = state_type(game)
    return numba_record(state["table"]), numba_record(state["own"].base)


def by_address(game: Game) -> tuple[Ask, Ask, Ask]:
    """ask, greet and tell for agents known by the addresses of their methods."""
    act = caller(types.int64, act_types(game))
    begin = caller(types.none, begin_types(game))
    end = caller(types.none, end_types(game))

    def ask(a, place, seat):  # type: ignore[no-untyped-def]
        state = a.state
        return act(a.act[place], (a.me[place], state.table, state.own[seat], seat, a.luck[seat]))

    def greet(a, place, seat):  # type: ignore[no-untyped-def]
        s = a.state
        if a.begin[place] != 0:
            args = (a.me[place], s.table, s.own[seat], seat, a.who, a.luck[seat])
            begin(a.begin[place], args)

    def tell(a, place, seat, reward):  # type: ignore[no-untyped-def]
        s = a.state
        if a.end[place] != 0:
            end(a.end[place], (a.me[place], s.table, s.own[seat], seat, reward, a.luck[seat]))

    return ask, greet, tell


def together(agents: Sequence[Agent]) -> tuple[Ask, Ask, Ask]:
    """ask, greet and tell with the agents of a line-up compiled into the loop, equal ones once."""
    ask, greet, tell = _nobody_asks, _nobody_greets, _nobody_tells
    places: dict[Any, int] = {}
    alike = {}
    for place, agent in enumerate(agents):
        key = identity(agent.compiled_as())
        alike[key] = agent.compiled_as()
        places[key] = places.get(key, 0) | 1 << place
    for key, agent in alike.items():
        ask, greet, tell = _one_more(places[key], agent, ask, greet, tell)
    return ask, greet, tell


def _nobody_asks(a, place, seat):  # type: ignore[no-untyped-def]
    return np.int64(-1)


def _nobody_greets(a, place, seat):  # type: ignore[no-untyped-def]
    pass


def _nobody_tells(a, place, seat, reward):  # type: ignore[no-untyped-def]
    pass


def _one_more(places: int, agent: Agent, *others: Ask) -> tuple[Ask, Ask, Ask]:
    """Put one agent, at the places whose bits are set, in front of those that are there."""
    read = record_reader(me_type(agent))
    other_ask, other_greet, other_tell = map(inlined, others)

    def ask(a, at, seat):  # type: ignore[no-untyped-def]
        if (places >> at) & 1:
            s = a.state
            me = read(a.me[at])
            return np.int64(agent.act(me, s.table, s.own[seat], seat, a.luck[seat]))
        return other_ask(a, at, seat)

    def greet(a, at, seat):  # type: ignore[no-untyped-def]
        if (places >> at) & 1:
            s = a.state
            agent.begin(read(a.me[at]), s.table, s.own[seat], seat, a.who, a.luck[seat])  # type: ignore[attr-defined]
        else:
            other_greet(a, at, seat)

    def tell(a, at, seat, reward):  # type: ignore[no-untyped-def]
        if (places >> at) & 1:
            s = a.state
            agent.end(read(a.me[at]), s.table, s.own[seat], seat, reward, a.luck[seat])  # type: ignore[attr-defined]
        else:
            other_tell(a, at, seat, reward)

    return (
        ask,
        greet if hasattr(type(agent), "begin") else other_greet,
        tell if hasattr(type(agent), "end") else other_tell,
    )


__all__ = ["act_types", "begin_types", "by_address", "end_types", "together"]
