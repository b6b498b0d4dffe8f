"""The engine beside direct C programs of the same games, agents and generator.

The C programs (`bench/c`) are compiled with several sets of flags and the fastest counts. Both
sides play the same games and must come to the same whole numbers; if not, nothing is measured.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import outwit
from bench.rows import Row, Settings, Skipped, best_side_by_side, measurement
from outwit.core.agent import Agent
from outwit.core.layout import new_me
from outwit.play.loop import sums_type
from outwit.play.sitting import Sitting
from outwit.play.worker import Block, Worker

SOURCES = Path(__file__).parent / "c"
FLAGS = (
    ("-O2",),
    ("-O3",),
    ("-O2", "-march=native"),
    ("-O3", "-march=native"),
    ("-O3", "-march=native", "-funroll-loops"),
)
Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Direct:
    """A game, its line-up, and what the C program is told of each agent.

    `hold` is the least ratio of C's time to the engine's, agents by address and together.
    """

    game: str
    agents: tuple[str, ...]
    games: int
    hold: tuple[float, float | None]
    parameters: Callable[[Any], Sequence[float]]
    options: dict[str, Any] = field(default_factory=dict)


def _blackjack(agent: Any) -> list[float]:
    return [agent.k, 0] if type(agent).name == "threshold" else [agent.a, 1]


def _bluff(agent: Any) -> list[float]:
    tried = new_me(agent)["order"].ravel().tolist()
    return [*tried, *(getattr(agent, name, 0) for name in ("two", "three", "four", "below"))]


def _war(agent: Any) -> list[float]:
    return [["decreasing", "increasing", "shuffled"].index(type(agent).name)]


DIRECT = (
    Direct(
        "leduc",
        ("threshold", "threshold:raise_at=3,call_at=2"),
        120_000,
        (0.5, None),
        lambda agent: [agent.raise_at, agent.call_at],
    ),
    Direct(
        "blackjack",
        ("threshold:k=0.5", "adaptive:a=0.6", "adaptive:a=0.4"),
        120_000,
        (0.5, None),
        _blackjack,
        {"seats": 3},
    ),
    Direct("bluff", ("smart", "no-bluff", "nearest", "anxious"), 4800, (0.55, 0.65), _bluff),
    Direct("war", ("decreasing", "shuffled"), 2000, (0.8, None), _war),
    Direct("holdem", ("threshold", "threshold"), 120_000, (0.5, None), lambda agent: []),
    Direct("rrrats", ("stop:at=2", "stop:at=3"), 20_000, (0.5, None), lambda agent: [agent.at]),
)


class Program:
    """A C program under one set of flags."""

    def __init__(self, name: str, flags: Sequence[str], folder: Path) -> None:
        self.flags = " ".join(flags)
        made = folder / f"{name}{'_'.join(flags)}.so"
        source = SOURCES / f"{name}.c"
        subprocess.run(
            ["gcc", *flags, "-shared", "-fPIC", "-o", str(made), str(source)], check=True
        )
        self.library = ctypes.CDLL(str(made))

    def play(self, sitting: Sitting, games: int, parameters: Array, sums: Array) -> None:
        """Games 0 to games - 1 of a sitting; `sums` is a record of `c_sums`."""
        orders = np.ascontiguousarray(sitting.orders)
        word, pointer = ctypes.c_int64, ctypes.c_void_p
        self.library.play(
            ctypes.c_uint64(sitting.seed),
            word(0),
            word(games),
            word(len(orders)),
            pointer(orders.ctypes.data),
            pointer(parameters.ctypes.data),
            pointer(sums.ctypes.data),
        )


PARTS = ("games", "sum", "square", "endings")


def c_sums(sitting: Sitting) -> np.dtype[Any]:
    """What a C program adds up, as `struct Sums` of c/common.h lays it out."""
    kind = sums_type(sitting.game)
    shapes = {name: kind[name].shape for name in PARTS} | {"endings": (2,)}
    return np.dtype([(name, np.int64, shapes[name]) for name in PARTS])


def same_numbers(engine: Array, direct: Array) -> bool:
    """Whether both came to the same: games, pay-offs, wins, squares, endings."""
    return all(
        np.array_equal(engine[name].ravel(), direct[name].ravel()[: engine[name].size])
        for name in PARTS
    )


def measured(direct: Direct, folder: Path, rounds: int) -> Iterator[Row]:
    game = outwit.game(direct.game, **direct.options)
    agents: tuple[Agent, ...] = tuple(outwit.agent(game, spec) for spec in direct.agents)
    apart, together = (Sitting(game, agents, 1, together=mode) for mode in (False, True))
    workers = [Worker(apart), Worker(together)]
    numbers = [float(x) for agent in agents for x in direct.parameters(agent)]
    parameters = np.array([*numbers, 0.0])
    programs = [Program(direct.game, flags, folder) for flags in FLAGS]
    games, block = direct.games, Block(0, direct.games)
    for worker in workers:
        for program in programs:
            sums = np.zeros((), c_sums(apart))
            program.play(apart, games, parameters, sums)
            played = worker.play(block)
            assert played is not None
            if not same_numbers(played.sums, sums):
                raise SystemExit(f"{direct.game}: the C program and the engine disagree.")
    sums = np.zeros((), c_sums(apart))
    parts = [partial(worker.play, block) for worker in workers]
    parts += [partial(p.play, apart, games, parameters, sums) for p in programs]  # type: ignore[misc]
    by_address, in_one, *theirs = best_side_by_side(parts, rounds)
    best = min(theirs)
    flags = programs[theirs.index(best)].flags
    note = f"{' '.join(direct.agents)}; C {best / games * 1e9:,.0f} ns a game ({flags})"
    for mode, seconds, hold in zip(
        ("by address", "together"), (by_address, in_one), direct.hold, strict=True
    ):
        yield Row(
            f"{game.title}, {game.seats} seats, {mode}: of best C",
            best / seconds,
            hold=hold,
            sense="at least" if hold is not None else "shown",
            note=f"{note}, engine {seconds / games * 1e9:,.0f} ns",
        )


def _listed(direct: Direct) -> None:
    @measurement(direct.game, 14)
    def rows(settings: Settings) -> Iterator[Row]:
        if shutil.which("gcc") is None:
            raise Skipped("the direct C programs need gcc: apt install gcc")
        with tempfile.TemporaryDirectory() as folder:
            yield from measured(direct, Path(folder), settings.rounds)


for _direct in DIRECT:
    _listed(_direct)
