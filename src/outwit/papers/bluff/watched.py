"""Bluff with somebody who looks over all shoulders and keeps a ledger.

The rules are Bluff's own; what is counted goes into fields that nobody sees and that `start` leaves
alone, so they add up over the games of a block, in compiled code, at the speed of play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from outwit.core.agent import Agent
from outwit.core.records import Fields, State
from outwit.games.bluff import Bluff
from outwit.games.bluff_cards import held, only
from outwit.games.bluff_pack import ASKING, CALL, DEALING, LAYING
from outwit.papers.bluff.readings import Taken
from outwit.papers.lab import Interrupted, Lab
from outwit.play.sitting import Sitting
from outwit.play.worker import Block

Array = np.ndarray[Any, Any]

CARDS = 53
"""Sizes of a hand: 0 to 52."""


@dataclass(frozen=True)
class WatchedBluff(Bluff):
    """Bluff, and a ledger of it."""

    by_rules = Bluff.apply

    def hidden(self) -> Fields:
        n = self.seats
        return [*Bluff.hidden(self), *((name, np.int64, shape) for name, shape in ledger_shape(n))]

    def apply(self, state: State, move: int) -> None:
        phase = state.table.phase
        if phase == ASKING:
            self.see_answer(state, move)
        elif phase == LAYING:
            self.see_lay(state, move)
        self.by_rules(state, move)
        if phase == DEALING and state.table.phase == LAYING:
            self.see_deal(state)
        if state.table.winner >= 0:
            self.see_winner(state)

    def see_answer(self, state: State, move: int) -> None:
        """Who calls, with what in hand, on whom, rightly or not; and who takes how many cards."""
        table, hidden = state.table, state.hidden
        seat, layer = table.mover, table.layer
        honest = only(hidden.last, table.rank) == hidden.last
        right = 0 if honest else 1
        hidden.asked[seat, right] += 1
        if move != CALL:
            return
        hidden.calls[seat, right] += 1
        hidden.calls_holding[held(state.own[seat].hand, table.rank), right] += 1
        loser = seat if honest else layer
        hidden.taken[loser, right] += 1
        hidden.cards_taken[loser, right] += table.pile

    def see_lay(self, state: State, move: int) -> None:
        """Whether the announced rank is held, by size of hand; and truths and bluffs."""
        table, hidden = state.table, state.hidden
        hand = state.own[table.layer].hand
        has = 1 if held(hand, table.rank) > 0 else 0
        hidden.rank_held[table.cards[table.layer], has] += 1
        hidden.lays[table.layer, 1 if only(move, table.rank) == move else 0] += 1

    def see_deal(self, state: State) -> None:
        """How many ranks each seat is dealt twice or more."""
        hidden = state.hidden
        for seat in range(self.seats):
            several = 0
            for rank in range(self.ranks):
                if held(state.own[seat].hand, rank) >= 2:
                    several += 1
            hidden.dealt[seat] = several
            hidden.dealt_games[seat, several] += 1

    def see_winner(self, state: State) -> None:
        """The game is over: what the winner had been dealt, and how long it took."""
        hidden = state.hidden
        winner = state.table.winner
        hidden.dealt_wins[winner, hidden.dealt[winner]] += 1
        hidden.wins[winner] += 1
        hidden.turns += state.table.turns


def ledger_shape(seats: int) -> list[tuple[str, tuple[int, ...]]]:
    """Names and shapes of what is counted; [.., 1] counts truths that were told or calls that
    were right, [.., 0] the others."""
    return [
        ("asked", (seats, 2)),  # about a truth, about a bluff
        ("calls", (seats, 2)),
        ("calls_holding", (5, 2)),  # by cards of the announced rank in the caller's hand
        ("taken", (seats, 2)),  # piles picked up: by a wrong call of one's own, or a caught bluff
        ("cards_taken", (seats, 2)),
        ("rank_held", (CARDS, 2)),  # lays by size of hand before: rank not held, held
        ("lays", (seats, 2)),  # bluffs, truths
        ("dealt", (seats,)),  # of this game alone
        ("dealt_games", (seats, 14)),
        ("dealt_wins", (seats, 14)),
        ("wins", (seats,)),
        ("turns", ()),
    ]


@dataclass(frozen=True)
class Ledger:
    """What was counted, block by block: each array has the blocks in front."""

    games: int
    blocks: Array
    counts: dict[str, Array]
    again: str

    def __getitem__(self, name: str) -> Array:
        return self.counts[name]


@cache
def watched_game(taken: Taken, seats: int) -> WatchedBluff:
    return WatchedBluff(seats=seats, win=taken.win, hand=taken.hand)


BLOCK = 100
"""Games of a block: many against the few that depend on one another, few against all."""


def watch(lab: Lab, agents: Sequence[Agent], games: int, again: str = "") -> Ledger:
    """Play games in the seats as listed, on new deals, and count."""
    key = ("watch", tuple(agents), games)
    return lab.once(key, lambda: _watch(lab, tuple(agents), games, again))


def _watch(lab: Lab, agents: tuple[Agent, ...], games: int, again: str) -> Ledger:
    game = agents[0].game
    sitting = Sitting(game, agents, lab.seed_of(("watch", agents)), "fixed", "own")
    worker = lab.worker(sitting)
    hidden = worker.arena["state"]["hidden"][0]
    names = [name for name, _ in ledger_shape(game.seats)]
    rows: dict[str, list[Array]] = {name: [] for name in names}
    for first in range(0, games, BLOCK):
        for name in names:
            hidden[name] = 0
        if worker.play(Block(first, min(BLOCK, games - first))) is None:
            raise Interrupted
        for name in names:
            rows[name].append(np.array(hidden[name]))
        if first % (10 * BLOCK) == 0:
            lab.progress(first, games)
    blocks = np.full(len(rows["turns"]), BLOCK)
    blocks[-1] = games - BLOCK * (len(blocks) - 1)
    return Ledger(games, blocks, {name: np.array(rows[name]) for name in names}, again)


__all__ = ["Ledger", "WatchedBluff", "watch", "watched_game"]
