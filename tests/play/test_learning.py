"""Trainings: the same bits at any number of threads, stopped and resumed or not."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

import outwit
from outwit.core.agent import Agent
from outwit.core.errors import NotTheSame, Refused, UsageError
from outwit.core.layout import new_me
from outwit.core.records import Mirror
from outwit.learn.q import QLearning
from outwit.play import trainer
from outwit.play.learning import Learning
from outwit.play.learning_file import load_learning
from outwit.play.mirror import Round
from outwit.play.sitting import Sitting
from outwit.play.training import SEED, LearningInterrupted, go_on, learn

KUHN = "equilibrium:bluff=0.2"


def mes_of(learning: Learning) -> list[bytes]:
    return [me.tobytes() for replica in learning.replicas for me in replica.mes]


def test_the_file_of_a_training_stopped_and_resumed_equals_that_of_one_that_went_through(
    tmp_path: Path,
) -> None:
    through, stopped = tmp_path / "through.agent", tmp_path / "stopped.agent"
    about = {"against": KUHN, "replicas": 3, "seed": 4}
    snapshots = [2_000, 7_500]
    outwit.learn("kuhn", "q", games=7_500, snapshots=snapshots, save=through, **about)
    outwit.learn("kuhn", "q", games=3_217, snapshots=[2_000], save=stopped, **about)
    assert stopped.read_bytes() != through.read_bytes()
    outwit.learn("kuhn", resume=stopped, games=7_500, snapshots=snapshots, save=stopped)
    assert stopped.read_bytes() == through.read_bytes()


@pytest.mark.parametrize("name", outwit.learners(outwit.game("leduc")))
def test_every_learner_resumes_byte_equal(name: str, tmp_path: Path) -> None:
    file = tmp_path / "half.agent"
    through = outwit.learn("leduc", name, against="random", games=2_000)
    outwit.learn("leduc", name, against="random", games=777, save=file)
    resumed = outwit.learn("leduc", resume=file, games=2_000)
    assert mes_of(resumed) == mes_of(through)
    assert mes_of(load_learning(file)) != mes_of(through)


def test_threads_and_blocks_change_no_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    def trained(threads: int) -> Learning:
        return outwit.learn(
            "kuhn", "sarsa", against="self", games=5_000, replicas=5, threads=threads, snapshots=3
        )

    one, three = trained(1), trained(3)
    monkeypatch.setattr(trainer, "FIRST", 1)
    monkeypatch.setattr(trainer, "GROWTH", 1.7)
    other = trained(2)
    for learning in (three, other):
        assert mes_of(learning) == mes_of(one)
        for a, b in zip(learning.replicas, one.replicas, strict=True):
            assert np.array_equal(a.sums, b.sums)
            assert np.array_equal(a.squares, b.squares)
        for a, b in zip(learning.snapshots, one.snapshots, strict=True):
            assert (a.games, a.players) == (b.games, b.players)


def test_a_training_is_the_mirror_s_training() -> None:
    learning = outwit.learn("kuhn", "q", against="random", games=300, seed=9, stretch=100)
    sitting = Sitting(learning.game, learning.line_up, 9 ^ SEED, "balanced", "own")
    mes = [new_me(agent) for agent in sitting.agents]
    gained = []
    for number in range(300):
        played = Round(sitting, number, mes)
        final = played.play()
        gained.append(final.payoffs[played.places.index(0)])
    assert mes[0].tobytes() == learning.replicas[0].mes[0].tobytes()
    by_stretch = np.array(gained).reshape(3, 100)
    assert np.array_equal(learning.replicas[0].sums[:, 0], by_stretch.sum(axis=1))
    assert np.array_equal(learning.replicas[0].squares[:, 0], (by_stretch**2).sum(axis=1))


def test_the_deals_are_not_those_of_a_match_with_the_same_seed() -> None:
    learning = outwit.learn("kuhn", "q", against="random", games=64)
    sitting = Sitting(learning.game, learning.line_up, 1 ^ SEED, "balanced", "own")
    matched = Sitting(learning.game, learning.line_up, 1, "balanced", "own")

    def cards(of: Sitting) -> list[tuple[int, int]]:
        dealt = []
        for number in range(64):
            played = Round(of, number)
            played.play()
            dealt.append(tuple(played.state.own[seat].card for seat in range(2)))
        return dealt

    assert cards(sitting) != cards(matched)


def test_replicas_have_seeds_from_the_first_on() -> None:
    three = outwit.learn("kuhn", "q", against="random", games=500, replicas=3, seed=20)
    alone = outwit.learn("kuhn", "q", against="random", games=500, seed=22)
    assert [replica.seed for replica in three.replicas] == [20, 21, 22]
    assert mes_of(alone) == [me.tobytes() for me in three.replicas[2].mes]


def test_a_snapshot_is_what_a_shorter_training_ends_with() -> None:
    long = outwit.learn("kuhn", "q", against="random", games=3_000, snapshots=[1_000, 3_000])
    short = outwit.learn("kuhn", "q", against="random", games=1_000)
    assert long.agent(1, after=1_000) == short.agent(1)
    assert long.agent(1, after=3_000) == long.agent(1)
    assert long.agent(1) != short.agent(1)
    with pytest.raises(UsageError, match="no snapshot after 2,000 games; there are: 1,000, 3,000"):
        long.agent(1, after=2_000)


def test_several_learners_sit_at_one_table_each_with_its_own_record() -> None:
    learning = outwit.learn("kuhn", ["q", "sarsa"], games=2_000)
    assert learning.places == (1, 2)
    assert [type(agent).name for agent in learning.line_up] == ["q", "sarsa"]
    twins = outwit.learn("kuhn", "q", against="self", games=2_000)
    assert twins.agent(1, place=1) != twins.agent(1, place=2)
    against_learner = outwit.learn("kuhn", "q", against="sarsa", games=2_000)
    assert mes_of(against_learner) == mes_of(learning)
    assert [type(a).name for a in learning.players(1)] == ["tabled", "tabled"]


def test_fixed_order_keeps_the_learner_in_its_seat() -> None:
    learning = outwit.learn("kuhn", "q", against="random", games=4_000, order="fixed")
    assert learning.report(1) == ["6 states met"]
    assert outwit.learn("kuhn", "q", against="random", games=4_000).report(1) == ["12 states met"]


def test_the_curve_adds_up_to_the_games_played() -> None:
    learning = outwit.learn("kuhn", "q", against="random", games=10_400, replicas=2, stretch=1_000)
    curve = learning.curve(1)
    assert curve.games.tolist() == [*range(1_000, 11_000, 1_000), 10_400]
    played = np.diff(curve.games, prepend=0)
    replica = learning.replicas[0]
    assert float(played @ curve.mean) == pytest.approx(int(replica.sums[:, 0].sum()))
    squares = played * ((played - 1) * curve.error**2 + curve.mean**2)
    assert np.allclose(squares, replica.squares[:, 0])
    coarse, both = learning.curve(points=3), learning.curve()
    assert coarse.games.tolist() == [4_000, 8_000, 10_400]
    assert both.mean == pytest.approx((curve.mean + learning.curve(2).mean) / 2)
    assert float(np.diff(coarse.games, prepend=0) @ coarse.mean) == pytest.approx(
        float(played @ both.mean)
    )


def test_the_best_replica_is_the_one_that_fared_best_at_last() -> None:
    learning = outwit.learn("kuhn", "q", against="random", games=4_000, replicas=4, stretch=100)
    last = [replica.sums[-4:, 0].sum() / 400 for replica in learning.replicas]
    assert [learning.last(number) for number in (1, 2, 3, 4)] == pytest.approx(last)
    assert learning.best() == 1 + int(np.argmax(last))
    assert learning.agent() == learning.agent(learning.best())


def interrupt(done: int, of: int, mean: float) -> None:
    if done > 3_000:
        raise KeyboardInterrupt


def test_ctrl_c_keeps_whole_games_and_goes_on_from_there(tmp_path: Path) -> None:
    file = tmp_path / "stopped.agent"
    with pytest.raises(LearningInterrupted) as stop:
        outwit.learn(
            "kuhn", "q", against="random", games=10**9, replicas=3, save=file, progress=interrupt
        )
    so_far = stop.value.result
    assert 0 < sum(replica.games for replica in so_far.replicas) < 10**9
    assert mes_of(load_learning(file)) == mes_of(so_far)
    through = [
        outwit.learn("kuhn", "q", against="random", games=replica.games, seed=replica.seed)
        for replica in so_far.replicas
    ]
    assert [mes for one in through for mes in mes_of(one)] == mes_of(so_far)


KILLED = """
import outwit
outwit.learn("kuhn", "q", against="random", games=10**10, snapshots=[20_000], save="half.agent")
"""


def test_killed_in_the_middle_it_resumes_from_the_last_snapshot(tmp_path: Path) -> None:
    child = subprocess.Popen([sys.executable, "-c", KILLED], cwd=tmp_path)
    file = tmp_path / "half.agent"
    try:
        while not file.exists():
            assert child.poll() is None
            time.sleep(0.05)
    finally:
        child.send_signal(signal.SIGKILL)
        child.wait()
    half = load_learning(file)
    assert half.games == 20_000
    assert [s.games for s in half.snapshots] == [20_000]
    resumed = go_on(half, games=30_000)
    assert mes_of(resumed) == mes_of(outwit.learn("kuhn", "q", against="random", games=30_000))
    assert os.listdir(tmp_path) == ["half.agent"]


@dataclass(frozen=True)
class Stubborn(Agent):
    """Learns how many games it has played, and cannot stop."""

    name = "stubborn"
    game: outwit.Game

    def me(self):
        return [("games", np.int64)]

    def act(self, me, table, own, seat, rng):
        return 0

    def end(self, me, table, own, seat, reward, rng):
        me.games += 1


def test_an_agent_that_cannot_be_frozen_is_trained_and_kept_but_does_not_play(
    tmp_path: Path,
) -> None:
    kuhn = outwit.game("kuhn")
    file = tmp_path / "stubborn.agent"
    learning = learn(kuhn, [Stubborn(kuhn)], against=[Stubborn(kuhn)], games=50, save=file)
    assert [Mirror(me).games for me in learning.replicas[0].mes] == [50, 50]
    with pytest.raises(Refused, match="has no method `frozen`"):
        learning.agent(1)
    with pytest.raises(Refused, match="cannot be frozen into a player"):
        outwit.load(file)


def test_what_was_trained_by_other_rules_does_not_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "half.agent"
    outwit.learn("kuhn", "q", against="random", games=100, save=file)

    def next_game(self, me):
        me.games += 2

    monkeypatch.setattr(QLearning, "next_game", next_game)
    with pytest.raises(NotTheSame, match=r"half\.agent: it was trained by other rules"):
        outwit.learn("kuhn", resume=file, games=200)
    assert outwit.load(file).game == outwit.game("kuhn")


def test_mistakes_are_told(tmp_path: Path) -> None:
    kuhn, q = outwit.game("kuhn"), "q"
    file = tmp_path / "done.agent"
    done = outwit.learn(kuhn, q, against="random", games=100, save=file)
    with pytest.raises(UsageError, match="100 games are played already; 50 are fewer"):
        go_on(done, games=50)
    with pytest.raises(UsageError, match="Who learns and plays is written in"):
        outwit.learn(kuhn, q, resume=file)
    with pytest.raises(UsageError, match="Replicas, seed and order are written in"):
        outwit.learn(kuhn, resume=file, replicas=2)
    with pytest.raises(UsageError, match="1 of 2 seats are free"):
        outwit.learn(kuhn, q)
    with pytest.raises(UsageError, match="Name a learner; there are: double-q, expected-sarsa"):
        outwit.learn(kuhn)
    with pytest.raises(UsageError, match="2 seats do not hold 2 learning and 1 others"):
        outwit.learn(kuhn, [q, q], against="random")
    with pytest.raises(UsageError, match='No learner "random" is known for kuhn'):
        outwit.learn(kuhn, "random", against="random")
    with pytest.raises(UsageError, match="random learns nothing"):
        outwit.learn(kuhn, outwit.agent(kuhn, "random"), against="random")
    with pytest.raises(UsageError, match="after 1 to 100 games, not after 101"):
        outwit.learn(kuhn, q, against="random", games=100, snapshots=[101])
    with pytest.raises(UsageError, match="At place 2 of the line-up sits nobody who learns"):
        done.agent(1, place=2)
    with pytest.raises(UsageError, match="replicas 1 to 1, not 2"):
        done.agent(2)
    for wrong in ({"games": 0}, {"replicas": 0}, {"stretch": 0}):
        with pytest.raises(UsageError, match="at least one game, one replica, one game in a st"):
            outwit.learn(kuhn, q, against="random", **wrong)
    with pytest.raises(UsageError, match="cannot be written: there is no folder"):
        outwit.learn(kuhn, q, against="random", games=10**12, save=tmp_path / "no" / "a.agent")
    with pytest.raises(UsageError, match="A int is neither an agent nor a training"):
        outwit.save(3, tmp_path / "a.agent")
    with pytest.raises(UsageError, match="no parameter beta"):
        outwit.learn(kuhn, "q:beta=1", against="random")
