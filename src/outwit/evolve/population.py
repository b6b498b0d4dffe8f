"""One answer to 'which strategy holds its ground?': table, invasion, growth, takeover, culling."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from outwit.core.agent import Agent
from outwit.core.game import Game
from outwit.core.generator import mix
from outwit.evolve.culling import Histories, evolutions
from outwit.evolve.dynamics import Invasion, attractors, invasions, replicate, stable
from outwit.evolve.finite import Takeovers, fixation, moran
from outwit.evolve.payoffs import PayoffTable, measure
from outwit.play.where import HERE, Where

STARTS = 200
"""Random populations from which growth is followed."""
RUNS = 1_000
"""Moran processes from an even population."""


@dataclass(frozen=True)
class Population:
    """What became of strategies in populations.

    table       pay-offs of all line-ups
    invasions   every mutant into every resident, and `stable`: the word for each resident
    even_end    where the replicator equation leads from even shares, shape (k,)
    ends        where it leads from random shares, and how often
    fixation    [resident][mutant]: the probability that one mutant takes over; NaN on the diagonal
    takeovers   Moran processes from even numbers
    histories   evolutions by culling from one player of each kind; None where seats do not suit
    size, intensity   of the Moran process
    """

    table: PayoffTable
    invasions: tuple[Invasion, ...]
    stable: dict[str, str]
    even_end: tuple[float, ...]
    ends: tuple[tuple[tuple[float, ...], int], ...]
    fixation: tuple[tuple[float, ...], ...]
    takeovers: Takeovers
    histories: Histories | None
    size: int
    intensity: float

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        names, k = self.table.names, len(self.table.names)
        return {
            "agents": list(names),
            "seats": self.table.seats,
            "games": self.table.games,
            "line_ups": [
                {
                    "counts": list(counts),
                    "mean": [None if e is None else e.mean for e in row],
                    "half": [None if e is None else e.half() for e in row],
                }
                for counts, row in self.table.entries.items()
            ],
            "stable": self.stable,
            "invasions": [
                {
                    "resident": i.resident,
                    "mutant": i.mutant,
                    "one": i.first.mean,
                    "two": i.second.mean,
                    "half": [i.first.half(i.level), i.second.half(i.level)],
                    "verdict": i.verdict,
                }
                for i in self.invasions
            ],
            "replicator": {
                "even": list(self.even_end),
                "ends": [{"shares": list(end), "starts": count} for end, count in self.ends],
            },
            "fixation": [[None if math.isnan(p) else p for p in row] for row in self.fixation],
            "moran": {
                "size": self.size,
                "intensity": self.intensity,
                "takeovers": list(self.takeovers.counts),
                "repeats": self.takeovers.repeats,
            },
            "evolutions": None
            if self.histories is None
            else {
                "takeovers": [self.histories.count(i) for i in range(k)],
                "repeats": len(self.histories.histories),
                "periods": self.histories.periods,
            },
        }


def population(
    game: Game,
    agents: Sequence[Agent],
    *,
    precision: float = 0.005,
    size: int = 40,
    intensity: float = 10.0,
    repeats: int = 1_000,
    period: int = 300,
    seed: int = 1,
    where: Where = HERE,
    progress: Callable[[str, int, int], None] | None = None,
) -> Population:
    """Measure the pay-off table, then everything that follows from it.

    `precision` is half of each mean's interval, in the game's own measure; `size` and `intensity`
    are those of the Moran process; `repeats` evolutions by culling have `period` games a period.
    """

    def say(what: str) -> Callable[[int, int], None] | None:
        return None if progress is None else lambda done, of: progress(what, done, of)

    heard = say("line-ups")
    table = measure(
        game,
        agents,
        precision=precision,
        seed=seed,
        where=where,
        progress=None if heard is None else lambda done, of, _games: heard(done, of),
    )
    k = len(agents)
    rng = np.random.Generator(np.random.PCG64(mix(seed)))
    # Everybody starts alike: the rest of a division goes to the first strategies.
    start = [size // k + (i < size % k) for i in range(k)]
    return Population(
        table=table,
        invasions=tuple(invasions(table)),
        stable=stable(table),
        even_end=tuple(float(x) for x in replicate(table, [1.0] * k).end),
        ends=tuple(attractors(table, STARTS, rng)),
        fixation=tuple(
            tuple(
                math.nan if r == m else fixation(table, r, m, size=size, intensity=intensity)
                for m in range(k)
            )
            for r in range(k)
        ),
        takeovers=moran(table, start, repeats=RUNS, intensity=intensity, rng=rng),
        histories=_histories(game, agents, repeats, period, seed, say("evolutions")),
        size=size,
        intensity=intensity,
    )


def _histories(
    game: Game,
    agents: Sequence[Agent],
    repeats: int,
    period: int,
    seed: int,
    progress: Callable[[int, int], None] | None,
) -> Histories | None:
    """From one player of each kind, the list repeated in turn; None where not all find a seat."""
    if len(agents) > game.seats or repeats < 1:
        return None
    start = [i % len(agents) for i in range(game.seats)]
    return evolutions(
        game, agents, start, games=period, repeats=repeats, seed=seed, progress=progress
    )


__all__ = ["Population", "population"]
