"""A line-up that was played for a claim, and what can be read off its sums."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from outwit.core.options import options_of
from outwit.papers.measured import Frequency, Measured, Sample
from outwit.play.loop import PAYOFF, WINS, win_share
from outwit.play.sitting import Sitting, agent_name
from outwit.play.tally import Tally
from outwit.play.worker import game_name


@dataclass(frozen=True)
class PlayedOut:
    """A match: who played, and the sums of all its games."""

    sitting: Sitting
    tally: Tally

    @property
    def games(self) -> int:
        return self.tally.games

    @cached_property
    def again(self) -> str:
        """The command that plays these games again; '' where an agent has no name to type."""
        if any(agent.__dict__.get("arrays") for agent in self.sitting.agents):
            return ""
        return match_command(self.sitting, self.games)

    def wins(self, place: int, seat: int | None = None) -> Measured:
        """The share of games that a place of the line-up (from 0) won, in one seat or in all."""
        sums = self.tally.of(WINS, place, seat)
        one = win_share(self.sitting.game.seats)
        if sums.groups == sums.games and sums.total % one == 0:
            return Frequency(sums.total // one, sums.games, self.again)
        share = sums.mean / one
        return Sample(
            value=share,
            variance=sums.variance / one**2,
            groups=sums.groups,
            games=sums.games,
            sd=math.sqrt(max(share * (1.0 - share), 0.0)),
            span=(0.0, 1.0),
            again=self.again,
        )

    def mean(self, place: int, seat: int | None = None) -> Sample:
        """The mean pay-off of a place, in one seat or in all; `sd` is that of single games."""
        game, sums = self.sitting.game, self.tally.of(PAYOFF, place, seat)
        span = None if game.span is None else (game.span[0] * game.unit, game.span[1] * game.unit)
        return Sample(
            value=sums.mean * game.unit,
            variance=sums.variance * game.unit**2,
            groups=sums.groups,
            games=sums.games,
            sd=self.tally.deviation(place, seat),
            span=span,
            again=self.again,
        )

    def undecided(self) -> Frequency:
        """The share of games that ended in another way than decided."""
        return Frequency(self.games - self.tally.endings[0], self.games, self.again)

    def shares(self) -> list[float]:
        """Win shares by place, all seats together."""
        return [self.wins(place).value for place in range(self.sitting.game.seats)]


def match_command(sitting: Sitting, games: int) -> str:
    """The command line of a sitting's games."""
    words = ["outwit", "match", game_name(sitting.game)]
    words += [agent_name(agent) for agent in sitting.agents]
    for key, known in options_of(type(sitting.game)).items():
        value = getattr(sitting.game, key)
        if value != known.default:
            words += [f"--{key.replace('_', '-')}", known.text(value)]
    words += ["--order", sitting.order, "--deals", sitting.deals]
    return " ".join([*words, "--games", str(games), "--seed", str(sitting.seed)])
