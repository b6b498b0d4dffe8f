"""`outwit play --coach`: what a person is told after the hand."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from outwit.cli import run
from outwit.solve.regret import Minimiser


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTWIT_DATA", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """typed('1\n', 'kuhn', ...): exit code, what was printed, what was complained of."""

    def play(keys: str, *words: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(keys))
        words = ("play", *words, "--at-once", "--coach")
        monkeypatch.setattr("sys.argv", ["outwit", *words])
        code = run(list(words))
        said = capsys.readouterr()
        return code, said.out, said.err

    return play


def coached(out: str) -> str:
    """What the coach says after the first game."""
    return out.split("Coach: ")[1].split("\nAfter 1 game")[0]


def test_every_decision_is_told_with_what_it_cost(typed, tmp_path) -> None:
    """Folding every hand: a decision costs something now and then, and the sum is their sum."""
    code, out, err = typed("fold\ncheck\n\n" * 60, "kuhn", "me", "equilibrium", "--seed", "1")
    assert (code, err) == (0, "")
    lost = [float(x) for x in re.findall(r"you: +\S+ +lost (\d[\d.]*)", out)]
    games = re.findall(r"In this game you gave away (\d[\d.]*)", out)
    assert lost
    assert sum(map(float, games)) == pytest.approx(sum(lost), abs=0.011 * len(lost))
    # A king is never folded by the equilibrium, and that costs 3.
    folded = re.findall(r"Your card: K\n +Seat \d bet.\n +you: fold   lost (\S+)\n +it:  (.*)", out)
    assert folded
    assert set(folded) == {("3", "call")}
    assert "lost nothing" in out
    assert list((tmp_path / "coach").glob("kuhn-*.coach"))


def test_the_coach_comes_after_the_result_and_tells_nothing_before(typed) -> None:
    _, out, _ = typed("2\n2\nn\n", "kuhn", "me", "random", "--seed", "3")
    assert out.count("Coach: ") == 1
    assert out.index("(me) gets") < out.index("Coach: ")
    assert "it: " not in out[: out.index("Coach: ")]
    assert "again: outwit play kuhn me random --seed 3" in out


def test_several_people_are_told_each(typed) -> None:
    keys = "\n1\n\n1\n" * 3 + "n\n"
    _, out, _ = typed(keys, "kuhn", "me1", "me2", "--seed", "3")
    assert "what seat 1 (me1) gave away" in out
    assert "what seat 2 (me2) gave away" in out


def test_a_board_is_shown_as_a_board(typed) -> None:
    _, out, _ = typed("b1\nc1\na2\nc2\nb2\na3\nn\n" * 3, "tictactoe", "me", "random", "--seed", "3")
    said = coached(out)
    assert "\n      1 . . .\n" in said
    assert "you:" in said


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("bluff", "me", "smart"), "two seats at odds, and bluff has 4"),
        (("blackjack", "me", "nash"), "no finite tree"),
        (("bluff", "me", "smart", "--seats", "2"), "no perfect recall"),
    ],
)
def test_games_without_a_coach_are_refused_in_a_sentence(typed, words, says) -> None:
    code, out, err = typed("", *words)
    assert code == 2
    assert says in err
    assert "Traceback" not in err
    assert "[1]" not in out


def test_ctrl_c_while_it_solves_leaves(typed, monkeypatch) -> None:
    def pressed(*_args: object, **_options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Minimiser, "run", pressed)
    code, _, err = typed("", "leduc", "me", "steady")
    assert code == 130
    assert "Interrupted" in err
