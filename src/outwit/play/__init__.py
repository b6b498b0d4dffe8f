"""The engine: compiles rules and agents, plays games in blocks over threads, keeps integer sums."""
