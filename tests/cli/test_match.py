"""`outwit match` as a user and a program see it."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import outwit
from outwit.cli import run

KEYS = [
    "game",
    "options",
    "agents",
    "games",
    "seed",
    "order",
    "deals",
    "version",
    "undecided",
    "rows",
    "pairing",
]
ROW = ["agent", "name", "seat", "games", "wins", "mean", "sd", "low", "high", "exact"]


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


class TestJson:
    def test_its_shape(self, capsys: pytest.CaptureFixture[str]) -> None:
        found = as_json(
            capsys,
            *("match", "leduc", "steady", "threshold:call_at=2"),
            *("--games", "999", "--seed", "7"),
        )
        assert list(found) == KEYS
        assert found["game"] == "leduc"
        assert found["options"] == {"suits": "kept"}
        assert found["agents"] == ["steady", "threshold:call_at=2"]
        assert (found["games"], found["seed"]) == (1000, 7)  # whole groups of two orders
        assert (found["order"], found["deals"]) == ("balanced", "shared")
        assert found["version"] == outwit.__version__
        assert found["undecided"] == 0
        assert list(found["pairing"]) == ["groups", "variance_ratio"]
        assert found["pairing"]["groups"] == 500

    def test_its_rows(self, capsys: pytest.CaptureFixture[str]) -> None:
        found = as_json(capsys, "match", "blackjack", "nash", "--seats", "3", "--games", "600")
        rows = found["rows"]
        assert all(list(row) == ROW for row in rows)
        # Equal agents stay apart, by their place; seat null is all seats together.
        assert [(row["agent"], row["seat"]) for row in rows] == [
            (agent, seat) for agent in (1, 2, 3) for seat in (None, 1, 2, 3)
        ]
        assert {row["name"] for row in rows} == {"nash"}
        assert [row["games"] for row in rows] == [600, 200, 200, 200] * 3
        whole = [row for row in rows if row["seat"] is None]
        assert sum(row["wins"] for row in whole) == pytest.approx(600 - found["undecided"])
        for row in rows:
            assert row["low"] <= row["mean"] <= row["high"]
            assert row["exact"] is None
        for agent in (1, 2, 3):
            mine = [row for row in rows if row["agent"] == agent]
            assert mine[0]["wins"] == pytest.approx(sum(row["wins"] for row in mine[1:]))

    def test_it_is_what_python_says(self, capsys: pytest.CaptureFixture[str]) -> None:
        found = as_json(
            capsys,
            *("match", "tictactoe", "random", "--size", "4", "--games", "2000"),
            *("--order", "fixed", "--deals", "own", "--threads", "1", "--quiet"),
        )
        game = outwit.game("tictactoe", size=4)
        result = outwit.match(game, ["random"], games=2000, order="fixed", deals="own", threads=2)
        assert found == json.loads(json.dumps(result.as_json()))

    def test_undecided_games_are_counted_and_never_dropped(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        found = as_json(
            capsys, *("match", "war", "decreasing", "shuffled", "--cap", "100", "--games", "400")
        )
        assert 0 < found["undecided"] < 400
        wins = [row["wins"] for row in found["rows"] if row["seat"] is None]
        assert sum(wins) + found["undecided"] == 400
        assert [row["games"] for row in found["rows"] if row["seat"] is None] == [400, 400]

    def test_exact(self, capsys: pytest.CaptureFixture[str]) -> None:
        found = as_json(
            capsys,
            *("match", "kuhn", "equilibrium:bluff=0.2", "equilibrium"),
            *("--exact", "--order", "fixed"),
        )
        assert list(found) == KEYS
        assert found["games"] is None
        assert found["seed"] is None
        first = found["rows"][0]
        assert list(first) == ROW
        assert first["exact"] == "-1/18"
        assert first["low"] == first["high"] == first["mean"] == pytest.approx(-1 / 18)
        assert first["wins"] is None
        assert first["games"] is None


class TestWords:
    def test_the_answer_the_evidence_the_way_back(self, capsys: pytest.CaptureFixture[str]) -> None:
        argv = ["match", "kuhn", "equilibrium:bluff=0.2", "random", "--games", "1e4"]
        code = run(argv)
        out, err = capsys.readouterr()
        assert (code, err) == (0, "")
        lines = out.splitlines()
        assert lines[0].startswith(
            "Kuhn poker, 2 seats   10,000 games = 5,000 deals x 2 seat orders"
        )
        assert "   seed 1   " in lines[0]
        assert any("equilibrium:bluff=0.2 beats random: " in line for line in lines)
        assert lines[-1].startswith("again: outwit ")

    def test_fewer_agents_are_repeated_or_others_sit_in(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        args = ("match", "blackjack", "nash", "uniform", "--seats", "4", "--games", "240")
        assert as_json(capsys, *args)["agents"] == ["nash", "uniform", "nash", "uniform"]
        others = as_json(capsys, *args, "--others", "cliff")
        assert others["agents"] == ["nash", "uniform", "cliff", "cliff"]


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("kuhm", "random"), 'No game "kuhm". Did you mean kuhn?'),
        (("kuhn", "rendom"), 'No agent "rendom" plays kuhn. Did you mean random?'),
        (("kuhn", "random", "random", "random"), "3 agents are named, but the game has 2 seats."),
        (("kuhn",), "Missing argument 'AGENT...'"),
        (("leduc", "threshold:k=3"), "The agent threshold of leduc has no parameter k; it has: "),
        (("tictactoe", "random", "--size", "1"), "tictactoe: size is 2 to 15, not 1."),
        (("tictactoe", "random", "--sise", "4"), "--sise is no option of this command"),
        (("kuhn", "random", "--size", "4"), "--size is no option of this command, nor of kuhn"),
        (("kuhn", "random", "--games", "0"), "0 is not a whole number from 1."),
        (("kuhn", "random", "--games", "1e16"), "A match has 1 to 1,000,000,000,000,000 games"),
        (("kuhn", "random", "--order", "mixed"), "'mixed' is not one of"),
        (("kuhn", "random", "--threads", "0"), "0 is not in the range x>=1."),
        (("kuhn", "random", "--seed", "-1"), "-1 is not in the range"),
        (("none.py", "random"), "No file none.py."),
        (("blackjack", "nash", "--exact"), "blackjack has no finite tree"),
    ],
)
def test_wrong_usage_is_told_in_a_sentence(
    capsys: pytest.CaptureFixture[str], args: tuple[str, ...], sentence: str
) -> None:
    code, out, err = told(capsys, "match", *args)
    assert (code, out) == (2, "")
    assert sentence in err
    assert "Traceback" not in err


def test_help_begins_with_a_sentence_and_two_examples(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = told(capsys, "match", "--help")
    assert code == 0
    assert "How often each agent wins, per seat, with intervals." in out
    examples = [line.split() for line in out.splitlines() if line.strip().startswith("outwit ")]
    assert len(examples) == 2
    for _, *args in examples:
        assert told(capsys, *args, "--quiet", "--threads", "1")[0] == 0


@contextlib.contextmanager
def playing(*args: str) -> Iterator[subprocess.Popen[str]]:
    """A match in a process of its own, once its threads are at work."""
    process = subprocess.Popen(
        [sys.executable, "-c", "from outwit.cli import main; main()", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    guard = threading.Timer(300.0, process.kill)  # only so that a fault does not hang the tests
    guard.start()
    try:
        _wait_for_play(process)
        yield process
    finally:
        guard.cancel()
        process.kill()
        process.wait()


def _wait_for_play(process: subprocess.Popen[str]) -> None:
    """Until a thread named by the pool has used some of the processor."""
    tasks = Path(f"/proc/{process.pid}/task")
    if not tasks.is_dir():
        pytest.skip("needs /proc to see when the match has begun")
    ticks = os.sysconf("SC_CLK_TCK")
    while process.poll() is None:
        for task in tasks.iterdir():
            with contextlib.suppress(OSError):
                if int(task.name) != process.pid and _cpu(task) > ticks:
                    return


def _cpu(task: Path) -> int:
    """What a thread has used of the processor, in ticks."""
    fields = (task / "stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


class TestInterrupted:
    """Ctrl-C: exit code 130 and the counts so far."""

    ARGS = ("match", "kuhn", "equilibrium", "random", "--games", "1e12")

    def test_json_holds_the_answer_so_far(self) -> None:
        with playing(*self.ARGS, "--json") as process:
            process.send_signal(signal.SIGINT)
            out, err = process.communicate()
        assert process.returncode == 130
        assert "Traceback" not in err
        found = json.loads(out)
        assert list(found) == KEYS
        assert 1000 <= found["games"] < 10**12
        assert found["pairing"]["groups"] == found["games"] // 2
        rows = [row for row in found["rows"] if row["seat"] is None]
        assert [row["games"] for row in rows] == [found["games"]] * 2
        assert sum(row["wins"] for row in rows) == found["games"]
        assert rows[0]["mean"] == -rows[1]["mean"]
        assert f"Interrupted after {found['games']:,} games." in err

    def test_words_say_so_and_how_to_go_on(self) -> None:
        with playing(*self.ARGS) as process:
            process.send_signal(signal.SIGINT)
            out, err = process.communicate()
        assert process.returncode == 130
        assert "equilibrium beats random" in out
        assert "Interrupted after" in err
        assert "outwit match kuhn equilibrium random --games 1e12" in err
