"""Trainings while they run: each replica's games in order, replicas over threads.

A replica is one line-up with one record for each of its agents and one seed. Whichever thread is
free plays the next games of the replica that is furthest behind; no bit depends on that.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any

import numpy as np

from outwit.core.layout import new_me
from outwit.play.backends import cores
from outwit.play.loop import PAYOFF
from outwit.play.sitting import Sitting
from outwit.play.worker import Block, Worker

Array = np.ndarray[Any, Any]
Ints = np.ndarray[Any, np.dtype[np.int64]]

FIRST = 16
"""Games in a replica's first block: where a move takes a second, it is still answered soon."""
SECONDS = 0.05
"""What a block should take; Ctrl-C is answered when those under way are done."""
GROWTH = 4


class Trainee:
    """One replica on its way. `sums` and `squares` are of pay-offs in units, by stretch and place.

    Shape of both: (stretches, seats); those that have not begun are zero.
    """

    def __init__(
        self,
        sitting: Sitting,
        stretch: int,
        *,
        games: int = 0,
        mes: Sequence[Array] | None = None,
        sums: Ints | None = None,
        squares: Ints | None = None,
    ):
        self.sitting, self.stretch, self.games = sitting, stretch, games
        self.mes = [new_me(agent) for agent in sitting.agents] if mes is None else list(mes)
        self.worker = Worker(sitting, mes=self.mes)
        blank = np.zeros((0, sitting.game.seats), np.int64)
        self.sums = blank if sums is None else sums
        self.squares = blank if squares is None else squares
        self._size = FIRST

    @property
    def begun(self) -> int:
        """How many stretches have begun."""
        return -(-self.games // self.stretch)

    def make_room(self, until: int) -> None:
        """Have entries for all stretches of so many games."""
        missing = max(0, -(-until // self.stretch) - len(self.sums))
        more = ((0, missing), (0, 0))
        self.sums, self.squares = np.pad(self.sums, more), np.pad(self.squares, more)

    def step(self, until: int) -> None:
        """Play on for about `SECONDS`, at most until so many games in all."""
        count = min(self._size, until - self.games)
        started = time.perf_counter()
        played = self.worker.play(Block(self.games, count), record=True)
        seconds = max(time.perf_counter() - started, 1e-6)
        assert played is not None  # nobody sets the worker's flag
        self._note(played.record[:, PAYOFF])
        self.games += count
        size = int(min(count * SECONDS / seconds, GROWTH * count))
        self._size = min(max(size, 1), self.sitting.largest_block)

    def _note(self, payoffs: Ints) -> None:
        """Add games to their stretches. Shape of payoffs: (games, seats), by place."""
        # Games of one stretch stand side by side: cut where a new stretch begins.
        first, last = self.games // self.stretch, (self.games + len(payoffs) - 1) // self.stretch
        cuts = np.arange(first, last + 1) * self.stretch - self.games
        cuts[0] = 0
        self.sums[first : last + 1] += np.add.reduceat(payoffs, cuts)
        self.squares[first : last + 1] += np.add.reduceat(payoffs**2, cuts)


def advance(
    trainees: Sequence[Trainee],
    until: int,
    *,
    threads: int | None = None,
    watch: Callable[[], bool] | None = None,
) -> bool:
    """Play every replica until it has so many games; True when all have.

    `watch` is called after each block and pauses everything when it says so: the answer is then
    False. However this ends, with Ctrl-C too, every replica stands after a whole game.
    """
    under_way: dict[Future[None], Trainee] = {}
    waiting = [t for t in trainees if t.games < until]
    workers = threads or cores()
    paused = False
    for trainee in waiting:
        trainee.make_room(until)
    with ThreadPoolExecutor(workers, thread_name_prefix="outwit") as pool:
        # Left early, the pool lets go when the blocks under way are done.
        while under_way or (waiting and not paused):
            while waiting and not paused and len(under_way) < workers:
                behind = min(waiting, key=lambda t: t.games)
                waiting.remove(behind)
                under_way[pool.submit(behind.step, until)] = behind
            done, _ = wait(under_way, return_when=FIRST_COMPLETED)
            for future in done:
                trainee = under_way.pop(future)
                future.result()
                if trainee.games < until:
                    waiting.append(trainee)
            paused = paused or (watch is not None and watch())
    return not waiting


__all__ = ["Ints", "Trainee", "advance"]
