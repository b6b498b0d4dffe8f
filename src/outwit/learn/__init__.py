"""Learners: agents that keep what they learn from game to game. One readable file each."""

from __future__ import annotations

METHODS = {
    "double-q": "outwit.learn.double_q:DoubleQ",
    "expected-sarsa": "outwit.learn.expected_sarsa:ExpectedSarsa",
    "monte-carlo": "outwit.learn.monte_carlo:MonteCarlo",
    "q": "outwit.learn.q:QLearning",
    "sarsa": "outwit.learn.sarsa:Sarsa",
}
"""The learners that play every game, by name."""
