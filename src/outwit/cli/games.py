"""`outwit games`: what there is to play."""

from __future__ import annotations

from typing import Any

import click

from outwit.cli.words import json_option, print_json


@click.command()
@click.argument("game", required=False)
@json_option
def command(game: str | None, as_json: bool) -> None:
    """List the games, or the options of one.

    \b
    outwit games
    outwit games tictactoe
    """
    from outwit import catalogue
    from outwit.core.game import Game
    from outwit.finding import classes_at

    if game is None:
        found = [_about(word) for word in sorted(classes_at(catalogue.game_paths(), Game))]
        if as_json:
            print_json({"games": found})
        else:
            _print_all(found)
        return
    about = _about(game) | {"options": _options(catalogue.game_class(game))}
    if as_json:
        print_json(about)
    else:
        _print_one(about)


def _about(word: str) -> dict[str, Any]:
    from outwit import catalogue
    from outwit.core.files import is_file

    cls = catalogue.game_class(word)
    return {
        "name": catalogue.name_of(cls) if is_file(word) else word,
        "title": cls.title or catalogue.name_of(cls),
        "rules": (cls.__doc__ or "").strip(),
        "source": cls.source,
        "agents": catalogue.agents(word),
    }


def _options(cls: type) -> list[dict[str, Any]]:
    from outwit.core.options import options_of

    return [
        {
            "name": known.name,
            "type": known.kind.__name__ if isinstance(known.kind, type) else str(known.kind),
            "default": known.text(known.default),
            "domain": known.domain,
            "meaning": known.doc,
        }
        for known in options_of(cls).values()
    ]


def _print_all(found: list[dict[str, Any]]) -> None:
    from outwit.cli.tables import table

    rows = [[f["name"], f["title"], ", ".join(f["agents"])] for f in found]
    click.echo(table(["game", "", "agents"], rows))
    click.echo(
        "\nOptions of a game: `outwit games GAME`; how its agents play: `outwit agents GAME`."
    )


def _print_one(about: dict[str, Any]) -> None:
    from outwit.cli.tables import paragraph, table

    source = f" ({about['source']})" if about["source"] else ""
    click.echo(f"{about['name']}: {about['title']}{source}\n")
    click.echo(paragraph(about["rules"]))
    if about["options"]:
        rows = [
            [f"--{o['name'].replace('_', '-')}", o["default"], o["domain"], o["meaning"]]
            for o in about["options"]
        ]
        click.echo("\n" + table(["option", "default", "takes", "meaning"], rows))
    else:
        click.echo("\nIt has no options.")
    click.echo(f"\nAgents: {', '.join(about['agents'])}")
