"""The one list of names: 'bluff' to a game, 'smart' to an agent, 'q' to a learner.

A name leads to a class by a path, so nothing is imported before it is asked for. Other packages
add theirs through the entry points `outwit.games` ("chess = theirs.chess:Chess"), `outwit.agents`
("chess.deep = theirs.chess:Deep"), `outwit.states` (likewise) and `outwit.learners`
("deep-q = theirs.learning:DeepQ").
"""

from __future__ import annotations

import importlib
import sys
import typing
from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from outwit.core.agent import Agent, learns
from outwit.core.errors import UsageError, did_you_mean
from outwit.core.files import is_file, load_file, reference
from outwit.core.game import Game
from outwit.core.options import build
from outwit.core.states import States
from outwit.finding import class_at, class_in_file, classes_at, classes_in
from outwit.finding import name_of as name_of
from outwit.finding import parse_spec as parse_spec

GAMES = {
    "blackjack": "outwit.games.blackjack:Blackjack",
    "bluff": "outwit.games.bluff:Bluff",
    "efg": "outwit.games.efg:FromFile",
    "holdem": "outwit.games.holdem:Holdem",
    "kuhn": "outwit.games.kuhn:Kuhn",
    "leduc": "outwit.games.leduc:Leduc",
    "minimal": "outwit.games.minimal:Minimal",
    "rrrats": "outwit.games.rrrats:Rrrats",
    "tictactoe": "outwit.games.tictactoe:TicTacToe",
    "war": "outwit.games.war:War",
}

EVERY_GAME = {"random": "outwit.agents.any:Random"}

AGENTS: dict[str, dict[str, str]] = {
    "blackjack": {
        "adaptive": "outwit.agents.blackjack:Adaptive",
        "cliff": "outwit.agents.blackjack:Cliff",
        "mixed": "outwit.agents.blackjack:Mixed",
        "nash": "outwit.agents.blackjack:Nash",
        "threshold": "outwit.agents.blackjack:Threshold",
        "uniform": "outwit.agents.blackjack:Uniform",
    },
    "bluff": {
        "anxious": "outwit.agents.bluff:Anxious",
        "anxious-mutant": "outwit.agents.bluff:AnxiousMutant",
        "apprentice": "outwit.agents.bluff_learner:Apprentice",
        "learner": "outwit.agents.bluff_learner:Learner",
        "nearest": "outwit.agents.bluff:Nearest",
        "no-bluff": "outwit.agents.bluff:NoBluff",
        "smart": "outwit.agents.bluff:Smart",
        "tit-for-tat": "outwit.agents.bluff:TitForTat",
    },
    "holdem": {"threshold": "outwit.agents.holdem:Threshold"},
    "kuhn": {"equilibrium": "outwit.agents.kuhn:Equilibrium"},
    "leduc": {
        "steady": "outwit.agents.leduc:Steady",
        "threshold": "outwit.agents.leduc:Threshold",
    },
    "minimal": {},
    "rrrats": {
        "exponential": "outwit.agents.rrrats:Exponential",
        "stop": "outwit.agents.rrrats:Stop",
    },
    "tictactoe": {"careful": "outwit.agents.tictactoe:Careful"},
    "war": {
        "decreasing": "outwit.agents.war:Decreasing",
        "exponential": "outwit.agents.war:Exponential",
        "increasing": "outwit.agents.war:Increasing",
        "shuffled": "outwit.agents.war:Shuffled",
    },
}

STATES: dict[str, dict[str, str]] = {
    "bluff": {"habits": "outwit.agents.bluff_states:Habits"},
    "holdem": {
        "paper": "outwit.agents.holdem_states:Paper",
        "paper-range": "outwit.agents.holdem_states:PaperRange",
    },
}

EVERY_STATES = {"seen": "outwit.play.rows:Seen"}

LEARNERS = {
    "double-q": "outwit.learn.double_q:DoubleQ",
    "expected-sarsa": "outwit.learn.expected_sarsa:ExpectedSarsa",
    "monte-carlo": "outwit.learn.monte_carlo:MonteCarlo",
    "q": "outwit.learn.q:QLearning",
    "sarsa": "outwit.learn.sarsa:Sarsa",
}

THEORIES = {"blackjack": "outwit.solve.blackjack"}
"""Games without a finite tree that have a theory; above this room, so by its path alone."""

