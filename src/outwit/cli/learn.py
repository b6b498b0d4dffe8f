"""`outwit learn`: train an agent, look at what it has learnt, keep it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from outwit.cli.gameflags import GameCommand, the_game
from outwit.cli.progress import LiveLine
from outwit.cli.words import (
    SAVED,
    AgentFile,
    Count,
    again,
    print_json,
    running_options,
    seed_option,
)

if TYPE_CHECKING:
    from outwit.core.game import Game
    from outwit.play.learning import Learning
    from outwit.store.run import Run


class Snapshots(click.ParamType):  # type: ignore[type-arg]  # generic only from click 8.2 on
    """How many snapshots, evenly spaced, or after which games."""

    name = "number"

    def convert(self, value: Any, param: Any, ctx: Any) -> int | list[int]:
        parts = [Count().convert(part, param, ctx) for part in str(value).split(",")]
        return parts if len(parts) > 1 else parts[0]


@click.command(cls=GameCommand)
@click.argument("game")
@click.argument("more", nargs=-1, metavar="[AGENT]...")
@click.option(
    "--method", metavar="LEARNER", help="q, sarsa, ...; parameters as for agents.  [default: q]"
)
@click.option("--states", metavar="NAME", help="What it tells apart.  [default: all it sees]")
@click.option(
    "--against",
    "against",
    multiple=True,
    metavar="AGENT...",
    help="Who else plays; learners learn too, `self` is another one like the first.",
)
@click.option(
    "--games", type=Count(), help="How many games of each replica in all.  [default: 100,000]"
)
@click.option(
    "--replicas",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Trainings beside each other, with seeds from --seed on.",
)
@seed_option
@click.option(
    "--order",
    type=click.Choice(["balanced", "fixed", "shuffled"]),
    default="balanced",
    show_default=True,
    help="balanced: every seat order; fixed: as listed; shuffled: drawn for each game.",
)
@click.option(
    "--snapshots",
    type=Snapshots(),
    metavar="N|GAMES,GAMES...",
    help="Freeze it on the way: so many times, or after these games (1e5,1e6).",
)
@click.option("--save", type=AgentFile(), metavar=f"FILE{SAVED}", help="Keep what was learnt.")
@click.option("--resume", type=AgentFile(), metavar=f"FILE{SAVED}", help="Go on with a training.")
@click.option(
    "--test",
    type=Count(),
    default=100_000,
    help="Games that each frozen replica plays in the end.  [default: 100,000]",
)
@click.option("--exact", is_flag=True, help="Compute what they are worth by enumeration instead.")
@click.option("--list", "listing", is_flag=True, help="Name learners and states, and stop.")
@running_options
def command(
    game: str, listing: bool, as_json: bool, quiet: bool, test: int, exact: bool, **options: Any
) -> int | None:
    """Train an agent against others, game after game, and keep what it has learnt.

    \b
    outwit learn kuhn --method q --against equilibrium --replicas 4
    outwit learn holdem --states paper --against threshold --save me.agent
    """
    played = the_game(game)
    from outwit.cli.learnt import Tested, as_json_value, listing_of, listing_text, told

    if listing:
        found = listing_of(played)
        print_json(found) if as_json else click.echo(listing_text(found))
        return None
    with LiveLine(quiet or as_json) as line:
        learning, stopped = _train(played, line, **options)
        tests = None
        try:
            tests = None if stopped else Tested.of(learning, test, exact, line)
        except KeyboardInterrupt:
            stopped = True
    kept = options["save"] or options["resume"]
    if as_json:
        print_json(as_json_value(learning, tests, kept))
    else:
        click.echo(told(learning, tests, kept))
    if stopped:
        click.echo(_how_to_go_on(game, learning, kept, options["where"].keeper), err=True)
    elif not as_json:
        click.echo(f"again: {again(games=learning.games, seed=learning.seed)}")
    return 130 if stopped else None


def _train(
    game: Game, line: LiveLine, more: tuple[str, ...], against: tuple[str, ...], **options: Any
) -> tuple[Learning, bool]:
    """The training, and whether it was interrupted."""
    from outwit import front
    from outwit.core.errors import UsageError
    from outwit.play.training import LearningInterrupted

    resume, opponents = options["resume"], [*against, *more]
    if resume is None:
        options["method"] = options["method"] or "q"
        if options["method"].endswith(SAVED):
            raise UsageError(f"To go on with a training, say --resume {options['method']}.")
        if not opponents and game.seats > 1:
            raise UsageError("Say who plays against it: --against random, or any other agent.")
    else:
        _refuse_what_is_written(resume)
        options |= dict.fromkeys(("replicas", "seed", "order"))
        if options["games"] is None:
            raise UsageError("Say how many games it shall have played in all: --games N.")
    options["save"] = options["save"] or resume
    options["snapshots"] = options["snapshots"] or ()
    method = options.pop("method")

    def show(done: int, of: int, mean: float) -> None:
        line.show(done, of, f"{done:,} of {of:,} games   lately {mean:.3g} a game")

    try:
        return front.learn(game, method, against=opponents, progress=show, **options), False
    except LearningInterrupted as stop:
        return stop.result, True


def _refuse_what_is_written(resume: str) -> None:
    """What a saved training has settled may not be said again: it would change nothing."""
    from outwit.core.errors import UsageError

    asked = click.get_current_context().get_parameter_source
    for name, what in (
        ("replicas", "The number of replicas"),
        ("seed", "The seed"),
        ("order", "The order"),
    ):
        if asked(name) is click.core.ParameterSource.COMMANDLINE:
            raise UsageError(f"{what} is written in {resume}: leave out --{name}.")


def _how_to_go_on(game: str, learning: Learning, kept: str | None, run: Run | None) -> str:
    played = f"Interrupted after {learning.games:,} games of each replica."
    if run is not None:
        return f"{played} Go on: outwit resume {run.name}"
    if kept is None:
        return f"{played} Nothing is kept; with --run NAME it could go on."
    return f"{played} Go on: outwit learn {game} --resume {kept} --games N"
