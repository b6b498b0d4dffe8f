"""Agents in files: what is saved is what is loaded, and what does not fit is refused."""

from __future__ import annotations

import json
import pickle
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

import outwit
from outwit.core.agent import Agent
from outwit.core.arrays import ArrayAgent
from outwit.core.constant import identity
from outwit.core.errors import Refused, Stopped, UsageError
from outwit.core.game import Game
from outwit.core.layout import new_me
from outwit.core.records import Mirror
from outwit.play.archive import write_archive
from outwit.play.learning_file import load_learning
from outwit.play.match import match
from outwit.play.tabled import Tabled

GAME_FILE = """
from dataclasses import dataclass
import numpy as np
from outwit import OVER, Agent, Game, States

@dataclass(frozen=True)
class Higher(Game):
    name = "higher"
    seats = 2
    moves = 3

    def table(self):
        return [("turn", np.int8)]

    def hidden(self):
        return [("said", np.int8, (2,))]

    def start(self, state):
        state.table.turn = 0
        for seat in range(2):
            state.hidden.said[seat] = 0

    def to_move(self, state):
        return state.table.turn if state.table.turn < 2 else OVER

    def legal(self, table, own, seat, menu):
        for i in range(3):
            menu.move[i] = i
        return 3

    def apply(self, state, move):
        state.hidden.said[state.table.turn] = move
        state.table.turn += 1

    def payoff(self, state, out):
        for seat in range(2):
            out[seat] = state.hidden.said[seat]

@dataclass(frozen=True)
class Blind(States):
    name = "blind"
    game: Game

    @property
    def count(self):
        return 1

    def feature(self, table, own, seat):
        return 0
"""


@pytest.fixture
def learnt() -> Agent:
    return outwit.learn("kuhn", "q", against="random", games=2_000).agent()


def test_what_is_saved_is_what_is_loaded(learnt: Agent, tmp_path: Path) -> None:
    file = tmp_path / "mine.agent"
    outwit.save(learnt, file)
    loaded = outwit.load(file)
    assert loaded == learnt
    assert loaded.game == outwit.game("kuhn")
    for name, array in learnt.arrays.items():
        assert np.array_equal(loaded.arrays[name], array)
        assert loaded.arrays[name].dtype == array.dtype
    opponent = outwit.agent(learnt.game, "random")
    rows = [match(learnt.game, [a, opponent], games=2_000).rows for a in (learnt, loaded)]
    assert [row.mean for row in rows[0]] == [row.mean for row in rows[1]]


