"""Two agents at one table: what each deal says about which of them is better.

An observation is a group of games on one deal: the lead of the first agent over the second in mean
pay-off a seat, as a whole number. Where a game states no bounds of its pay-offs, wins count. Where
pay-offs say no more than who won, what is told, and the margin, are shares of wins.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from outwit.compare.rules import Ints
from outwit.core.errors import UsageError
from outwit.core.running import RunningMean, coin_sequence
from outwit.play.loop import PAYOFF, WINS, win_share
from outwit.play.sitting import Sitting, agent_name


@dataclass(frozen=True)
class Duel:
    """The places of two agents in a line-up."""

    sitting: Sitting
    first: tuple[int, ...]
    second: tuple[int, ...]

    @classmethod
    def between(cls, sitting: Sitting, *, filled: bool) -> Duel:
        """The first two of a line-up, who sit in turn, or once each where others fill the rest."""
        if sitting.agents[0] == sitting.agents[1]:
            raise UsageError(
                f"{agent_name(sitting.agents[0])} cannot race against itself: name two agents "
                "that differ."
            )
        seats = range(2 if filled else sitting.game.seats)
        return cls(sitting, tuple(seats[::2]), tuple(seats[1::2]))

    @property
    def score(self) -> int:
        """What leads are counted in: PAYOFF, or WINS where the pay-offs have no bounds."""
        return WINS if self.sitting.game.span is None else PAYOFF

    @property
    def told(self) -> int:
        """What means are told in: WINS also where one wins what the other loses."""
        game = self.sitting.game
        won_or_lost = game.seats == 2 and game.span == (-1, 1) and game.total == 0
        return WINS if won_or_lost else self.score

    def bounds(self, score: int) -> tuple[int, int]:
        """The least and the most one seat gets in one game, in units of a score."""
        game = self.sitting.game
        return (0, win_share(game.seats)) if score == WINS or game.span is None else game.span

    def unit(self, score: int) -> float:
        """One unit of a score in the game's own measure, or in games won."""
        game = self.sitting.game
        return 1.0 / win_share(game.seats) if score == WINS else game.unit

    @cached_property
    def _leads(self) -> tuple[int, int]:
        """The most that one group's lead can be, and the step between leads, in units."""
        game, n, m = self.sitting.game, len(self.first), len(self.second)
        low, high = self.bounds(self.score)
        group = self.sitting.group
        total = game.total if self.score == PAYOFF else None
        if total is None or n + m < game.seats:
            return group * n * m * (high - low), 1
        # All pay-offs of a game add up to the same: the lead follows from what the first gets.
        least, most = max(n * low, total - m * high), min(n * high, total - m * low)
        leads = [(n + m) * got - n * total for got in (least, most)]
        step = math.gcd(n + m, leads[0]) if group == 1 else 1
        return group * max(map(abs, leads)), step

    @property
    def step(self) -> int:
        return self._leads[1]

    @property
    def most(self) -> int:
        """The most an observation can be, in steps."""
        return max(self._leads[0] // self.step, 1)

    @property
    def coin(self) -> bool:
        """Whether every observation is won or lost, never even."""
        total = self.sitting.game.total
        odd = total is not None and total % 2 == 1
        return self.sitting.group == 1 and self.most == 1 and odd

    def scaled_margin(self, margin: float) -> float:
        """A margin in what means are told in, on the scale of scores, where 1/2 is even.

        The margin is half the difference of the two means: in a game of wins, so much above 1/2.
        """
        # One is lost for each that is won: a lead of two units of pay-off is one game won more.
        unit = self.unit(self.score) if self.told == self.score else 0.5
        most = self.most * self.step * unit
        return margin * self.sitting.group * len(self.first) * len(self.second) / most

    def leads(self, record: Ints) -> Ints:
        """Observations of a block. Shapes: (groups, 2, seats) and (groups,)."""
        scores = record[:, self.score, :]
        lead = len(self.second) * scores[:, list(self.first)].sum(axis=1)
        lead = lead - len(self.first) * scores[:, list(self.second)].sum(axis=1)
        return np.asarray(lead // self.step, np.int64)


@dataclass
class Standing:
    """What one agent of a duel has won so far, with an interval that stays true."""

    duel: Duel
    places: Sequence[int]
    wins: int = 0
    ties: bool = False
    running: RunningMean = field(init=False)

    def __post_init__(self) -> None:
        low, high = (x * self.per_group for x in self.duel.bounds(self.duel.told))
        self.running = RunningMean(low, high)

    @property
    def per_group(self) -> int:
        return self.duel.sitting.group * len(self.places)

    def add(self, record: Ints, places: Sequence[int] | None = None) -> None:
        """More groups, in order; `places` where it sits elsewhere. Shape: (groups, 2, seats)."""
        at = list(self.places if places is None else places)
        won = record[:, WINS, :][:, at]
        self.wins += int(won.sum())
        self.ties = self.ties or bool((won % win_share(self.duel.sitting.game.seats)).any())
        self.running.add(record[:, self.duel.told, :][:, at].sum(axis=1))

    @property
    def won(self) -> float:
        """Games won; of a tie shared, the share."""
        return self.wins / win_share(self.duel.sitting.game.seats)

    @property
    def mean(self) -> float:
        """A game and seat, in the game's own measure, or in games won (`Duel.told`)."""
        return self.running.mean / self.per_group * self.duel.unit(self.duel.told)

    def interval(self) -> tuple[float, float]:
        """A 95 % confidence sequence's interval of the mean: true whenever one stops."""
        running, scale = self.running, self.duel.unit(self.duel.told) / self.per_group
        if running.most - running.least == 1:
            low, high = coin_sequence(running.total - running.n * running.least, running.n)
            return (running.least + low) * scale, (running.least + high) * scale
        low, high = running.interval()
        return low * scale, high * scale


__all__ = ["Duel", "Standing"]
