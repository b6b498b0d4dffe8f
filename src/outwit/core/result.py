"""What a match leaves behind: frozen figures, each with its interval and the way back to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Row:
    """One agent of the line-up, in one seat or in all.

    agent   its place in the line-up, from 1: equal agents stay apart
    seat    from 1; None for all seats together
    wins    a number of games; of a tie shared, the share
    mean    pay-off a game, in the game's own measure, with its 95 % interval low to high
    sd      deviation of the pay-off of single games
    share   games won of all, with its 95 % interval
    exact   the mean as a fraction, where it was computed and not measured
    """

    agent: int
    name: str
    seat: int | None
    games: int | None
    wins: float | None
    mean: float
    sd: float
    low: float
    high: float
    share: float
    share_low: float
    share_high: float
    exact: str | None = None


@dataclass(frozen=True, kw_only=True)
class Pairing:
    """What shared deals and seat orders brought.

    variance_ratio says how many times the variance would be larger for as many separate games;
    None where it is infinite, because the groups came out even every time.
    """

    groups: int | None
    variance_ratio: float | None


@dataclass(frozen=True, kw_only=True)
class Difference:
    """Whether one agent of the line-up does better than another.

    `better` and `worse` are names; where the two are too close to tell (`told` is false) `better`
    only has the larger mean. `low` to `high` is the interval of the difference at the level which
    its rank among all pairs asks for (Holm), so all statements together err at most as stated.
    """

    better: str
    worse: str
    mean: float
    low: float
    high: float
    told: bool


@dataclass(frozen=True, kw_only=True)
class MatchResult:
    """A match: options, line-up, counts, means and intervals. See `Row`."""

    game: str
    title: str
    options: dict[str, Any]
    agents: tuple[str, ...]
    games: int | None
    seed: int | None
    order: str
    deals: str
    version: str
    undecided: float
    rows: tuple[Row, ...]
    pairing: Pairing
    differences: tuple[Difference, ...]
    error: float
    seconds: float

    @property
    def overall(self) -> tuple[Row, ...]:
        """The rows of all seats together, in the order of the line-up."""
        return tuple(row for row in self.rows if row.seat is None)

    def of(self, agent: int, seat: int | None = None) -> Row:
        """The row of the agent at a place of the line-up, from 1."""
        return next(row for row in self.rows if row.agent == agent and row.seat == seat)

    def as_json(self) -> dict[str, Any]:
        """Plain values: the same facts for programs."""
        keys = "game options agents games seed order deals version undecided"
        told = {key: getattr(self, key) for key in keys.split()}
        return told | {
            "agents": list(self.agents),
            "rows": [_plain(row, _ROW) for row in self.rows],
            "pairing": asdict(self.pairing),
        }

    def __str__(self) -> str:
        from outwit.core.telling import match_text

        return match_text(self)


_ROW = ["agent", "name", "seat", "games", "wins", "mean", "sd", "low", "high", "exact"]


def _plain(row: Row, keys: Sequence[str]) -> dict[str, Any]:
    return {key: getattr(row, key) for key in keys}
