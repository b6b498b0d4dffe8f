"""`outwit solve` and `outwit respond` as a user and a program see them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import outwit
from outwit.cli import run
from outwit.cli.solve import _Curve
from outwit.solve.solving import Look

SOLVE = "game options value exploitability method iterations infosets seconds"


def told(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    code = run(list(args))
    out, err = capsys.readouterr()
    return code, out, err


def as_json(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, Any]:
    code, out, err = told(capsys, *args, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert isinstance(found, dict)
    return found


def test_json_of_a_solution(capsys: pytest.CaptureFixture[str]) -> None:
    found = as_json(capsys, "solve", "kuhn")
    assert list(found) == SOLVE.split()
    assert found["value"] == pytest.approx([-1 / 18, 1 / 18])
    assert (found["method"], found["iterations"], found["infosets"]) == ("lp", None, 12)
    board = as_json(capsys, "solve", "minimal", "--matrix", "[[0.2, 0.7], [0.4, 0.5]]")
    assert board["value"] == pytest.approx([0.4, 0.6])
    assert board["method"] == "backward"


def test_json_of_blackjack(capsys: pytest.CaptureFixture[str]) -> None:
    found = as_json(capsys, "solve", "blackjack", "--seats", "3")
    assert list(found) == [*SOLVE.split(), "thresholds"]
    assert found["thresholds"] == pytest.approx([0.687916, 0.570557, 0.0], abs=5e-7)
    assert found["options"]["seats"] == 3


def test_json_of_a_response(capsys: pytest.CaptureFixture[str]) -> None:
    found = as_json(capsys, "respond", "kuhn", "me", "random", "--order", "fixed")
    assert list(found) == ["value", "mean", "exact", "thresholds", "agents", "order"]
    assert found["value"] == [0.5, None]
    assert (found["mean"], found["exact"], found["order"]) == (0.5, "1/2", "fixed")
    assert found["agents"] == ["me", "random"]
    both = as_json(capsys, "respond", "blackjack", "me", "threshold:k=0.5")
    assert both["thresholds"][1] == 0.0
    assert both["exact"] is None


def test_json_of_a_decision_process(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    best = tmp_path / "plan.agent"
    words = ("respond", "holdem", "me", "random", "--method", "policy-iteration")
    found = json.loads(told(capsys, *words, "--states", "paper", "--save", str(best), "--json")[1])
    assert (found["size"], found["pairs"], found["states"]) == (1000, 2230, "paper")
    assert found["exact"] == "19285/22032"
    row = as_json(capsys, "match", "holdem", str(best), "random", "--exact")["rows"][0]
    assert (row["exact"], row["sd"]) == (found["exact"], pytest.approx(found["sd"]))
    drawn = as_json(capsys, *words, "--start", "random", "--ties", "random", "--seed", "9")
    assert drawn["mean"] == pytest.approx(found["mean"])


def test_the_answer_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = told(capsys, "solve", "kuhn")
    assert (code, err) == (0, "")
    assert "The value for seat 1 is -1/18, exactly" in out
    assert "12 information sets, 58 nodes" in out
    # The first seat never bets a queen; the second calls a bet with it one time in three.
    assert "Your card: Q   Seat 1 bet.       fold 0.667, call 0.333" in out
    code, out, _ = told(capsys, "solve", "leduc", "--method", "cfr+", "--to", "0.01")
    assert code == 0
    assert "By playing otherwise a seat gains" in out
    code, out, _ = told(capsys, "respond", "kuhn", "me", "random")
    assert code == 0
    assert "1/2 = 0.5" in out
    assert "5/12 = 0.4166667" in out
    assert "A best response gets 11/24" in out


def test_strategies_and_trees_are_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    agent, tree = tmp_path / "kuhn.agent", tmp_path / "kuhn.efg"
    code, out, _ = told(capsys, "solve", "kuhn", "--save", str(agent), "--efg", str(tree))
    assert code == 0
    assert "it plays as an agent" in out
    found = as_json(capsys, "match", "kuhn", str(agent), "--exact", "--order", "fixed")
    assert found["rows"][0]["mean"] == pytest.approx(-1 / 18, abs=1e-12)
    again = as_json(capsys, "solve", str(tree))
    assert again["value"] == pytest.approx([-1 / 18, 1 / 18])
    assert again["game"] == "efg"
    best = tmp_path / "best.agent"
    code, out, _ = told(capsys, "respond", "kuhn", "me", "random", "--save", str(best))
    assert code == 0
    found = as_json(capsys, "match", "kuhn", str(best), "random", "--exact")
    assert found["rows"][0]["exact"] == "11/24"


def test_all_policies_are_listed_when_asked(capsys: pytest.CaptureFixture[str]) -> None:
    _, short, _ = told(capsys, "respond", "leduc", "me", "random")
    _, long, _ = told(capsys, "respond", "leduc", "me", "random", "--policy")
    assert "more: --policy lists all" in short
    assert "more: --policy" not in long
    assert len(long.splitlines()) > len(short.splitlines())


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("solve", "bluff"), "too large"),
        (("solve", "kuhn", "--method", "cfr++"), "Did you mean cfr+?"),
        (("solve", "kuhn", "--to", "-1"), "above 0"),
        (("solve", "kuhn", "--iterations", "0"), "whole number from 1"),
        (("solve", "tictactoe", "--method", "lp"), "--method backward"),
        (("solve", "kuhn", "--save", "kuhn.txt"), "must end in .agent"),
        (("solve", "kuhn", "--efg", "/nowhere/at/all.efg"), "cannot be written"),
        (("solve", "blackjack", "--save", "x.agent"), "no tree to save"),
        (("solve", "blackjack", "--method", "lp"), "by its theory"),
        (("solve", "kuhn", "--size", "4"), "no option of this command"),
        (("solve", "nothere.efg"), "cannot be read"),
        (("respond", "kuhn", "random"), "as `me`"),
        (("respond", "kuhn", "me"), "Name an agent"),
        (("respond", "leduc", "me", "mee"), 'No agent "mee"'),
        (("respond", "blackjack", "me", "random"), "not play by thresholds"),
        (("respond", "kuhn", "me", "random", "--method", "policy"), "Did you mean"),
        (("respond", "kuhn", "me", "random", "--discount", "0.9"), "give a method too"),
        (
            ("respond", "tictactoe", "me", "random", "--method", "policy-iteration"),
            "leave out --method",
        ),
        (("respond", "kuhn", "me", "random", "--ties", "last"), "'last' is not one of"),
    ],
)
def test_mistakes_are_sentences(
    words: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = told(capsys, *words)
    assert code == 2
    assert says in err
    assert "Traceback" not in err
    assert out == "" or "nowhere" in " ".join(words)


def test_exact_matches_at_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = told(capsys, "match", "kuhn", "equilibrium:bluff=0.2", "random", "--exact")
    assert (code, err) == (0, "")
    assert "exact, by enumeration" in out
    assert "it gains 13/90 a game" in out
    found = as_json(capsys, "match", "leduc", "steady", "random", "--exact", "--order", "fixed")
    assert found["rows"][0]["exact"] == "10621272941567/15283296000000"
    code, _, err = told(capsys, "match", "bluff", "no-bluff", "--exact")
    assert code == 2
    assert "too large" in err


def test_ctrl_c_leaves_the_answer_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pressed at the fifth look: exit code 130, a strategy that was judged, how far it came."""
    seen = []

    def look(self: Any, look: Any) -> None:
        seen.append(look)
        if len(seen) == 5:
            raise KeyboardInterrupt

    monkeypatch.setattr("outwit.cli.solve._Curve.look", look)
    code, out, err = told(
        capsys, "solve", "kuhn", "--method", "cfr", "--to", "1e-12", "--iterations", "1e9", "--json"
    )
    assert code == 130
    found = json.loads(out)
    assert found["iterations"] == seen[-1].iterations
    assert found["exploitability"] == pytest.approx(seen[-1].exploitability)
    assert f"Interrupted after {seen[-1].iterations:,} iterations" in err


