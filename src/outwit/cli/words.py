"""What commands share: options that mean the same everywhere, JSON, the command line again."""

from __future__ import annotations

import functools
import os
import shlex
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from outwit.cli.gameflags import FLAGS

if TYPE_CHECKING:
    from outwit.play.where import Where
    from outwit.store.run import Run

F = TypeVar("F", bound=Callable[..., Any])

NO_BIT = frozenset({"threads", "processes", "cluster", "run", "as_json", "quiet"})
"""Options of a command that change no bit of its answer."""

SAVED = ".agent"
"""By this the file of an agent is known."""

INTERRUPTED = 130
"""What a command returns that was interrupted and gave the answer so far."""


def seed_option(command: F) -> F:
    """`--seed N`."""
    kind = click.IntRange(0, 2**64 - 1)
    return click.option(
        "--seed", type=kind, default=1, show_default=True, help="Same seed, same bits."
    )(command)


def games_option(default: int | None) -> Callable[[F], F]:
    """`--games N`; 1e6 and 1_000_000 are understood."""
    shown = f"{default:,}" if default else None
    return click.option(
        "--games",
        type=Count(),
        default=default,
        show_default=shown or False,
        help="How many games.",
    )


def seating_options(command: F) -> F:
    """`--order`, `--deals`, `--others`."""
    others = click.option("--others", metavar="AGENT", help="Who fills the seats that are left.")
    return order_options(others(command))


def order_options(command: F) -> F:
    """`--order`, `--deals`."""
    for decorate in (
        click.option(
            "--deals",
            type=click.Choice(["shared", "own"]),
            default="shared",
            show_default=True,
            help="shared: every seat order plays the same deal.",
        ),
        click.option(
            "--order",
            type=click.Choice(["balanced", "fixed", "shuffled"]),
            default="balanced",
            show_default=True,
            help="balanced: every seat order; fixed: as listed; shuffled: drawn for each game.",
        ),
    ):
        command = decorate(command)
    return command


def running_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--threads`, `--processes`, `--cluster`, `--run`, `--json`, `--quiet`; next to the function.

    The command is called with `where` in place of the first four: a `Where` that it hands to what
    plays (`front.match(..., where=where)`, `blocks(sitting, where, part=...)`), and whose `piece`
    keeps work of another shape. Nothing else is to be done for a run to be kept and resumed.
    `where.threads` is None unless given. A command that neither plays blocks nor keeps pieces
    takes `threads_option`, `json_option`, `quiet_option` instead.
    """

    @functools.wraps(command)
    def call(
        *args: Any,
        threads: int | None,
        processes: int | None,
        cluster: str | None,
        run: str | None,
        **options: Any,
    ) -> Any:
        from outwit.core.errors import Stopped

        kept = None if run is None else the_run(run)
        where = the_where(threads, processes, cluster, kept)
        with closing(where):
            if kept is None:
                return command(*args, where=where, **options)
            with kept:
                try:
                    code = command(*args, where=where, **options)
                except Stopped as error:
                    # A full disk says so itself; a cluster that is gone knows of no run.
                    if not kept.used or "outwit resume" in str(error):
                        raise
                    raise Stopped(f"{error} `outwit resume {run}` goes on from there.") from error
                if code == INTERRUPTED:
                    kept.close("interrupted")
        if not kept.used:
            click.echo(f"Nothing was kept in the run {run}: this was computed at once.", err=True)
        return code

    for decorate in (
        quiet_option,
        json_option,
        click.option("--run", metavar="NAME", help="Keep every finished block; see `outwit runs`."),
        place_options,
    ):
        call = decorate(call)
    return call


def the_where(
    threads: int | None, processes: int | None, cluster: str | None, run: Run | None
) -> Where:
    """Where the flags say that games are played, and the run that they are kept in."""
    from outwit.play.where import Where

    return Where(threads=threads, processes=processes, cluster=cluster, keeper=run)


def the_run(name: str) -> Run:
    """The run of this name, as one of the command line that is being carried out."""
    from outwit.store.run import Run
    from outwit.store.spec import Spec, plain

    ctx = click.get_current_context()
    given = {k: v for k, v in ctx.params.items() if k not in NO_BIT} | ctx.meta.get(FLAGS, {})
    return Run(
        name,
        Spec(
            command=ctx.info_name or "",
            given=plain(given),
            words=typed_words(),
            folder=os.getcwd(),
        ),
    )


def place_options(command: F) -> F:
    """`--threads`, `--processes`, `--cluster`."""
    for decorate in (
        click.option(
            "--cluster", metavar="ADDRESS|local:N", help="Play on a Dask cluster, or on one here."
        ),
        click.option(
            "--processes", type=click.IntRange(1), help="Play in so many processes instead."
        ),
        threads_option,
    ):
        command = decorate(command)
    return command


def threads_option(command: F) -> F:
    """`--threads N`."""
    return click.option(
        "--threads", type=click.IntRange(1), help="How many threads play.  [all cores]"
    )(command)


def most_nodes_option(command: F) -> F:
    """`--most-nodes N`."""
    return click.option(
        "--most-nodes", type=Count(), metavar="N", help="Refuse larger trees.  [1e7: about 0.6 GB]"
    )(command)


def json_option(command: F) -> F:
    """`--json`."""
    return click.option("--json", "as_json", is_flag=True, help="The same facts for programs.")(
        command
    )


def quiet_option(command: F) -> F:
    """`--quiet`."""
    return click.option("--quiet", is_flag=True, help="No progress on the way.")(command)


class AgentFile(click.ParamType):  # type: ignore[type-arg]
    """A path that is an AGENT word too, in a folder that is there."""

    name = "file"

    def convert(self, value: Any, param: Any, ctx: Any) -> str:
        if not str(value).endswith(SAVED):
            self.fail(f"{value} must end in {SAVED}: by that an agent's file is known.", param, ctx)
        folder = Path(value).resolve().parent
        if not folder.is_dir():
            self.fail(f"there is no folder {folder}.", param, ctx)
        return str(value)


class Count(click.ParamType):  # type: ignore[type-arg]  # generic only from click 8.2 on
    """A whole number, also as 1e6 or 1,000,000."""

    name = "number"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        if isinstance(value, int):
            return value
        try:
            number = float(str(value).replace(",", "").replace("_", ""))
        except ValueError:
            self.fail(f"{value!r} is not a whole number.", param, ctx)
        if number != int(number) or number < 1:
            self.fail(f"{value} is not a whole number from 1.", param, ctx)
        return int(number)


def print_json(value: Any) -> None:
    """One object on standard output, nothing else there."""
    import msgspec

    text = msgspec.json.format(msgspec.json.encode(value), indent=2)
    click.echo(text.decode())


def again(**also: Any) -> str:
    """The command line as it was typed, ready to be pasted; `also` are options left to default."""
    typed = typed_words()
    for name, value in also.items():
        flag = f"--{name}"
        if value is not None and not any(w == flag or w.startswith(f"{flag}=") for w in typed):
            typed = [*typed, flag, str(value)]
    return shlex.join(["outwit", *typed])


def typed_words() -> list[str]:
    """The command line that is being carried out, without the program."""
    words = click.get_current_context().obj
    return list(words) if isinstance(words, list) else sys.argv[1:]
