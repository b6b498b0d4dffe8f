"""Classes by what names them: a path of the catalogue, a user's file, `name:key=value`."""

from __future__ import annotations

import importlib
import typing
import warnings
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from outwit.core.agent import Agent
from outwit.core.errors import UsageError
from outwit.core.files import is_file, load_file
from outwit.core.game import Game
from outwit.core.states import States


def class_at(path: str, kind: type) -> Any:
    """The class at a path of the catalogue or of an entry point."""
    module, _, name = path.partition(":")
    try:
        found = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise UsageError(f"{path}, which an installed package names, is not there: {error}.") from (
            error
        )
    if not (isinstance(found, type) and issubclass(found, kind)):
        raise UsageError(f"{path}, which an installed package names, is no {kind.__name__}.")
    return found


def classes_at(paths: Mapping[str, str], kind: type) -> dict[str, Any]:
    """The classes at some paths by name; one of another package that is broken is told, once."""
    found = {}
    for name, path in paths.items():
        try:
            found[name] = class_at(path, kind)
        except UsageError as error:
            warnings.warn(str(error), stacklevel=2)
    return found


def classes_in(module: ModuleType, kind: type) -> dict[str, type]:
    """Classes of a kind that a module defines itself, by their given or class name."""
    return {
        thing.__dict__.get("name") or name: thing
        for name, thing in vars(module).items()
        if isinstance(thing, type)
        and issubclass(thing, kind)
        and thing.__module__ == module.__name__
    }


def class_in_file(game: Game, path: str, inner: str, word: str, kind: type) -> Any:
    """The class of a kind that a user's file defines under a name; the only one without a name."""
    found = classes_in(load_file(Path(path)), kind)
    named = found | {cls.__name__: cls for cls in found.values()}
    if not inner and len(found) == 1:
        inner = next(iter(found))
    if inner not in named:
        there = ", ".join(sorted(found)) or "none"
        what = f'defines no {word} "{inner}"' if inner else f"does not say which {word} is meant"
        raise UsageError(f"{path} {what}; it has: {there}.")
    made_for(game, named[inner], path)
    return named[inner]


def made_for(game: Game, cls: type, path: str) -> None:
    """Refuse what a file says is for another game. Files load anew, so a game's name counts."""
    wanted = typing.get_type_hints(cls).get("game", Game)
    if not isinstance(wanted, type) or not issubclass(wanted, Game) or wanted is Game:
        return
    if not isinstance(game, wanted) and wanted.__name__ != type(game).__name__:
        raise UsageError(
            f"{cls.__name__} of {path} plays {name_of(wanted)}, not {name_of(type(game))}."
        )


def name_of(cls: type[Game] | type[Agent] | type[States]) -> str:
    """The name a game, an agent or a state space goes by."""
    return cls.__dict__.get("name") or cls.__name__.lower()


def parse_spec(spec: str) -> tuple[str, dict[str, Any]]:
    """'stop:at=3,deep=2' as ('stop', {'at': '3', 'deep': '2'})."""
    head, _, tail = spec.partition(":")
    if is_file(head):
        inner, _, rest = tail.partition(":")
        # 'file.py:key=value' names no class: the file's only one is meant.
        head, tail = (f"{head}:", tail) if "=" in inner else (f"{head}:{inner}", rest)
    given: dict[str, Any] = {}
    for part in filter(None, tail.split(",")):
        key, equals, value = part.partition("=")
        if not equals:
            raise UsageError(f'In "{spec}", "{part}" should be key=value.')
        if key.strip() in given:
            raise UsageError(f'In "{spec}", {key.strip()} is given twice.')
        given[key.strip()] = value.strip()
    return head, given


__all__ = ["class_at", "class_in_file", "classes_at", "classes_in", "name_of", "parse_spec"]
