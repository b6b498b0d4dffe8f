"""Names: games and agents of the house, of a user's file, and of other packages."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import outwit
from outwit import catalogue
from outwit.core.errors import UsageError
from outwit.core.files import load_file, rebuilt, reference, referred

THEIRS = '''
"""A game and two agents of another package."""

from dataclasses import dataclass

import numpy as np

from outwit.core.agent import Agent
from outwit.core.game import OVER, Game
from outwit.core.options import option


@dataclass(frozen=True)
class Higher(Game):
    name = "higher"
    top: int = option(3, "the highest number", low=1, high=9)
    seats = 2
    span = (0, 9)

    @property
    def moves(self):
        return self.top + 1

    def table(self):
        return [("turn", np.int8)]

    def hidden(self):
        return [("said", np.int8, (2,))]

    def start(self, state):
        state.table.turn = 0
        state.hidden.said[0] = 0
        state.hidden.said[1] = 0

    def to_move(self, state):
        return state.table.turn if state.table.turn < 2 else OVER

    def legal(self, table, own, seat, menu):
        for i in range(self.top + 1):
            menu.move[i] = i
        return self.top + 1

    def apply(self, state, move):
        state.hidden.said[state.table.turn] = move
        state.table.turn += 1

    def payoff(self, state, out):
        for seat in range(2):
            out[seat] = state.hidden.said[seat]


@dataclass(frozen=True)
class Top(Agent):
    """Says the highest number, less some."""

    name = "top"
    game: Higher
    less: int = option(0, "so much less", low=0, high=1)

    def act(self, me, table, own, seat, rng):
        return self.game.top - self.less


@dataclass(frozen=True)
class Bottom(Agent):
    """Passes in Kuhn poker."""

    name = "bottom"
    game: Game

    def act(self, me, table, own, seat, rng):
        return 0


not_a_game = 3
'''

ENTRY_POINTS = """
[outwit.games]
higher = theirs:Higher
gone = theirs:Gone
nothing = theirs:not_a_game

[outwit.agents]
higher.top = theirs:Top
kuhn.bottom = theirs:Bottom
kuhn.broken = theirs:NoAgent
"""


@pytest.fixture
def another_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package that is installed as far as Python can tell: a module and its dist-info."""
    (tmp_path / "theirs.py").write_text(THEIRS)
    info = tmp_path / "theirs-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "theirs", raising=False)
    catalogue.game_paths.cache_clear()
    catalogue.agent_paths.cache_clear()
    yield
    catalogue.game_paths.cache_clear()
    catalogue.agent_paths.cache_clear()


class TestTheHouse:
    def test_every_name_leads_to_a_class_of_that_name(self) -> None:
        for word in catalogue.games():
            assert catalogue.name_of(catalogue.game_class(word)) == word
            for name, cls in catalogue.classes_of(word).items():
                assert catalogue.name_of(cls) == name
                assert (cls.__doc__ or "").strip()

    def test_every_agent_sits_down_with_its_defaults(self) -> None:
        for word in catalogue.games():
            game = outwit.game(word)
            for name in outwit.agents(word):
                agent = outwit.agent(game, name)
                assert agent.game == game
            assert outwit.agents(game) == outwit.agents(word)

    def test_an_unknown_game_is_guessed(self) -> None:
        with pytest.raises(UsageError, match=r'^No game "kuhm"\. Did you mean kuhn\? `outwit g'):
            outwit.game("kuhm")
        with pytest.raises(UsageError, match=r'^No game "zzz"\. `outwit games` lists all'):
            outwit.game("zzz")

    def test_an_unknown_agent_is_guessed(self) -> None:
        kuhn = outwit.game("kuhn")
        with pytest.raises(UsageError, match=r'No agent "rendom" plays kuhn\. Did you mean random'):
            outwit.agent(kuhn, "rendom")

    def test_options_and_parameters_are_checked_where_they_are_named(self) -> None:
        with pytest.raises(UsageError, match="tictactoe: size is"):
            outwit.game("tictactoe", size=99)
        leduc = outwit.game("leduc")
        with pytest.raises(UsageError, match=r"^The agent threshold of leduc has no parameter k"):
            outwit.agent(leduc, "threshold:k=3")
        with pytest.raises(UsageError, match="is given twice"):
            outwit.agent(leduc, "threshold:call_at=1", call_at=2)


