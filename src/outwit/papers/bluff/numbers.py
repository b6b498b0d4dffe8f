"""The printed figures of the paper's experiments."""

from __future__ import annotations

GAMES = 300
"""Of every run (chapter 9)."""

TABLE_2 = {
    "no-bluff": (44, 26, 16, 14),
    "smart": (36, 23, 19, 22),
    "learner": (47, 17, 16, 20),
    "anxious": (34, 14, 24, 28),
}
"""Per cent of the games won in positions 1 to 4, each agent against itself."""
TEXT_1 = {
    "no-bluff": (44, 26, 16, 12),
    "smart": (36, 23, 19, 22),
    "learner": (47, 17, 15, 20),
    "anxious": (47, 17, 15, 20),
}
"""The same as the text of section 10.1 has it."""
FIGURE_9 = (("no-bluff", "smart", "no-bluff", "smart"), (32, 26, 20, 22))
FIGURE_10 = (("anxious", "learner", "anxious", "learner"), (49, 31, 5, 15))

TABLE_3 = {
    "1234": (107, 79, 110, 4),
    "1243": (154, 80, 66, 0),
    "1324": (119, 102, 78, 1),
    "1342": (145, 74, 80, 1),
    "1423": (167, 51, 82, 0),
    "1432": (149, 83, 68, 0),
    "2134": (103, 104, 91, 2),
    "2143": (78, 158, 64, 0),
    "2314": (97, 94, 109, 0),
    "2341": (90, 129, 80, 1),
    "2413": (87, 154, 57, 2),
    "2431": (93, 127, 79, 1),
    "3124": (113, 95, 91, 1),
    "3142": (83, 80, 137, 0),
    "3214": (85, 121, 93, 1),
    "3241": (86, 90, 121, 3),
    "3412": (98, 59, 142, 1),
    "3421": (96, 63, 139, 2),
    "4123": (99, 84, 113, 4),
    "4132": (100, 110, 86, 4),
    "4213": (114, 101, 85, 0),
    "4231": (116, 85, 98, 1),
    "4312": (110, 96, 91, 3),
    "4321": (102, 111, 87, 0),
}
"""Games won of 300 by run order; columns no-bluff, smart, learner, anxious."""
TABLE_3_TOTALS = (2591, 2330, 2247, 32)
TABLE_3_SHARES = (36, 32, 31, 1)

TABLE_4 = {"smart": (2114, 1251), "learner": (2988, 1310), "anxious": (9508, 3163)}
"""Calls on bluffs, and in vain, in 1,200 games."""
TABLE_4_GAMES = 1200
TABLE_4_SHARES = {"smart": (62.8, 37.2), "learner": (69.5, 30.5), "anxious": (75.0, 25.0)}
SHARES_OF_CALLS = {"anxious": 62, "learner": 21, "smart": 16}

TABLE_5 = (
    (("no-bluff", "smart", "learner", "anxious"), (27, 26, 32, 15)),
    (("no-bluff", "smart", "learner", "learner"), (30, 34, 24, 12)),
    (("no-bluff", "smart", "learner", "smart"), (24, 28, 20, 28)),
    (("no-bluff", "smart", "smart", "smart"), (15, 21, 20, 44)),
)
TABLE_6_WINS = (82, 79, 95, 44)
TABLE_6 = {
    "above": (63.25, 60.25, 76.25, 25.25),
    "growth": (15.8125, 15.0625, 19.0625, 6.3125),
}
PHI = 18.75
TABLE_7 = (
    (("mutant", "mutant", "smart", "smart", "smart", "smart"), (1, 21, 9, 22, 24, 22)),
    (("smart", "mutant", "smart", "smart", "smart", "smart"), (50, 3, 4, 13, 16, 15)),
    (("smart",) * 6, (18, 17, 19, 15, 15, 15)),
)
TABLE_8 = {
    ("bluff", "challenge"): (-3, 3),
    ("bluff", "no contest"): (1, -1),
    ("no bluff", "challenge"): (2, -2),
    ("no bluff", "no contest"): (2, 2),
}
"""Pay-offs of player X, who lays, and player Y, who is asked."""


def order_of(run: str) -> tuple[str, ...]:
    """Agents by seat of a run order such as '1234'."""
    from outwit.papers.bluff.readings import AGENTS

    return tuple(AGENTS[int(digit) - 1] for digit in run)
