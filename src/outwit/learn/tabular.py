"""What all tabular learners share: a table of values by state, laws of decay, ways to choose.

A state is what the learner's seat sees, or what its `states` make of that. It learns with no hook
at every move: at each decision of its own it knows the last one, which waits in `memory`, and
brings it up to date.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from outwit.core.agent import Agent
from outwit.core.game import Game
from outwit.core.generator import below, uniform
from outwit.core.options import option, spell
from outwit.core.records import Fields, Me, Menu, Own, Rng, Table, data_of
from outwit.core.states import States
from outwit.play.rows import NO_ROW, Rows, slots_for, states_option

if TYPE_CHECKING:
    from outwit.play.tabled import Tabled


@dataclass(frozen=True)
class Tabular(Rows, Agent):
    """A learner with a table. Its subclasses say what a decision teaches; see `outwit.learn.q`.

    The laws of decay are those of paper `poker`, section 4.2: x0 t^d after t games, and x0 before
    the first; the learning rate may count the visits of a state's move instead.
    """

    game: Game
    states: States | None = states_option()
    alpha: float = option(1.0, "learning rate at first", low=0.0, high=1.0)
    alpha_decay: float = option(-0.7, "exponent by which it decays", low=-10.0, high=0.0)
    per: str = option(
        "visits",
        "what the learning rate decays with: visits of a state's move, or games played",
        choices=("visits", "games"),
    )
    epsilon: float = option(1.0, "chance to explore at first", low=0.0, high=1.0)
    epsilon_decay: float = option(
        -0.125, "exponent by which it decays over games", low=-10.0, high=0.0
    )
    discount: float = option(1.0, "worth of a pay-off one decision later", low=0.0, high=1.0)
    initial: float = option(0.0, "what every move is worth before it is tried")
    ties: str = option(
        "random",
        "which of the best moves: drawn anew each time, drawn once and kept, or the first",
        choices=("random", "kept", "first"),
    )
    exploring: bool = option(True, "makes random moves to explore")
    updating: bool = option(True, "learns from what it plays")
    rows: int = option(
        20_000,
        "how many states the table has room for, where they are not numbered",
        low=1,
        high=100_000_000,
    )

    tables = 1
    """How many values each move of a state has (double Q-learning keeps two)."""

    @property
    def slots(self) -> int:
        return slots_for(self.states, self.rows)

    @property
    def room(self) -> int:
        """How many states fit."""
        return self.slots if self.direct else self.rows

    @property
    def per_visit(self) -> bool:
        return self.per == "visits"

    @property
    def keeps(self) -> bool:
        """Whether each state keeps its choice until another move is better."""
        return self.ties == "kept"

    @property
    def draws(self) -> bool:
        """Whether ties are broken by lot."""
        return self.ties != "first"

    def me(self) -> Fields:
        n = self.most_candidates
        row: Fields = [
            ("key", np.int64),  # 0: empty
            ("moves", np.int32),  # how many there are to choose among
            ("choice", np.int32),  # the best, where ties are kept
            ("value", np.float64, (self.tables, n)),
            ("visits", np.int64, (self.tables, n)),  # of each value
        ]
        return [
            *[(name, np.float64) for name in _NUMBERS],
            ("exploring", np.bool_),
            ("updating", np.bool_),
            ("games", np.int64),
            ("used", np.int64),  # rows in use
            ("refused", np.int64),  # visits of states that found the table full
            ("rate", np.float64),  # of this game, where it decays with games
            ("explore", np.float64),  # of this game
            ("memory", self.memory()),
            ("row", list(row), (self.slots,)),
        ]

    def memory(self) -> Fields:
        """The last decision of this game: its row plus one (0: none) and the place of its move."""
        return [("last", np.int64), ("choice", np.int64)]

    def prepare(self, me: Me) -> None:
        me.rate = me.alpha
        me.explore = me.epsilon

    # States ------------------------------------------------------------------------------------

    def find(self, me: Me, table: Table, own: Own, seat: int, menu: Menu, n: int, rng: Rng) -> int:
        """The row of a state; a new one where it is first met; NO_ROW where there is no room."""
        feature = self.abstraction.feature(table, own, seat)
        key = self.key(feature, menu, n)
        slot = self.slot(me, feature, key)
        if me.row[slot].key == 0:
            if not me.updating:
                return NO_ROW
            if me.used >= self.room:
                me.refused += 1
                return NO_ROW
            me.used += 1
            self.new_row(me, slot, key, n, rng)
        return slot

    def new_row(self, me: Me, row: int, key: int, n: int, rng: Rng) -> None:
        """A state that is met for the first time: all moves are equally good."""
        me.row[row].key = key
        me.row[row].moves = n
        for k in range(self.tables):
            for i in range(n):
                me.row[row].value[k, i] = me.initial
        if self.keeps:
            me.row[row].choice = below(rng, n)

    # Values ------------------------------------------------------------------------------------

    def worth(self, me: Me, row: int, i: int) -> float:
        """The value of a state's i-th move: the mean of all tables."""
        total = 0.0
        for k in range(self.tables):
            total += me.row[row].value[k, i]
        return total / self.tables

    def most(self, me: Me, row: int, n: int) -> float:
        """The value of a state's best move; that of a new state where there is no row."""
        if row == NO_ROW:
            return float(me.initial)
        best = self.worth(me, row, 0)
        for i in range(1, n):
            best = max(best, self.worth(me, row, i))
        return best

    def greedy(self, me: Me, row: int, n: int, rng: Rng) -> int:
        """The place of the best of n moves; any move where there is no row."""
        if row == NO_ROW:
            return below(rng, n)
        if self.keeps:
            return int(me.row[row].choice)
        return self.best(me, row, n, rng)

    def best(self, me: Me, row: int, n: int, rng: Rng) -> int:
        """The place of the move with the largest value; among several by lot, or the first."""
        best, ties, chosen = self.worth(me, row, 0), 1, 0
        for i in range(1, n):
            value = self.worth(me, row, i)
            if value > best:
                best, ties, chosen = value, 1, i
            elif value == best:
                ties += 1
        if ties == 1 or not self.draws:
            return chosen
        ticket = below(rng, ties)
        i = chosen
        while self.worth(me, row, i) != best or ticket > 0:
            ticket -= self.worth(me, row, i) == best
            i += 1
        return i

    def choose(self, me: Me, row: int, n: int, rng: Rng) -> int:
        """Epsilon-greedy: the place of the move to play."""
        if me.exploring and uniform(rng) < me.explore:
            return below(rng, n)
        return self.greedy(me, row, n, rng)

    # Learning ----------------------------------------------------------------------------------

    def remember(self, me: Me, row: int, choice: int) -> None:
        """This is now the last decision."""
        me.memory.last = row + 1
        me.memory.choice = choice

    def learn_last(self, me: Me, target: float, rng: Rng) -> None:
        """Move the value of the last decision, if it has a row, towards a target."""
        if me.updating and me.memory.last > 0:
            self.move_value(me, me.memory.last - 1, me.memory.choice, 0, target, rng)

    def move_value(self, me: Me, row: int, i: int, k: int, target: float, rng: Rng) -> None:
        """Value k of a move goes part of the way to a target, by the learning rate."""
        me.row[row].visits[k, i] += 1
        rate = me.rate
        if self.per_visit:
            rate = me.alpha * float(me.row[row].visits[k, i]) ** me.alpha_decay
        me.row[row].value[k, i] += rate * (target - me.row[row].value[k, i])
        if self.keeps:
            n = me.row[row].moves
            if self.worth(me, row, me.row[row].choice) < self.most(me, row, n):
                me.row[row].choice = self.best(me, row, n, rng)

    def next_game(self, me: Me) -> None:
        """The laws of decay: x0 t^d after t games."""
        if me.updating:
            me.games += 1
            t = float(me.games)
            me.explore = me.epsilon * t**me.epsilon_decay
            if not self.per_visit:
                me.rate = me.alpha * t**me.alpha_decay

    def end(self, me: Me, table: Table, own: Own, seat: int, reward: float, rng: Rng) -> None:
        self.learn_last(me, reward, rng)
        self.next_game(me)

    # What was learnt -----------------------------------------------------------------------------

    def frozen(self, me: Me) -> Tabled:
        """The agent that plays the best moves of this table and learns no more."""
        from outwit.play.tabled import Tabled

        rows = data_of(me.row)
        slot = np.flatnonzero(rows["key"])
        used = rows[slot]
        value = used["value"].mean(axis=1)
        value[np.arange(value.shape[1]) >= used["moves"][:, None]] = -np.inf
        top = value == value.max(axis=1, keepdims=True)
        if self.keeps:
            top = np.arange(value.shape[1]) == used["choice"][:, None]
        elif not self.draws:
            top &= top.cumsum(axis=1) == 1
        arrays = {
            "slot": slot,
            "key": used["key"],
            "chance": top / top.sum(axis=1, keepdims=True),
            "value": value,
            "visits": used["visits"].sum(axis=1),
        }
        label = spell(type(self).name, self)
        return Tabled(self.game, arrays, label=label, states=self.states, slots=self.slots)

    def report(self, me: Me) -> list[str]:
        """Sentences about the table after training."""
        said = [f"{me.used:,} states met"]
        if me.refused:
            said.append(
                f"the table is full: {me.refused:,} visits of states that found no room among "
                f"{self.rows:,} rows were played at random and taught nothing; give more rows"
            )
        return said


_NUMBERS = ("alpha", "alpha_decay", "epsilon", "epsilon_decay", "discount", "initial")

__all__ = ["NO_ROW", "Tabular"]
