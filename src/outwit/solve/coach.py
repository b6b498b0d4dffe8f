"""A coach: what an equilibrium would have done at a decision, and what another move costs.

At the table play comes to positions that no equilibrium comes to, and there a solver's strategy
says nothing of use: whatever it plays costs nothing. So the coach takes an equilibrium in which
every move is made with at least a small probability (R. Selten 1975; see `regret.Algorithm.floor`).
Then everything happens, beliefs are defined everywhere, and every set has a best answer. What a
seat does by that floor alone is taken off again before it is shown.

A move's cost is told by `respond.action_worths`, which knows no solver: the other seat plays its
equilibrium, and after the move the seat itself plays as well as it can. Where nothing is hidden,
backward induction is perfect already.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from outwit.core.errors import OutwitError, Refused
from outwit.core.game import Game
from outwit.core.records import Own, Table, data_of
from outwit.play.archive import read_archive, write_archive
from outwit.play.fingerprint import fingerprint
from outwit.play.tree import Floats, Tree
from outwit.play.treebuild import Growing
from outwit.play.worker import game_name
from outwit.solve.backward import backward_induction
from outwit.solve.discounted_cfr import DISCOUNTED_CFR
from outwit.solve.regret import Minimiser
from outwit.solve.respond import action_worths, others_reach
from outwit.solve.trees import need_recall, need_two_constant, open_to_all, solving_tree

MOST_NODES = 1_000_000
"""A larger tree takes more than minutes: nobody waits for that before a game."""
FLOOR = 3e-4
CLOSE = 1e-3
"""At no set may the coach's own play lose more than this part of all that is at stake."""
ROUNDING = 1e-9
MOST_ITERATIONS = 200_000
LOOK = 500
SLIP = 1e-3
"""Sets that the other seat's equilibrium lets happen less often than this are after a slip."""
KEPT = "strategy"


def _weigh(t: int) -> float:
    """The early iterations count for next to nothing, also at sets that are hardly ever reached."""
    weight: float = float(t) ** 4
    return weight


TREMBLING = replace(DISCOUNTED_CFR, name="trembling", weigh=_weigh, floor=FLOOR)


@dataclass(frozen=True)
class Choice:
    """A move at a decision: how probably the equilibrium makes it, and what it is worth."""

    move: int
    words: str
    chance: float
    worth: float


@dataclass(frozen=True)
class Verdict:
    """One decision that was made.

    choices   all moves, in the order of the rules
    lost      what the move made is worth less than the best one, in the game's measure; 0 where
              the coach cannot tell them apart
    expected  whether the other seat's equilibrium lets play come here
    """

    seat: int
    seen: str
    made: Choice
    choices: tuple[Choice, ...]
    lost: float
    expected: bool


class Coach:
    """Judges decisions in one game. `tree` and a strategy of all seats on it, shape (A,)."""

    def __init__(self, tree: Tree, strategy: Floats, *, floor: float = 0.0) -> None:
        tree.check_strategy(strategy)
        self.tree = tree
        self.chance = _meant(tree, strategy, floor)
        self.perfect = open_to_all(tree.game)
        seats = range(tree.game.seats)
        mine = [tree.set_seat[tree.action_set] == seat for seat in seats]
        self.worth = np.zeros(tree.actions)
        self.expected = np.ones(tree.sets, np.bool_)
        for seat in seats:
            self.worth[mine[seat]] = action_worths(tree, strategy, seat)[mine[seat]]
            if not self.perfect:
                own = tree.set_seat == seat
                by_chance = others_reach(tree, np.ones(tree.actions), seat)
                met = others_reach(tree, self.chance, seat)
                self.expected[own] = met[own] >= SLIP * by_chance[own]
        self.span = float(np.ptp(tree.value_of)) or 1.0
        self._sets = {
            (int(tree.set_seat[s]), view["table"].tobytes(), view["own"].tobytes()): s
            for s, view in enumerate(tree.views)
        }

    @cached_property
    def loss(self) -> Floats:
        """What the coach's own play loses at each set, by its own worths. Shape: (S,)."""
        first = self.tree.set_first
        top = np.maximum.reduceat(self.worth, first)
        mean = np.add.reduceat(self.worth * self.chance, first)
        return np.asarray(top - mean)

    @cached_property
    def accuracy(self) -> float:
        """Losses below this are not told apart from none, in the game's measure."""
        if self.perfect:
            return ROUNDING * self.span
        return float(self.loss.max(initial=0.0)) + FLOOR * self.span

    def judge(self, table: Table, own: Own, seat: int, move: int) -> Verdict:
        """A decision: what was seen, and the move that was made."""
        tree = self.tree
        s = self._sets[seat, data_of(table).tobytes(), data_of(own).tobytes()]
        first, width = int(tree.set_first[s]), int(tree.set_width[s])
        choices = tuple(
            Choice(
                int(tree.action_move[a]),
                tree.game.choice_text(table, own, seat, int(tree.action_move[a])),
                float(self.chance[a]),
                float(self.worth[a]),
            )
            for a in range(first, first + width)
        )
        made = next(choice for choice in choices if choice.move == move)
        lost = max(choice.worth for choice in choices) - made.worth
        return Verdict(
            seat=seat,
            seen=tree.game.seat_text(table, own, seat),
            made=made,
            choices=choices,
            lost=lost if lost > self.accuracy else 0.0,
            expected=bool(self.expected[s]),
        )


