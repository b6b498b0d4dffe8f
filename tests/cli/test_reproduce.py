"""`outwit reproduce`: tables, JSON, reports, mistakes and Ctrl-C; the commands of the docs page."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from outwit.cli import run

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "add-a-paper.md"


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the page's paper in it."""
    (tmp_path / "kuhn_paper.py").write_text("\n\n".join(blocks("python")), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_page_keeps_its_word(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    commands = [
        line[2:] for block in blocks("console") for line in block.splitlines() if line[:2] == "$ "
    ]
    assert len(commands) == 2
    for command in commands:
        assert run(shlex.split(command)[1:]) == 0
    assert (folder / "pages" / "kuhn" / "index.html").is_file()
    said = capsys.readouterr().out
    assert "Nobody wins so often." in said
    assert "report: pages/kuhn/index.html" in said


def test_the_summary(capsys: pytest.CaptureFixture[str]) -> None:
    """A contradicted claim is a result, not a failure."""
    assert run(["reproduce", "kuhn_paper.py"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == [
        *("A", "simplified", "two-person", "poker"),
        *("reproduced", "contradicted", "undecided", "not", "measurable"),
    ]
    assert lines[3].split() == ["together", "2", "1", "0", "0"]
    assert "What does not come back" in lines


def test_json_is_a_list_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["reproduce", "kuhn_paper.py", "--json", "--seed", "3"]) == 0
    captured = capsys.readouterr()
    found = json.loads(captured.out)
    assert " ".join(found[0]) == (
        "id where says printed rests_on reading measured low high exact verdict why games seconds"
    )
    assert len({(e["id"], e["reading"]) for e in found}) == len(found) == 4
    assert captured.err == ""


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["no-such-paper"], 'No paper "no-such-paper".'),
        (["missing.py"], "No file missing.py."),
        (["empty.py"], "empty.py defines no PAPER"),
        (["kuhn_paper.py", "--seed", "x"], "'x' is not a valid integer range"),
        (["kuhn_paper.py", "--report", "kuhn_paper.py"], "kuhn_paper.py cannot be written"),
    ],
)
def test_mistakes_are_sentences(
    words: list[str], sentence: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "empty.py").write_text("")
    assert run(["reproduce", *words]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert "Traceback" not in said


SLOW = """
import time

def slow(lab, reading):
    open("started", "w").close()
    while True:
        lab.progress(0, 1)
        time.sleep(0.01)

PAPER = dataclasses.replace(
    PAPER, claims=[*PAPER.claims, Claim("kuhn.text.slow", "nowhere", Count(1, 2), slow)]
)
"""


def test_ctrl_c_gives_what_is_there(folder: Path) -> None:
    text = (folder / "kuhn_paper.py").read_text()
    (folder / "slow.py").write_text("import dataclasses\n" + text + SLOW)
    process = subprocess.Popen(
        [
            Path(sys.executable).parent / "outwit",
            "reproduce",
            "slow.py",
            "--json",
            "--threads",
            "1",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ},
    )
    while not (folder / "started").exists():
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert process.returncode == 130
    assert [e["id"] for e in json.loads(out)][-1] == "kuhn.text.loses"
    assert "Interrupted after 3 claims." in err
    assert "Traceback" not in err
