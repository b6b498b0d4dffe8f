"""Each check of `outwit check`, proved by a game or an agent with just that fault.

`Cards` and `Player` are right; every other class differs from them in one thing and must get one
sentence, about that thing, that names the class and the method.
"""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import outwit
from outwit import CHANCE, OVER, Agent, Game, below, option, uniform
from outwit.core.compiled import address_of
from outwit.play.checks import engine, watch
from outwit.play.checks.fault import Fault
from outwit.play.checks.watch import byte_at


@dataclass(frozen=True)
class Cards(Game):
    """Three cards, 3 drawn twice as often; seat 1 bets or passes, seat 2 calls or folds."""

    name = "cards"

    stake: int = option(2, "what a bet is worth", low=1, high=9)

    seats = 2
    moves = 3
    total = 0
    span = (-10, 10)
    endings = ("decided", "even")

    def table(self):
        return [("said", np.int8, (2,)), ("turn", np.int8)]

    def own(self):
        return [("card", np.int8)]

    def hidden(self):
        return [("dealt", np.int8), ("rest", np.int8)]

    def start(self, state):
        state.hidden.dealt = 0
        state.hidden.rest = 0
        state.table.turn = CHANCE
        for seat in range(2):
            state.own[seat].card = 0
            state.table.said[seat] = 0

    def to_move(self, state):
        return int(state.table.turn)

    def outcomes(self, state, menu):
        n = 0
        for card in range(1, 4):
            if card != state.own[0].card:
                menu.move[n] = card
                menu.weight[n] = 2 if card == 3 else 1
                n += 1
        return n

    def draw(self, state, rng):
        first = state.own[0].card
        while True:
            card = min(below(rng, 4) + 1, 3)
            if card != first:
                return card

    def legal(self, table, own, seat, menu):
        menu.move[0] = 1
        menu.move[1] = 2
        return 2

    def allowed(self, table, own, seat, move):
        return 1 <= move <= 2

    def apply(self, state, move):
        self.go_on(state, move)

    def go_on(self, state, move):
        dealt = state.hidden.dealt
        if dealt < 2:
            state.own[dealt].card = move
            state.hidden.dealt = dealt + 1
            if dealt == 1:
                state.hidden.rest = 6 - state.own[0].card - move
                state.table.turn = 0
        else:
            state.table.said[state.table.turn] = move
            state.table.turn = 1 if state.table.turn == 0 else OVER

    def payoff(self, state, out):
        worth = 1
        if state.table.said[0] == 2 and state.table.said[1] == 2:
            worth = self.stake
        high = state.own[0].card > state.own[1].card
        out[0] = worth if high else -worth
        out[1] = -out[0]

    def ending(self, state):
        return 1 if state.hidden.rest == 1 else 0

    def resample(self, state, seat, rng):
        if state.hidden.dealt == 2:
            mine = state.own[seat].card
            other = 1 + below(rng, 3)
            while other == mine:
                other = 1 + below(rng, 3)
            state.own[1 - seat].card = other
            state.hidden.rest = 6 - mine - other

    def move_text(self, state, move, viewer):
        if self.to_move(state) == CHANCE:
            to = int(state.hidden.dealt)
            return f"seat {to + 1} gets {move if viewer in (CHANCE, to) else 'a card'}"
        return ("", "no", "yes")[move]

    def seat_text(self, table, own, seat):
        return f"You have {own.card}."

    def read_move(self, table, own, seat, text):
        return {"no": 1, "yes": 2}.get(text)


