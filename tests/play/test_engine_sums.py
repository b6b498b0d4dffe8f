"""Sums, rows and intervals of a match against a slow computation from its games, one by one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from scipy.stats import t as student_law

import outwit
from outwit import OVER, Agent, Game, option
from outwit.core.game import MOST_UNITS
from outwit.core.interval import guard
from outwit.core.result import MatchResult
from outwit.play.loop import win_share
from outwit.play.match import Interrupted, match, play_match
from outwit.play.mirror import Final, Round
from outwit.play.score import result_of
from outwit.play.sitting import Sitting, line_up
from outwit.play.tally import Tally
from outwit.play.where import Where
from outwit.play.worker import Block, Worker

ONE = Where(threads=1)


class Slow:
    """A match of a sitting in plain Python: every game a fraction, nothing summed before."""

    def __init__(self, sitting: Sitting, games: int) -> None:
        self.sitting, self.games = sitting, games
        rounds = [Round(sitting, g) for g in range(games)]
        finals = [one.play() for one in rounds]
        seats = sitting.game.seats
        unit = Fraction(sitting.game.unit).limit_denominator(10**9)
        self.value = [[Fraction(0)] * seats for _ in range(games)]  # by game and place
        self.won = [[Fraction(0)] * seats for _ in range(games)]
        self.seat = [[0] * seats for _ in range(games)]
        for g, (one, final) in enumerate(zip(rounds, finals, strict=True)):
            for seat, place in enumerate(one.places):
                self.value[g][place] = final.payoffs[seat] * unit
                self.won[g][place] = self._won(final, seat)
                self.seat[g][place] = seat
        self.undecided = sum(final.ending != 0 for final in finals)

    def _won(self, final: Final, seat: int) -> Fraction:
        best = max(final.payoffs)
        if final.ending != 0 or final.payoffs[seat] < best:
            return Fraction(0)
        return Fraction(1, final.payoffs.count(best))

    def of(self, table: list[list[Fraction]], place: int, seat: int | None) -> list[Fraction]:
        return [
            table[g][place]
            for g in range(self.games)
            if seat is None or self.seat[g][place] == seat
        ]

    def groups(self, table: list[list[Fraction]], place: int) -> list[Fraction]:
        k = self.sitting.group
        return [sum(row[place] for row in table[g : g + k]) for g in range(0, self.games, k)]


def spread_of_mean(values: Sequence[Fraction]) -> Fraction:
    """The squared standard error of the mean."""
    n = len(values)
    mean = Fraction(sum(values)) / n
    return sum(((v - mean) ** 2 for v in values), Fraction(0)) / (n * (n - 1))


def sitting_of(word: str, specs: list[str], **seating: Any) -> Sitting:
    options = seating.pop("options", {})
    game = outwit.game(word, **options)
    seated = line_up([outwit.agent(game, spec) for spec in specs], game.seats)
    return Sitting(game, seated, 11, **seating)


SITTINGS = {
    "two seats, shared deals": sitting_of("leduc", ["steady", "threshold"]),
    "own deals": sitting_of("leduc", ["steady", "threshold"], deals="own"),
    "shuffled": sitting_of("kuhn", ["equilibrium", "random"], order="shuffled"),
    "fixed": sitting_of("holdem", ["threshold", "random"], order="fixed"),
    "ties among three": sitting_of(
        "blackjack", ["threshold:k=0", "threshold:k=0.9", "nash"], options={"seats": 3}
    ),
    "undecided": sitting_of("rrrats", ["stop:at=2", "stop:at=4"], options={"cap": 25}),
}


@pytest.mark.parametrize("name", SITTINGS)
class TestAgainstGameByGame:
    def both(self, name: str) -> tuple[Slow, MatchResult]:
        sitting = SITTINGS[name]
        games = 60 * sitting.group
        return Slow(sitting, games), play_match(sitting, games, where=ONE)

    def test_counts_means_and_wins(self, name: str) -> None:
        slow, result = self.both(name)
        assert result.games == slow.games
        assert result.undecided == slow.undecided
        if name == "undecided":
            assert 0 < slow.undecided < slow.games
        for row in result.rows:
            seat = None if row.seat is None else row.seat - 1
            values = slow.of(slow.value, row.agent - 1, seat)
            won = slow.of(slow.won, row.agent - 1, seat)
            assert row.games == len(values) > 0
            assert row.wins == pytest.approx(float(sum(won)), rel=1e-12)
            assert row.share == pytest.approx(float(sum(won) / len(won)), rel=1e-12)
            assert row.mean == pytest.approx(float(sum(values) / len(values)), abs=1e-12)
            deviation = math.sqrt(float(spread_of_mean(values) * len(values)))
            assert row.sd == pytest.approx(deviation, rel=1e-9)

    def test_every_place_has_a_row_for_each_seat_it_had(self, name: str) -> None:
        slow, result = self.both(name)
        sat = {(p, s) for row in slow.seat for p, s in enumerate(row)}
        sat_at = {(row.agent - 1, row.seat - 1) for row in result.rows if row.seat is not None}
        assert sat_at == sat
        assert [row.agent for row in result.overall] == list(range(1, len(result.agents) + 1))

    def test_intervals_are_those_of_the_groups(self, name: str) -> None:
        slow, result = self.both(name)
        game, k = slow.sitting.game, slow.sitting.group
        for row in result.overall:
            means = [Fraction(v) / k for v in slow.groups(slow.value, row.agent - 1)]
            n, variance = len(means), float(spread_of_mean(means))
            half = student_law.ppf(0.975, n - 1) * math.sqrt(variance)
            low, high = (bound * game.unit for bound in game.span or (0, 0))
            mean, width = float(sum(means) / n), high - low
            sides = guard((mean - low) / width, variance / width**2, n, 0.95)
            assert row.low == pytest.approx(max(mean - max(half, sides[0] * width), low), abs=1e-9)
            assert row.high == pytest.approx(
                min(mean + max(half, sides[1] * width), high), abs=1e-9
            )

    def test_the_variance_ratio(self, name: str) -> None:
        slow, result = self.both(name)
        if slow.sitting.group == 1:
            assert result.pairing.variance_ratio == 1.0
            return
        places = range(slow.sitting.game.seats)
        apart = sum(spread_of_mean(slow.of(slow.value, p, None)) for p in places)
        paired = sum(
            spread_of_mean([v / slow.sitting.group for v in slow.groups(slow.value, p)])
            for p in places
        )
        assert result.pairing.groups == slow.games // slow.sitting.group
        assert result.pairing.variance_ratio == pytest.approx(float(apart / paired), rel=1e-9)

    def test_differences(self, name: str) -> None:
        slow, result = self.both(name)
        names = list(result.agents)
        pairs = {frozenset((d.better, d.worse)): d for d in result.differences}
        assert len(pairs) == math.comb(len(set(names)), 2)
        for one, other in combinations(range(len(names)), 2):
            pair = pairs[frozenset((names[one], names[other]))]
            sign = 1 if pair.better == names[one] else -1
            gaps = [row[one] - row[other] for row in slow.value]
            mean = sign * float(sum(gaps) / len(gaps))
            assert pair.mean == pytest.approx(mean, abs=1e-12)
            assert pair.mean >= 0.0
            assert pair.low <= pair.mean <= pair.high
            assert pair.told == (pair.low > 0.0)


def test_holms_levels() -> None:
    """Of three pairs the clearest is told at 1 - 5 %/3, the next at 1 - 5 %/2, the last at 95 %."""
    sitting = SITTINGS["ties among three"]
    tally = Tally(sitting)
    played = Worker(sitting).play(Block(0, 3000))
    assert played is not None
    tally.add(played)
    result = result_of(tally)
    slow = Slow(sitting, 3000)
    names = list(result.agents)
    t_values = []
    for rank, pair in enumerate(result.differences):
        one, other = names.index(pair.better), names.index(pair.worse)
        k = sitting.group
        gaps = [
            (a - b) / k
            for a, b in zip(
                slow.groups(slow.value, one), slow.groups(slow.value, other), strict=True
            )
        ]
        n, mean, variance = len(gaps), float(sum(gaps) / len(gaps)), float(spread_of_mean(gaps))
        error = 0.05 / (3 - rank)
        half = student_law.ppf(1 - error / 2, n - 1) * math.sqrt(variance)
        # A difference of wins lies between -1 and 1.
        _, above = guard((mean + 1) / 2, variance / 4, n, 1 - error)
        assert pair.high == pytest.approx(mean + max(half, 2 * above), rel=1e-9)
        t_values.append(mean / math.sqrt(variance))
    assert t_values == sorted(t_values, reverse=True)


class TestTies:
    @pytest.mark.parametrize("seats", range(2, 25))
    def test_a_win_shared_by_up_to_twelve_is_whole(self, seats: int) -> None:
        share = win_share(seats)
        assert all(share % k == 0 for k in range(1, min(seats, 12) + 1))

    def test_all_even_share_alike(self) -> None:
        game = outwit.game("blackjack", seats=5, all_bust="split")
        stands = [outwit.agent(game, "threshold:k=1")]
        result = match(game, stands, games=10, where=ONE)
        assert [row.wins for row in result.overall] == [2.0] * 5


@dataclass(frozen=True)
class Stakes(Game):
    """One move a seat; each gets or loses the largest pay-off there is: the end of 64 bits."""

    name = "stakes"
    seats: int = option(2, "how many play", low=2, high=24)
    most: int = option(MOST_UNITS, "what it is about", low=1)
    moves = 2

    @property
    def span(self) -> tuple[int, int]:
        return (-self.most, self.most)

    def table(self) -> Any:
        return [("turn", np.int8), ("said", np.int8, (self.seats,))]

    def start(self, state: Any) -> None:
        state.table.turn = 0
        for seat in range(self.seats):
            state.table.said[seat] = 0

    def to_move(self, state: Any) -> int:
        return int(state.table.turn) if state.table.turn < self.seats else OVER

    def legal(self, table: Any, own: Any, seat: int, menu: Any) -> int:
        menu.move[0] = 0
        menu.move[1] = 1
        return 2

    def apply(self, state: Any, move: int) -> None:
        state.table.said[state.table.turn] = move
        state.table.turn += 1

    def payoff(self, state: Any, out: Any) -> None:
        for seat in range(self.seats):
            out[seat] = self.most if state.table.said[seat] == 1 else -self.most


@dataclass(frozen=True)
class Says(Agent):
    """Always the same."""

    name = "says"
    game: Stakes
    move: int = option(1, "what it says", low=0, high=1)

    def act(self, me: Any, table: Any, own: Any, seat: int, rng: Any) -> int:
        return self.move


class TestNothingOverflows:
    @pytest.mark.parametrize("seats", [2, 4, 5])
    def test_the_largest_block_of_the_largest_pay_offs(self, seats: int) -> None:
        game = Stakes(seats=seats)
        agents = tuple(Says(game, move=int(place > 0)) for place in range(seats))
        sitting = Sitting(game, agents, 1)
        n, group = sitting.largest_block, sitting.group
        assert n >= 1000
        played = Worker(sitting).play(Block(0, n))
        assert played is not None
        tally = Tally(sitting)
        for _ in range(3):
            tally.add(played)
        total = group * MOST_UNITS
        cross = np.array(tally.raw("cross"), object)[0]
        for one in range(seats):
            for other in range(one + 1):
                sign = -1 if (one == 0) != (other == 0) else 1
                assert cross[one, other] == sign * 3 * (n // group) * total**2
        result = result_of(tally)
        assert [row.mean for row in result.overall] == [-MOST_UNITS] + [MOST_UNITS] * (seats - 1)
        assert {row.sd for row in result.rows} == {0.0}

    @pytest.mark.parametrize("most", [1, 1000, MOST_UNITS])
    @pytest.mark.parametrize("seats", [2, 3, 4, 12, 24])
    def test_by_arithmetic(self, seats: int, most: int) -> None:
        """The largest sums a block can have, of pay-offs and of shares of wins."""
        game = Stakes(seats=seats, most=most)
        sitting = Sitting(game, tuple([Says(game)] * seats), 1)
        groups = sitting.largest_block // sitting.group
        for each in (most, win_share(seats)):
            assert groups * (sitting.group * each) ** 2 < 2**63

    def test_blocks_of_a_match_keep_to_it(self) -> None:
        game = Stakes(seats=2)
        sitting = Sitting(game, (Says(game, move=0), Says(game)), 1)
        result = play_match(sitting, 500_000, where=ONE)
        assert result.games == 500_000
        assert [row.mean for row in result.overall] == [-MOST_UNITS, MOST_UNITS]

    def test_blocks_add_up_beyond_64_bits(self) -> None:
        """10^15 games are a thousand million blocks; their sums are Python's whole numbers."""
        sitting = SITTINGS["two seats, shared deals"]
        played = Worker(sitting).play(Block(0, 1000))
        assert played is not None
        tally = Tally(sitting)
        tally.add(played)
        once = {name: np.array(tally.raw(name), object) for name in ("sum", "square", "cross")}
        for _ in range(60):  # doubled sixty times: 1000 x 2^60 games
            for name in tally._sums:
                tally._sums[name] = 2 * tally._sums[name]
        assert tally.games == 1000 * 2**60
        for name, was in once.items():
            assert (np.array(tally.raw(name), object) == was * 2**60).all()
        result = result_of(tally)
        assert result.of(1).mean == pytest.approx(once["sum"][0][0].sum() / 1000, rel=1e-12)


class TestInterrupted:
    def test_the_answer_so_far(self) -> None:
        def stop(tally: Tally, of: int) -> None:
            if tally.games >= 3000:
                raise KeyboardInterrupt

        with pytest.raises(Interrupted) as stopped:
            match(*_kuhn(), games=10**12, where=ONE, progress=stop)
        so_far = stopped.value.result
        assert so_far is not None
        assert so_far.games is not None
        assert 3000 <= so_far.games < 10**12
        assert so_far == _again(so_far)

    def test_before_the_first_block_there_is_none(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def stopped(*_args: Any, **_kws: Any) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(Tally, "add", stopped)
        with pytest.raises(Interrupted) as told:
            match(*_kuhn(), games=10**12, where=ONE)
        assert told.value.result is None


def _kuhn() -> tuple[Game, list[Agent]]:
    game = outwit.game("kuhn")
    return game, [outwit.agent(game, "equilibrium"), outwit.agent(game, "random")]


def _again(result: MatchResult) -> MatchResult:
    """The same number of games played whole; only the time differs."""
    from dataclasses import replace

    assert result.games is not None
    return replace(match(*_kuhn(), games=result.games, where=ONE), seconds=result.seconds)
