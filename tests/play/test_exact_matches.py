"""Exact matches against a slow recursion over the game in fractions, and against played games."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

import outwit
from outwit import CHANCE, OVER, Agent, Game, option
from outwit.core.errors import Refused, RuleError
from outwit.core.game import blank_menu
from outwit.core.layout import blank_state, new_me
from outwit.core.records import Fields, Me, Menu, Mirror, Own, Rng, State, Table, data_of
from outwit.play.exact import exact_result
from outwit.play.mirror import final_of
from outwit.play.rational import fraction_of
from outwit.play.sitting import Sitting


def slow(game: Game, agents: Sequence[Agent]) -> list[Fraction]:
    """What each seat gets: every line of play, one call at a time, in fractions."""
    mes = [Mirror(new_me(agent)) for agent in agents]

    def below(state: Mirror) -> list[Fraction]:
        mover = game.to_move(state)
        if mover == OVER:
            return [Fraction(value) for value in final_of(game, state).payoffs]
        menu = blank_menu(game)
        if mover == CHANCE:
            n = game.outcomes(state, menu)
            chances = [Fraction(menu.weight[i]) for i in range(n)]
        else:
            agent, own = agents[mover], state.own[mover]
            n = agent.policy(mes[mover], state.table, own, mover, menu)
            chances = [Fraction(menu.chance[i]).limit_denominator(1000) for i in range(n)]
        total = [Fraction(0)] * game.seats
        for i in range(n):
            if chances[i]:
                after = Mirror(data_of(state).copy())
                game.apply(after, menu.move[i])
                parts = below(after)
                total = [
                    a + chances[i] / sum(chances) * b for a, b in zip(total, parts, strict=True)
                ]
        return total

    state = blank_state(game)
    game.start(state)
    unit = Fraction(game.unit).limit_denominator(1000)
    return [value * unit for value in below(state)]


@pytest.mark.parametrize(
    ("word", "line_up"),
    [
        ("kuhn", ["equilibrium:bluff=0.2", "random"]),
        ("kuhn", ["random", "equilibrium:bluff=1/3"]),
        ("leduc", ["steady", "random"]),
        ("leduc", ["steady", "steady"]),
        ("holdem", ["random", "random"]),
        ("minimal", ["random", "random"]),
    ],
)
def test_fractions_are_those_of_a_slow_recursion(word: str, line_up: list[str]) -> None:
    game = outwit.game(word)
    agents = [outwit.agent(game, name) for name in line_up]
    result = outwit.match(game, agents, exact=True, order="fixed")
    expected = slow(game, agents)
    assert [row.exact for row in result.overall] == [str(value) for value in expected]
    assert [row.mean for row in result.overall] == [float(value) for value in expected]


@pytest.mark.parametrize("bluff", ["0", "1/9", "0.2", "1/4", "1/3"])
@pytest.mark.parametrize("second", ["0", "1/3"])
def test_kuhns_family_is_worth_one_eighteenth(bluff: str, second: str) -> None:
    """Kuhn 1950: every equilibrium against every other, whatever the first seat bluffs."""
    names = [f"equilibrium:bluff={bluff}", f"equilibrium:bluff={second}"]
    result = outwit.match("kuhn", names, exact=True, order="fixed")
    assert [row.exact for row in result.overall] == ["-1/18", "1/18"]


def test_random_tictactoe_is_the_known_mean() -> None:
    """By counting (for instance in E. Weisstein's list): 737/1260 won, 121/420 lost, 8/63 even."""
    result = outwit.match("tictactoe", ["random"], exact=True, order="fixed")
    assert result.of(1).exact == str(Fraction(737, 1260) - Fraction(121, 420))
    assert result.of(1).share == pytest.approx(float(Fraction(737, 1260) + Fraction(4, 63)))


@pytest.mark.parametrize(
    ("word", "line_up"),
    [
        ("leduc", ["steady", "threshold"]),
        ("holdem", ["threshold", "random"]),
        ("kuhn", ["random", "equilibrium"]),
    ],
)
def test_played_games_agree(word: str, line_up: list[str]) -> None:
    """Means of 400,000 games lie within 5 standard errors: each fails in under 1 of 10^6."""
    exact = outwit.match(word, line_up, exact=True)
    played = outwit.match(word, line_up, games=400_000, seed=5)
    for one, other in zip(exact.rows, played.rows, strict=True):
        assert (one.agent, one.seat, one.name) == (other.agent, other.seat, other.name)
        error = (other.high - other.low) / 2 / 1.96
        assert abs(one.mean - other.mean) < 5 * error + 1e-12
        assert abs(one.share - other.share) < 5 * (other.share_high - other.share_low) / 3.9
        # The deviation of n games has a standard error of about sd / sqrt(2 n), more with long
        # tails; a tenth is far beyond either.
        assert one.sd == pytest.approx(other.sd, rel=0.1)


def test_deviation_is_that_of_single_games() -> None:
    """Kuhn, both at random, first seat: 30 leaves by hand give these moments."""
    result = outwit.match("kuhn", ["random"], exact=True, order="fixed")
    # Each deal: pass-pass (1/4) pays 1, bet-bet and pass-bet-bet (1/4, 1/8) pay 2, folds 1.
    square = Fraction(1, 4) + Fraction(3, 8) * 4 + Fraction(3, 8)
    mean = Fraction(result.of(1).exact or "")
    assert mean == Fraction(1, 8)
    assert result.of(1).sd == pytest.approx(float(square - mean**2) ** 0.5, abs=1e-15)


# Seats ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bids(Game):
    """Three seats name 0 or 1 in turn; who alone named its number wins its seat's number."""

    seats = 3
    moves = 2
    endings = ("decided", "nobody alone")

    def table(self) -> Fields:
        return [("turn", "i1"), ("bids", "i1", (3,))]

    def start(self, state: State) -> None:
        state.table.turn = 0
        for seat in range(3):
            state.table.bids[seat] = 0

    def to_move(self, state: State) -> int:
        return int(state.table.turn) if state.table.turn < 3 else OVER

    def legal(self, table: Table, own: Own, seat: int, menu: Menu) -> int:
        menu.move[0] = 0
        menu.move[1] = 1
        return 2

    def apply(self, state: State, move: int) -> None:
        state.table.bids[state.table.turn] = move
        state.table.turn += 1

    def alone(self, state: State) -> int:
        ones = state.table.bids[0] + state.table.bids[1] + state.table.bids[2]
        if ones == 0 or ones == 3:
            return -1
        for seat in range(3):
            if state.table.bids[seat] == (1 if ones == 1 else 0):
                return seat
        return -1

    def payoff(self, state: State, out: Any) -> None:
        for seat in range(3):
            out[seat] = 0
        winner = self.alone(state)
        if winner >= 0:
            out[winner] = winner + 1

    def ending(self, state: State) -> int:
        return 1 if self.alone(state) < 0 else 0


@dataclass(frozen=True)
class Often(Agent):
    """Names 1 with a probability."""

    game: Bids
    p: float = option(0.5, "how often", low=0.0, high=1.0)

    def policy(self, me: Me, table: Table, own: Own, seat: int, menu: Menu) -> int:
        n = self.game.legal(table, own, seat, menu)
        menu.chance[0] = 1.0 - self.p
        menu.chance[1] = self.p
        return n


LINE_UP = (0.5, 0.25, 0.2)


def by_hand(order: Sequence[int]) -> list[Fraction]:
    """Pay-offs by seat, and last the chance that nobody is alone."""
    p = [Fraction(LINE_UP[place]).limit_denominator(100) for place in order]
    alone = []
    for seat in range(3):
        a, b = (p[s] for s in range(3) if s != seat)
        alone.append(p[seat] * (1 - a) * (1 - b) + (1 - p[seat]) * a * b)
    return [alone[seat] * (seat + 1) for seat in range(3)] + [1 - sum(alone)]


@pytest.mark.parametrize("order", ["balanced", "shuffled", "fixed"])
def test_three_seats_in_all_orders(order: Any) -> None:
    game = Bids()
    result = outwit.match(game, [Often(game, p) for p in LINE_UP], exact=True, order=order)
    orders = [(0, 1, 2)] if order == "fixed" else list(permutations(range(3)))
    for place in range(3):
        found = [by_hand(o)[o.index(place)] for o in orders]
        assert result.of(place + 1).exact == str(sum(found) / len(found))
        for seat in range(3):
            here = [by_hand(o)[seat] for o in orders if o[seat] == place]
            rows = [r for r in result.rows if (r.agent, r.seat) == (place + 1, seat + 1)]
            assert [row.exact for row in rows] == ([str(sum(here) / len(here))] if here else [])
    undecided = sum(by_hand(o)[3] for o in orders) / len(orders)
    assert result.undecided == pytest.approx(float(undecided), abs=1e-15)
    shares = sum(row.share for row in result.overall)
    assert shares == pytest.approx(1.0 - float(undecided), abs=1e-12)


def test_equal_agents_are_equal_and_others_are_told() -> None:
    same = outwit.match("leduc", ["steady", "steady"], exact=True)
    assert same.differences == ()
    family = outwit.match("kuhn", ["equilibrium:bluff=0", "equilibrium:bluff=0.1"], exact=True)
    assert [d.told for d in family.differences] == [False]
    clear = outwit.match("kuhn", ["random", "equilibrium:bluff=0"], exact=True)
    assert [(d.better, d.told) for d in clear.differences] == [("equilibrium:bluff=0", True)]
    assert clear.differences[0].low == clear.differences[0].high


# What is no fraction, and what is refused ------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "fraction"),
    [
        (1 / 3, Fraction(1, 3)),
        (1.0 - 1 / 3, Fraction(2, 3)),
        (0.1 + 0.2, Fraction(3, 10)),
        (17 / 19, Fraction(17, 19)),
        (0.123456, None),
        (2**-0.5, None),
        (1 / 3 + 1e-9, None),
    ],
)
def test_only_fractions_are_taken_for_fractions(number: float, fraction: Fraction | None) -> None:
    assert fraction_of(number) == fraction


