"""Runs of claims: the same at any number of threads, alone or together, and broken off."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from outwit.core.errors import Refused, UsageError
from outwit.papers.claim import Claim, Paper, Sentence
from outwit.papers.entry import FIELDS, as_plain, tally
from outwit.papers.judge import CONTRADICTED, NOT_MEASURABLE, REPRODUCED, UNDECIDED
from outwit.papers.lab import Lab
from outwit.papers.measured import Exact
from outwit.papers.printed import Constant, Count, Words
from outwit.papers.runner import Silence, reproduce
from outwit.papers.shelf import choose
from outwit.play.where import Where


def facts(paper: Paper, **how: Any) -> list[dict[str, Any]]:
    run = reproduce([(paper, paper.claims)], **how)
    return [{k: v for k, v in as_plain(e).items() if k != "seconds"} for e in run.entries]


def test_entries_are_the_same_at_any_number_of_threads(kuhn: Paper) -> None:
    assert facts(kuhn, where=Where(threads=1)) == facts(kuhn, where=Where(threads=4))
    assert facts(kuhn, where=Where(threads=1)) != facts(kuhn, where=Where(threads=1), seed=2)


def test_a_claim_alone_gives_what_it_gives_among_all(kuhn: Paper) -> None:
    among = [f for f in facts(kuhn) if f["id"] == "kuhn.text.loses"]
    alone = reproduce([(kuhn, [c for c in kuhn.claims if c.id == "kuhn.text.loses"])]).entries
    assert among[0]["measured"] == as_plain(alone[0])["measured"]


def test_verdicts_and_keys(kuhn: Paper) -> None:
    found = facts(kuhn)
    assert [(f["id"], f["reading"], f["verdict"]) for f in found] == [
        ("kuhn.value.mean", "text", REPRODUCED),
        ("kuhn.value.mean", "never", REPRODUCED),
        ("kuhn.value.wins", "text", CONTRADICTED),
        ("kuhn.text.loses", "text", REPRODUCED),
    ]
    assert set(found[0]) | {"seconds"} == set(FIELDS)
    assert found[0]["low"] < -1 / 18 < found[0]["high"]


def with_print(kuhn: Paper, printed: Any, measure: Any = None) -> str:
    """The verdict on the made-up claim with another print, or another measurement."""
    claim = next(c for c in kuhn.claims if c.id == "kuhn.value.wins")
    changed = replace(claim, printed=printed, measure=measure or claim.measure)
    (entry,) = reproduce([(kuhn, [changed])]).entries
    return entry.verdict.word


def test_a_print_changed_by_hand_changes_the_verdict(kuhn: Paper) -> None:
    assert with_print(kuhn, Count(495, 1_000)) == REPRODUCED
    assert with_print(kuhn, Count(595, 1_000)) == CONTRADICTED


def test_too_few_games_leave_it_open(kuhn: Paper) -> None:
    claim = next(c for c in kuhn.claims if c.id == "kuhn.value.wins")

    def few(lab: Lab, reading: str) -> Any:
        assert claim.measure is not None
        played = Lab(seed=lab.seed)
        played.games = lambda *, quick, full: 20  # type: ignore[method-assign]
        return claim.measure(played, reading)

    assert with_print(kuhn, Count(560, 1_000), few) == UNDECIDED


def paper_of(*claims: Claim, **more: Any) -> Paper:
    return Paper("made", "Made up", "nowhere", claims, {"text": "Text"}, **more)


def test_what_cannot_be_measured_says_why() -> None:
    def refuses(lab: Lab, reading: str) -> Any:
        raise Refused("No such table.")

    given = Claim("made.text.a", "a", Constant(1.0, 1.0), None, cannot="the data are lost")
    found = Claim("made.text.b", "b", Constant(1.0, 1.0), refuses)
    run = reproduce([(paper_of(given, found), [given, found])])
    assert [e.verdict.word for e in run.entries] == [NOT_MEASURABLE] * 2
    assert [e.verdict.why for e in run.entries] == ["the data are lost", "No such table."]
    assert tally(run.entries)[NOT_MEASURABLE] == 2


def test_a_mistake_in_a_measurement_is_not_swallowed() -> None:
    def broken(lab: Lab, reading: str) -> Any:
        raise ZeroDivisionError

    claim = Claim("made.text.a", "a", Constant(1.0, 1.0), broken)
    with pytest.raises(ZeroDivisionError):
        reproduce([(paper_of(claim), [claim])])


def test_broken_off_it_gives_what_is_there() -> None:
    """Ctrl-C, raised where the screen hears of the second claim: the first one is kept."""
    second = threading.Event()

    def slow(lab: Lab, reading: str) -> Any:
        second.set()
        while True:
            lab.progress(0, 1)

    class Screen(Silence):
        pass

    first = Claim("made.text.a", "a", Constant(1.0, 1.0), lambda lab, reading: Exact(1.0))
    endless = Claim("made.text.b", "b", Constant(1.0, 1.0), slow)
    paper = paper_of(first, endless)

    def interrupt() -> None:
        import _thread

        second.wait()
        _thread.interrupt_main()

    helper = threading.Thread(target=interrupt)
    helper.start()
    run = reproduce([(paper, paper.claims)], where=Where(threads=1), screen=Screen())
    helper.join()
    assert run.interrupted
    assert [e.claim.id for e in run.entries] == ["made.text.a"]


def test_another_reading_that_brings_it_back_is_named(kuhn: Paper) -> None:
    from outwit.papers.claim import Reading

    values = {"text": 1.0, "other": 2.0, "slip": 2.0}
    claim = Claim(
        "made.text.a",
        "a",
        Constant(2.0, 0.1),
        lambda lab, reading: Exact(values[reading]),
        readings=("text", "other", "slip"),
        note="A known riddle.",
    )
    readings = [Reading("other", "taken otherwise"), Reading("slip", "a slip", fault=True)]
    run = reproduce([(paper_of(claim, readings=readings), [claim])])
    main = run.entries[0]
    assert main.verdict.word == CONTRADICTED
    assert main.because == (
        "A known riddle. It comes back under the reading other. "
        "The print comes out with the fault slip."
    )
    assert main.because in main.verdict.why


def test_papers_that_contradict_themselves_are_refused() -> None:
    claim = Claim("made.text.a", "a", Constant(1.0, 1.0), lambda lab, reading: Exact(1.0))
    with pytest.raises(UsageError, match="Two claims"):
        paper_of(claim, claim)
    with pytest.raises(UsageError, match="no reading"):
        paper_of(replace(claim, readings=("odd",)))
    with pytest.raises(UsageError, match="no section"):
        paper_of(replace(claim, id="made.table9.a"))
    with pytest.raises(UsageError, match=r"no claim made\.text\.b"):
        paper_of(claim, sentences=[Sentence("page 1", "so it is", ("made.text.b",))])
    with pytest.raises(UsageError, match="tested"):
        Claim("made.text.a", "a", Words(), lambda lab, reading: Exact(1.0), says="so it is")


def test_words_pick_claims(kuhn_file: Any) -> None:
    with pytest.raises(UsageError, match="No paper"):
        choose(["no-such-paper"])
    ((book, claims),) = choose([str(kuhn_file)])
    assert book.name == "kuhn"
    assert len(claims) == 3


def test_a_run_that_was_broken_off_goes_on_where_it_was(
    kuhn: Paper, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What was measured before is not measured again, and the entries are the same bits."""
    from outwit.store.run import Run

    monkeypatch.setenv("OUTWIT_RUNS", str(tmp_path))
    with Run("night") as run:
        part = reproduce([(kuhn, kuhn.claims[:1])], where=Where(keeper=run))
    assert len(part.entries) == 2

    played: list[str] = []

    class Heard(Silence):
        def progress(self, done: int, total: int, estimate: str) -> None:
            played.append(estimate)

    def again() -> list[dict[str, Any]]:
        with Run("night") as run:
            return facts(kuhn, where=Where(keeper=run), screen=Heard())

    whole = again()
    assert played
    played.clear()
    assert again() == whole == facts(kuhn)
    assert not played


def test_kept_measurements_of_another_effort_are_refused(
    kuhn: Paper, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from outwit.core.errors import NotTheSame
    from outwit.store.run import Run

    monkeypatch.setenv("OUTWIT_RUNS", str(tmp_path))
    with Run("night") as run:
        reproduce([(kuhn, kuhn.claims)], where=Where(keeper=run))
    with Run("night") as run, pytest.raises(NotTheSame):
        reproduce([(kuhn, kuhn.claims)], where=Where(keeper=run), seed=2)
