"""`outwit agents GAME`: who plays it."""

from __future__ import annotations

from typing import Any

import click

from outwit.cli.words import json_option, print_json


@click.command()
@click.argument("game")
@json_option
def command(game: str, as_json: bool) -> None:
    """List the agents that play a game, with their parameters.

    \b
    outwit agents kuhn
    outwit agents leduc --json
    """
    from outwit import catalogue

    found = [_about(name, cls) for name, cls in sorted(catalogue.classes_of(game).items())]
    if as_json:
        print_json({"game": game, "agents": found})
        return
    for about in found:
        _print(about)


def _about(name: str, cls: type) -> dict[str, Any]:
    from outwit.cli.games import _options

    return {
        "name": name,
        "plays": (cls.__doc__ or "").strip(),
        "source": getattr(cls, "source", ""),
        "parameters": _options(cls),
    }


def _print(about: dict[str, Any]) -> None:
    from outwit.cli.tables import paragraph, table

    source = f"  ({about['source']})" if about["source"] else ""
    click.echo(f"{about['name']}{source}")
    click.echo(paragraph(about["plays"], indent=4))
    rows = [[o["name"], o["default"], o["domain"], o["meaning"]] for o in about["parameters"]]
    if rows:
        click.echo()
        click.echo(table(["parameter", "default", "takes", "meaning"], rows, indent=4))
    click.echo()
