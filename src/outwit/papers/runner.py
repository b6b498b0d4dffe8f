"""The runner: claims in, entries out, several at a time, the answer so far on Ctrl-C."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Protocol

from outwit.core.errors import NotTheSame, Refused
from outwit.papers.beyond import Beyond, Found
from outwit.papers.claim import Claim, Measure, Paper
from outwit.papers.entry import Entry, unmeasured
from outwit.papers.judge import (
    CONTRADICTED,
    NOT_MEASURABLE,
    REPRODUCED,
    judge,
)
from outwit.papers.kept import Kept, as_kept, marks_of, name_of, packed, unpacked
from outwit.papers.lab import Interrupted, Lab, Silent, Watcher
from outwit.play.backends import cores
from outwit.play.where import HERE, Where


class Screen(Watcher, Protocol):
    """Hears how a run comes along, from several threads at once."""

    def begin(self, cost: float) -> None:
        """The run's pieces cost so much together."""

    def start(self, name: str) -> None:
        """The calling thread begins with a claim, or a question beyond the paper."""

    def finish(self, cost: float) -> None:
        """The calling thread is done with a piece that cost so much."""


class Silence(Silent):
    """Hears everything and says nothing."""

    def begin(self, cost: float) -> None:
        pass

    def start(self, name: str) -> None:
        pass

    def finish(self, cost: float) -> None:
        pass


@dataclass
class Run:
    """What came of a run: entries in the order of the claims, and whether it was broken off.

    `found` holds the answers beyond the papers, by paper and name.
    """

    entries: list[Entry] = field(default_factory=list)
    found: dict[tuple[str, str], Found] = field(default_factory=dict)
    interrupted: bool = False
    seconds: float = 0.0

    def of(self, paper: Paper) -> list[Entry]:
        """The entries of a paper."""
        return [e for e in self.entries if e.claim.id.split(".")[0] == paper.name]


def reproduce(
    chosen: Sequence[tuple[Paper, Sequence[Claim]]],
    *,
    full: bool = False,
    beyond: bool = False,
    seed: int = 1,
    where: Where = HERE,
    screen: Screen | None = None,
) -> Run:
    """Measure and judge claims of papers. Two runs at one seed give the same entries.

    `beyond` also answers what lies beyond the papers, of those that were chosen whole.
    `where.threads` claims are measured at a time; its keeper keeps each measurement.
    """
    runner = _Runner(Silence() if screen is None else screen, full, seed, where)
    return runner.run(chosen, beyond)