def test_without_fractions_the_mean_is_a_number_alone() -> None:
    game = Bids()
    odd = 2**-0.5
    result = outwit.match(game, [Often(game, p) for p in (odd, odd, odd)], exact=True)
    assert {row.exact for row in result.rows} == {None}
    assert result.of(1).mean == pytest.approx(2 * (odd * (1 - odd) ** 2 + (1 - odd) * odd**2))


@dataclass(frozen=True)
class Draws(Agent):
    game: Bids

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        return outwit.below(rng, 2)


@dataclass(frozen=True)
class Remembers(Agent):
    game: Bids

    def me(self) -> Fields:
        return [("memory", [("seen", "i8")])]

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        return 0


@dataclass(frozen=True)
class Counts(Agent):
    game: Bids

    def me(self) -> Fields:
        return [("asked", "i8")]

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        me.asked += 1
        return int(me.asked) % 2


@dataclass(frozen=True)
class Backwards(Agent):
    game: Bids

    def policy(self, me: Me, table: Table, own: Own, seat: int, menu: Menu) -> int:
        for i in range(2):
            menu.move[i] = 1 - i
            menu.chance[i] = 0.5
        return 2


@dataclass(frozen=True)
class TooMuch(Often):
    def policy(self, me: Me, table: Table, own: Own, seat: int, menu: Menu) -> int:
        n = self.game.legal(table, own, seat, menu)
        menu.chance[0] = 0.7
        menu.chance[1] = 0.7
        return n


