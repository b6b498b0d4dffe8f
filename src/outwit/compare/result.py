"""What a race leaves behind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class RaceResult:
    """A race: who is better, after how many games.

    winner   a name; None where it is too close to tell (`stopped`) or the games ran out
    about    whose figures wins, mean, low and high are: the winner's, else the first agent's
    games    of `about`, until the answer; all_games of all pairs, where there are several
    seats    how many seats `about` has in each game, of of_seats
    wins     games won by `about`; of a tie shared, the share
    mean     pay-off a game in the game's own measure, or the share of wins where pay-offs say no
             more than who won (`in_wins`); of a race that stopped early
    low, high  95 % interval of the mean, from a confidence sequence: true whenever one stops
    stopped  whether the race ended by its rule: then the mean is one stopped early
    paper_games  about what ILEBR* 2 would have needed at this mean, where that is known
    out      of several candidates: who is out, beaten by whom, after how many games of the two
    left     of several candidates: who is not out
    """

    game: str
    title: str
    agents: tuple[str, ...]
    seed: int
    order: str
    deals: str
    version: str
    winner: str | None
    about: str
    games: int
    wins: float
    mean: float
    low: float
    high: float
    method: str
    promise: str
    stopped: bool
    margin: float
    error: float
    in_wins: bool
    all_games: int
    seats: int = 1
    of_seats: int = 2
    paper_games: float | None = None
    out: tuple[tuple[str, str, int], ...] = ()
    left: tuple[str, ...] = ()
    seconds: float = 0.0

    def as_json(self) -> dict[str, Any]:
        """Plain values: the same facts for programs."""
        keys = "winner games wins mean low high method promise stopped margin error"
        return {key: getattr(self, key) for key in keys.split()}

    def __str__(self) -> str:
        from outwit.compare.words import race_text

        return race_text(self)


@dataclass(frozen=True, kw_only=True)
class Sofar:
    """Where a race stands, for whoever watches."""

    games: int
    leader: str
    mean: float
    low: float
    high: float
    in_wins: bool
    left: int | None
    alive: int = 2


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, with the answer so far; None before the first block."""

    def __init__(self, result: RaceResult | None):
        super().__init__()
        self.result = result


__all__ = ["Interrupted", "RaceResult", "Sofar"]
