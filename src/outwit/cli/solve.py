"""`outwit solve`: the equilibrium, or the optimum, of a game."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

import click

from outwit.cli.gameflags import GameCommand, the_game
from outwit.cli.progress import LiveLine
from outwit.cli.words import (
    INTERRUPTED,
    AgentFile,
    Count,
    again,
    json_option,
    most_nodes_option,
    print_json,
    quiet_option,
    seed_option,
)

if TYPE_CHECKING:
    from outwit.solve.solving import Look, Solution

POINTS = 10
"""Of the curve on the live line: so many leave room for the time left at a width of 80."""
AIM = 1e-6
"""The exploitability that is aimed at unless told otherwise; see `outwit.solve.solving.solve`."""


@click.command(cls=GameCommand)
@click.argument("game")
@click.option(
    "--method",
    metavar="NAME",
    help="lp, cfr, cfr+, dcfr, mccfr, rm or backward.  [default: what fits the game]",
)
@click.option("--to", type=float, metavar="X", help="Iterate to this exploitability.  [1e-6]")
@click.option("--iterations", type=Count(), help="At most so many.")
@most_nodes_option
@seed_option
@click.option("--save", type=AgentFile(), metavar="FILE.agent", help="Keep the strategy.")
@click.option(
    "--efg",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.efg",
    help="Write the game tree in Gambit's format.",
)
@click.option("--policy", is_flag=True, help="List what is played at every information set.")
@json_option
@quiet_option
def command(
    game: str,
    method: str | None,
    to: float | None,
    iterations: int | None,
    most_nodes: int | None,
    seed: int,
    save: str | None,
    efg: Path | None,
    policy: bool,
    as_json: bool,
    quiet: bool,
) -> int | None:
    """The equilibrium of a game for two seats at odds, or the optimum; its value with a proof.

    \b
    outwit solve kuhn
    outwit solve leduc --method cfr+ --to 1e-4 --save leduc.agent
    """
    from outwit import front
    from outwit.core.errors import UsageError

    played = the_game(game)
    curve = _Curve(quiet or as_json, to, iterations)
    with curve.line:
        solution = front.solve(
            played,
            method=method,
            to=to,
            iterations=iterations,
            seed=seed,
            most_nodes=most_nodes,
            nodes=curve.nodes,
            progress=curve.look,
            waiting=curve.waiting,
        )
    if (save or efg) and solution.strategy is None:
        raise UsageError("This game is solved by thresholds: there is no tree to save.")
    if as_json:
        print_json(solution.as_json())
    else:
        from outwit.solve.telling import solution_text

        click.echo(solution_text(solution, again=again(), policy=policy))
    if solution.strategy is not None:
        _keep(solution, save, efg, as_json)
    _say_if_short(solution, to, iterations)
    if solution.interrupted:
        click.echo(
            f"Interrupted after {solution.iterations:,} iterations; this is how far it came.",
            err=True,
        )
        return INTERRUPTED
    return None


def _say_if_short(solution: Solution, to: float | None, iterations: int | None) -> None:
    """Where the iterations ended before the exploitability that was asked for."""
    aim = to if to is not None else (AIM if iterations is None else None)
    if solution.iterations is None or solution.interrupted or aim is None:
        return
    if solution.exploitability > aim:
        click.echo(
            f"After {solution.iterations:,} iterations the exploitability is still above {aim:g}: "
            f"--iterations allows more, --to asks for less.",
            err=True,
        )


def _keep(solution: Solution, save: str | None, efg: Path | None, as_json: bool) -> None:
    """Write the files that were asked for, and say so."""
    from outwit.play.saved import save as save_agent

    assert solution.strategy is not None
    if save is not None:
        save_agent(solution.strategy.agent(solution.method), save)
        click.echo(f"The strategy is in {save}; it plays as an agent.", err=as_json)
    if efg is not None:
        from outwit.solve.efg import write_efg

        write_efg(solution.strategy.tree, efg)
        click.echo(f"The game tree is in {efg}.", err=as_json)


class _Curve:
    """The live line: nodes while the tree grows, then exploitability over iterations."""

    def __init__(self, quiet: bool, to: float | None, iterations: int | None) -> None:
        self.line = LiveLine(quiet)
        self.to, self.iterations = to, iterations
        self.seen: list[Look] = []

    def nodes(self, count: int, about: float | None) -> None:
        self.line.show(count, about, f"{count:,} nodes of the tree")

    def waiting(self, seconds: float) -> None:
        self.line.show(seconds, None, "s of the linear program (cfr+ tells how far it is)")

    def look(self, look: Look) -> None:
        """One more point of the curve, drawn over the decades that it has fallen."""
        self.seen.append(look)
        if self.line.due():
            end = self._end()
            count = "" if end is not None else f"{look.iterations:,} iterations   "
            what = f"{count}exploitability {look.exploitability:.1e} {self._sparks()}"
            self.line.show(look.iterations, end, what)

    def _end(self) -> float | None:
        """About how many iterations it will take, from how the exploitability fell lately."""
        most = None if self.iterations is None else float(self.iterations)
        last = self.seen[-1]
        before = next((x for x in self.seen if 4 * x.iterations >= last.iterations), last)
        fallen = before.exploitability / max(last.exploitability, 1e-300)
        aim = self.to if self.to is not None else (AIM if most is None else None)
        if aim is None or fallen <= 1.0 or last.exploitability <= 0.0:
            return most
        # On logarithms of both it falls along a line, about.
        slope = math.log(fallen) / math.log(last.iterations / before.iterations)
        needed: float = last.iterations * (last.exploitability / aim) ** (1.0 / max(slope, 0.2))
        return needed if most is None else min(needed, most)

    def _sparks(self) -> str:
        """'█▆▅▃▁': the exploitability so far, in logarithms."""
        logs = [math.log10(max(look.exploitability, 1e-16)) for look in self.seen]
        high, low = max(logs), min(logs)
        last = POINTS - 1
        thin = len(logs) > POINTS
        points = [logs[i * (len(logs) - 1) // last] for i in range(POINTS)] if thin else logs
        span = (high - low) or 1.0
        return "".join("▁▂▃▄▅▆▇█"[round(7 * (x - low) / span)] for x in points)