@dataclass(frozen=True)
class Rises(Agent):
    """`act` alone, which draws nothing and keeps nothing but what it was born with."""

    game: Bids

    def me(self) -> Fields:
        return [("limit", "i8"), ("scratch", [("last", "i8")])]

    def prepare(self, me: Me) -> None:
        me.limit = 1

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        me.scratch.last = seat
        return 1 if seat >= me.limit else 0


@pytest.mark.parametrize(
    ("agent", "error", "says"),
    [
        (Draws, Refused, "no `policy`"),
        (Remembers, Refused, "in mind"),
        (Counts, Refused, "changes what it keeps"),
        (Backwards, RuleError, "`legal`'s order"),
        (TooMuch, RuleError, "add up to 1"),
    ],
)
def test_agents_that_are_no_distribution_are_refused(agent: Any, error: Any, says: str) -> None:
    game = Bids()
    with pytest.raises(error, match=says):
        outwit.match(game, [agent(game)], exact=True)


def test_an_agent_that_only_acts_is_exact() -> None:
    game = Bids()
    result = exact_result(Sitting(game, (Rises(game),) * 3, order="fixed"))
    # Seats 2 and 3 name 1, so seat 1 is alone.
    assert [row.exact for row in result.overall] == ["1", "0", "0"]


@pytest.mark.parametrize(
    ("word", "agent", "says"),
    [
        ("blackjack", "nash", "no finite tree"),
        ("war", "shuffled", "too large"),
        ("bluff", "no-bluff", "too large"),
    ],
)
def test_games_without_a_small_tree_are_refused(word: str, agent: str, says: str) -> None:
    with pytest.raises(Refused, match=says):
        outwit.match(word, [agent], exact=True)


def test_json_has_the_shape_of_a_played_match() -> None:
    exact = outwit.match("kuhn", ["equilibrium:bluff=0.2", "random"], exact=True).as_json()
    played = outwit.match("kuhn", ["equilibrium:bluff=0.2", "random"], games=1000).as_json()
    assert list(exact) == list(played)
    assert (exact["games"], exact["seed"], exact["order"]) == (None, None, "balanced")
    assert [list(row) for row in exact["rows"]] == [list(row) for row in played["rows"]]
    first = exact["rows"][0]
    assert (first["games"], first["wins"], first["exact"]) == (None, None, "13/90")
    assert first["low"] == first["high"] == first["mean"] == 13 / 90
    assert json.loads(json.dumps(exact)) == exact
