"""The state spaces of paper `poker` (section 2.3, table 2), for learners and planners.

Both forget the betting line and keep the chips; the second adds what the line says about the other
hand, provided that a Threshold agent holds it.
"""

from __future__ import annotations

from dataclasses import dataclass

from outwit.agents.holdem import Threshold
from outwit.core.options import option
from outwit.core.records import Own, Table
from outwit.core.states import States
from outwit.games.holdem import ANTE, CARD_NAMES, NO_CARD, RAISE, RANKS, TOKEN, Holdem

CHIPS = 4  # tokens placed beyond the ante before the last decision: 0 to 3
BOARDS = 1 + RANKS * (RANKS + 1) // 2
PLAIN = 2 * CHIPS * 2 * RANKS * BOARDS
RANGES = 1 << RANKS


@dataclass(frozen=True)
class Paper(States):
    """Position, own chips, chips behind, own card, public cards: the first five of table 2.

    At a decision the other seat has placed as many chips or one more. With 15 boards and the empty
    one that makes 1,280 numbers; 280 of them stand for chips that nobody can have placed in that
    position or round, so 1,000 states are left.
    """

    name = "paper"
    title = "The states against Random"
    source = "poker, section 2.3, table 2"

    game: Holdem

    @property
    def count(self) -> int:
        return PLAIN

    def feature(self, table: Table, own: Own, seat: int) -> int:
        return self.plain(table, own, seat)

    def plain(self, table: Table, own: Own, seat: int) -> int:
        """The five features as one number."""
        chips = (table.paid[seat] - ANTE) // TOKEN
        behind = 1 if table.paid[seat] < table.paid[1 - seat] else 0
        low, high = table.public[0], table.public[1]
        board = 0 if low == NO_CARD else 1 + high * (high + 1) // 2 + low
        return int(
            ((CHIPS * seat + chips) * 2 + behind) * RANKS * BOARDS + own.card * BOARDS + board
        )

    def state_text(self, feature: int) -> str:
        """As the paper writes it: 'second_0.5_0_T_AK_AJKQT'."""
        return f"{_plain_text(feature)}_{_range_text(RANGES - 1)}"


@dataclass(frozen=True)
class PaperRange(Paper):
    """The same, and the ranks that a Threshold agent can still hold: all six features of table 2.

    The range follows from the whole betting line: every rank with which Threshold would have moved
    as the other seat has. A line that no Threshold agent plays leaves no rank.
    """

    name = "paper-range"
    title = "The states against Threshold"
    source = "poker, section 2.3, table 2"

    board_pair: str = option(
        "ignored",
        "how Threshold takes a pair that lies wholly on the board",
        choices=("ignored", "counts"),
    )

    @property
    def count(self) -> int:
        return PLAIN * RANGES

    @property
    def opponent(self) -> Threshold:
        return Threshold(self.game, board_pair=self.board_pair)

    def feature(self, table: Table, own: Own, seat: int) -> int:
        return RANGES * self.plain(table, own, seat) + self.held(table, 1 - seat)

    def held(self, table: Table, seat: int) -> int:
        """The ranks that agree with what a seat has done; bit r stands for rank r."""
        low, high = table.public[0], table.public[1]
        ranks = 0
        for card in range(RANKS):
            if self.agrees(table.line[0], NO_CARD, NO_CARD, card, seat):
                if self.agrees(table.line[1], low, high, card, seat):
                    ranks |= 1 << card
        return ranks

    def agrees(self, line: int, low: int, high: int, card: int, seat: int) -> bool:
        """Whether Threshold with this card makes a seat's moves of one round's line."""
        top = 1
        while 3 * top <= line:
            top *= 3
        line -= top  # the leading 1
        mover, behind = 0, False
        while top > 1:
            top //= 3
            move = line // top
            line -= move * top
            may_raise = mover == 1 or not behind
            if mover == seat and self.opponent.answer(low, high, card, may_raise, behind) != move:
                return False
            behind = move == RAISE
            mover = 1 - mover
        return True

    def state_text(self, feature: int) -> str:
        """As the paper writes it: 'second_0.5_0_T_AK_JQT'."""
        return f"{_plain_text(feature // RANGES)}_{_range_text(feature % RANGES)}"


def _plain_text(feature: int) -> str:
    rest, board = divmod(feature, BOARDS)
    rest, card = divmod(rest, RANKS)
    rest, behind = divmod(rest, 2)
    seat, chips = divmod(rest, CHIPS)
    position = ("first", "second")[seat]
    return f"{position}_{chips + 0.5}_{behind}_{CARD_NAMES[card]}_{_board_text(board)}"


def _board_text(board: int) -> str:
    """'AK', or 'none' before the cards are turned."""
    if board == 0:
        return "none"
    pairs = [(high, low) for high in range(RANKS) for low in range(high + 1)]
    return _ranks_text(pairs[board - 1])


def _range_text(ranks: int) -> str:
    return _ranks_text(tuple(r for r in range(RANKS) if ranks >> r & 1)) or "nothing"


def _ranks_text(ranks: tuple[int, ...]) -> str:
    """Ranks in the order of their letters, as table 2 has them."""
    return "".join(sorted(CARD_NAMES[rank] for rank in ranks))


__all__ = ["Paper", "PaperRange"]
