"""How the text is taken where it is vague."""

from __future__ import annotations

from dataclasses import dataclass

from outwit.papers.claim import Reading


@dataclass(frozen=True)
class Rules:
    """What the paper leaves open about its game and its Threshold agent.

    kicker      with a pair on the board the hand card `plays`, or the hands are even (`ties`)
    board_pair  a pair that lies wholly on the board is `ignored` by Threshold, or `counts`
    """

    kicker: str = "plays"
    board_pair: str = "ignored"


RULES = {
    "text": Rules(),
    "even-boards": Rules(kicker="ties"),
    "board-pairs": Rules(board_pair="counts"),
}
"""Readings of the rules, by name."""

LISTED_TWICE = "listed-twice"
"""The fault behind the printed policy against Threshold."""

READINGS = (
    Reading("even-boards", "with a pair on the board the hand card does not break the tie"),
    Reading("changes-only", "the last round of policy iteration, without a change, is not counted"),
    Reading("without-calls", "calling a bet is no bet, though table 1a names it so"),
    Reading("reachable", "only states that play can come to are counted"),
    Reading("board-pairs", "Threshold takes a pair that lies wholly on the board for its own"),
    Reading(
        LISTED_TWICE,
        "where two of Threshold's ranges after round 1 lead to one state of round 2, its "
        "transitions are listed for each, so that their probabilities add up to two; of equally "
        "good moves the one listed first in table 1a is taken",
        fault=True,
    ),
)

__all__ = ["LISTED_TWICE", "READINGS", "RULES", "Rules"]
