"""Agents in files: `outwit.save(agent, "mine.agent")`, `outwit.load("mine.agent")`.

Any agent can be saved whose fields are plain values or arrays; what a learner becomes when it
stops learning is one of them, and so is a solved strategy. Where AGENT is asked for, the file's
path is its name. The file of a training (`outwit.play.training`) holds its best agent likewise.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np

import outwit
from outwit.core.agent import Agent
from outwit.core.errors import OutwitError, Refused, UsageError
from outwit.core.files import reference
from outwit.core.game import Game
from outwit.core.layout import state_type
from outwit.core.options import options_of
from outwit.play.archive import read_archive, write_archive
from outwit.play.things import Array, Arrays, plain, rebuilt, same_class
from outwit.play.worker import game_name

AGENT, GAME = "agent", "game"
"""Under these names the header and the arrays hold the agent that plays, and its game."""


def save(thing: Any, path: str | Path) -> None:
    """Save an agent, or a training with all that it needs to go on."""
    if isinstance(thing, Agent):
        arrays: dict[str, Array] = {}
        write_archive(path, header_of(thing.game, thing, arrays), arrays)
    elif hasattr(thing, "save"):
        thing.save(path)
    else:
        raise UsageError(f"A {type(thing).__name__} is neither an agent nor a training.")


def load(path: str | Path, game: Game | None = None) -> Agent:
    """The agent of a file; `game`, where it is given, must be the one it was made for."""
    header, arrays = read_archive(path, under=(f"{AGENT}/", f"{GAME}/"))
    try:
        game = game_of(header, arrays, game)
        if header[AGENT] is None:
            raise Refused("it holds a training of an agent that cannot be frozen into a player.")
        agent = rebuilt(header[AGENT], Agent, arrays, game)
    except OutwitError as error:
        raise type(error)(f"{path}: {error}") from error
    except (KeyError, TypeError, ValueError) as error:
        raise Refused(f"{path} is damaged, or no file that outwit saved: {error}.") from error
    object.__setattr__(agent, "shown_as", str(path))
    return agent


def header_of(game: Game, agent: Agent | None, arrays: dict[str, Array]) -> dict[str, Any]:
    """What every file says: by whom, for which game, and which agent plays."""
    return {
        "outwit": outwit.__version__,
        GAME: plain(game, arrays, GAME),
        "layout": layout_mark(state_type(game)),
        AGENT: None if agent is None else plain(agent, arrays, AGENT),
    }


def game_of(header: dict[str, Any], arrays: Arrays, game: Game | None) -> Game:
    """The game a file was made for; refused where it is not `game`."""
    told = header[GAME]
    if game is None:
        game = rebuilt(told, Game, arrays)
    elif not same_class(told["class"], type(game)):
        made_for = told["class"].rpartition(":")[2].lower()
        raise Refused(f"it was made for the game {made_for}, not for {game_name(game)}.")
    else:
        here = {**told, "class": reference(type(game))}
        _check_options(rebuilt(here, type(game), arrays), game)
    if header["layout"] != layout_mark(state_type(game)):
        raise Refused(
            f"the rules of {game_name(game)} have changed since: what its seats see lies elsewhere "
            f"now. Train or solve it again."
        )
    return game


def _check_options(saved: Game, game: Game) -> None:
    """A sentence for the first option that differs."""
    for name, known in options_of(type(game)).items():
        theirs, ours = getattr(saved, name), getattr(game, name)
        if theirs != ours:
            flag = name.replace("_", "-")
            raise Refused(
                f"it was made for {game_name(game)} with --{flag} {known.text(theirs)}, not "
                f"{known.text(ours)}."
            )


def layout_mark(dtype: np.dtype[Any]) -> str:
    """A short hash of a record's fields, types and places."""
    return hashlib.sha256(repr((dtype.descr, dtype.itemsize)).encode()).hexdigest()[:16]


__all__ = ["game_of", "header_of", "layout_mark", "load", "save"]
