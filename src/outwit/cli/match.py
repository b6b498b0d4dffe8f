"""`outwit match`: how often each agent wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from outwit.cli.gameflags import GameCommand, the_game
from outwit.cli.progress import LiveLine
from outwit.cli.words import (
    again,
    games_option,
    print_json,
    running_options,
    seating_options,
    seed_option,
)

if TYPE_CHECKING:
    from outwit.core.result import MatchResult
    from outwit.play.tally import Tally


@click.command(cls=GameCommand)
@click.argument("game")
@click.argument("agents", nargs=-1, required=True, metavar="AGENT...")
@games_option(96_000)
@seed_option
@seating_options
@click.option("--exact", is_flag=True, help="Compute by enumeration instead of playing.")
@click.option("--together", is_flag=True, help="Compile agents into the loop: for long matches.")
@running_options
def command(
    game: str, agents: tuple[str, ...], as_json: bool, quiet: bool, **options: Any
) -> int | None:
    """How often each agent wins, per seat, with intervals.

    \b
    outwit match kuhn equilibrium:bluff=0.2 random
    outwit match leduc steady threshold --games 1e6 --seed 7
    """
    from outwit import front
    from outwit.play.match import Interrupted

    played = the_game(game)
    with LiveLine(quiet or as_json) as line:
        try:
            result = front.match(
                played,
                agents,
                progress=lambda tally, of: _show(line, tally, of),
                counting=lambda number, what: line.show(number, None, what),
                **options,
            )
        except Interrupted as stopped:
            if stopped.result is None:
                raise
            interrupted, result = True, stopped.result
        else:
            interrupted = False
    _print(result, as_json)
    if interrupted:
        click.echo(f"Interrupted after {result.games:,} games. All of them: {again()}", err=True)
    return 130 if interrupted else None


def _print(result: MatchResult, as_json: bool) -> None:
    if as_json:
        print_json(result.as_json())
        return
    from outwit.core.telling import match_text

    click.echo(match_text(result, again=again(games=result.games, seed=result.seed)))


def _show(line: LiveLine, tally: Tally, of: int) -> None:
    from outwit.core.telling import leader_text
    from outwit.play.score import result_of

    if line.due():
        what = leader_text(result_of(tally))
        line.show(tally.games, of, f"{tally.games:,} of {of:,} games   {what}")
