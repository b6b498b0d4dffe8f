"""Claims about the state spaces: sections 2.3 and 3.1, table 2."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from outwit.games.holdem import NO_CARD
from outwit.papers.claim import Claim
from outwit.papers.lab import Lab
from outwit.papers.measured import Exact, Measured, above, fact
from outwit.papers.poker.claims import RULES_ALL, RULES_RANDOM, count, words
from outwit.papers.poker.construction import Construction
from outwit.papers.poker.readings import RULES
from outwit.papers.poker.spots import BOARDS, letters
from outwit.papers.poker.world import RANDOM, THRESHOLD, process, world

ONCE = 1e-9
"""Probabilities of two sets of one state differ by less: what is left is rounding."""


def construction(lab: Lab, reading: str) -> Construction:
    """The paper's construction against Threshold."""
    rules = RULES.get(reading, RULES["text"])
    return lab.once(("poker construction", rules), lambda: Construction(world(lab, rules)))


def sizes(lab: Lab, opponent: str, reading: str) -> tuple[int, int]:
    """States and pairs: as constructed, or under `reachable` those that play can come to."""
    if opponent == RANDOM:
        plain = process(lab, RANDOM, rules=RULES[reading])
        return plain.size, plain.pairs
    built = construction(lab, reading)
    spots = built.reached if reading == "reachable" else set(built.listed)
    return len(spots), sum(len(built.legal(spot)) for spot in spots)


def claims() -> Iterator[Claim]:
    yield from counts()
    yield from enough()
    yield from table_2()


def counts() -> Iterator[Claim]:
    for opponent, printed in ((RANDOM, (1000, 2230)), (THRESHOLD, (2075, 4500))):
        readings = RULES_RANDOM[:1] if opponent == RANDOM else ("text", "reachable", "board-pairs")
        for k, (what, value) in enumerate(zip(("states", "pairs"), printed, strict=True)):
            yield count(
                f"states.{opponent}.{what}",
                f"section 3.1, {what} against {opponent.capitalize()}",
                value,
                lambda lab, r, k=k, o=opponent: Exact(sizes(lab, o, r)[k]),  # type: ignore[misc]
                readings=readings,
            )
    yield words(
        "states.all-possible",
        "section 3.1",
        "All the states against Threshold are possible ones",
        "each listed state is reached from a deal with positive probability",
        lambda lab, r: fact(set(construction(lab, r).listed) == construction(lab, r).reached),
        readings=("text",),
        note="960 of the 2,075 cannot come about: after round 1 every range stands with every "
        "number of chips, though the chips mostly tell which range it is.",
    )
    yield words(
        "states.range-adds",
        "section 3.1",
        "The space is larger against Threshold because its range can be inferred",
        "more states can be reached with the range than without",
        lambda lab, r: Exact(
            len(construction(lab, r).reached) - process(lab, THRESHOLD, RANDOM, RULES[r]).size
        ),
    )


def enough() -> Iterator[Claim]:
    """Whether the features hold all that matters (section 2.3)."""
    for name, opponent, states, says in (
        ("random", RANDOM, RANDOM, "Against Random five features hold all that matters"),
        ("threshold", THRESHOLD, THRESHOLD, "Against Threshold six features hold all that matters"),
    ):
        yield words(
            f"states.{name}-sufficient",
            "section 2.3",
            says,
            "information sets of one state go on alike: no two differ by more than rounding",
            lambda lab, r, o=opponent, s=states: above(  # type: ignore[misc]
                Exact(-process(lab, o, s, RULES[r]).spread), -ONCE
            ),
            readings=RULES_RANDOM if opponent == RANDOM else RULES_ALL,
        )
    yield words(
        "states.range-needed",
        "table 2",
        "The range is needed against Threshold",
        "without it two information sets of one state differ by more than 0.01 in how probably "
        "they go on somewhere, or in what they pay",
        lambda lab, r: above(Exact(process(lab, THRESHOLD, RANDOM, RULES[r]).spread), 0.01),
    )
    yield words(
        "states.zero-is-a-tie",
        "section 2.3",
        "A game pays nothing only if it ends in a tie",
        "every leaf that pays nothing is shown down between equal hands, and no other leaf is",
        ties_pay_nothing,
        readings=RULES_RANDOM,
    )