@dataclass(frozen=True)
class Player(Agent):
    """Says yes with its card's chance; keeps count within a game, and a note on scratch paper."""

    name = "player"

    game: Game
    yes: float = option(0.5, "how often it says yes with a 2", low=0.0, high=1.0)

    def me(self):
        memory = [("asked", np.int64), ("place", np.int8)]
        return [("yes", np.float64), ("memory", memory), ("scratch", [("note", np.int64)])]

    def begin(self, me, table, own, seat, who, rng):
        me.memory.place = who.agent[seat]

    def chance(self, me, own):
        if own.card == 2:
            return me.yes
        return 0.9 if own.card == 3 else 0.1

    def act(self, me, table, own, seat, rng):
        return self.say(me, own, rng)

    def say(self, me, own, rng):
        me.memory.asked += 1
        me.scratch.note = own.card
        return 2 if uniform(rng) < self.chance(me, own) else 1

    def policy(self, me, table, own, seat, menu):
        menu.move[0] = 1
        menu.move[1] = 2
        menu.chance[1] = self.chance(me, own)
        menu.chance[0] = 1.0 - menu.chance[1]
        return 2


def found(game: Game, *agents: type[Agent], thorough: bool = False) -> list[str]:
    """What `check` has to say."""
    listed = [cls(game) for cls in agents] or ["random"]
    return outwit.check(game, listed, thorough=thorough).faults


def test_a_right_game_and_a_right_agent_have_no_fault() -> None:
    report = outwit.check(Cards(), [Player(Cards())])
    assert report.faults == []
    assert report.ok
    made = {check.check for check in report.checks}
    quick = {check.check for check in outwit.check(Cards(), ["random"], thorough=False).checks}
    assert quick < made
    assert "draw agrees with outcomes" in quick
    assert "resample keeps what is seen" in quick
    assert {"perfect recall", "threads and blocks agree"} <= made


# Games -------------------------------------------------------------------------------------------


class NoSeats(Cards):
    seats = 0


class NoUnit(Cards):
    unit = 0.0


class NoEndings(Cards):
    endings = ()


class BackwardSpan(Cards):
    span = (10, -10)


class ImpossibleTotal(Cards):
    total = 30


class OldStart(Cards):
    def start(self, state):
        rest = state.hidden.rest
        Cards.start(self, state)
        state.hidden.rest = rest


class WritingToMove(Cards):
    def to_move(self, state):
        state.hidden.rest = 1
        return int(state.table.turn)


class SeventhSeat(Cards):
    def to_move(self, state):
        return 7 if state.table.turn == 1 else int(state.table.turn)


class EmptyLegal(Cards):
    def legal(self, table, own, seat, menu):
        menu.move[0] = 1
        menu.move[1] = 2
        return 2 if seat == 0 else 0


class FallingLegal(Cards):
    def legal(self, table, own, seat, menu):
        menu.move[0] = 2
        menu.move[1] = 1
        return 2


class DoubleLegal(Cards):
    def legal(self, table, own, seat, menu):
        menu.move[0] = 1
        menu.move[1] = 1
        return 2


class UnwrittenLegal(Cards):
    def legal(self, table, own, seat, menu):
        menu.move[0] = 1
        return 2


class WritingLegal(Cards):
    def legal(self, table, own, seat, menu):
        own.card = 3
        return Cards.legal(self, table, own, seat, menu)


class Endless(Cards):
    def apply(self, state, move):
        self.go_on(state, move)
        if state.table.turn == OVER:
            state.table.turn = 0


class OverGenerous(Cards):
    def allowed(self, table, own, seat, move):
        return 1 <= move <= 3


class NegativeWeight(Cards):
    def outcomes(self, state, menu):
        n = Cards.outcomes(self, state, menu)
        menu.weight[0] = -1
        return n


class TwiceListed(Cards):
    def outcomes(self, state, menu):
        n = Cards.outcomes(self, state, menu)
        menu.move[1] = menu.move[0]
        return n


class UnlistedDraw(Cards):
    def outcomes(self, state, menu):
        n = Cards.outcomes(self, state, menu)
        menu.weight[n - 1] = 0
        return n


class UnfairDraw(Cards):
    def draw(self, state, rng):
        first = state.own[0].card
        while True:
            card = below(rng, 3) + 1
            if card != first:
                return card


ASKED = itertools.count()
"""Luck from elsewhere that never says the same twice running."""


class ForeignDraw(Cards):
    def draw(self, state, rng):
        left = [c for c in (1, 2, 3) if c != state.own[0].card]
        return left[next(ASKED) % len(left)]


