"""Write the recorded games anew: `python tests/playthroughs/write.py [GAME...]`.

Do this when the rules or the words of a game are meant to change, and read what has changed: a
record holds moves, not seeds, so nothing else changes it.
"""

from __future__ import annotations

import sys
from pathlib import Path

import outwit
from outwit.play.trace import Trace

HERE = Path(__file__).parent
TRIED = 10
"""Games played to find a short one worth reading."""


def recorded(name: str) -> Trace:
    """The shortest of some games between agents of the game."""
    game = outwit.game(name)
    agents = outwit.agents(name)[: game.seats]
    games = [outwit.trace(game, agents, seed=seed) for seed in range(1, TRIED + 1)]
    return min(games, key=lambda trace: len(trace.moves))


def views(trace: Trace) -> str:
    """The game as each seat sees it."""
    return "\n\n".join(trace.text(seat) for seat in range(trace.game.seats)) + "\n"


def main(names: list[str]) -> None:
    for name in names or outwit.games():
        trace = recorded(name)
        trace.save(HERE / f"{name}.json")
        (HERE / f"{name}.txt").write_text(views(trace), encoding="utf-8")
        print(f"{name}: {len(trace.moves)} moves")


if __name__ == "__main__":
    main(sys.argv[1:])
