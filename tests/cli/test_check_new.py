"""`outwit check`, `new`, `trace`, `replay`: the first ten minutes with a file of one's own."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import outwit
from outwit.cli import run

Said = tuple[int, str, str]
Typed = Callable[..., Said]


@pytest.fixture
def typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Typed:
    """typed("check", "kuhn"): exit code, what was printed, what was complained of."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "90")

    def type_in(*words: str) -> Said:
        monkeypatch.setattr("sys.argv", ["outwit", *words])
        code = run(list(words))
        said = capsys.readouterr()
        return code, said.out, said.err

    return type_in


# new ----------------------------------------------------------------------


def test_a_new_game_passes_its_check_and_plays_at_once(typed: Typed) -> None:
    code, out, _ = typed("new", "game", "liars")
    assert code == 0
    assert "outwit check liars.py" in out
    code, out, _ = typed("check", "liars.py")
    assert (code, out.splitlines()[-1]) == (
        0,
        "No fault was found in liars and in bluffer, random.",
    )
    code, out, _ = typed(
        "match", "liars.py", "bluffer", "random", "--games", "2000", "--sides", "8"
    )
    assert code == 0
    assert "bluffer beats random" in out


def test_the_new_game_is_worth_what_its_rules_say(typed: Typed) -> None:
    """Two seats that always tell the truth and always believe: the mean of a die, 3.5."""
    typed("new", "game", "liars")
    result = outwit.match("liars.py", ["bluffer:lies=0,doubts=0"], exact=True)
    assert result.of(1, 1).mean == pytest.approx(3.5, abs=1e-12)
    # Always one more, always doubted if above half: ones and twos pass as 2 and 3; 3, 4 and 5 are
    # caught claiming 4, 5 and 6; six stays six and is paid twice: (2 + 3 - 8 - 10 - 12 + 12) / 6.
    result = outwit.match("liars.py", ["bluffer:lies=1,doubts=1"], exact=True)
    assert result.of(1, 1).mean == pytest.approx(-13 / 6, abs=1e-12)


def test_a_new_agent_passes_its_check_for_every_game(typed: Typed) -> None:
    for game in outwit.games():
        name = f"bold-{game}"
        assert typed("new", "agent", name, "--for", game)[0] == 0
        code, out, err = typed("check", f"{name}.py", "--quick")
        assert (code, err) == (0, "")
        assert out.endswith(f"No fault was found in {game} and in {name}.\n")


def test_a_new_agent_can_be_for_a_game_of_ones_own(typed: Typed) -> None:
    typed("new", "game", "liars")
    assert typed("new", "agent", "bold", "--for", "liars.py")[0] == 0
    code, out, _ = typed("check", "bold.py")
    assert (code, out.splitlines()[-1]) == (0, "No fault was found in liars and in bold.")
    code, out, _ = typed("match", "liars.py", "bold.py:Bold:eager=2", "bluffer", "--games", "500")
    assert code == 0


def test_a_file_that_is_there_stays_as_it_is(typed: Typed, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("precious")
    for kind in ("game", "agent"):
        code, _, err = typed("new", kind, "mine")
        assert code == 2
        assert err == "mine.py is there already and stays as it is; choose another name.\n"
    assert (tmp_path / "mine.py").read_text() == "precious"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("3x", "no good name"),
        ("a/b", "no good name"),
        ("x y", "no good name"),
        ("class", "no good name"),
        ("", "no good name"),
        ("kuhn", 'There is a game "kuhn" already'),
        ("numpy", "is a module of Python that numpy.py would hide"),
        ("agent", "means something else inside the file"),
        ("bluffer", "means something else inside the file"),
    ],
)
def test_a_bad_name_is_refused_in_a_sentence(typed: Typed, name: str, says: str) -> None:
    code, _, err = typed("new", "game", name)
    assert code == 2
    assert says in err
    assert not list(Path().glob("*.py"))


def test_an_agent_for_nothing_is_refused(typed: Typed) -> None:
    code, _, err = typed("new", "agent", "bold", "--for", "khun")
    assert (code, err) == (
        2,
        f'No game "khun". Did you mean kuhn? `outwit games` lists all {len(outwit.games())}.\n',
    )
    assert typed("new", "agent", "random")[0] == 2


# check ----------------------------------------------------------------------


@pytest.fixture
def broken(typed: Typed, tmp_path: Path) -> Callable[[str, str], str]:
    """The new game with one piece of text in it replaced; the name of its file."""

    def change(old: str, new: str) -> str:
        typed("new", "game", "liars")
        text = (tmp_path / "liars.py").read_text()
        assert old in text
        (tmp_path / "liars.py").write_text(text.replace(old, new, 1))
        return "liars.py"

    return change


def line_of(text: str) -> int:
    """The line of liars.py in which a text stands first."""
    lines = Path("liars.py").read_text().splitlines()
    return next(i for i, line in enumerate(lines, 1) if text in line)


def test_a_fault_is_told_with_exit_code_1(typed: Typed, broken: Callable[..., str]) -> None:
    file = broken("state.table.answer = 0", "pass")
    code, out, _ = typed("check", file)
    assert code == 1
    where = f"liars.py, line {line_of('def start')}, in Liars.start"
    assert f"To mend: {where}: it leaves what was in `table.answer` before" in out
    assert out.endswith("1 fault to mend in liars.\n")


