"""Claims: the sentences of sections 4.2 to 4.3.1 about learning, and how they are tested."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from outwit.papers.claim import TEXT, Claim, Measure, Reading
from outwit.papers.poker import findings
from outwit.papers.poker.laws import RANDOM, THRESHOLD
from outwit.papers.printed import POINTS, Words

MET = Reading(
    "met-states",
    "policies are compared over the states that a game of the learnt policy comes to, each as "
    "often as it does (text: every state counts once)",
)


TOKENS = "tokens a game"


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
    unit: str = ""


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
        "With d = -1/4 and -1/8 the squares add up to infinity too, so the theorem applies to no "
        "row. A rate of n^-0.7 at the n-th visit of a move meets it, and with as many games is "
        "mostly at the best policy's 0.87532 against Random (see beyond the paper).",
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
        unit=TOKENS,
        cost=4.0,
    ),
    # 4.3.1: against Random
    *(
        Finding(
            f"learning.almost-optimal-{row.removeprefix('q_').replace('_', '-')}",
            "section 4.3.1",
            f"With more exploration ({row}) rewards are almost those of policy iteration",
            "the mean of its trainings is within 1 % of the best policy's",
            findings.almost_optimal(row),
            unit=TOKENS,
        )
        for row in findings.BOLD
    ),
    Finding(
        "learning.exploring-helps",
        "section 4.3.1",
        "A slower decay of exploration improves on the base",
        "the mean of the trainings of q_slower_epsilon is above that of q_base",
        findings.exploring_helps,
        unit=TOKENS,
    ),
    Finding(
        "learning.bold-best",
        "section 4.3.1",
        "The two rows that explore more are the best of the five",
        "the means of q_slower_epsilon and q_slower_decay are above each of the other three",
        findings.bold_best,
        unit=TOKENS,
    ),
    Finding(
        "learning.slow-rate-hurts",
        "section 4.3.1",
        "A slower decay of the learning rate alone makes it significantly worse",
        "the mean of q_slower_alpha is more than 0.1 below that of q_base",
        findings.slow_rate_hurts,
        unit=TOKENS,
        readings=(TEXT, "one-change"),
    ),
    Finding(
        "learning.slow-rate-unsteady",
        "section 4.3.1",
        "High learning rates introduce instability",
        "from training to training, q_slower_alpha is off its mean by more than twice what q_base "
        "is (mean absolute deviations)",
        findings.slow_rate_unsteady,
        unit=TOKENS,
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
        unit=POINTS,
        readings=ALIKE,
    ),
    Finding(
        "learning.alike-90-early",
        "section 4.3.1, figure 1c",
        "90 % are reached in less than 500,000 games",
        "the same share after 500,000 games is above 90 %",
        findings.alike_90_early,
        unit=POINTS,
        readings=ALIKE,
    ),
    Finding(
        "learning.alike-tells",
        "section 4.3.1, figure 1c",
        "The superior rows are those that become most alike the best policy",
        "the share of q_slower_epsilon, and of q_slower_decay, is above that of each other row",
        findings.alike_tells,
        unit=POINTS,
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
)


def claims(findings: Sequence[Finding]) -> Iterator[Claim]:
    for found in findings:
        yield Claim(
            id=f"poker.{found.id}",
            where=found.where,
            printed=Words(found.unit),
            says=found.says,
            tested=found.tested,
            measure=found.measure,
            readings=found.readings,
            shares=found.id if found.cost > 1.0 else "learning",
            cost=found.cost,
            note=found.note,
        )


__all__ = ["FOUND", "MET", "TOKENS", "Finding", "claims"]
