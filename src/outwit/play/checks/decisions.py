"""How an agent decides: legally, from what it sees, writing into its own memory alone."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from outwit.core.agent import Agent, learns, states_act, states_policy
from outwit.core.game import OVER, blank_menu
from outwit.core.layout import new_me
from outwit.core.records import Mirror, bytes_of, data_of
from outwit.play.checks.fault import (
    Fault,
    after,
    at,
    counted,
    differing,
    faulting,
    scribbled,
    whose,
)
from outwit.play.checks.menus import legal_menu, whole
from outwit.play.checks.odds import ERROR, impossible
from outwit.play.checks.secrets import blindfold
from outwit.play.checks.service import ASK, CompiledRound, same_bits
from outwit.play.mirror import listed
from outwit.play.sitting import Sitting
from outwit.play.worker import Worker

GAMES = 60
DECISIONS = 250
SECONDS = 1.0
"""Where one of these is reached, enough was tried."""
SAMPLED, POSITIONS = 2_000, 5
"""Moves drawn in so many positions, to compare `act` with `policy`."""
STEADY = 32
"""How often an agent is asked again before another cause than chance is blamed."""
OFF_BY = 1e-9
"""How far from 1 probabilities may add up to."""


@dataclass
class Trial:
    """An agent at a table with strangers: what it answers is looked at from all sides."""

    agent: Agent
    stranger: Agent
    seed: int
    decisions: int = 0
    compared: int = 0

    def run(self) -> str:
        """Every decision of some games."""
        _born(self.agent)
        game = self.agent.game
        others = [self.stranger] * (game.seats - 1)
        worker = Worker(Sitting(game, (self.agent, *others), self.seed, deals="own"))
        until = time.thread_time() + SECONDS
        games = 0
        while games < GAMES and self.decisions < DECISIONS and time.thread_time() < until:
            self._one_game(CompiledRound(worker, games), until)
            games += 1
        return f"{counted(self.decisions, 'decision')} in {counted(games, 'game')}"

    def _one_game(self, table: CompiledRound, until: float) -> None:
        game = self.agent.game
        line: list[int] = []
        while (mover := table.mover) != OVER:
            if mover >= 0 and table.places[mover] == 0:
                move = self._decision(table, mover, line)
            else:
                move = table.ask(mover)
            with faulting(game):
                game.apply(table.state, move)
            line.append(move)
            if time.thread_time() > until or self.decisions >= DECISIONS:
                return
        state = bytes_of(table.state)
        table.finish()
        unwritten(self.agent, "end", state, table.state, line)
        self._kept(table.mes[0])

    def _decision(self, table: CompiledRound, seat: int, line: list[int]) -> int:
        """One decision: made once for the game, and again under other conditions."""
        agent = self.agent
        legal = legal_menu(agent.game, table.state, seat, line)
        chances = policy_of(agent, table, seat, legal, line) if states_policy(agent) else None
        state, me = bytes_of(table.state), table.mes[0].copy()
        luck = data_of(table.luck[seat]).copy()
        move = table.ask(seat)
        self.decisions += 1
        unwritten(agent, "act", state, table.state, line)
        _is_legal(agent, move, legal, seat, line)
        if chances is not None and chances[legal.index(move)] == 0.0:
            raise Fault(
                f"{at(agent, 'act')}it plays {move} {after(line)} in {whose(seat)}, to which "
                f"`policy` gives no chance at all. The two must agree."
            )
        done = (table.mes[0].copy(), data_of(table.luck[seat]).copy())
        self._twice(table, seat, (me, luck), move, done, line)
        if chances is not None and states_act(agent) and self.compared < POSITIONS:
            self._sampled(table, seat, (me, luck), dict(zip(legal, chances, strict=True)), line)
        table.mes[0][...] = done[0]
        data_of(table.luck[seat])[...] = done[1]
        return move

    def _twice(
        self,
        table: CompiledRound,
        seat: int,
        given: tuple[Any, Any],
        move: int,
        done: tuple[Any, Any],
        line: list[int],
    ) -> None:
        """Asked again: the same; with other rubbish in its scratch; with the others' cards gone."""
        agent, where = self.agent, f"{after(line)} in {whose(seat)}"

        def asked() -> int:
            data_of(table.luck[seat])[...] = given[1]
            return table.ask(seat)

        def twice(times: int) -> None:
            for _ in range(times):
                table.mes[0][...] = given[0]
                again = asked()
                if again != move or not same_bits(table.mes[0], done[0]):
                    raise Fault(f"{at(agent, 'act')}{_unsteady(where, move, again)}")

        twice(1)
        if "scratch" in (given[0].dtype.names or ()):
            table.mes[0][...] = given[0]
            scribbled(Mirror(table.mes[0]["scratch"]), 0x77)
            if asked() != move or not same_bits(table.mes[0], done[0]):
                twice(STEADY)
                raise Fault(
                    f"{at(agent, 'act')}its move {where} depends on what happened to stand in "
                    f"`me.scratch`: write there before you read, or keep it in `me.memory`, which "
                    f"is zeroed before each game."
                )
        table.mes[0][...] = given[0]
        kept = data_of(table.state).copy()
        data_of(table.state)[...] = data_of(blindfold(table.state, seat, 0x2B))
        blind = asked()
        data_of(table.state)[...] = kept
        if blind != move:
            twice(STEADY)
            raise Fault(
                f"{at(agent, 'act')}its move {where} depends on what it cannot see: use `table` "
                f"and `own` alone."
            )

    def _sampled(
        self,
        table: CompiledRound,
        seat: int,
        given: tuple[Any, Any],
        chances: dict[int, float],
        line: list[int],
    ) -> None:
        """Moves drawn many times over come as often as `policy` says."""
        self.compared += 1
        counts = dict.fromkeys(chances, 0)
        me, arena, place = table.mes[0], table.worker.arena, table.places[seat]
        for _ in range(SAMPLED):
            me[...] = given[0]
            counts[int(table.serve(arena, ASK, place, seat, 0.0))] += 1
        wrong = impossible(list(counts.values()), list(chances.values()), tests=POSITIONS)
        if wrong is not None:
            move = list(chances)[wrong]
            raise Fault(
                f"{at(self.agent, 'act')}it plays {move} in {counts[move]:,} of {SAMPLED:,} tries "
                f"{after(line)} in {whose(seat)}, but `policy` gives it the probability "
                f"{chances[move]:.4g} (such a difference by chance: at most 1 in "
                f"{1 / ERROR:,.0f}). The two must agree."
            )

    def _kept(self, me: np.ndarray[Any, Any]) -> None:
        """Who does not learn keeps nothing from game to game."""
        if learns(self.agent):
            return
        first = new_me(self.agent)
        for name in me.dtype.names or ():
            if name not in ("memory", "scratch") and differing(me[name], first[name]):
                raise Fault(
                    f"{at(self.agent)}it keeps `me.{name}` from one game to the next, so a result "
                    f"would depend on the order of the games. Put it into a record `memory` of "
                    f"`me`, which is zeroed before each game; only learners, which have `end`, "
                    f"keep more."
                )


