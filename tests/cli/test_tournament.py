"""`outwit tournament` and `outwit plan` as a user and a program see them."""

import json

import pytest

from outwit.cli import run


def told(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    code = run(list(args))
    out, err = capsys.readouterr()
    return code, out, err


def test_tables_and_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["tournament", "leduc", "steady", "threshold", "random", "--games", "60000"]
    code, out, _ = told(capsys, *args)
    assert code == 0
    lines = out.splitlines()
    assert lines[0].startswith("Leduc poker, 2 seats   60,000 games in 3 line-ups")
    assert [line.split()[0] for line in lines[3:6]] == ["threshold", "steady", "random"]
    assert "ahead of" in out
    assert "is best: it beats each of the others" in out


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["tournament", "bluff", "smart", "anxious", "--games", "2400", "--json"]
    found = json.loads(told(capsys, *args)[1])
    assert found["agents"] == ["smart", "anxious"]
    assert {entry["seat"] for entry in found["entries"]} == {None, 1, 2, 3, 4}
    assert len(found["meetings"]) == 1
    assert len(found["ratings"]) == 2


def test_a_sample(capsys: pytest.CaptureFixture[str]) -> None:
    names = ["no-bluff", "smart", "learner", "anxious", "random"]
    args = ["tournament", "bluff", *names, "--sample", "3", "--games", "2000"]
    code, out, _ = told(capsys, *args)
    assert code == 0
    assert "3 line-ups of 5" in out


def test_a_lone_agent_is_no_tournament(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = told(capsys, "tournament", "kuhn", "random")
    assert code == 2
    assert "at least two agents" in err


def test_plan(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = told(capsys, "plan", "--margin", "0.05", "--error", "0.05")
    assert code == 0
    assert " 385  games until the interval is ± 0.05" in out
    assert "ilebr-star-2" in out
    found = json.loads(told(capsys, "plan", "--margin", "0.05", "--json")[1])
    assert found["interval"] == 385
    assert set(found["races"]) == {"margin", "anytime", "ilebr-star-2"}


def test_plan_for_a_game_measures_how_much_it_varies(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["plan", "kuhn", "equilibrium", "random", "--margin", "0.05", "--json"]
    assert 0.1 < json.loads(told(capsys, *args)[1])["deviation"] < 1.5
    code, _, err = told(capsys, "plan", "kuhn")
    assert code == 2
    assert "Name the agents too" in err


def test_agents_go_by_what_was_said_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    """3 is where `stop` stops unless told otherwise; whoever says so is named so."""
    agents = ["stop:at=2", "stop:at=3"]
    for command in ("match", "tournament"):
        args = [command, "rrrats", *agents, "--games", "2000", "--json"]
        assert sorted(json.loads(told(capsys, *args)[1])["agents"]) == agents
    code, _, err = told(capsys, "tournament", "rrrats", "stop", "stop:at=3")
    assert code == 2
    assert "each named once" in err
