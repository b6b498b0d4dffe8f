"""What goes wrong in rules and agents reaches the user: what, where, and how to look at it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import outwit
from outwit import CHANCE, OVER, Agent, Game, below, option
from outwit.core.errors import IllegalMove, OutwitError, RuleError
from outwit.core.game import MOST_UNITS
from outwit.play.loop import LONGEST
from outwit.play.match import match
from outwit.play.sitting import Sitting
from outwit.play.where import Where
from outwit.play.worker import Block, Worker


@dataclass(frozen=True)
class Count(Game):
    """Each seat in turn says a number from 0 to 9, `rounds` times; it gets what it said.

    With `odd` something is wrong, in a way that its name says.
    """

    name = "count"
    rounds: int = option(2, "how often", low=1)
    odd: str = option("", "what is wrong")
    stated: bool = option(False, "whether the span is stated")

    seats = 2
    moves = 10

    @property
    def span(self) -> tuple[int, int] | None:
        if self.odd == "wide":
            return (0, MOST_UNITS + 1)
        return (0, 9 * self.rounds) if self.stated else None

    def table(self) -> Any:
        return [("said", np.int64), ("sum", np.int64, (2,))]

    def start(self, state: Any) -> None:
        state.table.said = 0
        state.table.sum[0] = 0
        state.table.sum[1] = 0

    def to_move(self, state: Any) -> int:
        if self.odd == "no chance" and state.table.said == 1:
            return CHANCE
        if self.odd == "nobody":
            return 2 + int(state.table.said)  # the seats are 0 and 1
        if self.odd == "endless":
            return int(state.table.said % 2)
        return OVER if state.table.said == 2 * self.rounds else int(state.table.said % 2)

    def legal(self, table: Any, own: Any, seat: int, menu: Any) -> int:
        for i in range(10):
            menu.move[i] = i
        return 10

    def apply(self, state: Any, move: int) -> None:
        table = state.table
        if self.odd == "raises" and table.sum[1] == 9:
            raise ValueError("nine is too much")
        if self.odd == "divides":
            table.said += 1 // (9 - table.sum[1])
        if self.odd == "index":
            table.sum[table.said + move] += 1
        table.sum[table.said % 2] += move
        table.said += 1

    def payoff(self, state: Any, out: Any) -> None:
        for seat in range(2):
            out[seat] = state.table.sum[seat]
        if self.odd == "too much":
            out[1] = MOST_UNITS + 1
        if self.odd == "too little":
            out[1] = -1


@dataclass(frozen=True)
class Sayer(Agent):
    """Says a number: the same, or one that is drawn, or how many moves it made."""

    name = "sayer"
    game: Count
    number: int = option(3, "what it says; -1 draws it")
    odd: str = option("", "what is wrong")

    def me(self) -> Any:
        return [("number", np.int64), ("memory", [("moves", np.int64)]), ("ever", np.int64)]

    def act(self, me: Any, table: Any, own: Any, seat: int, rng: Any) -> int:
        me.memory.moves += 1
        me.ever += 1
        if self.odd == "raises" and me.ever == 100:
            raise KeyError("the hundredth")
        if self.odd == "memory":
            return int(me.memory.moves)
        return below(rng, 10) if me.number < 0 else int(me.number)


@dataclass(frozen=True)
class Neighbour(Agent):
    """Says the place of the line-up that sits at the other seat."""

    name = "neighbour"
    game: Count

    def me(self) -> Any:
        return [("place", np.int64)]

    def begin(self, me: Any, table: Any, own: Any, seat: int, who: Any, rng: Any) -> None:
        me.place = who.agent[1 - seat]

    def act(self, me: Any, table: Any, own: Any, seat: int, rng: Any) -> int:
        return int(me.place)


@pytest.fixture(params=[False, True], ids=["by address", "together"])
def together(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


def told(game: Game, *agents: Agent, together: bool = False) -> OutwitError:
    """What the user hears of a match."""
    with pytest.raises(OutwitError) as heard:
        match(game, agents, games=1000, seed=5, where=Where(threads=2), together=together)
    return heard.value


def test_an_exception_of_an_agent(together: bool) -> None:
    game = Count()
    error = told(game, Sayer(game), Sayer(game, odd="raises"), together=together)
    assert isinstance(error, RuleError)
    text = str(error)
    # Two moves a game: the hundredth is in the fiftieth game.
    assert "KeyError in count, seed 5, game 49, seat 1 (sayer:odd=raises)" in text
    assert text.endswith("outwit trace count sayer sayer:odd=raises --seed 5 --game 49 --debug")
    assert isinstance(error.__cause__, KeyError)


def test_an_exception_of_a_rule(together: bool) -> None:
    game = Count(rounds=3, odd="raises")
    error = told(game, Sayer(game, number=3), Sayer(game, number=9), together=together)
    assert isinstance(error, RuleError)
    assert "ValueError in count, seed 5, game 0, seat 1 (sayer): nine is too much" in str(error)
    assert "outwit trace count sayer sayer:number=9 --rounds 3 --odd raises --seed 5" in str(error)


def test_an_index_out_of_bounds_is_no_silent_write(together: bool) -> None:
    game = Count(odd="index")
    error = told(game, Sayer(game, number=9), Sayer(game), together=together)
    assert "IndexError in count, seed 5, game 0, seat 1 (sayer:number=9)" in str(error)


def test_an_illegal_move(together: bool) -> None:
    game = Count()
    error = told(game, Sayer(game, number=9), Sayer(game, number=10), together=together)
    assert isinstance(error, IllegalMove)
    said = "Illegal move 10 in count, seed 5, game 0, seat 2 (sayer:number=10)"
    assert str(error).startswith(f"{said}: the rules allow 0, 1, 2, 3, 4, 5, 6, 7, 8, 9. ")
    assert "--game 0 --debug" in str(error)


def test_a_game_that_never_ends() -> None:
    game = Count(odd="endless")
    error = told(game, Sayer(game, number=0), Sayer(game, number=0))
    assert isinstance(error, RuleError)
    assert f"did not end within {LONGEST:,} moves (count, seed 5, game 0" in str(error)


def test_chance_without_a_rule() -> None:
    game = Count(odd="no chance")
    error = told(game, Sayer(game), Sayer(game))
    assert "to_move says CHANCE, but the game has neither `draw` nor `outcomes`" in str(error)


@pytest.mark.parametrize(
    ("odd", "stated", "sentence"),
    [
        ("too much", True, "8388609 of count, seed 5, game 0, seat 2 (sayer) is impossible: "),
        ("too little", True, "the game's `span` is 0 to 18 units."),
        ("too much", False, "may pay -8,388,608 to 8,388,608 units."),
    ],
)
def test_a_pay_off_outside_the_span(odd: str, stated: bool, sentence: str) -> None:
    game = Count(odd=odd, stated=stated)
    assert sentence in str(told(game, Sayer(game), Sayer(game)))


def test_a_span_too_wide_for_sums() -> None:
    game = Count(odd="wide")
    assert "give it a larger `unit`" in str(told(game, Sayer(game), Sayer(game)))


def test_nothing_of_a_block_that_failed_is_counted() -> None:
    game = Count()
    sitting = Sitting(game, (Sayer(game), Sayer(game, odd="raises")), 1)
    worker = Worker(sitting)
    with pytest.raises(RuleError):
        worker.play(Block(0, 200))
    played = worker.play(Block(200, 20))
    assert played is not None
    assert played.sums["endings"].tolist() == [20]
    assert played.sums["sum"][0].tolist() == [[60, 60], [60, 60]]


class TestMemory:
    def test_memory_is_cleared_before_each_game(self, together: bool) -> None:
        game = Count(rounds=3)
        agents = [Sayer(game, odd="memory"), Sayer(game)]
        result = match(game, agents, games=500, together=together, where=Where(threads=1))
        assert result.of(1).mean == 1 + 2 + 3
        assert result.of(1).sd == 0.0

    def test_agents_are_told_who_sits_where(self, together: bool) -> None:
        game = Count(rounds=1)
        agents = [Neighbour(game), Neighbour(game)]
        result = match(game, agents, games=500, together=together, where=Where(threads=1))
        assert [row.mean for row in result.overall] == [1.0, 0.0]
        assert {row.sd for row in result.rows} == {0.0}

    def test_equal_agents_have_luck_of_their_own(self, together: bool) -> None:
        """Two that draw alike do not draw the same; over both orders they come out even."""
        game = Count(rounds=1)
        agents = [Sayer(game, number=-1)] * 2
        fixed = match(game, agents, games=4000, order="fixed", together=together)
        assert fixed.of(1).mean != fixed.of(2).mean
        even = match(game, agents, games=4000, together=together)
        assert even.of(1).mean == even.of(2).mean
        assert even.of(1, seat=1).mean != even.of(1, seat=2).mean
        # What place 1 draws in a seat on a deal, place 2 draws there in the other order.
        assert even.of(1, seat=1).mean == even.of(2, seat=1).mean


def test_a_seat_that_is_not_there_is_told() -> None:
    game = Count(odd="nobody")
    with pytest.raises(RuleError, match=r"to_move says 2 in count, seed 1, game 0"):
        Worker(Sitting(game, (outwit.agent(game, "random"),) * 2)).play(Block(0, 2))


@dataclass(frozen=True)
class Unfinished(Game):
    """A game whose `apply` is misspelt."""

    seats = 2
    moves = 1

    def table(self) -> Any:
        return [("turn", np.int8)]

    def start(self, state: Any) -> None:
        state.table.turn = 0

    def to_move(self, state: Any) -> int:
        return int(state.table.turn)

    def legal(self, table: Any, own: Any, seat: int, menu: Any) -> int:
        menu.move[0] = 0
        return 1

    def aply(self, state: Any, move: int) -> None:
        state.table.turn += 1

    def payoff(self, state: Any, out: Any) -> None:
        out[0] = 1


def test_a_missing_method_is_told_before_anything_is_compiled() -> None:
    game = Unfinished()
    with pytest.raises(RuleError, match=r"no method `apply`; .* Did you mean aply"):
        Worker(Sitting(game, (outwit.agent(game, "random"),) * 2))