TREE = ".efg"
"""A file of a game tree is a game by its path."""

SAVED = ".agent"
PERSON = "me"
"""Who sits down at a table, or is responded for: nobody whom the catalogue knows."""
READER = "outwit.play.saved"
"""What reads agents from files; above this room, so by its path alone."""


@cache
def game_paths() -> dict[str, str]:
    """Names of games and where they are, those of other packages included."""
    return GAMES | {e.name: e.value for e in entry_points(group="outwit.games")}


@cache
def agent_paths(game: str) -> dict[str, str]:
    """Names of a game's agents and where they are, those for every game last."""
    return AGENTS.get(game, {}) | _theirs("outwit.agents", game) | EVERY_GAME


@cache
def states_paths(game: str) -> dict[str, str]:
    """Names of a game's state spaces and where they are."""
    return STATES.get(game, {}) | _theirs("outwit.states", game) | EVERY_STATES


@cache
def learner_paths() -> dict[str, str]:
    """Names of the learners that play every game and where they are."""
    return LEARNERS | {e.name: e.value for e in entry_points(group="outwit.learners")}


def _theirs(group: str, game: str) -> dict[str, str]:
    """What other packages add to a game."""
    return {
        e.name.removeprefix(f"{game}."): e.value
        for e in entry_points(group=group)
        if e.name.startswith(f"{game}.")
    }


def games() -> list[str]:
    """The names of all games."""
    return sorted(game_paths())


def agents(game: str | Game) -> list[str]:
    """The names of the agents that play a game."""
    if isinstance(game, Game):
        return sorted(_agent_classes(type(game)))
    return sorted(_agent_classes(game_class(game)))


def game_class(word: str) -> type[Game]:
    """The class that a name or a file stands for."""
    if is_file(word):
        found = classes_in(load_file(Path(word)), Game)
        if len(found) != 1:
            count = "no game" if not found else f"{len(found)} games"
            raise UsageError(f"{word} defines {count}; it must define one class derived from Game.")
        return next(iter(found.values()))
    if word.endswith(TREE):
        return class_at(GAMES["efg"], Game)  # type: ignore[no-any-return]
    paths = game_paths()
    if word not in paths:
        listed = f"`outwit games` lists all {len(paths)}."
        raise UsageError(f'No game "{word}".{did_you_mean(word, paths)} {listed}')
    return class_at(paths[word], Game)  # type: ignore[no-any-return]


def game(word: str, /, **options: Any) -> Game:
    """A game by its name or file, with options: `game("tictactoe", size=5)`."""
    cls = game_class(word)
    given = {"file": word, **options} if word.endswith(TREE) else options
    return build(cls, name_of(cls), given)


def theory(game: Game) -> Any:
    """The module that solves a game by its theory (`solve`, `respond`), or None."""
    name = name_of(type(game))
    if name not in THEORIES or type(game) is not game_class(name):
        return None
    return importlib.import_module(THEORIES[name])


def agents_file(word: str) -> tuple[str, list[str]]:
    """The game that a file of agents alone is written for, and those agents.

    The annotation `game: Kuhn` of the first agent says which game, or its `plays`. Any other word
    comes back as it is, without agents.
    """
    if not is_file(word):
        return word, []
    module = load_file(Path(word))
    found = classes_in(module, Agent)
    if not found or classes_in(module, Game):
        return word, []
    first = next(iter(found.values()))
    agents = [f"{word}:{name}" for name in found]
    kind = typing.get_type_hints(first).get("game", Game)
    plays = getattr(first, "plays", "")
    if plays:
        return str(Path(word).parent / plays) if is_file(plays) else plays, agents
    if kind in (Game, Any):
        raise UsageError(
            f"{word} defines agents, but not for which game: name it, "
            f'`outwit check GAME {agents[0]}`, or write `plays = "kuhn"` into the agent.'
        )
    place, _, _ = reference(kind).rpartition(":")
    return place if is_file(place) else name_of(kind), agents


def _agent_classes(cls: type[Game]) -> dict[str, type[Agent]]:
    """Agents of a game: from the catalogue, or from the file that defines the game."""
    return _beside(cls, Agent) | classes_at(agent_paths(name_of(cls)), Agent)


def _beside(cls: type[Game], kind: type) -> dict[str, Any]:
    """What the user's file that defines a game defines beside it."""
    if cls.__module__.startswith("outwit_file_"):
        return classes_in(sys.modules[cls.__module__], kind)
    return {}


