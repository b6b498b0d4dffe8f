"""`outwit bench GAME|FILE`: how fast a game is played on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from outwit.cli.gameflags import GameCommand, the_game
from outwit.cli.progress import LiveLine
from outwit.cli.words import again, json_option, print_json, quiet_option, seed_option

if TYPE_CHECKING:
    from outwit.play.speed import Speed


@click.command(cls=GameCommand)
@click.argument("game", metavar="GAME|FILE")
@click.argument("agents", nargs=-1, metavar="[AGENT]...")
@click.option("--others", metavar="AGENT", help="Who fills the seats that are left.")
@click.option(
    "--threads",
    type=click.IntRange(1),
    multiple=True,
    metavar="N",
    help="On so many threads; may be given several times.  [1, 2, 4, ... all cores]",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0.01, 3600.0),
    default=1.5,
    show_default=True,
    help="How long each way is played.",
)
@seed_option
@json_option
@quiet_option
def command(
    game: str,
    agents: tuple[str, ...],
    others: str | None,
    threads: tuple[int, ...],
    seconds: float,
    seed: int,
    as_json: bool,
    quiet: bool,
) -> int | None:
    """How fast a game is played here: games a second, threads, what compiling costs.

    \b
    outwit bench kuhn
    outwit bench leduc steady threshold --seconds 3

    A file of your own stands where a name does: `outwit bench mygame.py`. Without agents all
    seats play at random. Beside direct C programs and OpenSpiel: docs/reference/speed.md.
    """
    from outwit import front
    from outwit.play.speed import Interrupted

    played = the_game(game)
    interrupted = False
    with LiveLine(quiet or as_json) as line:
        try:
            found = front.bench(
                played,
                agents or ("random",),
                others=others,
                threads=threads or None,
                seconds=seconds,
                seed=seed,
                progress=lambda done, of, what: line.show(done, of, what),
            )
        except Interrupted as stopped:
            interrupted, found = True, stopped.result
    if as_json:
        print_json(found.as_json())
    else:
        click.echo(speed_text(found))
        click.echo(f"again: {again()}")
    if interrupted:
        click.echo(f"Interrupted. All of it: {again()}", err=True)
        return 130
    return None


def speed_text(found: Speed) -> str:
    """The answer first, then a line for each way to play, then what compiling costs."""
    from outwit.cli.tables import grid

    parts = [f"{found.title}: {', '.join(dict.fromkeys(found.agents))}   {found.machine}"]
    answer = _answer(found)
    if answer:
        parts.append(answer)
    rows = []
    for row in found.timed:
        one = found.one_thread(row.mode)
        times = f"{row.rate / one.rate:.2f}" if one else ""
        each = 1e9 * row.threads / row.rate
        rows.append([f"{row.mode}, {row.threads}", f"{row.rate:,.0f}", f"{each:,.0f}", times])
    if rows:
        head = ["how, threads", "games a second", "ns a game, each", "times one thread"]
        parts.append(grid(head, rows))
    compiling = "; ".join(
        f"{seconds:.1f} s {mode}, loaded in {found.loading[mode]:.2f} s"
        for mode, seconds in found.compiling.items()
        if mode in found.loading
    )
    if compiling:
        parts.append(f"Compiled from nothing in {compiling}.")
    return "\n\n".join(parts)


def _answer(found: Speed) -> str:
    """'11,200,000 games a second on 2 threads, 8.7 moves each; 310 times plain Python.'"""
    if not found.timed or found.moves is None or found.plain is None:
        return ""
    best = max(found.timed, key=lambda row: row.rate)
    threads = "one thread" if best.threads == 1 else f"{best.threads} threads"
    text = (
        f"{best.rate:,.0f} games a second on {threads} ({best.mode}), {found.moves:.3g} moves each"
    )
    one = found.one_thread("by address")
    if one is None:
        return f"{text}."
    return f"{text};\none thread is {one.rate / found.plain:,.0f} times as fast as plain Python."
