"""Same seed, same bits: whatever plays the games, in whatever pieces and order."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import chdtrc

import outwit
from outwit.play.mirror import Round, add_up
from outwit.play.orders import seat_orders
from outwit.play.sitting import Sitting, line_up
from outwit.play.tally import Tally
from outwit.play.where import Where, blocks
from outwit.play.worker import Block, Worker

LINE_UPS: dict[str, tuple[str, list[str], dict[str, Any], dict[str, Any]]] = {
    "kuhn": ("kuhn", ["equilibrium", "random"], {}, {}),
    "leduc": ("leduc", ["steady", "threshold"], {}, {"order": "shuffled", "deals": "own"}),
    "blackjack": ("blackjack", ["nash", "uniform", "mixed"], {"seats": 3}, {"order": "balanced"}),
    "tictactoe": ("tictactoe", ["random", "careful"], {}, {"order": "fixed"}),
    "rrrats": ("rrrats", ["stop:at=2", "exponential"], {"cap": 20}, {}),
    "bluff": ("bluff", ["smart", "anxious", "no-bluff", "random"], {}, {"deals": "own"}),
}


def sitting_of(name: str, *, seed: int = 3, together: bool = False) -> Sitting:
    word, agents, options, seating = LINE_UPS[name]
    game = outwit.game(word, **options)
    seated = line_up([outwit.agent(game, spec) for spec in agents], game.seats)
    return Sitting(game, seated, seed, together=together, **seating)


def sums(sitting: Sitting, pieces: Iterable[Block], *, workers: int = 1) -> dict[str, Any]:
    """All sums of these blocks, played in turn by so many workers."""
    tally = Tally(sitting)
    at_work = [Worker(sitting) for _ in range(workers)]
    for k, block in enumerate(pieces):
        played = at_work[k % workers].play(block)
        assert played is not None
        tally.add(played)
    return raw(tally)


def raw(tally: Tally) -> dict[str, Any]:
    names = ("games", "sum", "square", "group_square", "cross", "groups", "endings")
    return {name: np.array(tally.raw(name), object).tolist() for name in names}


def cut(games: int, group: int, sizes: Sequence[int]) -> list[Block]:
    """Games 0 to games - 1 in blocks of so many groups each, over and over."""
    found, at, k = [], 0, 0
    while at < games:
        count = min(sizes[k % len(sizes)] * group, games - at)
        found.append(Block(at, count))
        at += count
        k += 1
    return found


@pytest.mark.parametrize("name", LINE_UPS)
def test_blocks_of_any_size_in_any_order_by_any_worker(name: str) -> None:
    sitting = sitting_of(name)
    games = 48 * sitting.group
    whole = sums(sitting, [Block(0, games)])
    for sizes in ([1], [5, 1, 17], [40]):
        pieces = cut(games, sitting.group, sizes)
        assert sums(sitting, pieces) == whole
        random.Random(len(pieces)).shuffle(pieces)
        assert sums(sitting, pieces, workers=2) == whole


@pytest.mark.parametrize("name", LINE_UPS)
def test_agents_by_address_and_compiled_together(name: str) -> None:
    apart, together = sitting_of(name), sitting_of(name, together=True)
    block = [Block(0, 48 * apart.group)]
    assert sums(apart, block) == sums(together, block)


@pytest.mark.parametrize("name", LINE_UPS)
def test_plain_python_and_compiled(name: str) -> None:
    """The mirror is the rules themselves, uncompiled: games in the middle of a run, too."""
    sitting = sitting_of(name)
    first, count = 5 * sitting.group, max(2 * sitting.group, 12)
    rounds = [Round(sitting, g) for g in range(first, first + count)]
    finals = [one.play() for one in rounds]
    slow = add_up(sitting, [one.places for one in rounds], finals)
    played = Worker(sitting).play(Block(first, count))
    assert played is not None
    for part in slow.dtype.names or ():
        assert played.sums[part].tolist() == slow[part].tolist(), part


@pytest.mark.parametrize(("name", "games"), [("kuhn", 100_000), ("bluff", 2_400)])
def test_threads_change_nothing(name: str, games: int) -> None:
    found = []
    for threads in (1, 2, 5):
        tally = Tally(sitting_of(name))
        for played in blocks(tally.sitting, Where(threads=threads), games=games):
            tally.add(played)
        found.append(raw(tally))
    assert found[0] == found[1] == found[2]
    assert sum(found[0]["endings"]) == games


def test_another_seed_is_another_run() -> None:
    block = [Block(0, 1000)]
    assert sums(sitting_of("kuhn", seed=1), block) != sums(sitting_of("kuhn", seed=2), block)


@pytest.mark.parametrize("seed", [0, 2**63, 2**64 - 1])
def test_every_seed_of_64_bits_plays(seed: int) -> None:
    sitting = sitting_of("leduc", seed=seed)
    rounds = [Round(sitting, g) for g in range(4)]
    slow = add_up(sitting, [one.places for one in rounds], [one.play() for one in rounds])
    assert sums(sitting, [Block(0, 4)])["sum"] == slow["sum"].tolist()


class TestOrders:
    @pytest.mark.parametrize("seats", range(2, 8))
    def test_balanced_orders_seat_everyone_everywhere_equally_often(self, seats: int) -> None:
        orders = seat_orders(seats, "balanced")
        assert len(orders) == {2: 2, 3: 6, 4: 24}.get(seats, seats)
        assert len({tuple(order) for order in orders.tolist()}) == len(orders)
        counts = Counter((int(place), seat) for order in orders for seat, place in enumerate(order))
        assert set(counts.values()) == {len(orders) // seats}
        assert len(counts) == seats**2

    def test_fixed_is_as_listed(self) -> None:
        assert seat_orders(5, "fixed").tolist() == [[0, 1, 2, 3, 4]]

    @settings(max_examples=20)
    @given(first=st.integers(0, 10**12), count=st.integers(1, 40), seed=st.integers(0, 2**64 - 1))
    @pytest.mark.parametrize("order", ["fixed", "balanced", "shuffled"])
    def test_game_g_has_its_order_in_any_block(
        self, order: Any, first: int, count: int, seed: int
    ) -> None:
        game = outwit.game("blackjack", seats=3)
        sitting = Sitting(game, tuple([outwit.agent(game, "nash")] * 3), seed, order)
        listed = sitting.orders_of(first, count)
        for i in range(count):
            assert listed[i % len(listed)].tolist() == sitting.order_of(first + i)

    def test_shuffled_orders_are_all_as_likely(self) -> None:
        """24 orders of four seats; the chance of a fault without cause is 1e-9."""
        sitting = Sitting(*_four_blackjack_players(), seed=1, order="shuffled")
        listed = sitting.orders_of(0, 240_000)
        counts = np.array(list(Counter(map(tuple, listed.tolist())).values()))
        assert len(counts) == 24
        expected = len(listed) / 24
        assert chdtrc(23, float(((counts - expected) ** 2 / expected).sum())) > 1e-9

    def test_the_shuffle_touches_no_deal(self) -> None:
        """Games of a shuffled run and of a fixed one start from the same streams."""
        shuffled, fixed = (
            Sitting(*_four_blackjack_players(), seed=1, order=order, deals="own")
            for order in ("shuffled", "fixed")
        )
        for g in range(20):
            one, other = Round(shuffled, g), Round(fixed, g)
            assert repr(one.chance) == repr(other.chance)
            assert [repr(luck) for luck in one.luck] == [repr(luck) for luck in other.luck]


def _four_blackjack_players() -> tuple[Any, tuple[Any, ...]]:
    game = outwit.game("blackjack", seats=4)
    return game, tuple([outwit.agent(game, "nash")] * 4)


class TestDeals:
    """Kuhn's cards of seat 1 and 2, by game."""

    def cards(self, order: Any, deals: Any) -> list[tuple[int, int]]:
        game = outwit.game("kuhn")
        agents = (outwit.agent(game, "equilibrium"), outwit.agent(game, "random"))
        sitting = Sitting(game, agents, 9, order, deals)
        found = []
        for g in range(60):
            one = Round(sitting, g)
            one.play()
            found.append((one.state.own[0].card, one.state.own[1].card))
        return found

    def test_shared_deals_are_the_same_in_every_order(self) -> None:
        dealt = self.cards("balanced", "shared")
        assert dealt[0::2] == dealt[1::2]
        assert len(set(dealt)) == 6

    def test_own_deals_differ(self) -> None:
        dealt = self.cards("balanced", "own")
        assert dealt[0::2] != dealt[1::2]
        assert dealt == self.cards("fixed", "own")  # game g plays deal g in both

    def test_a_deal_is_the_same_whoever_plays(self) -> None:
        """An agent that draws more never changes the deal."""
        game = outwit.game("leduc")
        decks = []
        for spec in ("random", "threshold:raise_at=4,call_at=0"):
            sitting = Sitting(game, tuple([outwit.agent(game, spec)] * 2), 4, "fixed")
            rounds = [Round(sitting, g) for g in range(40)]
            for one in rounds:
                one.play()
            decks.append([[seat.card for seat in one.state.own] for one in rounds])
        assert decks[0] == decks[1]
