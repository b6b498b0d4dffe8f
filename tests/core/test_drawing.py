"""Cards, dice, tokens, bars and boards in characters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit.core.drawing import (
    bar,
    beside,
    cards,
    columns,
    dice,
    grid,
    is_row_of_cards,
    narrowed,
    tokens,
)
from outwit.core.naming import does, named

RANKS = ("A", "2", "10", "J", "K♥", "░░")


def test_a_row_of_cards():
    assert cards(["A", "10"]) == "╭──┬──╮\n│A │10│\n╰──┴──╯"


@given(names=st.lists(st.sampled_from(RANKS), min_size=1, max_size=60), wide=st.integers(4, 120))
def test_rows_fit_and_hold_every_card_in_order(names, wide):
    lines = cards(names, wide=wide).split("\n")
    assert max(map(len, lines)) <= wide
    assert all(is_row_of_cards(lines[i : i + 3]) for i in range(0, len(lines), 3))
    found = [name.strip() for row in lines[1::3] for name in row.strip("│").split("│")]
    assert found == names


@given(names=st.lists(st.sampled_from(RANKS), min_size=1, max_size=60), wide=st.integers(4, 80))
def test_a_row_is_cut_where_a_terminal_is_narrow(names, wide):
    assert narrowed(cards(names).split("\n"), wide) == cards(names, wide=wide).split("\n")


@pytest.mark.parametrize(
    "lines",
    [[], ["╭──╮"], ["╭──╮", "│A │", "some words"], ["╭───╮", "│ x │", "╰───╯"], ["a", "b", "c"]],
)
def test_what_is_no_row_of_cards_is_left_alone(lines):
    assert not is_row_of_cards(lines)


def test_dice_show_pips():
    assert dice(2, 1, 0) == "[••] [•] [ ]"


@pytest.mark.parametrize(
    ("many", "of", "row"), [(0, 0, ""), (7, 0, "●●●●● ●●"), (1, 4, "●○○○"), (4, 4, "●●●●")]
)
def test_tokens_in_fives(many, of, row):
    assert tokens(many, of) == row


@given(part=st.floats(0, 1), wide=st.integers(1, 60))
def test_a_bar_is_as_long_as_its_part(part, wide):
    drawn = bar(part, wide)
    assert len(drawn) == wide
    assert abs(drawn.count("█") - part * wide) <= 1


def test_a_bar_goes_to_an_eighth():
    assert [bar(n / 16, 2) for n in (0, 1, 8, 9, 16)] == ["  ", "▏ ", "█ ", "█▏", "██"]


def test_a_board():
    assert grid([["x", " "], [" ", "o"]], "ab", "12") == (
        "     a   b\n   ╭───┬───╮\n 1 │ x │   │\n   ├───┼───┤\n 2 │   │ o │\n   ╰───┴───╯"
    )


def test_drawings_beside_each_other():
    assert beside("ab\nc", "d", gap=2) == "ab  d\nc"


def test_cells_below_each_other():
    assert columns([["a", "1"], ["long", "2"]]) == "a     1\nlong  2"


def test_seats_are_you_to_who_sits_there():
    assert [named(1, viewer) for viewer in (0, 1, -1)] == ["seat 2", "you", "seat 2"]
    assert [does(1, viewer, "draws") for viewer in (0, 1)] == ["seat 2 draws", "you draw"]
    assert does(0, 0, "passes", "pass") == "you pass"
