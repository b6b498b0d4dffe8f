"""The best of several: every pair races, whoever loses a race is out.

All pairs of those still in play equally many games in turn. With k candidates each pair may err
with 1 / (k - 1) of the error: whoever beats every other by more than the margin is named, unless
one of its own k - 1 races errs, so with a chance of at least 1 - error. No order among the others
is assumed, and none is told.

Successive elimination: Even-Dar, Mannor and Mansour, J. Mach. Learn. Res. 7 (2006).
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from outwit.compare.duel import Duel, Standing
from outwit.compare.race import Progress, Watching, in_wins, most_groups, rule_for, told
from outwit.compare.result import Interrupted, RaceResult, Sofar
from outwit.compare.rules import Ints, Side, Stop
from outwit.core.agent import Agent
from outwit.core.errors import UsageError
from outwit.core.game import Game
from outwit.play.sitting import Deals, Order, Sitting, agent_name, line_up
from outwit.play.where import Where, blocks

ROUND = 64
"""Groups that each pair plays in the first round."""
GROWTH = 1.1
"""Rounds grow: deciding costs little, and who is out stops playing soon."""
MOST = 50


@dataclass
class Pair:
    """One race of two candidates, played piece by piece."""

    one: int
    other: int
    duel: Duel
    watching: Watching
    records: Iterator[Ints]
    rest: Ints
    stop: Stop | None = None
    groups: int = 0

    def advance(self, groups: int) -> Ints:
        """Play so many groups, fewer if the race ends; those that were looked at."""
        pieces, wanted = [], groups
        while wanted and self.stop is None:
            if not len(self.rest):
                self.rest = next(self.records)
            piece = self.rest[:wanted]
            used, self.stop = self.watching.feed(self.duel.leads(piece))
            pieces.append(piece[:used])
            self.rest = self.rest[used:]
            wanted -= used
        played = np.concatenate(pieces)
        self.groups += len(played)
        return played


class Field:
    """The candidates: who is in, who is out, and by whom."""

    def __init__(self, pairs: Sequence[Pair], agents: Sequence[Agent]):
        self.pairs, self.agents = list(pairs), list(agents)
        self.alive = set(range(len(agents)))
        self.out: list[tuple[str, str, int]] = []
        duel = pairs[0].duel
        self.standings = [Standing(duel, duel.first) for _ in agents]

    def open(self) -> list[Pair]:
        """Races not decided among those still in."""
        return [p for p in self.pairs if p.stop is None and {p.one, p.other} <= self.alive]

    def round(self, groups: int) -> None:
        """Every open race goes on; whoever loses one is out at once."""
        for pair in self.open():
            if not {pair.one, pair.other} <= self.alive:
                continue
            record = pair.advance(groups)
            self.standings[pair.one].add(record, pair.duel.first)
            self.standings[pair.other].add(record, pair.duel.second)
            if pair.stop is not None and pair.stop.winner is not Side.NOBODY:
                won = pair.stop.winner is Side.FIRST
                winner, loser = (pair.one, pair.other) if won else (pair.other, pair.one)
                self.alive.discard(loser)
                names = agent_name(self.agents[loser]), agent_name(self.agents[winner])
                self.out.append((*names, pair.groups * pair.duel.sitting.group))

    @property
    def groups(self) -> int:
        return sum(pair.groups for pair in self.pairs)

    def left(self) -> int | None:
        """About how many games are to come: open races end, at the latest, when the leader's do."""
        open_ = {(p.one, p.other): p.watching.left() for p in self.open()}
        until = {
            one + other - self.leader: left
            for (one, other), left in open_.items()
            if self.leader in (one, other)
        }
        games = 0
        for (one, other), left in open_.items():
            ends = [x for x in (left, until.get(one), until.get(other)) if x is not None]
            if not ends:
                return None
            games += min(ends)
        return games * self.pairs[0].duel.sitting.group

    @property
    def leader(self) -> int:
        """Whoever of those still in has the best mean."""
        return max(sorted(self.alive), key=lambda i: self.standings[i].mean)


def race_many(
    game: Game,
    agents: Sequence[Agent],
    *,
    margin: float,
    error: float,
    method: str,
    max_games: int | None,
    seed: int,
    order: Order,
    deals: Deals,
    others: Agent | None,
    where: Where,
    progress: Progress | None,
) -> RaceResult:
    """The best of three or more candidates. `max_games` counts the games of all pairs."""
    started = time.perf_counter()
    if len(agents) > MOST:
        raise UsageError(f"A race has at most {MOST} candidates, not {len(agents)}.")
    if others is None and game.seats % 2:
        raise UsageError(
            f"Two candidates cannot share {game.seats} seats evenly: say with --others who fills "
            "the rest."
        )
    each = error / (len(agents) - 1)
    with ExitStack() as stack:
        pairs = []
        for one, other in combinations(range(len(agents)), 2):
            seated = line_up((agents[one], agents[other]), game.seats, others)
            table = Sitting(game, seated, seed, order, deals)
            duel = Duel.between(table, filled=others is not None)
            watching = Watching(rule_for(duel, method, margin, each), duel.most)
            records = _records(duel, where, f"race.{one + 1}-{other + 1}")
            stack.enter_context(closing(records))
            nothing = np.zeros((0, 2, game.seats), np.int64)
            pairs.append(Pair(one, other, duel, watching, records, nothing))
        field = Field(pairs, agents)
        most = most_groups(pairs[0].duel, method, margin, error, max_games)
        if max_games is None and most < 1 << 50:
            most *= len(pairs)

        def result(stopped: bool) -> RaceResult:
            found = _result(field, method, margin, error, stopped=stopped)
            return replace(found, seconds=time.perf_counter() - started)

        size = float(ROUND)
        try:
            while field.open():
                # A round that would go beyond the cap is cut to what is left, shared evenly.
                left = (most - field.groups) // len(field.open())
                if left < 1:
                    return result(stopped=False)
                field.round(min(int(size), left))
                size *= GROWTH
                if progress is not None:
                    progress(_sofar(field))
        except KeyboardInterrupt:
            raise Interrupted(result(stopped=False) if field.groups else None) from None
        return result(stopped=True)


def _records(duel: Duel, where: Where, part: str) -> Generator[Ints, None, None]:
    for played in blocks(duel.sitting, where, part=part, record=True):
        yield played.record


def _result(field: Field, method: str, margin: float, error: float, *, stopped: bool) -> RaceResult:
    leader = field.leader
    named = stopped and len(field.alive) == 1
    names = tuple(agent_name(agent) for agent in field.agents)
    promise = (
        "If one beats every other by more than the margin, it is named in at least"
        f" {100 * (1 - error):g} of 100 races."
        if method == "margin"
        else f"Whoever is better than every other is out in at most {100 * error:g} of 100 races."
    )
    found = told(
        field.standings[leader], names, names[leader], method=method, promise=promise,
        margin=margin, error=error, named=named, stopped=stopped,
    )  # fmt: skip
    left = tuple(names[i] for i in sorted(field.alive))
    group = field.pairs[0].duel.sitting.group
    return replace(found, out=tuple(field.out), left=left, all_games=field.groups * group)


def _sofar(field: Field) -> Sofar:
    standing = field.standings[field.leader]
    low, high = standing.interval()
    return Sofar(
        games=field.groups * field.pairs[0].duel.sitting.group,
        leader=agent_name(field.agents[field.leader]),
        mean=standing.mean,
        low=low,
        high=high,
        in_wins=in_wins(standing),
        left=field.left(),
        alive=len(field.alive),
    )


__all__ = ["race_many"]
