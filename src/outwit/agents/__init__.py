"""Hand-written strategies: one file per game, and `any.py` for those that play every game."""
