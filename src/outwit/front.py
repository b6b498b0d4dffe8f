"""What people call: words become games and agents, then the rooms do the work.

The command line and `import outwit` share these functions, so a name, a file, an option mean the
same in both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from outwit import catalogue
from outwit.core.agent import Agent
from outwit.core.game import Game

if TYPE_CHECKING:
    from outwit.core.result import MatchResult
    from outwit.evolve.population import Population
    from outwit.play.match import Progress
    from outwit.play.sitting import Deals, Order
    from outwit.play.trace import Trace
    from outwit.play.where import Where

GameLike = Game | str
AgentLike = Agent | str


def the_game(game: GameLike, options: Mapping[str, Any] | None = None) -> Game:
    """A game, or the one that a name or a file stands for."""
    return game if isinstance(game, Game) else catalogue.game(game, **(options or {}))


def the_agents(game: Game, agents: Sequence[AgentLike] | AgentLike) -> list[Agent]:
    """Agents, or those that words stand for."""
    listed = [agents] if isinstance(agents, (str, Agent)) else agents
    return [a if isinstance(a, Agent) else catalogue.agent(game, a) for a in listed]


def match(
    game: GameLike,
    agents: Sequence[AgentLike],
    *,
    games: int | None = None,
    seed: int = 1,
    order: Order = "balanced",
    deals: Deals = "shared",
    others: AgentLike | None = None,
    where: Where | None = None,
    threads: int | None = None,
    together: bool = False,
    exact: bool = False,
    progress: Progress | None = None,
) -> MatchResult:
    """How often each agent wins, per seat, with intervals.

        outwit.match("kuhn", ["equilibrium:bluff=0.2", "random"], games=100_000, seed=1)

    Fewer agents than seats are repeated in turn, unless `others` fill the rest. The games are
    rounded up to whole groups. `order` is balanced, fixed or shuffled; `deals` shared or own;
    `exact` computes by enumeration instead of playing, where the game is small enough. Games are
    played on `threads` of this process, or `where` a `Where` says, which can also keep them.
    """
    from outwit.play.match import GAMES, match
    from outwit.play.where import Where

    played = the_game(game)
    return match(
        played,
        the_agents(played, agents),
        games=GAMES if games is None else games,
        seed=seed,
        order=order,
        deals=deals,
        others=None if others is None else the_agents(played, others)[0],
        where=Where(threads=threads) if where is None else where,
        together=together,
        exact=exact,
        progress=progress,
    )


def population(
    game: GameLike, agents: Sequence[AgentLike], *, where: Where | None = None, **options: Any
) -> Population:
    """Which strategy spreads and which can be invaded; see `outwit.evolve.population`.

    print(outwit.population("bluff", ["no-bluff", "smart"], precision=0.01).stable)
    """
    from outwit.evolve.population import population
    from outwit.play.where import HERE

    played = the_game(game)
    return population(played, the_agents(played, agents), where=where or HERE, **options)


def trace(
    game: GameLike,
    agents: Sequence[AgentLike],
    *,
    number: int = 0,
    seed: int = 1,
    order: Order = "balanced",
    deals: Deals = "shared",
    others: AgentLike | None = None,
) -> Trace:
    """Game `number` of a match, move by move.

    print(outwit.trace("kuhn", ["equilibrium", "random"], seed=7))
    """
    from outwit.play.sitting import Sitting, line_up
    from outwit.play.trace import trace_of

    played = the_game(game)
    rest = None if others is None else the_agents(played, others)[0]
    seated = line_up(the_agents(played, agents), played.seats, rest)
    return trace_of(Sitting(played, seated, seed, order, deals), number)


__all__ = ["AgentLike", "GameLike", "match", "population", "the_agents", "the_game", "trace"]
