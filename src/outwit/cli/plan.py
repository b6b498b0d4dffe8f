"""`outwit plan`: how many games an answer needs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from outwit.cli.gameflags import GameCommand
from outwit.cli.progress import LiveLine
from outwit.cli.race import promise_options
from outwit.cli.words import print_json, running_options

if TYPE_CHECKING:
    from outwit.play.where import Where


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
@click.option("--races", is_flag=True, help="All ten races, exact: some minutes.")
@click.option(
    "--figures",
    type=click.Path(path_type=Path, file_okay=False),
    help="Draw what they need, and figures 2.1 to 2.7 of the thesis, into this folder.",
)
@running_options
def command(
    game: str | None,
    agents: tuple[str, ...],
    margin: float,
    error: float,
    power: float,
    races: bool,
    figures: Path | None,
    as_json: bool,
    quiet: bool,
    where: Where,
) -> None:
    """How many games an answer needs: for a match of a fixed length, and for races.

    \b
    outwit plan --margin 0.01 --error 0.05
    outwit plan kuhn equilibrium random --margin 0.05
    outwit plan --races --figures races

    With a game and agents, a short match measures how much pay-offs vary.
    """
    from outwit.compare.plan import measured_deviation, plan
    from outwit.core.errors import UsageError

    deviation = 0.5
    if game is not None and game != "-":
        from outwit import front
        from outwit.cli.gameflags import the_game

        if not agents:
            raise UsageError("Name the agents too, so that it can be seen how their pay-offs vary.")
        played = the_game(game)
        deviation = measured_deviation(front.sitting(played, agents), where)
    if figures is not None:
        _make(figures)
    with LiveLine(quiet or as_json) as line:
        told = plan(
            margin=margin,
            error=error,
            power=power,
            deviation=deviation,
            races=races,
            where=where,
            progress=line.show,
        )
        if figures is not None:
            _draw(figures, margin, error, list(told.races), where, line)
    if as_json:
        print_json(told.as_json())
        return
    from outwit.compare.plan import plan_text

    click.echo(plan_text(told))
    if figures is not None:
        click.echo(f"\nfigures and their data: {figures}")


def _make(folder: Path) -> None:
    """The folder, before minutes of work."""
    from outwit.core.errors import UsageError

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error.strerror}.") from error


def _draw(
    folder: Path,
    margin: float,
    error: float,
    methods: Sequence[str],
    where: Where,
    line: LiveLine,
) -> None:
    """Figures 2.1 to 2.7 of the thesis and one of all races."""
    from outwit.compare.figures import figures, points
    from outwit.compare.needed import MEANS, Laws
    from outwit.papers import curves

    where.expect(pieces=points(methods, MEANS))
    drawn = 0
    laws = Laws(margin, error, where, lambda what: line.show(drawn, None, f"figures drawn: {what}"))
    for figure in figures(laws):
        curves.write(figure, folder)
        drawn += 1
