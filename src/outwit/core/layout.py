"""How a game's state lies in memory: one packed record, hidden information by layout."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from outwit.core.agent import Agent
from outwit.core.game import Game
from outwit.core.records import Mirror, aligned_type, blank, record_type


@cache
def state_type(game: Game) -> np.dtype[Any]:
    """(table, own[seats], hidden) of a game, packed: no byte without a meaning."""
    return np.dtype(
        [
            ("table", record_type(game.table())),
            ("own", record_type(game.own()), (game.seats,)),
            ("hidden", record_type(game.hidden())),
        ]
    )


def blank_state(game: Game) -> Mirror:
    """A state before `start`."""
    return blank(state_type(game))


@cache
def me_type(agent: Agent) -> np.dtype[Any]:
    """What an agent keeps, each field at its natural address."""
    return aligned_type(agent.me())


def new_me(agent: Agent) -> np.ndarray[Any, Any]:
    """The first `me` of an agent: parameters, zeros, and what `prepare` writes. Shape: ()."""
    me = np.zeros((), me_type(agent))
    for name in me.dtype.names or ():
        if hasattr(agent, name) and name in getattr(agent, "__dataclass_fields__", {}):
            me[name] = getattr(agent, name)
    agent.prepare(Mirror(me))
    return me


def record_from(data: bytes, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """A record of its own with these bytes, padding too: NumPy's copies leave that to chance."""
    record = np.zeros(1, dtype)
    record.view(np.uint8)[:] = np.frombuffer(data, np.uint8)
    return record.reshape(())
