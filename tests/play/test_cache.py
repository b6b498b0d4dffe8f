"""Compiled code on disk: every edit is noticed, undoing one finds the old code, no fault stops."""

from __future__ import annotations

import contextlib
import importlib
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import outwit
from outwit.core import files
from outwit.core.constant import identity
from outwit.play.fingerprint import fingerprint

GAME = '''
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

import beside
import deeper.down
from outwit import OVER, Game, compiled, option

GLOBAL = 10


def adder(n):
    @compiled
    def add(x):
        return x + n

    return add


plus = adder(100)


class Colour(IntEnum):
    RED = 5


@dataclass(frozen=True)
class Sum(Game):
    """Seat 1 gets the sum of all that an edit can change."""

    name = "sum"
    bonus: int = option(1000, "an option", low=0)
    undeclared: int = 0

    seats = 2
    moves = 1
    CLASS = 10_000

    def table(self):
        return [("done", np.int8), ("wide", np.int16)]

    def start(self, state):
        state.table.done = 0
        state.table.wide = 300

    def to_move(self, state):
        return OVER if state.table.done else 0

    def legal(self, table, own, seat, menu):
        menu.move[0] = 0
        return 1

    def apply(self, state, move):
        state.table.done = 1

    def payoff(self, state, out):
        body = 1
        out[0] = body + GLOBAL + plus(0) + self.bonus + self.CLASS + beside.helper() + self.more()
        out[0] += deeper.down.ground() - Colour.RED.value
        out[1] = state.table.wide

    def more(self, k=1_000_000):
        return k
'''
BESIDE = """
from outwit import compiled

DEEP = 100_000


@compiled
def helper():
    return DEEP
"""
DOWN = """
from outwit import compiled


@compiled
def ground():
    return 5
"""
TEXTS = {"mine.py": GAME, "beside.py": BESIDE, "deeper/down.py": DOWN}
BASE = (1_111_111, 300)

RUN = """
import sys
import outwit
result = outwit.match(sys.argv[1], ["random"], games=10, order="fixed", threads=1)
print(*(int(row.mean) for row in result.overall))
"""


def run(folder: Path, cache: Path, **also: object) -> subprocess.CompletedProcess[str]:
    """A match of the game in a new process: prints the mean pay-off of both seats."""
    return subprocess.run(
        [sys.executable, "-c", RUN, str(folder / "mine.py")],
        # Python's own cache of a module goes by its date in seconds: not for edits in between.
        env=os.environ | {"OUTWIT_CACHE": str(cache), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        **also,  # type: ignore[call-overload]
    )


def means(folder: Path, cache: Path) -> tuple[int, ...]:
    done = run(folder, cache)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return tuple(map(int, done.stdout.split()))


def codes(cache: Path) -> set[str]:
    return {file.name for file in cache.glob("*.code")}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "deeper").mkdir()
    undone(tmp_path)
    return tmp_path


EDITS = {
    "the body of a rule": ("mine.py", "body = 1", "body = 2", (1_111_112, 300)),
    "a global": ("mine.py", "GLOBAL = 10", "GLOBAL = 20", (1_111_121, 300)),
    "a closure": ("mine.py", "adder(100)", "adder(200)", (1_111_211, 300)),
    "an option's default": ("mine.py", "option(1000", "option(2000", (1_112_111, 300)),
    "a constant of the class": ("mine.py", "CLASS = 10_000", "CLASS = 20_000", (1_121_111, 300)),
    "a helper's constant in another file": (
        "beside.py",
        "DEEP = 100_000",
        "DEEP = 200_000",
        (1_211_111, 300),
    ),
    "a helper's body in another file": (
        "beside.py",
        "return DEEP",
        "return 2 * DEEP",
        (1_211_111, 300),
    ),
    "a default argument": ("mine.py", "k=1_000_000", "k=2_000_000", (2_111_111, 300)),
    "a helper in a module of a module": ("deeper/down.py", "5", "6", (1_111_112, 300)),
    "a named number": ("mine.py", "RED = 5", "RED = 4", (1_111_112, 300)),
    # Compiled code cuts off silently what a field cannot hold: 300 is 44 in eight bits.
    "a field's type": ("mine.py", '"wide", np.int16', '"wide", np.int8', (1_111_111, 44)),
}


def edited(folder: Path, what: str) -> tuple[int, ...]:
    """Make an edit; returns what the seats then get."""
    name, old, new, expected = EDITS[what]
    text = TEXTS[name]
    assert text.count(old) == 1
    (folder / name).write_text(text.replace(old, new))
    return expected


def undone(folder: Path) -> None:
    for name, text in TEXTS.items():
        (folder / name).write_text(text)


@pytest.mark.parametrize(
    "what", ["the body of a rule", "a helper in a module of a module", "a field's type"]
)
def test_an_edit_is_noticed_and_undoing_it_finds_the_old_code(folder: Path, what: str) -> None:
    """In processes one after the other, as a user works."""
    cache = folder / "cache"
    assert means(folder, cache) == BASE
    before = codes(cache)
    expected = edited(folder, what)
    assert expected != BASE
    assert means(folder, cache) == expected
    after = codes(cache)
    assert after > before
    undone(folder)
    times = {file.name: file.stat().st_mtime_ns for file in cache.glob("*.code")}
    assert means(folder, cache) == BASE
    assert codes(cache) == after
    used = {f.name for f in cache.glob("*.code") if f.stat().st_mtime_ns != times[f.name]}
    assert used == before


