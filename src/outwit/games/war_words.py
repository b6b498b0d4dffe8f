"""War in words: cards, moves and what a person at the table sees."""

from __future__ import annotations

from outwit.core.drawing import bar, beside, columns
from outwit.core.drawing import cards as drawn
from outwit.core.game import CHANCE, Game
from outwit.core.naming import named, verbed
from outwit.core.records import Own, State, Table
from outwit.games.typed import move_named

DECREASING, INCREASING, RANDOM = 0, 1, 2
ORDER_NAMES = ("decreasing", "increasing", "random")
CARD_NAMES = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def face_up(won: int) -> list[int]:
    """Places in the pile of the cards that were turned up, those of seat 1 first in each pair.

    A battle is two cards turned up; a war is one of each face down and two turned up, or fewer
    face down where a player turns up its last card: then nobody can go on, so it comes last.
    """
    pairs = [*range(0, won - 2, 4), won - 2] if won > 2 else [0]
    return [place for first in pairs for place in (first, first + 1)]


class WarWords(Game):
    """What the game says to people, and what it understands of what they type."""

    ranks: int

    @property
    def pack(self) -> int:
        """Cards in the pack."""
        raise NotImplementedError

    def card(self, rank: int) -> str:
        """The name of a rank: a smaller pack keeps the highest cards."""
        return CARD_NAMES[len(CARD_NAMES) - self.ranks + rank]

    def cards(self, table: Table) -> str:
        """The won cards as they lie."""
        return " ".join(self.card(table.pile[i]) for i in range(table.won))

    def up_cards(self, table: Table, seat: int) -> list[str]:
        """What a seat has turned up in this battle, in order."""
        return [self.card(table.pile[place]) for place in face_up(table.won)[seat::2]]

    def move_text(self, state: State, move: int, viewer: int) -> str:
        """An order that a seat names, or where chance puts a card."""
        table, hidden = state.table, state.hidden
        if table.turn != CHANCE:
            return self.taking_words(table, move, viewer)
        seen = viewer == CHANCE
        if hidden.dealt == 0:
            half = self.pack // 2
            to = hidden.place // half
            dealt = self.card(hidden.ring[move // half, move % half]) if seen else "a card"
            return f"{named(to, viewer)} {verbed(to, viewer, 'is', 'are')} dealt {dealt}"
        put = self.card(table.pile[move]) if seen else "a card"
        whose = "your deck" if hidden.owner == viewer else f"the deck of seat {hidden.owner + 1}"
        return f"{put} goes under {whose} as number {hidden.place + 1}"

    def taking_words(self, table: Table, order: int, viewer: int) -> str:
        """'takes A 9': all of it, and the order, to who takes them; what lay open to the other."""
        takes = verbed(int(table.turn), viewer, "takes")
        if viewer in (CHANCE, table.turn):
            return f"{takes} {self.cards(table)} in {ORDER_NAMES[order]} order"
        places = face_up(table.won)
        down = table.won - len(places)
        under = f" and {down} face down" if down else ""
        return f"{takes} {' '.join(self.card(table.pile[place]) for place in places)}{under}"

    def choice_text(self, table: Table, own: Own, seat: int, order: int) -> str:
        """'decreasing: A 4', the card that goes under first in front."""
        if order == RANDOM:
            return ORDER_NAMES[order]
        won = sorted(list(table.pile)[: table.won], reverse=order == DECREASING)
        return f"{ORDER_NAMES[order]}: {' '.join(self.card(rank) for rank in won)}"

    def seat_text(self, table: Table, own: Own, seat: int) -> str:
        """The last battle, from the side of a seat, and how many cards each has left."""
        decks = f"Your deck: {table.left[seat]} cards, the other: {table.left[1 - seat]}."
        if table.won == 0:
            return decks
        mine = self.card(table.pile[table.won - 2 + seat])
        theirs = self.card(table.pile[table.won - 1 - seat])
        text = f"Battle {table.battles:,}: you turn up {mine}, the other {theirs}."
        if table.won > 2:
            text = (
                f"Battle {table.battles:,}, a war: at last you turn up {mine}, the other {theirs}."
            )
        if table.turn == seat:
            text += f"\nYou win {self.cards(table)}. In which order do they go under your deck?"
        return f"{text}\n{decks}"

    def view_text(self, table: Table, own: Own, seat: int) -> str:
        """The battle as cards on the table, and the decks as bars."""
        decks = self.deck_bars(table, seat)
        if table.won == 0:
            return decks
        mine, theirs = (drawn(self.up_cards(table, each)) for each in (seat, 1 - seat))
        down = table.won - len(face_up(table.won))
        war = f", a war: {down} cards lie face down" if table.won > 2 else ""
        text = beside(f"You\n{mine}", f"The other\n{theirs}", f"\n\n{decks}")
        text = f"Battle {table.battles:,}{war}\n{text}"
        if table.turn == seat:
            text += f"\nYou win {self.cards(table)}. In which order do they go under your deck?"
        return text

    def deck_bars(self, table: Table, viewer: int) -> str:
        """How many cards lie in each deck; from nobody's side for CHANCE."""
        names = ["seat 1", "seat 2"] if viewer == CHANCE else ["your deck", "the other"]
        seats = (0, 1) if viewer == CHANCE else (viewer, 1 - viewer)
        rows = [
            [name, f"{table.left[s]:2}", f"▕{bar(table.left[s] / self.pack, 26)}▏"]
            for name, s in zip(names, seats, strict=True)
        ]
        return columns(rows)

    def end_text(self, state: State) -> str:
        return self.deck_bars(state.table, CHANCE)

    def read_move(self, table: Table, own: Own, seat: int, text: str) -> int | None:
        return move_named(text, {name: order for order, name in enumerate(ORDER_NAMES)})
