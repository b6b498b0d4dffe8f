"""What tabular learners share: laws of decay, ties, first values, tables that are full."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

import outwit
from outwit.core.errors import RuleError, UsageError
from outwit.core.game import Game, blank_menu
from outwit.core.generator import new_rng
from outwit.core.layout import blank_state, new_me
from outwit.core.records import Mirror
from outwit.core.states import States
from outwit.learn.tabular import Tabular
from outwit.play.learning import Learning
from outwit.play.rows import Seen
from outwit.play.training import learn


def record(learning: Learning, place: int = 1) -> Mirror:
    return Mirror(learning.replicas[0].mes[place - 1])


# Laws of decay -------------------------------------------------------------------------------


def test_rates_follow_the_printed_laws_over_games() -> None:
    # Paper poker, section 4.2: epsilon0 t^d and alpha0 t^d for t > 0, the first values for t = 0.
    spec = "q:per=games,alpha=0.1,alpha_decay=-0.25,epsilon=0.8,epsilon_decay=-0.125"
    kuhn = outwit.game("kuhn")
    first = Mirror(new_me(outwit.learner(kuhn, spec)))
    assert (first.rate, first.explore) == (0.1, 0.8)
    for games in (1, 2, 1_000):
        me = record(outwit.learn(kuhn, spec, against="random", games=games))
        assert me.games == games
        assert me.rate == pytest.approx(0.1 * games**-0.25)
        assert me.explore == pytest.approx(0.8 * games**-0.125)


def decided(spec: str) -> tuple[Tabular, Mirror]:
    """A learner of Kuhn poker with one state of two moves, and its record."""
    learner = outwit.learner(outwit.game("kuhn"), spec)
    me = Mirror(new_me(learner))
    learner.new_row(me, 0, 7, 2, new_rng())
    return learner, me


def test_a_rate_by_visits_counts_those_of_the_move() -> None:
    learner, me = decided("q:alpha=0.5,alpha_decay=-1")
    rng = new_rng()
    value = 0.0
    for visit, target in enumerate((1.0, -2.0, 0.5), start=1):
        learner.move_value(me, 0, 1, 0, target, rng)
        value += 0.5 / visit * (target - value)
        assert me.row[0].value[0, 1] == pytest.approx(value)
    assert me.row[0].value[0, 0] == 0.0
    assert me.row[0].visits[0, 1] == 3


def test_a_rate_of_one_over_visits_is_a_mean() -> None:
    learner, me = decided("q:alpha=1,alpha_decay=-1")
    targets = [1.0, -2.0, 0.5, 4.0]
    for target in targets:
        learner.move_value(me, 0, 0, 0, target, new_rng())
    assert me.row[0].value[0, 0] == pytest.approx(np.mean(targets))


def test_the_switches_for_exploring_and_updating() -> None:
    still = outwit.learn("kuhn", "q:updating=no", against="random", games=500)
    assert record(still).used == 0
    assert record(still).games == 0
    assert record(still).explore == 1.0
    # Without exploring it stays with the first move that brought more than nothing.
    greedy = outwit.learn("kuhn", "q:exploring=no,alpha_decay=0", against="random", games=5_000)
    free = outwit.learn("kuhn", "q:alpha_decay=0", against="random", games=5_000)
    rarest = [one.agent().arrays["visits"][:, :2].min() for one in (greedy, free)]
    assert rarest[0] < 50 < rarest[1]


# Ties, first values --------------------------------------------------------------------------


def chosen(spec: str, values: tuple[float, ...], times: int = 200) -> set[int]:
    learner, me = decided(spec)
    me.row[0].moves = len(values)
    for i, value in enumerate(values):
        me.row[0].value[0, i] = value
    rng = new_rng(3)
    return {learner.greedy(me, 0, len(values), rng) for _ in range(times)}


def test_ties_are_broken_by_lot_or_by_the_first() -> None:
    assert chosen("q:ties=random", (1.0, 0.5, 1.0)) == {0, 2}
    assert chosen("q:ties=first", (0.5, 1.0, 1.0)) == {1}
    assert chosen("q:ties=random", (0.0, 0.0, 0.0)) == {0, 1, 2}


def test_kept_ties_are_drawn_once_for_each_state_and_again_when_a_better_move_appears() -> None:
    learner = outwit.learner(outwit.game("kuhn"), "q:ties=kept,alpha_decay=0")
    me, rng = Mirror(new_me(learner)), new_rng(5)
    drawn = []
    for row in range(40):
        learner.new_row(me, row, row + 1, 2, rng)
        drawn.append(me.row[row].choice)
        assert {learner.greedy(me, row, 2, rng) for _ in range(20)} == {drawn[-1]}
    assert set(drawn) == {0, 1}
    learner.move_value(me, 0, 1 - drawn[0], 0, 1.0, rng)
    assert learner.greedy(me, 0, 2, rng) == 1 - drawn[0]
    learner.move_value(me, 0, drawn[0], 0, 1.0, rng)
    assert learner.greedy(me, 0, 2, rng) == 1 - drawn[0]


def policy_at_start(agent, card: int) -> list[float]:
    """Chances to pass and to bet of Kuhn's first seat."""
    state = blank_state(agent.game)
    agent.game.start(state)
    for move in (card, (card + 1) % 3):
        agent.game.apply(state, move)
    menu = blank_menu(agent.game)
    n = agent.policy(Mirror(new_me(agent)), state.table, state.own[0], 0, menu)
    return [menu.chance[i] for i in range(n)]


