"""`outwit check GAME|FILE`: whether a game and its agents keep the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from outwit.cli.gameflags import GameCommand
from outwit.cli.progress import LiveLine
from outwit.cli.words import again, json_option, print_json, quiet_option, seed_option

if TYPE_CHECKING:
    from outwit.play.check import Examination, Report


@click.command(cls=GameCommand)
@click.argument("game", metavar="GAME|FILE")
@click.argument("agents", nargs=-1, metavar="[AGENT]...")
@click.option("--quick", is_flag=True, help="Only what needs no compiling, in fewer positions.")
@seed_option
@json_option
@quiet_option
def command(
    game: str, agents: tuple[str, ...], quick: bool, seed: int, as_json: bool, quiet: bool
) -> int:
    """Whether a game and its agents keep the contract; each fault says what to mend.

    \b
    outwit check kuhn
    outwit check leduc steady --json

    A file of your own stands where a name does: `outwit check mygame.py`. It may hold a game, a
    game with agents, or agents alone. Exit code 0: no fault found; 1: there is one.
    """
    from outwit import catalogue, front
    from outwit.cli.gameflags import the_game

    word, found = catalogue.agents_file(game)
    examined = front.examination(
        the_game(word), agents or found or None, seed=seed, thorough=not quick
    )
    interrupted = _run(examined, quiet or as_json)
    report = examined.report()
    if as_json:
        print_json(report.as_json())
    else:
        click.echo(report_text(report, so_far=interrupted))
    if interrupted:
        made = len(report.checks)
        click.echo(f"Interrupted after {made} checks. All of them: {again()}", err=True)
        return 130
    return 0 if report.ok else 1


def _run(examined: Examination, quiet: bool) -> bool:
    """Make the checks; whether somebody has interrupted them."""
    with LiveLine(quiet) as line:
        try:
            for _ in examined.run(lambda done, of, what: line.show(done, of, what)):
                pass
        except KeyboardInterrupt:
            return True
    return False


def report_text(report: Report, *, so_far: bool = False) -> str:
    """What was tried on whom, then what to mend; `so_far` where not all checks were made."""
    from outwit.cli.tables import table

    made = f"{len(report.checks)} checks   seed {report.seed}   {report.seconds:.1f} s"
    rows = [row for of in _subjects(report) for row in _rows(report, of)]
    parts = [f"{report.title}   {made}", table(["", "checked", "on"], rows)]
    parts += [f"To mend: {fault}" for fault in report.faults]
    parts += [f"Left out: {what}." for what in report.left_out]
    clean = "No fault was found so far: not all checks were made."
    return "\n\n".join([*parts, clean if so_far and report.ok else report.verdict])


def _subjects(report: Report) -> list[str]:
    """The game, then its agents, each once."""
    return list(dict.fromkeys(check.of for check in report.checks))


def _rows(report: Report, of: str) -> list[list[str]]:
    """The checks of a game or an agent, a line each."""
    made = [check for check in report.checks if check.of == of]
    return [
        [of if i == 0 else "", check.check, check.tried if check.ok else "FAULT"]
        for i, check in enumerate(made)
    ]
