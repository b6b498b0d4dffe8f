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

READINGS = (
    Reading("even-boards", "with a pair on the board the hand card does not break the tie"),
    Reading("board-pairs", "Threshold takes a pair that lies wholly on the board for its own"),
)

__all__ = ["READINGS", "RULES", "Rules"]
