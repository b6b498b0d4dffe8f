"""Bluff in words: cards and moves as people say and type them."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from outwit.core.drawing import bar, columns
from outwit.core.drawing import cards as drawn
from outwit.core.game import CHANCE, OVER
from outwit.core.naming import does, named, verbed
from outwit.core.records import Own, State, Table
from outwit.games.bluff_cards import only, packed, size, unpacked
from outwit.games.bluff_pack import ASKING, CALL, DEALING, HONEST, UNCALLED
from outwit.games.bluff_unseen import BluffUnseen

SYMBOLS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
NAMES = (
    *("Ace", "Two", "Three", "Four", "Five", "Six", "Seven"),
    *("Eight", "Nine", "Ten", "Jack", "Queen", "King"),
)
BAR = 26
"""Columns that stand for the whole pack."""
_SPOKEN = {symbol.lower(): rank for rank, symbol in enumerate(SYMBOLS)}
_SPOKEN |= {"t": 9} | {name.lower(): rank for rank, name in enumerate(NAMES)}
_SPOKEN |= {f"{name.lower()}s": rank for rank, name in enumerate(NAMES)} | {"sixes": 5}
_SUIT = re.compile(r"[♠♥♦♣♤♡♢♧]")


def plural(rank: int) -> str:
    """'Aces', 'Sixes'."""
    return NAMES[rank] + ("es" if NAMES[rank] == "Six" else "s")


def as_rank(many: int, rank: int) -> str:
    """'1 card as an Ace', '2 cards as Sixes'."""
    if many == 1:
        return f"1 card as {'an' if NAMES[rank][0] in 'AE' else 'a'} {NAMES[rank]}"
    return f"{many} cards as {plural(rank)}"


def symbols(ranks: list[int]) -> str:
    """Cards side by side, equal ones close together: 'A A  5  K'."""
    words = [SYMBOLS[rank] for rank in ranks]
    gaps = [" " if a == b else "  " for a, b in pairwise(words)]
    return "".join(word + gap for word, gap in zip(words, [*gaps, ""], strict=True)) or "none"


def read_cards(text: str) -> list[int] | None:
    """'A 5', 'aces, 10♥', 'J J': the ranks named, or None if a word is no card."""
    words = [w for w in re.split(r"[\s,+]+", _SUIT.sub("", text.strip().lower())) if w]
    ranks = [_SPOKEN.get(word, -1) for word in words]
    return ranks if ranks and -1 not in ranks else None


def read_answer(text: str) -> bool | None:
    """Whether a person calls; None if the word is neither."""
    word = text.strip().lower().rstrip("!.")
    if word in (
        "call",
        "c",
        "bluff",
        "bluff it",
        "cheat",
        "i doubt it",
        "doubt",
        "liar",
        "yes",
        "y",
    ):
        return True
    return False if word in ("pass", "p", "no", "n", "believe") else None


@dataclass(frozen=True)
class BluffWords(BluffUnseen):
    """What the game says to people, and what it understands of what they type."""

    def move_text(self, state: State, move: int, viewer: int) -> str:
        table, seat = state.table, int(state.table.mover)
        if table.phase == DEALING:
            to = (self.pack - state.hidden.left) % self.seats
            card = symbols([move]) if viewer in (CHANCE, to) else "a card"
            return f"{named(to, viewer)} {verbed(to, viewer, 'is', 'are')} dealt {card}"
        if table.phase == ASKING:
            if move == CALL:
                return self.call_text(state, viewer)
            return verbed(seat, viewer, "passes", "pass")
        sees = viewer in (CHANCE, seat)
        if not self.singly:
            truth = "" if only(move, table.rank) == move else " (a bluff)"
            shown = f": {symbols(unpacked(move))}{truth}" if sees else ""
            return f"{verbed(seat, viewer, 'lays')} {as_rank(size(move), table.rank)}{shown}"
        if not sees:
            return "lays a card, or is done"
        if move == self.done:
            return verbed(seat, viewer, "is done", "done")
        return f"{verbed(seat, viewer, 'adds')} {symbols([move])} as {plural(table.rank)}"

    def choice_text(self, table: Table, own: Own, seat: int, move: int) -> str:
        if table.phase == ASKING:
            return "call Bluff" if move == CALL else "pass"
        if self.singly:
            return "done" if move == self.done else NAMES[move]
        words = " + ".join(NAMES[rank] for rank in unpacked(move))
        return words + (" (true)" if only(move, table.rank) == move else "")

    def offers(self, table: Table, own: Own, seat: int, moves: Sequence[int]) -> Sequence[int]:
        """True lays first, the most cards in front; then bluffs, the fewest cards in front."""
        if table.phase == ASKING or self.singly:
            return moves

        def place(move: int) -> tuple[bool, int]:
            true = only(move, table.rank) == move
            return not true, -size(move) if true else size(move)

        return sorted(moves, key=place)

    def call_text(self, state: State, viewer: int) -> str:
        """What a call brings to light; who takes the pile sees what it takes."""
        table, caller = state.table, int(state.table.mover)
        honest = only(state.hidden.last, table.rank) == state.hidden.last
        loser = caller if honest else int(table.layer)
        found = "the truth" if honest else "a bluff"
        pile = f"the pile of {table.pile}"
        if viewer == loser:
            cards = sum(state.own[seat].mine for seat in range(self.seats))
            pile += f": {symbols(unpacked(cards))}"
        calls = verbed(caller, viewer, "calls")
        return f"{calls} Bluff: it was {found}, {does(loser, viewer, 'takes')} {pile}"

    def seat_text(self, table: Table, own: Own, seat: int) -> str:
        hand = list(own.order[: table.cards[seat]]) if self.in_order else unpacked(own.hand)
        sizes = ", ".join(
            f"{'you' if s == seat else f'seat {s + 1}'} {table.cards[s]}" for s in range(self.seats)
        )
        lines = [self.news(table, seat), f"In hand: {sizes}; in the pile: {table.pile}."]
        lines.append(textwrap.fill(f"Your hand: {symbols(hand)}", 78, subsequent_indent=" " * 11))
        if own.laying != 0:
            lines.append(f"So far this turn: {symbols(unpacked(own.laying))}")
        if table.phase == ASKING:
            lines.append(f"Seat {table.layer + 1} lays {as_rank(table.laid, table.rank)}. Bluff?")
        elif table.mover == seat:
            most = f"one to {self.max_cards}" if self.max_cards > 1 else "one"
            lines.append(f"You are to lay {plural(table.rank)}: {most}, by name, true or not.")
        return "\n".join(line for line in lines if line)

    def view_text(self, table: Table, own: Own, seat: int) -> str:
        """Who holds how many cards, the hand, and what is asked of it."""
        hand = list(own.order[: table.cards[seat]]) if self.in_order else unpacked(own.hand)
        lines = [self.sizes(table, seat), "", "Your hand"]
        lines.append(drawn([SYMBOLS[rank] for rank in hand]) if hand else "  no card")
        if own.laying != 0:
            lines += ["So far this turn", drawn([SYMBOLS[r] for r in unpacked(own.laying)])]
        if table.phase == ASKING:
            lines.append(f"Seat {table.layer + 1} lays {as_rank(table.laid, table.rank)}. Bluff?")
        elif table.mover == seat:
            most = f"one to {self.max_cards}" if self.max_cards > 1 else "one"
            lines.append(f"You are to lay {plural(table.rank)}: {most}, by name, true or not.")
        return "\n".join(lines)

    def sizes(self, table: Table, viewer: int) -> str:
        """Cards in each hand and in the pile, in figures and as bars."""
        rows = []
        for seat in range(self.seats):
            name = f"seat {seat + 1}" + (" (you)" if seat == viewer else "")
            many = int(table.cards[seat])
            rows.append([name, f"{many:2}", bar(many / self.pack, BAR)])
        rows.append(["pile", f"{table.pile:2}", bar(table.pile / self.pack, BAR)])
        return columns(rows)

    def end_text(self, state: State) -> str:
        return self.sizes(state.table, CHANCE)

    def news(self, table: Table, seat: int) -> str:
        """How the turn before this one went."""
        if table.turns == 0:
            return ""
        over = table.mover == OVER
        layer = int(table.layer) if over else (int(table.layer) - 1) % self.seats
        verdict, caller = table.verdict[layer], table.caller[layer]
        who = "You" if layer == seat else f"Seat {layer + 1}"
        if verdict == UNCALLED:
            return f"{who} laid {plural((table.rank - (not over)) % self.ranks)}; nobody called."
        by = "you" if caller == seat else f"seat {caller + 1}"
        if verdict == HONEST:
            return f"{who} told the truth; {by} called and took the pile."
        return f"{who} bluffed, {by} called; {who.lower()} took the pile."

    def read_move(self, table: Table, own: Own, seat: int, text: str) -> int | None:
        if table.phase == ASKING:
            calls = read_answer(text)
            return None if calls is None else int(calls)
        if self.singly and text.strip().lower() in ("done", "d"):
            return self.done
        ranks = read_cards(text)
        if ranks is None or max(ranks) >= self.ranks or (self.singly and len(ranks) > 1):
            return None
        if any(ranks.count(rank) > self.suits for rank in ranks):
            return None
        return ranks[0] if self.singly else packed(ranks)
