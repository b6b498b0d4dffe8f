"""The paper `bluff`: its figures against one another, its index, its readings, its answers."""

from __future__ import annotations

import math
from itertools import permutations

import numpy as np
import pytest

from outwit.agents.bluff_learner import Learner
from outwit.papers.bluff import answers, evolution, numbers, scan, stability
from outwit.papers.bluff.readings import AGENTS, BEST, NAMED, OPTIONS, Taken, all_taken, line_up
from outwit.papers.claim import Claim, Paper
from outwit.papers.judge import CONTRADICTED, REPRODUCED, judge
from outwit.papers.lab import Lab
from outwit.papers.measured import Frequency
from outwit.papers.printed import Words
from outwit.papers.shelf import paper


@pytest.fixture(scope="module")
def bluff() -> Paper:
    return paper("bluff")


def claim(bluff: Paper, name: str) -> Claim:
    (found,) = [c for c in bluff.claims if c.id == f"bluff.{name}"]
    return found


# What is printed ------------------------------------------------------------------------------


def test_every_cell_of_the_papers_tables_and_figures_is_a_claim(bluff: Paper) -> None:
    cells = {s: sum(c.section == s for c in bluff.claims) for s in bluff.sections}
    assert cells["table2"] == 4 * 4
    assert cells["table3"] == 24 * 4 + 2 * 4
    assert cells["table4"] == 2 * 4 + 2 * 3  # No-Bluff's 0.0 % of no calls is no share
    assert cells["table5"] == 4 * 4
    assert cells["table6"] == 3 * 4 + 1 + 1
    assert cells["table7"] == 3 * 6
    assert cells["figure9"] == cells["figure10"] == cells["figure12"] == 4


def test_run_orders_are_all_orders_of_four() -> None:
    assert set(numbers.TABLE_3) == {"".join(p) for p in permutations("1234")}
    assert numbers.order_of("2413") == ("smart", "anxious", "no-bluff", "learner")


def test_every_sentence_about_games_is_in_the_index(bluff: Paper) -> None:
    """The index of sentences names every claim that stands for words of the paper, and only those
    that are there; a claim that no sentence names would be nobody's."""
    named = {claim_id for sentence in bluff.sentences for claim_id in sentence.claims}
    words = {c.id for c in bluff.claims if isinstance(c.printed, Words)}
    ours = {c.id for c in bluff.claims if c.section == "sums"}  # not the paper's: its own check
    assert words - named <= ours
    assert len(bluff.sentences) >= 60


# Readings -------------------------------------------------------------------------------------


def test_options_are_scanned_in_all_combinations() -> None:
    assert len(OPTIONS) >= 8
    assert len(scan.FIRST) >= 8
    readings = set(all_taken())
    assert len(readings) == math.prod(len(values) for values in OPTIONS.values())
    assert set(NAMED.values()) <= readings


def test_a_reading_reaches_game_and_agents() -> None:
    taken = Taken(win="at-once", calls="seldom", threshold="all", lays="one", ties="lowest")
    no_bluff, smart, learner, anxious = line_up(AGENTS, taken)
    assert no_bluff.game.win == "at-once"
    assert (smart.two, smart.three, smart.below) == (0.25, 0.5, 3)  # type: ignore[attr-defined]
    assert (learner.ties, learner.below) == ("lowest", 3)  # type: ignore[attr-defined]
    assert (anxious.lays, anxious.below) == ("one", 3)  # type: ignore[attr-defined]
    assert isinstance(learner, Learner)


def test_the_maps_verdicts_are_the_judges() -> None:
    """Cell by cell, on made-up wins: the scan's quick form of the rule and the rule itself."""
    rng = np.random.default_rng(3)
    cells = scan.cells()
    tried = np.full((1, len(cells)), 240)
    wins = rng.integers(0, 241, (1, len(cells)))
    wins[0, :3] = (0, 240, 1)
    quick = scan.contradicted(wins, tried)[0]
    prints = [c for c in paper("bluff").claims if c.section in ("table3", "table2")]
    known = {c.id: c.printed for c in prints}
    checked = 0
    for i, cell in enumerate(cells):
        run, _, name = cell.name.partition(" ")
        printed = known.get(f"bluff.table3.{run}.{name}")
        if cell.table == "table 3" and printed is not None:
            word = judge(printed, Frequency(int(wins[0, i]), 240)).word
            assert (word == CONTRADICTED) == quick[i], cell.name
            checked += 1
    assert checked == 96


