"""War in words: cards, moves and what a person at the table sees."""

from __future__ import annotations

from typing import Any

from outwit.core.game import CHANCE
from outwit.core.records import State, Table
from outwit.games.typed import move_named

DECREASING, INCREASING, RANDOM = 0, 1, 2
ORDER_NAMES = ("decreasing", "increasing", "random")
CARD_NAMES = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def card(game: Any, rank: int) -> str:
    """The name of a rank: a smaller pack keeps the highest cards."""
    return CARD_NAMES[len(CARD_NAMES) - game.ranks + rank]


def cards(game: Any, table: Table) -> str:
    """The won cards as they lie."""
    return " ".join(card(game, table.pile[i]) for i in range(table.won))


def move_words(game: Any, state: State, move: int, viewer: int) -> str:
    """An order that a seat names, or where chance puts a card."""
    table, hidden = state.table, state.hidden
    if table.turn != CHANCE:
        # In which order they go under the deck is for who takes them to know.
        order = f" in {ORDER_NAMES[move]} order" if viewer in (CHANCE, table.turn) else ""
        return f"takes {cards(game, table)}{order}"
    seen = viewer == CHANCE
    if hidden.dealt == 0:
        half = game.pack // 2
        dealt = card(game, hidden.ring[move // half, move % half]) if seen else "a card"
        return f"seat {hidden.place // half + 1} is dealt {dealt}"
    put = card(game, table.pile[move]) if seen else "a card"
    return f"{put} goes under the deck of seat {hidden.owner + 1} as number {hidden.place + 1}"


def choice_words(game: Any, table: Table, order: int) -> str:
    """'decreasing: A 4', the card that goes under first in front."""
    if order == RANDOM:
        return ORDER_NAMES[order]
    won = sorted(list(table.pile)[: table.won], reverse=order == DECREASING)
    return f"{ORDER_NAMES[order]}: {' '.join(card(game, rank) for rank in won)}"


def seat_words(game: Any, table: Table, seat: int) -> str:
    """The last battle, from the side of a seat, and how many cards each has left."""
    decks = f"Your deck: {table.left[seat]} cards, the other: {table.left[1 - seat]}."
    if table.won == 0:
        return decks
    mine = card(game, table.pile[table.won - 2 + seat])
    theirs = card(game, table.pile[table.won - 1 - seat])
    text = f"Battle {table.battles:,}: you turn up {mine}, the other {theirs}."
    if table.won > 2:
        text = f"Battle {table.battles:,}, a war: at last you turn up {mine}, the other {theirs}."
    if table.turn == seat:
        text += f"\nYou win {cards(game, table)}. In which order do they go under your deck?"
    return f"{text}\n{decks}"


def read_order(text: str) -> int | None:
    """'decreasing', 'dec' or 'd': the order that was named."""
    return move_named(text, {name: order for order, name in enumerate(ORDER_NAMES)})
