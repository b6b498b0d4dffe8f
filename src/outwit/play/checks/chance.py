"""Chance: `draw` plays what `outcomes` lists, as often as the weights say."""

from __future__ import annotations

from collections import Counter

from outwit.core.game import Game, has_chance, has_finite_chance
from outwit.core.generator import new_rng
from outwit.core.records import bytes_of
from outwit.play.checks.fault import Fault, after, at, counted, faulting
from outwit.play.checks.menus import chance_menu, is_listed
from outwit.play.checks.odds import ERROR, impossible
from outwit.play.checks.walks import Walks

DRAWS = 2_000
STATES = 5
"""So many chance moves are drawn again and again, so often each."""


def one_draw(game: Game, walks: Walks) -> str:
    """A draw depends on the state and the generator, on nothing else."""
    for position in walks.chances:
        drawn = []
        for _ in range(2):
            state, rng = walks.state(position), new_rng(walks.seed, 7)
            with faulting(game):
                drawn.append((int(game.draw(state, rng)), bytes_of(rng)))
        if drawn[0] != drawn[1]:
            raise Fault(
                f"{at(game, 'draw')}asked twice {after(position.line)} with the same generator it "
                f"draws {drawn[0][0]} and {drawn[1][0]}: `rng` must be its only source of chance."
            )
    return counted(len(walks.chances), "position") if walks.chances else ""


def draw_agrees(game: Game, walks: Walks) -> str:
    """Drawn moves are among the listed ones, in proportion to their weights."""
    states_draw = type(game).draw is not Game.draw
    if not (has_chance(game) and has_finite_chance(game) and states_draw):
        return ""  # a draw derived from `outcomes` agrees by construction
    positions = walks.chances[:STATES]
    for k, position in enumerate(positions):
        weights = chance_menu(game, walks.state(position), position.line)
        state, rng = walks.state(position), new_rng(walks.seed, 100 + k)
        with faulting(game):
            drawn = Counter(int(game.draw(state, rng)) for _ in range(DRAWS))
        for move in sorted(drawn):
            is_listed(game, move, weights, position.line)
        moves = sorted(weights)
        total = sum(weights.values())
        counts, chances = [drawn[m] for m in moves], [weights[m] / total for m in moves]
        wrong = impossible(counts, chances, tests=len(positions))
        if wrong is not None:
            raise Fault(
                f"{at(game, 'draw')}it draws {moves[wrong]} in {counts[wrong]:,} of {DRAWS:,} "
                f"draws {after(position.line)}, but `outcomes` gives it the probability "
                f"{chances[wrong]:.4g} (such a difference by chance: at most 1 in "
                f"{1 / ERROR:,.0f}). The two must agree."
            )
    return f"{DRAWS:,} draws in {counted(len(positions), 'position')}"


__all__ = ["draw_agrees", "one_draw"]
