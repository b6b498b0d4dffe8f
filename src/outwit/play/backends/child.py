"""What runs in a process that plays blocks, and the words it shares with the one that asks.

Messages are pickles with their lengths before them. One thread listens, so that a halt is heard
in the middle of a block; the end of the input ends the process at once.
"""

from __future__ import annotations

import os
import pickle
import struct
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue
from typing import IO, Any

import numpy as np

from outwit.core.errors import OutwitError, RuleError
from outwit.play.backends.parcel import Parcel, unpack
from outwit.play.worker import Block, Played, Worker

_LENGTH = struct.Struct("<Q")


@dataclass(frozen=True)
class Play:
    """Play a block of the sitting with this key; the parcel comes with its first block."""

    number: int
    key: str
    parcel: Parcel | None
    forget: str | None
    block: Block
    record: bool


@dataclass(frozen=True)
class Halt:
    """Drop this block and those asked before it."""

    number: int


def send(to: IO[bytes], message: object) -> None:
    """Write one message."""
    data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    to.write(_LENGTH.pack(len(data)) + data)
    to.flush()


def receive(of: IO[bytes]) -> Any:
    """Read one message; EOFError when there will be no more."""
    (length,) = _LENGTH.unpack(_exactly(of, _LENGTH.size))
    return pickle.loads(_exactly(of, length))


def _exactly(of: IO[bytes], count: int) -> bytes:
    data = of.read(count)
    if len(data) < count:
        raise EOFError
    return data


class _Player:
    """Plays what it is asked, in the main thread; `hear` is called by the one that listens."""

    def __init__(self) -> None:
        self.asked: SimpleQueue[Play] = SimpleQueue()
        self.flag = np.zeros(1, np.int64)
        self.lock = threading.Lock()
        self.current = self.halted = 0
        self.workers: dict[str, Worker] = {}

    def hear(self, message: Play | Halt) -> None:
        if isinstance(message, Play):
            self.asked.put(message)
            return
        with self.lock:
            self.halted = message.number
            if self.current <= self.halted:
                self.flag[0] = 1

    def answer(self, play: Play) -> Played | None:
        if play.forget is not None:
            self.workers.pop(play.forget, None)
        if play.parcel is not None:
            self.workers[play.key] = Worker(unpack(play.parcel), self.flag)
        with self.lock:
            if play.number <= self.halted:
                return None
            self.flag[0] = 0
            self.current = play.number
        return self.workers[play.key].play(play.block, record=play.record)


def main() -> None:
    """The whole life of a process that plays blocks."""
    answers = os.fdopen(os.dup(1), "wb")
    # What rules or libraries print must not get between the messages.
    os.dup2(2, 1)
    player = _Player()
    threading.Thread(target=_listen, args=(player.hear,), daemon=True).start()
    while True:
        play = player.asked.get()
        answer: Played | BaseException | None
        try:
            answer = player.answer(play)
        except OutwitError as error:
            answer = error
        except Exception as error:
            answer = RuleError(f"{type(error).__name__} in a process that plays: {error}")
        send(answers, answer)


def _listen(hear: Callable[[Play | Halt], None]) -> None:
    try:
        while True:
            hear(receive(sys.stdin.buffer))
    except BaseException:  # whoever asked is gone
        os._exit(0)


__all__ = ["Halt", "Play", "main", "receive", "send"]