def mark_of(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """What the code of the file's loop goes by, the file read anew."""
    files._loaded.cache_clear()
    for name in ("beside", "deeper", "deeper.down"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    importlib.invalidate_caches()
    return fingerprint("loop", outwit.game(str(folder / "mine.py")))


def test_every_kind_of_edit_changes_what_code_goes_by(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    base = mark_of(folder, monkeypatch)
    marks = set()
    for what in EDITS:
        edited(folder, what)
        marks.add(mark_of(folder, monkeypatch))
        undone(folder)
        assert mark_of(folder, monkeypatch) == base, what
    assert base not in marks
    assert len(marks) == len(EDITS)


def test_what_computes_nothing_changes_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Comments, docstrings, blank lines and words for people."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    base = mark_of(folder, monkeypatch)
    text = "# A comment.\n\n" + GAME.replace("all that an edit can change", "a sum")
    text = text.replace("    seats = 2\n", '    title = "A sum"\n    seats = 2  # two\n\n')
    text += '\n    def move_text(self, state, move, viewer):\n        return "the only move"\n'
    (folder / "mine.py").write_text(text)
    assert mark_of(folder, monkeypatch) == base


class TestIdentity:
    """Two things of one identity share compiled code; so they must compute the same."""

    def test_options_declared_or_not_tell_games_apart(self, folder: Path) -> None:
        game = outwit.game(str(folder / "mine.py"))
        others = [type(game)(bonus=1), type(game)(undeclared=1)]  # type: ignore[call-arg]
        assert len({identity(g) for g in (game, *others)}) == 3
        assert len({fingerprint(g) for g in (game, *others)}) == 3

    def test_a_parameter_kept_in_me_is_no_part_of_the_code(self) -> None:
        game = outwit.game("blackjack")
        low, high = (outwit.agent(game, "threshold", k=k) for k in (0.25, 0.75))
        assert low != high
        assert identity(low) == identity(high)
        assert fingerprint("act", low) == fingerprint("act", high)

    def test_a_parameter_that_is_a_constant_is(self) -> None:
        game = outwit.game("holdem")
        one, other = (
            outwit.agent(game, "threshold", board_pair=word) for word in ("ignored", "counts")
        )
        assert identity(one) != identity(other)
        assert fingerprint("act", one) != fingerprint("act", other)


def test_processes_that_compile_at_once_do_not_disturb_each_other(folder: Path) -> None:
    cache = folder / "cache"
    command = [sys.executable, "-c", RUN, str(folder / "mine.py")]
    env = os.environ | {"OUTWIT_CACHE": str(cache)}
    started = [
        subprocess.Popen(
            command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    for process in started:
        out, err = process.communicate()
        assert process.returncode == 0, err
        assert tuple(map(int, out.split())) == BASE
        assert err == ""
    assert not list(cache.glob("*.tmp"))
    kept = codes(cache)
    assert means(folder, cache) == BASE
    assert codes(cache) == kept


KEPT = "Compiled code cannot be kept in"


def goes_on_with_a_warning(done: subprocess.CompletedProcess[str]) -> None:
    assert done.returncode == 0, done.stderr
    assert tuple(map(int, done.stdout.split())) == BASE
    assert done.stderr.count(KEPT) == 1
    assert "Traceback" not in done.stderr


def test_a_cache_that_is_no_folder_costs_a_warning(folder: Path) -> None:
    (folder / "file").write_text("not a folder")
    goes_on_with_a_warning(run(folder, folder / "file" / "cache"))


def test_a_disk_without_room_costs_a_warning(folder: Path) -> None:
    """No file may grow beyond a few bytes: writing fails in the middle."""
    cache = folder / "cache"

    def no_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    goes_on_with_a_warning(run(folder, cache, preexec_fn=no_room))
    assert list(cache.glob("*")) == []


@contextlib.contextmanager
def mounted(folder: Path, options: str) -> Iterator[Path]:
    folder.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "none", str(folder)], capture_output=True
    )
    if done.returncode:
        pytest.skip(f"mounting needs rights that this user does not have: {done.stderr!r}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.parametrize("options", ["ro", "size=16k"])
def test_a_read_only_or_full_folder_costs_a_warning(folder: Path, options: str) -> None:
    with mounted(folder / "mount", options) as cache:
        goes_on_with_a_warning(run(folder, cache))
        assert codes(cache) == set()


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def flipped(data: bytes) -> bytes:
    """One bit of the machine code."""
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


def test_a_damaged_file_is_told_and_written_anew(folder: Path) -> None:
    cache = folder / "cache"
    assert means(folder, cache) == BASE
    for damage in (cut, flipped, lambda data: b"", lambda data: b"nonsense" * 99):
        whole = {file: file.read_bytes() for file in cache.glob("*.code")}
        for file, data in whole.items():
            file.write_bytes(damage(data))
        done = run(folder, cache)
        assert tuple(map(int, done.stdout.split())) == BASE
        assert done.stderr.count("The compiled code /") == len(whole)
    assert means(folder, cache) == BASE


def test_code_unused_for_long_is_forgotten(folder: Path) -> None:
    cache = folder / "cache"
    assert means(folder, cache) == BASE
    kept = codes(cache)
    old = cache / "old.code"
    recent = cache / "recent.code"
    for file, days in ((old, 61), (recent, 59)):
        file.write_bytes(b"")
        os.utime(file, (file.stat().st_mtime - days * 86_400,) * 2)
    os.utime(cache / "cleaned", (0, 0))
    text = (folder / "mine.py").read_text()
    (folder / "mine.py").write_text(text.replace("body = 1", "body = 2"))
    means(folder, cache)
    assert not old.exists()
    assert recent.exists()
    assert codes(cache) > kept
