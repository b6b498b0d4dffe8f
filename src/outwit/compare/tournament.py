"""Tournaments: every line-up of some agents, who wins where, and who beats whom.

A line-up is a choice of agents for the seats without regard to order: the seat orders are balanced
within each. With as many agents as seats or more, every agent sits at most once in a line-up;
with fewer, agents are repeated. All line-ups are played, or a sample in which every agent sits
about equally often. Each line-up plays equally many games on the same deals.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations, combinations_with_replacement
from typing import Any

import numpy as np

import outwit
from outwit.compare.ratings import Rating, Table, ratings
from outwit.core.agent import Agent
from outwit.core.errors import UsageError
from outwit.core.game import Game
from outwit.core.interval import mean_interval
from outwit.play.loop import PAYOFF, WINS, win_share
from outwit.play.sitting import Deals, Order, Sitting, agent_name
from outwit.play.tally import Tally
from outwit.play.where import HERE, Where, blocks
from outwit.play.worker import game_name

GAMES = 96_000
"""Games of all line-ups together unless asked otherwise."""
MOST = 5_000
"""Line-ups that are all played; beyond, a sample has to be asked for."""
ERROR = 0.05


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One agent of a tournament, in one seat (from 1) or in all (None)."""

    name: str
    seat: int | None
    games: int
    wins: float
    mean: float
    low: float
    high: float


@dataclass(frozen=True, kw_only=True)
class Meeting:
    """Two agents at one table: how much better `one` did than `other`, a game and seat.

    `told`: whether their interval lies on one side of zero after Holm's correction over all pairs.
    """

    one: str
    other: str
    games: int
    mean: float
    low: float
    high: float
    told: bool


@dataclass(frozen=True, kw_only=True)
class TournamentResult:
    """All line-ups: per agent and seat, pair by pair, ratings."""

    game: str
    title: str
    agents: tuple[str, ...]
    line_ups: int
    of: int
    games: int
    seed: int
    order: str
    deals: str
    version: str
    entries: tuple[Entry, ...]
    meetings: tuple[Meeting, ...]
    ratings: tuple[Rating, ...]
    error: float = ERROR

    @property
    def overall(self) -> tuple[Entry, ...]:
        """All seats together, the best first."""
        return tuple(sorted((e for e in self.entries if e.seat is None), key=lambda e: -e.mean))

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


def line_ups(count: int, seats: int, sample: int | None, seed: int) -> tuple[list[Any], int]:
    """Which agents sit together, as sorted tuples of their numbers; and how many there would be."""
    choose = combinations if count >= seats else combinations_with_replacement
    of = math.comb(count, seats) if count >= seats else math.comb(count + seats - 1, seats)
    if sample is None:
        if of > MOST:
            raise UsageError(
                f"{count} agents at {seats} seats make {of:,} line-ups: ask for a sample, as in "
                f"--sample 500."
            )
        found = list(choose(range(count), seats))
        # A table of equal agents tells nothing of who is better.
        return [line for line in found if len(set(line)) > 1], of
    return _balanced_sample(count, seats, min(sample, of), seed), of


def _balanced_sample(count: int, seats: int, sample: int, seed: int) -> list[Any]:
    """Line-ups drawn so that every agent has sat equally often, give or take one.

    Each takes those who sat least so far, ties broken by lot.
    """
    if count < seats:
        raise UsageError("A sample of line-ups needs at least as many agents as seats.")
    rng = np.random.default_rng(seed)
    sat = np.zeros(count, np.int64)
    found: dict[tuple[int, ...], None] = {}
    tries = 0
    while len(found) < sample and tries < 50 * sample + 1000:
        tries += 1
        order = np.lexsort((rng.random(count), sat))
        line = tuple(sorted(int(i) for i in order[:seats]))
        if line in found:
            # The same table again: let chance choose one, so that the draw goes on.
            line = tuple(sorted(int(i) for i in rng.permutation(count)[:seats]))
            if line in found:
                continue
        found[line] = None
        sat[list(line)] += 1
    return list(found)


@dataclass(frozen=True)
class Part:
    """One line-up's share of a mean: so many groups, their sum and squares; `per` in each group."""

    per: float
    groups: int
    total: int
    squares: int


