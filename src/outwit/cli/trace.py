"""`outwit trace GAME AGENT...`: one game in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from outwit.cli.gameflags import GameCommand, the_game
from outwit.cli.words import again, json_option, print_json, seating_options, seed_option

if TYPE_CHECKING:
    from outwit.core.game import Game
    from outwit.play.trace import Trace


def viewer_option(command: Any) -> Any:
    """`--as SEAT`."""
    return click.option(
        "--as",
        "seat",
        type=click.IntRange(1),
        metavar="SEAT",
        help="As this seat sees it, hidden cards hidden.  [default: all is seen]",
    )(command)


@click.command(cls=GameCommand)
@click.argument("game")
@click.argument("agents", nargs=-1, required=True, metavar="AGENT...")
@seed_option
@click.option(
    "--game",
    "number",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="Which game of the match with this seed; the first is 0.",
)
@seating_options
@viewer_option
@click.option("--save", metavar="FILE", help="Keep the moves in a file, for `outwit replay`.")
@click.option("--debug", is_flag=True, help="Stop in Python's debugger where a rule goes wrong.")
@json_option
def command(
    game: str,
    agents: tuple[str, ...],
    number: int,
    seat: int | None,
    save: str | None,
    debug: bool,
    as_json: bool,
    **options: Any,
) -> int | None:
    """One game of a match in words, move by move, played in plain Python.

    \b
    outwit trace kuhn equilibrium random --seed 7
    outwit trace leduc steady random --as 1

    The moves are those of the same game of `outwit match` with the same agents, seed and order.
    """
    from outwit import front

    played = the_game(game)
    viewer = viewer_of(played, seat)
    if debug:
        from outwit.play.debug import debugged

        found = debugged(front.sitting(played, agents, **options), number)
        if found is None:
            return 1
        trace = found
    else:
        trace = front.trace(played, agents, number=number, **options)
    if save is not None:
        trace.save(save)
    show(trace, viewer, as_json)
    if not as_json:
        click.echo(f"again: {again(seed=options['seed'], game=number)}")
    return None


def viewer_of(game: Game, seat: int | None) -> int:
    """The place of a seat named from 1; CHANCE, who sees all, where none is named."""
    from outwit.core.errors import UsageError
    from outwit.core.game import CHANCE

    if seat is not None and seat > game.seats:
        raise UsageError(f"--as {seat}: the game has {game.seats} seats.")
    return CHANCE if seat is None else seat - 1


def show(trace: Trace, viewer: int, as_json: bool) -> None:
    """The game as an object or in words."""
    if as_json:
        print_json(trace.shown(viewer))
    else:
        click.echo(trace.text(viewer))