def test_iterations_that_ended_too_early_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("solve", "kuhn", "--method", "cfr", "--iterations", "20")
    code, out, err = told(capsys, *words, "--to", "1e-9", "--json")
    assert code == 0
    assert json.loads(out)["iterations"] == 20
    assert "still above 1e-09" in err
    code, _, err = told(capsys, *words)
    assert (code, err) == (0, "")


@pytest.mark.parametrize(("power", "end"), [(1.0, 10_000), (0.5, 1_000_000)])
def test_the_end_is_told_from_how_it_fell(power: float, end: float) -> None:
    """Exploitability n^-power is 10^-4 (10^-3 for the root) after so many iterations."""
    aim = end**-power
    curve = _Curve(quiet=True, to=aim, iterations=None)
    for n in (1, 2, 4, 8, 16, 32, 64):
        curve.look(Look(iterations=n, exploitability=n**-power, seconds=0.1))
    assert curve._end() == pytest.approx(end)
    capped = _Curve(quiet=True, to=aim, iterations=500)
    capped.look(Look(iterations=1, exploitability=1.0, seconds=0.1))
    assert capped._end() == 500


def test_solving_is_the_same_from_python(capsys: pytest.CaptureFixture[str]) -> None:
    found = as_json(capsys, "solve", "leduc", "--method", "mccfr", "--iterations", "500")
    same = outwit.solve("leduc", method="mccfr", iterations=500).as_json()
    assert found["value"] == same["value"]
    assert found["exploitability"] == same["exploitability"]
    other = as_json(
        capsys, "solve", "leduc", "--method", "mccfr", "--iterations", "500", "--seed", "2"
    )
    assert other["value"] != found["value"]