class OutOfSpan(Cards):
    span = (-1, 1)


class WrongTotal(Cards):
    def payoff(self, state, out):
        Cards.payoff(self, state, out)
        out[1] += 1 if state.hidden.rest == 2 else 0


class NoSuchEnding(Cards):
    def ending(self, state):
        return 2


class PeekingText(Cards):
    def seat_text(self, table, own, seat):
        return f"You have {own.card}, the other has {table._data.base['own'].flat[1 - seat]}."


class PeekingLegal(Cards):
    def legal(self, table, own, seat, menu):
        menu.move[0] = 1
        menu.move[1] = 2
        return 1 if table._data.base["hidden"]["dealt"] > 2 else 2

    def allowed(self, table, own, seat, move):
        return 1 <= move <= 2


class GreedyResample(Cards):
    def resample(self, state, seat, rng):
        state.own[seat].card = 1 + below(rng, 3)


class TellsTheDeal(Cards):
    def move_text(self, state, move, viewer):
        if self.to_move(state) == CHANCE:
            return f"seat {int(state.hidden.dealt) + 1} gets {move}"
        return Cards.move_text(self, state, move, viewer)


class TellsTheHand(Cards):
    def move_text(self, state, move, viewer):
        text = Cards.move_text(self, state, move, viewer)
        mover = self.to_move(state)
        return f"{text} with {state.own[mover].card}" if mover >= 0 else text


class Speechless(Cards):
    def move_text(self, state, move, viewer):
        return "" if self.to_move(state) == 1 else Cards.move_text(self, state, move, viewer)


class Stuttering(Cards):
    def seat_text(self, table, own, seat):
        return f"You have {('one', 'two')[own.card]}."


class FragileReading(Cards):
    def read_move(self, table, own, seat, text):
        return int(text) if text[0] in "12" else None


class Misreading(Cards):
    def read_move(self, table, own, seat, text):
        return {"no": 2, "yes": 1}.get(text)


class LosesOffers(Cards):
    def offers(self, table, own, seat, moves):
        return moves[:1]


class Moody(Cards):
    said: list[int] = []  # noqa: RUF012

    def move_text(self, state, move, viewer):
        if viewer == CHANCE:
            self.said.append(move)
            return f"{Cards.move_text(self, state, move, viewer)}, number {len(self.said)}"
        return Cards.move_text(self, state, move, viewer)


GAMES = [
    (NoSeats, "in NoSeats: `seats` is 0"),
    (NoUnit, "in NoUnit: `unit` is 0.0"),
    (NoEndings, "in NoEndings: `endings` is ()"),
    (BackwardSpan, "in BackwardSpan: `span` is (10, -10)"),
    (
        ImpossibleTotal,
        "in ImpossibleTotal: pay-offs of 2 seats within (-10, 10) cannot add up to 30",
    ),
    (OldStart, "in OldStart.start: it leaves what was in `hidden.rest` before"),
    (WritingToMove, "in WritingToMove.to_move: it changes `hidden.rest`"),
    (SeventhSeat, "in SeventhSeat.to_move: it returns 7"),
    (EmptyLegal, "in EmptyLegal.legal: it gives no move"),
    (FallingLegal, "in FallingLegal.legal: it lists 2 before 1"),
    (DoubleLegal, "in DoubleLegal.legal: it lists 1 twice"),
    (UnwrittenLegal, "in UnwrittenLegal.legal: it returns 2"),
    (WritingLegal, "in WritingLegal.legal: it changes `own[0].card`"),
    (Endless, "in Endless.to_move: no random game came to an end"),
    (OverGenerous, "in OverGenerous.allowed: it allows the move 3"),
    (NegativeWeight, "in NegativeWeight.outcomes: the weights at the start are [-1, 1, 2]"),
    (TwiceListed, "in TwiceListed.outcomes: it lists 1 twice at the start"),
    (UnlistedDraw, "in UnlistedDraw.draw: it draws 3"),
    (UnfairDraw, "in UnfairDraw.draw: it draws "),
    (ForeignDraw, "in ForeignDraw.draw: asked twice"),
    (OutOfSpan, "in OutOfSpan.payoff: seat 1 gets "),
    (WrongTotal, "in WrongTotal.payoff: the pay-offs "),
    (NoSuchEnding, "in NoSuchEnding.ending: it returns 2"),
    (PeekingText, "in PeekingText.seat_text: it tells seat "),
    (PeekingLegal, "in PeekingLegal.legal: it depends on what seat "),
    (GreedyResample, "in GreedyResample.resample: for seat 1 after the moves"),
    (TellsTheDeal, "in TellsTheDeal.move_text: "),
    (TellsTheHand, "in TellsTheHand.move_text: "),
    (Speechless, "in Speechless.move_text: it returns ''"),
    (Stuttering, "in seat_text: `('one', 'two')[own.card]`"),
    (FragileReading, 'in FragileReading.read_move: "" '),
    (Misreading, 'in Misreading.read_move: "no" are the words of the move 1'),
    (LosesOffers, "in LosesOffers.offers: it offers other moves"),
    (Moody, "in Moody: a saved game comes back different"),
]


