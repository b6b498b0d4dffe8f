"""The engine on this game and these agents: compiled is as written, and no partition matters."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import numpy as np

from outwit.core.agent import Agent, learns
from outwit.core.game import OVER, Game
from outwit.core.records import bytes_of
from outwit.play.backends import Threads
from outwit.play.checks.fault import Fault, after, at, counted, differing, faulting, whose
from outwit.play.checks.service import CompiledRound, same_bits
from outwit.play.mirror import Final, Round, add_up
from outwit.play.sitting import Sitting
from outwit.play.tally import Tally
from outwit.play.worker import Block, Worker, trace_command

Array = np.ndarray[Any, Any]

MIRRORED = 40
"""Games played in plain Python beside the compiled ones."""
SECONDS = 1.0
"""And no longer than this."""
SLOWER = 300
"""About so many times slower is plain Python."""
PLAYED = 1_000
"""Compiled games in which every write, every pay-off and every partition is looked at."""


def self_play(agent: Agent, seed: int) -> Sitting:
    """The agent in every seat, every game on a deal of its own."""
    return Sitting(agent.game, (agent,) * agent.game.seats, seed, "balanced", "own")


# Compiled as written -----------------------------------------------------------------------------


def as_written(agent: Agent, seed: int) -> str:
    """An agent's compiled answers are those of its plain Python, move for move and bit for bit."""
    sitting = self_play(agent, seed)
    with faulting(agent.game, agent):
        worker = Worker(sitting)
    mes = [me.copy() for me in worker.mes]
    until, compared, games = time.thread_time() + SECONDS, 0, 0
    while games < MIRRORED and time.thread_time() < until:
        fast, slow = CompiledRound(worker, games), Round(sitting, games, mes)
        for made in _both(agent, fast, slow, until):
            if made is None:
                return counted(compared, "move")
            compared += 1
        games += 1
    return f"{compared:,} moves in {counted(games, 'game')}"


def _both(
    agent: Agent, fast: CompiledRound, slow: Round, until: float
) -> Iterator[tuple[int, int] | None]:
    """Both games move by move; None when time is up."""
    line: list[int] = []
    least = math.inf  # what a call takes when nothing else runs
    while (mover := fast.mover) != OVER:
        started = time.thread_time()
        move = fast.ask(mover)
        took = time.thread_time() - started
        least = min(least, took)
        if time.thread_time() + SLOWER * least > until + SECONDS:
            yield None
            return
        with faulting(agent):
            plain = slow.ask(mover)
        if plain != move or (mover >= 0 and not _same_after(fast, slow, mover)):
            what = (
                f"plays {move} compiled and {plain} in plain Python"
                if plain != move
                else "keeps different things in `me` compiled and in plain Python"
            )
            raise Fault(f"{at(agent, 'act')}it {what} {after(line)} in {whose(mover)}. {_CAUSES}")
        for table in (fast, slow):
            with faulting(agent.game):
                agent.game.apply(table.state, move)
        line.append(move)
        yield mover, move
    ends = []
    for table in (fast, slow):
        with faulting(agent):
            ends.append(table.finish())
    if any(not same_bits(a, b) for a, b in zip(fast.mes, slow.mes, strict=True)):
        raise Fault(
            f"{at(agent, 'end')}after a game it keeps different things in `me` compiled and in "
            f"plain Python. {_CAUSES}"
        )


_CAUSES = (
    "Usual causes: a whole number too large for its field, a fraction put into a field of whole "
    "numbers, an index below 0, a field read before it is written."
)


def _same_after(fast: Round, slow: Round, seat: int) -> bool:
    place = fast.places[seat]
    luck = bytes_of(fast.luck[seat]) == bytes_of(slow.luck[seat])
    return luck and same_bits(fast.mes[place], slow.mes[place])


def same_sums(game: Game, stranger: Agent, seed: int) -> str:
    """The compiled loop and the mirror add up to the same sums over whole games."""
    sitting = self_play(stranger, seed)
    finals: list[Final] = []
    until = time.thread_time() + SECONDS
    while len(finals) < MIRRORED and time.thread_time() < until:
        with faulting(game, stranger):
            finals.append(Round(sitting, len(finals)).play())
    games = len(finals)
    slow = add_up(sitting, [sitting.order_of(g) for g in range(games)], finals)
    fast = _block(sitting, Block(0, games))
    if field := differing(fast, slow):
        g = next(g for g in range(games) if _differs(sitting, g, finals[g]))
        raise Fault(
            f"{at(game)}compiled and in plain Python games end differently (`{field}`), first "
            f"game {g}. {_CAUSES} Look at it: {trace_command(sitting, g)}"
        )
    return counted(games, "game")


def _differs(sitting: Sitting, g: int, final: Final) -> bool:
    one = add_up(sitting, [sitting.order_of(g)], [final])
    return differing(_block(sitting, Block(g, 1)), one) != ""


def _block(sitting: Sitting, block: Block) -> Array:
    """The sums of a block of the compiled loop; what it complains of becomes a fault."""
    with faulting(sitting.game, *sitting.agents):
        played = Worker(sitting).play(block)
    assert played is not None
    return played.sums


# Partitions --------------------------------------------------------------------------------------


def partitions(agent: Agent, seed: int) -> str:
    """One thread and two, large blocks and small ones add up to the same."""
    if learns(agent):
        return ""  # a learner plays its games in order, in one thread
    sitting = self_play(agent, seed)
    whole = _block(sitting, Block(0, PLAYED))
    for how, threads, sizes in _CUTS:
        tally = _played(sitting, threads, _cut(sizes))
        for name in whole.dtype.names or ():
            if not np.array_equal(tally.raw(name), whole[name]):
                raise Fault(
                    f"{at(agent)}played {how}, {PLAYED:,} games do not add up to the same "
                    f"`{name}` as in one block: something is kept from game to game, or read "
                    f"before it is written. Put what one game needs into `me.memory`."
                )
    return f"{PLAYED:,} games in {1 + len(_CUTS)} partitions"


_CUTS = (
    ("in blocks of different sizes, the last one first", 1, (7, 90, 1, 402)),
    ("in one thread", 1, (125,)),
    ("in two threads", 2, (125,)),
)


def _cut(sizes: tuple[int, ...]) -> list[Block]:
    """The games in blocks of these sizes, over and over; the last one first."""
    blocks: list[Block] = []
    first = 0
    for size in cycle(sizes):
        blocks.insert(0, Block(first, min(size, PLAYED - first)))
        first += size
        if first >= PLAYED:
            return blocks
    raise AssertionError("sizes are never empty")


def _played(sitting: Sitting, threads: int, blocks: list[Block]) -> Tally:
    """What blocks add up to, played in this order by so many threads."""
    tally = Tally(sitting)
    with faulting(sitting.game, *sitting.agents), Threads(sitting, threads) as backend:
        for future in [backend.submit(block) for block in blocks]:
            played = future.result()
            assert played is not None
            tally.add(played)
    return tally


__all__ = ["as_written", "partitions", "same_sums", "self_play"]
