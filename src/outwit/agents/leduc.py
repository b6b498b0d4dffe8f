"""Players of Leduc poker."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from outwit.core.agent import Agent
from outwit.core.options import option
from outwit.core.records import Fields, Me, Menu, Own, Table
from outwit.games.leduc import CALL, FOLD, NO_CARD, RAISE, Leduc

JACK, QUEEN, KING = 0, 1, 2


@dataclass(frozen=True)
class Threshold(Agent):
    """Raises at or above one strength, calls at or above another, else checks or folds.

    Strength is the rank (0 jack, 1 queen, 2 king), and 3 for a pair with the public card.
    """

    name = "threshold"

    game: Leduc
    raise_at: int = option(2, "raises with this strength or more", low=0, high=4)
    call_at: int = option(1, "calls with this strength or more", low=0, high=4)

    def me(self) -> Fields:
        return [("raise_at", np.int64), ("call_at", np.int64)]

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: object) -> int:
        strength = self.game.strength(own.card, table.public)
        behind = table.paid[seat] < table.paid[1 - seat]
        if strength >= me.raise_at and table.raises < 2:
            return RAISE
        if behind and strength < me.call_at:
            return FOLD
        return CALL


@dataclass(frozen=True)
class Steady(Agent):
    """Bets by strength with a few bluffs, and calls often enough that bluffing it does not pay.

    Before the public card: a king raises mostly, a queen calls, a jack bluffs now and then. After
    it: a pair raises, a king calls, a lone jack folds to a bet more often than not.

    A best response wins 0.6144 chips a game of it, as a mean over both seats (of random play
    2.3736, of an equilibrium nothing): its exploitability.
    """

    name = "steady"

    game: Leduc

    def policy(self, me: Me, table: Table, own: Own, seat: int, menu: Menu) -> int:
        n = self.game.legal(table, own, seat, menu)
        behind = table.paid[seat] < table.paid[1 - seat]
        fold, raises = self.weights(table, self.game.rank(own.card), behind)
        total = 0.0
        for i in range(n):
            move = menu.move[i]
            weight = fold if move == FOLD else raises if move == RAISE else 1.0 - fold - raises
            menu.chance[i] = weight
            total += weight
        for i in range(n):
            menu.chance[i] /= total
        return n

    def weights(self, table: Table, card: int, behind: bool) -> tuple[float, float]:
        """Probabilities to fold (when behind) and to raise, holding a card of this rank."""
        if table.public == NO_CARD:
            if card == KING:
                return 0.0, 0.7
            if card == QUEEN:
                return 0.0, 0.1
            return (0.6, 0.05) if behind else (0.0, 0.15)
        if card == self.game.rank(table.public):
            return 0.0, 0.95
        if card == KING:
            return (0.1, 0.05) if behind else (0.0, 0.3)
        if card == QUEEN:
            return (0.55, 0.02) if behind else (0.0, 0.1)
        return (0.85, 0.05) if behind else (0.0, 0.3)
