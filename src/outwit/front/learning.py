"""Learners are trained."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from outwit import catalogue
from outwit.core.agent import Agent
from outwit.core.errors import UsageError
from outwit.core.game import Game
from outwit.core.states import States
from outwit.front.words import AgentLike, GameLike, agent_or_learner, the_game, the_learners

if TYPE_CHECKING:
    from outwit.play.learning import Learning
    from outwit.play.sitting import Order
    from outwit.play.training import Progress as LearningProgress
    from outwit.play.where import Where


def learn(
    game: GameLike,
    learner: AgentLike | Sequence[AgentLike] | None = None,
    *,
    against: AgentLike | Sequence[AgentLike] = (),
    states: States | str | None = None,
    games: int | None = None,
    replicas: int | None = None,
    seed: int | None = None,
    order: Order | None = None,
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
        if any(said is not None for said in (replicas, seed, order)):
            raise UsageError(f"Replicas, seed and order are written in {resume}: leave them out.")
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
        replicas=1 if replicas is None else replicas,
        seed=1 if seed is None else seed,
        order="balanced" if order is None else order,
        snapshots=_spaced(snapshots, of),
        stretch=STRETCH if stretch is None else stretch,
        save=save,
        where=where,
        progress=progress,
    )


def _opponents(game: Game, against: AgentLike | Sequence[AgentLike], learner: Agent) -> list[Agent]:
    """Agents, learners, and `self` for another learner like the first."""
    listed = [against] if isinstance(against, (str, Agent)) else against
    found = []
    for a in listed:
        if a == "self":
            found.append(learner)
        elif isinstance(a, str):
            found.append(agent_or_learner(game, a))
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


__all__ = ["learn"]
