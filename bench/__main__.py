"""`python -m bench`: everything, some minutes; `--only NAME` (several times) for a part of it."""

from __future__ import annotations

import importlib
import time
from collections.abc import Iterator

import click

from bench import table
from bench.rows import MEASUREMENTS, SECONDS, Row, Settings, Skipped
from outwit.cli.progress import duration

for part in ("direct", "spiel", "solvers", "learning", "starts", "machine"):
    importlib.import_module(f"bench.{part}")  # lists its measurements


@click.command()
@click.option("--only", multiple=True, type=click.Choice(list(MEASUREMENTS)), help="One part.")
@click.option("--rounds", default=15, show_default=True, help="The best of so many counts.")
@click.option("--quick", is_flag=True, help="Leave out the memory of 10^9 games, a minute.")
def command(only: tuple[str, ...], rounds: int, quick: bool) -> None:
    """Measure how fast it is, beside direct C and OpenSpiel, and write docs/reference/speed.md.

    Nothing else should run meanwhile. Exit code 1: a target was missed.
    """
    found: dict[str, list[Row]] = {}
    skipped: dict[str, str] = {}
    for name in _told(list(only or MEASUREMENTS)):
        found[name] = []
        try:
            for row in MEASUREMENTS[name](Settings(rounds, quick)):
                found[name].append(row)
                click.echo(table.line(row))
        except Skipped as why:
            skipped[name] = str(why)
            click.echo(f"{name} is left out: {why}.")
    table.keep(found, skipped, write_page=not only)
    click.echo(f"\n{table.verdict(found)}")
    if not only:
        click.echo(f"Written: {table.PAGE.relative_to(table.HOME)}")
    raise SystemExit(1 if table.missed(found) else 0)


def _told(names: list[str]) -> Iterator[str]:
    """The parts one by one, each announced with what is left, as far as one can tell."""
    planned, begun = sum(SECONDS[name] for name in names), time.monotonic()
    before = 0.0
    for k, name in enumerate(names, start=1):
        pace = max((time.monotonic() - begun) / before, 1.0) if before else 1.0
        left = duration((planned - before) * pace)
        click.echo(f"-- {k} of {len(names)}: {name}   about {left} left", err=True)
        yield name
        before += SECONDS[name]


command()
