"""Which is better, and by how much: races, tournaments, populations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from outwit.front.words import AgentLike, GameLike, the_agents, the_game

if TYPE_CHECKING:
    from outwit.compare.result import RaceResult, Sofar
    from outwit.compare.tournament import TournamentResult
    from outwit.evolve.population import Population
    from outwit.play.sitting import Deals, Order
    from outwit.play.where import Where


def race(
    game: GameLike,
    a: AgentLike,
    b: AgentLike,
    *more: AgentLike,
    margin: float = 0.01,
    error: float = 0.05,
    method: str = "margin",
    max_games: int | None = None,
    seed: int = 1,
    order: Order = "balanced",
    deals: Deals = "shared",
    others: AgentLike | None = None,
    where: Where | None = None,
    threads: int | None = None,
    progress: Callable[[Sofar], None] | None = None,
) -> RaceResult:
    """Which agent is better, with games until it is known.

        outwit.race("rrrats", "stop:at=2", "stop:at=3")

    Two agents take the seats in turn, or `others` fill the rest; of three and more, every pair
    races and who loses is out. `margin` is half the difference of two means that is of no
    interest: in a game of wins, so much above a half. `method` is margin, anytime or one of the
    thesis's (`outwit.compare.methods`).
    """
    from outwit.compare.race import race
    from outwit.play.where import Where

    played = the_game(game)
    first, second, *rest = the_agents(played, [a, b, *more])
    return race(
        played,
        first,
        second,
        *rest,
        margin=margin,
        error=error,
        method=method,
        max_games=max_games,
        seed=seed,
        order=order,
        deals=deals,
        others=None if others is None else the_agents(played, others)[0],
        where=Where(threads=threads) if where is None else where,
        progress=progress,
    )


def tournament(
    game: GameLike,
    agents: Sequence[AgentLike],
    *,
    games: int | None = None,
    sample: int | None = None,
    seed: int = 1,
    order: Order = "balanced",
    deals: Deals = "shared",
    where: Where | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> TournamentResult:
    """Every line-up of some agents, or a balanced sample: who does best, who beats whom, ratings.

    `games` are those of all line-ups together.
    """
    from outwit.compare.tournament import GAMES, tournament
    from outwit.play.where import Where

    played = the_game(game)
    return tournament(
        played,
        the_agents(played, agents),
        games=GAMES if games is None else games,
        sample=sample,
        seed=seed,
        order=order,
        deals=deals,
        where=Where(threads=threads) if where is None else where,
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


__all__ = ["population", "race", "tournament"]
