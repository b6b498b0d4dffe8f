"""States for learners of Bluff: a few numbers that a player could keep in mind, a few habits.

What a seat sees of Bluff is far too much for a table, and a turn has thousands of legal lays. These
states keep what decides most, and a turn is one of: the truth, and so many cards more than it.
"""

from __future__ import annotations

from dataclasses import dataclass

from outwit.core.records import Menu, Own, Table
from outwit.core.states import States
from outwit.games.bluff import Bluff
from outwit.games.bluff_cards import BITS, held, size
from outwit.games.bluff_pack import ASKING, CALL, PASS

HELD = 5
"""Cards of the announced rank in hand: 0 to 4."""
HANDS, PILES, LEFTS, MINES = 7, 4, 5, 3
"""Classes of sizes: of the own hand and the pile, of the other's hand and the own when asked."""
LAID = 4
LAYING_STATES = HELD * HANDS * PILES * MINES
ASKING_STATES = LAID * HELD * LEFTS * PILES * MINES * 2


@dataclass(frozen=True)
class Habits(States):
    """Laying: cards held of the rank, sizes of hand, pile and smallest other hand. Asked: cards
    laid, cards held of the rank, sizes of the other's hand, pile and own hand, who is asked last.

    Laying, the candidates are the truth with 0, 1, ... cards more, four in all at most (holding
    none of the rank, one to four wrong cards). Wrong cards are those whose turn comes last, as
    Smart lays them. Asked, they are to pass and to call. 2,820 states.
    """

    name = "habits"
    title = "A few numbers, a few habits"
    source = "ours"

    game: Bluff

    def __post_init__(self) -> None:
        if self.game.singly:
            raise ValueError("the states `habits` are for turns laid together: --lay together.")

    @property
    def count(self) -> int:
        return LAYING_STATES + ASKING_STATES

    @property
    def moves(self) -> int:
        return LAID

    def feature(self, table: Table, own: Own, seat: int) -> int:
        mine = held(own.hand, table.rank)
        pile = self.pile_class(table.pile)
        if table.phase == ASKING:
            last = 1 if self.game.after(seat) == table.layer else 0
            hand = self.mine_class(table.cards[seat])
            left = self.left_class(table.cards[table.layer])
            state = ((table.laid - 1) * HELD + mine) * LEFTS + left
            return int(LAYING_STATES + ((state * PILES + pile) * MINES + hand) * 2 + last)
        hand = self.hand_class(table.cards[seat])
        least = self.mine_class(self.smallest_other(table, seat))
        return int(((mine * HANDS + hand) * PILES + pile) * MINES + least)

    def smallest_other(self, table: Table, seat: int) -> int:
        """Cards of the other seat that has fewest."""
        least = 127
        for other in range(self.game.seats):
            if other != seat:
                least = min(least, int(table.cards[other]))
        return least

    def hand_class(self, cards: int) -> int:
        """1, 2, 3, 4, 5 to 8, 9 to 13, more."""
        if cards <= 4:
            return int(cards) - 1
        return 4 + (cards > 8) + (cards > 13)

    def pile_class(self, cards: int) -> int:
        """None to two, to five, to ten, more."""
        return int(cards > 2) + (cards > 5) + (cards > 10)

    def left_class(self, cards: int) -> int:
        """0, 1, 2, 3 to 5, more."""
        return int(cards) if cards <= 2 else 3 + (cards > 5)

    def mine_class(self, cards: int) -> int:
        """To three, to eight, more."""
        return int(cards > 3) + (cards > 8)

    def candidates(self, table: Table, own: Own, seat: int, menu: Menu) -> int:
        if table.phase == ASKING:
            menu.move[0] = PASS
            menu.move[1] = CALL
            return 2
        truth = own.hand & (15 << (BITS * table.rank))
        mine = held(own.hand, table.rank)
        n = LAID + 1 - mine if mine > 0 else LAID
        for i in range(n):
            wrong = i if mine > 0 else i + 1
            menu.move[i] = self.with_wrong(own.hand - truth, truth, wrong, table.rank)
        return n

    def with_wrong(self, rest: int, truth: int, wrong: int, rank: int) -> int:
        """The truth and so many other cards of the rest of the hand, or as many as may be laid."""
        lay = truth
        wrong = min(wrong, size(rest), self.game.max_cards - size(truth))
        step, other = 0, rank
        while wrong > 0:
            # Back through the ranks that this seat announces, the last one before `rank` first;
            # where seats and ranks have a common divisor some never come, and go in falling order.
            step += 1
            other = (other + self.backward) % self.game.ranks
            if step >= self.game.ranks:
                other = 2 * self.game.ranks - 1 - step
            some = min(held(rest, other), wrong)
            lay += some << (BITS * other)
            rest -= some << (BITS * other)
            wrong -= some
        return lay

    @property
    def backward(self) -> int:
        """A seat's step from turn to turn, backwards, as a number above zero."""
        return self.game.ranks - self.game.seats % self.game.ranks

    def state_text(self, feature: int) -> str:
        """'laying, 2 of the rank, hand 4, pile 1, others 0', sizes by class."""
        if feature >= LAYING_STATES:
            rest, last = divmod(feature - LAYING_STATES, 2)
            rest, hand = divmod(rest, MINES)
            rest, pile = divmod(rest, PILES)
            rest, left = divmod(rest, LEFTS)
            laid, mine = divmod(rest, HELD)
            who = "the last" if last else "not the last"
            return (
                f"asked about {laid + 1}, {mine} of the rank, hand {hand}, pile {pile}, "
                f"left {left}, {who} to be asked"
            )
        rest, least = divmod(feature, MINES)
        rest, pile = divmod(rest, PILES)
        mine, hand = divmod(rest, HANDS)
        return f"laying, {mine} of the rank, hand {hand}, pile {pile}, others {least}"


__all__ = ["Habits"]
