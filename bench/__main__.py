"""`python -m bench`: everything, or `--only NAME` (several times); `--long` adds 10^9 games."""

from __future__ import annotations

import importlib

import click

from bench import table
from bench.rows import MEASUREMENTS, Row, Settings

for part in ("direct", "spiel", "solvers", "learning", "starts", "machine"):
    importlib.import_module(f"bench.{part}")  # lists its measurements


@click.command()
@click.option("--only", multiple=True, type=click.Choice(list(MEASUREMENTS)), help="One part.")
@click.option("--rounds", default=15, show_default=True, help="The best of so many counts.")
@click.option("--long", is_flag=True, help="Also the resident size after 10^9 games.")
def command(only: tuple[str, ...], rounds: int, long: bool) -> None:
    """Measure how fast it is, beside direct C and OpenSpiel, and write docs/reference/speed.md."""
    settings = Settings(rounds, long)
    found: dict[str, list[Row]] = {}
    for name in only or MEASUREMENTS:
        found[name] = []
        for row in MEASUREMENTS[name](settings):
            found[name].append(row)
            click.echo(table.line(row))
    table.keep(found, write_page=not only)
    missed = [row.name for rows in found.values() for row in rows if row.reached is False]
    if missed:
        click.echo(f"\n{len(missed)} missed: {'; '.join(missed)}.")
    raise SystemExit(1 if missed else 0)


command()