def test_a_fault_as_json(typed: Typed, broken: Callable[..., str]) -> None:
    file = broken("out[1] = -won", "out[1] = won")
    code, out, _ = typed("check", file, "--json")
    found = json.loads(out)
    assert code == 1
    assert found["ok"] is False
    assert found["game"] == "liars"
    (fault,) = found["faults"]
    assert "in Liars.payoff: the pay-offs" in fault
    (bad,) = [check for check in found["checks"] if not check["ok"]]
    assert (bad["of"], bad["check"], bad["fault"]) == ("liars", "pay-offs and endings fit", fault)


def test_no_fault_as_json(typed: Typed) -> None:
    code, out, _ = typed("check", "kuhn", "equilibrium:bluff=0.1", "--json", "--quick")
    found = json.loads(out)
    assert (code, found["ok"], found["faults"]) == (0, True, [])
    assert found["agents"] == ["equilibrium:bluff=0.1"]
    assert all(check["ok"] and check["tried"] for check in found["checks"])


def test_only_named_agents_are_checked_and_a_learner_may_be(typed: Typed) -> None:
    code, out, _ = typed("check", "kuhn", "q", "--quick")
    assert code == 0
    assert out.endswith("No fault was found in kuhn and in q.\n")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("check", "kuhnn"), "Did you mean kuhn?"),
        (("check", "kuhn", "nobody"), 'No agent "nobody" plays kuhn.'),
        (("check", "kuhn", "--size", "3"), "--size is no option of this command, nor of kuhn"),
        (("check", "none.py"), "No file none.py."),
        (("trace", "kuhn", "random", "--as", "3"), "--as 3: the game has 2 seats."),
        (("replay", "none.json"), "No file none.json"),
    ],
)
def test_wrong_usage_is_a_sentence(typed: Typed, words: tuple[str, ...], says: str) -> None:
    code, out, err = typed(*words)
    assert (code, out) == (2, "")
    assert says in err
    assert "Traceback" not in err


def test_agents_without_a_game_ask_for_one(typed: Typed, tmp_path: Path) -> None:
    typed("new", "agent", "bold")
    text = (tmp_path / "bold.py").read_text()
    text = text.replace("from outwit.games.kuhn import Kuhn", "from outwit import Game")
    (tmp_path / "anyone.py").write_text(text.replace("game: Kuhn", "game: Game"))
    code, _, err = typed("check", "anyone.py")
    assert code == 2
    assert "`outwit check GAME anyone.py:bold`" in err
    assert typed("check", "leduc", "anyone.py:bold", "--quick")[0] == 0


def test_a_syntax_error_is_a_sentence(typed: Typed, broken: Callable[..., str]) -> None:
    file = broken("def legal(self", "def legal(self,,")
    code, _, err = typed("check", file)
    assert code == 2
    assert err.startswith(f"liars.py, line {line_of('def legal')}: ")


def test_ctrl_c_tells_what_was_found_so_far(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    from outwit.play.checks import rules

    def interrupted(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(rules, "pay", interrupted)
    code, out, err = typed("check", "kuhn")
    assert code == 130
    assert "start leaves nothing old" in out
    assert err == "Interrupted after 3 checks. All of them: outwit check kuhn\n"


# trace and replay ----------------------------------------------------------------------


def test_a_trace_is_kept_and_replayed(typed: Typed) -> None:
    code, out, _ = typed(
        "trace", "kuhn", "equilibrium", "random", "--seed", "7", "--save", "k.json"
    )
    assert code == 0
    *told, again = out.splitlines()
    assert again == "again: outwit trace kuhn equilibrium random --seed 7 --save k.json --game 0"
    assert typed("replay", "k.json") == (0, "\n".join(told) + "\n", "")
    code, _, _ = typed("replay", "k.json", "--save", "again.json")
    assert Path("again.json").read_bytes() == Path("k.json").read_bytes()


def test_an_illegal_trace_is_an_answer_not_a_mistake(typed: Typed) -> None:
    typed("trace", "leduc", "random", "--save", "l.json")
    kept = json.loads(Path("l.json").read_text())
    kept["moves"][2]["move"] = 7
    Path("l.json").write_text(json.dumps(kept))
    code, out, err = typed("replay", "l.json")
    assert (code, out) == (1, "")
    assert err.startswith("Move 3 by seat 1 is illegal: 7 is played, the rules allow ")


def test_a_trace_as_json_says_what_its_file_says(typed: Typed) -> None:
    _, out, _ = typed("trace", "kuhn", "random", "--json", "--save", "k.json")
    assert json.loads(out) == json.loads(Path("k.json").read_text())
    _, seen, _ = typed("replay", "k.json", "--as", "2", "--json")
    hidden = [row for row in json.loads(seen)["moves"] if "move" not in row]
    assert all(row["by"] != "seat 2" for row in hidden)
    assert hidden


def test_a_trace_of_ones_own_game_finds_it_when_both_have_moved(typed: Typed) -> None:
    typed("new", "game", "liars")
    typed("trace", "liars.py", "bluffer", "--save", "game.json")
    Path("elsewhere").mkdir()
    shutil.move("liars.py", "elsewhere/liars.py")
    shutil.move("game.json", "elsewhere/game.json")
    code, out, _ = typed("replay", "elsewhere/game.json")
    assert code == 0
    assert "the die shows" in out
    shutil.move("elsewhere/liars.py", "gone.py")
    code, _, err = typed("replay", "elsewhere/game.json")
    assert code == 2
    assert "liars.py" in err
