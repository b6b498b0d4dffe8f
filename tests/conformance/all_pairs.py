"""`python -m tests.conformance.all_pairs [GAME...]`: every agent under every pair of option values.

The tests try the rules under every pair and every agent under the defaults, with hypothesis drawing
line-ups and options besides; this compiles each agent under each pair too, which takes long: some
an hour for all games. It says what failed, and returns 1.
"""

from __future__ import annotations

import sys
import time

from tests.conformance.test_every_game import settings

import outwit
from outwit.core.options import options_of


def main(names: list[str]) -> int:
    failed = 0
    for name in names or outwit.games():
        for setting, game in [*settings(name)] or [({}, outwit.game(name))]:
            start = time.perf_counter()
            report = outwit.check(game, thorough=False)
            failed += not report.ok
            seconds = time.perf_counter() - start
            shown = options_of(type(game))
            told = " ".join(f"{k}={shown[k].text(v)}" for k, v in setting.items())
            print(f"{name} {told}: {report.verdict} {seconds:.0f} s", flush=True)
            print("".join(f"  {fault}\n" for fault in report.faults), end="", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
