"""What an agent is: it sees what its seat may see and returns a move.

An agent is a frozen dataclass whose first field is its game and whose other fields are its
parameters. It says how it plays by `act` (a move), `policy` (a distribution), or both.
"""

from __future__ import annotations

import dataclasses
import dis
import inspect
from types import CodeType
from typing import Any, ClassVar

from outwit.core.files import rebuilt, reference
from outwit.core.game import Game, blank_menu
from outwit.core.generator import uniform
from outwit.core.records import Fields, Me, Menu, Own, Rng, Table, Who
from outwit.core.rule import compiled


class Agent:
    """Base of all agents. Give it `@dataclass(frozen=True)`, `game` first, then parameters.

    What an agent keeps is one record, `me`, laid out by the method of that name:

    * a field named like a parameter starts with the parameter's value. Parameters that change
      often (a threshold, a probability) belong here: compiled code reads them at run time, and a
      new value compiles nothing. Others are constants of the compiled code, read from `self`.
    * a record named `memory` is zeroed before each game; one named `scratch` is never zeroed and
      must never be read before it is written (search trees);
    * all else is what a learner learns: zero, or what `prepare` writes, when it is born.
    """

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    source: ClassVar[str] = ""
    plays: ClassVar[str] = ""
    """The game it is written for, a name or a file beside its own, where `game: Game` leaves that
    open."""

    game: Game

    def __reduce__(self) -> Any:
        """To another process by place and fields: a user's file has no name to import there."""
        fields = {f.name: getattr(self, f.name) for f in dataclasses.fields(self)}  # type: ignore[arg-type]
        return rebuilt, (reference(type(self)), fields)

    def me(self) -> Fields:
        """Fields of what the agent keeps."""
        return []

    def prepare(self, me: Me) -> None:
        """Plain Python, once: write tables and first values into a new `me`."""

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        """The move. Derived from `policy` unless the agent states it."""
        menu = blank_menu(self.game)
        return pick(menu, self.policy(me, table, own, seat, menu), rng)

    def compiled_as(self) -> Agent:
        """An agent whose compiled methods do the same on the same `me`: itself, unless stated.

        A family of agents that differ only in what `prepare` writes is then compiled once. That is
        quicker to make, and to run: of equal code twice, each copy at the start of a page,
        processors take the branches of one for those of the other (half as fast in Bluff).
        """
        return self

    def policy(self, me: Me, table: Table, own: Own, seat: int, menu: Menu) -> int:
        """Write all legal moves in `legal`'s order and their probabilities; return how many."""
        raise NotImplementedError

    # def begin(self, me, table, own, seat, who, rng) -> None: optional; `who.agent[seat]` is the
    #     place in the line-up of the agent who sits there
    # def end(self, me, table, own, seat, reward, rng) -> None: optional; for learners


@compiled
def pick(menu: Menu, n: int, rng: Rng) -> int:
    """One of the n moves of a menu, drawn by `menu.chance`."""
    ticket = uniform(rng)
    i = 0
    while i < n - 1 and ticket >= menu.chance[i]:
        ticket -= menu.chance[i]
        i += 1
    # Rounding may leave a ticket over: it goes to the last move that can be played at all.
    while i > 0 and menu.chance[i] == 0.0:
        i -= 1
    return int(menu.move[i])


def states_policy(agent: Agent) -> bool:
    """Whether the agent can say its distribution over moves."""
    return type(agent).policy is not Agent.policy


def states_act(agent: Agent) -> bool:
    """Whether the agent's own class says how it moves (else `act` is derived from `policy`)."""
    return type(agent).act is not Agent.act


def learns(agent: Agent) -> bool:
    """Whether the agent keeps what it learns from game to game."""
    return hasattr(type(agent), "end")


def may_draw(agent: Agent) -> bool:
    """Whether a method of the agent touches the generator that it is handed, its last argument.

    The streams of one that never does need not be started: nobody can tell.
    """
    methods = [getattr(type(agent), name, None) for name in ("act", "begin", "end")]
    return any(_touches_last(method.__code__) for method in methods if method is not None)


def _touches_last(code: CodeType) -> bool:
    if code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS):
        return True
    last = code.co_varnames[code.co_argcount - 1]
    # Newer Pythons load two names at once.
    loaded = (step.argval for step in dis.get_instructions(code) if step.opname.startswith("LOAD"))
    return any(last == name or (isinstance(name, tuple) and last in name) for name in loaded)


def same_play(a: Any, b: Any) -> bool:
    """Whether two agents are the same in class and parameters."""
    return bool(a == b)


__all__ = ["Agent", "Who", "learns", "may_draw", "pick", "same_play", "states_act", "states_policy"]
