"""Claims about the best policies: section 3.4, and what is optimal about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from outwit.games.holdem import CALL, FOLD, RAISE
from outwit.papers.claim import Claim, Measure
from outwit.papers.lab import Lab
from outwit.papers.measured import AllOf, Exact, Measured, above, fact
from outwit.papers.poker.best import (
    FIRST,
    SECOND,
    Decision,
    always_raises,
    best_against,
    ends,
    share_of,
)
from outwit.papers.poker.claims import RULES_RANDOM, count, words
from outwit.papers.poker.readings import RULES
from outwit.papers.poker.world import RANDOM, THRESHOLD, World, optimum_plays, world

SAME = 1e-12
"""Shares that differ by less are the same."""


def claims() -> Iterator[Claim]:
    yield from against_random()
    yield from openings()
    yield from folding()
    yield from ways_to_win()
    yield from playstyle()


def of_states(test: Callable[[Sequence[Decision]], bool | int]) -> Measure:
    """Something about the states against Random."""

    def measure(lab: Lab, reading: str) -> Measured:
        found = test(best_against(lab, RANDOM, reading))
        return fact(found) if isinstance(found, bool) else Exact(found)

    return measure


def against_random() -> Iterator[Claim]:
    """The second position."""
    where = "section 3.4.1"
    yield words(
        "policies.second-raises",
        where,
        "In the second position raising is always the best move against Random",
        "in each state of the second position the only best move is to bet or raise",
        of_states(lambda found: all(d.best == (RAISE,) for d in found if d.seat == SECOND)),
        readings=RULES_RANDOM,
    )
    yield words(
        "policies.second-half",
        where,
        "Always raising in the second position wins at least half of the games by a fold of Random",
        "the probability that Random folds to one who always raises is at least 1/2",
        lambda lab, r: above(Exact(_folds_to_raises(world(lab, RULES[r]), (SECOND,))), 0.5 - SAME),
        readings=RULES_RANDOM,
    )
    yield words(
        "policies.random-two-moves",
        where,
        "Raised, Random can only fold or call",
        "at every information set of the first seat that faces a bet there are these two moves",
        lambda lab, r: fact(_answers(world(lab)) == {(FOLD, CALL)}),
        readings=("text",),
    )


def _folds_to_raises(here: World, seats: tuple[int, ...]) -> float:
    return ends(here, always_raises(here), here.plays[RANDOM], seats).folded


def _answers(here: World) -> set[tuple[int, ...]]:
    """The moves of the first seat where it faces a bet."""
    tree = here.tree
    paid = tree.views["table"]["paid"]
    asked = np.flatnonzero((tree.set_seat == FIRST) & (paid[:, FIRST] < paid[:, SECOND]))
    return {
        tuple(tree.action_move[tree.set_first[s] : tree.set_first[s] + tree.set_width[s]].tolist())
        for s in asked.tolist()
    }


def openings() -> Iterator[Claim]:
    """The first position, at the beginning of a round."""
    where = "section 3.4.1"
    yield words(
        "policies.opening-third",
        where,
        "Betting first at the beginning of a round wins with at least 1/3 at once",
        "Random in the second seat folds to a bet with probability 1/3 wherever it faces one",
        lambda lab, r: above(Exact(_least_fold(world(lab))), 1 / 3 - SAME),
        readings=("text",),
    )
    yield count(
        "policies.openings",
        f"{where}, states that open a round",
        230,
        of_states(lambda found: sum(d.opens for d in found)),
        readings=RULES_RANDOM,
    )
    yield count(
        "policies.openings-bet",
        f"{where}, openings where to bet is best",
        215,
        of_states(lambda found: sum(d.opens and d.best == (RAISE,) for d in found)),
        readings=RULES_RANDOM,
    )
    yield count(
        "policies.openings-check",
        f"{where}, openings where to check is best",
        15,
        of_states(lambda found: sum(d.opens and d.best == (CALL,) for d in found)),
        readings=RULES_RANDOM,
    )
    yield words(
        "policies.openings-check-weak",
        where,
        "These openings come after the board and with very weak hands",
        "all are in round 2, before any token is bet, with a ten, jack or queen without a pair",
        of_states(lambda found: all(_weak(d) for d in found if d.opens and CALL in d.best)),
        readings=RULES_RANDOM,
    )


def _least_fold(here: World) -> float:
    tree, paid = here.tree, here.tree.views["table"]["paid"]
    asked = (tree.set_seat == SECOND) & (paid[:, SECOND] < paid[:, FIRST])
    return float(here.plays[RANDOM][tree.set_first[asked]].min())


def _weak(decision: Decision) -> bool:
    """In round 2, with a ten, jack or queen that the board does not pair."""
    _, chips, _, card, board, _ = decision.text.split("_")
    return decision.turned and chips == "0.5" and card in "TJQ" and card not in board


def folding() -> Iterator[Claim]:
    """The last move of a game."""
    where = "section 3.4.1"
    yield count(
        "policies.last-states",
        f"{where}, last moves after a raise in round 2",
        300,
        of_states(lambda found: sum(d.last for d in found)),
        readings=RULES_RANDOM,
    )
    yield count(
        "policies.last-folds",
        f"{where}, of them where to fold is best",
        75,
        of_states(lambda found: sum(d.last and d.best == (FOLD,) for d in found)),
        readings=RULES_RANDOM,
    )
    yield words(
        "policies.folds-only-last",
        where,
        "These are the only states where folding may be best",
        "folding is among the best moves in no other state",
        of_states(lambda found: not any(FOLD in d.best for d in found if not d.last)),
        readings=RULES_RANDOM,
    )
    yield words(
        "policies.last-by-strength",
        where,
        "After that raise the chances depend on hand strength alone",
        "with one own card and board to fold is best with few chips placed whenever it is with "
        "many, and never with a pair or better",
        of_states(_by_strength),
        readings=RULES_RANDOM,
    )


def _by_strength(found: Sequence[Decision]) -> bool:
    """More chips in the pot never make folding better, and no pair is folded."""
    folded: dict[tuple[str, str], set[str]] = {}
    for decision in found:
        if decision.last and decision.best == (FOLD,):
            _, chips, _, card, board, _ = decision.text.split("_")
            folded.setdefault((card, board), set()).add(chips)
    order = ("0.5", "1.5", "2.5", "3.5")
    least_first = all(chips == set(order[: len(chips)]) for chips in folded.values())
    return least_first and not any(card in board for card, board in folded)


def ways_to_win() -> Iterator[Claim]:
    where = "section 3.4.1"
    yield words(
        "policies.profit-by-folds",
        where,
        "Against Random most profit comes from its folding",
        "of all tokens that the best policy wins, more than half are won by folds of Random",
        profit_by_folds,
        readings=RULES_RANDOM,
    )
    yield words(
        "policies.wins-by-folds",
        where,
        "Against Random most games are won by its folding",
        "of the games that the best policy wins, more than half end with a fold of Random",
        wins_by_folds,
        readings=RULES_RANDOM,
    )
    yield words(
        "policies.threshold-beats-random",
        where,
        "Threshold beats Random",
        "its mean pay-off is above zero",
        lambda lab, r: Exact(_mean(lab, r, THRESHOLD, RANDOM)),
    )
    yield words(
        "policies.threshold-far-from-best",
        where,
        "Threshold is far from the best policy against Random",
        "it wins less than half of what the best policy wins",
        lambda lab, r: Exact(_mean(lab, r, "best", RANDOM) / 2 - _mean(lab, r, THRESHOLD, RANDOM)),
    )
    yield words(
        "policies.random-worst",
        "section 3.3",
        "More can be won from Random than from Threshold",
        "the best policy against Random wins more than the best one against Threshold",
        lambda lab, r: Exact(_mean(lab, r, "best", RANDOM) - _mean(lab, r, "best", THRESHOLD)),
    )


def _mean(lab: Lab, reading: str, who: str, opponent: str) -> float:
    rules = RULES[reading]
    here = world(lab, rules)
    mine = optimum_plays(lab, opponent, rules) if who == "best" else here.plays[who]
    return here.mean(mine, here.plays[opponent])


def profit_by_folds(lab: Lab, reading: str) -> Measured:
    here = world(lab, RULES[reading])
    found = ends(here, optimum_plays(lab, RANDOM, RULES[reading]), here.plays[RANDOM])
    return above(Exact(found.won_by_folds / found.won), 0.5)


def wins_by_folds(lab: Lab, reading: str) -> Measured:
    rules = RULES[reading]
    here = world(lab, rules)
    mine = optimum_plays(lab, RANDOM, rules)
    brings = here.brings(mine, here.plays[RANDOM])
    won = sum(c for a, c in zip(brings.amounts, brings.chances, strict=True) if a > 0)
    return above(Exact(ends(here, mine, here.plays[RANDOM]).folded / won), 0.5)


def playstyle() -> Iterator[Claim]:
    """The two policies side by side (section 3.4.2)."""
    yield words(
        "policies.tighter",
        "section 3.4.2",
        "The best policy against Threshold plays tighter than that against Random",
        "over the decisions it comes to it bets or raises less often, and folds more often",
        lambda lab, r: AllOf(
            (
                Exact(_share(lab, r, RANDOM, RAISE) - _share(lab, r, THRESHOLD, RAISE)),
                Exact(_share(lab, r, THRESHOLD, FOLD) - _share(lab, r, RANDOM, FOLD)),
            )
        ),
    )


def _share(lab: Lab, reading: str, opponent: str, move: int) -> float:
    rules = RULES[reading]
    here = world(lab, rules)
    return share_of(here, optimum_plays(lab, opponent, rules), here.plays[opponent], move)


__all__ = ["claims"]