class TestSpecs:
    @pytest.mark.parametrize(
        ("spec", "name", "given"),
        [
            ("random", "random", {}),
            ("stop:at=3", "stop", {"at": "3"}),
            ("a:x=1, y = two ,", "a", {"x": "1", "y": "two"}),
            ("mine.py:Bold:deep=3", "mine.py:Bold", {"deep": "3"}),
            ("/home/me/mine.py:Bold", "/home/me/mine.py:Bold", {}),
            ("mixed:k=0.4+0.8", "mixed", {"k": "0.4+0.8"}),
        ],
    )
    def test_what_a_spec_means(self, spec: str, name: str, given: dict[str, str]) -> None:
        assert catalogue.parse_spec(spec) == (name, given)

    @pytest.mark.parametrize(
        ("spec", "sentence"),
        [
            ("stop:3", 'In "stop:3", "3" should be key=value.'),
            ("stop:at=3,at=4", 'In "stop:at=3,at=4", at is given twice.'),
        ],
    )
    def test_what_a_spec_cannot_mean(self, spec: str, sentence: str) -> None:
        with pytest.raises(UsageError) as told:
            catalogue.parse_spec(spec)
        assert str(told.value) == sentence


@pytest.mark.usefixtures("another_package")
class TestOtherPackages:
    def test_their_game_is_listed_and_played(self) -> None:
        assert "higher" in outwit.games()
        assert outwit.agents("higher") == ["random", "top"]
        result = outwit.match(
            outwit.game("higher", top=5), ["top", "top:less=1"], games=100, threads=1
        )
        assert [row.mean for row in result.overall] == [5.0, 4.0]
        assert [row.wins for row in result.overall] == [100.0, 0.0]

    def test_their_agent_plays_a_game_of_the_house(self) -> None:
        assert "bottom" in outwit.agents("kuhn")
        result = outwit.match("kuhn", ["bottom", "bottom"], games=1000, threads=1)
        assert sum(row.mean for row in result.overall) == 0.0

    def test_what_they_name_but_do_not_have(self) -> None:
        with pytest.raises(UsageError, match=r"theirs:Gone, which .* names, is not there"):
            outwit.game("gone")
        with pytest.raises(UsageError, match=r"theirs:not_a_game, which .* is no Game\."):
            outwit.game("nothing")


def test_without_the_other_package_its_game_is_unknown() -> None:
    assert "higher" not in catalogue.games()

    def test_a_broken_one_leaves_the_others(self, another_package: None) -> None:
        with pytest.warns(UserWarning, match="theirs:NoAgent, which .* is not there"):
            found = outwit.agents("kuhn")
        assert {"bottom", "equilibrium", "random"} <= set(found)
        assert "broken" not in found


