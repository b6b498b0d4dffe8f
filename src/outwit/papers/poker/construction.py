"""The paper's own decision process against Threshold, built as its text says (section 3.1).

It is not grown from play: after the first round every range that Threshold can then have stands
with every number of chips, though most chips tell which range it is. So 2,075 states come out, of
which play reaches 1,115. Each of the three ranges writes down its states and their transitions;
`repeated` writes them down again where another range has led to the same state before, so that
probabilities there add up to two. That fault gives both printed figures of table 4's first row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from types import SimpleNamespace

import numpy as np

from outwit.agents.holdem import Threshold
from outwit.agents.holdem_states import CHIPS, RANGES, PaperRange
from outwit.games.holdem import CALL, COPIES, FOLD, NO_CARD, RAISE, RANKS
from outwit.papers.poker.spots import ALL, BOARDS, CLOSED, FIRST, LEGAL, SECOND, Spot, Step
from outwit.papers.poker.world import THRESHOLD, World
from outwit.play.tree import Floats, Ints
from outwit.solve.iteration import Plan
from outwit.solve.process import NO_STATE, Process


class Construction:
    """States, moves and transitions against Threshold under some rules."""

    def __init__(self, world: World) -> None:
        self.world = world
        agent = world.agents[THRESHOLD]
        assert isinstance(agent, Threshold)
        self.threshold = agent

    # What is listed -----------------------------------------------------------------------------

    @cached_property
    def listed(self) -> Counter[Spot]:
        """Each state, and how many ranges write it down."""
        found = Counter(spot for card in ALL for spot in self._round_1(card))
        for card in ALL:
            for board in BOARDS:
                for held in self.ranges:
                    found.update(self._round_2(card, board, held))
        return found

    @cached_property
    def reached(self) -> set[Spot]:
        """The states that play can come to."""
        found: set[Spot] = set()
        todo = [spot for card in ALL for spot in self._round_1(card)]
        while todo:
            spot = todo.pop()
            if spot not in found:
                found.add(spot)
                todo += [s.to for m in self.legal(spot) for s in self.steps(spot, m) if s.to]
        return found

    @cached_property
    def ranges(self) -> tuple[tuple[int, ...], ...]:
        """What Threshold can hold after round 1: it has checked, checked and called, or raised."""
        opened = self.split(CLOSED, ALL, may_raise=True, may_fold=False)
        called = self.split(CLOSED, opened[CALL], may_raise=False, may_fold=True)[CALL]
        return opened[CALL], called, opened[RAISE]

    def legal(self, spot: Spot) -> tuple[int, ...]:
        return LEGAL[spot.seat, spot.behind]

    def _round_1(self, card: int) -> Iterator[Spot]:
        yield Spot(FIRST, 0, 0, card, CLOSED, ALL)
        opened = self.split(CLOSED, ALL, may_raise=True, may_fold=False)
        yield Spot(SECOND, 0, 0, card, CLOSED, opened[CALL])
        yield Spot(SECOND, 0, 1, card, CLOSED, opened[RAISE])
        for paid in range(2):
            yield Spot(FIRST, paid, 1, card, CLOSED, opened[RAISE])

    def _round_2(self, card: int, board: tuple[int, ...], held: tuple[int, ...]) -> Iterator[Spot]:
        if not self.odds(card, board, held):
            return
        opened = self.split(board, held, may_raise=True, may_fold=False)
        for paid in range(CHIPS - 1):
            yield Spot(FIRST, paid, 0, card, board, held)
            for move, ranks in opened.items():
                yield Spot(SECOND, paid, int(move == RAISE), card, board, ranks)
        if RAISE in opened:
            for paid in range(CHIPS):
                yield Spot(FIRST, paid, 1, card, board, opened[RAISE])

    # Transitions --------------------------------------------------------------------------------

    def steps(self, spot: Spot, move: int) -> list[Step]:
        """Where a move leads."""
        if move == FOLD:
            return [Step(1.0, None, -(spot.paid + 0.5))]
        paid = spot.paid + spot.behind + (move == RAISE)
        if move == CALL and not (spot.seat == FIRST and spot.behind == 0):
            return self._round_over(spot, spot.held, paid, 1.0)
        found: list[Step] = []
        # Only the second seat may raise a bet; nobody folds to a check.
        asked = {"may_raise": spot.seat == FIRST, "may_fold": move == RAISE}
        odds = self.odds(spot.card, spot.board, spot.held)
        for answer, held in self.split(spot.board, spot.held, **asked).items():
            chance = sum(odds.get(rank, 0.0) for rank in held)
            if chance == 0.0:
                continue
            if answer == FOLD:
                found.append(Step(chance, None, spot.paid + spot.behind + 0.5))
            elif answer == CALL:
                found += self._round_over(spot, held, paid, chance)
            else:
                found.append(Step(chance, spot._replace(paid=paid, behind=1, held=held), 0.0))
        return found

    def _round_over(
        self, spot: Spot, held: tuple[int, ...], paid: int, chance: float
    ) -> list[Step]:
        """The board is turned, or the cards are shown."""
        if spot.board:
            return [Step(chance, None, self.shown(spot.card, spot.board, held) * (paid + 0.5))]
        found = []
        for board, likely in self.boards(spot.card, held).items():
            after = Spot(spot.seat, paid, 0, spot.card, board, held)
            if spot.seat == FIRST:
                found.append(Step(chance * likely, after, 0.0))
                continue
            odds = self.odds(spot.card, board, held)
            for move, ranks in self.split(board, held, may_raise=True, may_fold=False).items():
                part = chance * likely * sum(odds.get(rank, 0.0) for rank in ranks)
                if part > 0.0:
                    there = after._replace(behind=int(move == RAISE), held=ranks)
                    found.append(Step(part, there, 0.0))
        return found

    def shown(self, card: int, board: tuple[int, ...], held: tuple[int, ...]) -> float:
        """The odds of winning less those of losing."""
        table = SimpleNamespace(public=board)
        mine = self.world.game.strength(table, card)
        total = 0.0
        for rank, chance in self.odds(card, board, held).items():
            theirs = self.world.game.strength(table, rank)
            total += chance * ((mine > theirs) - (mine < theirs))
        return total

    def odds(self, card: int, board: tuple[int, ...], held: tuple[int, ...]) -> dict[int, float]:
        """How probably the other seat has each rank: as many as are not seen."""
        left = {r: COPIES - (r == card) - board.count(r) for r in held}
        total = sum(left.values())
        return {r: count / total for r, count in left.items() if count > 0}

    def boards(self, card: int, held: tuple[int, ...]) -> dict[tuple[int, ...], float]:
        """How probably each board is turned, one's own card and the other's range given."""
        found: dict[tuple[int, ...], Fraction] = {}
        cards = RANKS * COPIES - 2
        for rank, chance in self.odds(card, CLOSED, held).items():
            left = [COPIES - (r == card) - (r == rank) for r in ALL]
            for low, high in BOARDS:
                pairs = left[low] * (left[high] - 1) if low == high else 2 * left[low] * left[high]
                part = Fraction(chance) * Fraction(pairs, cards * (cards - 1))
                found[low, high] = found.get((low, high), Fraction(0)) + part
        return {board: float(chance) for board, chance in found.items() if chance > 0}

    def split(
        self, board: tuple[int, ...], held: tuple[int, ...], *, may_raise: bool, may_fold: bool
    ) -> dict[int, tuple[int, ...]]:
        """Ranks by what Threshold does with them."""
        low, high = board or (NO_CARD, NO_CARD)
        found: dict[int, tuple[int, ...]] = {}
        for rank in held:
            move = self.threshold.answer(low, high, rank, may_raise, may_fold)
            found[move] = (*found.get(move, ()), rank)
        return found

    # As arrays ----------------------------------------------------------------------------------

    def process(self, *, repeated: bool = False) -> Process:
        """All listed states as a decision process; `repeated` is the fault."""
        tree, spots = self.world.tree, list(self.listed)
        number = {spot: i for i, spot in enumerate(spots)}
        states = self.world.states[THRESHOLD]
        assert isinstance(states, PaperRange)
        pair_first, trans_first = [0], [0]
        moves: list[int] = []
        to: list[int] = []
        chance: list[float] = []
        reward: list[float] = []
        for spot in spots:
            times = self.listed[spot] if repeated else 1
            for move in self.legal(spot):
                steps = self.steps(spot, move)
                moves.append(move)
                reward.append(times * sum(s.chance * s.pays for s in steps))
                for step in steps:
                    if step.to is not None:
                        to.append(number[step.to])
                        chance.append(times * step.chance)
                trans_first.append(len(to))
            pair_first.append(len(moves))
        feature = np.array([self._feature(spot) for spot in spots], np.int64)
        return Process(
            tree=tree,
            states=states,
            feature=feature,
            seat=np.array([spot.seat for spot in spots], np.int8),
            pair_first=np.array(pair_first, np.int32),
            pair_move=np.array(moves, np.int64),
            trans_first=np.array(trans_first, np.int32),
            to=np.array(to, np.int32),
            chance=np.array(chance),
            reward=np.array(reward),
            start=self._starts(spots),
            before=0.0,
            state_of=self._state_of(states, feature),
            spread=0.0,
        )

    def _feature(self, spot: Spot) -> int:
        """The state's number in `PaperRange`."""
        low, high = spot.board or (NO_CARD, NO_CARD)
        mine, theirs = 2 * spot.paid + 1, 2 * (spot.paid + spot.behind) + 1
        paid = (mine, theirs) if spot.seat == FIRST else (theirs, mine)
        table = SimpleNamespace(public=(low, high), paid=paid)
        states = self.world.states[THRESHOLD]
        assert isinstance(states, PaperRange)
        ranks = sum(1 << rank for rank in spot.held)
        plain = states.plain(table, SimpleNamespace(card=spot.card), spot.seat)
        return RANGES * plain + ranks

    def _starts(self, spots: list[Spot]) -> Floats:
        """Where a game's first decision is: in each position half of the time."""
        start = np.zeros(len(spots))
        number = {spot: i for i, spot in enumerate(spots)}
        opened = self.split(CLOSED, ALL, may_raise=True, may_fold=False)
        for card in ALL:
            start[number[Spot(FIRST, 0, 0, card, CLOSED, ALL)]] = 0.5 / RANKS
            odds = self.odds(card, CLOSED, ALL)
            for move, held in opened.items():
                spot = Spot(SECOND, 0, int(move == RAISE), card, CLOSED, held)
                start[number[spot]] = 0.5 / RANKS * sum(odds[rank] for rank in held)
        return start

    def _state_of(self, states: PaperRange, feature: Ints) -> Ints:
        tree = self.world.tree
        number = {int(f): i for i, f in enumerate(feature)}
        found = np.full(tree.sets, NO_STATE, np.int32)
        for s in range(tree.sets):
            met = int(states.feature(tree.table(s), tree.own(s), int(tree.set_seat[s])))
            found[s] = number.get(met, NO_STATE)
        return found


def plays(plan: Plan) -> Floats:
    """What a plan's moves are on the tree; sets that Threshold never lets happen are even."""
    tree, process = plan.process.tree, plan.process
    strategy, moves = tree.uniform(), plan.moves()
    for s in np.flatnonzero(process.state_of != NO_STATE).tolist():
        first, width = int(tree.set_first[s]), int(tree.set_width[s])
        menu = tree.action_move[first : first + width]
        strategy[first : first + width] = menu == moves[process.state_of[s]]
    return strategy


__all__ = ["Construction", "plays"]
