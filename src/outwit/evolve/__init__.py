"""Strategies in a population: pay-offs of all line-ups, who grows, who can be invaded."""
