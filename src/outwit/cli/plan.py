"""`outwit plan`: how many games an answer needs."""

from __future__ import annotations

import click

from outwit.cli.race import promise_options
from outwit.cli.words import GameCommand, json_option, print_json


@click.command(cls=GameCommand)
@click.argument("game", required=False)
@click.argument("agents", nargs=-1, metavar="[AGENT...]")
@promise_options
@click.option(
    "--power",
    type=click.FloatRange(0.0, 1.0, min_open=True, max_open=True),
    default=0.95,
    show_default=True,
    help="How often a match should tell the margin.",
)
@click.option("--races", is_flag=True, help="The thesis's races too: exact, up to a few minutes.")
@json_option
def command(
    game: str | None,
    agents: tuple[str, ...],
    margin: float,
    error: float,
    power: float,
    races: bool,
    as_json: bool,
) -> None:
    """How many games an answer needs: for a match of a fixed length, and for races.

    \b
    outwit plan --margin 0.01 --error 0.05
    outwit plan kuhn equilibrium random --margin 0.05

    With a game and agents, a short match measures how much pay-offs vary.
    """
    from outwit.compare.plan import measured_deviation, plan
    from outwit.core.errors import UsageError

    deviation = 0.5
    if game is not None and game != "-":
        from outwit import front
        from outwit.cli.words import the_game

        if not agents:
            raise UsageError("Name the agents too, so that it can be seen how their pay-offs vary.")
        played = the_game(game)
        deviation = measured_deviation(front.sitting(played, agents))
    told = plan(margin=margin, error=error, power=power, deviation=deviation, races=races)
    if as_json:
        print_json(told.as_json())
        return
    from outwit.compare.plan import plan_text

    click.echo(plan_text(told))
