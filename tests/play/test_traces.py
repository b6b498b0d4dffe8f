"""Traces: a game as a file of moves, replayed byte for byte, refused where it is illegal."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import outwit
from outwit import CHANCE
from outwit.core.errors import IllegalMove, NotTheSame, UsageError
from outwit.play.mirror import Made
from outwit.play.trace import replay, replayed, walk


def deal(first: int, second: int, *seats: int) -> list[Made]:
    """A game of Kuhn poker: two cards, then moves of the seats in turn."""
    moves = [Made(CHANCE, first), Made(CHANCE, second)]
    return moves + [Made(i % 2, move) for i, move in enumerate(seats)]


def test_a_game_in_words_as_all_and_as_one_seat_see_it() -> None:
    trace = replayed(outwit.game("kuhn"), deal(2, 0, 0, 1, 1), ("ann", "bob"))
    assert str(trace).splitlines() == [
        "Kuhn poker   seat 1: ann   seat 2: bob",
        " 1  chance   seat 1 is dealt K",
        " 2  chance   seat 2 is dealt J",
        " 3  seat 1   checks",
        " 4  seat 2   bets",
        " 5  seat 1   calls",
        "seat 1 gets 2, seat 2 gets -2.",
    ]
    assert " 1  chance   seat 1 is dealt a card" in trace.text(1)
    assert " 2  chance   you are dealt J" in trace.text(1)
    assert " 4  you      bet" in trace.text(1)


def test_as_a_seat_sees_it_no_hidden_move_is_written_down() -> None:
    shown = replayed(outwit.game("kuhn"), deal(2, 0, 0, 1, 1)).shown(0)
    assert [row.get("move") for row in shown["moves"]] == [None, None, 0, None, 1]


def test_a_saved_trace_is_read_back_and_saved_the_same_byte_for_byte(tmp_path: Path) -> None:
    for name in outwit.games():
        trace = outwit.trace(name, ["random"], seed=11)
        trace.save(tmp_path / "one.json")
        again = outwit.replay(tmp_path / "one.json")
        again.save(tmp_path / "two.json")
        assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()
        assert again == trace


def test_options_are_kept(tmp_path: Path) -> None:
    outwit.trace(outwit.game("tictactoe", size=4), ["random"]).save(tmp_path / "t.json")
    assert outwit.replay(tmp_path / "t.json").game == outwit.game("tictactoe", size=4)


@pytest.mark.parametrize(
    ("moves", "says"),
    [
        (deal(2, 2, 0, 0), "Move 2 by chance is illegal: 2 is played, possible are 0, 1."),
        (deal(2, 1, 0, 3), "Move 4 by seat 2 is illegal: 3 is played, the rules allow 0, 1."),
        (deal(2, 1, 0), "The moves stop after 3, but the game goes on: seat 2 is to move."),
        (deal(2, 1, 0, 0, 1), "Move 5 comes too late: the game was over before it."),
        ([Made(0, 1)], "Move 1 is by seat 1, but chance is to move."),
    ],
)
def test_moves_against_the_rules_are_refused(moves: list[Made], says: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        replayed(outwit.game("kuhn"), moves)
    assert str(caught.value) == says
    assert caught.value.exit_code == 1


@pytest.fixture
def changed(tmp_path: Path) -> Callable[..., Path]:
    """A saved game of Kuhn poker with something changed in it."""

    def change(**parts: Any) -> Path:
        trace = replayed(outwit.game("kuhn"), deal(2, 0, 1, 1))
        kept = trace.shown() | parts
        path = tmp_path / "kuhn.json"
        path.write_text(json.dumps({k: v for k, v in kept.items() if v is not None}))
        return path

    return change


@pytest.mark.parametrize(
    ("parts", "error", "says"),
    [
        ({"payoffs": [1, -1]}, NotTheSame, "payoffs should be [2, -2] after these moves"),
        ({"ending": "drawn"}, NotTheSame, 'ending should be "decided" after these moves'),
        ({"format": "outwit trace 9"}, UsageError, '"format" must be "outwit trace 1"'),
        ({"moves": [{"by": "ann", "move": 1}]}, UsageError, "move 1 must be written as"),
        ({"moves": [{"by": "seat 1", "move": True}]}, UsageError, "move 1 must be written as"),
        ({"moves": 3}, UsageError, '"moves" must be a list.'),
        ({"rules": "outwit.games.kuhn:Khun"}, UsageError, "there are no rules"),
        ({"rules": "nowhere:Kuhn"}, UsageError, "there are no rules"),
        ({"rules": "outwit.agents.kuhn:Equilibrium"}, UsageError, "is not a game"),
        ({"options": {"size": "3"}}, UsageError, "kuhn has no option size"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_in_a_sentence(
    changed: Callable[..., Path], parts: dict[str, Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error) as caught:
        replay(changed(**parts))
    assert says in str(caught.value)


def test_what_is_left_out_for_people_may_be_missing(changed: Callable[..., Path]) -> None:
    trace = replay(changed(payoffs=None, ending=None, agents=None, origin=None))
    assert trace.final.payoffs == (2, -2)


def test_no_file_and_no_json_are_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No file"):
        replay(tmp_path / "none.json")
    (tmp_path / "text.json").write_text("hello")
    with pytest.raises(UsageError, match="it is not JSON"):
        replay(tmp_path / "text.json")


def test_walking_leaves_the_last_state_behind() -> None:
    game = outwit.game("kuhn")
    seen = [state.table.history for state, _ in walk(game, deal(0, 1, 1, 0))]
    assert seen == [0b1, 0b1, 0b1, 0b11]


def test_a_trace_is_game_n_of_the_match_it_names() -> None:
    """The sums of a match are those of its games one by one."""
    line_up = ["steady", "random"]
    result = outwit.match("leduc", line_up, games=8, seed=3)
    first = [0.0, 0.0]
    for number in range(8):
        trace = outwit.trace("leduc", line_up, seed=3, number=number)
        for name, paid in zip(trace.line_up, trace.final.payoffs, strict=True):
            first[line_up.index(name)] += paid
    assert [row.mean * 8 for row in result.overall] == first
