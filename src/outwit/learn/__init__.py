"""Learners: agents that keep what they learn from game to game. One readable file each."""
