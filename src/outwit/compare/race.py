"""A race: games until it is known which of two agents is better.

One driver for all rules. It hands observations to the rule's watch at the looks the watch asks for,
in the order of the games, so threads and blocks change no bit.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np

import outwit
from outwit.compare.anytime import Anytime
from outwit.compare.duel import Duel, Standing
from outwit.compare.interval_race import interval_race
from outwit.compare.methods import coin_rule, score_rule
from outwit.compare.result import Interrupted, RaceResult, Sofar
from outwit.compare.rules import Ints, Rule, Seen, Side, Stop
from outwit.core.agent import Agent
from outwit.core.errors import UsageError
from outwit.core.game import Game
from outwit.play.sitting import Deals, Order, Sitting, agent_name, line_up
from outwit.play.where import HERE, Where, blocks
from outwit.play.worker import game_name

Progress = Callable[[Sofar], None]
NOTHING: Ints = np.zeros(0, np.int64)


class Watching:
    """A rule's watch fed with observations as they come."""

    def __init__(self, rule: Rule, most: int):
        self.watch, self.most = rule.watch(), most
        self.next = rule.first_look()
        self.n = self.total = self.squares = 0
        self._waiting: list[Ints] = []
        self._held = 0

    def feed(self, leads: Ints) -> tuple[int, Stop | None]:
        """How many of these were looked at or wait, and the end if there is one."""
        used = 0
        while used < len(leads):
            piece = leads[used : used + self.next - self.n - self._held]
            used += len(piece)
            self._waiting.append(piece)
            self._held += len(piece)
            if self.n + self._held == self.next:
                answer = self.watch.look(self._take())
                if isinstance(answer, Stop):
                    return used, answer
                self.next = answer
        return used, None

    def _take(self) -> Seen:
        fresh = self._waiting[0] if len(self._waiting) == 1 else np.concatenate(self._waiting)
        fresh = np.ascontiguousarray(fresh)
        self._waiting, self._held = [], 0
        self.n += len(fresh)
        self.total += int(fresh.sum())
        self.squares += int((fresh * fresh).sum())
        return self.seen(fresh)

    def seen(self, fresh: Ints = NOTHING) -> Seen:
        """What was looked at so far."""
        return Seen(self.n, self.total, self.squares, self.most, fresh)

    def left(self) -> int | None:
        """About how many observations are to come."""
        return None if self.n == 0 else self.watch.left(self.seen())


def rule_for(duel: Duel, method: str, margin: float, error: float) -> Rule:
    """The rule of a method for what this duel's observations can be."""
    if duel.coin:
        return coin_rule(method, margin=margin, error=error)
    return score_rule(method, margin=duel.scaled_margin(margin), error=error)


def most_groups(duel: Duel, method: str, margin: float, error: float, games: int | None) -> int:
    """How many groups may be played: those of `games`, else ILEBR* 2's for `anytime`, else all."""
    if games is None and method == "anytime":
        games = Anytime(margin, error).at_most
    if games is None:
        return _ENDLESS
    if games < duel.sitting.group:
        raise UsageError(
            f"A race needs at least one group of {duel.sitting.group} games; max_games is {games}."
        )
    return games // duel.sitting.group


_ENDLESS = 1 << 60


def race(
    game: Game,
    first: Agent,
    second: Agent,
    *more: Agent,
    margin: float = 0.01,
    error: float = 0.05,
    method: str = "margin",
    max_games: int | None = None,
    seed: int = 1,
    order: Order = "balanced",
    deals: Deals = "shared",
    others: Agent | None = None,
    where: Where = HERE,
    progress: Progress | None = None,
) -> RaceResult:
    """Which of two or more agents is better. Two agents take the seats in turn, or `others` do."""
    if more:
        from outwit.compare.many import race_many

        return race_many(
            game, (first, second, *more), margin=margin, error=error, method=method,
            max_games=max_games, seed=seed, order=order, deals=deals, others=others, where=where,
            progress=progress,
        )  # fmt: skip
    if game.seats < 2:
        raise UsageError("A race needs a game with two seats at least.")
    seated = line_up((first, second), game.seats, others)
    duel = Duel.between(Sitting(game, seated, seed, order, deals), filled=others is not None)
    rule = rule_for(duel, method, margin, error)
    most = most_groups(duel, method, margin, error, max_games)
    return _race(duel, rule, most, margin=margin, error=error, where=where, progress=progress)


