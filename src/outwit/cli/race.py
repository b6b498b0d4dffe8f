"""`outwit race`: which is better, stopping as soon as it is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from outwit.cli.gameflags import GameCommand, the_game
from outwit.cli.progress import LiveLine
from outwit.cli.words import Count, again, print_json, running_options, seating_options, seed_option

if TYPE_CHECKING:
    from outwit.compare.result import RaceResult, Sofar


def promise_options(command: Any) -> Any:
    """`--margin`, `--error`."""
    for decorate in (
        click.option(
            "--error",
            type=click.FloatRange(0.0, 0.5, min_open=True, max_open=True),
            default=0.05,
            show_default=True,
            help="How often the answer may be wrong.",
        ),
        click.option(
            "--margin",
            type=click.FloatRange(0.0, min_open=True),
            default=0.01,
            show_default=True,
            help="Half the difference of two means that is of no interest.",
        ),
    ):
        command = decorate(command)
    return command


@click.command(cls=GameCommand)
@click.argument("game")
@click.argument("agents", nargs=-1, required=True, metavar="A B [C...]")
@promise_options
@click.option(
    "--method", default="margin", show_default=True, help="margin, anytime, or the thesis's."
)
@click.option(
    "--max-games", type=Count(), help="Stop here, whatever is known.  [as the method says]"
)
@seed_option
@seating_options
@running_options
def command(
    game: str, agents: tuple[str, ...], as_json: bool, quiet: bool, **options: Any
) -> int | None:
    """Which is better: games until it is known.

    \b
    outwit race rrrats stop:at=2 stop:at=3
    outwit race kuhn equilibrium:bluff=0.2 random --margin 0.05

    Methods: margin (the better is named wherever the difference is more than the margin), anytime
    (the worse is seldom named, however small the difference), and the thesis's hoeffding,
    bernstein, limited-hoeffding, lebr, ilebr, ilebr-2, ilebr-star, ilebr-star-2.
    """
    from outwit import front
    from outwit.compare.result import Interrupted
    from outwit.core.errors import UsageError

    if len(agents) < 2:
        raise UsageError(f"A race needs two agents at least; only {agents[0]} is named.")
    played = the_game(game)
    interrupted = False
    with LiveLine(quiet or as_json) as line:
        try:
            result = front.race(played, *agents, progress=lambda s: _show(line, s), **options)
        except Interrupted as stopped:
            if stopped.result is None:
                raise
            interrupted, result = True, stopped.result
    _print(result, as_json)
    if interrupted:
        click.echo(f"Interrupted after {result.all_games:,} games. To the end: {again()}", err=True)
    return 130 if interrupted else None


def _print(result: RaceResult, as_json: bool) -> None:
    if as_json:
        print_json(result.as_json())
        return
    from outwit.compare.words import race_text

    click.echo(race_text(result, again=again(seed=result.seed)))


def _show(line: LiveLine, sofar: Sofar) -> None:
    from outwit.compare.words import sofar_text

    if line.due():
        of = None if sofar.left is None else sofar.games + sofar.left
        line.show(sofar.games, of, sofar_text(sofar))
