"""Same bits on threads, processes and a cluster; what is lost is played again; users' files travel.

Games of a user's file are used throughout, so that every other process must find it.
"""

from __future__ import annotations

import os
import pickle
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import outwit
from outwit.core.errors import IllegalMove, NotTheSame, Refused, Stopped, UsageError
from outwit.core.result import MatchResult
from outwit.play.backends import Threads
from outwit.play.backends.parcel import pack, unpack
from outwit.play.match import play_match
from outwit.play.score import result_of
from outwit.play.sitting import Sitting
from outwit.play.tally import Tally
from outwit.play.where import Where, blocks
from outwit.play.worker import Block

GAMES = 60_000

FILE = Path(__file__).with_name("guess.py")


@pytest.fixture(scope="module")
def file() -> Path:
    return FILE


def sitting(file: Path, *words: str, **facts) -> Sitting:
    game = outwit.game(str(file))
    named = words or ("near:number=20", "random")
    return Sitting(game, tuple(outwit.agent(game, w) for w in named), seed=7, **facts)


@pytest.fixture(scope="module")
def expected(file: Path) -> MatchResult:
    """What one thread says."""
    return play_match(sitting(file), GAMES, where=Where(threads=1))


def untimed(result: MatchResult) -> MatchResult:
    return replace(result, seconds=0.0)


