"""Claims: the sentences of sections 3.4, 4.3.2 and 5 about learning, and how they are tested."""

from __future__ import annotations

from collections.abc import Sequence

from outwit.papers.poker import findings
from outwit.papers.poker.statements import TOKENS, Finding
from outwit.papers.printed import POINTS

FOUND: Sequence[Finding] = (
    # 4.3.2: against Threshold
    Finding(
        "learning.below-policy-iteration",
        "section 4.3.2",
        "Against Threshold Q-learning never reaches the rewards of policy iteration",
        "no training of any row brings as much as the best policy",
        findings.below_best,
        unit=TOKENS,
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
        "of 4 trainings of q_base with 3 times as many games (--full: 20 with 100 times) at least "
        "one comes more than half of the way from 0.1623 to the optimum of its states",
        findings.more_training,
        unit=TOKENS,
        note="The gap is not for want of games. On states that hide what Threshold's moves tell, a "
        "policy that is best by Q-learning's own values changes these values when it is played; "
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
        unit=TOKENS,
    ),
    Finding(
        "learning.exploring-hurts",
        "section 4.3.2",
        "Against Threshold longer exploration makes it worse",
        "the mean of q_slower_epsilon is below that of q_base",
        findings.exploring_hurts,
        unit=TOKENS,
    ),
    *(
        Finding(
            f"learning.large-rate-hurts-{row.removeprefix('q_').replace('_', '-')}",
            "section 4.3.2",
            f"Against Threshold larger learning rates ({row}) make it worse",
            f"the mean of {row} is below that of q_base",
            findings.large_rate_hurts(row),
            unit=TOKENS,
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
        unit=POINTS,
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
        unit=TOKENS,
    ),
    Finding(
        "conclusion.soon-good",
        "section 5",
        "After relatively few games Q-learning is nearly as good as policy iteration (Random)",
        "after 500,000 games the policies of q_slower_decay bring on average more than 95 % of "
        "what the best policy brings",
        findings.soon_good,
        unit=TOKENS,
    ),
    Finding(
        "conclusion.gap-remains",
        "section 5",
        "Where the states differ, Q-learning does not come to the level of policy iteration",
        "no training of any row against Threshold brings as much as the best policy",
        findings.below_best,
        unit=TOKENS,
    ),
    Finding(
        "conclusion.modelling-helps",
        "section 5",
        "Some modelling of the opponent may pay",
        "trainings of q_base bring more against Threshold when the states tell the range apart",
        findings.range_helps,
        unit=TOKENS,
        cost=4.0,
    ),
)

__all__ = ["FOUND"]
