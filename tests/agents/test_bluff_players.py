"""Players of Bluff: chapters 1, 4 to 6, 8 and 11 of the paper `bluff`."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from outwit.agents.bluff_player import farthest, nearest
from outwit.catalogue import agent, game
from outwit.core.game import blank_menu
from outwit.core.generator import new_rng
from outwit.core.layout import new_me
from outwit.core.records import Mirror
from outwit.games.bluff_cards import packed, unpacked
from outwit.games.bluff_pack import CALL, PASS
from outwit.play.match import match

A, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, J, Q, K = range(13)


def dealing(rules, *hands):
    """Chance's moves that deal these cards first to each seat; the others go round in any order."""
    left = Counter(dict.fromkeys(range(rules.ranks), rules.suits))
    left.subtract(card for hand in hands for card in hand)
    spare = iter(sorted(left.elements(), reverse=True))
    moves = []
    for k in range(rules.dealt_out):
        hand, place = hands[k % rules.seats], k // rules.seats
        moves.append(hand[place] if place < len(hand) else next(spare))
    return moves


@pytest.fixture
def lays(play):
    """lays(player, hand): the cards it lays as Aces, first to move, holding exactly this hand."""

    def does(player, *hand):
        rules = player.game
        state = play(rules, dealing(rules, list(hand), *[[]] * (rules.seats - 1)))
        assert unpacked(state.own[0].hand) == sorted(hand)
        me = Mirror(new_me(player))
        return unpacked(player.act(me, state.table, state.own[0], 0, new_rng(1)))

    return does


def pack(seats=4, **options):
    return game("bluff", seats=seats, **options)


WITHOUT_ACES = [TWO, TWO, FOUR, FOUR, SIX, SIX, SEVEN, SEVEN, EIGHT, EIGHT, TEN, J, Q]
"""No Ace; the first card is a Two; the farthest one is a Ten; the nearest a Two."""


# What they lay ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["no-bluff", "smart", "nearest", "anxious", "tit-for-tat"])
def test_who_holds_the_rank_lays_all_of_it(lays, name):
    """Chapter 5: as many cards as possible; chapter 4: several of the rank are laid safely."""
    player = agent(pack(), name)
    assert lays(player, A, A, A, *WITHOUT_ACES[3:]) == [A, A, A]


@pytest.mark.parametrize(
    ("name", "card"),
    [
        ("no-bluff", TWO),  # chapter 5: the first card
        ("smart", TEN),  # chapter 6: the farthest
        ("anxious", TEN),
        ("nearest", TWO),  # chapter 1
        ("tit-for-tat", TWO),  # like No-Bluff
    ],
)
def test_who_does_not_lays_one_card_of_its_choice(lays, name, card):
    assert lays(agent(pack(), name), *WITHOUT_ACES) == [card]


def test_the_first_card_of_a_hand_as_dealt(lays):
    """The hand's option: the first card is the one that came first."""
    rules = pack(hand="dealt")
    assert lays(agent(rules, "no-bluff"), J, *WITHOUT_ACES[:-2], Q) == [J]


TABLE_1 = [TEN, SIX, TWO, J, SEVEN, THREE, Q, EIGHT]
"""Ten, "if not ... Six, Two, etc. up to Eight"."""


def test_smart_tries_the_ranks_of_table_1_in_their_order(lays):
    player = agent(pack(), "smart")
    for i, rank in enumerate(TABLE_1):
        later = [other for other in range(1, 13) if other not in TABLE_1[: i + 1]]
        others = [other for other in later for _ in range(4)]
        assert lays(player, rank, *others[:12]) == [rank]


@pytest.mark.parametrize(("rest", "card"), [("farthest", FOUR), ("nearest", K), ("first", FOUR)])
def test_smart_with_nothing_but_the_left_out_ranks(lays, rest, card):
    """The cards of its next four turns after Ace: Five, Nine, King, Four."""
    player = agent(pack(), "smart", rest=rest)
    hand = [FOUR, FOUR, FOUR, FIVE, FIVE, FIVE, NINE, NINE, NINE, K, K, K, K]
    assert lays(player, *hand) == [card]


def test_smart_at_random_among_the_left_out_ranks(play):
    rules = pack()
    player = agent(rules, "smart", rest="random")
    hand = [FOUR, FOUR, FOUR, FIVE, FIVE, FIVE, NINE, NINE, NINE, K, K, K, K]
    state = play(rules, dealing(rules, hand, [], [], []))
    me, menu = Mirror(new_me(player)), blank_menu(rules)
    n = player.policy(me, state.table, state.own[0], 0, menu)
    found = {menu.move[i]: menu.chance[i] for i in range(n) if menu.chance[i] > 0}
    assert found == pytest.approx(
        {
            packed([FOUR]): 3 / 13,
            packed([FIVE]): 3 / 13,
            packed([NINE]): 3 / 13,
            packed([K]): 4 / 13,
        }
    )


