"""Recorded sessions of the games, in a pseudo-terminal: the screen shows the same again."""

from __future__ import annotations

import pytest
from tests.cli.recording import FOLDER, SESSIONS, played

import outwit


def test_every_game_but_that_of_a_file_has_a_session() -> None:
    assert set(SESSIONS) == set(outwit.games()) - {"efg"}
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(SESSIONS)


@pytest.mark.parametrize("name", SESSIONS)
def test_the_screen_shows_what_was_recorded(name: str) -> None:
    """After a change of words: `python -m tests.cli.recording`, and read what has changed."""
    assert played(*SESSIONS[name]) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", SESSIONS)
def test_no_line_of_a_session_is_wider_than_the_terminal(name: str) -> None:
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").split("\n")
    assert max(len(line) for line in lines if "outwit " not in line) <= 80
