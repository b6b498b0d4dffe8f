"""What people call: words become games and agents, then the rooms do the work.

The command line and `import outwit` share these functions, so a name, a file, an option mean the
same in both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outwit import catalogue
from outwit.core.agent import Agent
from outwit.core.errors import UsageError
from outwit.core.game import Game
from outwit.core.states import States

if TYPE_CHECKING:
    from outwit.compare.result import RaceResult, Sofar
    from outwit.compare.tournament import TournamentResult
    from outwit.core.result import MatchResult
    from outwit.evolve.population import Population
    from outwit.play.check import Examination, Report
    from outwit.play.check import Progress as CheckProgress
    from outwit.play.learning import Learning
    from outwit.play.match import Counting, Progress
    from outwit.play.sitting import Deals, Order, Sitting
    from outwit.play.trace import Trace
    from outwit.play.training import Progress as LearningProgress
    from outwit.play.treebuild import Growing
    from outwit.play.where import Where
    from outwit.solve.apart import Waiting
    from outwit.solve.responding import Best
    from outwit.solve.solving import Look, Solution

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
    from outwit.play.learning_file import load_learning
    from outwit.play.training import GAMES, STRETCH, go_on
    from outwit.play.training import learn as begin
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
        elif isinstance(a, str):
            found.append(_agent_or_learner(game, a))
        else:
            found.append(a)
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


def solve(
    game: GameLike,
    *,
    method: str | None = None,
    to: float | None = None,
    iterations: int | None = None,
    seed: int = 1,
    most_nodes: int | None = None,
    nodes: Growing | None = None,
    progress: Callable[[Look], None] | None = None,
    waiting: Waiting | None = None,
) -> Solution:
    """The equilibrium, or the optimum, of a game that is small or whose theory is known.

        outwit.solve("kuhn").value
        outwit.save(outwit.solve("leduc").strategy.agent(), "leduc.agent")

    `method` is lp, cfr, cfr+, dcfr, mccfr, rm or backward; unless told, what fits. `to` is the
    exploitability at which iterations end. Trees of more than `most_nodes` are refused (10^7 unless
    told, about 0.6 GB). `nodes`, `progress` and `waiting` hear how far it is.
    """
    from outwit.play.treebuild import MOST_NODES
    from outwit.solve.solving import solve
    from outwit.solve.trees import solving_tree

    played = the_game(game)
    theory = catalogue.theory(played)
    if theory is not None:
        if method is not None or to is not None or iterations is not None:
            raise UsageError(
                f"{catalogue.name_of(type(played))} is solved by its theory: leave out the method, "
                f"`to` and the iterations."
            )
        solution: Solution = theory.solve(played)
        return solution
    tree = solving_tree(played, most=most_nodes or MOST_NODES, progress=nodes)
    return solve(
        played,
        method=method,
        to=to,
        iterations=iterations,
        seed=seed,
        tree=tree,
        progress=progress,
        waiting=waiting,
    )


def respond(
    game: GameLike,
    agents: Sequence[AgentLike | None],
    *,
    order: Order = "balanced",
    others: AgentLike | None = None,
    most_nodes: int | None = None,
    nodes: Growing | None = None,
    method: str | None = None,
    states: States | str | None = None,
    **planning: Any,
) -> Best:
    """The best response of `me` to agents that stay as they are.

        outwit.respond("leduc", ["me", "steady"]).mean

    Fewer agents than seats are repeated in turn, unless `others` fill the rest. With `method`
    (policy-iteration, value-iteration, program) the question is a decision process on `states`,
    information sets unless told, and the answer a `Planned`; `discount`, `tolerance`, `ties`,
    `start` and `seed` are those of `outwit.solve.planning.plan_against`.
    """
    from outwit.play.treebuild import MOST_NODES
    from outwit.solve.planning import plan_against
    from outwit.solve.responding import ME, respond
    from outwit.solve.trees import solving_tree

    played = the_game(game)
    line_up = [
        None if agent is None or agent == ME else the_agents(played, agent)[0] for agent in agents
    ]
    rest = None if others is None else the_agents(played, others)[0]
    if method is None and (states is not None or planning):
        given = ["states"] * (states is not None) + list(planning)
        raise UsageError(
            f"{given[0]} is for a decision process: give a method too, as in "
            f"--method policy-iteration."
        )
    theory = catalogue.theory(played)
    if theory is not None:
        if method is not None:
            raise UsageError(
                f"{catalogue.name_of(type(played))} is answered by its theory: leave out the "
                f"method."
            )
        best: Best = theory.respond(played, line_up, order=order, others=rest)
        return best
    told = catalogue.states(played, states) if isinstance(states, str) else states
    tree = solving_tree(played, most=most_nodes or MOST_NODES, progress=nodes)
    if method is not None:
        return plan_against(
            played,
            line_up,
            method=method,
            states=told,
            order=order,
            others=rest,
            tree=tree,
            **planning,
        )
    return respond(played, line_up, order=order, others=rest, tree=tree)


def check(
    game: GameLike,
    agents: Sequence[AgentLike] | None = None,
    *,
    seed: int = 1,
    thorough: bool = True,
    progress: CheckProgress | None = None,
) -> Report:
    """Whether a game and its agents keep the contract; if not, what to mend.

        report = outwit.check("mygame.py")
        print(report)

    All agents of the game are tried unless some, or none (`[]`), are named. A file may define
    agents alone: then it says which game they play (`catalogue.agents_file`). Without `thorough`
    only the quick checks are made.
    """
    examined = examination(game, agents, seed=seed, thorough=thorough)
    for _ in examined.run(progress):
        pass
    return examined.report()


def examination(
    game: GameLike,
    agents: Sequence[AgentLike] | None = None,
    *,
    seed: int = 1,
    thorough: bool = True,
) -> Examination:
    """The checks of `check`, to be made one at a time."""
    from outwit.play.check import Examination

    if isinstance(game, str):
        game, found = catalogue.agents_file(game)
        agents = (found or None) if agents is None else agents
    played = the_game(game)
    listed = catalogue.agents(played) if agents is None else agents
    tried = [_agent_or_learner(played, a) if isinstance(a, str) else a for a in listed]
    stranger = catalogue.agent(played, "random")
    return Examination(played, tried, stranger, seed=seed, thorough=thorough)


def _agent_or_learner(game: Game, word: str) -> Agent:
    """What a word stands for; learners that play every game are no agents of any."""
    if catalogue.parse_spec(word)[0] in catalogue.learner_paths():
        return catalogue.learner(game, word)
    return catalogue.agent(game, word)


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


__all__ = [
    "AgentLike",
    "GameLike",
    "check",
    "examination",
    "learn",
    "match",
    "population",
    "race",
    "respond",
    "sitting",
    "solve",
    "the_agents",
    "the_game",
    "the_learners",
    "tournament",
    "trace",
]
