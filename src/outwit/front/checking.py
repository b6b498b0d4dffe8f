"""Whether a game and its agents keep the contract."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from outwit import catalogue
from outwit.front.words import AgentLike, GameLike, agent_or_learner, the_game

if TYPE_CHECKING:
    from outwit.play.check import Examination, Report
    from outwit.play.check import Progress as CheckProgress


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
    tried = [agent_or_learner(played, a) if isinstance(a, str) else a for a in listed]
    stranger = catalogue.agent(played, "random")
    return Examination(played, tried, stranger, seed=seed, thorough=thorough)


__all__ = ["check", "examination"]
