"""Threads, Ctrl-C, and memory."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import outwit
from bench.direct import DIRECT
from bench.rows import Row, Settings, measurement
from outwit.play.backends.threads import cores
from outwit.play.sitting import Sitting
from outwit.play.worker import Worker

ENDLESS = ("match", "kuhn", "equilibrium", "random", "--games", "1e12", "--json")
RESIDENT = """
import resource, sys
import outwit
outwit.match("kuhn", ["equilibrium", "random"], games=int(sys.argv[1]))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@measurement("threads")
def thread_rows(settings: Settings) -> Iterator[Row]:
    if cores() < 2:
        return
    game = outwit.game("leduc")
    games, best = 2_000_000, {1: float("inf"), 2: float("inf")}
    for _ in range(max(3, settings.rounds // 3)):
        for threads in best:
            start = time.perf_counter()
            outwit.match(game, ["threshold", "steady"], games=games, threads=threads)
            best[threads] = min(best[threads], time.perf_counter() - start)
    note = f"Leduc, {games:,} games: {best[1]:.2f} s and {best[2]:.2f} s on the clock"
    yield Row("2 threads, times the games of 1", best[1] / best[2], hold=1.8, note=note)


@measurement("ctrl-c")
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


@measurement("memory")
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


@measurement("resident")
def resident_rows(settings: Settings) -> Iterator[Row]:
    """Memory after 10^6, 10^7 and, with --long, 10^9 games of Kuhn."""
    sizes = {}
    for games in (10**6, 10**7, *([10**9] if settings.long else [])):
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
