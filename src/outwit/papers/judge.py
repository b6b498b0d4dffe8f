"""The judge: does what we measured agree with what was printed? One rule for all claims.

Two intervals meet. The print's own holds all truths from which it could have been drawn: its games'
sampling error and its rounding. Ours holds all truths that our games allow. If ours lies inside the
print's, the print comes back; if they are apart, it does not; else more games would tell.

A print that is true under its reading is called contradicted only if the truth left one of the two
intervals: with at most ERROR = 1 in 1,000, shared out as PRINTS + OURS.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from outwit.papers.measured import Measured
from outwit.papers.printed import FewRuns, Printed, Range, Words

ERROR = 1e-3
"""How often a claim that is true may be called contradicted."""
OURS = 2e-4
"""The part of it that our own games may take."""
PRINTS = ERROR - OURS

MOST_NEEDED = 1e4
"""An estimate nearer to a bound than this part of its reach is on it: no games will tell."""

REPRODUCED = "reproduced"
CONTRADICTED = "contradicted"
UNDECIDED = "undecided"
NOT_MEASURABLE = "not measurable"
VERDICTS = (REPRODUCED, CONTRADICTED, UNDECIDED, NOT_MEASURABLE)


@dataclass(frozen=True)
class Verdict:
    """A word, the sentence that gives its reason, and our interval at error OURS."""

    word: str
    why: str
    low: float = math.nan
    high: float = math.nan
    needs: int | None = None
    """Undecided: about how many games would tell; None where no number can be named."""


def judge(printed: Printed, measured: Measured) -> Verdict:
    """The verdict on a print, given a measurement."""
    ours = low, high = measured.interval(OURS)
    prints = least, most = printed.plausible(measured, PRINTS)
    if least <= low and high <= most:
        return Verdict(REPRODUCED, _agrees(printed, measured, prints, ours), low, high)
    if high < least or most < low:
        return Verdict(CONTRADICTED, _differs(printed, measured, prints, ours), low, high)
    needs = games_needed(measured, ours, prints)
    why = _open(printed, measured, prints, ours, needs)
    return Verdict(UNDECIDED, why, low, high, needs)


def games_needed(measured: Measured, ours: Range, prints: Range) -> int | None:
    """About how many games bring our interval clear of the bound of the print that lies in it.

    Intervals shrink with the square root of the games, so far as our estimate stands.
    """
    value = measured.value
    factors = []
    for bound in prints:
        if ours[0] < bound < ours[1] or bound in ours:
            reach = (ours[1] - ours[0]) / 2
            apart = abs(value - bound)
            if measured.games == 0 or not reach <= MOST_NEEDED * apart:
                return None
            factors.append((reach / apart) ** 2)
    if not factors:
        return None
    # A quarter more: an estimate that moves a little must not need a third attempt.
    return round_up(1.25 * max(1.0, *factors) * measured.games)


def round_up(games: float) -> int:
    """To two figures: no estimate of games has more."""
    step = int(10 ** max(0, math.floor(math.log10(games)) - 1))
    return math.ceil(games / step) * step


def _agrees(printed: Printed, measured: Measured, prints: Range, ours: Range) -> str:
    if isinstance(printed, Words):
        return f"The sentence holds{_by(printed, measured, ours)}."
    if printed.rests_on is None:
        return f"Printed {printed.text()}; it is {_ours(printed, measured, ours)}, rounded so."
    return f"{_theirs(printed, prints)}, and it is {_ours(printed, measured, ours)}."


def _differs(printed: Printed, measured: Measured, prints: Range, ours: Range) -> str:
    if isinstance(printed, Words):
        return f"The sentence does not hold{_by(printed, measured, ours, 'it is off ')}."
    if printed.rests_on is None:
        return f"Printed {printed.text()}; it is {_ours(printed, measured, ours)}."
    return f"{_theirs(printed, prints)}; it is {_ours(printed, measured, ours)}."


def _open(
    printed: Printed, measured: Measured, prints: Range, ours: Range, needs: int | None
) -> str:
    more = "no number of games is sure to" if needs is None else f"about {needs:,} would"
    if isinstance(printed, Words):
        by = printed.margin(measured.value, *ours, figures(*ours)) if printed.unit else ""
        between = f" (the margin is {by})" if by else ""
        return f"{measured.games:,} games do not tell{between}; {more}."
    known = f"it is {_ours(printed, measured, ours)}"
    if printed.rests_on is None:
        return f"Printed {printed.text()}; {known}: {measured.games:,} games do not tell; {more}."
    return f"{_theirs(printed, prints)}; {known}: {measured.games:,} games do not tell; {more}."


def _ours(printed: Printed, measured: Measured, ours: Range) -> str:
    """'25.9 % (25.4 % to 26.4 %)'."""
    digits = figures(*ours)
    if not measured.games:
        return printed.tell(measured.value, digits)
    low, high = (printed.tell(end, digits) for end in ours)
    return f"{printed.tell(measured.value, digits)} ({low} to {high})"


def _theirs(printed: Printed, prints: Range) -> str:
    """'Printed 79 of 300: such a draw has a truth between 17.9 % and 36.1 %'."""
    low, high = (printed.tell(end, figures(*prints)) for end in prints)
    what = f"figure over {printed.runs} runs" if isinstance(printed, FewRuns) else "draw"
    return f"Printed {printed.text()}: such a {what} has a truth between {low} and {high}"


def _by(printed: Words, measured: Measured, ours: Range, how: str = "") -> str:
    """': by 3.1 points (2.6 to 3.7)', where games were counted and the margin has a unit."""
    if not measured.games or not printed.unit:
        return ""
    return f": {how}by {printed.margin(measured.value, *ours, figures(*ours))}"


def figures(low: float, high: float) -> int:
    """How many decimals an interval supports."""
    width = high - low
    if not math.isfinite(width) or width <= 0:
        return 6
    return min(8, max(0, 1 - math.floor(math.log10(width / 2))))