def test_the_path_is_an_agent_s_name_everywhere(
    learnt: Agent, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    outwit.save(learnt, "mine.agent")
    result = outwit.match("kuhn", ["mine.agent", "random"], games=1_000)
    assert result.agents == ("mine.agent", "random")
    exact = outwit.match("kuhn", ["mine.agent", "random"], exact=True)
    assert exact.of(1).mean == outwit.match("kuhn", [learnt, "random"], exact=True).of(1).mean
    assert "mine.agent" in str(outwit.trace("kuhn", ["mine.agent", "random"]))
    with pytest.raises(UsageError, match=r"mine\.agent was saved with all its parameters"):
        outwit.agent(outwit.game("kuhn"), "mine.agent:alpha=1")


def test_a_training_s_file_plays_as_its_best_agent(tmp_path: Path) -> None:
    file = tmp_path / "training.agent"
    training = outwit.learn("kuhn", "q", against="random", games=2_000, replicas=3, save=file)
    assert outwit.load(file) == training.agent(training.best())
    outwit.save(training, tmp_path / "again.agent")
    assert (tmp_path / "again.agent").read_bytes() == file.read_bytes()


def test_an_opponent_from_a_file_is_kept_with_the_training(learnt: Agent, tmp_path: Path) -> None:
    outwit.save(learnt, tmp_path / "first.agent")
    first = outwit.load(tmp_path / "first.agent")
    file = tmp_path / "second.agent"
    through = outwit.learn("kuhn", "sarsa", against=first, games=3_000)
    outwit.learn("kuhn", "sarsa", against=first, games=1_000, save=file)
    (tmp_path / "first.agent").unlink()
    resumed = outwit.learn("kuhn", resume=file, games=3_000)
    assert resumed.line_up[1] == learnt
    assert resumed.replicas[0].mes[0].tobytes() == through.replicas[0].mes[0].tobytes()


def test_hand_written_agents_and_games_with_options_are_saved_too(tmp_path: Path) -> None:
    matrix = [[0.25, 0.5], [1.0, 0.125]]
    minimal = outwit.game("minimal", matrix=matrix)
    outwit.save(outwit.agent(minimal, "random"), tmp_path / "r.agent")
    assert outwit.load(tmp_path / "r.agent") == outwit.agent(minimal, "random")
    kuhn = outwit.game("kuhn")
    bluffer = outwit.agent(kuhn, "equilibrium:bluff=0.1")
    outwit.save(bluffer, tmp_path / "b.agent")
    assert outwit.load(tmp_path / "b.agent") == bluffer


@dataclass(frozen=True)
class Held(Agent):
    """Holds arrays of its own beside those of an agent and a state space."""

    name = "held"
    game: Game
    inner: Agent | None = None
    states: outwit.States | None = None
    both: tuple[np.ndarray, ...] = field(default=(), compare=False)
    anything: object = None


def test_fields_are_values_arrays_agents_and_states_or_refused(
    learnt: Agent, tmp_path: Path
) -> None:
    holdem = outwit.game("holdem")
    arrays = (np.arange(6.0).reshape(2, 3), np.array([True, False]))
    held = Held(
        holdem, outwit.agent(holdem, "random"), outwit.states(holdem, "paper-range"), arrays
    )
    outwit.save(held, tmp_path / "held.agent")
    loaded = outwit.load(tmp_path / "held.agent")
    assert isinstance(loaded, Held)
    assert (loaded.inner, loaded.states) == (held.inner, held.states)
    assert all(np.array_equal(a, b) for a, b in zip(loaded.both, arrays, strict=True))
    with pytest.raises(Refused, match="agent/anything is a object, which cannot be saved"):
        outwit.save(Held(holdem, anything=object()), tmp_path / "no.agent")
    assert not (tmp_path / "no.agent").exists()


def test_a_file_for_another_game_or_other_options_is_refused(learnt: Agent, tmp_path: Path) -> None:
    outwit.save(learnt, tmp_path / "kuhn.agent")
    with pytest.raises(Refused, match=r"kuhn\.agent: it was made for the game kuhn, not for ledu"):
        outwit.match("leduc", [str(tmp_path / "kuhn.agent"), "random"], games=10)
    four = outwit.learn("tictactoe", "q:rows=100", against="random", games=5).agent()
    outwit.save(four, tmp_path / "t.agent")
    with pytest.raises(Refused, match="made for tictactoe with --size 3, not 4"):
        outwit.load(tmp_path / "t.agent", outwit.game("tictactoe", size=4))


@pytest.fixture
def file(learnt: Agent, tmp_path: Path) -> Path:
    path = tmp_path / "mine.agent"
    outwit.save(learnt, path)
    return path


def rewritten(path: Path, change: Callable[[dict], None]) -> None:
    """The same archive with another header."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    header = json.loads(parts["header.json"])
    change(header)
    parts["header.json"] = json.dumps(header).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)


def test_a_newer_format_is_refused(file: Path) -> None:
    rewritten(file, lambda header: header.update(format=99, outwit="7.0"))
    with pytest.raises(Refused, match=r"saved by a newer outwit \(7\.0\)"):
        outwit.load(file)


def test_another_layout_of_the_state_is_refused(file: Path) -> None:
    rewritten(file, lambda header: header.update(layout="0123456789abcdef"))
    with pytest.raises(Refused, match="the rules of kuhn have changed since"):
        outwit.load(file)


def test_parameters_that_are_gone_are_told(file: Path) -> None:
    rewritten(file, lambda header: header["agent"]["values"].update(wings=2))
    with pytest.raises(Refused, match="was changed and does not take what was saved"):
        outwit.load(file)


@pytest.mark.parametrize(
    "place", ["subprocess:Popen", "outwit.core.generator:new_rng", "nowhere:Nothing", "os:nothing"]
)
def test_nothing_but_games_agents_and_states_is_made(file: Path, place: str) -> None:
    change = {"class": place, "values": {}}
    rewritten(file, lambda header: header.update(agent=change))
    with pytest.raises(Refused, match=r"is no game, agent or state space|cannot be found"):
        outwit.load(file)


def test_pickled_arrays_are_refused(file: Path, tmp_path: Path) -> None:
    ran = tmp_path / "ran"

    class Harm:
        def __reduce__(self):
            return Path.touch, (ran,)

    with zipfile.ZipFile(file, "a") as archive, archive.open("agent/arrays/x.npy", "w") as out:
        np.lib.format.write_array(out, np.array([Harm()], object), allow_pickle=True)
    with pytest.raises(Refused, match="damaged, or no file that outwit saved"):
        outwit.load(file)
    assert not ran.exists()


@pytest.mark.parametrize("harm", ["empty", "short", "flipped", "text", "headless"])
def test_a_damaged_file_is_refused(file: Path, harm: str) -> None:
    data = bytearray(file.read_bytes())
    if harm == "flipped":
        data[len(data) // 3] ^= 0xFF
    pieces = {"empty": b"", "short": data[: len(data) // 2], "flipped": data, "text": b"hello"}
    if harm == "headless":
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr("other.json", "{}")
    else:
        file.write_bytes(pieces[harm])
    with pytest.raises(Refused, match=r"mine\.agent is damaged, or no file that outwit saved"):
        outwit.load(file)


def test_files_that_are_not_there_or_cannot_be_written(learnt: Agent, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"No file .*none\.agent"):
        outwit.load(tmp_path / "none.agent")
    with pytest.raises(Stopped, match="cannot be written: No such file or directory"):
        outwit.save(learnt, tmp_path / "no folder" / "a.agent")
    outwit.save(learnt, tmp_path / "a.agent")
    with pytest.raises(Refused, match="holds an agent that plays, not a training"):
        load_learning(tmp_path / "a.agent")


def test_a_broken_off_write_leaves_the_old_file(file: Path) -> None:
    before = file.read_bytes()
    unwritable = {"x": np.array([object()], object)}
    with pytest.raises(ValueError, match="pickle"):
        write_archive(file, {}, unwritable)
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_user_s_game_may_move_with_its_agent(tmp_path: Path) -> None:
    for folder in ("here", "there"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "higher.py").write_text(GAME_FILE)
    here, there = (str(tmp_path / folder / "higher.py") for folder in ("here", "there"))
    higher = outwit.game(here)
    agent = outwit.learner(higher, "q:states=blind").frozen(
        Mirror(new_me(outwit.learner(higher, "q:states=blind")))
    )
    assert agent.states == outwit.states(higher, "blind")
    outwit.save(agent, tmp_path / "blind.agent")
    (tmp_path / "here" / "higher.py").unlink()
    moved = outwit.game(there)
    loaded = outwit.agent(moved, str(tmp_path / "blind.agent"))
    assert loaded.game == moved != higher
    assert loaded.states == outwit.states(moved, "blind")
    with pytest.raises(UsageError, match=r"blind\.agent: No file .*higher\.py"):
        outwit.load(tmp_path / "blind.agent")


def test_another_table_of_the_same_shape_compiles_nothing(learnt: Agent) -> None:
    other = outwit.learn("kuhn", "q", against="random", games=50).agent()
    assert other != learnt
    assert identity(other) == identity(learnt)


def test_agents_with_arrays_cross_to_other_processes(learnt: Agent) -> None:
    assert isinstance(learnt, ArrayAgent)
    crossed = pickle.loads(pickle.dumps(learnt))
    assert isinstance(crossed, Tabled)
    assert crossed == learnt
    assert np.array_equal(crossed.arrays["chance"], learnt.arrays["chance"])
