"""A player that takes honesty that never calls at its word: it lays as many cards as it may."""

from __future__ import annotations

from dataclasses import dataclass

from outwit.agents.bluff import NoBluff
from outwit.core.records import Me, Own, Rng, Table
from outwit.games.bluff_cards import BITS, held
from outwit.games.bluff_pack import ASKING, PASS


@dataclass(frozen=True)
class Liar(NoBluff):
    """Lays its lowest cards, as many as a turn may have, whatever is announced; never calls."""

    name = "liar"
    title = "Who lies to those who never doubt"
    source = "a test of bluff, chapter 11"

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        if table.phase == ASKING:
            return PASS
        cards, many = 0, 0
        for rank in range(self.game.ranks):
            some = min(held(own.hand, rank), self.game.max_cards - many)
            cards += some << (BITS * rank)
            many += some
        return cards
