"""`outwit learn`: what it prints, keeps and refuses."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import outwit
from outwit.cli import run
from outwit.play.learning_file import load_learning


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """call('learn', ...) in an empty folder: exit code, output, complaints."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def command(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["outwit", *words])
        code = run(list(words))
        said = capsys.readouterr()
        return code, said.out, said.err

    return command


SHORT = ("learn", "kuhn", "--games", "5000", "--test", "2000")


def test_a_training_is_told_tested_kept_and_played(call) -> None:
    code, out, err = call(
        *SHORT, "--method", "q", "--against", "random", "--replicas", "3", "--save", "k.agent"
    )
    assert (code, err) == (0, "")
    assert "Kuhn poker, 2 seats   5,000 games x 3 replicas" in out
    assert "q against random" in out
    assert len(re.findall(r"^ [123] +[123] +5,000 ", out, re.MULTILINE)) == 3
    assert re.search(r"Frozen, what q has learnt gains 0\.\d+ a game over 3 replicas \(95 %", out)
    assert "12 states met" in out
    assert "again: outwit learn kuhn --games 5000 --test 2000 --method q" in out
    play = re.search(r"play it: outwit (match kuhn k\.agent random)", out)
    assert play is not None
    code, out, _ = call(*play[1].split(), "--games", "2000")
    assert code == 0
    assert "k.agent beats random" in out


def test_the_json_has_the_same_facts(call) -> None:
    words = (*SHORT, "--against", "random", "--replicas", "2", "--snapshots", "1e3,5e3")
    code, out, err = call(*words, "--seed", "7", "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    trained = outwit.learn("kuhn", "q", against="random", games=5_000, replicas=2, seed=7)
    assert found["agents"] == ["q", "random"]
    assert [row["seed"] for row in found["rows"]] == [7, 8]
    assert found["best"] == trained.best()
    assert found["snapshots"] == [1_000, 5_000]
    assert found["curve"]["games"] == [1_000, 2_000, 3_000, 4_000, 5_000]
    assert found["curve"]["mean"] == trained.curve().mean.tolist()
    for number, row in enumerate(found["rows"], start=1):
        tested = trained.test(number, games=2_000).of(1)
        assert row["last"] == trained.last(number)
        assert (row["frozen"]["mean"], row["frozen"]["low"]) == (tested.mean, tested.low)
    means = [row["frozen"]["mean"] for row in found["rows"]]
    assert found["value"]["mean"] == pytest.approx(sum(means) / 2)
    assert found["value"]["low"] < min(means) <= max(means) < found["value"]["high"]


def test_exact_values_are_those_of_an_exact_match(call) -> None:
    _, out, _ = call(*SHORT, "--against", "random", "--exact", "--save", "k.agent", "--json")
    row = json.loads(out)["rows"][0]["frozen"]
    exact = outwit.match("kuhn", ["k.agent", "random"], exact=True).of(1)
    assert (row["mean"], row["exact"], row["games"]) == (exact.mean, exact.exact, None)
    _, out, _ = call(*SHORT, "--against", "random", "--exact")
    assert f"{exact.exact} = {exact.mean:.6f} a game, exactly" in out


def test_stopped_and_resumed_it_leaves_the_same_file(call) -> None:
    call(*SHORT, "--against", "random", "--save", "through.agent")
    call(*SHORT, "--against", "random", "--save", "half.agent", "--games", "1200")
    half = Path("half.agent").read_bytes()
    code, out, _ = call("learn", "kuhn", "--resume", "half.agent", "--games", "5000")
    assert code == 0
    assert "play it: outwit match kuhn half.agent random" in out
    assert half != Path("half.agent").read_bytes() == Path("through.agent").read_bytes()


def test_opponents_may_learn_and_may_be_listed_behind(call) -> None:
    _, out, _ = call(*SHORT, "--against", "self")
    assert "q against q" in out
    words = ("learn", "blackjack", "--seats", "4", "--games", "200", "--test", "48", "--json")
    _, out, _ = call(*words, "--against", "threshold:k=0.25", "random")
    assert json.loads(out)["agents"] == ["q", "threshold:k=0.25", "random", "threshold:k=0.25"]


def test_the_list_names_learners_parameters_and_states(call) -> None:
    code, out, _ = call("learn", "holdem", "--list")
    assert code == 0
    for name in outwit.learners(outwit.game("holdem")):
        assert f"\n{name}" in f"\n{out}"
    assert "--states paper-range" in out
    assert "epsilon_decay" in out
    _, out, _ = call("learn", "holdem", "--list", "--json")
    found = json.loads(out)
    assert [s["name"] for s in found["states"]] == ["paper", "paper-range", "seen"]
    assert found["states"][0]["count"] == 1280


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--method", "qq", "--against", "random"), 'No learner "qq" is known for kuhn. Did you'),
        (("--against", "randum"), 'No agent "randum" plays kuhn. Did you mean random?'),
        ((), "Say who plays against it: --against random, or any other agent."),
        (("--against", "random", "--method", "q:alpha=3"), "alpha is 0 to 1, not 3."),
        (("--against", "random", "--states", "paper"), 'No state space "paper" is known for ku'),
        (("--against", "random", "--save", "k.json"), "k.json must end in .agent"),
        (("--against", "random", "--save", "no/k.agent"), "there is no folder"),
        (("--against", "random", "random"), "2 seats do not hold 1 learning and 2 others."),
        (("--against", "random", "--snapshots", "9e9"), "9,000,000,000 snapshots do not fit"),
        (("--resume", "none.agent"), "No file none.agent."),
        (("--resume", "bad.agent"), "bad.agent is damaged, or no file that outwit saved"),
        (("--against", "random", "--wings", "2"), "--wings is no option of this command"),
        (("--against", "random", "--method", "k.agent"), "go on with a training, say --resume k."),
        (("--resume", "k.agent", "--replicas", "2"), "of replicas is written in k.agent: leave"),
        (
            ("--resume", "k.agent", "--seed", "2"),
            "The seed is written in k.agent: leave out --seed",
        ),
    ],
)
def test_mistakes_are_told_in_a_sentence(call, words: tuple[str, ...], sentence: str) -> None:
    Path("bad.agent").write_text("hello")
    code, out, err = call(*SHORT, *words)
    assert (code, out) == (2, "")
    assert sentence in err
    assert "Traceback" not in err


