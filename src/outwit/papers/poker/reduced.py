"""What can be had against Threshold on the states without the range, and who gets it.

The paper leaves open whether its Q-learning fell short for want of states or of games. Here are
both answers: the best policy on those states, proved, and trainings of many more games.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from outwit import catalogue
from outwit.papers.beyond import Beyond, Found
from outwit.papers.claim import TEXT
from outwit.papers.lab import Lab
from outwit.papers.measured import Exact
from outwit.papers.poker.laws import LAWS, NAMED, RANDOM, THRESHOLD, TRAINING
from outwit.papers.poker.strength import losses
from outwit.papers.poker.tables import coarse_optimum
from outwit.papers.poker.trained import learn_command, learner_of, trained, watched
from outwit.papers.poker.valued import Looks, Valuer, valuer
from outwit.play.tree import Floats
from outwit.solve.iteration import policy_iteration
from outwit.solve.process import process_of

TIMES_QUICK, TIMES_FULL = 3, 100
"""Times the paper's games in a longer training."""
RUNS_QUICK, RUNS_FULL = 4, 20
LEARNERS = ("q", "double-q", "sarsa", "expected-sarsa", "monte-carlo")


def optimum(lab: Lab) -> Exact:
    """The mean of the best policy that tells only the paper's five features apart: proved."""
    return Exact(coarse_optimum(lab, TEXT))


def times(lab: Lab) -> int:
    return lab.games(quick=TIMES_QUICK, full=TIMES_FULL)


def longer(lab: Lab) -> Looks:
    """Trainings of the base of table 4 with many times its games, one after another."""
    runs = lab.games(quick=RUNS_QUICK, full=RUNS_FULL)

    def make() -> Looks:
        learner = learner_of(lab, THRESHOLD, "q_base", NAMED["text"])
        seed = lab.seed_of("poker longer")
        return Looks.joined([_one(lab, learner, seed, run, runs) for run in range(runs)])

    return lab.once("poker longer", make)


def _one(lab: Lab, learner: Any, seed: int, run: int, runs: int) -> Looks:
    games = times(lab) * TRAINING
    found = watched(
        lab,
        valuer(lab, THRESHOLD),
        learner,
        runs=1,
        seed=seed + run,
        games=games,
        points=(games,),
        part=(run * games, runs * games),
    )
    return found.after(games)


def settled(valued: Valuer, epsilon: float) -> list[float]:
    """What policies are worth among which Q-learning that explores with `epsilon` must wander.

    Thrown together, information sets are worth what play makes of them, and Q-learning plays the
    best of these worths. From policy to policy: all states valued as epsilon-greedy play of the
    last policy meets them, then the best moves by these values (policy iteration). The policies of
    the cycle that this ends in (a single one would be a fixed point), best last.
    """
    here = valued.world
    tree, other, states = here.tree, here.agents[THRESHOLD], here.states[RANDOM]
    played = tree.uniform()
    seen: list[Floats] = []
    while True:
        there = process_of(tree, [other], states=states, played=played)
        policy = there.strategy(policy_iteration(there, ties="first").policy)
        known = next((i for i, old in enumerate(seen) if np.array_equal(old, policy)), None)
        if known is not None:
            return sorted(float(valued.moments(p)[0]) for p in seen[known:])
        seen.append(policy)
        played = (1.0 - epsilon) * policy + epsilon * tree.uniform()


def who_gets_it(lab: Lab) -> Found:
    """Policies against Threshold, from the best to what Q-learning comes to."""
    valued = valuer(lab, THRESHOLD)
    proved = "exact"
    rows = [
        ("best policy, the range told apart", f"{valued.best.value:.4f}", proved),
        ("best policy without the range", f"{optimum(lab).value:.4f}", "proved: integer program"),
        *_trainings(lab, valued),
    ]
    for epsilon in (1.0, 0.5, 0.15, 0.05, 0.01):
        found = settled(valued, epsilon)
        brings = f"{found[0]:.4f}" if len(found) == 1 else f"{found[0]:.4f} to {found[-1]:.4f}"
        what = f"Q-learning's own values, exploring {100 * epsilon:g} %"
        rows.append((what, brings, f"exact, {len(found)} policies in turn"))
    says = [
        "Neither answer of section 4.3.2 is right. On the states without the range more can be had "
        "than Q-learning gets, and more games do not bring it nearer.",
        "Those states throw together hands of Threshold that its moves have told apart, so they "
        "are no decision process. Q-learning and its kin value a move by the best value of the "
        "next state, where that other play has mixed in; Monte Carlo control values it by the end "
        "of its own games, and comes close to the best policy on the very same states.",
        "The last rows are without sampling: policies that are best by Q-learning's own values "
        "change those values when they are played, and none of them is near the best.",
    ]
    return Found(("policy against Threshold", "brings", "how"), rows, says)


def _trainings(lab: Lab, valued: Valuer) -> list[tuple[str, str, str]]:
    """Longer trainings, and all learners with their usual rates."""
    long = longer(lab).moments[:, 0]
    told = f"{len(long)} trainings of {times(lab) * TRAINING:,} games"
    rows = [("Q-learning, the base of table 4, longer", spread(long), told)]
    runs = lab.games(quick=2, full=20)
    other = valued.world.agents[THRESHOLD]
    for word in LEARNERS:
        learner = catalogue.learner(other.game, word, states=valued.world.states[RANDOM])
        seed = lab.seed_of(("poker learners", word))
        found = watched(
            lab, valued, learner, runs=runs, seed=seed, games=TRAINING, points=(TRAINING,)
        )
        command = learn_command(learner, other, seed, TRAINING)
        means = found.after(TRAINING).moments[:, 0]
        rows.append((f"{word}, rates by visits", spread(means), f"{runs} x {command}"))
    return rows


def spread(values: Sequence[float] | Floats, digits: int = 4) -> str:
    """'0.1623 (0.1550 to 0.1701)': a mean, and the least and the most."""
    mean, least, most = (f"{f(values):.{digits}f}" for f in (np.mean, np.min, np.max))
    return f"{mean} ({least} to {most})"


def strength(lab: Lab) -> Found:
    """The first training of each row against both opponents, and against the best answer to it."""
    rows = []
    for opponent, laws in LAWS.items():
        for row in laws:
            plays = trained(lab, opponent, row).plays
            brings = [float(valuer(lab, other).moments(plays)[0]) for other in LAWS]
            loses = float(np.mean(losses(lab, plays)))
            told = (*(f"{value:+.4f}" for value in brings), f"{loses:.4f}")
            rows.append((f"{row}, from {opponent.capitalize()}", *told))
    says = [
        "Tokens a game over both seats, by enumeration. In states that its own opponent never lets "
        "it come to, a policy has learnt nothing and plays any move.",
        "Loses: to the best answer to it, its exploitability; the equilibrium loses nothing.",
    ]
    return Found(("learnt", "against Random", "against Threshold", "loses"), rows, says)


QUESTIONS = (
    Beyond("learnt-strength", "How strong is what was learnt?", strength),
    Beyond(
        "reduced",
        "Would more training have closed the gap to policy iteration?",
        who_gets_it,
        cost=40.0,
    ),
)

__all__ = ["QUESTIONS", "longer", "optimum", "settled", "spread", "strength"]