@pytest.mark.parametrize(("cls", "says"), GAMES, ids=lambda x: getattr(x, "__name__", ""))
def test_a_fault_of_a_game_gets_its_sentence(cls: type[Game], says: str) -> None:
    (fault,) = found(cls())
    assert says in fault
    assert fault.startswith("test_check_faults.py, line ")
    assert fault.endswith((".", ")"))


def test_an_option_must_read_back_what_it_shows() -> None:
    @dataclass(frozen=True)
    class Fraction(Cards):
        share: float = option(1 / 3, "of the pot", show=lambda value: f"{value:.2f}")

    (fault,) = found(Fraction())
    assert 'the option share is 0.3333333333333333, shown as "0.33"' in fault


class Forgetful(Cards):
    """Seat 1 is asked twice and does not remember what it said first."""

    def apply(self, state, move):
        second = state.table.said[1] != 0
        self.go_on(state, move)
        if state.hidden.dealt == 2 and state.table.said[1] != 0 and not second:
            state.table.turn = 0
            state.table.said[0] = 0
        elif second:
            state.table.turn = OVER


def test_a_seat_that_forgets_what_it_did_is_found_in_the_tree() -> None:
    (fault,) = found(Forgetful(), thorough=True)
    assert "in Forgetful: forgetful has no perfect recall: seat 1 sees the same after " in fault


class Endlessly(Forgetful):
    """The same, with a deal that cannot be listed, so that there is no tree."""

    outcomes = Game.outcomes


def test_a_seat_that_forgets_what_it_did_is_found_in_random_games() -> None:
    (fault,) = found(Endlessly(), thorough=True)
    assert "in Endlessly: `recall` says that seats forget nothing, but seat 1 sees the " in fault


class Wrapping(Cards):
    """Plain Python has whole numbers without end, compiled code has 64 bits."""

    def payoff(self, state, out):
        large = (state.own[0].card + 2) * 6364136223846793005
        out[0] = 1 if large > 0 else -1
        out[1] = -out[0]


def test_compiled_rules_that_compute_otherwise_are_found() -> None:
    (fault,) = found(Wrapping(), thorough=True)
    assert "in Wrapping: compiled and in plain Python games end differently" in fault
    assert "Look at it: outwit trace wrapping random random" in fault


def test_a_class_without_a_place_cannot_go_to_another_process() -> None:
    @dataclass(frozen=True)
    class Local(Cards):
        pass

    (fault,) = found(Local(), thorough=True)
    assert "in Local: it cannot be sent to another process" in fault


# Agents ------------------------------------------------------------------------------------------


class Illegal(Player):
    policy = Agent.policy

    def act(self, me, table, own, seat, rng):
        return own.card


class WritingAct(Player):
    def act(self, me, table, own, seat, rng):
        table.said[1 - seat] = 1
        return self.say(me, own, rng)


class WritingPolicy(Player):
    def policy(self, me, table, own, seat, menu):
        own.card = 1
        return Player.policy(self, me, table, own, seat, menu)


