"""Agents on a game tree: the probability of every action, asked of the agent set by set.

`policy` is asked where an agent has one. One with `act` alone is as good if it draws nothing and
remembers nothing: it is asked with a generator that must stay untouched and a `me` that must stay
as it was. All others are refused with a sentence; what is computed is the agent that plays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from outwit.core.agent import Agent, learns, same_play, states_policy
from outwit.core.errors import Refused, RuleError
from outwit.core.game import blank_menu
from outwit.core.generator import new_rng
from outwit.core.layout import new_me
from outwit.core.records import Mirror, bytes_of
from outwit.play.faults import retelling
from outwit.play.sitting import agent_name
from outwit.play.tree import Floats, Tree
from outwit.play.worker import game_name


def filled(
    tree: Tree,
    agent: Agent,
    seats: Sequence[int] | None = None,
    *,
    progress: Callable[[int], None] | None = None,
) -> Floats:
    """What an agent plays at the information sets of these seats (all unless told). Shape: (A,).

    Entries of other seats are zero. `progress` hears how many sets have been asked about.
    """
    _refuse_memory(agent)
    ask = _Asked(tree, agent)
    strategy = np.zeros(tree.actions)
    wanted = range(tree.game.seats) if seats is None else seats
    for done, s in enumerate(np.flatnonzero(np.isin(tree.set_seat, list(wanted)))):
        if progress is not None and done % 64 == 0:
            progress(done)
        first, width = int(tree.set_first[s]), int(tree.set_width[s])
        strategy[first : first + width] = ask.policy(int(s)) if ask.states else ask.act(int(s))
    ask.check_me()
    return strategy


def fill_line_up(
    tree: Tree, agents: Sequence[Agent], *, progress: Callable[[int], None] | None = None
) -> list[Floats]:
    """`filled` for each place of a line-up; equal agents are asked once."""
    found: list[Floats] = []
    for place, agent in enumerate(agents):
        twin = next((k for k in range(place) if same_play(agents[k], agent)), None)
        found.append(filled(tree, agent, progress=progress) if twin is None else found[twin])
    return found


def joint(tree: Tree, strategies: Sequence[Floats]) -> Floats:
    """One array in which seat i plays strategies[i]: every set has one seat. Shape: (A,)."""
    seat = tree.set_seat[tree.action_set]
    together = np.zeros(tree.actions)
    for i, strategy in enumerate(strategies):
        together[seat == i] = strategy[seat == i]
    return together


def _refuse_memory(agent: Agent) -> None:
    name = agent_name(agent)
    if learns(agent):
        raise Refused(
            f"{name} learns from game to game, so it has no one strategy. Freeze it first, or "
            f"play games instead."
        )
    if hasattr(type(agent), "begin") or any(field[0] == "memory" for field in agent.me()):
        raise Refused(
            f"{name} keeps something in mind during a game, so what it sees does not settle what "
            f"it plays. Exact values need agents that do without; play games instead."
        )


class _Asked:
    """An agent that is asked at one information set after another, in plain Python."""

    def __init__(self, tree: Tree, agent: Agent) -> None:
        self.tree, self.agent = tree, agent
        self.states = states_policy(agent)
        self.me = new_me(agent)
        self.before = self._kept()
        self.menu = blank_menu(tree.game)

    def policy(self, s: int) -> Floats:
        """The agent's own probabilities, held against the contract."""
        tree, menu = self.tree, self.menu
        seat, width = int(tree.set_seat[s]), int(tree.set_width[s])
        with retelling(self.agent):
            n = self.agent.policy(Mirror(self.me), tree.table(s), tree.own(s), seat, menu)
        first = int(tree.set_first[s])
        moves = tree.action_move[first : first + width].tolist()
        if n != width or [menu.move[i] for i in range(n)] != moves:
            raise RuleError(
                f"{self._name()}: `policy` lists the moves {[menu.move[i] for i in range(n)]} "
                f"where the rules allow {moves}; it must list all of them, in `legal`'s order."
            )
        chances = np.array([menu.chance[i] for i in range(n)])
        if not (np.all(chances >= 0.0) and abs(chances.sum() - 1.0) <= 1e-9):
            raise RuleError(
                f"{self._name()}: `policy` gives the probabilities {chances.tolist()}; they must "
                f"be at least 0 and add up to 1."
            )
        return chances

    def act(self, s: int) -> Floats:
        """All weight on the move of an agent that drew nothing to find it."""
        tree = self.tree
        seat, width = int(tree.set_seat[s]), int(tree.set_width[s])
        rng = new_rng()
        before = bytes_of(rng)
        with retelling(self.agent):
            move = self.agent.act(Mirror(self.me), tree.table(s), tree.own(s), seat, rng)
        if bytes_of(rng) != before:
            raise Refused(
                f"{agent_name(self.agent)} draws its moves and has no `policy` that says with "
                f"what probabilities. Give it one, or play games instead."
            )
        first = int(tree.set_first[s])
        chances: Floats = (tree.action_move[first : first + width] == move).astype(np.float64)
        if chances.sum() != 1.0:
            raise RuleError(
                f"{self._name()}: it plays {move} where the rules allow "
                f"{tree.action_move[first : first + width].tolist()}."
            )
        return chances

    def check_me(self) -> None:
        """Refuse an agent that wrote down what it was asked (scratch paper does not count)."""
        if self._kept() != self.before:
            raise Refused(
                f"{agent_name(self.agent)} changes what it keeps while it plays, so what it sees "
                f"does not settle what it plays. Play games instead."
            )

    def _kept(self) -> bytes:
        names = [name for name in self.me.dtype.names or () if name != "scratch"]
        return b"".join(self.me[name].tobytes() for name in names)

    def _name(self) -> str:
        return f"{game_name(self.tree.game)}, {agent_name(self.agent)}"


__all__ = ["fill_line_up", "filled", "joint"]
