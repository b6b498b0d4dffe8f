"""Learners and what they become are agents: they pass the checks that users run on their own."""

from __future__ import annotations

import outwit
from outwit.core.agent import learns
from outwit.play.check import check


def test_learners_and_what_they_become_pass_every_check() -> None:
    kuhn = outwit.game("kuhn")
    words = ("q:ties=kept,per=games,initial=1", "double-q", "monte-carlo")
    learners = [outwit.learner(kuhn, word) for word in words]
    frozen = outwit.learn(kuhn, "q", against="random", games=2_000).agent()
    assert all(learns(learner) for learner in learners)
    assert not learns(frozen)
    report = check(kuhn, [*learners, frozen], outwit.agent(kuhn, "random"))
    assert report.faults == []
    assert report.left_out == ()
