"""States of the paper as it writes them (table 2), and the moves of table 1a."""

from __future__ import annotations

from typing import NamedTuple

from outwit.games.holdem import CALL, CARD_NAMES, FOLD, RAISE, RANKS

FIRST, SECOND = 0, 1
ALL = tuple(range(RANKS))
BOARDS = [(low, high) for high in range(RANKS) for low in range(high + 1)]
CLOSED: tuple[int, ...] = ()
LEGAL = {
    (FIRST, 0): (RAISE, CALL),
    (FIRST, 1): (CALL, FOLD),
    (SECOND, 0): (CALL, RAISE),
    (SECOND, 1): (CALL, FOLD, RAISE),
}
"""Moves by position and chips behind, in the order of table 1a."""


class Spot(NamedTuple):
    """A state of table 2.

    paid   tokens placed beyond the ante
    board  the public ranks, the lower first; nothing before they are turned
    held   the ranks that the other seat may hold
    """

    seat: int
    paid: int
    behind: int
    card: int
    board: tuple[int, ...]
    held: tuple[int, ...]

    @property
    def text(self) -> str:
        """As the paper writes it: 'second_0.5_0_T_AK_JQT'."""
        words = (
            ("first", "second")[self.seat],
            f"{self.paid + 0.5}",
            str(self.behind),
            CARD_NAMES[self.card],
            letters(self.board) or "none",
            letters(self.held),
        )
        return "_".join(words)


class Step(NamedTuple):
    """What a move leads to: how probably, where (None: the game ends), and the pay-off there."""

    chance: float
    to: Spot | None
    pays: float


def letters(ranks: tuple[int, ...]) -> str:
    """Ranks in the order of their letters."""
    return "".join(sorted(CARD_NAMES[rank] for rank in ranks))


__all__ = [
    "ALL",
    "BOARDS",
    "CLOSED",
    "FIRST",
    "LEGAL",
    "SECOND",
    "Spot",
    "Step",
    "letters",
]