def _born(agent: Agent) -> None:
    """A new `me` is always the same."""
    with faulting(agent):
        one, other = new_me(agent), new_me(agent)
    if not same_bits(one, other):
        raise Fault(
            f"{at(agent, 'prepare')}two new agents differ in `me.{differing(one, other)}`: "
            f"`prepare` must always write the same."
        )


def unwritten(agent: Agent, method: str, before: bytes, state: Mirror, line: list[int]) -> None:
    """A fault where an agent has written into the state."""
    if bytes_of(state) != before:
        kept = Mirror(np.frombuffer(before, data_of(state).dtype)[0, ...])
        field = differing(data_of(kept), data_of(state))
        raise Fault(
            f"{at(agent, method)}it writes into `{field}` of the game {after(line)}: an agent "
            f"writes into `me` alone."
        )


def _unsteady(where: str, move: int, again: int) -> str:
    does = f"plays {move} and {again}" if again != move else "keeps different things in `me`"
    return (
        f"asked twice {where} with the same memory and generator it {does}: `rng` must be its only "
        f"source of chance."
    )


def _is_legal(agent: Agent, move: int, legal: list[int], seat: int, line: list[int]) -> None:
    if move not in legal:
        raise Fault(
            f"{at(agent, 'act')}it plays {move} {after(line)} in {whose(seat)}, which is illegal: "
            f"the rules allow {listed(legal)}."
        )


def policy_of(
    agent: Agent, table: CompiledRound, seat: int, legal: list[int], line: list[int]
) -> list[float]:
    """The agent's probabilities for the legal moves, in their order, or the fault in them."""
    state, me = bytes_of(table.state), table.mes[0].copy()
    menu = blank_menu(agent.game)
    scribbled(menu, 0x11)
    where = f"{after(line)} in {whose(seat)}"
    own = table.state.own[seat]
    with faulting(agent):
        n = agent.policy(table.me(seat), table.state.table, own, seat, menu)
    unwritten(agent, "policy", state, table.state, line)
    if not same_bits(table.mes[0], me):
        raise Fault(
            f"{at(agent, 'policy')}it changes `me.{differing(me, table.mes[0])}` {where}: it only "
            f"says what `act` would do; what is to be kept is written by `act`."
        )
    table.mes[0][...] = me
    moves = data_of(menu)["move"][: max(0, int(n))].tolist() if whole(n) else []
    if moves != legal:
        raise Fault(
            f"{at(agent, 'policy')}it lists the moves {listed(moves)} {where}; `legal` lists "
            f"{listed(legal)}. Write all legal moves, in that order, and return how many."
        )
    chances: list[float] = data_of(menu)["chance"][:n].tolist()
    for move, chance in zip(legal, chances, strict=True):
        if not 0.0 <= chance < float("inf"):
            raise Fault(
                f"{at(agent, 'policy')}the probability of the move {move} is {chance:g} {where}: "
                f"write `menu.chance` for every move, none of them negative."
            )
    if abs(sum(chances) - 1.0) > OFF_BY:
        raise Fault(
            f"{at(agent, 'policy')}the probabilities add up to {sum(chances):.12g} {where}: they "
            f"must add up to 1."
        )
    return chances


__all__ = ["Trial", "policy_of", "unwritten"]
