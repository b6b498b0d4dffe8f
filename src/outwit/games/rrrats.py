"""Rrrats!: throw two dice as often as you dare, take tokens, steal some, stop in time.

Paper `racing`, section 3.2. The only decision is whether to throw again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from outwit.core.drawing import columns, dice, tokens
from outwit.core.game import CHANCE, OVER, Game
from outwit.core.naming import does, verbed
from outwit.core.options import option
from outwit.core.records import Fields, Menu, Own, State, Table
from outwit.games.typed import move_named

STOP, THROW = 0, 1
FACES = 3
FACE_WEIGHT = (3, 2, 1)  # of the faces 0, 1 and 2, out of 6
DOUBLE_ZERO = 0
LIMIT = 4  # tokens that a hand can hold
DECIDED, UNDECIDED = 0, 1  # places in `endings`


@dataclass(frozen=True)
class Rrrats(Game):
    """A seat throws both dice until it stops or has to; whoever has most of 31 tokens wins.

    For a 1 it takes a token from the pile into its hand, for a 2 it steals one of the other's (from
    the pile where the other has none), for a 0 nothing. Two zeros end the turn. With more than four
    tokens in hand the turn ends too, and the surplus goes back to the pile. When a turn ends, the
    hand becomes the seat's own. The game ends when the pile is empty. A throw counts as a whole:
    first the tokens of both dice, then the surplus back, and only then a look at the pile.

    What 3.2 leaves open is an option:

    * `double_zero`: rule d says that the hand is put away, not where. To the `pile` (default: it is
      the only risk of the game; without it every throw but the last is free), or the seat can
      `keep` it, as the rule for the end of a turn says.
    * `final_hand`: the hand of the seat that empties the pile `counts` (default: its turn is over,
      so the tokens become its own, and an odd number of them leaves no ties) or is `lost`.
    * `at_four`: with exactly four tokens the seat may `choose` (default: only more than four end
      the turn, and the fourth pair of parameters needs a fourth hand) or its turn `stops`, since
      probabilities are defined for hands of one, two and three alone.
    * `opening`: a turn begins with a throw, `forced` (default: the seat decides after each throw)
      or `free`, since a seat may throw any number of times. Where both stop for ever, the game
      is cut off after `cap` turns, gives nobody anything, and is counted as undecided.
    * `score`: 1 for a win, -1 for a loss (`win`, default: chapter 4 measures shares of wins), or
      the tokens themselves (`tokens`).

    Who begins is not said: orders of seats are the match's business. Nothing is hidden. The table
    does not keep earlier throws (`recall` is False): they change nothing.
    """

    name = "rrrats"
    title = "Rrrats!"
    source = "racing, section 3.2"

    double_zero: str = option(
        "pile", "where the hand goes after two zeros", choices=("pile", "keep")
    )
    final_hand: str = option(
        "counts", "the hand of the seat that empties the pile", choices=("counts", "lost")
    )
    at_four: str = option(
        "choose",
        "with four tokens in hand a seat may choose, or stops",
        choices=("choose", "stops"),
    )
    opening: str = option("forced", "the first throw of a turn", choices=("forced", "free"))
    score: str = option("win", "pay-offs are wins, or tokens", choices=("win", "tokens"))
    tokens: int = option(31, "tokens in the pile at the start", low=1, high=100)
    cap: int = option(10_000, "turns after which a game is stopped", low=1, high=1_000_000)

    seats = 2
    moves = 6
    endings = ("decided", "capped")
    recall = False

    @property
    def total(self) -> int | None:
        return 0 if self.score == "win" else None

    @property
    def span(self) -> tuple[int, int]:
        return (-1, 1) if self.score == "win" else (0, self.tokens)

    def table(self) -> Fields:
        return [
            ("turn", np.int8),  # whose turn it is
            ("mover", np.int8),  # that seat, CHANCE or OVER
            ("pile", np.int8),
            ("hand", np.int8),
            ("points", np.int8, (2,)),
            ("capped", np.int8),
        ]

    def hidden(self) -> Fields:
        return [("turns", np.int32)]

    def start(self, state: State) -> None:
        table = state.table
        table.pile = self.tokens
        table.hand = 0
        table.points[0] = 0
        table.points[1] = 0
        table.capped = 0
        state.hidden.turns = 0
        self.begin_turn(table, 0)

    def begin_turn(self, table: Table, seat: int) -> None:
        """A seat's turn begins: with a throw, or with the choice."""
        table.turn = seat
        table.mover = CHANCE if self.opening == "forced" else seat

    def to_move(self, state: State) -> int:
        return int(state.table.mover)

    def outcomes(self, state: State, menu: Menu) -> int:
        """Throws as 3 x the higher face + the lower one, with weights out of 36."""
        n = 0
        for high in range(FACES):
            for low in range(high + 1):
                menu.move[n] = FACES * high + low
                ways = 1 if high == low else 2
                menu.weight[n] = ways * FACE_WEIGHT[high] * FACE_WEIGHT[low]
                n += 1
        return n

    def legal(self, table: Table, own: Own, seat: int, menu: Menu) -> int:
        menu.move[0] = STOP
        menu.move[1] = THROW
        return 2

    def allowed(self, table: Table, own: Own, seat: int, move: int) -> bool:
        return bool(STOP <= move <= THROW)

    def apply(self, state: State, move: int) -> None:
        if state.table.mover == CHANCE:
            self.throw(state, move)
        elif move == THROW:
            state.table.mover = CHANCE
        else:
            self.end_turn(state)

    def throw(self, state: State, dice: int) -> None:
        """Both dice have fallen: tokens move, and the turn goes on or ends."""
        table = state.table
        if dice == DOUBLE_ZERO:
            if self.double_zero == "pile":
                table.pile += table.hand
                table.hand = 0
            self.end_turn(state)
            return
        self.take(table, dice // FACES)
        self.take(table, dice % FACES)
        surplus = table.hand - LIMIT
        if surplus > 0:
            table.hand = LIMIT
            table.pile += surplus
        if table.pile == 0:
            self.finish(table)
        elif surplus > 0 or (surplus == 0 and self.at_four == "stops"):
            self.end_turn(state)
        else:
            table.mover = table.turn

    def take(self, table: Table, face: int) -> None:
        """The token that one die gives: from the pile for a 1, from the other seat for a 2."""
        other = 1 - table.turn
        if face == 2 and table.points[other] > 0:
            table.points[other] -= 1
            table.hand += 1
        elif face > 0 and table.pile > 0:
            table.pile -= 1
            table.hand += 1

    def end_turn(self, state: State) -> None:
        """The hand becomes the seat's own, and the other seat is on."""
        table = state.table
        table.points[table.turn] += table.hand
        table.hand = 0
        state.hidden.turns += 1
        if state.hidden.turns == self.cap:
            table.capped = 1
            table.mover = OVER
        else:
            self.begin_turn(table, 1 - table.turn)

    def finish(self, table: Table) -> None:
        """The pile is empty."""
        if self.final_hand == "counts":
            table.points[table.turn] += table.hand
        table.hand = 0
        table.mover = OVER

    def payoff(self, state: State, out: Any) -> None:
        table = state.table
        out[0], out[1] = 0, 0
        if table.capped == 1:
            return
        if self.score == "tokens":
            out[0], out[1] = table.points[0], table.points[1]
        elif table.points[0] != table.points[1]:
            winner = 0 if table.points[0] > table.points[1] else 1
            out[winner] = 1
            out[1 - winner] = -1

    def ending(self, state: State) -> int:
        return UNDECIDED if state.table.capped == 1 else DECIDED

    # Words --------------------------------------------------------------------------------------

    def move_text(self, state: State, move: int, viewer: int) -> str:
        table = state.table
        if table.mover == CHANCE:
            return self.throw_text(state, move, viewer)
        if move == THROW:
            return verbed(int(table.turn), viewer, "throws")
        hand = counted(table.hand)
        return f"{verbed(int(table.turn), viewer, 'stops', 'stop')} with {hand} in hand"

    def throw_text(self, state: State, throw: int, viewer: int) -> str:
        """'seat 1 throws [••] [•]: steals 1, takes 1'."""
        table, seat = state.table, int(state.table.turn)
        text = f"{does(seat, viewer, 'throws')} {dice(throw // FACES, throw % FACES)}: "

        def verb(word: str) -> str:
            return verbed(seat, viewer, word)

        if throw == DOUBLE_ZERO:
            what = verb("loses" if self.double_zero == "pile" else "keeps")
            return text + (f"{what} {counted(table.hand)}, " if table.hand else "") + "turn over"
        theirs, pile = table.points[1 - seat], table.pile
        twos = (throw // FACES == 2) + (throw % FACES == 2)
        stolen = min(twos, theirs)
        taken = min((throw // FACES > 0) + (throw % FACES > 0) - stolen, pile)
        parts = [f"{verb('steals')} {stolen}"] * (stolen > 0)
        parts += [f"{verb('takes')} {taken}"] * (taken > 0)
        surplus = table.hand + stolen + taken - LIMIT
        parts += [f"{verb('puts')} {surplus} back, turn over"] * (surplus > 0)
        return text + (", ".join(parts) or "nothing is left to take")

    def choice_text(self, table: Table, own: Own, seat: int, move: int) -> str:
        return "throw" if move == THROW else "stop"

    def seat_text(self, table: Table, own: Own, seat: int) -> str:
        points = f"You have {counted(table.points[seat])}, the other {table.points[1 - seat]}"
        text = f"{points}; {table.pile} left in the pile."
        if table.turn == seat and table.mover == seat:
            text += f"\nIn your hand: {counted(table.hand)}. Throw again, or stop?"
        return text

    def view_text(self, table: Table, own: Own, seat: int) -> str:
        rows = [["pile", f"{table.pile:2}", tokens(table.pile)]]
        for each in (seat, 1 - seat):
            name = "you" if each == seat else "the other"
            rows.append([name, f"{table.points[each]:2}", tokens(table.points[each])])
        if table.turn == seat:
            rows.append(["in hand", f"{table.hand:2}", tokens(table.hand, LIMIT)])
        return columns(rows)

    def end_text(self, state: State) -> str:
        points = state.table.points
        rows = [[f"seat {s + 1}", f"{points[s]:2}", tokens(points[s])] for s in range(2)]
        return columns(rows)

    def read_move(self, table: Table, own: Own, seat: int, text: str) -> int | None:
        return move_named(text, {"stop": STOP, "no": STOP, "throw": THROW, "yes": THROW})


def counted(tokens: int) -> str:
    """'1 token', '3 tokens'."""
    return f"{tokens} token{'' if tokens == 1 else 's'}"
