"""Figures printed in the paper."""

from __future__ import annotations

GAMES = 5_000_000
"""Of each row of tables 3 and 4."""

TABLE_3 = {
    "policy-iteration": (0.8761, 2.127),
    "threshold": (0.3094, 1.643),
    "q_base": (0.8670, 2.121),
    "q_slower_alpha": (0.4862, 1.655),
    "q_lower_alpha": (0.8329, 2.103),
    "q_slower_epsilon": (0.8733, 2.128),
    "q_slower_decay": (0.8739, 2.128),
}
"""Against Random: mean and standard deviation of a game."""

TABLE_4 = {
    "policy-iteration": (0.2252, 1.467),
    "q_base": (0.1623, 1.246),
    "q_slower_alpha": (0.1491, 1.149),
    "q_bigger_alpha": (0.1460, 1.100),
    "q_slower_epsilon": (0.1549, 1.351),
    "q_slower_decay": (0.1553, 1.212),
}
"""Against Threshold."""

TEXT_FIGURES = {
    ("policy-iteration", "random"): ("section 3.3", 0.8761, 2.127),
    ("policy-iteration", "threshold"): ("section 3.3", 0.2251, 1.467),
    ("threshold", "random"): ("section 3.4.1", 0.3093, 1.643),
}
"""Who against whom: where, mean and deviation. Two means differ from the tables by one digit."""

__all__ = ["GAMES", "TABLE_3", "TABLE_4", "TEXT_FIGURES"]
