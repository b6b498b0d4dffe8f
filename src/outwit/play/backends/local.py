"""The process of a cluster on this machine: prints its address, ends when its input ends."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import threading

PATIENCE = 3.0
"""Seconds that workers get to end by themselves."""


def main(workers: int) -> None:
    """Start a scheduler and so many workers with one thread each; stay until told to end."""
    import distributed

    # What workers print must not come where the address is read.
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    with tempfile.TemporaryDirectory(prefix="outwit-cluster-") as folder:
        cluster = distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            dashboard_address=":0",
            local_directory=folder,
            silence_logs=50,
        )
        print(cluster.scheduler_address, file=out, flush=True)
        sys.stdin.buffer.read()
        last = threading.Timer(PATIENCE, _end_all)
        last.daemon = True
        last.start()
        cluster.close(timeout=PATIENCE)
    _end_all()


def _end_all() -> None:
    """Whoever is left of this session of processes."""
    os.killpg(os.getpgid(0), signal.SIGKILL)
