"""`outwit race` as a user and a program see it."""

import json

import pytest

from outwit.cli import run

KEYS = [
    "winner",
    "games",
    "wins",
    "mean",
    "low",
    "high",
    "method",
    "promise",
    "stopped",
    "margin",
    "error",
]


def told(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    code = run(list(args))
    out, err = capsys.readouterr()
    return code, out, err


def test_a_race_says_who_is_better_and_how_to_do_it_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["race", "rrrats", "stop:at=2", "stop:at=3", "--margin", "0.05"]
    monkeypatch.setattr("sys.argv", ["outwit", *words])
    code, out, err = told(capsys, *words)
    assert (code, err) == (0, "")
    assert "Rrrats!, 2 seats   margin 0.05, error 0.05" in out
    assert "stop:at=3 is better: it won " in out
    assert "If one of the two is better by more than the margin, it is named" in out
    assert "ILEBR* 2 of the thesis would have needed about " in out
    assert "95 % interval" in out
    assert "stopped early" in out
    assert out.rstrip().endswith("outwit race rrrats stop:at=2 stop:at=3 --margin 0.05 --seed 1")


def test_json_has_the_keys_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["race", "rrrats", "stop:at=2", "stop:at=3", "--margin", "0.05", "--json"]
    code, out, _ = told(capsys, *args)
    found = json.loads(out)
    assert code == 0
    assert list(found) == KEYS
    assert found["winner"] == "stop:at=3"
    assert found["low"] <= found["mean"] <= found["high"]
    assert found["stopped"] is True
    assert found["promise"].endswith(".")
    assert found == json.loads(told(capsys, *args, "--threads", "1")[1])


@pytest.mark.parametrize("method", ["anytime", "ilebr-star-2", "hoeffding"])
def test_other_methods(capsys: pytest.CaptureFixture[str], method: str) -> None:
    args = ["race", "rrrats", "stop:at=2", "stop:at=3", "--method", method, "--json"]
    found = json.loads(told(capsys, *args)[1])
    assert (found["method"], found["winner"]) == (method, "stop:at=3")


def test_the_cap_is_no_failure(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["race", "kuhn", "random", "equilibrium", "--max-games", "10", "--margin", "0.001"]
    code, out, _ = told(capsys, *args)
    assert code == 0
    assert "Not known yet" in out


def test_several_candidates(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["race", "leduc", "steady", "threshold", "random", "--margin", "0.1"]
    code, out, _ = told(capsys, *args)
    assert code == 0
    assert " is best: it won " in out
    assert "Out: " in out


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["kuhn", "random"], "needs two agents at least"),
        (["kuhn", "random", "random"], "cannot race against itself"),
        (["kuhn", "random", "equilibrum"], "equilibrium"),
        (["kuhn", "random", "equilibrium", "--method", "marginn"], "Did you mean margin?"),
        (["kuhn", "random", "equilibrium", "--margin", "9"], "cannot be raced"),
        (["kuhn", "random", "equilibrium", "--error", "2"], "range"),
        (["kuhn", "random", "equilibrium", "--max-games", "1"], "at least one group"),
    ],
)
def test_wrong_wishes_end_in_a_sentence(
    capsys: pytest.CaptureFixture[str], args: list[str], says: str
) -> None:
    code, out, err = told(capsys, "race", *args)
    assert code == 2
    assert out == ""
    assert says in err
    assert "Traceback" not in err
