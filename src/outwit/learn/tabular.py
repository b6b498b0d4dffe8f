"""What all tabular learners share: a table of values by state, a law of decay, a way to choose.

A state is what the learner's seat sees. It learns with no hook at every move: at each decision of
its own it knows the last one, which waits in `memory`, and brings it up to date.

The table has a fixed number of rows, found by a 62-bit key (open addressing, linear probing). Two
states with one key would share a row: among a million states the chance of any such pair is below
one in four million.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np

from outwit.core.agent import Agent
from outwit.core.game import Game
from outwit.core.generator import below, uniform
from outwit.core.options import option
from outwit.core.records import Fields, Me, Menu, Own, Rng, Table, data_of
from outwit.core.rule import compiled
from outwit.play.viewkey import view_key

KEY_BITS = (1 << 62) - 1
ODD = 0x1B873593CC9E2D51
"""An odd multiplier with well-spread bits; products are cut to 62 bits, so signs never matter."""
NO_ROW = -1


@compiled
def stir(key: int, word: int) -> int:
    """Mix a whole number into a key of 62 bits: the same in plain Python and compiled."""
    key = ((key ^ word) * ODD) & KEY_BITS
    return key ^ (key >> 29)


@dataclass(frozen=True)
class Tabular(Agent):
    """A learner with a table. Its subclasses say what a decision teaches; see `outwit.learn.q`.

    To learn on coarser states than all that the seat sees, derive a class in a file of your own
    and give it a `feature`:

        @dataclass(frozen=True)
        class ByCard(QLearning):
            def feature(self, table, own, seat):
                return 4 * own.card + table.raises

    States of one feature in which different moves are legal are kept apart.
    """

    game: Game
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
    exploring: bool = option(True, "makes random moves to explore")
    updating: bool = option(True, "learns from what it plays")
    rows: int = option(20_000, "how many states the table has room for", low=1, high=100_000_000)

    tables = 1
    """How many values each move of a state has (double Q-learning keeps two)."""

    @property
    def slots(self) -> int:
        """Places in memory for the rows: a power of two, at most three quarters full."""
        return 1 << (4 * self.rows // 3).bit_length()

    @property
    def per_visit(self) -> bool:
        return self.per == "visits"

    def me(self) -> Fields:
        n = self.game.moves
        row: Fields = [
            ("key", np.int64),  # 0: empty
            ("value", np.float64, (self.tables, n)),
            ("visits", np.int64, (n,)),
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

    def feature(self, table: Table, own: Own, seat: int) -> int:
        """The state as a whole number: all that the seat sees, unless a subclass says less."""
        return int(np.int64(view_key(table, own, seat) >> 2))

    def key(self, table: Table, own: Own, seat: int, menu: Menu, n: int) -> int:
        """The key of a state: its feature and its legal moves. Never 0."""
        key = stir(self.feature(table, own, seat), n)
        for i in range(n):
            key = stir(key, menu.move[i])
        return key if key != 0 else 1

    def find(self, me: Me, key: int) -> int:
        """The row of a state; a new one where it is first met; NO_ROW where there is no room."""
        slot = key & (self.slots - 1)
        while me.row[slot].key != key:
            if me.row[slot].key == 0:
                if not me.updating:
                    return NO_ROW
                if me.used >= self.rows:
                    me.refused += 1
                    return NO_ROW
                me.row[slot].key = key
                me.used += 1
                return slot
            slot = (slot + 1) & (self.slots - 1)
        return slot

    # Values ------------------------------------------------------------------------------------

    def worth(self, me: Me, row: int, i: int) -> float:
        """The value of a state's i-th move, over all tables."""
        total = 0.0
        for k in range(self.tables):
            total += me.row[row].value[k, i]
        return total

    def most(self, me: Me, row: int, n: int) -> float:
        """The value of a state's best move; 0 for a state without a row."""
        if row == NO_ROW:
            return 0.0
        best = self.worth(me, row, 0)
        for i in range(1, n):
            best = max(best, self.worth(me, row, i))
        return best

    def greedy(self, me: Me, row: int, n: int, rng: Rng) -> int:
        """The place of the best of n moves, ties at random; any move where there is no row."""
        if row == NO_ROW:
            return below(rng, n)
        best = self.most(me, row, n)
        ties = 0
        for i in range(n):
            ties += self.worth(me, row, i) == best
        ticket = below(rng, ties) if ties > 1 else 0
        for i in range(n):
            if self.worth(me, row, i) == best:
                if ticket == 0:
                    return i
                ticket -= 1
        return 0

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

    def learn_last(self, me: Me, target: float) -> None:
        """Move the value of the last decision, if it has a row, towards a target."""
        if me.updating and me.memory.last > 0:
            self.move_value(me, me.memory.last - 1, me.memory.choice, 0, target)

    def move_value(self, me: Me, row: int, i: int, k: int, target: float) -> None:
        """Value k of a move goes part of the way to a target, by the learning rate."""
        me.row[row].visits[i] += 1
        rate = me.rate
        if self.per_visit:
            rate = me.alpha * float(me.row[row].visits[i]) ** me.alpha_decay
        me.row[row].value[k, i] += rate * (target - me.row[row].value[k, i])

    def next_game(self, me: Me) -> None:
        """The laws of decay: x0 t^d after t games, and x0 before the first."""
        if me.updating:
            me.games += 1
            t = float(me.games)
            me.explore = me.epsilon * t**me.epsilon_decay
            if not self.per_visit:
                me.rate = me.alpha * t**me.alpha_decay

    def end(self, me: Me, table: Table, own: Own, seat: int, reward: float, rng: Rng) -> None:
        self.learn_last(me, reward)
        self.next_game(me)

    # What was learnt -----------------------------------------------------------------------------

    def frozen(self, me: Me) -> Agent:
        """The agent that plays the best moves of this table and learns no more."""
        from outwit.learn.greedy import Greedy

        rows = data_of(me.row)
        used = np.flatnonzero(rows["key"])
        learnt = {
            "slot": used,
            "key": rows["key"][used],
            "value": rows["value"][used].sum(axis=1),
        }
        mark = hashlib.sha256(b"".join(a.tobytes() for a in learnt.values())).hexdigest()[:16]
        return Greedy(self.game, learner=self.plain(), mark=mark, learnt=learnt)

    def plain(self) -> Tabular:
        """This learner with its other parameters at their defaults: what states are to it."""
        return type(self)(self.game, rows=self.rows)

    def report(self, me: Me) -> list[str]:
        """Sentences about the table after training."""
        said = [f"{me.used:,} states met"]
        if me.refused:
            said.append(
                f"the table is full: {me.refused:,} visits of states that found no room among "
                f"{self.rows:,} rows were played at random and taught nothing; give more rows"
            )
        return said


_NUMBERS = ("alpha", "alpha_decay", "epsilon", "epsilon_decay", "discount")

__all__ = ["NO_ROW", "Tabular", "stir"]
