"""Games, agents and state spaces as plain values and arrays, and back: what files hold of them.

A thing is its class's place and the values of its fields; arrays among them go by name into a
dictionary beside. Nothing is run on the way back but the classes' own constructors, and no class
is taken that is not a game, an agent or a state space.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from outwit.core.agent import Agent
from outwit.core.errors import OutwitError, Refused
from outwit.core.files import is_file, reference, referred
from outwit.core.game import Game
from outwit.core.states import States

T = TypeVar("T")
Array = np.ndarray[Any, Any]
Arrays = Mapping[str, Array]
KINDS = (Game, Agent, States)


def plain(thing: Any, arrays: dict[str, Array], at: str) -> dict[str, Any]:
    """A game, an agent or a state space as JSON; its arrays are put into `arrays` under `at`."""
    fields = {f.name: getattr(thing, f.name) for f in dataclasses.fields(thing) if f.init}
    if not isinstance(thing, Game):
        del fields["game"]
    values = {name: _plain(value, arrays, f"{at}/{name}") for name, value in fields.items()}
    return {"class": reference(type(thing)), "values": values}


def _plain(value: Any, arrays: dict[str, Array], at: str) -> Any:
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (Agent, States)):
        return {"thing": plain(value, arrays, at)}
    if isinstance(value, np.ndarray) and not value.dtype.hasobject:
        arrays[at] = value
        return {"array": at}
    if isinstance(value, tuple):
        return {"tuple": [_plain(v, arrays, f"{at}/{i}") for i, v in enumerate(value)]}
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return {"mapping": {key: _plain(v, arrays, f"{at}/{key}") for key, v in value.items()}}
    raise Refused(
        f"{at} is a {type(value).__name__}, which cannot be saved: fields of a saved game or agent "
        f"are numbers, texts, arrays, agents, state spaces, tuples and dictionaries of these."
    )


def rebuilt(told: Any, kind: type[T], arrays: Arrays, game: Game | None = None) -> T:
    """What `plain` told of: a game, or an agent or a state space of `game`."""
    cls: Any = class_at(str(told["class"]), kind, game)
    values = {name: _rebuilt(value, arrays, game) for name, value in told["values"].items()}
    try:
        made: T = cls(**values) if game is None else cls(game, **values)
        return made
    except OutwitError:
        raise
    except (TypeError, ValueError) as error:
        raise Refused(
            f"{told['class']} was changed and does not take what was saved: {error}."
        ) from error


def _rebuilt(told: Any, arrays: Arrays, game: Game | None) -> Any:
    if not isinstance(told, dict):
        return told
    ((form, inner),) = told.items()
    if form == "array":
        return arrays[inner]
    if form == "tuple":
        return tuple(_rebuilt(v, arrays, game) for v in inner)
    if form == "mapping":
        return {key: _rebuilt(v, arrays, game) for key, v in inner.items()}
    if form == "thing":
        return rebuilt(inner, object, arrays, game)
    raise ValueError(f"it holds a value of the unknown form {form}")


def class_at(place: str, kind: type[T], game: Game | None = None) -> type[T]:
    """The class at a place that `reference` named.

    What stood in the file of the game is looked for there, wherever that file is now.
    """
    where, _, name = place.rpartition(":")
    home = "" if game is None else reference(type(game)).rpartition(":")[0]
    if is_file(where) and is_file(home) and Path(where).name == Path(home).name:
        where = home
    try:
        found = referred(f"{where}:{name}")
    except (ImportError, AttributeError, ValueError) as error:
        raise Refused(f"{where}:{name} cannot be found: {error}.") from error
    if not (isinstance(found, type) and issubclass(found, KINDS) and issubclass(found, kind)):
        raise Refused(f"{where}:{name} is no game, agent or state space that fits here.")
    return found


def same_class(place: str, cls: type) -> bool:
    """Whether a place names a class; a user's file may have moved meanwhile."""
    here = reference(cls)
    (one, _, name), (other, _, named) = place.rpartition(":"), here.rpartition(":")
    moved = is_file(one) and is_file(other) and Path(one).name == Path(other).name
    return place == here or (moved and name == named)


__all__ = ["Array", "Arrays", "class_at", "plain", "rebuilt", "same_class"]