def _race(
    duel: Duel,
    rule: Rule,
    most: int,
    *,
    margin: float,
    error: float,
    where: Where,
    progress: Progress | None,
) -> RaceResult:
    started = time.perf_counter()
    watching = Watching(rule, duel.most)
    standings = (Standing(duel, duel.first), Standing(duel, duel.second))
    stop: Stop | None = None

    def result() -> RaceResult:
        side = Side.NOBODY if stop is None else stop.winner
        about = standings[1] if side is Side.SECOND else standings[0]
        names = tuple(agent_name(duel.sitting.agents[s.places[0]]) for s in standings)
        found = told(
            about, names, names[standings.index(about)], method=rule.method, promise=rule.promise,
            margin=margin, error=error, named=side is not Side.NOBODY, stopped=stop is not None,
        )  # fmt: skip
        paper = None
        if stop is not None and rule.method in ("margin", "anytime"):
            paper = _paper_games(watching, standings, margin, error)
        return replace(found, paper_games=paper, seconds=time.perf_counter() - started)

    try:
        for played in blocks(duel.sitting, where, part="race", record=True):
            record = played.record[: most - standings[0].running.n]
            used, stop = watching.feed(duel.leads(record))
            for standing in standings:
                standing.add(record[:used])
            if progress is not None:
                progress(_sofar(duel, watching, standings))
            if stop is not None or standings[0].running.n >= most:
                break
    except KeyboardInterrupt:
        raise Interrupted(result() if standings[0].running.n else None) from None
    return result()


def told(
    about: Standing,
    names: tuple[str, ...],
    name: str,
    *,
    method: str,
    promise: str,
    margin: float,
    error: float,
    named: bool,
    stopped: bool,
) -> RaceResult:
    """The result of a race with the figures of one candidate."""
    sitting = about.duel.sitting
    low, high = about.interval()
    games = about.running.n * sitting.group
    return RaceResult(
        game=game_name(sitting.game),
        title=sitting.game.title or game_name(sitting.game),
        agents=names,
        seed=sitting.seed,
        order=sitting.order,
        deals=sitting.deals,
        version=outwit.__version__,
        winner=name if named else None,
        about=name,
        games=games,
        all_games=games,
        seats=len(about.places),
        of_seats=sitting.game.seats,
        wins=about.won,
        mean=about.mean,
        low=low,
        high=high,
        method=method,
        promise=promise,
        stopped=stopped,
        margin=margin,
        error=error,
        in_wins=in_wins(about),
    )


def in_wins(standing: Standing) -> bool:
    """Whether the mean is a share of wins."""
    games = standing.running.n * standing.per_group
    return games > 0 and abs(standing.mean - standing.won / games) < 1e-12


def _paper_games(
    watching: Watching, standings: tuple[Standing, Standing], margin: float, error: float
) -> float | None:
    """About what ILEBR* 2 would have needed, were the means what they came out to be.

    Where every game is won by one of two, its expected games on such a coin, exactly; else until
    its interval around this mean, with this variance, would have left 1/2 or become narrow.
    """
    from outwit.compare.narrow import between
    from outwit.compare.walk import GAMES

    duel = standings[0].duel
    scaled = duel.scaled_margin(margin)
    if not 0.002 <= scaled < 0.4:
        return None
    paper = interval_race("ilebr-star-2", margin=scaled, error=error)
    games, won = watching.n * duel.sitting.group, [s.won for s in standings]
    if len(duel.sitting.agents) == 2 and sum(won) == games and not standings[0].ties:
        return float(between(paper, won[0] / games, 0.5, 0.5)[0][GAMES])
    seen = watching.seen()
    return float((paper.about(seen.mean, seen.variance) or 0) * duel.sitting.group)


def _sofar(duel: Duel, watching: Watching, standings: tuple[Standing, Standing]) -> Sofar:
    leader = max(standings, key=lambda s: s.mean)
    low, high = leader.interval()
    left = watching.left()
    return Sofar(
        games=leader.running.n * duel.sitting.group,
        leader=agent_name(duel.sitting.agents[leader.places[0]]),
        mean=leader.mean,
        low=low,
        high=high,
        in_wins=in_wins(leader),
        left=None if left is None else left * duel.sitting.group,
    )


__all__ = ["Progress", "Watching", "in_wins", "most_groups", "race", "rule_for", "told"]