@pytest.mark.parametrize(
    ("ties", "allowed"),
    [("random", [[0.5, 0.5]]), ("first", [[1.0, 0.0]]), ("kept", [[1.0, 0.0], [0.0, 1.0]])],
)
def test_frozen_ties_are_those_of_the_learner(ties: str, allowed: list[list[float]]) -> None:
    # With a rate of nothing all values stay equal, so every state is a tie.
    spec = f"q:alpha=0,ties={ties}"
    agent = outwit.learn("kuhn", spec, against="random", games=500).agent()
    found = [policy_at_start(agent, card) for card in range(3)]
    assert all(policy in allowed for policy in found)


def test_where_nothing_was_learnt_any_move_is_played() -> None:
    learner = outwit.learner(outwit.game("kuhn"), "q")
    agent = learner.frozen(Mirror(new_me(learner)))
    assert policy_at_start(agent, 0) == [0.5, 0.5]


@pytest.mark.parametrize("name", ["q", "double-q", "sarsa", "expected-sarsa", "monte-carlo"])
def test_first_values_are_what_untried_moves_are_worth(name: str) -> None:
    spec = f"{name}:initial=5,alpha=0"
    values = outwit.learn("kuhn", spec, against="random", games=300).agent().arrays["value"]
    assert np.all(values[:, :2] == 5.0)


def test_hopeful_first_values_make_a_greedy_learner_try_everything() -> None:
    spec = "q:initial=5,exploring=no,alpha_decay=-1"
    visits = outwit.learn("kuhn", spec, against="random", games=2_000).agent().arrays["visits"]
    assert np.all(visits[:, :2] > 0)


# Tables --------------------------------------------------------------------------------------


def test_a_full_table_says_so_and_keeps_what_it_has() -> None:
    learning = outwit.learn("kuhn", "q:rows=5", against="random", games=1_000)
    states, full = learning.report(1)
    assert states == "5 states met"
    assert full.startswith("the table is full: ")
    assert "among 5 rows" in full
    assert len(learning.agent().arrays["key"]) == 5


