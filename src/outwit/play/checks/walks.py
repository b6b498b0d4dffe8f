"""Random games in plain Python: the positions on which everything else is tried."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from outwit.core.game import CHANCE, OVER, Game, has_chance, has_finite_chance
from outwit.core.generator import below, new_rng
from outwit.core.layout import blank_state, state_type
from outwit.core.records import Mirror, bytes_of
from outwit.play.checks.fault import Fault, after, at, faulting, restored, unchanged
from outwit.play.checks.menus import chance_menu, is_listed, legal_menu, whole
from outwit.play.mirror import Made

PATIENCE = 20
"""How many times its budget of moves the first game may take to come to an end."""


@dataclass(frozen=True)
class Budget:
    """How much is tried: random games, and moves and menu entries in all of them together."""

    games: int = 300
    moves: int = 5_000
    entries: int = 60_000
    positions: int = 60


@dataclass(frozen=True)
class Position:
    """A state that was reached: its bytes, who is to move there, and the moves that led there."""

    state: bytes
    mover: int
    line: tuple[int, ...]


@dataclass
class Walks:
    """Random games of a game. `lines` are their moves, finished or not; the rest are samples."""

    game: Game
    seed: int
    budget: Budget
    lines: list[list[Made]] = field(default_factory=list)
    finished: list[list[Made]] = field(default_factory=list)
    decisions: list[Position] = field(default_factory=list)
    chances: list[Position] = field(default_factory=list)
    ends: list[Position] = field(default_factory=list)
    moves: int = 0
    entries: int = 0
    _met: dict[str, int] = field(default_factory=dict)
    _seen: set[bytes] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.rng = new_rng(self.seed, 0)

    def walk(self) -> None:
        """Play until one of the budgets is spent."""
        while len(self.lines) < self.budget.games and not self._spent():
            self._one_game()

    def _spent(self) -> bool:
        return self.moves >= self.budget.moves or self.entries >= self.budget.entries

    def _one_game(self) -> None:
        game, state = self.game, blank_state(self.game)
        line: list[Made] = []
        made: list[int] = []
        self.lines.append(line)
        with faulting(game):
            game.start(state)
        while True:
            mover = self._mover(state, made)
            if mover == OVER:
                self.finished.append(line)
                self._keep(self.ends, "end", state, mover, made)
                return
            if self._spent() and (self.finished or self.moves >= PATIENCE * self.budget.moves):
                return
            if mover == CHANCE:
                self._keep(self.chances, "chance", state, mover, made)
                move = self._drawn(state, made)
            else:
                self._keep(self.decisions, "decision", state, mover, made)
                menu = legal_menu(game, state, mover, made)
                self.entries += len(menu)
                move = menu[below(self.rng, len(menu))]
            with faulting(game):
                game.apply(state, move)
            line.append(Made(mover, move))
            made.append(move)
            self.moves += 1

    def _mover(self, state: Mirror, made: list[int]) -> int:
        before = bytes_of(state)
        with faulting(self.game):
            mover = self.game.to_move(state)
        unchanged(self.game, "to_move", before, state, made)
        if not whole(mover) or not (mover in (CHANCE, OVER) or 0 <= mover < self.game.seats):
            raise Fault(
                f"{at(self.game, 'to_move')}it returns {mover!r} {after(made)}, which is neither a "
                f"seat (0 to {self.game.seats - 1}) nor CHANCE nor OVER."
            )
        return int(mover)

    def _drawn(self, state: Mirror, made: list[int]) -> int:
        if not has_chance(self.game):
            raise Fault(
                f"{at(self.game, 'to_move')}it says CHANCE {after(made)}, but the game has neither "
                f"`outcomes` nor `draw`. Write one of them."
            )
        finite = has_finite_chance(self.game)
        weights = chance_menu(self.game, state, made) if finite else {}
        self.entries += len(weights)
        before = bytes_of(state)
        with faulting(self.game):
            move = self.game.draw(state, self.rng)
        unchanged(self.game, "draw", before, state, made)
        if not whole(move):
            raise Fault(f"{at(self.game, 'draw')}it returns {move!r}: a move is a whole number.")
        if finite:
            is_listed(self.game, int(move), weights, made)
        return int(move)

    def _keep(
        self, kept: list[Position], kind: str, state: Mirror, mover: int, made: list[int]
    ) -> None:
        """A sample of the different states met: each has the same chance to be in it."""
        data = bytes_of(state)
        if data in self._seen:
            return
        self._seen.add(data)
        met = self._met[kind] = self._met.get(kind, 0) + 1
        if len(kept) < self.budget.positions:
            kept.append(Position(data, mover, tuple(made)))
        else:
            place = below(self.rng, met)
            if place < len(kept):
                kept[place] = Position(data, mover, tuple(made))

    def state(self, position: Position) -> Mirror:
        """A position's state, to be written into at will."""
        return restored(position.state, state_type(self.game))

    def again(self) -> Iterator[tuple[int, list[int], Mirror, int, int]]:
        """Every move of every game again: number of the game, moves before, state, mover, move.

        The state is as the mover saw it, and one record that changes as the walk goes on.
        """
        game = self.game
        for number, line in enumerate(self.lines):
            state = blank_state(game)
            game.start(state)
            made: list[int] = []
            for step in line:
                yield number, made, state, step.mover, step.move
                game.apply(state, step.move)
                made.append(step.move)


__all__ = ["Budget", "Position", "Walks"]