class Sums:
    """What agents scored, line-up by line-up."""

    def __init__(self, game: Game, agents: Sequence[Agent]):
        self.game, self.agents = game, agents
        n, seats = len(agents), game.seats
        self.games = np.zeros((n, seats), object)
        self.wins = np.zeros((n, seats), object)
        self.parts: dict[tuple[int, int | None], list[Part]] = {}
        self.pairs: dict[tuple[int, int], list[Part]] = {}
        self.met: dict[tuple[int, int], int] = {}
        self.tables: list[Table] = []

    def add(self, line: Sequence[int], tally: Tally) -> None:
        """One line-up's sums. An agent with several places counts with all of them."""
        self._add_agents(line, tally)
        for one, other in combinations(sorted(set(line)), 2):
            counts = line.count(one), line.count(other)
            weights = [counts[1] if x == one else -counts[0] if x == other else 0 for x in line]
            total, squares = tally.contrast(weights)
            per = counts[0] * counts[1] * tally.sitting.group
            self.pairs.setdefault((one, other), []).append(Part(per, tally.groups, total, squares))
            self.met[one, other] = self.met.get((one, other), 0) + tally.games

    def _add_agents(self, line: Sequence[int], tally: Tally) -> None:
        share = win_share(self.game.seats)
        wins, seated = np.zeros(len(self.agents)), np.zeros(len(self.agents))
        for place, agent in enumerate(line):
            self.games[agent] += tally.raw("games")[place]
            self.wins[agent] += tally.raw("sum")[WINS, place]
            wins[agent] += int(sum(tally.raw("sum")[WINS, place])) / share
            seated[agent] += 1.0
            for seat in (None, *range(self.game.seats)):
                s = tally.of(PAYOFF, place, seat)
                if s.games:
                    part = Part(s.per_group, s.groups, s.total, s.squares)
                    self.parts.setdefault((agent, seat), []).append(part)
        if wins.sum() > 0:
            self.tables.append(Table(seated, wins))


def tournament(
    game: Game,
    agents: Sequence[Agent],
    *,
    games: int = GAMES,
    sample: int | None = None,
    seed: int = 1,
    order: Order = "balanced",
    deals: Deals = "shared",
    where: Where = HERE,
    progress: Callable[[int, int], None] | None = None,
) -> TournamentResult:
    """Every line-up of the agents, or a balanced sample; `games` in all, shared evenly."""
    names = [agent_name(agent) for agent in agents]
    if len(set(names)) < max(len(names), 2) or len(set(agents)) < len(agents):
        raise UsageError("A tournament needs at least two agents, each named once.")
    lines, of = line_ups(len(agents), game.seats, sample, seed)
    each = max(1, games // len(lines))
    sums, played = Sums(game, agents), 0
    for line in lines:
        sitting = Sitting(game, tuple(agents[i] for i in line), seed, order, deals)
        tally = Tally(sitting)
        part = "table." + "-".join(str(i + 1) for i in line)
        for block in blocks(sitting, where, part=part, games=each):
            tally.add(block)
            if progress is not None:
                progress(played + tally.games, each * len(lines))
        played += tally.games
        sums.add(line, tally)
    return TournamentResult(
        game=game_name(game),
        title=game.title or game_name(game),
        agents=tuple(names),
        line_ups=len(lines),
        of=of,
        games=played,
        seed=seed,
        order=order,
        deals=deals,
        version=outwit.__version__,
        entries=tuple(_entries(sums, names)),
        meetings=tuple(meetings(sums, names)),
        ratings=ratings(names, sums.tables) if sums.tables else (),
    )


def _entries(sums: Sums, names: Sequence[str]) -> list[Entry]:
    out = []
    share = win_share(sums.game.seats)
    for i, name in enumerate(names):
        for seat in (None, *range(sums.game.seats)):
            parts = sums.parts.get((i, seat))
            if not parts:
                continue
            at = slice(None) if seat is None else slice(seat, seat + 1)
            mean, low, high = pooled(parts, sums.game)
            out.append(
                Entry(
                    name=name,
                    seat=None if seat is None else seat + 1,
                    games=int(sum(sums.games[i, at])),
                    wins=int(sum(sums.wins[i, at])) / share,
                    mean=mean,
                    low=low,
                    high=high,
                )
            )
    return out


def pooled(parts: Sequence[Part], game: Game, level: float = 0.95) -> tuple[float, float, float]:
    """The mean over line-ups that count equally, with its interval.

    Line-ups share deals, so their errors hang together in ways that are not summed: the interval
    adds their half-widths, which holds however they do.
    """
    means, halves = [], []
    for part in parts:
        low, high = mean_interval(
            part.total, part.squares, part.groups, unit=game.unit / part.per, level=level
        )
        means.append(part.total / (part.groups * part.per) * game.unit)
        halves.append(0.5 * (high - low))
    mean, half = sum(means) / len(means), sum(halves) / len(halves)
    return mean, mean - half, mean + half


def meetings(sums: Sums, names: Sequence[str], error: float = ERROR) -> list[Meeting]:
    """All pairs that met, the clearest first, corrected by Holm over the pairs."""
    found = []
    for (one, other), parts in sums.pairs.items():
        mean, low, high = pooled(parts, sums.game)
        clear = abs(mean) / (high - low) if high > low else math.inf * abs(mean)
        found.append((clear if mean else 0.0, one, other, mean))
    found.sort(key=lambda row: -row[0])
    out, told = [], True
    for rank, (_, one, other, mean) in enumerate(found):
        level = 1.0 - error / (len(found) - rank)
        _, low, high = pooled(sums.pairs[one, other], sums.game, level)
        told = told and (low > 0.0 or high < 0.0)
        better, worse = (one, other) if mean >= 0 else (other, one)
        low, high = (low, high) if mean >= 0 else (-high, -low)
        out.append(
            Meeting(
                one=names[better],
                other=names[worse],
                games=sums.met[one, other],
                mean=abs(mean),
                low=low,
                high=high,
                told=told,
            )
        )
    return out


__all__ = ["Entry", "Meeting", "TournamentResult", "line_ups", "meetings", "tournament"]
