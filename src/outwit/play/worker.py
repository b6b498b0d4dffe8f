"""A worker plays blocks of games of one sitting: its own arena, everybody's compiled code."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from outwit.core.agent import Agent, learns, may_draw
from outwit.core.errors import IllegalMove, OutwitError, RuleError
from outwit.core.game import payoff_bounds
from outwit.core.layout import me_type, new_me
from outwit.core.records import Mirror
from outwit.play.loop import (
    ENDLESS,
    ILLEGAL,
    LONGEST,
    NO_CHANCE,
    NOBODY,
    OUT_OF_SPAN,
    arena_type,
)
from outwit.play.program import loop_by_address, loop_together, methods
from outwit.play.sitting import Sitting, agent_name

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Block:
    """Games first, first + 1, ..., first + count - 1: whole groups."""

    first: int
    count: int


@dataclass(frozen=True)
class Played:
    """A block that was played: its sums, what each group scored if asked for, and how long.

    `sums` is a record of `loop.sums_type`; `record` has shape (groups or 0, 2, seats).
    """

    block: Block
    sums: Array
    record: Array
    seconds: float


class Worker:
    """Compiles what a sitting needs and plays blocks of it, one at a time.

    `stop` is one 64-bit flag, shared by all workers of a run: once it is set, a worker comes back
    within a move, with nothing.
    """

    def __init__(self, sitting: Sitting, stop: Array | None = None, mes: list[Array] | None = None):
        self.sitting = sitting
        self.stop = np.zeros(1, np.int64) if stop is None else stop
        game, agents = sitting.game, sitting.agents
        self.loop = loop_together(game, agents) if sitting.together else loop_by_address(game)
        self.mes = [new_me(agent) for agent in agents] if mes is None else mes
        self.arena = np.zeros(1, arena_type(game))
        arena = self.arena[0]
        arena["stop"] = self.stop.ctypes.data
        for place, agent in enumerate(agents):
            arena["me"][place] = self.mes[place].ctypes.data
            arena["quiet"][place] = not may_draw(agent)
            arena["greets"] |= hasattr(type(agent), "begin")
            arena["tells"] |= learns(agent)
            memory = dict(me_type(agent).fields or {}).get("memory")
            if memory is not None:
                arena["remembers"] = 1
                arena["memory"][place] = self.mes[place].ctypes.data + memory[1]
                arena["memory_size"][place] = memory[0].itemsize
            if not sitting.together:
                unit = methods(agent)
                arena["act"][place] = unit.act
                arena["begin"][place] = unit.begin
                arena["end"][place] = unit.end

    def play(self, block: Block, *, record: bool = False) -> Played | None:
        """Play a block; None when the flag was set meanwhile."""
        sitting, arena = self.sitting, self.arena[0]
        for name in ("sums", "group"):
            arena[name] = np.zeros((), self.arena.dtype[name])
        arena["fault"] = 0
        group = sitting.group
        kept = np.zeros((block.count // group if record else 0, 2, sitting.game.seats), np.int64)
        orders = sitting.orders_of(block.first, block.count)
        start = time.perf_counter()
        try:
            done = self.loop(
                self.arena, orders, kept, np.uint64(sitting.seed), block.first, block.count, group
            )
        except OutwitError:
            raise
        except Exception as error:
            raise RuleError(self._raised(error)) from error
        if arena["fault"] != 0:
            raise self._fault()
        if done < block.count:
            return None
        return Played(block, arena["sums"].copy(), kept, time.perf_counter() - start)

    def _place(self) -> str:
        """'leduc, seed 1, game 1,234, seat 2 (threshold)': where the loop stands."""
        arena, game = self.arena[0], self.sitting.game
        text = f"{game_name(game)}, seed {self.sitting.seed}, game {int(arena['game'])}"
        seat = int(arena["seat"])
        if seat >= 0:
            agent = self.sitting.agents[arena["who"]["agent"][seat]]
            text += f", seat {seat + 1} ({agent_name(agent)})"
        return text

    def _again(self) -> str:
        """The command that plays this one game uncompiled under a debugger."""
        return f"Look at it in Python: {trace_command(self.sitting, int(self.arena[0]['game']))}"

    def _raised(self, error: Exception) -> str:
        what = str(error) or "no reason given"
        return f"{type(error).__name__} in {self._place()}: {what}. {self._again()}"

    def _fault(self) -> OutwitError:
        arena, game = self.arena[0], self.sitting.game
        fault = int(arena["fault"])
        if fault == ILLEGAL:
            move, state = int(arena["move"]), Mirror(self.arena["state"][0, ...])
            return IllegalMove(
                f"Illegal move {move} in {self._place()}: the rules allow "
                f"{_listed(game, state, int(arena['seat']))}. {self._again()}"
            )
        if fault == ENDLESS:
            return RuleError(
                f"A game did not end within {LONGEST:,} moves ({self._place()}). Give the game a "
                f"cap and an ending of its own for games that reach it. {self._again()}"
            )
        if fault == OUT_OF_SPAN:
            low, high = payoff_bounds(game)
            return RuleError(
                f"The pay-off {int(arena['move'])} of {self._place()} is impossible: "
                f"{_bounds_said(game)} {low:,} to {high:,} units. {self._again()}"
            )
        if fault == NOBODY:
            return RuleError(
                f"to_move says {int(arena['seat'])} in {game_name(game)}, seed "
                f"{self.sitting.seed}, game {int(arena['game'])}: it is a seat (0 to "
                f"{game.seats - 1}), CHANCE or OVER. {self._again()}"
            )
        assert fault == NO_CHANCE
        return RuleError(
            f"{game_name(game)}: to_move says CHANCE, but the game has neither `draw` nor "
            f"`outcomes`. Write one of them."
        )


def _listed(game: Any, state: Any, seat: int) -> str:
    from outwit.core.game import blank_menu

    menu = blank_menu(game)
    n = game.legal(state.table, state.own[seat], seat, menu)
    shown = ", ".join(str(menu.move[i]) for i in range(min(n, 12)))
    return shown + (f", ... ({n} in all)" if n > 12 else "")


def _bounds_said(game: Any) -> str:
    if game.span is None:
        return "a game that states no `span` may pay"
    return "the game's `span` is"


def game_name(game: Any) -> str:
    """The name a game goes by."""
    cls = type(game)
    return str(cls.__dict__.get("name") or cls.__name__.lower())


def _agent_word(agent: Agent, game_place: str) -> str:
    """What names an agent on the command line: its file too, where that is not its game's."""
    from outwit.core.files import is_file, reference

    place, _, cls = reference(type(agent)).rpartition(":")
    named = agent_name(agent)
    if not is_file(place) or place == game_place or agent.__dict__.get("shown_as"):
        return named
    _, colon, given = named.partition(":")
    return f"{place}:{cls}{colon}{given}"


def trace_command(sitting: Sitting, g: int) -> str:
    """The command line that shows game g of a sitting, move by move."""
    from outwit.core.files import is_file, reference
    from outwit.core.options import options_of

    place = reference(type(sitting.game)).rpartition(":")[0]
    words = ["outwit", "trace", place if is_file(place) else game_name(sitting.game)]
    words += [_agent_word(agent, place) for agent in sitting.agents]
    for key, known in options_of(type(sitting.game)).items():
        value = getattr(sitting.game, key)
        if value != known.default:
            words += [f"--{key.replace('_', '-')}", known.text(value)]
    for key in ("order", "deals"):
        if getattr(sitting, key) != Sitting.__dataclass_fields__[key].default:
            words += [f"--{key}", getattr(sitting, key)]
    return " ".join([*words, "--seed", str(sitting.seed), "--game", str(g), "--debug"])
