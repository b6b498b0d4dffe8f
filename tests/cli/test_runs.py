"""`--run`, `outwit runs` and `outwit resume`: what is typed, what is said, which exit code."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import outwit
from outwit.cli import run
from outwit.play.sitting import Sitting
from outwit.play.tally import Tally
from outwit.play.where import blocks
from outwit.store.lock import Lock
from outwit.store.look import look
from outwit.store.run import Run

MATCH = ["match", "leduc", "threshold", "steady", "--games", "5000", "--seed", "3"]


@pytest.fixture(autouse=True)
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of runs."""
    monkeypatch.setenv("OUTWIT_RUNS", str(tmp_path / "runs"))
    monkeypatch.setenv("COLUMNS", "100")
    return tmp_path / "runs"


@pytest.fixture
def typed(capsys: pytest.CaptureFixture[str]):
    """typed('runs', 'show', 'a'): exit code, what was printed, what was complained of."""

    def type_words(*words: str) -> tuple[int, str, str]:
        code = run(list(words))
        said = capsys.readouterr()
        return code, said.out, said.err

    return type_words


def test_a_run_is_listed_shown_and_gives_its_answer_again(typed, runs) -> None:
    plain = typed(*MATCH, "--json")
    kept = typed(*MATCH, "--json", "--run", "night")
    assert kept == plain
    assert plain[0] == 0
    code, said, complaint = typed("runs")
    assert (code, complaint) == (0, "")
    head, row = said.splitlines()[:2]
    assert head.split() == ["run", "state", "done", "left", "size", "changed", "command"]
    assert row.split()[:6] == ["night", "done", "5,000", "games", "0", "games"]
    assert str(runs) in said.replace("\n", "")
    code, said, _ = typed("runs", "show", "night")
    assert code == 0
    assert said.startswith("outwit match leduc threshold steady --games 5000 --seed 3")
    assert "outwit resume" not in said
    assert typed("resume", "night") == plain
    assert typed("resume", "night", "--threads", "1") == plain


def test_listings_for_programs_have_the_words_of_the_table(typed, runs) -> None:
    typed(*MATCH, "--run", "night")
    code, said, _ = typed("runs", "--json")
    listed = json.loads(said)
    assert code == 0
    assert listed["folder"] == str(runs)
    (row,) = listed["runs"]
    shown = {k: row[k] for k in ("run", "state", "games", "left", "pieces", "command")}
    assert list(shown.values()) == ["night", "done", 5000, 0, 0, "match"]
    assert row["given"]["seed"] == 3
    assert row["versions"]["outwit"] == outwit.__version__
    assert json.loads(typed("runs", "show", "night", "--json")[1]) == row
    assert json.loads(typed("runs", "show", "night", "--follow", "--json")[1]) == row


def test_no_runs_yet(typed) -> None:
    code, said, _ = typed("runs")
    assert code == 0
    assert "Give a command --run NAME" in said


def test_a_game_of_a_users_file_is_found_from_another_folder(
    typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guess = Path(__file__).parents[1] / "play" / "guess.py"
    monkeypatch.chdir(guess.parent)
    words = ["match", "guess.py", "near:number=20", "random", "--top", "30", "--games", "4000"]
    plain = typed(*words, "--json", "--run", "a")
    monkeypatch.chdir(tmp_path)
    again = typed("resume", "a")
    assert again == plain
    assert json.loads(again[1])["options"] == {"top": 30}


def test_the_way_back_is_the_command_that_was_typed(typed) -> None:
    typed(*MATCH, "--run", "a")
    said = typed("resume", "a")[1]
    assert said.splitlines()[-1] == (
        "again: outwit match leduc threshold steady --games 5000 --seed 3 --run a"
    )


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        (["--games", "6000"], "games 5000 instead of 6000"),
        (["--seed", "4"], "seed 3 instead of 4"),
        (["--order", "fixed"], "order balanced instead of fixed"),
    ],
)
def test_another_command_does_not_go_into_a_run(typed, changed, what) -> None:
    typed(*MATCH, "--run", "a")
    code, said, complaint = typed(*MATCH, *changed, "--run", "a")
    assert (code, said) == (1, "")
    assert what in complaint
    assert "outwit resume a" in complaint


def test_the_same_command_goes_on_with_its_run_wherever_it_is_played(typed) -> None:
    first = typed(*MATCH, "--run", "a", "--json")
    assert typed(*MATCH, "--run", "a", "--json", "--threads", "2") == first
    assert typed("match", "leduc", "threshold", "steady", "--games", "5e3", "--seed=3", "--run",
                 "a", "--json") == first  # fmt: skip


def test_changed_rules_are_refused_on_resume_and_a_changed_comment_is_not(tmp_path: Path) -> None:
    text = (Path(__file__).parents[1] / "play" / "guess.py").read_text()
    file = tmp_path / "mine.py"
    file.write_text(text)
    words = ["match", str(file), "near", "random", "--games", "2000", "--run", "a", "--json"]
    first = _outwit(*words)
    assert first.returncode == 0
    file.write_text(text.replace("out[0] = second - first", "out[0] = 2 * (second - first)"))
    refused = _outwit("resume", "a")
    assert refused.returncode == 1
    assert "the rules of guess, an agent or its parameters have changed" in refused.stderr
    assert "Traceback" not in refused.stderr
    file.write_text(text.replace("    def payoff", "    # Nothing that counts.\n    def payoff"))
    again = _outwit("resume", "a")
    assert (again.returncode, again.stdout) == (0, first.stdout)


