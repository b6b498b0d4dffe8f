"""Decision processes as users reach them: `respond` with a method, in Python and in words."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import outwit
from outwit import States
from outwit.core.errors import RuleError, UsageError
from outwit.core.records import Own, Table
from outwit.games.kuhn import Kuhn
from outwit.solve.planning import Planned


def planned(word: str, *agents: str, **options: Any) -> Planned:
    found = outwit.respond(word, ["me", *agents], **options)
    assert isinstance(found, Planned)
    return found


@pytest.mark.parametrize("method", ["policy-iteration", "value-iteration"])
@pytest.mark.parametrize(
    ("word", "agent"), [("kuhn", "random"), ("leduc", "steady"), ("holdem", "threshold")]
)
def test_on_information_sets_it_is_the_best_response(method: str, word: str, agent: str) -> None:
    found = planned(word, agent, method=method)
    best = outwit.respond(word, ["me", agent])
    assert found.exact == best.exact
    assert found.best == pytest.approx(best.mean, abs=1e-12)
    assert found.bound == pytest.approx(best.mean, abs=1e-9)
    assert found.payoffs.exact_mean == best.exact


def test_one_seat_alone_is_planned_for(tree: Any) -> None:
    found = outwit.respond("kuhn", ["random", "me"], order="fixed", method="policy-iteration")
    assert found.value == (None, pytest.approx(5 / 12))
    assert found.exact == Fraction(5, 12)


def test_the_papers_policy_against_random_in_fractions() -> None:
    """1,000 states, sufficient; the mean of table 3 and its deviation to the printed digits."""
    found = planned("holdem", "random", method="policy-iteration", states="paper")
    assert found.process is not None
    assert (found.process.size, found.process.pairs) == (1000, 2230)
    assert found.exact == Fraction(19285, 22032)
    assert found.payoffs.sd == pytest.approx(2.127, abs=0.002)
    assert sum(chance for _, chance in found.payoffs.exact or ()) == 1
    assert 2 <= (found.plan.rounds if found.plan else 0) <= 5


def test_a_discount_is_paid_for() -> None:
    """The policy of a discounted process is told by what it really gets: never more."""
    whole = planned("holdem", "threshold", method="policy-iteration", states="paper-range")
    means = [
        planned(
            "holdem", "threshold", method="policy-iteration", states="paper-range", discount=d
        ).mean
        for d in (0.9, 0.5)
    ]
    assert whole.mean == pytest.approx(whole.best, abs=1e-12)
    assert max(means) < whole.mean - 1e-3


def test_on_coarse_states_the_program_is_better_and_proved() -> None:
    process = planned("holdem", "threshold", method="policy-iteration", states="paper")
    program = planned("holdem", "threshold", method="program", states="paper")
    assert process.process is not None
    assert process.process.spread > 0.1
    assert process.mean < program.mean < program.best
    assert process.bound > program.bound  # what an approximate process promises is no bound
    assert program.mean == pytest.approx(program.bound, abs=1e-9)


@pytest.mark.parametrize("states", [None, "paper", "paper-range"])
def test_the_saved_policy_gets_what_was_told(states: str | None, tmp_path: Path) -> None:
    """Also where the opponent never lets some states happen."""
    found = planned("holdem", "threshold", method="policy-iteration", states=states)
    path = str(tmp_path / "plan.agent")
    outwit.save(found.agent(), path)
    row = outwit.match("holdem", [path, "threshold"], exact=True).of(1)
    assert row.exact == str(found.exact)
    assert row.sd == pytest.approx(found.payoffs.sd, abs=1e-12)


def test_json_has_the_keys_of_a_response_and_how_it_was_found() -> None:
    found = planned("kuhn", "random", method="value-iteration", discount=0.9).as_json()
    first = "value mean exact thresholds agents order method states size pairs spread"
    then = "discount tolerance ties rounds sweeps bound best sd variance payoffs seconds"
    assert list(found) == [*first.split(), *then.split()]
    assert (found["size"], found["pairs"], found["discount"]) == (12, 24, 0.9)
    assert sum(chance for _, chance in found["payoffs"]) == pytest.approx(1.0)
    assert float(Fraction(found["variance"])) == pytest.approx(found["sd"] ** 2)


def test_the_answer_in_words() -> None:
    text = str(planned("holdem", "random", method="policy-iteration", states="paper"))
    assert "1,000 states, 2,230 pairs of a state and a move" in text
    assert "19285/22032 = 0.8753177 a game, standard deviation 2.128" in text
    assert "Nothing gets more" in text
    assert "second_0.5_1_T_TT_AJKQT     raise" in text
    assert max(len(line) for line in text.splitlines()) <= 80
    coarse = str(planned("holdem", "threshold", method="policy-iteration", states="paper"))
    assert "too coarse for a decision process" in coarse
    program = str(planned("holdem", "threshold", method="program", states="paper"))
    assert "proved" in program


@dataclass(frozen=True)
class Nothing(States):
    game: Kuhn
    count = 1

    def feature(self, table: Table, own: Own, seat: int) -> int:
        return 0


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"method": "policy"}, "Did you mean policy-iteration"),
        ({"method": "program"}, "name some with --states"),
        ({"method": "program", "states": "seen", "discount": 0.9}, "leave out the discount"),
        ({"method": "policy-iteration", "discount": -0.1}, "from 0 to 1"),
        ({"method": "value-iteration", "tolerance": 0.0}, "above 0"),
        ({"discount": 0.9}, "give a method too"),
        ({"states": "seen"}, "give a method too"),
        ({"method": "policy-iteration", "states": "sen"}, 'No state space "sen"'),
    ],
)
def test_wishes_without_sense_are_told(options: Any, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        outwit.respond("kuhn", ["me", "random"], **options)


def test_theories_have_no_process() -> None:
    with pytest.raises(UsageError, match="answered by its theory"):
        outwit.respond("blackjack", ["me", "nash"], method="policy-iteration")


def test_all_sets_as_one_state_is_still_a_policy() -> None:
    """Kuhn with one state for everything: always pass, or always bet; the better of the two."""
    game = outwit.game("kuhn")
    found = outwit.respond(game, ["me", "random"], method="program", states=Nothing(game))
    always = [np.mean([v or 0 for v in found.value])]
    assert found.mean == pytest.approx(always[0])
    # To bet always: what is called is even; folded to is half of all games first, a quarter second.
    assert found.exact == (Fraction(1, 2) + Fraction(1, 4)) / 2
    leduc = outwit.game("leduc")
    with pytest.raises(RuleError, match="different moves"):
        outwit.respond(
            leduc,
            ["me", "random"],
            method="policy-iteration",
            states=Nothing(leduc),  # type: ignore[arg-type]
        )
