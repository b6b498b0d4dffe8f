"""What runs promise, shown: kills, full disks, lost workers, and what all that costs.

python -m bench.runs kills --count 50     kill -9 at random moments, resume, compare every bit
python -m bench.runs kills --only learn   of one command only
python -m bench.runs disk                 a disk that fills up (needs leave to mount)
python -m bench.runs worker               two Dask workers, one killed
python -m bench.runs store                throughput with the store, of that without
python -m bench.runs processes            two processes, of one

Every figure is printed with the counts behind it; a broken promise ends with exit code 1.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from statistics import median

import click
import numpy as np

import outwit
from outwit.core.errors import OutwitError
from outwit.play.sitting import Sitting, line_up
from outwit.play.tally import Tally
from outwit.play.where import Where, blocks
from outwit.store.look import look
from outwit.store.run import Run

LINE_UP = ("bluff", "smart", "anxious")
LONG = {
    "match": "match bluff smart anxious --games 400000 --json",
    "race": "race bluff smart no-bluff --margin 0.0002 --json",
    "several": "race bluff smart no-bluff nearest --margin 0.001 --json",
    "tournament": "tournament bluff no-bluff smart nearest anxious random --games 40000 --json",
    "learn": "learn kuhn --method q --against random --games 3000000 --replicas 2 --json",
    "population": "population kuhn equilibrium random bet --precision 0.3 --json",
    "plan": "plan --margin 0.006 --json",
}
"""Commands that take some seconds and keep runs."""


@click.group()
def command() -> None:
    """What runs promise, shown."""


def start(*words: str) -> subprocess.Popen[bytes]:
    """A command line in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "outwit", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def answer(*words: str) -> bytes:
    """What it prints, in the end."""
    said, complaint = start(*words).communicate()
    if complaint:
        raise click.ClickException(complaint.decode())
    return said


def kept_in(name: str) -> int:
    """Games and pieces that anybody who looks is told of; 0 where there is nothing yet."""
    try:
        found = look(name)
    except OutwitError:
        return 0
    return found.games + found.pieces


def judged(promise: str, kept: bool) -> None:
    """Say whether a promise was kept; leave with 1 where it was not."""
    click.echo(f"{'kept' if kept else 'BROKEN'}: {promise}")
    if not kept:
        sys.exit(1)


@contextlib.contextmanager
def own_runs() -> Iterator[Path]:
    """Runs in a folder that goes away."""
    with tempfile.TemporaryDirectory(prefix="outwit-bench-") as folder:
        os.environ["OUTWIT_RUNS"] = folder
        yield Path(folder)


