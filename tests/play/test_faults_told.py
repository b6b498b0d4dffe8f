"""Mistakes in a file of one's own, through the command line: file, line, what is wrong, what to do.

Compiled code loses the line of an exception; the sentence names the game and the command that
finds it.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from outwit.cli import run

Said = tuple[int, str, str]


@pytest.fixture
def typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Said]:
    """typed("match", ...): exit code, what was printed, what was complained of."""
    monkeypatch.chdir(tmp_path)

    def type_in(*words: str, keys: str = "") -> Said:
        monkeypatch.setattr("sys.stdin", io.StringIO(keys))
        monkeypatch.setattr("sys.argv", ["outwit", *words])
        code = run(list(words))
        said = capsys.readouterr()
        return code, said.out, said.err

    return type_in


@pytest.fixture
def broken(typed: Callable[..., Said]) -> Callable[[str, str], int]:
    """mine.py, a new game with one text replaced by another; the line where that stands."""

    def change(old: str, new: str) -> int:
        typed("new", "game", "mine")
        path = Path("mine.py")
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new, 1))
        return text[: text.index(old)].count("\n") + 1

    return change


MATCH = ("match", "mine.py", "bluffer", "random", "--games", "2000", "--seed", "5")
CLAIMED = "claim = state.table.claim"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            CLAIMED,
            "claim = state.table.clam",
            "in payoff: field `table.clam` does not exist. TABLE has: claim, answer. "
            "Did you mean table.claim?",
        ),
        (CLAIMED, "claim = self.worth(state)", "in payoff: Mine has no option or method `worth`."),
        (CLAIMED, "claim = clame + 1", "in payoff: `clame` is not defined."),
        ("won = claim\n", "won = 'all'\n", "`won` is "),
        (CLAIMED, "state.table.claim", "in payoff: `claim` is not defined."),
        (CLAIMED, f"self.won = 1\n        {CLAIMED}", "in payoff: `self.won` cannot be set"),
        (CLAIMED, "import math", "in payoff: `import` belongs at the top of the file"),
    ],
)
def test_what_cannot_be_compiled_is_told_with_file_line_and_remedy(
    typed: Callable[..., Said],
    broken: Callable[[str, str], int],
    old: str,
    new: str,
    says: str,
) -> None:
    line = broken(old, new)
    code, _, err = typed(*MATCH)
    assert code == 2
    told = re.match(r"mine\.py, line (\d+), in payoff: ", err)
    assert told is not None, err
    assert line <= int(told[1]) <= line + 5
    assert says in err
    assert "Traceback" not in err


def test_a_helper_without_its_mark_is_told(
    typed: Callable[..., Said], broken: Callable[[str, str], int]
) -> None:
    broken("BELIEVE, DOUBT = 1, 2", "def twice(x):\n    return 2 * x\n\n\nBELIEVE, DOUBT = 1, 2")
    path = Path("mine.py")
    path.write_text(path.read_text().replace("won = 2 * claim", "won = twice(claim)", 1))
    code, _, err = typed(*MATCH)
    assert code == 2
    assert "`twice` is not compiled: put @outwit.compiled above it." in err
    text = path.read_text().replace("def twice", "@compiled\ndef twice")
    Path("other.py").write_text(text.replace("Game, option", "Game, compiled, option"))
    assert typed("match", "other.py", "bluffer", "--games", "100")[0] == 0


def test_a_missing_method_is_told(
    typed: Callable[..., Said], broken: Callable[[str, str], int]
) -> None:
    broken("def to_move(", "def to_mov(")
    code, out, _ = typed("check", "mine.py")
    assert code == 1
    assert "Mine has no method `to_move`; every game" in out


def test_a_wrong_argument_is_told(
    typed: Callable[..., Said], broken: Callable[[str, str], int]
) -> None:
    broken("def apply(self, state, move):", "def apply(self, state):")
    code, out, _ = typed("check", "mine.py")
    assert code == 1
    assert "apply() takes 2 positional arguments but 3 were given" in out
    assert "`outwit new game`" in out


# At run time ---------------------------------------------------------------------------------


def again(err: str) -> list[str]:
    """The words of the command that a sentence names."""
    found = re.search(r"Look at it in Python: outwit (.*)$", err.strip())
    assert found is not None, err
    return found[1].split()


def test_an_exception_in_an_agent_names_game_seed_number_seat_and_the_way_to_it(
    typed: Callable[..., Said], broken: Callable[[str, str], int]
) -> None:
    line = broken("truth = own.die - 1", "truth = own.die + (9 if own.die == 4 else -1)")
    code, _, err = typed(*MATCH)
    assert code == 2
    assert re.match(r"IndexError in mine, seed 5, game \d+, seat \d \(bluffer\): ", err)
    words = again(err)
    assert words[-1] == "--debug"
    code, out, _ = typed(*words, keys="p own.die\nq\n")
    assert code == 1
    assert f"mine.py, line {line + 2}, in policy: " in out
    assert "index 13 is outside, the array holds 6 entries (0 to 5)" in out
    assert "(Pdb) 4" in out


def test_an_exception_in_a_rule_is_told_alike(
    typed: Callable[..., Said], broken: Callable[[str, str], int]
) -> None:
    broken("out[1] = -won", "out[won + 1] = -won")
    code, _, err = typed(*MATCH)
    assert code == 2
    assert re.match(r"IndexError in mine, seed 5, game \d+: ", err)
    code, out, _ = typed(*again(err), keys="q\n")
    assert code == 1
    assert "in payoff: `out[won + 1]" in out


def test_an_illegal_move_is_told_and_decided_again_step_by_step(
    typed: Callable[..., Said], broken: Callable[[str, str], int]
) -> None:
    broken(
        "    def policy(",
        "    def act(self, me, table, own, seat, rng):\n"
        "        return own.die + 5 if seat == 0 else 1\n\n"
        "    def policy(",
    )
    code, _, err = typed(*MATCH)
    assert code == 1
    assert re.match(
        r"Illegal move \d+ in mine, seed 5, game \d+, seat 1 \(bluffer\): the rules allow 1, 2, 3,",
        err,
    )
    code, out, _ = typed(*again(err), keys="p own.die + 5\nq\n")
    assert code == 1
    illegal = re.search(r"Illegal move (\d+)", err)
    assert illegal is not None
    assert f"(Pdb) {illegal[1]}" in out


def test_a_game_without_a_fault_is_shown_under_debug_too(typed: Callable[..., Said]) -> None:
    code, out, _ = typed("trace", "kuhn", "random", "--seed", "7", "--debug")
    assert code == 0
    assert out == typed("trace", "kuhn", "random", "--seed", "7", "--debug")[1]
    assert out.startswith("Kuhn poker   seat 1: random   seat 2: random\n 1  chance ")
