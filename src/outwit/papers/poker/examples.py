"""Claims about the four states that section 3.4.2 takes as examples."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from outwit.games.holdem import CALL, CARD_NAMES, FOLD, RAISE
from outwit.papers.claim import Claim
from outwit.papers.lab import Lab
from outwit.papers.measured import AllOf, Exact, Measured, fact
from outwit.papers.poker.claims import words
from outwit.papers.poker.construction import Construction
from outwit.papers.poker.readings import RULES
from outwit.papers.poker.spaces import construction
from outwit.papers.poker.spots import Spot
from outwit.solve.iteration import Plan, best_pairs, policy_iteration, worth

SAME = 1e-12


@dataclass(frozen=True)
class Example:
    """A state of the text, its best move there, and the reason given for it."""

    state: str
    move: int
    reason: str
    tested: str
    holds: Callable[[Construction, Spot], Measured]
    unmet: str = ""


def answer_odds(built: Construction, spot: Spot, move: int) -> dict[int, float]:
    """How probably Threshold folds, calls or raises after a move."""
    asked = {"may_raise": spot.seat == 0, "may_fold": move == RAISE}
    odds = built.odds(spot.card, spot.board, spot.held)
    return {
        answer: sum(odds.get(rank, 0.0) for rank in ranks)
        for answer, ranks in built.split(spot.board, spot.held, **asked).items()
    }


def shown(built: Construction, spot: Spot, ranks: str) -> set[int]:
    """What a showdown brings against each of these ranks: 1 won, 0 even, -1 lost."""
    held = [CARD_NAMES.index(rank) for rank in ranks]
    return {round(built.shown(spot.card, spot.board, (rank,))) for rank in held}


def folds_more(built: Construction, spot: Spot) -> Measured:
    odds = answer_odds(built, spot, RAISE)
    callers = built.split(spot.board, spot.held, may_raise=False, may_fold=True)[CALL]
    only_queen = fact(callers == (CARD_NAMES.index("Q"),))
    return AllOf((Exact(odds[FOLD] - odds.get(CALL, 0.0)), only_queen))


def loses_for_sure(built: Construction, spot: Spot) -> Measured:
    never = FOLD not in answer_odds(built, spot, RAISE)
    return fact(never and shown(built, spot, "Q") == {-1})


def no_fold_and_a_tie(built: Construction, spot: Spot) -> Measured:
    never = FOLD not in answer_odds(built, spot, RAISE)
    return fact(never and shown(built, spot, "A") == {0} and shown(built, spot, "K") == {-1})


def surely_won(built: Construction, spot: Spot) -> Measured:
    wins = shown(built, spot, "JQT") == {1}
    callers = built.split(spot.board, spot.held, may_raise=True, may_fold=True).get(CALL, ())
    return fact(wins and callers == (CARD_NAMES.index("Q"),))


EXAMPLES = (
    Example(
        "second_0.5_0_T_AK_JQT",
        RAISE,
        "There Threshold folds more often than it calls, and calls with a queen only",
        "raised, it folds with a higher probability than it calls; of its range the queen calls",
        folds_more,
    ),
    Example(
        "second_0.5_0_T_AJ_Q",
        CALL,
        "There a loss is certain: Threshold never folds a queen, and a ten loses to it",
        "raised, it folds with probability 0, and a showdown against a queen is lost",
        loses_for_sure,
        "With 0.5 tokens placed Threshold has checked once, so on this board it holds a queen or "
        "a ten. A queen alone is left only after a raise was called, with 1.5 tokens placed.",
    ),
    Example(
        "first_0.5_0_A_KQ_AK",
        CALL,
        "There Threshold never folds, and a tie (against an ace) is the best that can come",
        "to a bet it folds with probability 0; a showdown is even with an ace, lost with a king",
        no_fold_and_a_tie,
        "A second seat with an ace or a king raises a check, so with 0.5 tokens placed after "
        "round 1 it has neither.",
    ),
    Example(
        "first_0.5_0_A_KK_JQT",
        RAISE,
        "There one wins for sure, and a bet is called by a queen",
        "a showdown is won against each rank of its range, and of these the queen calls",
        surely_won,
    ),
)


def plan(lab: Lab, reading: str) -> Plan:
    """The best policy on all listed states."""
    rules = RULES[reading]

    def make() -> Plan:
        return policy_iteration(construction(lab, reading).process(), ties="first")

    return lab.once(("poker listed plan", rules), make)


def spot_of(built: Construction, text: str) -> Spot | None:
    return next((spot for spot in built.listed if spot.text == text), None)


def claims() -> Iterator[Claim]:
    for k, example in enumerate(EXAMPLES, 1):
        where = f"section 3.4.2, example {k}"
        says = "The best move in {} is to {}"
        move = {RAISE: "bet" if example.state.startswith("first") else "raise", CALL: "check"}
        yield words(
            f"policies.example-{k}-move",
            where,
            says.format(example.state, move[example.move]),
            "among the listed states, reached or not, no other move is worth more, with the "
            "probabilities of the cards that are left",
            lambda lab, r, e=example: margin(lab, r, e),  # type: ignore[misc]
        )
        yield words(
            f"policies.example-{k}-reason",
            where,
            example.reason,
            example.tested,
            lambda lab, r, e=example: because(lab, r, e),  # type: ignore[misc]
        )
        yield words(
            f"policies.example-{k}-met",
            where,
            f"The state {example.state} is met in play",
            "some deal and some moves of one's own lead there with positive probability",
            lambda lab, r, e=example: met(lab, r, e),  # type: ignore[misc]
            note=example.unmet,
        )


def margin(lab: Lab, reading: str, example: Example) -> Measured:
    """How much more the move is worth than the next best one; ties count as best."""
    found = plan(lab, reading)
    built = construction(lab, reading)
    spot = spot_of(built, example.state)
    if spot is None:
        return fact(False)
    i = list(built.listed).index(spot)
    pairs = range(int(found.process.pair_first[i]), int(found.process.pair_first[i + 1]))
    q = worth(found.process, found.values)
    good = best_pairs(found.process, found.values)
    move = found.process.pair_move
    mine = next(p for p in pairs if move[p] == example.move)
    rest = max(float(q[p]) for p in pairs if p != mine)
    gap = float(q[mine]) - rest
    return Exact(max(gap, SAME) if good[mine] else gap)


def because(lab: Lab, reading: str, example: Example) -> Measured:
    built = construction(lab, reading)
    spot = spot_of(built, example.state)
    return fact(False) if spot is None else example.holds(built, spot)


def met(lab: Lab, reading: str, example: Example) -> Measured:
    return fact(
        spot_of(construction(lab, reading), example.state) in construction(lab, reading).reached
    )


__all__ = ["EXAMPLES", "claims", "plan"]
