"""How fast a game is played on this machine: compiled by address and together, and uncompiled."""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numba

import outwit
from outwit.core.errors import UsageError
from outwit.play.backends.threads import Threads, cores
from outwit.play.codecache import anew
from outwit.play.mirror import Round
from outwit.play.program import forgotten
from outwit.play.score import plain_options
from outwit.play.sitting import Sitting, agent_name
from outwit.play.worker import Block, Played, Worker, game_name

ROUNDS = 3
"""How often each way is timed, in turns; the best counts."""
PILOT = 0.05
"""Seconds after which the first guess at the pace is good enough."""
BLOCK = 0.02
"""Seconds that a block takes: handing it out costs nothing against it, and Ctrl-C is heard."""
PLAIN = 0.5
"""Seconds of uncompiled play at most."""

Progress = Callable[[int, int, str], None]
"""Called before each step: how many are done, of how many, and what comes now."""


@dataclass(frozen=True, kw_only=True)
class Timed:
    """One way to play, the best of all rounds: `games` in `seconds` on the clock."""

    mode: str
    threads: int
    games: int
    seconds: float

    @property
    def rate(self) -> float:
        """Games a second."""
        return self.games / self.seconds


@dataclass(frozen=True, kw_only=True)
class Speed:
    """What `outwit bench` tells.

    compiling   seconds to compile everything from nothing, by mode
    loading     seconds to take it from the cache instead
    moves       moves a game, those of chance included, on average
    plain       games a second of the same rules and agents in plain Python
    """

    game: str
    title: str
    options: dict[str, Any]
    agents: tuple[str, ...]
    machine: str
    version: str
    compiling: dict[str, float] = field(default_factory=dict)
    loading: dict[str, float] = field(default_factory=dict)
    moves: float | None = None
    plain: float | None = None
    timed: tuple[Timed, ...] = ()

    def one_thread(self, mode: str) -> Timed | None:
        """The row of one thread in a mode."""
        return next((t for t in self.timed if t.mode == mode and t.threads == 1), None)

    def as_json(self) -> dict[str, Any]:
        """Plain values: the same facts for programs."""
        rows = []
        for row in self.timed:
            one = self.one_thread(row.mode)
            times = row.rate / one.rate if one else None
            rows.append(asdict(row) | {"games_a_second": row.rate, "of_one_thread": times})
        told = {k: v for k, v in asdict(self).items() if k != "timed"}
        plain = self.plain
        first = self.one_thread("by address")
        of_plain = first.rate / plain if first and plain else None
        return told | {"agents": list(self.agents), "rows": rows, "times_plain_python": of_plain}


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, with what was measured so far."""

    def __init__(self, result: Speed) -> None:
        super().__init__()
        self.result = result


def speed(
    sitting: Sitting,
    *,
    threads: Sequence[int] | None = None,
    seconds: float = 1.0,
    progress: Progress | None = None,
) -> Speed:
    """Compile a sitting's game and agents from nothing, then play it each way for some seconds."""
    counts = thread_counts() if threads is None else list(threads)
    if not counts or min(counts) < 1 or not 0.0 < seconds <= 3600.0:
        raise UsageError("Speed is measured on at least one thread, for up to an hour each.")
    found = Speed(
        game=game_name(sitting.game),
        title=sitting.game.title or game_name(sitting.game),
        options=plain_options(sitting.game),
        agents=tuple(agent_name(agent) for agent in sitting.agents),
        machine=machine(),
        version=outwit.__version__,
    )
    try:
        for richer in _grown(found, sitting, counts, seconds, progress):
            found = richer
    except KeyboardInterrupt:
        raise Interrupted(found) from None
    return found


def _grown(
    found: Speed,
    sitting: Sitting,
    counts: Sequence[int],
    seconds: float,
    progress: Progress | None,
) -> Iterator[Speed]:
    """The answer after each step, richer every time."""
    modes = {"by address": sitting, "together": replace(sitting, together=True)}
    ways = [(mode, count) for mode in modes for count in counts]
    steps, done = len(modes) + 1 + ROUNDS * len(ways), 0

    def tell(what: str) -> None:
        nonlocal done
        if progress is not None:
            progress(done, steps, what)
        done += 1

    pace = {}
    for mode, seated in modes.items():
        tell(f"compiling, {mode}")
        with anew():
            for times in (found.compiling, found.loading):
                with forgotten():
                    times[mode] = _seconds(lambda s=seated: Worker(s))  # type: ignore[misc]
        pace[mode] = _pace(Worker(seated))
        yield found
    tell("in plain Python")
    plain, moves = _plain(sitting)
    found = replace(found, plain=plain, moves=moves)
    yield found
    best: dict[tuple[str, int], Timed] = {}
    for _ in range(ROUNDS):
        for mode, count in ways:
            tell(f"{mode}, {count} {'thread' if count == 1 else 'threads'}")
            timed = _timed(modes[mode], mode, count, pace[mode], seconds / ROUNDS)
            if (mode, count) not in best or timed.rate > best[mode, count].rate:
                best[mode, count] = timed
            found = replace(found, timed=tuple(best[way] for way in ways if way in best))
            yield found


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _pace(worker: Worker) -> float:
    """Games a second of one thread, roughly."""
    count = worker.sitting.group
    while True:
        played = worker.play(Block(0, count))
        assert played is not None  # nobody sets the worker's flag
        if played.seconds >= PILOT:
            return count / played.seconds
        count = min(count * 4, worker.sitting.largest_block)
        if count == played.block.count:
            return count / max(played.seconds, 1e-9)


def _timed(sitting: Sitting, mode: str, threads: int, pace: float, seconds: float) -> Timed:
    """Blocks of whole groups, as many as one would guess take so long on so many threads."""
    groups = max(1, min(round(pace * BLOCK), sitting.largest_block) // sitting.group)
    size = groups * sitting.group
    number = max(threads, round(threads * pace * seconds / size))
    backend = Threads(sitting, threads)
    with backend:
        backend.ready()
        started = time.perf_counter()
        played: list[Future[Played | None]] = [
            backend.submit(Block(k * size, size)) for k in range(number)
        ]
        for each in played:
            each.result()
        took = time.perf_counter() - started
    return Timed(mode=mode, threads=threads, games=number * size, seconds=took)


def _plain(sitting: Sitting) -> tuple[float, float]:
    """Games a second uncompiled, and moves a game."""
    moves: list[int] = []
    times: list[float] = []
    until = time.perf_counter() + PLAIN
    while not times or time.perf_counter() < until:
        started = time.perf_counter()
        played = Round(sitting, len(times))
        played.play()
        times.append(time.perf_counter() - started)
        moves.append(len(played.made))
    return len(times) / sum(times), statistics.fmean(moves)


def thread_counts() -> list[int]:
    """1, 2, 4, ... and all cores."""
    most = cores()
    return sorted({most, *(1 << k for k in range(most.bit_length()) if 1 << k <= most)})


def machine() -> str:
    """'x86_64, 2 of 2 cores, Linux, Python 3.11.7, Numba 0.68.1'."""
    return (
        f"{platform.machine()}, {cores()} of {os.cpu_count()} cores, {platform.system()}, "
        f"Python {platform.python_version()}, Numba {numba.__version__}"
    )


__all__ = ["Interrupted", "Speed", "Timed", "speed", "thread_counts"]
