"""dieharder on the generator as games use it: `python -m bench.dieharder`, some hours; not CI.

Two streams of words go to it, each through its whole battery (`-a`), or `--test` by number:

* the draws of one game, one after the other: `outwit.core.generator`, one stream;
* draw k of games 0, 1, 2, ...: what chance deals first, second, ... over a run of two-seat games.
"""

from __future__ import annotations

import shutil
import subprocess
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from typing import Any

import click
import numpy as np

from outwit.core.generator import RNG, next64, seed_stream
from outwit.core.records import Mirror
from outwit.play.program import compile_unit, once

Words = np.ndarray[Any, np.dtype[np.uint64]]
CHUNK = 1 << 16
SEATS = 2
MISSING = "dieharder is not installed: apt install dieharder (Debian), or see its own pages."


def _sequence(rngs, words):  # type: ignore[no-untyped-def]
    for i in range(len(words)):
        words[i] = next64(rngs[0])


def _across(rngs, words, seed, first, k):  # type: ignore[no-untyped-def]
    """Draw k of chance in games first, first + 1, ... of two seats."""
    for i in range(len(words)):
        seed_stream(rngs[0], seed, (SEATS + 1) * (first + i))
        for _ in range(k):
            next64(rngs[0])
        words[i] = next64(rngs[0])


def _units() -> tuple[Any, Any]:
    from numba.core import types

    from outwit.core.compiled import numba_record
    from outwit.play.fingerprint import fingerprint

    rngs = types.Array(numba_record(RNG), 1, "C")
    words = types.Array(types.uint64, 1, "C")
    one = compile_unit(_sequence, types.void(rngs, words), fingerprint("sequence", _sequence))
    wide = types.int64
    kinds = types.void(rngs, words, types.uint64, wide, wide)
    return one, compile_unit(_across, kinds, fingerprint("across", _across))


def one_game(seed: int) -> Iterator[Words]:
    """The draws of one game, without end."""
    sequence, _ = once("dieharder", _units)
    rngs, words = np.zeros(1, RNG), np.zeros(CHUNK, np.uint64)
    seed_stream(Mirror(rngs[0, ...]), seed, 0)
    while True:
        sequence(rngs, words)
        yield words


def across_games(seed: int, k: int) -> Iterator[Words]:
    """Draw k of one game after another, without end."""
    _, across = once("dieharder", _units)
    rngs, words, first = np.zeros(1, RNG), np.zeros(CHUNK, np.uint64), 0
    while True:
        across(rngs, words, np.uint64(seed), first, k)
        first += CHUNK
        yield words


def judged(words: Iterator[Words], options: list[str]) -> Counter[str]:
    """What dieharder says of a stream: how many tests passed, were weak, failed."""
    command = ["dieharder", "-g", "200", *options]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    said: list[str] = []
    reader = threading.Thread(target=_read, args=(process.stdout, said))
    reader.start()
    with closing(words), suppress(BrokenPipeError):  # type: ignore[type-var]
        while process.poll() is None:
            process.stdin.write(next(words).tobytes())
    with suppress(BrokenPipeError):
        process.stdin.close()
    process.wait()
    reader.join()
    verdicts = (line.split("|")[-1].strip() for line in said if line.count("|") >= 5)
    return Counter(v for v in verdicts if v in ("PASSED", "WEAK", "FAILED"))


def _read(pipe: Any, said: list[str]) -> None:
    for raw in pipe:
        said.append(raw.decode())
        click.echo(said[-1].rstrip())


@click.command()
@click.option("--seed", default=1, show_default=True)
@click.option("--test", "number", type=int, help="One test of the battery, by dieharder's number.")
@click.option("--draws", default="0,1,7", show_default=True, help="Which draws across games.")
def command(seed: int, number: int | None, draws: str) -> None:
    """Feed the generator to dieharder, as the draws of one game and as draw k across games."""
    if shutil.which("dieharder") is None:
        raise click.ClickException(MISSING)
    options = ["-a"] if number is None else ["-d", str(number)]
    streams = {"the draws of one game": one_game(seed)}
    for k in map(int, draws.split(",")):
        streams[f"draw {k} of games 0, 1, 2, ..."] = across_games(seed, k)
    failed = 0
    for name, words in streams.items():
        click.echo(f"\n{name} (seed {seed})")
        counts = judged(words, options)
        failed += counts["FAILED"]
        click.echo(f"{name}: " + ", ".join(f"{counts[v]} {v.lower()}" for v in sorted(counts)))
    click.echo("A sound generator is weak about once in 100 tests, and fails about never.")
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    command()