def classes_of(game: str) -> Mapping[str, type[Agent]]:
    """Names and classes of the agents that play the game of a name or a file."""
    return _agent_classes(game_class(game))


def agent_classes(game: Game) -> Mapping[str, type[Agent]]:
    """Names and classes of the agents that play a game."""
    return _agent_classes(type(game))


def agent(game: Game, spec: str, /, **parameters: Any) -> Agent:
    """An agent of a game: 'name', 'name:key=value,key=value', 'file.py:Name:key=value'.

    Parameters may stand in the text, or be given as keywords, not both ways at once. 'path.agent'
    is one that was saved.
    """
    if spec.endswith(SAVED) and not parameters:
        saved: Agent = importlib.import_module(READER).load(spec, game)
        return saved
    name, given = parse_spec(spec)
    if name.endswith(SAVED):
        raise UsageError(f"{name} was saved with all its parameters; it takes no others.")
    cls = _named(game, name, "agent", Agent, _agent_classes(type(game)))
    return _built(game, cls, spec, given, parameters, "agent")  # type: ignore[no-any-return]


def learner(game: Game, spec: str, /, **parameters: Any) -> Agent:
    """A learner: 'q', 'sarsa:alpha=0.1', or an agent of the game that learns.

    `states` names a state space, or is one.
    """
    name, given = parse_spec(spec)
    known = {k: v for k, v in _agent_classes(type(game)).items() if hasattr(v, "end")}
    known |= classes_at(learner_paths(), Agent)
    cls = _named(game, name, "learner", Agent, known)
    for values in (given, parameters):
        if isinstance(values.get("states"), str):
            values["states"] = states(game, values["states"])
    found: Agent = _built(game, cls, spec, given, parameters, "learner")
    if not learns(found):
        raise UsageError(f"{spec} learns nothing: it has no method `end`.")
    return found


def learners(game: Game) -> list[str]:
    """The names of all that can learn to play a game."""
    own = (name for name, cls in _agent_classes(type(game)).items() if hasattr(cls, "end"))
    return sorted({*own, *learner_paths()})


def states(game: Game, spec: str, /, **options: Any) -> States:
    """A state space of a game: 'name:key=value,key=value' or 'file.py:Name:key=value'."""
    name, given = parse_spec(spec)
    cls = _named(game, name, "state space", States, _state_classes(game))
    return _built(game, cls, spec, given, options, "state space")  # type: ignore[no-any-return]


def state_spaces(game: Game) -> list[str]:
    """The names of a game's state spaces."""
    return sorted(_state_classes(game))


def _state_classes(game: Game) -> dict[str, type[States]]:
    return _beside(type(game), States) | {
        k: class_at(v, States) for k, v in states_paths(name_of(type(game))).items()
    }


def _built(
    game: Game, cls: Any, spec: str, given: dict[str, Any], also: Mapping[str, Any], word: str
) -> Any:
    """What belongs to a game, with options from text and options from keywords."""
    both = given.keys() & also.keys()
    if both:
        raise UsageError(f"{spec}: {', '.join(sorted(both))} is given twice.")
    of = f"The {word} {parse_spec(spec)[0]} of {name_of(type(game))}"
    found = build(cls, of, {**given, **also}, game, word="parameter")
    # Its name tells what was said of it, also where that is the default: stop:at=2 is not "stop".
    object.__setattr__(found, "_said", (*given, *also))
    return found


def _named(game: Game, name: str, word: str, kind: type, known: Mapping[str, Any]) -> Any:
    """The class of a kind that a name, or a place in a user's file, stands for."""
    if ".py:" in name:
        path, _, inner = name.partition(":")
        return class_in_file(game, path, inner, word, kind)
    if name not in known:
        of = name_of(type(game))
        if name == PERSON:
            raise UsageError(f"`{PERSON}` is you, at a table: `outwit play {of} {PERSON} AGENT`.")
        listed = f"`outwit agents {of}` lists all {len(known)}."
        if word != "agent":
            listed = f"There are: {', '.join(sorted(known))}."
        plays = "plays" if word == "agent" else "is known for"
        raise UsageError(f'No {word} "{name}" {plays} {of}.{did_you_mean(name, known)} {listed}')
    return known[name]