def _meant(tree: Tree, strategy: Floats, floor: float) -> Floats:
    """The strategy without what is played by the floor alone. Shape: (A,)."""
    width = tree.set_width[tree.action_set]
    meant = np.maximum(strategy - floor, 0.0) / (1.0 - width * floor)
    return np.asarray(meant / np.add.reduceat(meant, tree.set_first)[tree.action_set])


def coach_for(
    game: Game,
    *,
    folder: Path | None = None,
    nodes: Growing | None = None,
    progress: Callable[[int, float], None] | None = None,
) -> Coach:
    """The coach of a game for two seats at odds; solved once and kept in `folder`.

    `progress` hears the iterations so far, and what the strategy loses at its worst set as a part
    of what it may lose.
    """
    if game.seats != 2:
        raise Refused(
            f"A coach needs a game of two seats at odds, and {game_name(game)} has {game.seats}: "
            f"with more, what is best depends on what the others agree on."
        )
    tree = solving_tree(game, most=MOST_NODES, progress=nodes)
    need_two_constant(tree, "A coach")
    if open_to_all(game):
        return Coach(tree, backward_induction(tree))
    need_recall(tree, "A coach")
    path = None if folder is None else folder / f"{game_name(game)}-{_mark(game)}.coach"
    known = None if path is None else _kept(path, tree)
    if known is not None:
        return Coach(tree, known, floor=FLOOR)
    strategy = _solved(tree, progress)
    if path is not None:
        _keep(path, game, strategy)
    return Coach(tree, strategy, floor=FLOOR)


def _solved(tree: Tree, progress: Callable[[int, float], None] | None) -> Floats:
    """Iterate until the strategy is good everywhere, not only where it comes."""
    minimiser = Minimiser(tree, TREMBLING)
    while True:
        minimiser.run(LOOK)
        coach = Coach(tree, minimiser.mean, floor=FLOOR)
        part = float(coach.loss.max(initial=0.0)) / (CLOSE * coach.span)
        if progress is not None:
            progress(minimiser.iterations, part)
        if part <= 1.0 or minimiser.iterations >= MOST_ITERATIONS:
            return minimiser.mean


def _mark(game: Game) -> str:
    """Changes with the rules and with how they are solved."""
    return fingerprint("coach", game, FLOOR, CLOSE, TREMBLING.keep, TREMBLING.weigh)[:16]


def _kept(path: Path, tree: Tree) -> Floats | None:
    """A strategy that was kept; None where there is none, or none that fits."""
    try:
        _, arrays = read_archive(path)
        strategy: Any = arrays[KEPT]
        tree.check_strategy(strategy)
    except (OutwitError, KeyError):
        return None
    return np.asarray(strategy, np.float64)


def _keep(path: Path, game: Game, strategy: Floats) -> None:
    """Keep it for the next time; a folder that cannot be written to costs only time."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_archive(path, {"coach": game_name(game)}, {KEPT: strategy})
    except (OSError, OutwitError):
        return


__all__ = ["Choice", "Coach", "Verdict", "coach_for"]