def test_the_farthest_card_is_announced_last_with_any_number_of_seats():
    """Turn after turn a seat announces rank + seats: the list is that walk, from its end."""
    assert farthest(A, 13, 4)[:8] == TABLE_1
    for seats in range(2, 7):
        for rank in range(13):
            walk = [(rank + seats * turn) % 13 for turn in range(1, 13)]
            assert farthest(rank, 13, seats) == walk[::-1]


def test_the_nearest_card_is_a_neighbour_in_rank():
    assert nearest(A, 13)[:4] == [TWO, K, THREE, Q]
    assert nearest(A, 13, up_first=False)[:2] == [K, TWO]
    assert nearest(A, 13, wrap=False) == list(range(1, 13))
    for rank in range(13):
        distances = [min(abs(rank - r), 13 - abs(rank - r)) for r in nearest(rank, 13)]
        assert distances == sorted(distances)


def test_anxious_may_lay_one_right_card_only(lays):
    """Chapter 8 speaks of the right card: one of its readings."""
    assert lays(agent(pack(), "anxious", lays="one"), A, A, A, *WITHOUT_ACES[3:]) == [A]


# When they call --------------------------------------------------------------------------------


@pytest.fixture
def doubts(play):
    """doubts(player, held): how likely seat 2 calls one Ace of seat 1, holding so many Aces."""

    def does(player, held, laid=1, moves=None):
        rules = player.game
        mine = [A] * held
        theirs = ([A] * (4 - held) + [K] * 4)[:laid] if moves is None else None
        state = play(rules, [*dealing(rules, theirs, mine, [], []), packed(theirs)])
        assert rules.to_move(state) == 1
        menu = blank_menu(rules)
        assert player.policy(Mirror(new_me(player)), state.table, state.own[1], 1, menu) == 2
        assert [menu.move[0], menu.move[1]] == [PASS, CALL]
        return menu.chance[1]

    return does


def test_no_bluff_never_calls(doubts):
    """Chapter 5."""
    assert [doubts(agent(pack(), "no-bluff"), held) for held in range(5)] == [0.0] * 5


@pytest.mark.parametrize("name", ["smart", "anxious", "learner:training=1"])
def test_the_others_call_by_what_they_hold_of_the_rank(doubts, name):
    """Chapter 4: definitely with all four, very likely with three, less likely with two."""
    player = agent(pack(), name, two=0.4, three=0.8)
    assert [doubts(player, held) for held in range(5)] == [0.0, 0.0, 0.4, 0.8, 1.0]
    usual = agent(pack(), name)
    assert 0 < doubts(usual, 2) < doubts(usual, 3) < doubts(usual, 4) == 1


def test_cards_held_and_laid_can_be_added_up(doubts):
    player = agent(pack(), "smart", two=0.0, sure=True)
    assert doubts(player, 2, laid=2) == 0.0
    assert doubts(player, 2, laid=3) == 1.0


SMALL = {"seats": 3, "ranks": 4, "suits": 3}


@pytest.mark.parametrize(
    ("name", "left", "counts", "calls"),
    [
        ("anxious", 3, "after", 0.0),
        ("anxious", 2, "after", 1.0),
        ("anxious", 2, "before", 0.0),  # it had four
        ("anxious-mutant", 2, "after", 0.0),
        ("anxious-mutant", 1, "after", 1.0),
        ("smart", 1, "after", 0.0),
    ],
)
def test_anxious_calls_on_those_with_few_cards(play, name, left, counts, calls):
    """Chapter 8: fewer than three cards; experiment 6b: fewer than two."""
    rules = game("bluff", **SMALL)
    player = agent(rules, name, counts=counts)
    hands = [A, TWO, THREE, FOUR], [TWO, THREE, FOUR, FOUR], []
    laid = [A, TWO, THREE, FOUR][: 4 - left]
    state = play(rules, [*dealing(rules, *hands), packed(laid)])
    assert state.table.cards[0] == left
    menu = blank_menu(rules)
    player.policy(Mirror(new_me(player)), state.table, state.own[1], 1, menu)
    assert menu.chance[1] == calls


@pytest.mark.parametrize(
    ("dealt", "counts", "calls"),
    [(3, "after", 1.0), (3, "before", 0.0), (2, "after", 1.0), (2, "before", 1.0)],
)
def test_cards_are_counted_before_or_after_the_lay(play, dealt, counts, calls):
    """One of three laid: fewer than three only afterwards; one of two: before it, too."""
    rules = game("bluff", seats=2, ranks=dealt, suits=2)
    player = agent(rules, "anxious", counts=counts)
    hands = [*range(dealt)], [*range(dealt)]
    state = play(rules, [*dealing(rules, *hands), packed([A])])
    menu = blank_menu(rules)
    player.policy(Mirror(new_me(player)), state.table, state.own[1], 1, menu)
    assert menu.chance[1] == calls


