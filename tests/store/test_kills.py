"""Killed at any moment, or stopped by a full disk: what was acknowledged stays, the rest is played.

`python -m bench.runs kills` does the same fifty times on a longer run.
"""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from outwit.store.look import look

GAMES = 1_800_000
WORDS = ["match", "bluff", "smart", "anxious", "--games", str(GAMES), "--threads", "1", "--json"]


def outwit(*words: str, **how) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "outwit", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **how,
    )


def answer(*words: str) -> bytes:
    said, complaint = outwit(*words).communicate()
    assert not complaint
    return said


@pytest.fixture(scope="module")
def undisturbed() -> bytes:
    return answer(*WORDS)


def wait_for_games(name: str, games: int, process: subprocess.Popen[bytes]) -> int:
    """What the run has acknowledged, once that is so much."""
    while process.poll() is None:
        try:
            found = look(name).games
        except Exception:  # not there yet, or holding nothing yet
            found = -1
        if found >= games:
            return found
        time.sleep(0.002)
    raise AssertionError("the run ended before it could be killed")


def test_kills_at_random_moments_change_no_bit(undisturbed: bytes) -> None:
    luck = np.random.default_rng(5)
    seen = []
    words = [*WORDS, "--run", "a"]
    for k in range(5):
        process = outwit(*words)
        # The first kill while the run is being set up, the others well apart.
        acknowledged = wait_for_games("a", 0 if k == 0 else seen[-1] + 1, process)
        time.sleep(float(luck.uniform(0.0, 0.1)))
        process.kill()
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        left = look("a")
        assert left.games >= acknowledged
        assert left.state == "broken off"
        seen.append(left.games)
        words = ["resume", "a"]
    assert 0 < seen[1] < seen[-1] < GAMES
    assert answer("resume", "a") == undisturbed
    assert look("a").state == "done"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 1 MB, where one may be mounted."""
    place = tmp_path / "disk"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)]
    try:
        done = subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        done = False
    if not done:
        pytest.skip("this user may not mount a small file system")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def fill(disk: Path) -> None:
    """Leave no room."""
    with (disk / "filler").open("wb", buffering=0) as filler, contextlib.suppress(OSError):
        while True:
            filler.write(bytes(4096))


def test_a_full_disk_stops_with_a_sentence_and_loses_nothing(
    small_disk: Path, undisturbed: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTWIT_RUNS", str(small_disk))
    process = outwit(*WORDS, "--run", "a")
    acknowledged = wait_for_games("a", 1, process)
    fill(small_disk)
    said, complaint = process.communicate()
    assert process.returncode == 1
    assert not said
    assert "make room on the disk, then `outwit resume a` goes on" in complaint.decode()
    assert "Traceback" not in complaint.decode()
    assert acknowledged <= look("a").games < GAMES
    (small_disk / "filler").unlink()
    assert answer("resume", "a") == undisturbed


def test_a_disk_that_is_full_from_the_start_is_told(
    small_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTWIT_RUNS", str(small_disk))
    fill(small_disk)
    process = outwit(*WORDS, "--run", "a")
    said, complaint = process.communicate()
    assert process.returncode == 1
    assert not said
    assert "make room" in complaint.decode().lower()
    assert "Traceback" not in complaint.decode()
