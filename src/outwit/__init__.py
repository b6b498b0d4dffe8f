"""outwit: which strategy wins, and how sure are we?

For games of chance and hidden information. One file of plain Python states a game's rules; from
it come a compiled simulator, exact values, learners, a table to sit down at.

    import outwit
    kuhn = outwit.game("kuhn")
    outwit.match(kuhn, ["equilibrium", "random"], games=100_000, seed=1)
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

# Names are looked up when first used: `import outwit` and `outwit --help` stay light.
_WHERE = {
    "Agent": "outwit.core.agent",
    "CHANCE": "outwit.core.game",
    "Game": "outwit.core.game",
    "OVER": "outwit.core.game",
    "OutwitError": "outwit.core.errors",
    "Run": "outwit.store.run",
    "States": "outwit.core.states",
    "Where": "outwit.play.where",
    "agent": "outwit.catalogue",
    "agents": "outwit.catalogue",
    "below": "outwit.core.generator",
    "bits53": "outwit.core.generator",
    "blank_menu": "outwit.core.game",
    "bench": "outwit.front",
    "check": "outwit.front",
    "compiled": "outwit.core.rule",
    "game": "outwit.catalogue",
    "games": "outwit.catalogue",
    "learn": "outwit.front",
    "learner": "outwit.catalogue",
    "learners": "outwit.catalogue",
    "load": "outwit.play.saved",
    "match": "outwit.front",
    "population": "outwit.front",
    "option": "outwit.core.options",
    "race": "outwit.front",
    "replay": "outwit.play.trace",
    "respond": "outwit.front",
    "save": "outwit.play.saved",
    "shuffle": "outwit.core.generator",
    "solve": "outwit.front",
    "states": "outwit.catalogue",
    "tournament": "outwit.front",
    "trace": "outwit.front",
    "uniform": "outwit.core.generator",
}

__all__ = [*sorted(_WHERE), "__version__"]

if TYPE_CHECKING:
    from outwit.catalogue import agent as agent
    from outwit.catalogue import agents as agents
    from outwit.catalogue import game as game
    from outwit.catalogue import games as games
    from outwit.catalogue import learner as learner
    from outwit.catalogue import learners as learners
    from outwit.catalogue import states as states
    from outwit.core.agent import Agent as Agent
    from outwit.core.errors import OutwitError as OutwitError
    from outwit.core.game import CHANCE as CHANCE
    from outwit.core.game import OVER as OVER
    from outwit.core.game import Game as Game
    from outwit.core.game import blank_menu as blank_menu
    from outwit.core.generator import below as below
    from outwit.core.generator import bits53 as bits53
    from outwit.core.generator import shuffle as shuffle
    from outwit.core.generator import uniform as uniform
    from outwit.core.options import option as option
    from outwit.core.rule import compiled as compiled
    from outwit.core.states import States as States
    from outwit.front import bench as bench
    from outwit.front import check as check
    from outwit.front import learn as learn
    from outwit.front import match as match
    from outwit.front import population as population
    from outwit.front import race as race
    from outwit.front import respond as respond
    from outwit.front import solve as solve
    from outwit.front import tournament as tournament
    from outwit.front import trace as trace
    from outwit.play.saved import load as load
    from outwit.play.saved import save as save
    from outwit.play.trace import replay as replay
    from outwit.play.where import Where as Where
    from outwit.store.run import Run as Run


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module 'outwit' has no attribute {name!r}")
    value = getattr(importlib.import_module(_WHERE[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__


class _Doors(ModuleType):
    """This module, where the rooms `games`, `agents`, `learn` do not hide functions of their name.

    Importing a room would set it as an attribute here; `outwit.games()` is what users were told.
    """

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name in _WHERE and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Doors
