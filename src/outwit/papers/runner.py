"""The runner: claims in, entries out, several at a time, the answer so far on Ctrl-C."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace

from outwit.core.errors import Refused
from outwit.papers.claim import Claim, Paper
from outwit.papers.entry import Entry, unmeasured
from outwit.papers.judge import (
    CONTRADICTED,
    NOT_MEASURABLE,
    REPRODUCED,
    Verdict,
    judge,
)
from outwit.papers.lab import Interrupted, Lab


class Silence:
    """Hears how a run comes along and says nothing; what a screen derives from."""

    def begin(self, claims: int) -> None:
        """So many claims will be measured."""

    def start(self, claim: Claim) -> None:
        """A thread begins with a claim."""

    def progress(self, done: int, total: int, estimate: str) -> None:
        """The measurement of the calling thread has come so far."""

    def judged(self, entry: Entry) -> None:
        """A claim has its verdict under a reading."""


@dataclass
class Run:
    """What came of a run: entries in the order of the claims, and whether it was broken off."""

    entries: list[Entry] = field(default_factory=list)
    interrupted: bool = False
    seconds: float = 0.0

    def of(self, paper: Paper) -> list[Entry]:
        """The entries of a paper."""
        return [e for e in self.entries if e.claim.id.split(".")[0] == paper.name]


Job = tuple[Paper, list[Claim]]


def reproduce(
    chosen: Sequence[tuple[Paper, Sequence[Claim]]],
    *,
    full: bool = False,
    seed: int = 1,
    threads: int | None = None,
    screen: Silence | None = None,
) -> Run:
    """Measure and judge claims of papers. Two runs at one seed give the same entries."""
    screen = Silence() if screen is None else screen
    lab = Lab(seed=seed, full=full, watcher=screen)
    jobs = [job for paper, claims in chosen for job in _jobs(paper, claims)]
    screen.begin(sum(len(claims) for _, claims in jobs))
    started = time.perf_counter()
    found: list[Entry] = []
    lock = threading.Lock()

    def keep(entry: Entry) -> None:
        with lock:
            found.append(entry)
            screen.judged(entry)

    with ThreadPoolExecutor(threads or os.cpu_count() or 1, "outwit-claim") as pool:
        futures = [pool.submit(_work, job, lab, screen, keep) for job in jobs]
        interrupted = _all_done(futures, lab)
    place = {c.id: i for i, c in enumerate(c for _, claims in chosen for c in claims)}
    found.sort(key=lambda e: (place[e.claim.id], e.claim.readings.index(e.reading)))
    return Run(_with_readings(found), interrupted, time.perf_counter() - started)


def _jobs(paper: Paper, claims: Sequence[Claim]) -> list[Job]:
    """Claims that share a measurement go together, so that no thread waits for another."""
    groups: dict[str, list[Claim]] = {}
    for claim in claims:
        groups.setdefault(claim.shares or claim.id, []).append(claim)
    return [(paper, group) for group in groups.values()]


def _all_done(futures: Sequence[Future[None]], lab: Lab) -> bool:
    """Wait for all; an error ends the run, Ctrl-C ends it with what is there."""
    pending = set(futures)
    try:
        while pending:
            done, pending = wait(pending, timeout=0.2, return_when=FIRST_COMPLETED)
            for future in done:
                future.result()
    except KeyboardInterrupt:
        _give_up(futures, lab)
        return True
    except BaseException:
        _give_up(futures, lab)
        raise
    return False


def _give_up(futures: Sequence[Future[None]], lab: Lab) -> None:
    lab.stop[0] = 1
    for future in futures:
        future.cancel()


def _work(job: Job, lab: Lab, screen: Silence, keep: Callable[[Entry], None]) -> None:
    paper, claims = job
    try:
        for claim in claims:
            screen.start(claim)
            for reading in claim.readings:
                lab.check()
                keep(measure(paper, claim, reading, lab))
    except Interrupted:
        return


def measure(paper: Paper, claim: Claim, reading: str, lab: Lab) -> Entry:
    """One claim under one reading."""
    if claim.measure is None:
        return unmeasured(claim, reading, claim.cannot)
    started = time.perf_counter()
    try:
        measured = claim.measure(lab, reading)
    except Refused as reason:
        return unmeasured(claim, reading, str(reason))
    verdict = judge(claim.printed, measured)
    seconds = time.perf_counter() - started
    return Entry(claim, reading, measured, verdict, seconds, paper.is_fault(reading))


def _with_readings(entries: list[Entry]) -> list[Entry]:
    """A contradicted claim says under which other reading, or fault, its print comes out."""
    by_claim: dict[str, list[Entry]] = {}
    for entry in entries:
        by_claim.setdefault(entry.claim.id, []).append(entry)
    return [_explained(entry, by_claim[entry.claim.id]) for entry in entries]


def _explained(entry: Entry, siblings: Sequence[Entry]) -> Entry:
    if entry.verdict.word in (REPRODUCED, NOT_MEASURABLE) or entry.fault:
        return entry
    words = [entry.verdict.why]
    if entry.verdict.word == CONTRADICTED and entry.claim.note:
        words.append(entry.claim.note)
    agreeing = [e for e in siblings if e is not entry and e.verdict.word == REPRODUCED]
    readings = [e.reading for e in agreeing if not e.fault]
    faults = [e.reading for e in agreeing if e.fault]
    if readings:
        words.append(f"It comes back under the reading {' and '.join(readings)}.")
    if faults:
        words.append(f"The print comes out with the fault {' or '.join(faults)}.")
    why = " ".join(words)
    return replace(entry, verdict=Verdict(**{**vars(entry.verdict), "why": why}))
