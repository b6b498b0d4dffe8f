"""The same games in another process: games and agents cross over, and bring the same bits."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from outwit.core.agent import Agent, learns
from outwit.core.game import Game
from outwit.core.layout import new_me
from outwit.play.checks.engine import self_play
from outwit.play.checks.fault import Fault, at, counted, faulting
from outwit.play.checks.service import same_bits
from outwit.play.sitting import agent_name
from outwit.play.worker import Block, Worker

GAMES = 200
NOT_FOUND = 3
"""How the other process ends where it does not find a class."""
SECONDS = 300
"""After so long the other process is given up."""


class NotThere(Exception):
    """The other process does not find the classes: they stand in no file that it can read."""


def crosses_over(game: Game) -> str:
    """A game is the same after pickling."""
    _pickled(game)
    return ""


def agent_crosses_over(agent: Agent) -> str:
    """An agent is the same after pickling, its memory included."""
    back = _pickled(agent)
    if not same_bits(new_me(back), new_me(agent)):
        raise Fault(f"{at(agent)}sent to another process its first `me` is a different one.")
    return ""


def _pickled(thing: Any) -> Any:
    with faulting(thing):
        try:
            back = pickle.loads(pickle.dumps(thing))
        except (pickle.PicklingError, AttributeError, ImportError, TypeError) as error:
            raise Fault(
                f"{at(thing)}it cannot be sent to another process ({error}): keep it to a class at "
                f"the top of a file, with fields that are numbers, text or tuples."
            ) from error
    if back != thing:
        raise Fault(f"{at(thing)}sent to another process it comes out as another one.")
    return back


def same_elsewhere(game: Game, agents: Sequence[Agent], seed: int) -> str:
    """A new process plays the same games to the same sums."""
    sent = [agent for agent in agents if not learns(agent)]
    order = pickle.dumps([(agent, seed) for agent in sent])
    folders = os.pathsep.join(os.path.abspath(p) for p in sys.path)
    done = subprocess.run(
        [sys.executable, "-c", f"from {__name__} import main; main()"],
        input=order,
        capture_output=True,
        env=os.environ | {"PYTHONPATH": folders},
        timeout=SECONDS,
        check=False,
    )
    if done.returncode == NOT_FOUND:
        raise NotThere
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip().splitlines() or ["it says nothing"]
        raise Fault(f"{at(game)}another process cannot play it: {said[-1]}")
    for agent, there in zip(sent, pickle.loads(done.stdout), strict=True):
        if there != sums_of(agent, seed):
            raise Fault(
                f"{at(agent)}another process plays {GAMES} games of {agent_name(agent)} to other "
                f"sums: something outside the game, its options and `rng` decides."
            )
    return f"{GAMES} games of {counted(len(sent), 'agent')}"


def sums_of(agent: Agent, seed: int) -> bytes:
    """The sums of some games as bytes."""
    played = Worker(self_play(agent, seed)).play(Block(0, GAMES))
    assert played is not None
    return played.sums.tobytes()


def main() -> None:
    """The other process: agents come on standard input, sums go to standard output."""
    try:
        asked = pickle.loads(sys.stdin.buffer.read())
    except (ImportError, AttributeError):
        sys.exit(NOT_FOUND)
    sys.stdout.buffer.write(pickle.dumps([sums_of(agent, seed) for agent, seed in asked]))


__all__ = ["agent_crosses_over", "crosses_over", "main", "same_elsewhere", "sums_of"]
