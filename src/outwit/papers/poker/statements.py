"""Claims: the sentences of sections 3.4, 4 and 5 about learning, in our words, and how tested."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from outwit.papers.claim import TEXT, Claim, Measure, Reading
from outwit.papers.poker import findings
from outwit.papers.poker.laws import RANDOM, THRESHOLD
from outwit.papers.printed import Words

MET = Reading(
    "met-states",
    "policies are compared over the states that a game of the learnt policy comes to, each as "
    "often as it does (text: every state counts once)",
)


@dataclass(frozen=True)
class Finding:
    """A sentence of the paper: see `Claim`."""

    id: str
    where: str
    says: str
    tested: str
    measure: Measure
    note: str = ""
    readings: tuple[str, ...] = (TEXT,)
    cost: float = 1.0


ALIKE = (TEXT, MET.name)

FOUND: Sequence[Finding] = (
    # 4.2 and 4.3: how it was done
    Finding(
        "learning.rates-guarantee",
        "section 4.2",
        "The laws of decay of the learning rate guarantee convergence in the limit",
        "every printed law alpha0 t^d has -1 <= d < -1/2: the rates add up to infinity, their "
        "squares do not (Robbins and Monro; Watkins and Dayan); margin of d",
        findings.rates_guarantee,
        "With d = -1/4 and -1/8 the squares add up to infinity too, so the theorem does not apply "
        "to any row. Rates that go to nothing still let the values scatter less and less; but "
        "after 3,000,000 games they are 0.024 and 0.155 of alpha0, far from nothing, and the rows "
        "with d = -1/8 and alpha0 = 1 show it.",
    ),
    Finding(
        "learning.explores-for-ever",
        "section 4.2",
        "The laws of decay of epsilon do their part for convergence",
        "every printed law has -1 <= d < 0: exploration fades, but never ends; margin of d",
        findings.explores_for_ever,
    ),
    Finding(
        "learning.single-changes",
        "section 4.3",
        "Each further set of parameters changes a single one of the base",
        "every row of tables 3 and 4 differs from its q_base in one of four parameters",
        findings.single_changes,
        "Against Random q_slower_alpha changes both decays (epsilon's becomes faster) and "
        "q_slower_decay three parameters; against Threshold q_slower_decay changes two. That "
        "q_slower_alpha is no misprint shows in table 3: its figures come out with both changes, "
        "not with the one of its name (reading one-change).",
    ),
    Finding(
        "learning.states-without-range",
        "section 4.3.2",
        "Against Threshold Q-learning was run on the states that do not tell the range apart",
        "the printed 0.1623 lies below half of the way from the mean of trainings without the "
        "range to that of trainings with it, which is larger",
        findings.states_without_range,
        cost=4.0,
    ),
    # 4.3.1: against Random
    *(
        Finding(
            f"learning.almost-optimal-{row.removeprefix('q_').replace('_', '-')}",
            "section 4.3.1",
            f"With more exploration ({row}) rewards are almost those of policy iteration",
            "mean and deviation over its trainings are within 2 % of the best policy's",
            findings.almost_optimal(row),
        )
        for row in findings.BOLD
    ),
    Finding(
        "learning.exploring-helps",
        "section 4.3.1",
        "A slower decay of exploration improves on the base",
        "the mean of the trainings of q_slower_epsilon is above that of q_base",
        findings.exploring_helps,
    ),
    Finding(
        "learning.bold-best",
        "section 4.3.1",
        "The two rows that explore more are the best of the five",
        "the means of q_slower_epsilon and q_slower_decay are above each of the other three",
        findings.bold_best,
    ),
    Finding(
        "learning.slow-rate-hurts",
        "section 4.3.1",
        "A slower decay of the learning rate alone makes it significantly worse",
        "the mean of q_slower_alpha is more than 0.1 below that of q_base",
        findings.slow_rate_hurts,
        readings=(TEXT, "one-change"),
    ),
    Finding(
        "learning.slow-rate-unsteady",
        "section 4.3.1",
        "High learning rates introduce instability",
        "from training to training, q_slower_alpha is off its mean by more than twice what q_base "
        "is (mean absolute deviations)",
        findings.slow_rate_unsteady,
    ),
    Finding(
        "learning.soon-flat",
        "section 4.3.1, figure 1a",
        "Apart from q_slower_alpha, the linear part of the curve ends before 500,000 games",
        "in each of the other four rows, what 100,000 games add to the mean pay-off in training "
        "is after 500,000 games on average less than a fifth of before",
        findings.soon_flat,
    ),
    Finding(
        "learning.alike-95",
        "section 4.3.1, figure 1c",
        "The superior rows become more than 95 % alike the policy of policy iteration",
        "the mean share of states in which q_slower_epsilon, and q_slower_decay, play a best move "
        "in the end is above 95 %",
        findings.alike_95,
        readings=ALIKE,
    ),
    Finding(
        "learning.alike-90-early",
        "section 4.3.1, figure 1c",
        "90 % are reached in less than 500,000 games",
        "the same share after 500,000 games is above 90 %",
        findings.alike_90_early,
        readings=ALIKE,
    ),
    Finding(
        "learning.alike-tells",
        "section 4.3.1, figure 1c",
        "The superior rows are those that become most alike the best policy",
        "the share of q_slower_epsilon, and of q_slower_decay, is above that of each other row",
        findings.alike_tells,
        readings=ALIKE,
    ),
    Finding(
        "learning.several-best-random",
        "section 4.3.1",
        "Policies may differ because in some states several moves are best (Random)",
        "more than no state has several best moves",
        findings.several_best(RANDOM),
        "Against Random every one of the 1,000 states has a single best move: each difference is "
        "a mistake of the learner.",
    ),
    Finding(
        "learning.several-best-threshold",
        "section 4.3.1",
        "Policies may differ because in some states several moves are best (Threshold)",
        "more than no state has several best moves",
        findings.several_best(THRESHOLD),
    ),
    # 4.3.2: against Threshold
    Finding(
        "learning.below-policy-iteration",
        "section 4.3.2",
        "Against Threshold Q-learning never reaches the rewards of policy iteration",
        "no training of any row brings as much as the best policy",
        findings.below_best,
    ),
    Finding(
        "learning.reduced-optimum",
        "section 4.3.2",
        "Perhaps 0.1623 is already what the best policy on the reduced states brings",
        "the best policy that does not tell the range apart brings at most 0.005 more",
        findings.reduced_is_best,
        "It brings 0.2238 (proved by integer programming), most of the 0.2293 that telling the "
        "range apart allows. Those states are no decision process, and Q-learning's values are "
        "wrong on them: Monte Carlo control gets 0.22 on the same states.",
        cost=2.0,
    ),
    Finding(
        "learning.more-training",
        "section 4.3.2",
        "Or else more training games would come to the optimum",
        "trainings of q_base with 3 (--full: 100) times as many games come more than half of the "
        "way from 0.1623 to the optimum of their states",
        findings.more_training,
        "The gap is not for want of games. On states that hide what Threshold's moves have told, "
        "a policy that is best by Q-learning's own values changes these values when it is played; "
        "the policies it wanders among bring 0.15 to 0.18.",
        cost=20.0,
    ),
    Finding(
        "learning.one-of-both",
        "section 4.3.2",
        "One of these two explains the gap",
        "one of the two claims above holds",
        findings.one_of_both,
        "Neither does: see the question beyond the paper.",
    ),
    Finding(
        "learning.base-best",
        "section 4.3.2",
        "Against Threshold the base is the best of the five rows",
        "the mean of its trainings is above that of each other row",
        findings.base_best,
    ),
    Finding(
        "learning.exploring-hurts",
        "section 4.3.2",
        "Against Threshold longer exploration makes it worse",
        "the mean of q_slower_epsilon is below that of q_base",
        findings.exploring_hurts,
    ),
    *(
        Finding(
            f"learning.large-rate-hurts-{row.removeprefix('q_').replace('_', '-')}",
            "section 4.3.2",
            f"Against Threshold larger learning rates ({row}) make it worse",
            f"the mean of {row} is below that of q_base",
            findings.large_rate_hurts(row),
        )
        for row in findings.FAST
    ),
    Finding(
        "learning.large-rates-faster",
        "section 4.3.2, figure 1b",
        "The three rows with larger learning rates converge faster than the other two",
        "after 500,000 games each of the three has made a larger part of the rise of its training "
        "curve, from the first 100,000 games to the last, than each of the two",
        findings.large_rates_faster,
    ),
    Finding(
        "learning.large-rates-done",
        "section 4.3.2, figure 1b",
        "They have converged before 500,000 games",
        "each of the three has made more than 90 % of that rise",
        findings.large_rates_done,
        "What is left of the rise is more than a tenth. A training curve keeps rising because "
        "exploration goes on fading: it shows epsilon's law more than what has been learnt.",
    ),
    # 3.4 and 5
    Finding(
        "conclusion.policy-iteration-best",
        "section 3.4",
        "Policy iteration gives the best policy of all that are shown",
        "no training of any row, against either opponent, brings as much as the best policy",
        findings.policy_iteration_best,
    ),
    Finding(
        "conclusion.soon-good",
        "section 5",
        "After relatively few games Q-learning is nearly as good as policy iteration (Random)",
        "after 500,000 games the policies of q_slower_decay bring on average more than 95 % of "
        "what the best policy brings",
        findings.soon_good,
    ),
    Finding(
        "conclusion.gap-remains",
        "section 5",
        "Where the states differ, Q-learning does not come to the level of policy iteration",
        "no training of any row against Threshold brings as much as the best policy",
        findings.below_best,
    ),
    Finding(
        "conclusion.modelling-helps",
        "section 5",
        "Some modelling of the opponent may pay",
        "trainings of q_base bring more against Threshold when the states tell the range apart",
        findings.range_helps,
        cost=4.0,
    ),
)


def sentences() -> Iterator[Claim]:
    for found in FOUND:
        yield Claim(
            id=f"poker.{found.id}",
            where=found.where,
            printed=Words(),
            says=found.says,
            tested=found.tested,
            measure=found.measure,
            readings=found.readings,
            shares=found.id if found.cost > 1.0 else "learning",
            cost=found.cost,
            note=found.note,
        )


__all__ = ["MET", "sentences"]
