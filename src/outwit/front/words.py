"""Words become games and agents: a name, a file, `name:key=value`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from outwit import catalogue
from outwit.core.agent import Agent
from outwit.core.game import Game
from outwit.core.states import States

GameLike = Game | str
AgentLike = Agent | str


def the_game(game: GameLike, options: Mapping[str, Any] | None = None) -> Game:
    """A game, or the one that a name or a file stands for."""
    return game if isinstance(game, Game) else catalogue.game(game, **(options or {}))


def the_agents(game: Game, agents: Sequence[AgentLike] | AgentLike) -> list[Agent]:
    """Agents, or those that words stand for."""
    listed = [agents] if isinstance(agents, (str, Agent)) else agents
    return [a if isinstance(a, Agent) else catalogue.agent(game, a) for a in listed]


def the_learners(
    game: Game, learners: AgentLike | Sequence[AgentLike], states: States | str | None = None
) -> list[Agent]:
    """Learners, or those that words stand for; `states` are theirs."""
    listed = [learners] if isinstance(learners, (str, Agent)) else learners
    given = {} if states is None else {"states": states}
    return [a if isinstance(a, Agent) else catalogue.learner(game, a, **given) for a in listed]


def agent_or_learner(game: Game, word: str) -> Agent:
    """What a word stands for; learners that play every game are no agents of any."""
    if catalogue.parse_spec(word)[0] in catalogue.learner_paths():
        return catalogue.learner(game, word)
    return catalogue.agent(game, word)


__all__ = ["AgentLike", "GameLike", "agent_or_learner", "the_agents", "the_game", "the_learners"]
