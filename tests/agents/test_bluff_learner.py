"""The learner of Bluff: chapter 7 of the paper `bluff`, training and testing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from outwit.agents.bluff_learner import Learner, brought_up, trained
from outwit.agents.bluff_player import farthest
from outwit.catalogue import agent, game
from outwit.core.generator import new_rng
from outwit.core.layout import new_me
from outwit.core.records import Mirror, data_of
from outwit.games.bluff_cards import packed
from outwit.games.bluff_pack import CALL, PASS
from outwit.play.match import match

ACE, TWO, THREE, FOUR = range(4)
SMALL = {"seats": 3, "ranks": 4, "suits": 3}
HANDS = [[ACE, ACE, TWO, THREE], [ACE, TWO, TWO, FOUR], [THREE, THREE, FOUR, FOUR]]
DEAL = [hand[place] for place in range(4) for hand in HANDS]


class School:
    """An apprentice in seat 1 of a small game; the other moves are given."""

    def __init__(self, play, **parameters):
        self.rules = game("bluff", **SMALL)
        self.apprentice = agent(self.rules, "apprentice", **parameters)
        self.me, self.play = Mirror(new_me(self.apprentice)), play
        self.state = play(self.rules, DEAL)

    def asks(self):
        """The apprentice's own move, and it is made."""
        own, rng = self.state.own[0], new_rng(1)
        move = self.apprentice.act(self.me, self.state.table, own, 0, rng)
        self.play(self.rules, [move], self.state)
        return move

    def others(self, *moves):
        self.play(self.rules, moves, self.state)

    def ends(self):
        self.apprentice.end(self.me, self.state.table, self.state.own[0], 0, 0.0, new_rng(1))

    @property
    def tried(self):
        return {tuple(map(int, at)) for at in np.argwhere(data_of(self.me)["tried"])}

    @property
    def reward(self):
        reward = data_of(self.me)["reward"]
        return {tuple(map(int, at)): float(reward[tuple(at)]) for at in np.argwhere(reward)}


# Training --------------------------------------------------------------------------------------


def test_in_training_it_lays_the_correct_card_else_the_farthest(play):
    school = School(play)
    assert school.asks() == packed([ACE, ACE])
    school.others(PASS, PASS, packed([TWO]))
    school.others(PASS)
    assert school.asks() == PASS
    school.others(packed([THREE]))
    assert school.asks() == PASS
    school.others(PASS)
    # Fours are announced: it holds a Two and a Three. Its next turns are Threes, Twos, Aces.
    assert farthest(FOUR, 4, 3) == [ACE, TWO, THREE]
    assert school.asks() == packed([TWO])
    assert school.tried == {(ACE, ACE), (FOUR, TWO)}


def test_a_call_on_the_truth_is_rewarded_by_one(play):
    """ "If the challenger calls Bluff and loses": the value at [0, 0] goes up by one."""
    school = School(play)
    school.asks()
    assert school.reward == {}
    school.others(CALL)
    school.others(packed([TWO]), PASS)
    school.asks()  # at its next decision it sees the verdict
    assert school.reward == {(ACE, ACE): 1.0}


@pytest.mark.parametrize(("caught", "reward"), [(0.0, {}), (-1.0, {(FOUR, TWO): -1.0})])
def test_a_caught_bluff_is_worth_nothing_or_a_penalty(play, caught, reward):
    school = School(play, caught=caught)
    school.asks()
    school.others(PASS, PASS, packed([TWO]), PASS)
    school.asks()
    school.others(packed([THREE]))
    school.asks()
    school.others(PASS)
    school.asks()
    school.others(CALL)
    school.ends()
    assert school.reward == reward
    assert (FOUR, TWO) in school.tried


def test_what_nobody_calls_is_not_rewarded(play):
    school = School(play)
    school.asks()
    school.others(PASS, PASS)
    school.ends()
    assert (school.tried, school.reward) == ({(ACE, ACE)}, {})


def test_the_last_lay_of_a_game_counts_too(play):
    school = School(play)
    school.asks()
    school.others(CALL)
    school.ends()
    assert school.reward == {(ACE, ACE): 1.0}
    school.ends()  # and counts once
    assert school.reward == {(ACE, ACE): 1.0}


@pytest.fixture(scope="module")
def usual():
    """The matrices of the default training, played anew."""
    return trained(Learner(game("bluff")))


def test_what_comes_with_the_package_is_what_the_training_brings(usual):
    """A failure after a change of rules or players: `python -m outwit.agents.bluff_learner`."""
    kept = brought_up(Learner(game("bluff")))
    assert kept.keys() == usual.keys()
    for name, made in usual.items():
        assert np.array_equal(kept[name], made)