PLACES = [{"threads": 3}, {"processes": 1}, {"processes": 2}, {"cluster": "local:2"}]


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_the_same_bits_everywhere(place: dict, file: Path, expected: MatchResult) -> None:
    if "cluster" in place:
        pytest.importorskip("distributed")
    where = Where(**place)
    assert untimed(play_match(sitting(file), GAMES, where=where)) == untimed(expected)
    # Workers are shared by all sittings of one `Where`, records come through as well.
    other = sitting(file, "near", "near:number=30")
    mine, theirs = (
        list(blocks(other, w, games=2000, record=True)) for w in (Where(threads=1), where)
    )
    for a, b in zip(mine, theirs, strict=True):
        assert a.block == b.block
        assert a.sums.tobytes() == b.sums.tobytes()
        assert a.record.shape == b.record.shape == (a.block.count // 2, 2, 2)
        assert a.record.tobytes() == b.record.tobytes()


def played_with_a_loss(at: Sitting, where: Where, lose) -> MatchResult:
    """A match in the middle of which `lose` ends something."""
    tally = Tally(at)
    for k, played in enumerate(blocks(at, where, games=GAMES)):
        tally.add(played)
        if k == 1:
            lose()
    return result_of(tally)


def test_a_process_that_is_killed_costs_nothing(file: Path, expected: MatchResult) -> None:
    where = Where(processes=2)
    at, pids = sitting(file), []

    def kill() -> None:
        pids.extend(where._pool.pids())
        os.kill(pids[0], signal.SIGKILL)

    assert untimed(played_with_a_loss(at, where, kill)) == untimed(expected)
    assert untimed(play_match(at, GAMES, where=where)) == untimed(expected)
    assert pids[0] not in where._pool.pids()
    assert len(where._pool.pids()) == 2


def test_a_worker_of_two_that_is_killed_costs_nothing(file: Path, expected: MatchResult) -> None:
    pytest.importorskip("distributed")
    where = Where(cluster="local:2")

    def kill() -> None:
        pids = list(where._pool.client.run(os.getpid).values())
        assert len(pids) == 2
        os.kill(pids[0], signal.SIGKILL)

    assert untimed(played_with_a_loss(sitting(file), where, kill)) == untimed(expected)


def test_a_scheduler_that_is_killed_costs_nothing(file: Path, expected: MatchResult) -> None:
    pytest.importorskip("distributed")
    where = Where(cluster="local:1")
    first = []

    def kill() -> None:
        first.append(where._pool.pid)
        os.killpg(first[0], signal.SIGKILL)

    assert untimed(played_with_a_loss(sitting(file), where, kill)) == untimed(expected)
    assert where._pool.pid != first[0]


def test_a_sitting_that_kills_every_process_is_given_up_with_a_sentence(file: Path) -> None:
    deadly = f"deadly:home={os.getpid()}"
    at = sitting(file, deadly, deadly)
    with pytest.raises(Stopped, match=r"lost 4 times .* was ended by SIGABRT") as told:
        list(blocks(at, Where(processes=1), games=1000))
    assert told.value.exit_code == 1


def test_a_halted_sitting_is_dropped_in_the_middle_of_a_block(file: Path) -> None:
    where = Where(processes=1)
    at = sitting(file, "slow", "slow")
    # A thousand games of this would take minutes.
    with where.backend(at) as backend:
        waiting = [backend.submit(Block(0, 1000)) for _ in range(2)]
        while where._pool._children[0].playing is None:
            pass
    assert [future.result() for future in waiting] == [None, None]
    # The process itself is still good for the next sitting.
    (pid,) = where._pool.pids()
    assert len(list(blocks(sitting(file), where, games=1000))) == 1
    assert where._pool.pids() == [pid]


def test_a_fault_of_the_rules_is_told_the_same_from_anywhere(file: Path) -> None:
    at, told = sitting(file, "jumper", "near"), []
    for where in (Where(threads=1), Where(processes=1)):
        with pytest.raises(IllegalMove, match="Illegal move 1000 in guess, seed 7, game 0") as one:
            list(blocks(at, where, games=1000))
        told.append(str(one.value))
    assert told[0] == told[1]


# Parcels --------------------------------------------------------------------------------

HERE = """
import hashlib, pickle, sys
from pathlib import Path
import outwit
from outwit.core.errors import OutwitError
from outwit.play.backends.parcel import pack, unpack
from outwit.play.sitting import Sitting
from outwit.play.worker import Block, Worker

def send(path, change=None):
    game = outwit.game(path)
    agents = (outwit.agent(game, "near"), outwit.agent(game, "near:number=30"))
    if change is not None:
        Path(path).write_text(change)
    sys.stdout.buffer.write(pickle.dumps(pack(Sitting(game, agents, 3))))

def play(parcel):
    try:
        at = unpack(parcel)
    except OutwitError as error:
        return f"{type(error).__name__}: {error}"
    return hashlib.sha256(Worker(at).play(Block(0, 1000)).sums.tobytes()).hexdigest()
"""


def elsewhere(script: str, *, given: bytes = b"") -> bytes:
    """What a Python process of its own prints."""
    command = [sys.executable, "-c", HERE + script]
    return subprocess.run(command, input=given, capture_output=True, check=True).stdout


def sent(file: Path, change: str | None = None) -> bytes:
    """A parcel, packed by a process that may edit the file after it has read it."""
    return elsewhere(f"send({str(file)!r}, {change!r})")


def arrived(*parcels: bytes) -> list[str]:
    """What one process makes of parcels, one after another."""
    given = pickle.dumps(parcels)
    script = "for p in pickle.load(sys.stdin.buffer): print(play(pickle.loads(p)))"
    return elsewhere(script, given=given).decode().splitlines()


FARTHER = FILE.read_text().replace("out[0] = second - first", "out[0] = 2 * (second - first)")


def test_users_files_travel_and_two_versions_are_kept_apart(tmp_path: Path) -> None:
    file = Path(shutil.copy(FILE, tmp_path))
    old = sent(file)
    (here,) = arrived(old)
    file.write_text(FARTHER)
    new = sent(file)
    # The file at this place is now another; the old parcel brings its own.
    first, second, third, fourth = arrived(old, new, old, new)
    assert (first, third) == (here, here)
    assert second == fourth != here
    file.unlink()
    assert arrived(new, old) == [second, here]


def test_a_file_edited_after_it_was_read_is_noticed(tmp_path: Path) -> None:
    (said,) = arrived(sent(Path(shutil.copy(FILE, tmp_path)), change=FARTHER))
    assert said.startswith("NotTheSame: A worker has other rules")


def test_a_worker_of_another_version_is_refused_and_named(file: Path) -> None:
    parcel = pack(sitting(file))
    other = replace(parcel, versions=parcel.versions | {"numba": "0.1"})
    with pytest.raises(NotTheSame, match=r"numba .* instead of 0\.1: its games could come out"):
        unpack(other)


def test_a_game_of_the_script_that_runs_cannot_travel(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = sitting(file)
    monkeypatch.setattr(type(at.game), "__module__", "__main__")
    with pytest.raises(Refused, match="Guess is defined in the script or notebook"):
        pack(at)


# Words ----------------------------------------------------------------------------------


def test_a_cluster_without_dask_is_told_how_to_get_it(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r"pip install 'outwit\[cluster\]'"):
        list(blocks(sitting(file), Where(cluster="local:1"), games=1000))


@pytest.mark.parametrize("address", ["local:", "local:0", "local:two"])
def test_a_local_cluster_has_a_number_of_workers(address: str, file: Path) -> None:
    pytest.importorskip("distributed")
    with pytest.raises(UsageError, match="write local:2"):
        list(blocks(sitting(file), Where(cluster=address), games=1000))


def test_a_cluster_that_is_not_there_is_a_sentence(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed")
    from outwit.play.backends import cluster

    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    with pytest.raises(Stopped, match=r"The cluster tcp://127\.0\.0\.1:1 cannot play"):
        list(blocks(sitting(file), Where(cluster="tcp://127.0.0.1:1"), games=1000))


def test_games_are_played_in_one_kind_of_place() -> None:
    with pytest.raises(UsageError, match="threads or on processes"):
        Where(threads=1, processes=1)
    with pytest.raises(UsageError, match="At least one process"):
        Where(processes=0)
    with pytest.raises(UsageError, match="At least one thread"):
        Threads(sitting_of_kuhn(), 0)


def sitting_of_kuhn() -> Sitting:
    game = outwit.game("kuhn")
    return Sitting(game, (outwit.agent(game, "random"),) * 2)
