"""Games are played: a match, one game in words, how fast it goes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from outwit.front.words import AgentLike, GameLike, the_agents, the_game

if TYPE_CHECKING:
    from outwit.core.result import MatchResult
    from outwit.play.match import Counting, Progress
    from outwit.play.sitting import Deals, Order, Sitting
    from outwit.play.speed import Progress as SpeedProgress
    from outwit.play.speed import Speed
    from outwit.play.trace import Trace
    from outwit.play.where import Where


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
    counting: Counting | None = None,
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
        counting=counting,
    )


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
    from outwit.play.trace import trace_of

    table = sitting(game, agents, seed=seed, order=order, deals=deals, others=others)
    return trace_of(table, number)


def sitting(
    game: GameLike,
    agents: Sequence[AgentLike],
    *,
    seed: int = 1,
    order: Order = "balanced",
    deals: Deals = "shared",
    others: AgentLike | None = None,
) -> Sitting:
    """Who plays what in which seats: fewer agents than seats as in `match`."""
    from outwit.play.sitting import Sitting, line_up

    played = the_game(game)
    rest = None if others is None else the_agents(played, others)[0]
    seated = line_up(the_agents(played, agents), played.seats, rest)
    return Sitting(played, seated, seed, order, deals)


def bench(
    game: GameLike,
    agents: Sequence[AgentLike] = ("random",),
    *,
    others: AgentLike | None = None,
    threads: Sequence[int] | None = None,
    seconds: float = 1.5,
    seed: int = 1,
    progress: SpeedProgress | None = None,
) -> Speed:
    """How fast a game is played here: games a second on so many threads, what compiling costs.

    print(outwit.bench("kuhn", seconds=0.3).one_thread("by address").rate)
    """
    from outwit.play.speed import speed

    table = sitting(game, agents, seed=seed, others=others)
    return speed(table, threads=threads, seconds=seconds, progress=progress)


__all__ = ["bench", "match", "sitting", "trace"]