def test_more_cards_than_there_are_of_a_rank_are_a_sure_bluff(play):
    """Chapter 4's first reason to call."""
    rules = game("bluff", **SMALL)
    hands = [A, TWO, THREE, FOUR], [TWO, THREE, FOUR, FOUR], []
    for laid, calls in [([A, TWO, THREE], 0.0), ([A, TWO, THREE, FOUR], 1.0)]:
        state = play(rules, [*dealing(rules, *hands), packed(laid)])
        player, menu = agent(rules, "smart"), blank_menu(rules)
        player.policy(Mirror(new_me(player)), state.table, state.own[1], 1, menu)
        assert menu.chance[1] == calls


# Tit for tat -----------------------------------------------------------------------------------


def tit_for_tat(play, moves, seat, **parameters):
    """How likely a Tit for Tat calls after these moves of a small game."""
    rules = game("bluff", **SMALL)
    player = agent(rules, "tit-for-tat", **parameters)
    hands = [A, A, TWO, THREE], [A, TWO, TWO, FOUR], [THREE, THREE, FOUR, FOUR]
    state = play(rules, [*dealing(rules, *hands), *moves])
    assert rules.to_move(state) == seat
    menu = blank_menu(rules)
    player.policy(Mirror(new_me(player)), state.table, state.own[seat], seat, menu)
    return menu.chance[1]


def test_tit_for_tat_cooperates_first(play):
    assert tit_for_tat(play, [packed([A])], 1) == 0.0


def test_tit_for_tat_calls_on_who_called_its_own_last_turn(play):
    called = [packed([A]), CALL, packed([TWO])]  # seat 2 called seat 1, and lays Twos now
    assert tit_for_tat(play, [*called, PASS], 0) == 1.0
    assert tit_for_tat(play, called, 2) == 0.0  # seat 3 was not called
    assert tit_for_tat(play, called, 2, grudge="any") == 1.0  # but it saw the call
    let_pass = [packed([A]), PASS, PASS, packed([TWO]), PASS]
    assert tit_for_tat(play, let_pass, 0) == 0.0


def test_tit_for_tat_forgives_who_cooperates_again(play):
    peace = [packed([A]), CALL, packed([TWO]), PASS, PASS, packed([THREE]), PASS, PASS]
    round_two = [*peace, packed([TWO]), PASS, PASS, packed([A]), PASS]  # Fours, then Aces
    assert tit_for_tat(play, round_two, 0) == 0.0


def test_tit_for_tat_may_pay_back_a_caught_bluff(play):
    """Seat 2 bluffed and was caught; its next lay is called under `caught=yes` alone."""
    moves = [packed([A]), PASS, PASS, packed([A]), PASS, CALL]
    moves += [packed([THREE]), PASS, PASS, packed([TWO]), PASS, PASS, packed([FOUR])]
    assert tit_for_tat(play, moves, 2) == 0.0
    assert tit_for_tat(play, moves, 2, caught=True) == 1.0


# Whole games, enumerated -------------------------------------------------------------------------


def all_deals(ranks, suits, seats, hand):
    """(hands as counts by rank, in how many ways single cards make them) for equal hands."""

    def spread(left, free):
        """How the cards of one rank can fall to the seats from here on."""
        if len(free) == 1:
            return [(left,)] if left <= free[0] else []
        return [
            (mine, *rest)
            for mine in range(min(left, free[0]) + 1)
            for rest in spread(left - mine, free[1:])
        ]

    def go_on(rank, free):
        if rank == ranks:
            yield (), 1
            return
        for split in spread(suits, free):
            ways = math.factorial(suits) // math.prod(map(math.factorial, split))
            after = [room - many for room, many in zip(free, split, strict=True)]
            for rest, more in go_on(rank + 1, after):
                yield (split, *rest), ways * more

    for by_rank, ways in go_on(0, [hand] * seats):
        yield [[split[seat] for split in by_rank] for seat in range(seats)], ways


def truthful_winner(hands):
    """Who is the first without cards where all lay as No-Bluff does and nobody calls."""
    turn = 0
    while True:
        hand, rank = hands[turn % len(hands)], turn % len(hands[0])
        if hand[rank] > 0:
            hand[rank] = 0
        else:
            first = next(other for other, many in enumerate(hand) if many > 0)
            hand[first] -= 1
        if sum(hand) == 0:
            return turn % len(hands)
        turn += 1


@pytest.mark.parametrize(("ranks", "suits", "seats"), [(3, 2, 2), (4, 3, 3), (3, 4, 4)])
def test_games_of_no_bluff_come_out_as_enumerated(ranks, suits, seats):
    """Over all deals; 100,000 games, each share by Hoeffding's bound once in 10^9 tests."""
    rules = game("bluff", seats=seats, ranks=ranks, suits=suits)
    ways, whole = [0] * seats, 0
    for hands, many in all_deals(ranks, suits, seats, ranks * suits // seats):
        ways[truthful_winner([list(hand) for hand in hands])] += many
        whole += many
    player = agent(rules, "no-bluff")
    result = match(rules, [player], games=100_000, order="fixed")
    shares = [row.mean for row in result.overall]
    bound = math.sqrt(math.log(2e9) / 200_000)
    assert shares == pytest.approx([count / whole for count in ways], abs=bound)
