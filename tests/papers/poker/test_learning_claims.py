"""The learning half of the poker paper: exact values, likeness, many trainings, their claims."""

from __future__ import annotations

import numpy as np
import pytest

import outwit
from outwit.core.errors import Refused
from outwit.papers.kept import as_kept, packed, unpacked
from outwit.papers.lab import Lab
from outwit.papers.poker import PAPER, findings, laws, learning, rates, reduced, trained
from outwit.papers.poker.valued import valuer
from outwit.play.filling import filled
from outwit.play.where import Where

ROW = (laws.THRESHOLD, "q_base")


@pytest.fixture(scope="module")
def short() -> pytest.MonkeyPatch:
    """Trainings of 30,000 games instead of 3,000,000."""
    patch = pytest.MonkeyPatch()
    for module in (trained, rates):
        patch.setattr(module, "TRAINING", 30_000)
        patch.setattr(module, "EARLY", 5_000)
    patch.setattr(trained, "WINDOWS", 6)
    patch.setattr(trained, "POINTS", (1_000, 5_000, 30_000))
    patch.setattr(trained, "QUICK", 4)
    yield patch
    patch.undo()


@pytest.mark.parametrize("states", ["paper", "paper-range"])
@pytest.mark.parametrize("opponent", [laws.RANDOM, laws.THRESHOLD])
def test_a_table_is_worth_what_an_exact_match_says(states: str, opponent: str) -> None:
    learnt = outwit.learn("holdem", "q", states=states, against=opponent, games=5_000).agent()
    row = outwit.match("holdem", [learnt, opponent], exact=True).of(1)
    valued = valuer(Lab(), opponent)
    strategy = valued.strategy(learnt)
    assert np.array_equal(strategy, filled(valued.world.tree, learnt))
    mean, square, _, fourth = valued.moments(strategy)
    assert mean == pytest.approx(row.mean)
    assert square - mean**2 == pytest.approx(row.sd**2)
    assert fourth > square**2


def test_likeness_counts_states_once_or_as_often_as_they_are_met() -> None:
    valued = valuer(Lab(), laws.THRESHOLD)
    process, tree = valued.best.process, valued.world.tree
    best = process.strategy(valued.best.policy)
    assert valued.likeness(best) == pytest.approx((1.0, 1.0))
    # Another move in one state that is hard to come to: one state of all, next to no visits.
    width = np.diff(process.pair_first)
    good = valued._good
    sets = [np.flatnonzero(process.state_of == k) for k in range(process.size)]
    visits = valued.visits(best)
    wrong = [
        (visits[sets[k]].sum(), k, int(a))
        for k in range(process.size)
        for a in range(tree.set_first[sets[k][0]], tree.set_first[sets[k][0]] + width[k])
        if not good[a]
    ]
    rarest, k, action = min(w for w in wrong if w[0] > 0.0)
    other = best.copy()
    for s in sets[k]:
        first = int(tree.set_first[s])
        other[first : first + width[k]] = 0.0
        other[first + action - int(tree.set_first[sets[k][0]])] = 1.0
    over_all, met = valued.likeness(other)
    assert over_all == pytest.approx(1.0 - 1.0 / process.size)
    assert met == pytest.approx(1.0 - rarest / visits[process.state_of >= 0].sum())


def test_trainings_do_not_depend_on_how_many_are_made_at_a_time(short) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trained, "BATCH", 1)
        one = trained.trained(Lab(), *ROW)
    many = trained.trained(Lab(), *ROW)
    assert np.array_equal(one.last.moments, many.last.moments)
    assert np.array_equal(one.early.likeness, many.early.likeness)
    assert one.again == many.again
    assert len(many.last.moments) == 4
    assert many.curves.shape == (4, 6)
    assert not np.array_equal(many.last.moments[0], many.last.moments[1])
    # The course of the first training ends with what it has learnt.
    assert np.array_equal(many.course.moments[-1], many.last.moments[0])


def test_the_command_beside_a_row_gives_its_first_training(short, capsys) -> None:
    from outwit.cli import run

    found = trained.trained(Lab(), *ROW)
    words = found.again.split()
    assert words[0] == "outwit"
    assert run([*words[1:], "--json", "--quiet"]) == 0
    import json

    mean = json.loads(capsys.readouterr().out)["rows"][0]["frozen"]["mean"]
    # The row prints 3,000,000 games; here the training was cut short, and so is the command.
    assert f"--games {trained.TRAINING}" in found.again
    assert mean == pytest.approx(found.last.moments[0, 0])


