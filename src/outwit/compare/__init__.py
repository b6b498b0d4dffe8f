"""Is A better than B, and how sure: races, tournaments, ratings, plans."""