def _outwit(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "outwit", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_ctrl_c_gives_the_answer_so_far_and_the_run_goes_on(typed) -> None:
    # Long enough that the first half second, which is kept, is not all of it.
    words = ["match", "kuhn", "equilibrium", "random", "--games", "4e7", "--threads", "1"]
    process = subprocess.Popen(
        [sys.executable, "-m", "outwit", *words, "--run", "a", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while process.poll() is None and not _has_games("a"):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    said, complaint = process.communicate()
    assert process.returncode == 130
    assert complaint.startswith("Interrupted after")
    answer = json.loads(said)
    assert 0 < answer["games"] < 40_000_000
    # What was said is what was kept.
    assert (look("a").state, look("a").games) == ("interrupted", answer["games"])
    _, shown, _ = typed("runs", "show", "a")
    assert "go on: outwit resume a" in shown
    assert typed("resume", "a", "--processes", "1") == typed(*words, "--json")


def _has_games(name: str) -> bool:
    try:
        return look(name).games > 0
    except Exception:  # not there yet, or holding nothing yet
        return False


def test_a_run_made_in_python_is_resumed_there(typed) -> None:
    with Run("a") as kept:
        kept.keep_piece("x", b"1")
    code, _, complaint = typed("resume", "a")
    assert code == 2
    assert "made in Python" in complaint
    assert "1 piece " in typed("runs")[1]


@pytest.mark.parametrize("ending", ["json", "csv"])
def test_exports_hold_every_block(typed, tmp_path: Path, ending: str) -> None:
    typed(*MATCH, "--run", "a")
    file = tmp_path / f"out.{ending}"
    code, said, _ = typed("runs", "export", "a", str(file))
    assert code == 0
    assert "5,000 games of the run a" in said
    game = outwit.game("leduc")
    sitting = Sitting(game, tuple(outwit.agent(game, w) for w in ("threshold", "steady")), 3)
    tally = Tally(sitting)
    for played in blocks(sitting, games=5000):
        tally.add(played)
    for place in range(2):
        for seat in range(2):
            games, payoff = _exported(file, place, seat)
            expected = tally.of(0, place, seat)
            assert (games, payoff) == (expected.games, expected.total)


def _exported(file: Path, place: int, seat: int) -> tuple[int, int]:
    if file.suffix == ".csv":
        with file.open(newline="") as lines:
            rows = [
                row
                for row in csv.DictReader(lines)
                if (int(row["place"]), int(row["seat"])) == (place + 1, seat + 1)
            ]
        return sum(int(r["games"]) for r in rows), sum(int(r["payoff"]) for r in rows)
    whole = json.loads(file.read_text())
    sums = [block["sums"] for part in whole["parts"] for block in part["blocks"]]
    return (
        sum(s["games"][place][seat] for s in sums),
        sum(s["sum"][0][place][seat] for s in sums),
    )


def test_removing_takes_all_away_unless_it_is_being_written(typed, runs) -> None:
    typed(*MATCH, "--run", "a")
    writer = Lock(runs / "a", "a")
    writer.take()
    for words in (["runs", "remove", "a"], ["resume", "a"]):
        code, _, complaint = typed(*words)
        assert code == 1
        assert f"process {os.getpid()}" in complaint
    writer.drop()
    assert typed("runs", "remove", "a")[:2] == (0, "Removed the run a.\n")
    assert not (runs / "a").exists()


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["resume", "nigth"], "Did you mean night?"),
        (["runs", "show", "x"], 'No run "x"'),
        (["runs", "remove", "x"], 'No run "x"'),
        (["runs", "export", "night", "a.xlsx"], ".json or a .csv"),
        (["runs", "export", "night", "/nowhere/a.csv"], "/nowhere/a.csv cannot be written"),
        ([*MATCH, "--run", "a/b"], "A run is named with"),
        ([*MATCH, "--threads", "1", "--processes", "1"], "threads or on processes"),
        (["resume", "night", "--threads", "1", "--processes", "1"], "threads or on processes"),
    ],
)
def test_mistakes_are_told_in_sentences(typed, words, what) -> None:
    typed(*MATCH, "--run", "night")
    code, said, complaint = typed(*words)
    assert (code, said) == (2, "")
    assert what in complaint


def test_an_answer_computed_at_once_keeps_nothing_and_says_so(typed, runs) -> None:
    code, _, complaint = typed("match", "kuhn", "random", "random", "--exact", "--run", "a")
    assert code == 0
    assert "Nothing was kept in the run a" in complaint
    assert not (runs / "a").exists()


def test_a_cluster_that_is_gone_says_how_the_run_goes_on(typed, monkeypatch) -> None:
    pytest.importorskip("distributed")
    from outwit.play.backends import cluster

    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    code, said, complaint = typed(*MATCH, "--run", "a", "--cluster", "tcp://127.0.0.1:1")
    assert (code, said) == (1, "")
    assert "cannot play" in complaint
    assert complaint.rstrip().endswith("`outwit resume a` goes on from there.")
    assert typed("resume", "a", "--json", "--threads", "1") == typed(*MATCH, "--json")