class WritingEnd(Player):
    def end(self, me, table, own, seat, reward, rng):
        table.turn = 0


class CountingPolicy(Player):
    def policy(self, me, table, own, seat, menu):
        me.memory.asked += 1
        return Player.policy(self, me, table, own, seat, menu)


class ForeignChance(Player):
    def act(self, me, table, own, seat, rng):
        return 2 if np.random.random() < self.chance(me, own) else 1  # noqa: NPY002


class ReadsOldNotes(Player):
    def act(self, me, table, own, seat, rng):
        move = 1 if me.scratch.note % 2 == 0 else 2
        me.scratch.note = own.card
        return move

    def policy(self, me, table, own, seat, menu):
        menu.move[0] = 1
        menu.move[1] = 2
        menu.chance[0] = 0.5
        menu.chance[1] = 0.5
        return 2


class Peeking(Player):
    """Reads the card of the other seat, which lies beside its own."""

    policy = Agent.policy

    def act(self, me, table, own, seat, rng):
        beside = byte_at(address_of(own) + (1 if seat == 0 else -1))
        return 2 if beside < 3 else 1


class KeepsCount(Player):
    def me(self):
        return [*Player.me(self), ("games", np.int64)]

    def act(self, me, table, own, seat, rng):
        me.games += 1
        return self.say(me, own, rng)


class Unborn(Player):
    def me(self):
        return [*Player.me(self), ("born", np.float64)]

    def prepare(self, me):
        me.born = random.random()


class TooSure(Player):
    def policy(self, me, table, own, seat, menu):
        n = Player.policy(self, me, table, own, seat, menu)
        menu.chance[1] += 0.1
        return n


class Negative(Player):
    def policy(self, me, table, own, seat, menu):
        menu.move[0] = 1
        menu.move[1] = 2
        menu.chance[0] = -0.5
        menu.chance[1] = 1.5
        return 2


class NotANumber(Player):
    def policy(self, me, table, own, seat, menu):
        n = Player.policy(self, me, table, own, seat, menu)
        menu.chance[0] = np.nan
        return n


class HalfThePolicy(Player):
    def policy(self, me, table, own, seat, menu):
        menu.move[0] = 2
        menu.chance[0] = 1.0
        return 1


class NeverSaidSo(Player):
    def act(self, me, table, own, seat, rng):
        return 2

    def policy(self, me, table, own, seat, menu):
        menu.move[0] = 1
        menu.move[1] = 2
        menu.chance[0] = 1.0
        menu.chance[1] = 0.0
        return 2


class OtherChances(Player):
    def policy(self, me, table, own, seat, menu):
        n = Player.policy(self, me, table, own, seat, menu)
        menu.chance[0], menu.chance[1] = menu.chance[1], menu.chance[0]
        return n

    def chance(self, me, own):
        return 0.6


class OutOfBounds(Player):
    def act(self, me, table, own, seat, rng):
        return table.said[own.card + 1] + self.say(me, own, rng)


class WrappingAct(Player):
    policy = Agent.policy

    def act(self, me, table, own, seat, rng):
        large = (own.card + 2) * 6364136223846793005
        return 1 if large > 0 else 2


AGENTS = [
    (Illegal, "in Illegal.act: it plays 3 "),
    (WritingAct, "in WritingAct.act: it writes into `table.said["),
    (WritingPolicy, "in WritingPolicy.policy: it writes into `own[0].card`"),
    (WritingEnd, "in WritingEnd.end: it writes into `table.turn`"),
    (CountingPolicy, "in CountingPolicy.policy: it changes `me.memory.asked`"),
    (ForeignChance, "in ForeignChance.act: asked twice "),
    (ReadsOldNotes, "in ReadsOldNotes.act: its move "),
    (Peeking, "in Peeking.act: its move "),
    (KeepsCount, "in KeepsCount: it keeps `me.games` from one game to the next"),
    (Unborn, "in Unborn.prepare: two new agents differ in `me.born`"),
    (TooSure, "in TooSure.policy: the probabilities add up to 1.1 "),
    (Negative, "in Negative.policy: the probability of the move 1 is -0.5"),
    (NotANumber, "in NotANumber.policy: the probability of the move 1 is nan"),
    (HalfThePolicy, "in HalfThePolicy.policy: it lists the moves 2 "),
    (NeverSaidSo, "in NeverSaidSo.act: it plays 2 "),
    (OtherChances, "in OtherChances.act: it plays 1 in "),
    (OutOfBounds, "in act: `table.said[own.card + 1]`: index "),
    (WrappingAct, "in WrappingAct.act: it plays 2 compiled and 1 in plain Python"),
]


