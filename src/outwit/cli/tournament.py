"""`outwit tournament`: every line-up, who beats whom, ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from outwit.cli.gameflags import GameCommand, the_game
from outwit.cli.progress import LiveLine
from outwit.cli.words import (
    Count,
    again,
    games_option,
    order_options,
    print_json,
    running_options,
    seed_option,
)

if TYPE_CHECKING:
    from outwit.compare.tournament import TournamentResult


@click.command(cls=GameCommand)
@click.argument("game")
@click.argument("agents", nargs=-1, required=True, metavar="AGENT...")
@games_option(96_000)
@click.option("--sample", type=Count(), help="So many line-ups, balanced, instead of all.")
@seed_option
@order_options
@running_options
def command(game: str, agents: tuple[str, ...], as_json: bool, quiet: bool, **options: Any) -> None:
    """Every line-up of some agents: who does best, who beats whom, ratings.

    \b
    outwit tournament kuhn equilibrium:bluff=0.2 random bet
    outwit tournament bluff no-bluff smart learner anxious random --games 1e6

    With fewer agents than seats, agents are repeated. The games are shared by all line-ups.
    """
    from outwit import front

    played = the_game(game)
    with LiveLine(quiet or as_json) as line:
        result = front.tournament(
            played, agents, progress=lambda n, of: line.show(n, of, f"{n:,} games"), **options
        )
    _print(result, as_json)


def _print(result: TournamentResult, as_json: bool) -> None:
    if as_json:
        print_json(result.as_json())
        return
    from outwit.compare.tournament_words import tournament_text

    click.echo(tournament_text(result, again=again(games=result.games, seed=result.seed)))
