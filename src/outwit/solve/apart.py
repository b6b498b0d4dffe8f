"""Long calls into other libraries, in a thread of their own, so that Ctrl-C is answered at once.

HiGHS lets go of Python while it works, but comes back only when it is done.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
Waiting = Callable[[float], None]
TICK = 0.1
"""Seconds between two looks at whether it is done."""


def apart(work: Callable[[], T], waiting: Waiting | None = None) -> T:
    """What `work` returns, or raises. `waiting` hears the seconds so far.

    Interrupted, it leaves the work to itself: nothing of it is used.
    """
    found: list[T] = []
    failed: list[BaseException] = []

    def carry_out() -> None:
        try:
            found.append(work())
        except BaseException as error:
            failed.append(error)

    started = time.monotonic()
    thread = threading.Thread(target=carry_out, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(TICK)
        if waiting is not None:
            waiting(time.monotonic() - started)
    if failed:
        raise failed[0]
    return found[0]


__all__ = ["Waiting", "apart"]
