"""`outwit bench`: how fast a game is played, from the command line and from Python."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import outwit
from outwit.cli import run
from outwit.play import speed as speeds

QUICK = ["--seconds", "0.05", "--threads", "1", "--quiet"]


def test_the_json_has_a_row_for_each_way_and_what_compiling_costs(capsys) -> None:
    assert run(["bench", "kuhn", "equilibrium", "random", *QUICK, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["agents"] == ["equilibrium", "random"]
    assert [(row["mode"], row["threads"]) for row in found["rows"]] == [
        ("by address", 1),
        ("together", 1),
    ]
    for row in found["rows"]:
        assert row["games_a_second"] == pytest.approx(row["games"] / row["seconds"])
    # From nothing means that a compiler ran: it costs more than reading a file.
    for mode in ("by address", "together"):
        assert 0 < found["loading"][mode] < found["compiling"][mode]
    assert found["times_plain_python"] > 1
    assert 3 <= found["moves"] <= 5  # two cards, two or three bets


def test_a_file_of_ones_own_and_its_agents(tmp_path: Path, capsys, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new", "game", "hilo"]) == 0
    assert run(["bench", "hilo.py", "bluffer", "--sides", "4", *QUICK]) == 0
    said = capsys.readouterr().out
    assert "Hilo: bluffer" in said
    assert "games a second on one thread" in said


def test_what_was_measured_is_told_after_ctrl_c(monkeypatch, capsys) -> None:
    def interrupted(*_args: object, **_options: object) -> speeds.Timed:
        raise KeyboardInterrupt

    monkeypatch.setattr(speeds, "_timed", interrupted)
    assert run(["bench", "kuhn", *QUICK]) == 130
    said = capsys.readouterr()
    assert "Compiled from nothing in" in said.out
    assert "Interrupted." in said.err


def test_compiling_anew_leaves_nothing_behind(monkeypatch, tmp_path: Path) -> None:
    """What the game needs to be played is kept, once; what was compiled to be timed is not."""
    monkeypatch.setenv("OUTWIT_CACHE", str(tmp_path))
    outwit.bench("tictactoe", threads=[1], seconds=0.01)
    once = sorted(file.name for file in tmp_path.glob("*.code"))
    outwit.bench("tictactoe", threads=[1], seconds=0.01)
    assert sorted(file.name for file in tmp_path.glob("*.code")) == once
    assert len(once) == 3  # the loop by address, the agent, the loop together


def test_no_threads_are_refused() -> None:
    with pytest.raises(outwit.OutwitError, match="at least one thread"):
        outwit.bench("kuhn", threads=[])