@pytest.mark.parametrize(("cls", "says"), AGENTS, ids=lambda x: getattr(x, "__name__", ""))
def test_a_fault_of_an_agent_gets_its_sentence(cls: type[Agent], says: str) -> None:
    (fault,) = found(Cards(), cls)
    assert says in fault
    assert fault.startswith("test_check_faults.py, line ")


def test_scratch_and_blindfold_are_told_apart() -> None:
    (notes,) = found(Cards(), ReadsOldNotes)
    (peeks,) = found(Cards(), Peeking)
    assert "`me.scratch`" in notes
    assert "what it cannot see" in peeks


class SeldomCheats(Player):
    """Writes into the game once in a hundred decisions: too seldom for a few games."""

    policy = Agent.policy

    def act(self, me, table, own, seat, rng):
        move = self.say(me, own, rng)
        if below(rng, 100) == 0:
            table.said[seat] = 1
        return move


def test_a_write_in_few_games_is_seen_by_the_watching_loop() -> None:
    """2,000 decisions, each a write with 1 in 100: none with a probability of 2 in 10^9."""
    with pytest.raises(Fault, match=r"in SeldomCheats.act: it writes into the game it plays"):
        watch.watched(SeldomCheats(Cards()), 1)
    watch.watched(Player(Cards()), 1)


class GrowsBold(Player):
    """Says yes the more often the more games it has played."""

    policy = Agent.policy

    def me(self):
        return [*Player.me(self), ("games", np.int64)]

    def act(self, me, table, own, seat, rng):
        me.games += 1
        return 2 if uniform(rng) < me.games / 1000.0 else 1


def test_what_is_kept_between_games_shows_in_the_sums_of_partitions() -> None:
    with pytest.raises(Fault, match=r"in GrowsBold: played in blocks of different sizes, the last"):
        engine.partitions(GrowsBold(Cards()), 1)
    assert engine.partitions(Player(Cards()), 1)


class Learns(GrowsBold):
    def end(self, me, table, own, seat, reward, rng):
        me.games += 1


def test_a_learner_may_keep_what_it_learns() -> None:
    report = outwit.check(Cards(), [Learns(Cards())], thorough=False)
    assert report.faults == []
    assert "threads and blocks agree" not in {check.check for check in report.checks}


def test_another_process_that_plays_otherwise_is_found(tmp_path: Any, monkeypatch: Any) -> None:
    """A constant taken from the process itself: no two of them play alike."""
    from outwit.cli import run

    monkeypatch.chdir(tmp_path)
    assert run(["new", "game", "pid"]) == 0
    text = (tmp_path / "pid.py").read_text()
    text = text.replace("from dataclasses", "import os\nfrom dataclasses", 1)
    text = text.replace('return [("lies"', 'return [("pid", np.float64), ("lies"')
    text = text.replace(
        "    def policy(",
        "    def prepare(self, me):\n        me.pid = os.getpid() % 999 / 999\n\n    def policy(",
    )
    text = text.replace("menu.chance[truth] += 1.0 - me.lies", "menu.chance[truth] += 1.0 - me.pid")
    text = text.replace("menu.chance[above] += me.lies", "menu.chance[above] += me.pid")
    (tmp_path / "pid.py").write_text(text)
    (fault,) = outwit.check("pid.py", ["bluffer"]).faults
    assert "in Bluffer: another process plays 200 games of bluffer to other sums" in fault
