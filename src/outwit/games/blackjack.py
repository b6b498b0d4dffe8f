"""Continuous blackjack: draw numbers from [0, 1] as often as you like; over 1 is bust.

Mu Zhao, "Continuous Blackjack: Equilibrium, Deviation and Adaptive Strategy" (paper `blackjack`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from outwit.core.drawing import bar, columns
from outwit.core.game import CHANCE, OVER, Game
from outwit.core.generator import bits53
from outwit.core.naming import does, verbed
from outwit.core.options import option
from outwit.core.records import Fields, Menu, Own, Rng, State, Table

STAND, HIT = 0, 1
ONE = 1 << 53
"""The number 1 as totals are kept: whole multiples of 2^-53, so that sums are exact."""
STEP = 2.0**-53
MOST_SHARED = 12
"""A point is cut so that up to this many can share it without remainder."""


@dataclass(frozen=True)
class Blackjack(Game):
    """Each seat in turn hits or stands; every hit adds a uniform number; the best total <= 1 wins.

    Section 1 of the paper. A total above 1 is bust: the turn ends and the score is 0. A seat may
    stand before its first hit; that scores 0 too. The highest score gets one point, equal highest
    scores share it. All totals lie open, so later seats know what they have to beat.

    Seats are two unless told otherwise: the simple case of section 2.1, and "A or B?" needs no
    third.

    Readings. `all_bust`: section 1 lets equal top scores share the point, and a round in which
    all are bust is a tie at 0 (`split`); but equation 3.2, and with it table 2, pays only for
    scores above 0 (`nobody`). `nobody` is what every formula of the paper computes and the
    default; such a round then ends "all bust" and counts as undecided. Which one is played makes
    no difference where the last seat is sensible, for its first draw cannot be bust.

    Pay-offs are in units of 1 / lcm(1..12) of a point (fewer for fewer seats), so that a shared
    point is whole; shares of more than 12 are rounded down.
    """

    name = "blackjack"
    title = "Continuous blackjack"
    source = "blackjack, section 1"

    seats: int = option(2, "how many play", low=2, high=24)
    all_bust: str = option(
        "nobody", "who gets the point when nobody scores above 0", choices=("nobody", "split")
    )

    moves = 2

    @property
    def point(self) -> int:
        """One point in units."""
        return math.lcm(*range(1, min(self.seats, MOST_SHARED) + 1))

    @property
    def unit(self) -> float:
        return 1.0 / self.point

    @property
    def splits(self) -> bool:
        return self.all_bust == "split"

    @property
    def total(self) -> int | None:
        return self.point if self.splits and self.seats <= MOST_SHARED else None

    @property
    def span(self) -> tuple[int, int]:
        return (0, self.point)

    @property
    def endings(self) -> tuple[str, ...]:
        return ("decided",) if self.splits else ("decided", "all bust")

    @property
    def recall(self) -> bool:
        """Single draws are forgotten: only their sum is kept, and only it matters."""
        return False

    def table(self) -> Fields:
        return [
            ("mover", np.int8),  # a seat, CHANCE, OVER
            # Without a sign: compiled code need not ask whether an index is negative.
            ("turn", np.uint8),  # whose turn it is; `seats` at the end
            ("best", np.int64),  # the highest score so far, 0 while there is none
            ("total", np.int64, (self.seats,)),  # in steps of 2^-53; above ONE is bust
        ]

    def start(self, state: State) -> None:
        table = state.table
        table.mover = 0
        table.turn = 0
        table.best = 0
        for seat in range(self.seats):
            table.total[seat] = 0

    def to_move(self, state: State) -> int:
        return int(state.table.mover)

    def draw(self, state: State, rng: Rng) -> int:
        return int(bits53(rng))

    def legal(self, table: Table, own: Own, seat: int, menu: Menu) -> int:
        menu.move[0] = STAND
        menu.move[1] = HIT
        return 2

    def allowed(self, table: Table, own: Own, seat: int, move: int) -> bool:
        return STAND <= move <= HIT

    def apply(self, state: State, move: int) -> None:
        table = state.table
        if table.mover == CHANCE:
            total = table.total[table.turn] + move
            table.total[table.turn] = total
            if total > ONE:
                self.next_turn(table)
            else:
                table.mover = table.turn
        elif move == HIT:
            table.mover = CHANCE
        else:
            table.best = max(table.best, table.total[table.turn])
            self.next_turn(table)

    def next_turn(self, table: Table) -> None:
        """The next seat in order, or the end."""
        table.turn += 1
        table.mover = table.turn if table.turn < self.seats else OVER

    def payoff(self, state: State, out: Any) -> None:
        table = state.table
        winners = 0
        for seat in range(self.seats):
            out[seat] = 0
            winners += self.score(table.total[seat]) == table.best
        if table.best == 0 and not self.splits:
            return
        share = self.point if winners == 1 else self.point // winners
        for seat in range(self.seats):
            if self.score(table.total[seat]) == table.best:
                out[seat] = share

    def score(self, total: int) -> int:
        """The total, or 0 for bust."""
        return total if total <= ONE else 0

    def ending(self, state: State) -> int:
        return 1 if state.table.best == 0 and not self.splits else 0

    # Words ------------------------------------------------------------------------------------

    def move_text(self, state: State, move: int, viewer: int) -> str:
        table = state.table
        if table.mover != CHANCE:
            return verbed(int(table.mover), viewer, "hits" if move == HIT else "stands")
        total = table.total[table.turn] + move
        after = "bust" if total > ONE else f"total {number(total)}"
        return f"{does(int(table.turn), viewer, 'draws')} {number(move)}: {after}"

    def choice_text(self, table: Table, own: Own, seat: int, move: int) -> str:
        return "hit" if move == HIT else "stand"

    def seat_text(self, table: Table, own: Own, seat: int) -> str:
        played = [
            f"seat {s + 1} {'bust' if table.total[s] > ONE else number(table.total[s])}"
            for s in range(min(table.turn, self.seats))
        ]
        first = f"Played: {', '.join(played)}." if played else "Nobody has played yet."
        if table.best > 0:
            first += f" To beat: {number(table.best)}."
        behind = self.seats - 1 - seat
        after = "You are the last." if behind == 0 else f"Seats after you: {behind}."
        return f"{first} {after}\nYour total: {number(table.total[seat])}"

    def view_text(self, table: Table, own: Own, seat: int) -> str:
        return f"{self.drawn(table, seat)}\n{self.to_beat(table, seat)}"

    def to_beat(self, table: Table, seat: int) -> str:
        """What a seat must beat, and what a hit brings it."""
        first = f"To beat: {number(table.best)}." if table.best > 0 else "Nothing to beat yet."
        room = "" if table.total[seat] == 0 else f" A hit goes bust {risk(table.total[seat])}."
        behind = self.seats - 1 - seat
        after = "You are the last." if behind == 0 else f"Seats after you: {behind}."
        return f"{first}{room} {after}"

    def drawn(self, table: Table, viewer: int) -> str:
        """All totals as bars; a star at the best."""
        rows = []
        for seat in range(self.seats):
            total = table.total[seat]
            name = f"seat {seat + 1}" + (" (you)" if seat == viewer else "")
            waits = seat > table.turn or (seat == table.turn and total == 0)
            score = "" if waits else number(total) if total <= ONE else "bust"
            best = " *" if 0 < total == table.best else ""
            rows.append([name, f"{score:6}", f"▕{bar(self.score(total) * STEP, 30)}▏{best}"])
        return columns(rows)

    def end_text(self, state: State) -> str:
        return self.drawn(state.table, CHANCE)

    def read_move(self, table: Table, own: Own, seat: int, text: str) -> int | None:
        words = {"h": HIT, "hit": HIT, "more": HIT, "s": STAND, "stand": STAND, "stay": STAND}
        return words.get(text.strip().lower())


def risk(total: int) -> str:
    """'41 % of the time': how often one more draw goes bust."""
    return f"{100 * min(total, ONE) * STEP:.0f} % of the time"


def number(total: int) -> str:
    """A total as people read it: '0.5706'; cut off, so that what is below 1 never reads as 1."""
    return f"{math.floor(total * STEP * 10_000) / 10_000:.4f}"