def test_the_reward_matrix_has_its_high_values_diagonally(usual):
    """As the paper observed: only the truth is ever rewarded."""
    tried, reward = usual["tried"], usual["reward"]
    assert np.all(np.diag(reward) > 0)
    assert np.all(np.diag(tried) == 1)
    assert np.all(reward[~np.eye(13, dtype=bool)] == 0)


def test_opponents_who_never_call_teach_nothing():
    learnt = trained(Learner(game("bluff"), training=5, against="no-bluff"))
    assert learnt["reward"].sum() == 0
    assert learnt["tried"].sum() > 13


# Testing ---------------------------------------------------------------------------------------


def taught(reward, tried=None, **parameters):
    """A learner of the small game with these matrices, and its order of preference for Aces."""
    rules = game("bluff", **SMALL)
    matrix = np.zeros((4, 4))
    matrix[ACE] = reward
    known = np.ones((4, 4), np.int8)
    if tried is not None:
        known[ACE] = tried
    learner = replace(
        agent(rules, "learner", **parameters), arrays={"tried": known, "reward": matrix}
    )
    return learner, list(Mirror(new_me(learner)).order[ACE])[:4]


@pytest.mark.parametrize(
    ("reward", "order"),
    [
        ((5, 0, 0, 0), [ACE, TWO, THREE, FOUR]),
        ((5, 1, 2, 3), [ACE, FOUR, THREE, TWO]),
        ((0, 1, 2, 3), [FOUR, THREE, TWO, ACE]),
        ((5, -2, -1, -3), [ACE, THREE, TWO, FOUR]),
    ],
)
def test_the_action_with_the_highest_reward_comes_first_then_the_second(reward, order):
    assert taught(reward, ties="lowest")[1] == order


def test_it_lays_the_best_that_its_hand_has(play):
    """ "He verifies if his hand has the card with the highest reward, if not, ... the second"."""
    learner, order = taught((0, 1, 2, 3))
    assert order == [FOUR, THREE, TWO, ACE]
    state = play(learner.game, DEAL)
    me = Mirror(new_me(learner))
    assert learner.act(me, state.table, state.own[0], 0, new_rng(1)) == packed([THREE])


def test_the_table_offers_what_was_tried_first():
    """The look-up table has the actions that were taken previously; the others only at need."""
    assert taught((0, 0, 9, 0), tried=(0, 1, 0, 1))[1] == [TWO, FOUR, ACE, THREE]


@pytest.mark.parametrize(
    ("ties", "order"),
    [("farthest", [ACE, *farthest(ACE, 4, 3)]), ("lowest", [ACE, TWO, THREE, FOUR])],
)
def test_ties(ties, order):
    assert taught((0, 0, 0, 0), ties=ties)[1] == order


def test_ties_drawn_at_random_are_drawn_once():
    orders = {tuple(taught((0, 0, 0, 0), ties="random", seed=seed)[1]) for seed in range(200)}
    assert len(orders) == 24
    one, again = (taught((0, 0, 0, 0), ties="random", seed=7)[1] for _ in range(2))
    assert one == again


def test_it_may_lay_as_in_training_whatever_its_table_says():
    assert taught((0, 1, 2, 3), follows="training")[1] == [ACE, *farthest(ACE, 4, 3)]


def test_untaught_it_lays_as_in_training():
    rules = game("bluff")
    learner, other = agent(rules, "learner:training=0"), agent(rules, "apprentice")
    mine, theirs = (Mirror(new_me(player)).order for player in (learner, other))
    assert np.array_equal(np.array(mine), np.array(theirs))


def test_an_apprentice_becomes_a_learner(play):
    school = School(play, caught=-2.0)
    school.asks()
    school.others(CALL)
    school.ends()
    learner = school.apprentice.frozen(school.me)
    assert isinstance(learner, Learner)
    assert learner != replace(learner, arrays={})  # what was learnt tells two learners apart
    me = data_of(Mirror(new_me(learner)))
    assert (me["reward"][ACE, ACE], me["tried"][ACE, ACE], learner.caught) == (1.0, 1, -2.0)
    data_of(school.me)["reward"][ACE, ACE] = 7.0  # what the apprentice learns later is its own
    assert data_of(Mirror(new_me(learner)))["reward"][ACE, ACE] == 1.0


def test_learners_play_in_every_game_of_bluff():
    """A short training in other packs, seats and ways to lay; then a match against Smart."""
    for options in ({"seats": 6, "spare": "aside"}, SMALL | {"lay": "singly"}):
        rules = game("bluff", **options)
        players = [agent(rules, "learner:training=2"), agent(rules, "smart")]
        result = match(rules, players, games=60)
        assert sum(row.mean for row in result.overall) <= 1.0 + 1e-9
