"""Players of simplified hold'em.

Paper `poker`, section 2.2 and table 1b. Its Random agent is `random`, which plays every game.
"""

from __future__ import annotations

from dataclasses import dataclass

from outwit.core.agent import Agent
from outwit.core.options import option
from outwit.core.records import Me, Own, Rng, Table
from outwit.games.holdem import CALL, FOLD, NO_CARD, RAISE, Holdem

JACK, QUEEN, KING = 1, 2, 3


@dataclass(frozen=True)
class Threshold(Agent):
    """Plays by its cards alone, as table 1b lists: strong ones raise, middling ones call.

    Strong (raises or bets where it may, else calls): an ace or a king before the board is turned,
    a pair or better after it. Middling (checks, else calls): a queen or a jack before; an ace, king
    or queen without a pair after. Weak (checks, else folds): a ten before; a jack or a ten without
    a pair after. "Bet" in the table means calling too where a bet has been made (table 1a).

    The table does not say whose pair it is. `board_pair`: a pair that lies wholly on the board is
    `ignored` (default: the printed 0.3093 against Random comes out with it) or `counts`, so
    that every hand raises.
    """

    name = "threshold"
    source = "poker, table 1b"

    game: Holdem
    board_pair: str = option(
        "ignored", "a pair that lies wholly on the board", choices=("ignored", "counts")
    )

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        may_raise = self.game.allowed(table, own, seat, RAISE)
        may_fold = self.game.allowed(table, own, seat, FOLD)
        return self.answer(table.public[0], table.public[1], own.card, may_raise, may_fold)

    def answer(self, low: int, high: int, card: int, may_raise: bool, may_fold: bool) -> int:
        """The move of a hand card on a board, NO_CARD twice before it is turned."""
        if self.strong(low, high, card):
            return RAISE if may_raise else CALL
        weak_from = QUEEN if low != NO_CARD else JACK
        return FOLD if card < weak_from and may_fold else CALL

    def strong(self, low: int, high: int, card: int) -> bool:
        """Whether table 1b lets this hand raise."""
        if low == NO_CARD:
            return card >= KING
        if low == high and self.board_pair == "counts":
            return True
        return card in (low, high)
