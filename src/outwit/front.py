"""What people call: words become games and agents, then the rooms do the work.

The command line and `import outwit` share these functions, so a name, a file, an option mean the
same in both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outwit import catalogue
from outwit.core.agent import Agent
from outwit.core.errors import UsageError
from outwit.core.game import Game
from outwit.core.states import States

if TYPE_CHECKING:
    from outwit.core.result import MatchResult
    from outwit.evolve.population import Population
    from outwit.play.learning import Learning
    from outwit.play.learning import Progress as LearningProgress
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


def learn(
    game: GameLike,
    learner: AgentLike | Sequence[AgentLike] | None = None,
    *,
    against: AgentLike | Sequence[AgentLike] = (),
    states: States | str | None = None,
    games: int | None = None,
    replicas: int = 1,
    seed: int = 1,
    order: Order = "balanced",
    snapshots: int | Sequence[int] = (),
    stretch: int | None = None,
    save: str | Path | None = None,
    resume: str | Path | None = None,
    where: Where | None = None,
    threads: int | None = None,
    progress: LearningProgress | None = None,
) -> Learning:
    """Train a learner against opponents; several replicas show how much was luck.

        trained = outwit.learn("kuhn", "q", against="random", games=50_000, replicas=4)
        outwit.match("kuhn", [trained.agent(), "random"])

    The learner takes the first place of the line-up, `against` the others, in turn until all
    seats are taken. Opponents may learn too: name a learner, or `self` for another one like the
    first. `states` says what the learner tells apart. `snapshots` are numbers of games after which
    the learners are frozen, or how many times, evenly spaced. With `save` the training is kept in
    a file; `resume` goes on with such a file, to `games` in all.
    """
    from outwit.play.learning import GAMES, STRETCH, go_on
    from outwit.play.learning import learn as begin
    from outwit.play.learning_file import load_learning
    from outwit.play.where import Where

    played = the_game(game)
    where = where or Where(threads=threads)
    if resume is not None:
        if learner is not None or against or states is not None:
            raise UsageError(f"Who learns and plays is written in {resume}: leave it out.")
        trained = load_learning(resume, played)
        of = trained.games if games is None else games
        return go_on(
            trained,
            games=of,
            snapshots=_spaced(snapshots, of),
            save=save,
            where=where,
            progress=progress,
        )
    if learner is None:
        raise UsageError(f"Name a learner; there are: {', '.join(catalogue.learners(played))}.")
    learners = the_learners(played, learner, states)
    of = GAMES if games is None else games
    return begin(
        played,
        learners,
        against=_opponents(played, against, learners[0]),
        games=of,
        replicas=replicas,
        seed=seed,
        order=order,
        snapshots=_spaced(snapshots, of),
        stretch=STRETCH if stretch is None else stretch,
        save=save,
        where=where,
        progress=progress,
    )


def the_learners(
    game: Game, learners: AgentLike | Sequence[AgentLike], states: States | str | None = None
) -> list[Agent]:
    """Learners, or those that words stand for; `states` are theirs."""
    listed = [learners] if isinstance(learners, (str, Agent)) else learners
    given = {} if states is None else {"states": states}
    return [a if isinstance(a, Agent) else catalogue.learner(game, a, **given) for a in listed]


def _opponents(game: Game, against: AgentLike | Sequence[AgentLike], learner: Agent) -> list[Agent]:
    """Agents, learners, and `self` for another learner like the first."""
    listed = [against] if isinstance(against, (str, Agent)) else against
    found = []
    for a in listed:
        if a == "self":
            found.append(learner)
        elif isinstance(a, str) and catalogue.parse_spec(a)[0] in catalogue.learner_paths():
            found.append(catalogue.learner(game, a))
        else:
            found += the_agents(game, [a])
    return found


def _spaced(snapshots: int | Sequence[int], games: int) -> Sequence[int]:
    """Numbers of games, or so many of them, evenly spaced."""
    if not isinstance(snapshots, int):
        return snapshots
    if not 0 <= snapshots <= games:
        raise UsageError(f"{snapshots:,} snapshots do not fit {games:,} games.")
    return [games * (i + 1) // snapshots for i in range(snapshots)]


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


__all__ = [
    "AgentLike",
    "GameLike",
    "learn",
    "match",
    "population",
    "the_agents",
    "the_game",
    "the_learners",
    "trace",
]
