"""Agents that play every game."""

from __future__ import annotations

from dataclasses import dataclass

from outwit.core.agent import Agent
from outwit.core.game import Game, blank_menu
from outwit.core.generator import below
from outwit.core.records import Me, Menu, Own, Rng, Table


@dataclass(frozen=True)
class Random(Agent):
    """Plays every legal move with the same probability."""

    name = "random"

    game: Game

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        menu = blank_menu(self.game)
        n = self.game.legal(table, own, seat, menu)
        return int(menu.move[below(rng, n)])

    def policy(self, me: Me, table: Table, own: Own, seat: int, menu: Menu) -> int:
        n = self.game.legal(table, own, seat, menu)
        for i in range(n):
            menu.chance[i] = 1.0 / n
        return n