class _Runner:
    """One run: what was found so far, and who works on what."""

    def __init__(self, screen: Screen, full: bool, seed: int, where: Where) -> None:
        self.screen = screen
        self.where = where
        self.lab = Lab(seed=seed, full=full, watcher=screen, where=where)
        self.marks: dict[str, tuple[Any, ...]] = {}
        self.lock = threading.Lock()
        self.result = Run()

    def run(self, chosen: Sequence[tuple[Paper, Sequence[Claim]]], beyond: bool) -> Run:
        started = time.perf_counter()
        if self.where.keeper is not None:
            self.marks = dict(marks_of([paper for paper, _ in chosen], self.lab))
            self.where.expect(pieces=sum(len(c.readings) for _, cs in chosen for c in cs))
        threads = self.where.threads or cores()
        jobs = self._ordered(chosen, beyond, threads)
        self.screen.begin(sum(cost for cost, _ in jobs))
        with ThreadPoolExecutor(threads, "outwit-claim") as pool:
            futures = [pool.submit(self._work, cost, job) for cost, job in jobs]
            self.result.interrupted = self._all_done(futures)
        place = {c.id: i for i, c in enumerate(c for _, claims in chosen for c in claims)}
        entries = self.result.entries
        entries.sort(key=lambda e: (place[e.claim.id], e.claim.readings.index(e.reading)))
        self.result.entries = _with_readings(entries)
        self.result.seconds = time.perf_counter() - started
        return self.result

    def _jobs(self, paper: Paper, claims: Sequence[Claim]) -> Iterator[Job]:
        """Claims that share a measurement go together, so that no thread waits for another."""
        groups: dict[str, list[Claim]] = {}
        for claim in claims:
            groups.setdefault(claim.shares or claim.id, []).append(claim)
        for group in groups.values():
            yield sum(c.cost for c in group), partial(self._measure, paper, group)

    def _ordered(
        self, chosen: Sequence[tuple[Paper, Sequence[Claim]]], beyond: bool, threads: int
    ) -> list[Job]:
        """Claims, then questions, the longest first: what is short fills the threads in the end.

        The longest question begins beside the claims, lest it be waited for alone.
        """
        claims = [job for paper, some in chosen for job in self._jobs(paper, some)]
        questions: list[Job] = [
            (question.cost, partial(self._find, paper, question))
            for paper, some in chosen
            if beyond and len(some) == len(paper.claims)
            for question in paper.beyond
        ]
        for jobs in (claims, questions):
            jobs.sort(key=lambda job: -job[0])
        early = questions[: threads > 1]
        return [*early, *claims, *questions[len(early) :]]

    def _work(self, cost: float, job: Callable[[], None]) -> None:
        with contextlib.suppress(Interrupted):
            job()
            self.screen.finish(cost)

    def _measure(self, paper: Paper, claims: Sequence[Claim]) -> None:
        for claim in claims:
            self.screen.start(claim.id)
            for reading in claim.readings:
                self.lab.check()
                entry = self._entry(paper, claim, reading)
                with self.lock:
                    self.result.entries.append(entry)

    def _entry(self, paper: Paper, claim: Claim, reading: str) -> Entry:
        """Measured now, or kept from before."""
        if claim.measure is None:
            return unmeasured(claim, reading, claim.cannot)
        try:
            kept = self._kept(paper, claim, claim.measure, reading)
        except NotTheSame:  # a run that may not go on says nothing about the claim
            raise
        except Refused as reason:
            return unmeasured(claim, reading, str(reason))
        verdict = judge(claim.printed, kept)
        return Entry(claim, reading, kept, verdict, kept.seconds, paper.is_fault(reading))

    def _kept(self, paper: Paper, claim: Claim, measure: Measure, reading: str) -> Kept:
        def make() -> Kept:
            started = time.perf_counter()
            measured = measure(self.lab, reading)
            return as_kept(measured, time.perf_counter() - started)

        if self.where.keeper is None:
            return make()
        mark = self.marks[paper.name]
        name = name_of(claim, reading)
        return unpacked(self.where.piece(name, lambda: packed(make()), of=mark))

    def _find(self, paper: Paper, question: Beyond) -> None:
        self.lab.check()
        self.screen.start(f"{paper.name}, beyond: {question.title}")
        found = question.find(self.lab)
        with self.lock:
            self.result.found[paper.name, question.name] = found

    def _all_done(self, futures: Sequence[Future[None]]) -> bool:
        """Wait for all; an error ends the run, Ctrl-C ends it with what is there."""
        pending = set(futures)
        try:
            while pending:
                done, pending = wait(pending, timeout=0.2, return_when=FIRST_COMPLETED)
                for future in done:
                    future.result()
        except KeyboardInterrupt:
            self._give_up(futures)
            return True
        except BaseException:
            self._give_up(futures)
            raise
        return False

    def _give_up(self, futures: Sequence[Future[None]]) -> None:
        self.lab.stop[0] = 1
        for future in futures:
            future.cancel()


Job = tuple[float, Callable[[], None]]
"""What a piece costs, and what does it."""


def _with_readings(entries: list[Entry]) -> list[Entry]:
    """A contradicted claim says under which other reading, or fault, its print comes out."""
    by_claim: dict[str, list[Entry]] = {}
    for entry in entries:
        by_claim.setdefault(entry.claim.id, []).append(entry)
    return [_explained(entry, by_claim[entry.claim.id]) for entry in entries]


def _explained(entry: Entry, siblings: Sequence[Entry]) -> Entry:
    if entry.verdict.word in (REPRODUCED, NOT_MEASURABLE) or entry.fault:
        return entry
    words = []
    if entry.verdict.word == CONTRADICTED and entry.claim.note:
        words.append(entry.claim.note)
    agreeing = [e for e in siblings if e is not entry and e.verdict.word == REPRODUCED]
    readings = [e.reading for e in agreeing if not e.fault]
    faults = [e.reading for e in agreeing if e.fault]
    if readings:
        words.append(f"It comes back under the reading {' and '.join(readings)}.")
    if faults:
        words.append(f"The print comes out with the fault {' or '.join(faults)}.")
    because = " ".join(words)
    why = f"{entry.verdict.why} {because}".rstrip()
    return replace(entry, verdict=replace(entry.verdict, why=why), because=because)
