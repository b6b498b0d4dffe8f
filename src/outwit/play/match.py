"""A match: games and agents in, a result with intervals out."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace

from outwit.core.agent import Agent
from outwit.core.errors import UsageError
from outwit.core.game import Game
from outwit.core.result import MatchResult
from outwit.play.blocks import whole
from outwit.play.score import result_of
from outwit.play.sitting import Deals, Order, Sitting, line_up
from outwit.play.tally import Tally
from outwit.play.where import HERE, Where, blocks

GAMES = 96_000
"""Games of a match unless asked otherwise: a multiple of every number of orders to 6 seats."""
MOST_GAMES = 10**15

Progress = Callable[[Tally, int], None]
"""Called now and then with the sums so far and the games that there will be."""


Counting = Callable[[int, str], None]
"""Called now and then by what computes instead of playing: a number, and of what."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, with the answer so far: `result` is None where no block was finished yet."""

    def __init__(self, result: MatchResult | None):
        super().__init__()
        self.result = result


def match(
    game: Game,
    agents: Sequence[Agent],
    *,
    games: int = GAMES,
    seed: int = 1,
    order: Order = "balanced",
    deals: Deals = "shared",
    others: Agent | None = None,
    where: Where = HERE,
    together: bool = False,
    exact: bool = False,
    progress: Progress | None = None,
    counting: Counting | None = None,
) -> MatchResult:
    """How often each agent wins. Fewer agents than seats are repeated in turn, or `others` sit in.

    `exact` computes instead of playing; `games`, `seed` and `where` then mean nothing, and
    `counting` hears how far it is.
    """
    sitting = Sitting(game, line_up(agents, game.seats, others), seed, order, deals, together)
    if exact:
        from outwit.play.exact import exact_result

        return exact_result(sitting, counting=counting)
    return play_match(sitting, games, where=where, progress=progress)


def play_match(
    sitting: Sitting,
    games: int = GAMES,
    *,
    where: Where = HERE,
    progress: Progress | None = None,
) -> MatchResult:
    """Play `games` games of a sitting, rounded up to whole groups."""
    if not 1 <= games <= MOST_GAMES:
        raise UsageError(f"A match has 1 to {MOST_GAMES:,} games, not {games:,}.")
    started = time.perf_counter()
    tally = Tally(sitting)

    def result() -> MatchResult:
        return replace(result_of(tally), seconds=time.perf_counter() - started)

    try:
        with closing(blocks(sitting, where, games=games)) as played_blocks:
            for played in played_blocks:
                tally.add(played)
                if progress is not None:
                    progress(tally, whole(sitting, games))
    except KeyboardInterrupt:
        raise Interrupted(result() if tally.games else None) from None
    return result()


__all__ = ["GAMES", "Counting", "Interrupted", "Progress", "match", "play_match"]
