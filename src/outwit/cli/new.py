"""`outwit new game NAME`, `outwit new agent NAME`: a file to begin with."""

from __future__ import annotations

import importlib.util
import keyword
import re
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from outwit.core.game import Game

TEMPLATES = Path(__file__).parent / "templates"


@click.group()
def command() -> None:
    """Begin a game or an agent of your own, in a file that can be played at once.

    \b
    outwit new game liars
    outwit new agent bold --for leduc
    """


@command.command("game")
@click.argument("name")
def new_game(name: str) -> None:
    """Write NAME.py: a small game with chance, a secret and an agent, explained line by line.

    \b
    outwit new game liars
    outwit check liars.py
    """
    from outwit import catalogue
    from outwit.core.errors import UsageError

    word = _word(name, "game")
    if word.lower() in catalogue.game_paths():
        raise UsageError(f'There is a game "{word}" already; choose another name.')
    _write("game", _named(word) | {"title": _title(word)})
    _told(
        f"{word}.py",
        f"outwit check {word}.py",
        f"outwit match {word}.py bluffer random",
        f"outwit play {word}.py me bluffer",
    )


@command.command("agent")
@click.argument("name")
@click.option(
    "--for",
    "game",
    metavar="GAME",
    default="kuhn",
    show_default=True,
    help="The game it plays: a name, or a file of your own.",
)
def new_agent(name: str, game: str) -> None:
    """Write NAME.py: an agent that plays at once, with what it may look at.

    \b
    outwit new agent bold --for leduc
    outwit new agent bold --for mygame.py
    """
    from outwit import catalogue
    from outwit.core.errors import UsageError

    word = _word(name, "agent")
    played = catalogue.game(game)
    if word.lower() in catalogue.agents(played):
        raise UsageError(f'There is an agent "{word}" of {game} already; choose another name.')
    _write("agent", _named(word) | _about(played, game))
    spec = f"{word}.py:{_class_name(word)}"
    _told(f"{word}.py", f"outwit check {word}.py", f"outwit match {game} {spec} random")


def _word(name: str, template: str) -> str:
    """A name that is good for a file, a class and the command line."""
    from outwit.core.errors import UsageError

    word = name.removesuffix(".py")
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", word) or keyword.iskeyword(word):
        raise UsageError(
            f'"{name}" is no good name: take letters, digits, _ and -, a letter first, and no word '
            f"of Python's own. The file is written into the current folder."
        )
    if importlib.util.find_spec(word) is not None and not Path(f"{word}.py").exists():
        raise UsageError(
            f'"{word}" is a module of Python that {word}.py would hide; choose another name.'
        )
    if re.search(rf"\b{_class_name(word)}\b", _template(template)):
        raise UsageError(f'"{word}" means something else inside the file; choose another name.')
    return word


def _class_name(word: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in re.split("[_-]+", word))


def _title(word: str) -> str:
    return re.sub("[_-]+", " ", word).capitalize()


def _named(word: str) -> dict[str, Any]:
    return {"name": word.lower(), "cls": _class_name(word), "file": f"{word}.py"}


def _template(name: str) -> str:
    return (TEMPLATES / f"{name}.txt").read_text(encoding="utf-8")


def _about(game: Game, word: str) -> dict[str, Any]:
    """How an agent's file names its game, and what there is to see in it."""
    from outwit.core.files import is_file
    from outwit.core.layout import state_type

    state, cls = state_type(game), type(game)
    fields = _fields("table", state["table"]) + _fields("own", state["own"].base)
    own_file = is_file(word)
    return {
        "title": game.title or word,
        "seats": game.seats,
        "moves": game.moves,
        "game": word,
        "fields": "\n".join(fields),
        "kind": "Game" if own_file else cls.__name__,
        "names": "Agent, Game, option" if own_file else "Agent, option",
        "imports": "" if own_file else f"from {cls.__module__} import {cls.__name__}\n",
        "plays": f'    plays = "{word}"  # beside this file\n' if own_file else "",
    }


def _fields(part: str, dtype: Any) -> list[str]:
    """A comment for each field of a part."""
    lines = []
    for name in dtype.names:
        if name == "nothing":  # a part without fields
            continue
        kind, shape = dtype[name].base, dtype[name].shape
        many = f", {' x '.join(map(str, shape))} of them" if shape else ""
        what = "a record" if kind.names else kind.name
        lines.append(f"    #   {part + '.' + name:<18} {what}{many}")
    return lines


def _write(template: str, values: dict[str, Any]) -> None:
    """Fill a template in; a file that is there is never written over."""
    from outwit.core.errors import UsageError

    file = values["file"]
    try:
        with open(file, "x", encoding="utf-8") as out:
            out.write(Template(_template(template)).substitute(values))
    except FileExistsError:
        raise UsageError(f"{file} is there already and stays as it is; choose another name.") from (
            None
        )
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}.") from error


def _told(file: str, *commands: str) -> None:
    click.echo(f"{file} is written. Read it, change it, and:")
    for line in commands:
        click.echo(f"  {line}")
