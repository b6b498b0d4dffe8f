"""The coach: worths by hand, perfect everywhere, kept on disk, and games that it refuses."""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import outwit
from outwit.core.errors import Refused
from outwit.core.layout import blank_state
from outwit.solve.coach import CLOSE, FLOOR, Coach, coach_for
from outwit.solve.respond import action_worths, best_response, exploitability, seat_values

PASS, BET = 0, 1
JACK, QUEEN, KING = 0, 1, 2


def after(game: Any, *moves: int) -> Any:
    """A state built by moves."""
    state = blank_state(game)
    game.start(state)
    for move in moves:
        game.apply(state, move)
    return state


def judged(coach: Coach, moves: tuple[int, ...], seat: int, move: int) -> Any:
    state = after(coach.tree.game, *moves)
    return coach.judge(state.table, state.own[seat], seat, move)


@pytest.fixture(scope="module")
def kuhn() -> Coach:
    return coach_for(outwit.game("kuhn"))


@pytest.mark.parametrize(
    ("moves", "seat", "move", "lost"),
    [
        # A queen that bets is called by kings alone: -1/2; checked it is worth -1/3.
        ((QUEEN, KING), 0, BET, 1 / 6),
        ((QUEEN, KING), 0, PASS, 0.0),
        # To fold a king gives up a sure 2, and pays 1.
        ((KING, JACK, PASS, BET), 0, PASS, 3.0),
        # A jack called loses 2 instead of 1.
        ((QUEEN, JACK, BET), 1, BET, 1.0),
        # A queen facing a bet does not care: bluffs come just so often.
        ((JACK, QUEEN, BET), 1, BET, 0.0),
        ((JACK, QUEEN, BET), 1, PASS, 0.0),
    ],
)
def test_kuhns_mistakes_cost_what_they_cost_by_hand(
    kuhn: Coach, moves: tuple[int, ...], seat: int, move: int, lost: float
) -> None:
    verdict = judged(kuhn, moves, seat, move)
    assert verdict.lost == pytest.approx(lost, abs=2 * kuhn.accuracy)
    assert (verdict.lost == 0.0) == (lost == 0.0)
    assert verdict.made.move == move
    assert verdict.expected
    assert sum(choice.chance for choice in verdict.choices) == pytest.approx(1.0)


def test_kuhns_coach_plays_a_member_of_the_family(kuhn: Coach) -> None:
    """Kuhn 1950: with b for a jack's bet, a king bets 3 b and a queen calls b + 1/3."""
    bluff = judged(kuhn, (JACK, QUEEN), 0, BET).choices[BET].chance
    king = judged(kuhn, (KING, QUEEN), 0, BET).choices[BET].chance
    queen = judged(kuhn, (QUEEN, KING, PASS, BET), 0, BET).choices[BET].chance
    assert king == pytest.approx(3 * bluff, abs=0.02)
    assert queen == pytest.approx(bluff + 1 / 3, abs=0.02)
    assert judged(kuhn, (JACK, QUEEN, PASS), 1, BET).choices[PASS].chance == 1.0
    assert judged(kuhn, (JACK, QUEEN, BET), 1, BET).choices[BET].chance == pytest.approx(
        1 / 3, abs=0.02
    )


@pytest.mark.parametrize("word", ["kuhn", "leduc", "holdem"])
def test_the_coachs_own_play_loses_next_to_nothing_anywhere(word: str, tree: Any) -> None:
    """Not only on its own way: at each set, also where the other seat's mistakes lead."""
    coach = coach_for(outwit.game(word))
    assert coach.loss.max() <= CLOSE * coach.span
    assert exploitability(coach.tree, coach.chance) < 5 * FLOOR * coach.span
    # Even play is nowhere near: what is asserted can fail.
    assert Coach(coach.tree, coach.tree.uniform()).loss.max() > 20 * CLOSE * coach.span


def test_after_a_slip_of_the_other_seat_the_coach_says_so() -> None:
    """In hold'em the second seat never folds to a check; in Kuhn a king never checks behind."""
    coach = coach_for(outwit.game("holdem"))
    assert not coach.expected.all()
    game = outwit.game("leduc")
    leduc = coach_for(game)
    slips = [s for s in range(leduc.tree.sets) if not leduc.expected[s]]
    assert slips
    # There too the answers are told apart, and the best is among those that it plays.
    for s in slips[:50]:
        first = int(leduc.tree.set_first[s])
        here = slice(first, first + int(leduc.tree.set_width[s]))
        assert np.isfinite(leduc.worth[here]).all()
        best = int(np.argmax(leduc.worth[here]))
        assert leduc.worth[here] @ leduc.chance[here] >= leduc.worth[here][best] - leduc.accuracy


