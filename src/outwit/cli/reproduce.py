"""`outwit reproduce`: the papers again, with verdicts and a report."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

import click

from outwit.cli.progress import LiveLine
from outwit.cli.words import again, print_json, running_options, seed_option

if TYPE_CHECKING:
    from outwit.papers.runner import Run
    from outwit.papers.shelf import Chosen
    from outwit.play.where import Where

REPORT = "outwit-report"


@click.command()
@click.argument("what", nargs=-1, metavar="[PAPER[.CLAIM]...]")
@click.option(
    "--quick/--full",
    "quick",
    default=True,
    help="A minute or so a paper, or at least ten times the paper's own games.  [quick]",
)
@seed_option
@click.option(
    "--report",
    is_flag=False,
    flag_value=REPORT,
    metavar="[FOLDER]",
    help=f"Write pages to look at, tables and figures.  [{REPORT}]",
)
@running_options
def command(
    what: tuple[str, ...],
    quick: bool,
    seed: int,
    report: str | None,
    as_json: bool,
    quiet: bool,
    where: Where,
) -> int | None:
    """The papers again, claim by claim: what comes back and what does not.

    \b
    outwit reproduce bluff --report
    outwit reproduce bluff.table2 --full --json
    """
    from outwit.papers.runner import reproduce
    from outwit.papers.shelf import choose

    chosen = choose(what)
    with LiveLine(quiet or as_json) as line:
        run = reproduce(
            chosen,
            full=not quick,
            beyond=report is not None,
            seed=seed,
            where=where,
            screen=Screen(line),
        )
    page = None
    if report is not None and (run.entries or run.found):
        from outwit.papers.report import Effort, write

        page = write(Path(report), chosen, run, Effort(seed=seed, full=not quick))
    if as_json:
        from outwit.papers.entry import as_plain

        print_json([as_plain(entry) for entry in run.entries])
    else:
        _print(chosen, run, page)
    if run.interrupted:
        done = f"{len({e.claim.id for e in run.entries})} claims"
        click.echo(f"Interrupted after {done}. All of them: {again(seed=seed)}", err=True)
        return 130
    return None


def _print(chosen: Chosen, run: Run, page: Path | None) -> None:
    from outwit.cli.tables import table
    from outwit.papers.judge import VERDICTS
    from outwit.papers.summary import counts_rows, not_back_rows

    for paper, _ in chosen:
        entries = run.of(paper)
        if not entries:
            continue
        click.echo(_numbers([[paper.title, *VERDICTS], *counts_rows(paper, entries)]))
        rows = not_back_rows(entries)
        if rows:
            click.echo("\nWhat does not come back")
            click.echo(table(["where", "printed", "ours", "why"], rows))
        else:
            click.echo("\nNothing is contradicted.")
        click.echo()
    if page is not None:
        click.echo(f"report: {page}")
    elif run.entries:
        click.echo("As pages with tables and figures: add --report.")


def _numbers(rows: list[list[str]]) -> str:
    """A first column of words, then numbers to the right."""
    first = max(len(row[0]) for row in rows)
    wide = [max(len(row[i]) for row in rows) for i in range(1, len(rows[0]))]
    return "\n".join(
        f"{' ' if i else ''}{row[0]:<{first + (not i)}}"
        + "".join(f"  {cell:>{size}}" for cell, size in zip(row[1:], wide, strict=True))
        for i, row in enumerate(rows)
    )


class Screen:
    """What a run tells, on one live line: pieces done of all, what is going on, its estimate."""

    def __init__(self, line: LiveLine) -> None:
        self.line = line
        self.lock = threading.Lock()
        self.cost = self.done = 0.0
        self.name: dict[int, str] = {}

    def begin(self, cost: float) -> None:
        self.cost = cost

    def start(self, name: str) -> None:
        with self.lock:
            self.name[threading.get_ident()] = name
            self.line.show(self.done, self.cost, name)

    def progress(self, done: int, total: int, estimate: str) -> None:
        with self.lock:
            if self.line.due():
                name = self.name.get(threading.get_ident(), "")
                text = f"{name}  {done / max(total, 1):.0%}  {estimate}".rstrip()
                self.line.show(self.done, self.cost, text)

    def finish(self, cost: float) -> None:
        with self.lock:
            self.done += cost
