"""`outwit population`: strategies that grow, shrink, invade and die out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from outwit.cli.gameflags import GameCommand, the_game
from outwit.cli.progress import LiveLine
from outwit.cli.words import Count, again, print_json, running_options, seed_option

if TYPE_CHECKING:
    from outwit.core.game import Game
    from outwit.evolve.dynamics import Invasion
    from outwit.evolve.population import Population


@click.command(cls=GameCommand)
@click.argument("game")
@click.argument("agents", nargs=-1, required=True, metavar="AGENT AGENT...")
@seed_option
@click.option(
    "--precision",
    type=click.FloatRange(min=0.0, min_open=True),
    default=0.5,
    show_default=True,
    help="Half of each mean's interval, in points of 100.",
)
@click.option(
    "--size",
    type=click.IntRange(2, 10_000),
    default=40,
    show_default=True,
    help="Individuals of the Moran process.",
)
@click.option(
    "--intensity",
    type=click.FloatRange(0.0),
    default=10.0,
    show_default=True,
    help="Weight of an individual: exp(intensity x pay-off).",
)
@click.option(
    "--evolutions",
    type=click.IntRange(0),
    default=1_000,
    show_default=True,
    help="Evolutions by culling.",
)
@click.option(
    "--period", type=Count(), default=300, show_default=True, help="Games between two cullings."
)
@click.option("--line-ups", is_flag=True, help="Show what each earns in every line-up, too.")
@running_options
def command(
    game: str,
    agents: tuple[str, ...],
    as_json: bool,
    quiet: bool,
    precision: float,
    line_ups: bool,
    **options: Any,
) -> None:
    """Which strategy spreads, which can be invaded: replicator, invasion, Moran, culling.

    \b
    outwit population bluff no-bluff smart anxious
    outwit population kuhn equilibrium random --precision 1
    """
    from outwit import front

    played = the_game(game)
    repeats = options.pop("evolutions")
    with LiveLine(quiet or as_json) as line:
        found = front.population(
            played,
            agents,
            precision=precision / 100.0,
            repeats=repeats,
            progress=lambda what, done, of: line.show(done, of, f"{done:,} of {of:,} {what}"),
            **options,
        )
    if as_json:
        head = {"game": game, "seed": options["seed"], "precision": precision / 100.0}
        print_json(head | found.as_json())
    else:
        click.echo("\n\n".join(_parts(played, found, options["seed"], line_ups)))


def _parts(game: Game, found: Population, seed: int, line_ups: bool) -> list[str]:
    return [
        _heading(game, found, seed),
        *([_every(found)] if line_ups else []),
        _alone(found),
        _stability(found),
        _growth(found),
        _takeover(found),
        *([_culling(found)] if found.histories is not None else []),
        f"again: {again(seed=seed)}",
    ]


def _heading(game: Game, found: Population, seed: int) -> str:
    table = found.table
    return (
        f"{game.title or type(game).__name__}, {table.seats} seats   "
        f"{len(table.entries)} line-ups, {table.games:,} games, "
        f"each mean ± {100 * table.widest:.2f} points or less   seed {seed}"
    )


def _every(found: Population) -> str:
    """All line-ups: how many of each, and what one of each earns."""
    from outwit.cli.tables import grid

    table = found.table
    rows = [
        [
            " ".join(map(str, counts)),
            *("" if e is None else f"{100 * e.mean:.1f} ± {100 * e.half():.1f}" for e in row),
        ]
        for counts, row in table.entries.items()
    ]
    return "What one player of each earns (in 100 games), by players of each:\n" + grid(
        ["", *table.names], rows
    )


def _alone(found: Population) -> str:
    """What one player earns among others that are all alike."""
    from outwit.cli.tables import grid

    table = found.table
    rows = []
    for r, resident in enumerate(table.names):
        row = [resident]
        for m in range(len(table.names)):
            counts = [0] * len(table.names)
            counts[r] += table.seats - 1
            counts[m] += 1
            row.append(f"{100 * table.earned(tuple(counts), m).mean:.1f}")
        rows.append(row)
    return "What one player earns (in 100 games) among:\n" + grid(["", *table.names], rows)


def _stability(found: Population) -> str:
    """The word for each resident, with the clearest invader's gain."""
    lines = []
    for name, word in found.stable.items():
        against = [i for i in found.invasions if i.resident == name]
        best = max(against, key=lambda i: i.first.mean)
        lines.append(f" {name}: {word} ({_gain(best)})")
    return "Can a rare mutant spread? (error at most 5 % over all)\n" + "\n".join(lines)


def _gain(i: Invasion) -> str:
    one, two = (_more(gain.mean, gain.half(i.level)) for gain in (i.first, i.second))
    return f"{i.mutant} alone earns {one}, one of two {two}"


def _more(gain: float, half: float) -> str:
    """'3.1 ± 0.7 more', in 100 games."""
    return f"{abs(100 * gain):.1f} ± {100 * half:.1f} {'more' if gain > 0 else 'less'}"


def _growth(found: Population) -> str:
    """Ends of the replicator equation."""
    total = sum(count for _, count in found.ends)
    lines = [f" from even shares: {_shares(found, found.even_end)}"]
    lines += [
        f" {count:,} of {total:,} random starts: {_shares(found, end)}" for end, count in found.ends
    ]
    return "Replicator equation, where it leads\n" + "\n".join(lines)


def _shares(found: Population, shares: tuple[float, ...]) -> str:
    parts = [
        f"{name} {100 * share:.1f} %"
        for name, share in zip(found.table.names, shares, strict=True)
        if share >= 5e-4
    ]
    return ", ".join(parts)


def _takeover(found: Population) -> str:
    """The Moran process: one mutant, exactly; an even start, counted."""
    from outwit.cli.tables import grid

    names = found.table.names
    rows = [
        [name, *("" if p != p else f"{100 * p:.2f}" for p in row)]
        for name, row in zip(names, found.fixation, strict=True)
    ]
    counted = [
        f"{name} {count:,}" for name, count in zip(names, found.takeovers.counts, strict=True)
    ]
    return (
        f"One mutant takes over {found.size - 1} residents, % (neutral: {100 / found.size:.2f}; "
        f"intensity {found.intensity:g})\n"
        + grid(["residents", *names], rows)
        + f"\n from an even start, of {found.takeovers.repeats:,}: {', '.join(counted)}"
    )


def _culling(found: Population) -> str:
    """Evolutions by culling: who was left."""
    histories = found.histories
    assert histories is not None
    lines = []
    for i, name in enumerate(histories.names):
        low, high = histories.interval(i)
        share = histories.count(i) / len(histories.histories)
        lines.append(
            f" {name}: {histories.count(i):,} ({100 * share:.1f} %, 95 % interval "
            f"{100 * low:.1f} to {100 * high:.1f})"
        )
    head = f"{len(histories.histories):,} evolutions by culling, {histories.periods:.1f} periods"
    return f"{head} each: who is left\n" + "\n".join(lines)
