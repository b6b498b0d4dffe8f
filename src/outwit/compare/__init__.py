"""Is A better than B, and how sure: races, tournaments, ratings, plans.

from outwit.compare import error_rate, expected_games
error_rate("margin", 0.49), expected_games("margin", 0.49)
"""

from outwit.compare.law import error_rate, expected_games

__all__ = ["error_rate", "expected_games"]
