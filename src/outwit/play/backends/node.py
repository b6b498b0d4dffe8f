"""What a worker of a cluster does: sittings are unpacked once, blocks are played on them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from queue import Empty, SimpleQueue

from outwit.play.backends.parcel import Parcel, unpack
from outwit.play.sitting import Sitting
from outwit.play.worker import Block, Played, Worker

SITTINGS = 16
"""How many sittings a worker keeps ready; the one unused longest is forgotten."""


def carry(parcel: Parcel) -> Parcel:
    """The task that brings a sitting to a worker once, however many blocks follow."""
    return parcel


_lock = threading.Lock()
_ready: OrderedDict[str, tuple[Sitting, SimpleQueue[Worker]]] = OrderedDict()


def play(parcel: Parcel, block: Block, record: bool) -> Played | None:
    """The task that plays one block."""
    sitting, free = _sitting(parcel)
    try:
        worker = free.get_nowait()
    except Empty:
        with _lock:  # compiling is not for threads
            worker = Worker(sitting)
    try:
        return worker.play(block, record=record)
    finally:
        free.put(worker)


def _sitting(parcel: Parcel) -> tuple[Sitting, SimpleQueue[Worker]]:
    with _lock:
        if parcel.key not in _ready:
            _ready[parcel.key] = (unpack(parcel), SimpleQueue())
        _ready.move_to_end(parcel.key)
        while len(_ready) > SITTINGS:
            _ready.popitem(last=False)
        return _ready[parcel.key]


__all__ = ["carry", "play"]