class TestFiles:
    def test_a_file_is_a_game_by_whatever_path(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "mine.py").write_text(THEIRS)
        monkeypatch.chdir(tmp_path)
        game = outwit.game("mine.py", top=2)
        assert game == outwit.game(str(tmp_path / "mine.py"), top="2")
        agent = outwit.agent(game, f"{tmp_path}/mine.py:Top:less=1")
        assert agent == outwit.agent(game, "./mine.py:Top", less=1)
        assert outwit.agents("mine.py") == ["bottom", "random", "top"]

    def test_a_class_is_found_again_by_its_reference(self, tmp_path: Path) -> None:
        path = tmp_path / "mine.py"
        path.write_text(THEIRS)
        game = outwit.game(str(path), top=4)
        place = reference(type(game))
        assert place == f"{path.resolve()}:Higher"
        assert referred(place) is type(game)
        assert rebuilt(place, {"top": 4}) == game
        kuhn = type(outwit.game("kuhn"))
        assert reference(kuhn) == "outwit.games.kuhn:Kuhn"
        assert referred("outwit.games.kuhn:Kuhn") is kuhn

    def test_a_file_that_is_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match=r"^No file .*none\.py\.$"):
            outwit.game(str(tmp_path / "none.py"))

    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            ("x = (", r"^bad\.py, line 1: .*never closed"),
            ("\n\n1 / 0\n", r"^bad\.py, line 3: ZeroDivisionError: division by zero\.$"),
            ("import nowhere_to_be_found\n", r"^bad\.py, line 1: ModuleNotFoundError"),
            ("x = 3\n", r"bad\.py defines no game; it must define one class derived from Game\."),
        ],
    )
    def test_a_file_that_does_not_load(self, tmp_path: Path, text: str, sentence: str) -> None:
        path = tmp_path / "bad.py"
        path.write_text(text)
        with pytest.raises(UsageError, match=sentence):
            outwit.game(str(path))

    def test_two_games_in_one_file_are_one_too_many(self, tmp_path: Path) -> None:
        path = tmp_path / "two.py"
        path.write_text(THEIRS + "\n\nclass Other(Higher):\n    name = 'other'\n")
        with pytest.raises(UsageError, match="defines 2 games"):
            outwit.game(str(path))

    def test_an_agent_that_is_not_in_the_file(self, tmp_path: Path) -> None:
        path = tmp_path / "mine.py"
        path.write_text(THEIRS)
        game = outwit.game(str(path))
        with pytest.raises(UsageError, match=r'defines no agent "Tip"; it has: bottom, top\.'):
            outwit.agent(game, f"{path}:Tip")

    def test_modules_have_the_same_name_in_every_process(self, tmp_path: Path) -> None:
        path = tmp_path / "mine.py"
        path.write_text(THEIRS)
        assert load_file(path).__name__ == load_file(path.resolve()).__name__
        assert load_file(path).__name__.startswith("outwit_file_mine_")


class TestAgentsOfAFile:
    """A file of agents stands where a name does, and says for which game they are."""

    TEXT = """
from dataclasses import dataclass
from outwit import Agent, option
from outwit.games.kuhn import Kuhn

@dataclass(frozen=True)
class Steady(Agent):
    game: Kuhn
    move: int = option(1, "what it plays", low=0, high=1)

    def act(self, me, table, own, seat, rng):
        return self.move
"""

    def test_the_only_agent_of_a_file_needs_no_name(self, tmp_path: Path) -> None:
        path = tmp_path / "one.py"
        path.write_text(self.TEXT)
        kuhn = outwit.game("kuhn")
        named = outwit.agent(kuhn, f"{path}:Steady:move=0")
        assert outwit.agent(kuhn, f"{path}:move=0") == named
        assert outwit.agent(kuhn, str(path)) == outwit.agent(kuhn, f"{path}:Steady")

    def test_of_several_one_has_to_be_named(self, tmp_path: Path) -> None:
        path = tmp_path / "two.py"
        path.write_text(self.TEXT + "\n\nclass Other(Steady):\n    pass\n")
        with pytest.raises(UsageError, match="which agent is meant; it has: Other, Steady"):
            outwit.agent(outwit.game("kuhn"), str(path))

    def test_an_agent_of_another_game_is_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "one.py"
        path.write_text(self.TEXT)
        with pytest.raises(UsageError, match="plays kuhn, not leduc"):
            outwit.agent(outwit.game("leduc"), f"{path}:Steady")

    def test_a_person_is_sent_to_the_table(self) -> None:
        with pytest.raises(UsageError, match="outwit play kuhn me AGENT"):
            outwit.agent(outwit.game("kuhn"), "me")
