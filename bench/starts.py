"""Seconds to a first result, in fresh processes, import included; and what a new agent costs."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.rows import Row, Settings, measurement

MATCH = "from outwit.cli import main; main()"
LINE_UPS = {
    "Kuhn": ("match", "kuhn", "equilibrium", "random"),
    "Rrrats!": ("match", "rrrats", "stop:at=2", "exponential"),
    "Bluff": ("match", "bluff", "smart", "anxious"),
}
NEW_AGENT = """
import sys, time
import outwit
game = outwit.game("leduc")
outwit.match(game, ["threshold", "threshold"], games=100, threads=1)
start = time.process_time()
outwit.match(game, [sys.argv[1], "threshold"], games=100, threads=1)
print(time.process_time() - start)
"""
AGENT = """
from dataclasses import dataclass

from outwit import Agent
from outwit.games.leduc import CALL, RAISE, Leduc


@dataclass(frozen=True)
class Fresh(Agent):
    game: Leduc

    def act(self, me, table, own, seat, rng):
        return RAISE if table.raises < 2 and own.card != NUMBER else CALL
"""


def seconds(code: str, args: Sequence[str], cache: Path) -> tuple[float, str]:
    """Processor time of a fresh process and its children, and what it printed."""
    before = os.times()
    done = subprocess.run(
        [sys.executable, "-c", code, *args],
        env=os.environ | {"OUTWIT_CACHE": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    after = os.times()
    spent = after.children_user - before.children_user
    return spent + after.children_system - before.children_system, done.stdout


@measurement("starts", 60)
def rows(settings: Settings) -> Iterator[Row]:
    rounds = max(2, settings.rounds // 5)
    for title, words in LINE_UPS.items():
        cold, warm = [], []
        args = [*words, "--games", "1000", "--quiet"]
        for _ in range(rounds):
            with tempfile.TemporaryDirectory() as folder:
                cold.append(seconds(MATCH, args, Path(folder))[0])
                warm.append(seconds(MATCH, args, Path(folder))[0])
        for what, found, hold in (("cold", cold, 5.0), ("warm", warm, 1.0)):
            yield Row(
                f"{title}: first result, {what}",
                min(found),
                "s",
                hold,
                "at most",
                f"processor time of `outwit {' '.join(args)}`, best of {rounds}",
            )


@measurement("agent", 12)
def agent_rows(settings: Settings) -> Iterator[Row]:
    rounds = max(2, settings.rounds // 5)
    found = []
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder)
        for k in range(rounds + 1):
            path = cache / f"agent{k}.py"
            path.write_text(AGENT.replace("NUMBER", str(k)))
            found.append(float(seconds(NEW_AGENT, [f"{path}:Fresh"], cache)[1]))
    note = "an agent of a user's own file, its game compiled before; a match of 100 games included"
    yield Row("A new agent", min(found[1:]), "s", 0.5, "at most", note)
