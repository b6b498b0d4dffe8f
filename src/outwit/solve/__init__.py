"""Exact answers: trees, linear programs, regret minimisation, Markov decision processes."""
