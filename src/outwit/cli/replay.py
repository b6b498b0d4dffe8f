"""`outwit replay FILE`: a saved game again."""

from __future__ import annotations

import click

from outwit.cli.trace import show, viewer_of, viewer_option
from outwit.cli.words import json_option


@click.command()
@click.argument("file")
@viewer_option
@click.option("--save", metavar="COPY", help="Write the same moves to another file.")
@json_option
def command(file: str, seat: int | None, save: str | None, as_json: bool) -> None:
    """A saved game again, every move checked against the rules.

    \b
    outwit trace kuhn equilibrium random --save kuhn.json
    outwit replay kuhn.json --as 2

    Exit code 1: a move in the file is illegal, or the game ends otherwise than the file says.
    """
    from outwit.play.trace import replay

    trace = replay(file)
    viewer = viewer_of(trace.game, seat)
    if save is not None:
        trace.save(save)
    show(trace, viewer, as_json)
