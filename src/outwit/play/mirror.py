"""One game of a sitting in plain Python: the same streams, so the same bits as compiled.

For traces, debuggers and the check that both give the same sums; some 300 times slower.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from outwit.core.errors import IllegalMove, RuleError
from outwit.core.game import CHANCE, OVER, Game, blank_menu, has_chance
from outwit.core.generator import chance_stream, new_rng
from outwit.core.layout import blank_state, new_me
from outwit.core.records import Mirror, MirrorArray, State
from outwit.play.faults import retelling
from outwit.play.loop import PAYOFF, WINS, sums_type, who_type, win_share
from outwit.play.sitting import Sitting, agent_name
from outwit.play.worker import game_name

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Made:
    """A move and who made it: a seat, or CHANCE."""

    mover: int
    move: int


@dataclass(frozen=True)
class Final:
    """How a game ended: pay-offs by seat in units, and the place in the game's endings."""

    payoffs: tuple[int, ...]
    ending: int


class Round:
    """Game `number` of a sitting, played a move at a time.

    `mes` are the records of the agents by place; given from outside they live on from game to
    game, as they do in the engine.
    """

    def __init__(self, sitting: Sitting, number: int, mes: Sequence[Array] | None = None):
        game = sitting.game
        self.sitting, self.number = sitting, number
        self.mes = [new_me(a) for a in sitting.agents] if mes is None else list(mes)
        self.places = sitting.order_of(number)
        stream = chance_stream(game.seats, number // sitting.group)
        self.chance = new_rng(sitting.seed, stream)
        self.luck = [new_rng(sitting.seed, stream + 1 + seat) for seat in range(game.seats)]
        self.state = blank_state(game)
        self.made: list[Made] = []
        self._begin()

    def _begin(self) -> None:
        """Clear memories, set up, greet the agents."""
        game = self.sitting.game
        for me in self.mes:
            if "memory" in (me.dtype.names or ()):
                me["memory"] = np.zeros((), me.dtype["memory"])
        with retelling(game):
            game.start(self.state)
        for seat in range(game.seats):
            if hasattr(self.agent(seat), "begin"):
                self.greet(seat)

    def greet(self, seat: int) -> None:
        """Tell the agent at a seat that a game begins, and who sits where."""
        who = Mirror(np.zeros((), who_type(self.sitting.game.seats)))
        for each, place in enumerate(self.places):
            who.agent[each] = place
        agent, own, luck = self.agent(seat), self.state.own[seat], self.luck[seat]
        with retelling(agent):
            agent.begin(self.me(seat), self.state.table, own, seat, who, luck)

    def agent(self, seat: int) -> Any:
        """The agent at a seat."""
        return self.sitting.agents[self.places[seat]]

    def me(self, seat: int) -> Mirror:
        """What the agent at a seat keeps."""
        return Mirror(self.mes[self.places[seat]])

    @property
    def mover(self) -> int:
        """A seat, CHANCE or OVER."""
        with retelling(self.sitting.game):
            return int(self.sitting.game.to_move(self.state))

    def ask(self, mover: int) -> int:
        """The move of an agent or of chance."""
        if mover == CHANCE:
            return self._draw()
        agent, own = self.agent(mover), self.state.own[mover]
        with retelling(agent):
            return int(agent.act(self.me(mover), self.state.table, own, mover, self.luck[mover]))

    def _draw(self) -> int:
        game = self.sitting.game
        if not has_chance(game):
            raise RuleError(
                f"{game_name(game)}: to_move says CHANCE, but the game has neither `draw` nor "
                f"`outcomes`. Write one of them."
            )
        with retelling(game):
            return int(game.draw(self.state, self.chance))

    def make(self, mover: int, move: int) -> None:
        """Make a move; an illegal one is refused with a sentence."""
        game = self.sitting.game
        with retelling(game):
            if mover >= 0 and not is_allowed(game, self.state, mover, move):
                raise IllegalMove(
                    f"Illegal move {move} in {self._place(mover)}: the rules allow "
                    f"{listed(legal_moves(game, self.state, mover))}."
                )
            game.apply(self.state, move)
        self.made.append(Made(mover, move))

    def _place(self, seat: int) -> str:
        name = agent_name(self.agent(seat))
        where = f"seed {self.sitting.seed}, game {self.number}, move {len(self.made) + 1}"
        return f"{game_name(self.sitting.game)}, {where}, seat {seat + 1} ({name})"

    def steps(self) -> Iterator[Made]:
        """Each move, before it is made: `state` still shows what the mover saw."""
        while (mover := self.mover) != OVER:
            move = self.ask(mover)
            yield Made(mover, move)
            self.make(mover, move)

    def finish(self) -> Final:
        """Pay-offs and ending; agents that learn are told."""
        game = self.sitting.game
        final = final_of(game, self.state)
        for seat in range(game.seats):
            if hasattr(self.agent(seat), "end"):
                self.tell(seat, final.payoffs[seat] * game.unit)
        return final

    def tell(self, seat: int, reward: float) -> None:
        """Tell the agent at a seat what it got."""
        agent, own, luck = self.agent(seat), self.state.own[seat], self.luck[seat]
        with retelling(agent):
            agent.end(self.me(seat), self.state.table, own, seat, reward, luck)

    def play(self) -> Final:
        """To the end."""
        for _ in self.steps():
            pass
        return self.finish()


def legal_moves(game: Game, state: State, seat: int) -> list[int]:
    """What the rules allow a seat, in `legal`'s order."""
    menu = blank_menu(game)
    with retelling(game):
        n = game.legal(state.table, state.own[seat], seat, menu)
        return [menu.move[i] for i in range(n)]


def is_allowed(game: Any, state: State, seat: int, move: int) -> bool:
    """Whether the rules allow a move, asked as the engine asks."""
    if hasattr(game, "allowed"):
        return bool(game.allowed(state.table, state.own[seat], seat, move))
    return move in legal_moves(game, state, seat)


def final_of(game: Game, state: State) -> Final:
    """Pay-offs and ending of a game that is over."""
    out = MirrorArray(np.zeros(game.seats, np.int64))
    with retelling(game):
        game.payoff(state, out)
        return Final(tuple(out), int(game.ending(state)))


def listed(moves: Sequence[int], most: int = 12) -> str:
    """'0, 1, 2, ... (40 in all)'"""
    shown = ", ".join(map(str, moves[:most]))
    return shown + (f", ... ({len(moves)} in all)" if len(moves) > most else "")


def add_up(sitting: Sitting, places: Sequence[Sequence[int]], finals: Sequence[Final]) -> Array:
    """The sums of whole groups of games as the engine keeps them, in plain Python.

    `places` are the places by seat of each game. Shape: (), of `sums_type`.
    """
    game, n = sitting.game, sitting.game.seats
    sums = np.zeros((), sums_type(game))
    for start in range(0, len(finals), sitting.group):
        scores = np.zeros((2, n, n), np.int64)
        group = slice(start, start + sitting.group)
        for seated, final in zip(places[group], finals[group], strict=True):
            best = max(final.payoffs)
            share = win_share(n) // final.payoffs.count(best) if final.ending == 0 else 0
            for seat, (place, value) in enumerate(zip(seated, final.payoffs, strict=True)):
                sums["games"][place, seat] += 1
                sums["square"][place, seat] += value**2
                scores[PAYOFF, place, seat] += value
                scores[WINS, place, seat] += share if value == best else 0
            sums["endings"][final.ending] += 1
        sums["sum"] += scores
        sums["group_square"] += scores**2
        total = scores.sum(axis=2)
        sums["cross"] += np.tril(np.einsum("ka,kb->kab", total, total))
        sums["groups"] += 1
    return sums


__all__ = ["Final", "Made", "Round", "add_up", "final_of", "is_allowed", "legal_moves", "listed"]