def ties_pay_nothing(lab: Lab, reading: str) -> Measured:
    here = world(lab, RULES[reading])
    tree, game = here.tree, here.game
    right = True
    for leaf in range(tree.leaves):
        node = int(tree.leaf_node[leaf])
        path = [node]
        while tree.parent[path[-1]] >= 0:
            path.append(int(tree.parent[path[-1]]))
        cards = [int(tree.move[n]) for n in path[-2:-4:-1]]
        up = int(tree.parent[node])
        shown = bool(tree.move[node] != 0)
        board = tree.table(int(tree.set_of[up]))
        even = shown and game.strength(board, cards[0]) == game.strength(board, cards[1])
        right &= even == bool(tree.payoff[leaf, 0] == 0)
    return fact(right)


def table_2() -> Iterator[Claim]:
    yield count(
        "states.boards",
        "table 2, public cards",
        10,
        lambda lab, r: Exact(boards(lab)),
        says="Combinations of public cards",
        readings=("text",),
        note="Ten boards have two ranks; five more are pairs, and the printed counts of states "
        "have them.",
    )
    yield words(
        "states.chips",
        "table 2, own chips",
        "Whoever is to act has placed 0.5, 1.5, 2.5 or 3.5 tokens, never 4.5",
        "these values, and no others, occur at decisions",
        lambda lab, r: fact(own_chips(lab) == {1, 3, 5, 7}),
        readings=("text",),
    )
    yield words(
        "states.difference",
        "table 2, chip difference",
        "The other seat has placed one token less, as many, or one more",
        "-1, 0 and 1 all occur at decisions",
        lambda lab, r: fact(differences(lab) == {-1, 0, 1}),
        readings=("text",),
        note="Whoever is to act is never ahead: only 0 and 1 occur.",
    )
    yield words(
        "states.ranges",
        "table 2, range",
        "The range is AJKQT, JQT, one of all ten pairs of ranks, or a single rank",
        "each of these seventeen is met in play",
        lambda lab, r: above(Exact(len(met_ranges(lab, r) & RANGES_PRINTED)), 16.5),
        note="Of the ten pairs only four are met: AK, JQ, JT and QT.",
    )
    yield words(
        "states.no-other-range",
        "table 2, range",
        "There are no other ranges",
        "no range is met that is not among the seventeen",
        lambda lab, r: fact(met_ranges(lab, r) <= RANGES_PRINTED),
    )


def boards(lab: Lab) -> int:
    """How many combinations of public cards the whole tree has."""
    here = world(lab)
    views = here.tree.views["table"]["public"]
    turned = views[views[:, 0] != NO_CARD]
    return len(np.unique(turned, axis=0))


def own_chips(lab: Lab) -> set[int]:
    """What whoever is to act has placed, in halves of a token."""
    tree = world(lab).tree
    paid = tree.views["table"]["paid"]
    return set(paid[np.arange(tree.sets), tree.set_seat].tolist())


def differences(lab: Lab) -> set[int]:
    """What the other seat has placed more, in tokens."""
    tree = world(lab).tree
    paid = tree.views["table"]["paid"].astype(int)
    seats = np.arange(tree.sets)
    return set(((paid[seats, 1 - tree.set_seat] - paid[seats, tree.set_seat]) // 2).tolist())


RANGES_PRINTED = {
    "AJKQT",
    "JQT",
    *(letters(pair) for pair in BOARDS if pair[0] != pair[1]),
    *"TJQKA",
}


def met_ranges(lab: Lab, reading: str) -> set[str]:
    return {letters(spot.held) for spot in construction(lab, reading).reached}


__all__ = ["claims", "construction", "sizes"]
