"""`outwit runs`: the runs that were kept: list, show, follow, export, remove."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from outwit.cli.progress import LiveLine
from outwit.cli.tables import table
from outwit.cli.words import json_option, print_json

if TYPE_CHECKING:
    from outwit.store.look import RunLook

EVERY = 0.5
"""Seconds between two looks at a live run."""
UNITS = ("B", "kB", "MB", "GB", "TB")


@click.group(invoke_without_command=True)
@json_option
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """List, watch, export or remove the runs that were kept.

    \b
    outwit match bluff smart anxious --games 1e8 --run night
    outwit runs
    """
    if ctx.invoked_subcommand is not None:
        return
    from outwit.store.folder import runs_folder
    from outwit.store.look import looks

    found, faults = looks()
    if as_json:
        print_json({"folder": str(runs_folder()), "runs": [_plain(run) for run in found]})
    elif found:
        head = ["run", "state", "done", "left", "size", "changed", "command"]
        click.echo(table(head, [_row(run) for run in found]))
        click.echo(f"\nThey are in {runs_folder()}; OUTWIT_RUNS names another folder.")
    else:
        click.echo(
            f"No runs in {runs_folder()} yet. Give a command --run NAME to keep its blocks there."
        )
    for fault in faults:
        click.echo(fault, err=True)


@command.command()
@click.argument("name")
@click.option("--follow", is_flag=True, help="Stay until it ends.")
@json_option
def show(name: str, follow: bool, as_json: bool) -> None:
    """What a run is and how far it has come; also while it is running.

    \b
    outwit runs show night
    outwit runs show night --follow
    """
    from outwit.store.look import look

    run = look(name)
    if follow:
        with LiveLine(as_json) as line:
            while run.state == "running":
                of = None if run.left is None else run.games + run.left
                line.show(run.games or run.pieces, of, _done(run))
                time.sleep(EVERY)
                run = look(name)
    if as_json:
        print_json(_plain(run))
    else:
        _print(run)


@command.command()
@click.argument("name")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def export(name: str, file: Path) -> None:
    """Write a run to a .json file (everything) or a .csv file (the sums of each block).

    \b
    outwit runs export night night.csv
    outwit runs export night night.json
    """
    from outwit.store.export import export

    run = export(name, file)
    click.echo(f"{file}: {_done(run)} of the run {name}.")


@command.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
def remove(names: tuple[str, ...]) -> None:
    """Remove runs and all that they keep.

    \b
    outwit runs remove night
    outwit runs remove first second
    """
    from outwit.store.lock import remove

    for name in names:
        remove(name)
        click.echo(f"Removed the run {name}.")


def _plain(run: RunLook) -> dict[str, Any]:
    import msgspec

    facts: dict[str, Any] = msgspec.to_builtins(run)
    spec = facts.pop("spec")
    return {"run": facts.pop("name"), **spec, **facts}


def _row(run: RunLook) -> list[str]:
    return [
        run.name,
        run.state,
        _done(run),
        _left(run),
        _size(run.size),
        _date(run.changed),
        _typed(run),
    ]


def _done(run: RunLook) -> str:
    return _count(run.games, run.pieces)


def _left(run: RunLook) -> str:
    if run.left is None and run.pieces_left is None:
        return "open"
    return _count(run.left or 0, run.pieces_left or 0)


def _count(games: int, pieces: int) -> str:
    """'96,000 games', '12 pieces' or both."""
    said = [f"{games:,} games"] if games or not pieces else []
    return ", ".join([*said, *([f"{pieces:,} piece{'s'[: pieces != 1]}"] if pieces else [])])


def _typed(run: RunLook) -> str:
    import shlex

    return shlex.join(["outwit", *run.spec.words]) if run.spec.words else run.spec.command


def _size(size: float) -> str:
    unit = 0
    while size >= 1000 and unit < len(UNITS) - 1:
        size /= 1000
        unit += 1
    return f"{size:.0f} {UNITS[unit]}" if unit == 0 or size >= 10 else f"{size:.1f} {UNITS[unit]}"


def _date(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))


def _print(run: RunLook) -> None:
    made = ", ".join(f"{name} {version}" for name, version in run.versions.items())
    click.echo(f"{_typed(run)}\n")
    rows = [
        ["state", run.state],
        ["done", _done(run)],
        ["left", _left(run)],
        ["size", _size(run.size)],
        ["begun", _date(run.made)],
        ["changed", _date(run.changed)],
        *([["folder", run.spec.folder]] if run.spec.folder else []),
        ["made with", f"{made}; {run.machine}"],
    ]
    click.echo(table(["", run.name], rows))
    if run.parts:
        head = ["part", "game", "games", "of", "seed", "agents"]
        parts = [
            [
                *(part.name, part.told["game"], f"{part.games:,}"),
                "open" if part.aim is None else f"{part.aim:,}",
                *(str(part.told["seed"]), " ".join(part.told["agents"])),
            ]
            for part in run.parts
        ]
        click.echo("\n" + table(head, parts))
    if run.state not in ("done", "running") and run.spec.words:
        click.echo(f"\ngo on: outwit resume {run.name}")
