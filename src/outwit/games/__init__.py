"""Games: one file each, rules only."""
