"""The index of findings: every sentence of result that compares, in our words, and its claims."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from outwit.papers.claim import Claim, Sentence
from outwit.papers.poker import learning

Indexed = tuple[str, str, tuple[str, ...]]

_EXACT: Sequence[Indexed] = (
    (
        "section 2.3",
        "six features hold all that matters",
        ("states.random-sufficient", "states.threshold-sufficient", "states.range-needed"),
    ),
    ("section 2.3", "only ties pay nothing", ("states.zero-is-a-tie",)),
    (
        "section 3.1",
        "there are 1,000 states and 2,230 pairs against Random",
        ("states.random.*",),
    ),
    (
        "section 3.1",
        "there are 2,075 states and 4,500 pairs against Threshold, all of them possible",
        ("states.threshold.*", "states.all-possible"),
    ),
    (
        "section 3.1",
        "the space is larger because Threshold's range can be inferred",
        ("states.range-adds",),
    ),
    (
        "section 3.2",
        "a lower discount is expected to make play more aggressive",
        ("iteration.*-discount-0.99", "iteration.*-discount-0.9", "iteration.*-discount-0.5"),
    ),
    (
        "section 3.3",
        "mostly three rounds of policy iteration are enough, two to four were seen",
        ("iteration.*-three", "iteration.*-rounds"),
    ),
    (
        "section 3.3",
        "lowering the discount a bit changes little, and towards aggression",
        (
            "iteration.*-discount-*-small",
            "iteration.*-discount-0.99",
            "iteration.*-discount-0.9",
        ),
    ),
    (
        "section 3.3",
        "the best policy wins 0.8761 from Random and 0.2251 from Threshold",
        ("text.policy-iteration-against-*",),
    ),
    ("section 3.3", "Random is the worst player", ("policies.random-worst",)),
    (
        "section 3.4.1",
        "most is won by Random's folding",
        ("policies.profit-by-folds", "policies.wins-by-folds"),
    ),
    (
        "section 3.4.1",
        "in the second position raising is always best, and wins half of the games at once",
        ("policies.second-*", "policies.random-two-moves"),
    ),
    (
        "section 3.4.1",
        "betting first wins a third at once; it is best in 215 of 230 states",
        ("policies.opening-third", "policies.openings", "policies.openings-bet"),
    ),
    (
        "section 3.4.1",
        "in the other 15, with very weak hands after the board, checking is",
        ("policies.openings-check*",),
    ),
    (
        "section 3.4.1",
        "only after a raise in round 2 may folding be best, in 75 of 300 states",
        ("policies.last-*", "policies.folds-only-last"),
    ),
    (
        "section 3.4.1",
        "Threshold beats Random, far from the best policy",
        ("text.threshold-*", "policies.threshold-*-random", "policies.threshold-far-from-best"),
    ),
    ("section 3.4", "both policies are the best ones", ("policies.*-optimal",)),
    ("section 3.4.2", "against Threshold play is tighter", ("policies.tighter",)),
    *(
        (
            "section 3.4.2",
            f"example {k}: the move, its reason, the state",
            (f"policies.example-{k}-*",),
        )
        for k in range(1, 5)
    ),
    ("table 2", "the values of the features", ("states.boards", "states.chips")),
    (
        "table 2",
        "the other's chips are -1, 0 or 1 away; seventeen ranges",
        ("states.difference", "states.ranges", "states.no-other-range"),
    ),
    ("table 3", "rows that are not learnt", ("table3.policy-iteration.*", "table3.threshold.*")),
    ("table 4", "the row that is not learnt", ("table4.policy-iteration.*",)),
    (
        "section 5",
        "knowing the opponent, policy iteration quickly solves the problem optimally",
        ("iteration.*-rounds", "policies.*-optimal"),
    ),
)


def index(claims: Sequence[Claim]) -> tuple[Sentence, ...]:
    """The index with its claims by their full ids; `*` stands for any text."""
    ids = [claim.id for claim in claims]
    return tuple(
        Sentence(where, says, tuple(i for name in names for i in _meant(f"poker.{name}", ids)))
        for where, says, names in (*_EXACT, *learning.SENTENCES)
    )


def _meant(pattern: str, ids: Sequence[str]) -> Iterator[str]:
    # A name that fits nothing is kept: the paper refuses a claim that is not there.
    yield from [i for i in ids if fnmatchcase(i, pattern)] or [pattern]


__all__ = ["Indexed", "index"]
