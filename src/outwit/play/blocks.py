"""A run cut into blocks, played on a backend, handed on in the order of the games.

How large blocks are depends on how fast they are played; what they add up to does not.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future

from outwit.core.errors import Stopped
from outwit.play.backends import Backend, Lost
from outwit.play.sitting import Sitting
from outwit.play.worker import Block, Played

LEAST = 1_000
"""Games in the first block; below this, handing out costs more than playing."""
GROWTH = 4
AHEAD = 2
"""Blocks under way for each worker, so that none waits for the next."""
LOSSES = 3
"""Blocks lost one after another, none played between, until the run is given up."""


def stream(
    sitting: Sitting,
    *,
    backend: Backend,
    games: int | None = None,
    first: int = 0,
    record: bool = False,
) -> Iterator[Played]:
    """Play games first, first + 1, ... and yield the blocks in that order.

    `games` counts from game 0 and is rounded up to whole groups (`whole`); without it the games
    never end, and who has seen enough closes the iterator: blocks played beyond are dropped.
    """
    end = None if games is None else whole(sitting, games)
    size = _rounded(LEAST, sitting)
    under_way: deque[tuple[Block, Future[Played | None]]] = deque()
    at, losses = first, 0
    try:
        while True:
            while (end is None or at < end) and len(under_way) < AHEAD * backend.workers:
                count = size if end is None else min(size, end - at)
                block = Block(at, count)
                under_way.append((block, backend.submit(block, record=record)))
                at += count
            if not under_way:
                return
            block, future = under_way.popleft()
            try:
                played = future.result()
            except Lost as why:
                losses += 1
                if losses > LOSSES:
                    raise Stopped(_given_up(block, why)) from why
                backend.mend()
                under_way.appendleft((block, backend.submit(block, record=record)))
                continue
            if played is None:
                return
            losses = 0
            size = _next_size(played, sitting, size, backend.seconds)
            yield played
    finally:
        for _, future in under_way:
            future.cancel()


def _given_up(block: Block, why: Lost) -> str:
    games = f"Games {block.first:,} to {block.first + block.count - 1:,}"
    return f"{games} were lost {LOSSES + 1} times with the worker that played them: {why}."


def whole(sitting: Sitting, games: int) -> int:
    """The least number of games that is not less and ends with a whole group."""
    return -(-games // sitting.group) * sitting.group


def _rounded(size: int, sitting: Sitting) -> int:
    whole_groups = max(sitting.group, round(size / sitting.group) * sitting.group)
    return min(whole_groups, sitting.largest_block)


def _next_size(played: Played, sitting: Sitting, size: int, seconds: float) -> int:
    """Towards so many seconds a block, never below LEAST."""
    wanted = played.block.count * seconds / max(played.seconds, 1e-6)
    return _rounded(int(min(max(wanted, LEAST), GROWTH * size)), sitting)


__all__ = ["stream", "whole"]
