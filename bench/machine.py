"""Threads, Ctrl-C, and memory."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import outwit
from bench.direct import DIRECT
from bench.rows import Row, Settings, Skipped, measurement
from outwit.play.backends.threads import cores
from outwit.play.sitting import Sitting
from outwit.play.worker import Worker

ENDLESS = ("match", "kuhn", "equilibrium", "random", "--games", "1e12", "--json")
# Of itself: what `resource` tells begins with what the process that started it had.
RESIDENT = """
import re, sys
import outwit
outwit.match("kuhn", ["equilibrium", "random"], games=int(sys.argv[1]))
print(re.search(r"VmHWM:\\s*(\\d+)", open("/proc/self/status").read())[1])
"""


@measurement("threads", 8)
def thread_rows(settings: Settings) -> Iterator[Row]:
    if cores() < 2:
        raise Skipped("this machine has one core")
    game = outwit.game("leduc")
    games, best = 20_000_000, {1: float("inf"), 2: float("inf")}
    for _ in range(max(3, settings.rounds // 3)):
        for threads in best:
            start = time.perf_counter()
            outwit.match(game, ["threshold", "steady"], games=games, threads=threads)
            best[threads] = min(best[threads], time.perf_counter() - start)
    note = f"Leduc, {games:,} games: {best[1]:.2f} s and {best[2]:.2f} s on the clock"
    yield Row("2 threads, times the games of 1", best[1] / best[2], hold=1.8, note=note)


@measurement("ctrl-c", 20)
def interrupt_rows(settings: Settings) -> Iterator[Row]:
    found = []
    for _ in range(max(3, settings.rounds // 5)):
        process = subprocess.Popen(
            [sys.executable, "-c", "from outwit.cli import main; main()", *ENDLESS],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        time.sleep(4.0)
        start = time.perf_counter()
        process.send_signal(signal.SIGINT)
        process.communicate()
        found.append(time.perf_counter() - start)
        assert process.returncode == 130, process.returncode
    note = "from the signal to the end of the process, the counts so far printed; worst of "
    yield Row("Ctrl-C", max(found), "s", 0.5, "at most", note + str(len(found)))


@measurement("memory", 6)
def memory_rows(settings: Settings) -> Iterator[Row]:
    for direct in DIRECT:
        game = outwit.game(direct.game, **direct.options)
        sitting = Sitting(game, tuple(outwit.agent(game, spec) for spec in direct.agents), 1)
        worker = Worker(sitting)
        arena, mes = worker.arena.nbytes / 1024, sum(me.nbytes for me in worker.mes) / 1024
        yield Row(
            f"{game.title}: memory of a thread",
            arena + mes,
            "KB",
            sense="shown",
            note=f"state, menu, sums {arena:.1f} KB; what agents keep {mes:.1f} KB",
        )


@measurement("resident", 60)
def resident_rows(settings: Settings) -> Iterator[Row]:
    """Most memory after 10^6, 10^7 and, unless it has to be quick, 10^9 games of Kuhn."""
    if not Path("/proc/self/status").is_file():
        raise Skipped("the size of a process is read from /proc, which this system has not")
    sizes = {}
    for games in (10**6, 10**7, *([] if settings.quick else [10**9])):
        done = subprocess.run(
            [sys.executable, "-c", RESIDENT, str(games)], capture_output=True, text=True, check=True
        )
        sizes[games] = int(done.stdout) / 1024
        yield Row(
            f"Kuhn, 10^{len(str(games)) - 1} games: most memory resident",
            sizes[games],
            "MB",
            sense="shown",
        )
    most = max(sizes)
    grown = sizes[most] / sizes[10**6] - 1.0
    note = f"from 10^6 to 10^{len(str(most)) - 1} games"
    yield Row("Kuhn: memory grown", 100.0 * grown, "%", 5.0, "at most", note)
