"""Iterations of CFR+ beside OpenSpiel's C++ solver, and what exact values cost.

Fair to both: the same game (its tree node by node, its information sets), CFR+ with alternating
updates and linear averaging, on one core, in processor time, taking turns. OpenSpiel's side is its
C++ class `CFRPlusSolver`; a round calls it often enough that Python costs it nothing. It walks
states and looks policies up by name; ours walks arrays of sequences that were made beforehand,
which took `solve leduc` some hundredths of a second, once.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import outwit
from bench.rows import Row, Settings, best_side_by_side, measurement, needs_openspiel
from outwit.solve.cfr_plus import CFR_PLUS
from outwit.solve.linear import linear_program
from outwit.solve.regret import Minimiser
from outwit.solve.respond import exploitability
from outwit.solve.trees import solving_tree

# Ours and theirs, options, iterations of ours and of theirs a round, and what has to be reached.
GAMES: list[tuple[str, dict[str, Any], str, int, int, float | None]] = [
    ("kuhn", {}, "kuhn_poker", 20_000, 500, 20.0),
    ("leduc", {}, "leduc_poker", 400, 4, 40.0),
    ("leduc", {"suits": "merged"}, "leduc_poker(suit_isomorphism=true)", 2000, 20, None),
]


@measurement("solvers", 12)
def rows(settings: Settings) -> Iterator[Row]:
    needs_openspiel()
    import pyspiel

    for word, options, theirs, ours_count, their_count, hold in GAMES:
        game = outwit.game(word, **options)
        ours = Minimiser(solving_tree(game), CFR_PLUS)
        other = pyspiel.CFRPlusSolver(pyspiel.load_game(theirs))

        def iterate(solver: Any = other, count: int = their_count) -> None:
            for _ in range(count):
                solver.evaluate_and_update_policy()

        best = best_side_by_side(
            [lambda m=ours, n=ours_count: m.run(n), iterate],  # type: ignore[misc]
            settings.rounds,
        )
        mine, spiel = best[0] / ours_count, best[1] / their_count
        merged = ", suits merged in both" if options else ""
        yield Row(
            f"{game.title}{merged}: CFR+ iterations, of OpenSpiel's C++",
            spiel / mine,
            hold=hold,
            note=f"{1 / mine:,.0f} a second, OpenSpiel {1 / spiel:,.0f}",
        )
    yield from _whole_answers(settings)


def _whole_answers(settings: Settings) -> Iterator[Row]:
    """The linear program and one judgement of a strategy, tree in hand."""
    for word in ("leduc", "holdem"):
        tree = solving_tree(outwit.game(word))
        even = tree.uniform()
        program, judged = best_side_by_side(
            [lambda t=tree: linear_program(t), lambda t=tree, s=even: exploitability(t, s)],  # type: ignore[misc]
            min(settings.rounds, 5),
            time.process_time,  # HiGHS works in a thread of its own
        )
        size = f"{tree.sets:,} information sets, {tree.nodes:,} nodes in {tree.memory / 1e6:.1f} MB"
        yield Row(f"{tree.game.title}: linear program", program, "s", note=size)
        yield Row(f"{tree.game.title}: exploitability of a strategy", judged * 1e3, "ms", note=size)
