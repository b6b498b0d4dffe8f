"""`outwit respond`: the best response to agents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from outwit.cli.gameflags import GameCommand, the_game
from outwit.cli.progress import LiveLine
from outwit.cli.words import (
    AgentFile,
    again,
    json_option,
    most_nodes_option,
    print_json,
    quiet_option,
)

if TYPE_CHECKING:
    from outwit.solve.responding import Best


@click.command(cls=GameCommand)
@click.argument("game")
@click.argument("agents", nargs=-1, required=True, metavar="me AGENT...")
@click.option("--others", metavar="AGENT", help="Who fills the seats that are left.")
@click.option(
    "--order",
    type=click.Choice(["balanced", "fixed", "shuffled"]),
    default="balanced",
    show_default=True,
    help="balanced: me in every seat; fixed: as listed; shuffled: all orders alike.",
)
@click.option(
    "--method",
    metavar="NAME",
    help="As a decision process: policy-iteration or value-iteration; program, for coarse states.",
)
@click.option("--states", metavar="NAME", help="What it tells apart.  [all that it sees]")
@click.option("--discount", type=float, metavar="X", help="What a move later counts.  [1]")
@click.option("--tolerance", type=float, metavar="X", help="Values this near are done.  [1e-10]")
@click.option(
    "--ties", type=click.Choice(["keep", "first", "random"]), help="Among equals.  [keep]"
)
@click.option("--start", type=click.Choice(["first", "random"]), help="First policy.  [first]")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), help="Of what is drawn.  [1]")
@most_nodes_option
@click.option("--save", type=AgentFile(), metavar="FILE.agent", help="Keep the response.")
@click.option("--policy", is_flag=True, help="List what it plays wherever it can come.")
@json_option
@quiet_option
def command(
    game: str,
    agents: tuple[str, ...],
    others: str | None,
    order: str,
    method: str | None,
    states: str | None,
    most_nodes: int | None,
    save: str | None,
    policy: bool,
    as_json: bool,
    quiet: bool,
    **planning: Any,
) -> None:
    """The most that `me` can get out of agents that stay as they are, and how.

    \b
    outwit respond leduc me steady
    outwit respond blackjack me threshold:k=0.5 threshold:k=0.7 --seats 3 --order fixed
    outwit respond holdem me random --method policy-iteration --states paper
    """
    from outwit import front

    played = the_game(game)
    with LiveLine(quiet or as_json) as line:
        best = front.respond(
            played,
            agents,
            order=order,  # type: ignore[arg-type]
            others=others,
            most_nodes=most_nodes,
            nodes=lambda count, about: line.show(count, about, f"{count:,} nodes of the tree"),
            method=method,
            states=states,
            **{name: value for name, value in planning.items() if value is not None},
        )
    if save is not None:
        from outwit.play.saved import save as save_agent

        save_agent(best.agent(), save)
    if as_json:
        print_json(best.as_json())
    else:
        click.echo(_text(best, policy))
    if save is not None:
        click.echo(f"The response is in {save}; it plays as an agent.", err=as_json)


def _text(best: Best, policy: bool) -> str:
    from outwit.solve.planning import Planned
    from outwit.solve.planning_words import planned_text
    from outwit.solve.telling import best_text

    if isinstance(best, Planned):
        return planned_text(best, again=again(), policy=policy)
    return best_text(best, again=again(), policy=policy)
