"""The state spaces of paper `poker` (section 2.3, table 2): what its learners and planners tell apart.

Both forget the betting line and keep the chips; the second adds what the line says about the other
hand, provided that a Threshold agent holds it.
"""

from __future__ import annotations

from dataclasses import dataclass

from outwit.agents.holdem import Threshold
from outwit.core.options import option
from outwit.core.records import Own, Table
from outwit.core.states import States
from outwit.games.holdem import (
    ANTE,
    CARD_NAMES,
    NO_CARD,
    RANKS,
    TOKEN,
    Holdem,
    board_text,
)

CHIPS = 4  # tokens placed beyond the ante before one's last decision
BOARDS = 1 + RANKS * (RANKS + 1) // 2
RANGES = 1 << RANKS
ANY_RANK = RANGES - 1


@dataclass(frozen=True)
class Paper(States):
    """Position, own chips, difference of chips, own card, public cards: 1,000 states with moves.

    The first five features of table 2. At a decision the other has placed as many chips or one
    more. The 15 boards and the empty one make 1,280 numbers; 280 of them stand for chips that
    cannot be in that position or round.
    """

    name = "paper"
    title = "The states against Random: 1,000"
    source = "poker, section 2.3, table 2"

    game: Holdem

    count = 2 * CHIPS * 2 * RANKS * BOARDS

    def feature(self, table: Table, own: Own, seat: int) -> int:
        chips = (table.paid[seat] - ANTE) // TOKEN
        behind = int(table.paid[seat] < table.paid[1 - seat])
        state = 2 * (CHIPS * seat + chips) + behind
        return int(BOARDS * (RANKS * state + own.card) + self.board(table))

    def board(self, table: Table) -> int:
        """0 for no public cards yet, else a number for each unordered pair."""
        low, high = table.public[0], table.public[1]
        return 0 if low == NO_CARD else 1 + high * (high + 1) // 2 + low

    def state_text(self, feature: int) -> str:
        """As the paper writes it: 'second_0.5_0_T_AK_AJKQT'."""
        return f"{_paper_key(feature)}_{_range_text(ANY_RANK)}"


@dataclass(frozen=True)
class PaperRange(Paper):
    """The same, and the ranks a Threshold agent can still hold: all six features of table 2.

    The range follows from the whole betting line: every rank with which Threshold would have moved
    as the other seat has. A line that no Threshold agent plays leaves no rank.
    """

    name = "paper-range"
    title = "The states against Threshold: 2,075 as printed, fewer in play"
    source = "poker, section 2.3, table 2"

    board_pair: str = option(
        "ignored",
        "how the Threshold agent takes a pair that lies on the board",
        choices=("ignored", "counts"),
    )

    count = Paper.count * RANGES

    @property
    def opponent(self) -> Threshold:
        return Threshold(self.game, board_pair=self.board_pair)

    def feature(self, table: Table, own: Own, seat: int) -> int:
        return RANGES * self.plain_feature(table, own, seat) + self.held(table, 1 - seat)

    def plain_feature(self, table: Table, own: Own, seat: int) -> int:
        """The five other features, numbered as in `Paper`."""
        chips = (table.paid[seat] - ANTE) // TOKEN
        behind = int(table.paid[seat] < table.paid[1 - seat])
        state = 2 * (CHIPS * seat + chips) + behind
        return int(BOARDS * (RANKS * state + own.card) + self.board(table))

    def held(self, table: Table, seat: int) -> int:
        """The ranks that agree with what a seat has done so far. Bit r stands for rank r."""
        ranks = 0
        for card in range(RANKS):
            before = self.agrees(table.line[0], NO_CARD, NO_CARD, card, seat)
            if before and self.agrees(table.line[1], table.public[0], table.public[1], card, seat):
                ranks |= 1 << card
        return ranks