def test_what_only_a_full_run_measures_says_so(short) -> None:
    with pytest.raises(Refused, match="measured with --full"):
        trained.trained(Lab(), *ROW, "kept-ties")


def test_the_law_of_five_runs_survives_being_kept(short) -> None:
    from outwit.papers.judge import PRINTS, judge

    found = trained.trained(Lab(), *ROW).mean
    kept = unpacked(packed(as_kept(found, 0.0)))
    assert kept.tails(PRINTS) == found.tails(PRINTS)
    claim = next(c for c in PAPER.claims if c.id == "poker.table4.q_base.mean")
    assert judge(claim.printed, kept) == judge(claim.printed, found)


def test_laws_are_those_of_the_tables() -> None:
    changed = {
        (opponent, row): findings._changes(opponent, row)
        for opponent, rows in laws.LAWS.items()
        for row in rows
    }
    assert sorted(changed.values()) == [0, 0, 1, 1, 1, 1, 1, 2, 2, 3]
    law = laws.NAMED["one-change"].law(laws.RANDOM, "q_slower_alpha")
    assert (law.epsilon_decay, law.alpha_decay) == (-1 / 8, -1 / 8)


def test_without_the_range_more_can_be_had_than_q_learning_settles_at() -> None:
    lab = Lab()
    valued = valuer(lab, laws.THRESHOLD)
    optimum = reduced.optimum(lab).value
    assert optimum < valued.best.value
    # Every policy of a cycle is one on the reduced states, so none is above their optimum.
    for epsilon in (1.0, 0.05):
        found = reduced.settled(valued, epsilon)
        assert found == sorted(found)
        assert found[-1] < optimum


def test_the_index_names_every_row_and_every_sentence() -> None:
    named = {c for s in PAPER.sentences for c in s.claims}
    mine = {c.id for c in learning.CLAIMS}
    assert mine <= named


def test_what_is_learnt_is_weaker_than_what_it_was_learnt_for(short) -> None:
    found = reduced.strength(Lab())
    assert found.rows[0][0] == "q_base, from Random"
    for row in found.rows:
        against = [float(cell) for cell in row[1:3]]
        # Nobody wins more than the best policy, and the best answer wins more than a fixed one.
        assert against[0] < 0.8754
        assert against[1] < 0.2294
        assert float(row[3]) > -min(against)


def test_no_rate_brings_more_than_the_best_policy(short) -> None:
    found = rates.find(Lab())
    assert [row[0] for row in found.rows] == [*laws.LAWS[laws.RANDOM], *rates.MEETING]
    for alpha, epsilon in rates.MEETING.values():
        assert -1 <= alpha < -1 / 2
        assert -1 <= epsilon < 0
    for row in found.rows:
        most = float(row[2].rpartition(" ")[2].rstrip(")"))
        assert 0.0 < most < 0.87532


class Counting:
    """A keeper in memory that counts what it hands out again."""

    def __init__(self) -> None:
        self.data: dict[str, bytes] = {}
        self.again = 0

    def piece(self, name, *, of=()):
        self.again += name in self.data
        return self.data.get(name)

    def keep_piece(self, name, data, *, of=()):
        self.data[name] = data


def test_a_run_that_was_broken_off_trains_nothing_twice(short) -> None:
    keeper = Counting()
    straight = trained.trained(Lab(), *ROW)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trained, "BATCH", 1)
        patch.setattr(trained, "QUICK", 2)  # as far as it came
        trained.trained(Lab(where=Where(keeper=keeper)), *ROW)
        assert (len(keeper.data), keeper.again) == (2, 0)
        patch.setattr(trained, "QUICK", 4)
        resumed = trained.trained(Lab(where=Where(keeper=keeper)), *ROW)
    assert (len(keeper.data), keeper.again) == (4, 2)
    for name in ("curves", "payoffs", "plays"):
        assert np.array_equal(getattr(resumed, name), getattr(straight, name))
    assert np.array_equal(resumed.last.moments, straight.last.moments)
    assert np.array_equal(resumed.course.likeness, straight.course.likeness)
