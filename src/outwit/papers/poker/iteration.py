"""Claims about policy iteration itself: rounds, discounts, what is optimal; sections 3.2 to 3.4."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from outwit.papers.claim import Claim
from outwit.papers.lab import Lab
from outwit.papers.measured import Exact, Frequency, Measured, above
from outwit.papers.poker.best import decisions, putting_in
from outwit.papers.poker.claims import words
from outwit.papers.poker.readings import LISTED_TWICE, RULES
from outwit.papers.poker.spaces import construction
from outwit.papers.poker.world import OPPONENTS, RANDOM, optimum, process
from outwit.solve.iteration import Plan, policy_iteration

QUICK, FULL = 100, 2_000
"""Random first policies."""
FEWEST, MOST, USUAL = 2, 4, 3
DISCOUNTS = (0.99, 0.9, 0.5)
SMALL = 0.05
"""'A small effect' is taken for: the best move changes in at most this part of the states."""


def claims() -> Iterator[Claim]:
    yield from rounds_needed()
    yield from discounts()


# Rounds ------------------------------------------------------------------------------------------


def rounds(lab: Lab, opponent: str, reading: str) -> Counter[int]:
    """How many rounds of evaluation and improvement from random policies, how often.

    The last round, which changes nothing, is counted; under `changes-only` it is not.
    """

    def make() -> Counter[int]:
        at = process(lab, opponent)
        tries = lab.games(quick=QUICK, full=FULL)
        seed = lab.seed_of(("poker rounds", opponent))
        found: Counter[int] = Counter()
        for k in range(tries):
            lab.progress(k, tries, "rounds of policy iteration")
            found[policy_iteration(at, initial="random", ties="first", seed=seed + k).rounds] += 1
        return found

    counted = lab.once(("poker rounds", opponent), make)
    less = 1 if reading == "changes-only" else 0
    return Counter({n - less: times for n, times in counted.items()})


def share_within(lab: Lab, opponent: str, reading: str, low: int, high: int) -> Frequency:
    found = rounds(lab, opponent, reading)
    inside = sum(times for n, times in found.items() if low <= n <= high)
    return Frequency(inside, found.total())


def rounds_needed() -> Iterator[Claim]:
    for opponent in OPPONENTS:
        name = opponent.capitalize()
        yield words(
            f"iteration.{opponent}-three",
            "section 3.3",
            f"Three rounds are enough most times against {name}",
            "from random first policies, more than half of the runs take three rounds or fewer",
            lambda lab, r, o=opponent: above(share_within(lab, o, r, 0, USUAL), 0.5),  # type: ignore[misc]
            readings=("text", "changes-only"),
            shares=f"rounds {opponent}",
        )
        yield words(
            f"iteration.{opponent}-rounds",
            "section 3.3",
            f"Two to four rounds are taken against {name}",
            "from random first policies, at least nine of ten runs take two, three or four rounds",
            lambda lab, r, o=opponent: above(share_within(lab, o, r, FEWEST, MOST), 0.9),  # type: ignore[misc]
            readings=("text", "changes-only"),
            shares=f"rounds {opponent}",
        )


# Discounts ---------------------------------------------------------------------------------------


def discounted(lab: Lab, opponent: str, discount: float, reading: str) -> Plan:
    """The best policy under a discount; with the fault, on all that the paper lists."""
    if reading != LISTED_TWICE:
        rules = RULES.get(reading, RULES["text"])
        return optimum(lab, opponent, discount=discount, rules=rules)

    def make() -> Plan:
        at = construction(lab, "text").process(repeated=True)
        return policy_iteration(at, discount=discount, ties="first")

    return lab.once(("poker discounted", discount, reading), make)


def bolder(lab: Lab, opponent: str, discount: float, reading: str) -> Measured:
    """In how many more states the best moves put tokens in than without a discount."""
    counts = [
        putting_in(
            decisions(discounted(lab, opponent, g, reading)), calls=reading != "without-calls"
        )
        for g in (discount, 1.0)
    ]
    return Exact(counts[0] - counts[1])


def changed(lab: Lab, opponent: str, discount: float, reading: str) -> float:
    """The part of the states whose set of best moves changes."""
    pairs = zip(
        decisions(discounted(lab, opponent, discount, reading)),
        decisions(discounted(lab, opponent, 1.0, reading)),
        strict=True,
    )
    differs = [one.best != other.best for one, other in pairs]
    return sum(differs) / len(differs)


UNMOVED = "No best move changes in any of the 1,000 states, with a discount of 0.5 neither."


def note_on(opponent: str, discount: float) -> str:
    if opponent == RANDOM:
        return UNMOVED
    if discount == DISCOUNTS[1]:
        return "Three folds become calls; no check becomes a bet."
    if discount == DISCOUNTS[0]:
        return "No best move changes in any state that can be met."
    return ""


def discounts() -> Iterator[Claim]:
    for opponent in OPPONENTS:
        readings: tuple[str, ...] = ("text", "without-calls")
        if opponent != RANDOM:
            readings = (*readings, "board-pairs", LISTED_TWICE)
        for discount in DISCOUNTS:
            yield words(
                f"iteration.{opponent}-discount-{discount:g}",
                "sections 3.2 and 3.3",
                f"A discount of {discount:g} makes the best policy against "
                f"{opponent.capitalize()} more aggressive",
                "in more states than without a discount the best moves are bets or raises, in the "
                "words of table 1a, where calling is a bet",
                lambda lab, r, o=opponent, g=discount: bolder(lab, o, g, r),  # type: ignore[misc]
                readings=readings,
                note=note_on(opponent, discount),
            )
        for discount in DISCOUNTS[:2]:
            yield words(
                f"iteration.{opponent}-discount-{discount:g}-small",
                "section 3.3",
                f"A discount of {discount:g} changes little against {opponent.capitalize()}",
                f"the best moves change in at most {100 * SMALL:.0f} % of the states",
                lambda lab, r, o=opponent, g=discount: above(  # type: ignore[misc]
                    Exact(-changed(lab, o, g, r)), -SMALL
                ),
                readings=("text",),
            )


__all__ = ["bolder", "changed", "claims", "discounted", "rounds"]