def test_going_on_needs_to_know_how_far(call) -> None:
    call(*SHORT, "--against", "random", "--save", "k.agent")
    code, _, err = call("learn", "kuhn", "--resume", "k.agent")
    assert (code, "Say how many games it shall have played in all" in err) == (2, True)
    code, _, err = call("learn", "kuhn", "--resume", "k.agent", "--against", "random")
    assert code == 2
    code, _, err = call(*SHORT, "--resume", "k.agent", "--method", "q")
    assert (code, "is written in k.agent: leave it out" in err) == (2, True)
    code, _, err = call("learn", "leduc", "--resume", "k.agent", "--games", "9000")
    assert (code, "made for the game kuhn, not for leduc" in err) == (2, True)


def test_ctrl_c_keeps_what_is_there_and_says_how_to_go_on(tmp_path: Path) -> None:
    words = ["learn", "kuhn", "--against", "random", "--games", "1e10", "--snapshots", "1e4,1e10"]
    child = subprocess.Popen(
        [sys.executable, "-m", "outwit", *words, "--save", "k.agent"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    # The first snapshot shows that it is playing.
    while not (tmp_path / "k.agent").exists():
        assert child.poll() is None
        time.sleep(0.05)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert child.returncode == 130
    kept = load_learning(tmp_path / "k.agent")
    assert 10_000 <= kept.games < 10**10
    assert f"Interrupted after {kept.games:,} games of each replica." in err
    assert "Go on: outwit learn kuhn --resume k.agent --games N" in err
    assert "states met" in out