def test_numbered_and_hashed_rows_teach_the_same() -> None:
    @dataclass(frozen=True)
    class Counted(States):
        """Seat, card and history: all there is in Kuhn poker."""

        game: Game

        @property
        def count(self) -> int:
            return 2 * 3 * 16

        def feature(self, table, own, seat):
            return 48 * seat + 16 * own.card + table.history

    kuhn = outwit.game("kuhn")
    counted = outwit.learn(kuhn, "q", states=Counted(kuhn), against="random", games=3_000)
    hashed = outwit.learn(kuhn, "q", states=Seen(kuhn), against="random", games=3_000)

    def values(learning: Learning) -> list[list[float]]:
        arrays = learning.agent().arrays
        return sorted(arrays["value"][:, :2].tolist())

    assert values(counted) == values(hashed)
    assert len(counted.agent().arrays["slot"]) == 12
    assert counted.agent().slots == 96


@dataclass(frozen=True)
class Muddled(States):
    """One state for all of Kuhn's, or numbers beyond the count."""

    game: Game
    offset: int = 0

    @property
    def count(self) -> int:
        return 1

    def feature(self, table, own, seat):
        return self.offset


@dataclass(frozen=True)
class One(States):
    """One state for all of hold'em: checking and folding in one row."""

    game: Game

    @property
    def count(self) -> int:
        return 1

    def feature(self, table, own, seat):
        return 0


def test_states_that_break_their_promise_are_told() -> None:
    kuhn, holdem = outwit.game("kuhn"), outwit.game("holdem")
    # In Kuhn poker the same two moves are legal everywhere: one state is a poor one, but a state.
    assert outwit.learn(kuhn, "q", states=Muddled(kuhn), against="random", games=100).report(1) == [
        "1 states met"
    ]
    with pytest.raises(RuleError, match="a state's number is not from 0 to count - 1"):
        outwit.learn(kuhn, "q", states=Muddled(kuhn, offset=1), against="random", games=100)
    with pytest.raises(RuleError, match="in one state of these states different moves are legal"):
        outwit.learn(holdem, "q", states=One(holdem), against="random", games=100)


def test_states_by_name_and_where_they_are_not_known() -> None:
    holdem = outwit.game("holdem")
    by_word = outwit.learner(holdem, "q:states=paper")
    assert by_word == outwit.learner(holdem, "q", states="paper")
    assert by_word == outwit.learner(holdem, "q", states=outwit.states(holdem, "paper"))
    with pytest.raises(UsageError, match='No state space "papper" is known for holdem'):
        outwit.learner(holdem, "q:states=papper")
    with pytest.raises(UsageError, match="states is given twice"):
        outwit.learner(holdem, "q:states=paper", states="seen")
    with pytest.raises(UsageError, match="give a state space, or its name"):
        outwit.learner(holdem, "q", states=3)


BAD_STATES = """
from dataclasses import dataclass
from outwit import Game, States

@dataclass(frozen=True)
class ByHistory(States):
    game: Game

    def feature(self, table, own, seat):
        return table.histori
"""


def test_a_mistake_in_a_user_s_states_is_told_with_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "mystates.py"
    file.write_text(BAD_STATES)
    where = r"mystates\.py, line 10, in feature: field `table\.histori` does not exist"
    with pytest.raises(RuleError, match=where):
        outwit.learn("kuhn", "q", states=f"{file}:ByHistory", against="random", games=10)


def test_monte_carlo_values_every_decision_of_a_game_by_its_end() -> None:
    kuhn = outwit.game("kuhn")
    learner = outwit.learner(kuhn, "monte-carlo:discount=0.5,epsilon=1,epsilon_decay=0")
    learning = learn(kuhn, [learner], against=[outwit.agent(kuhn, "random")], games=1)
    me = record(learning)
    values = [
        float(me.row[row].value[0, i])
        for row in np.flatnonzero(learning.replicas[0].mes[0]["row"]["key"])
        for i in range(2)
        if me.row[int(row)].visits[0, i]
    ]
    gained = float(learning.replicas[0].sums[0, 0])
    assert sorted(map(abs, values)) == sorted(abs(gained) * 0.5**k for k in range(len(values)))