def test_rows_of_the_scan_are_the_run_orders() -> None:
    """Table 3 in one go, order by order, agrees with each order played alone: 96 rates of 2,000
    games against 4,000; five deviations of each leave an error below 1 in 10,000."""
    lab, taken = Lab(seed=5), NAMED["text"]
    wins = scan.table_3_wins(lab, taken, 24 * 2_000)
    for row, run in enumerate(("1234", "4321")):
        names = numbers.order_of(run)
        alone = lab.play(line_up(names, taken)[0].game, line_up(names, taken), 4_000)
        at = list(numbers.TABLE_3).index(run)
        for i, name in enumerate(AGENTS):
            rate = alone.wins(names.index(name), names.index(name)).value
            sd = math.sqrt(0.25 * (1 / 2_000 + 1 / 4_000))
            assert abs(wins[at, i] / 2_000 - rate) < 5 * sd, (row, name)


# Evolution and answers --------------------------------------------------------------------------


def test_eliminations_of_table_5_follow_from_its_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given the printed shares as certain, one evolution goes as the table says."""
    shares = dict(numbers.TABLE_5)

    class Sure:
        def multinomial(self, games: int, rates: np.ndarray) -> np.ndarray:
            return np.rint(games * rates)

    def known(lab: Lab, reading: str, names: tuple[str, ...]) -> np.ndarray:
        return np.array([*shares[names], 0]) / 100

    monkeypatch.setattr(evolution, "rates", known)
    last = evolution.evolve(Lab(), "text", numbers.TABLE_5[0][0], Sure())  # type: ignore[arg-type]
    assert last == ("smart",) * 4


def test_pay_offs_are_as_precise_as_promised() -> None:
    table = stability.payoffs(Lab(seed=2), BEST, stability.INVADERS, 6)
    assert len(table.entries) == 7
    assert table.widest <= 0.005
    for counts, row in table.entries.items():
        total = sum(n * e.mean for n, e in zip(counts, row, strict=True) if e is not None)
        assert total == pytest.approx(1.0, abs=1e-3)  # all but a few games are somebody's


@pytest.mark.parametrize("rival", ["no-bluff", "smart"])
def test_a_learner_beats_who_never_doubts_and_who_doubts_by_its_hand(
    rival: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "TRAINING", (40_000, 40_000))
    monkeypatch.setattr(answers, "TESTS", (24_000, 24_000))
    share, fair = answers.wins(answers.answer(Lab(seed=4), (rival,) * 3))
    low, _ = share.interval(1e-6)
    assert fair == 0.5
    assert low > fair


# Claims by hand -------------------------------------------------------------------------------


def test_arithmetic_finds_the_papers_slips(bluff: Paper) -> None:
    lab = Lab()
    for name, exact, fault in (
        ("constants.runs.size", 459, "confidence-95"),
        ("table6.phi.all", 75, "divided-twice"),
    ):
        it = claim(bluff, name)
        assert it.measure is not None
        assert it.measure(lab, "text").value == exact
        assert judge(it.printed, it.measure(lab, "text")).word == CONTRADICTED
        assert judge(it.printed, it.measure(lab, fault)).word == REPRODUCED
        assert bluff.is_fault(fault)


def test_honesty_is_the_only_equilibrium_of_table_8(bluff: Paper) -> None:
    import nashpy

    moves = [("bluff", "no bluff"), ("challenge", "no contest")]
    a, b = (
        np.array([[numbers.TABLE_8[x, y][k] for y in moves[1]] for x in moves[0]]) for k in (0, 1)
    )
    found = list(nashpy.Game(a, b).support_enumeration())
    assert len(found) == 1
    assert [list(side) for side in found[0]] == [[0.0, 1.0], [0.0, 1.0]]
    for name in ("honest", "exists"):
        it = claim(bluff, f"table8.equilibrium.{name}")
        assert it.measure is not None
        assert it.measure(Lab(), "text").value > 0
