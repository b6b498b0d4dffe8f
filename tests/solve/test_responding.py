"""`respond`: values by seat, arrangements, what is refused."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

import outwit
from outwit import OVER, Agent, Game, option
from outwit.core.errors import Refused, UsageError
from outwit.core.records import Fields, Me, Menu, Own, State, Table


@dataclass(frozen=True)
class Guess(Game):
    """Seats guess in turn, each sees nothing; seat 1 wins a token for each other one that agrees,
    the others one for each neighbour (in the circle) that does not."""

    seats = 3
    moves = 2

    def table(self) -> Fields:
        return [("turn", "i1")]

    def hidden(self) -> Fields:
        return [("bids", "i1", (3,))]

    def start(self, state: State) -> None:
        state.table.turn = 0
        for seat in range(3):
            state.hidden.bids[seat] = 0

    def to_move(self, state: State) -> int:
        return int(state.table.turn) if state.table.turn < 3 else OVER

    def legal(self, table: Table, own: Own, seat: int, menu: Menu) -> int:
        menu.move[0] = 0
        menu.move[1] = 1
        return 2

    def apply(self, state: State, move: int) -> None:
        state.hidden.bids[state.table.turn] = move
        state.table.turn += 1

    def payoff(self, state: State, out: Any) -> None:
        bids = state.hidden.bids
        out[0] = (bids[0] == bids[1]) + 2 * (bids[0] == bids[2])
        out[1] = 1 if bids[1] != bids[2] else 0
        out[2] = 1 if bids[2] != bids[0] else 0


@dataclass(frozen=True)
class Often(Agent):
    """Says 1 with a probability."""

    game: Guess
    p: float = option(0.5, "how often", low=0.0, high=1.0)

    def policy(self, me: Me, table: Table, own: Own, seat: int, menu: Menu) -> int:
        n = self.game.legal(table, own, seat, menu)
        menu.chance[0] = 1.0 - self.p
        menu.chance[1] = self.p
        return n


def best_by_hand(seat: int, others: tuple[Fraction, Fraction]) -> Fraction:
    """`others` are the chances of 1 of the other seats, in order of seats."""
    values = []
    for move in (0, 1):
        a, b = (p if move == 1 else 1 - p for p in others)  # that they say the same
        if seat == 0:
            values.append(a + 2 * b)
        else:
            # Seat 2 looks at seat 3, seat 3 at seat 1: the second and the first of the others.
            values.append(1 - b if seat == 1 else 1 - a)
    return max(values)


P, Q = Fraction(1, 5), Fraction(9, 10)


@pytest.mark.parametrize("order", ["balanced", "shuffled", "fixed"])
def test_three_seats_by_hand(order: Any) -> None:
    """The responder knows who sits where: each arrangement has its own best answer."""
    game = Guess()
    best = outwit.respond(game, ["me", Often(game, 0.2), Often(game, 0.9)], order=order)
    expected = [(best_by_hand(seat, (P, Q)) + best_by_hand(seat, (Q, P))) / 2 for seat in range(3)]
    if order == "fixed":
        assert best.value == (float(best_by_hand(0, (P, Q))), None, None)
        assert best.exact == best_by_hand(0, (P, Q))
    else:
        assert best.value == pytest.approx([float(e) for e in expected], abs=1e-15)
        assert best.exact == sum(expected) / 3
    assert best.thresholds is None
    assert best.as_json()["agents"] == ["me", "Often:p=0.2", "Often:p=0.9"]


def test_a_response_that_depends_on_who_sits_where_is_no_one_agent() -> None:
    game = Guess()
    mixed = outwit.respond(game, ["me", Often(game, 0.2), Often(game, 0.9)])
    with pytest.raises(Refused, match="who sits where"):
        mixed.agent()
    alike = outwit.respond(game, ["me", Often(game, 0.2)])
    me = alike.agent()
    result = outwit.match(game, [me, Often(game, 0.2), Often(game, 0.2)], exact=True)
    assert result.of(1).exact == str(alike.exact)


def test_kuhns_equilibrium_leaves_nothing() -> None:
    best = outwit.respond("kuhn", ["me", "equilibrium:bluff=0.2"])
    assert best.exact == 0
    assert [answer.exact for answer in best.answers] == [Fraction(-1, 18), Fraction(1, 18)]
    answer = best.as_json()
    assert list(answer) == ["value", "mean", "exact", "thresholds", "agents", "order"]
    assert answer["exact"] == "0"
    assert answer["thresholds"] is None


def test_me_sits_where_it_is_named() -> None:
    second = outwit.respond("kuhn", ["random", "me"], order="fixed")
    assert second.value == (None, pytest.approx(5 / 12))
    assert second.exact == Fraction(5, 12)


def test_the_saved_response_wins_what_it_should(tmp_path: Any) -> None:
    best = outwit.respond("leduc", ["me", "steady"])
    path = str(tmp_path / "best.agent")
    outwit.save(best.agent(), path)
    row = outwit.match("leduc", [path, "steady"], exact=True).of(1)
    assert row.mean == pytest.approx(best.mean, abs=1e-12)
    assert row.exact == str(best.exact)


@pytest.mark.parametrize(
    ("agents", "says"),
    [
        (["random"], "as `me`"),
        (["me", "me"], "as `me`"),
        (["me"], "Name an agent"),
        (["me", "random", "random"], "2 seats"),
    ],
)
def test_line_ups_without_sense_are_told(agents: list[str], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        outwit.respond("kuhn", agents)


def test_others_fill_what_is_left() -> None:
    game = Guess()
    best = outwit.respond(game, ["me"], others=Often(game, 0.2), order="fixed")
    assert best.exact == best_by_hand(0, (P, P))


def test_a_process_that_depends_on_who_sits_where_is_refused() -> None:
    game = Guess()
    line_up = ["me", Often(game, 0.2), Often(game, 0.9)]
    with pytest.raises(Refused, match="not one decision process"):
        outwit.respond(game, line_up, method="policy-iteration")
    fixed = outwit.respond(game, line_up, method="policy-iteration", order="fixed")
    assert fixed.exact == best_by_hand(0, (P, Q))
    alike = outwit.respond(game, ["me", Often(game, 0.2)], method="value-iteration")
    assert alike.mean == pytest.approx(outwit.respond(game, ["me", Often(game, 0.2)]).mean)