def test_worths_of_actions_against_all_pure_answers(tree: Any, drawn: Any) -> None:
    """Kuhn, both seats: a move is worth what the best of all plans with it gets there."""
    built = tree("kuhn")
    strategy = drawn(built, 7)
    for seat in range(2):
        worths = action_worths(built, strategy, seat)
        sets = np.flatnonzero(built.set_seat == seat)
        best = best_response(built, strategy, seat).value
        # Of every plan the game's value is at most the best; those that play one action at one
        # set lose at least reach x what the action is worth less.
        for s in sets:
            first = int(built.set_first[s])
            for a in (first, first + 1):
                gap = np.nanmax(worths[first : first + 2]) - worths[a]
                plans = []
                for moves in product((0, 1), repeat=len(sets)):
                    pure = strategy.copy()
                    for t, move in zip(sets, moves, strict=True):
                        pure[built.set_first[t] : built.set_first[t] + 2] = [1 - move, move]
                    if pure[a] == 1.0:
                        plans.append(seat_values(built, pure)[seat])
                assert max(plans) <= best + 1e-12
                if gap < 1e-12:
                    assert max(plans) == pytest.approx(best, abs=1e-12)
        assert np.isnan(worths[built.set_seat[built.action_set] != seat]).all()


def test_boards_are_judged_exactly() -> None:
    coach = coach_for(outwit.game("tictactoe"))
    assert coach.loss.max() == 0.0
    assert judged(coach, (), 0, 4).lost == 0.0
    # x in a corner, o on an edge: x wins from there.
    assert judged(coach, (0,), 1, 1).lost == 1.0
    assert judged(coach, (0,), 1, 4).lost == 0.0


def test_a_solved_game_is_kept_and_a_damaged_file_solved_again(tmp_path: Path) -> None:
    game = outwit.game("kuhn")
    heard: list[int] = []

    def count(iterations: int, _part: float) -> None:
        heard.append(iterations)

    first = coach_for(game, folder=tmp_path, progress=count)
    assert heard
    (path,) = tmp_path.glob("kuhn-*.coach")
    heard.clear()
    again = coach_for(game, folder=tmp_path, progress=count)
    assert not heard
    assert (again.chance == first.chance).all()
    path.write_bytes(path.read_bytes()[:40])
    assert (coach_for(game, folder=tmp_path, progress=count).chance == first.chance).all()
    assert heard
    merged = coach_for(outwit.game("leduc", suits="merged"), folder=tmp_path)
    kept = coach_for(outwit.game("leduc"), folder=tmp_path)
    assert merged.tree.sets != kept.tree.sets
    assert len(list(tmp_path.glob("leduc-*.coach"))) == 2


def test_a_folder_that_cannot_be_written_to_costs_only_time(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    assert coach_for(outwit.game("kuhn"), folder=blocked / "coach").tree.sets == 12


PRISONERS = """EFG 2 R "not at odds" { "a" "b" }
p "" 1 1 "" { "c" "d" } 0
p "" 2 1 "" { "c" "d" } 0 t "" 1 "" { 3 3 } t "" 2 "" { 0 5 }
p "" 2 1 "" { "c" "d" } 0 t "" 3 "" { 5 0 } t "" 4 "" { 1 1 }
"""


@pytest.mark.parametrize(
    ("word", "options", "says"),
    [
        ("bluff", {}, "bluff has 4"),
        ("bluff", {"seats": 2}, "no perfect recall"),
        ("blackjack", {"seats": 2}, "no finite tree"),
        ("rrrats", {}, "no perfect recall"),
        ("efg", {"file": PRISONERS}, "whose sum is always the same"),
    ],
)
def test_other_games_are_refused(word: str, options: Any, says: str) -> None:
    with pytest.raises(Refused, match=says):
        coach_for(outwit.game(word, **options))


def test_a_tree_too_large_to_wait_for_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[Coach.__module__], "MOST_NODES", 5_000)
    with pytest.raises(Refused, match="at most 5,000 are built"):
        coach_for(outwit.game("leduc"))
