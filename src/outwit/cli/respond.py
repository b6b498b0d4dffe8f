"""`outwit respond`: the best response to agents."""

from __future__ import annotations

import click

from outwit.cli.progress import LiveLine
from outwit.cli.words import (
    AgentFile,
    GameCommand,
    again,
    json_option,
    print_json,
    quiet_option,
    the_game,
)


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
@click.option("--save", type=AgentFile(), metavar="FILE.agent", help="Keep the response.")
@click.option("--policy", is_flag=True, help="List what it plays wherever it can come.")
@json_option
@quiet_option
def command(
    game: str,
    agents: tuple[str, ...],
    others: str | None,
    order: str,
    save: str | None,
    policy: bool,
    as_json: bool,
    quiet: bool,
) -> None:
    """The most that `me` can get out of agents that stay as they are, and how.

    \b
    outwit respond leduc me steady
    outwit respond blackjack me threshold:k=0.5 threshold:k=0.7 --seats 3 --order fixed
    """
    from outwit import front

    played = the_game(game)
    with LiveLine(quiet or as_json) as line:
        best = front.respond(
            played,
            agents,
            order=order,  # type: ignore[arg-type]
            others=others,
            nodes=lambda count: line.show(count, None, "nodes"),
        )
    if save is not None:
        from outwit.play.saved import save as save_agent

        save_agent(best.agent(), save)
    if as_json:
        print_json(best.as_json())
    else:
        from outwit.solve.telling import best_text

        click.echo(best_text(best, again=again(), policy=policy))
    if save is not None:
        click.echo(f"The response is in {save}; it plays as an agent.", err=as_json)