@command.command()
@click.option("--count", default=50, show_default=True, help="Kills, shared by all commands.")
@click.option("--only", type=click.Choice(sorted(LONG)), help="Of one command.")
@click.option("--seed", default=1, show_default=True)
def kills(count: int, only: str | None, seed: int) -> None:
    """Kill runs at random moments; every resume must give the same bits."""
    luck = np.random.default_rng(seed)
    lines = {name: words for name, words in LONG.items() if only in (None, name)}
    done = [
        _killed(words.split(), count // len(lines) + (k < count % len(lines)), luck)
        for k, words in enumerate(lines.values())
    ]
    same, lost, killed = (sum(numbers) for numbers in zip(*done, strict=True))
    judged(f"{same} of {killed} resumes gave the same bits", same == killed == count)
    judged(f"{lost} of {killed} kills lost what had been acknowledged", lost == 0)


def _killed(words: list[str], count: int, luck: np.random.Generator) -> tuple[int, int, int]:
    """Kills of one command: resumes that gave the same bits, kills that lost something, kills."""
    began = time.monotonic()
    undisturbed = answer(*words)
    seconds = time.monotonic() - began
    same = lost = early = 0
    found: list[int] = []
    with own_runs():
        while len(found) < count:
            name = f"run{len(found)}"
            process = start(*words, "--run", name)
            until = time.monotonic() + float(luck.uniform(0.2, seconds))
            told = 0
            while time.monotonic() < until and process.poll() is None:
                told = kept_in(name)
                time.sleep(0.02)
            process.kill()
            process.communicate()
            if process.returncode != -signal.SIGKILL:
                early += 1  # it was done before its moment came
                answer("runs", "remove", name)
                continue
            kept = kept_in(name)
            lost += kept < told
            found.append(kept)
            same += _resumed(name, words) == undisturbed
    click.echo(
        f"{' '.join(words)}: {seconds:.1f} s undisturbed, {len(undisturbed)} bytes; {count} kills,"
        f" {early} runs done before theirs; {same} resumes the same; games and pieces kept when"
        f" killed: {', '.join(f'{k:,}' for k in sorted(found))}"
    )
    return same, lost, count


def _resumed(name: str, words: list[str]) -> bytes:
    """The run to its end; a kill before anything was written leaves nothing to resume."""
    try:
        look(name)
    except OutwitError:
        return answer(*words, "--run", name)
    return answer("resume", name)


@command.command()
@click.option("--games", default=2_000_000, show_default=True)
def disk(games: int) -> None:
    """A disk that fills up in the middle: a sentence, nothing lost, and on it goes."""
    words = ["match", *LINE_UP, "--games", str(games), "--json"]
    undisturbed = answer(*words)
    with tempfile.TemporaryDirectory(prefix="outwit-bench-") as folder, _mounted(folder) as place:
        os.environ["OUTWIT_RUNS"] = str(place)
        process = start(*words, "--run", "a")
        while kept_in("a") < games // 4 and process.poll() is None:
            time.sleep(0.01)
        told = kept_in("a")
        filler = place / "filler"
        with filler.open("wb", buffering=0) as out, contextlib.suppress(OSError):
            while True:
                out.write(bytes(4096))
        said, complaint = process.communicate()
        click.echo(f"exit code {process.returncode}: {complaint.decode().strip()}")
        kept = kept_in("a")
        click.echo(f"{told:,} games acknowledged before, {kept:,} of {games:,} kept after")
        judged("it stopped with a sentence", process.returncode == 1 and not said)
        judged("nothing acknowledged was lost", told <= kept < games)
        filler.unlink()
        judged("with room again it gave the same bits", answer("resume", "a") == undisturbed)


@contextlib.contextmanager
def _mounted(folder: str) -> Iterator[Path]:
    """A file system of 8 MB in a file."""
    image, place = Path(folder) / "image", Path(folder) / "disk"
    with image.open("wb") as out:
        out.truncate(8 << 20)
    place.mkdir()
    subprocess.run(["mkfs.ext4", "-q", "-m", "0", str(image)], check=True)
    subprocess.run(["mount", "-o", "loop", str(image), str(place)], check=True)
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


@command.command()
@click.option("--games", default=2_000_000, show_default=True)
def worker(games: int) -> None:
    """Two Dask workers, one killed in the middle."""
    expected = _played(Where(threads=1), games)
    where = Where(cluster="local:2")

    def kill() -> None:
        pids = list(where._pool.client.run(os.getpid).values())  # type: ignore[union-attr]
        os.kill(pids[0], signal.SIGKILL)
        click.echo(f"killed worker {pids[0]} of {pids}")

    found = _played(where, games, after=(games // 4, kill))
    judged("the same bits with one of two workers killed", found == expected)


def _sitting() -> Sitting:
    game = outwit.game(LINE_UP[0])
    return Sitting(game, line_up([outwit.agent(game, w) for w in LINE_UP[1:]], game.seats))


def _played(
    where: Where, games: int, after: tuple[int, Callable[[], None]] | None = None
) -> list[int]:
    """All sums of a match; `after` so many games something happens."""
    sitting = _sitting()
    tally = Tally(sitting)
    for played in blocks(sitting, where, games=games):
        tally.add(played)
        if after is not None and tally.games >= after[0]:
            after[1]()
            after = None
    names = ("games", "sum", "square", "group_square", "cross", "endings")
    return [int(n) for name in names for n in np.ravel(tally.raw(name))]


@command.command()
@click.option("--rounds", default=20, show_default=True)
@click.option("--seconds", default=1.0, show_default=True, help="Of playing, each time.")
@click.option("--threads", type=int, help="How many play.  [all cores]")
def store(rounds: int, seconds: float, threads: int | None) -> None:
    """Games a second with the store, of those without; in turns, so that load falls on both."""
    with own_runs(), Run("speed") as run:
        places = {"with": Where(threads=threads, keeper=run), "without": Where(threads=threads)}
        for record in (False, True):
            what = "each group's scores" if record else "sums"
            # Processor time too: on a machine that others load it says more.
            for clock in (time.perf_counter, time.process_time):
                rates = _in_turns(places, rounds, seconds, record=record, clock=clock)
                ratio = f"{what}, with the store of without, by {clock.__name__}"
                _told(ratio, rates["with"], rates["without"])


@command.command()
@click.option("--rounds", default=10, show_default=True)
@click.option("--seconds", default=2.0, show_default=True, help="Of playing, each time.")
def processes(rounds: int, seconds: float) -> None:
    """Games a second of two processes, of those of one; and of two threads, of one."""
    for kind in ("processes", "threads"):
        places = {"two": Where(**{kind: 2}), "one": Where(**{kind: 1})}
        rates = _in_turns(places, rounds, seconds)
        _told(f"two {kind} of one", rates["two"], rates["one"])


def _in_turns(
    places: dict[str, Where],
    rounds: int,
    seconds: float,
    *,
    record: bool = False,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, list[float]]:
    """Games a second at each place, one after another, round by round; the first is not counted."""
    rates: dict[str, list[float]] = {name: [] for name in places}
    for k in range(rounds + 1):
        order = list(places.items())
        for name, where in order if k % 2 else reversed(order):
            part = f"{k} {record} {clock.__name__}"
            rate = _rate(where, seconds, part, record=record, clock=clock)
            if k > 0:
                rates[name].append(rate)
    return rates


def _rate(
    where: Where, seconds: float, part: str, *, record: bool, clock: Callable[[], float]
) -> float:
    """Games a second by a clock, played for so many seconds of it."""
    tally, began = Tally(_sitting()), clock()
    with closing(blocks(_sitting(), where, part=part, record=record)) as played_blocks:
        for played in played_blocks:
            tally.add(played)
            if clock() - began > seconds:
                break
    return tally.games / (clock() - began)


def _told(what: str, these: list[float], those: list[float]) -> None:
    ratios = sorted(a / b for a, b in zip(these, those, strict=True))
    low, high = np.quantile(ratios, [0.25, 0.75])
    whole = sum(these) / sum(those)
    click.echo(
        f"{what}: {whole:.3f} over {len(ratios)} rounds "
        f"(median of rounds {median(ratios):.3f}, quartiles {low:.3f} to {high:.3f}); "
        f"{sum(these) / len(these):,.0f} of {sum(those) / len(those):,.0f} games/s"
    )


if __name__ == "__main__":
    command()
