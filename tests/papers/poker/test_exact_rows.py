"""The rows of tables 3 and 4 that are not learnt, against exact matches."""

from __future__ import annotations

import outwit
from outwit.papers.lab import Lab
from outwit.papers.poker.readings import RULES
from outwit.papers.poker.tables import brings


def test_a_row_is_what_an_exact_match_says() -> None:
    for reading, rules in RULES.items():
        game = outwit.game("holdem", kicker=rules.kicker)
        name = f"threshold:board_pair={rules.board_pair}"
        row = outwit.match(game, [name, "random"], exact=True).of(1)
        found = brings(Lab(), "threshold", "random", reading)
        assert str(found.exact_mean) == row.exact
        assert abs(found.sd - row.sd) < 1e-12
