"""The play loop: everything that happens in a game, once, for all games and agents.

Compiled once per game. Agents are asked through `ask`, `greet` and `tell` (`asking.py`), which call
them by native address (a new agent leaves the loop alone) or are compiled together with them.

Each part of the loop is made for one game by a function of its own, and compiled into `play`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from outwit.core.compiled import clear_bytes, read_flag
from outwit.core.constant import INLINED
from outwit.core.game import CHANCE, OVER, Game, has_chance, menu_type, payoff_bounds
from outwit.core.generator import RNG, seed_stream
from outwit.core.layout import state_type

LONGEST = 10_000_000
"""A game with more moves than this is taken for one that never ends."""
NO_FAULT, ILLEGAL, ENDLESS, NO_CHANCE, OUT_OF_SPAN, NOBODY = range(6)
"""What can go wrong in a game without an exception (`fault` of the arena)."""


def who_type(seats: int) -> np.dtype[Any]:
    """Who sits where: agent[seat] is a place in the line-up."""
    return np.dtype([("agent", np.int64, (seats,))])


PAYOFF, WINS = 0, 1
"""The two scores that are summed: pay-offs in units, and wins in shares of `win_share`."""


def sums_type(game: Game) -> np.dtype[Any]:
    """Integer sums of a block of games; they add up to the same bits in any partition.

    games         (place, seat)          games played
    sum           (score, place, seat)   of PAYOFF and of WINS
    square        (place, seat)          squares of the pay-offs of single games
    group_square  (score, place, seat)   squares of sums over a group of games on one deal
    cross         (score, place, place)  products of two places' sums over a group; lower triangle
    groups        ()                     how many groups
    endings       (endings,)             how the games ended
    """
    n, wide = game.seats, np.int64
    return np.dtype(
        [
            ("games", wide, (n, n)),
            ("sum", wide, (2, n, n)),
            ("square", wide, (n, n)),
            ("group_square", wide, (2, n, n)),
            ("cross", wide, (2, n, n)),
            ("groups", wide),
            ("endings", wide, (len(game.endings),)),
        ]
    )


def arena_type(game: Game) -> np.dtype[Any]:
    """All that one thread works on."""
    n, wide = game.seats, np.int64
    return np.dtype(
        [
            ("state", state_type(game)),
            ("menu", menu_type(game.moves)),
            ("chance", RNG),
            ("luck", RNG, (n,)),
            ("who", who_type(n)),
            ("out", wide, (n,)),
            ("group", wide, (2, n, n)),
            ("total", wide, (2, n)),
            # Of each agent, by place: where its `me` lies, its `memory` to clear, its methods.
            ("me", wide, (n,)),
            ("memory", wide, (n,)),
            ("memory_size", wide, (n,)),
            ("act", wide, (n,)),
            ("begin", wide, (n,)),
            ("end", wide, (n,)),
            ("quiet", wide, (n,)),  # 1: it never draws, so its stream need not be started
            # Whether anybody has a `memory`, a `begin`, an `end`: else nobody is looked at.
            ("remembers", wide),
            ("greets", wide),
            ("tells", wide),
            # Where the loop is, for sentences when something goes wrong.
            ("game", wide),
            ("seat", wide),
            ("move", wide),
            ("fault", wide),
            ("stop", wide),  # address of a flag set by Ctrl-C
            ("sums", sums_type(game)),
        ],
        align=True,
    )


MOST_EXACT_TIES = 12


def win_share(seats: int) -> int:
    """How many shares a win is cut into: a tie of up to twelve seats is shared without a rest.

    Beyond twelve the rest of at most one share in 27,720 is dropped, which keeps sums of squares
    far from the end of 64 bits.
    """
    return math.lcm(*range(1, min(seats, MOST_EXACT_TIES) + 1))


Ask = Callable[..., Any]


def inlined(function: Any) -> Any:
    """A function compiled into its callers; one that already is stays as it is."""
    return function if hasattr(function, "py_func") else numba.njit(**INLINED)(function)


def make_loop(game: Game, ask_: Ask, greet_: Ask, tell_: Ask) -> Callable[..., int]:
    """The loop of one game: play(arenas, orders, record, seed, first, number, group).

    `orders` has shape (how many, seats), int64: the place that sits at each seat, from the first
    game of the block on and then from the top again. Games of one `group` share a deal; a block
    starts and ends with a group. `record` has shape (groups or 0,
    2, seats), int64: both scores of each place, group by group, where somebody wants them.
    Returns the games played: fewer than `number` when the arena's flag was set or on a fault;
    then the sums are not those of whole groups, and the block must be thrown away.
    """
    SEATS, UNIT = game.seats, game.unit
    ask, greet, tell = map(inlined, (ask_, greet_, tell_))
    sit_down, moves = _sitting_down(game), _moving(game, ask)
    count, close_group = _counting(game), _closing(game)

    def play(arenas, orders, record, seed, first, number, group):  # type: ignore[no-untyped-def]
        a = arenas[0]
        row, deal, left, closed = 0, first // group, group, 0
        for i in range(number):
            a.game = first + i
            a.seat = CHANCE
            if read_flag(a.stop) != 0:
                return i
            sit_down(a, orders, seed, row, deal)
            game.start(a.state)
            if a.greets != 0:
                for seat in range(SEATS):
                    a.seat = seat
                    greet(a, a.who.agent[seat], seat)
            if not moves(a):
                return i
            a.seat = CHANCE
            if not count(a):
                return i
            if a.tells != 0:
                for seat in range(SEATS):
                    a.seat = seat
                    tell(a, a.who.agent[seat], seat, a.out[seat] * UNIT)
            row = row + 1 if row + 1 < orders.shape[0] else 0
            left -= 1
            if left == 0:
                close_group(a)
                if record.shape[0] > 0:
                    for score in range(2):
                        for place in range(SEATS):
                            record[closed, score, place] = a.total[score, place]
                closed += 1
                deal += 1
                left = group
        return number

    return play


def _sitting_down(game: Game) -> Any:
    """sit_down(arena, orders, seed, row, deal): who sits where, and what they draw from."""
    SEATS = game.seats

    def sit_down(a, orders, seed, row, deal):  # type: ignore[no-untyped-def]
        """Streams of this game (`generator.chance_stream`), and who sits where."""
        stream = (SEATS + 1) * deal
        seed_stream(a.chance, seed, stream)
        for seat in range(SEATS):
            place = orders[row, seat]
            a.who.agent[seat] = place
            if a.quiet[place] == 0:
                seed_stream(a.luck[seat], seed, stream + 1 + seat)
        if a.remembers != 0:
            for place in range(SEATS):
                if a.memory_size[place] > 0:
                    clear_bytes(a.memory[place], a.memory_size[place])

    return inlined(sit_down)


def _moving(game: Game, ask: Any) -> Any:
    """moves(arena): from start to end; False when something went wrong, or the flag was set."""
    SEATS, LUCKLESS = game.seats, not has_chance(game)
    allowed, draw = _allowing(game), _drawing(game)

    def moves(a):  # type: ignore[no-untyped-def]
        state = a.state
        for _ in range(LONGEST):
            mover = game.to_move(state)
            a.seat = mover
            if mover >= 0:
                if mover >= SEATS:
                    break
                if read_flag(a.stop) != 0:
                    return False
                move = ask(a, a.who.agent[mover], mover)
                if not allowed(a, mover, move):
                    a.move = move
                    a.fault = ILLEGAL
                    return False
            elif mover == CHANCE:
                move = draw(a)
                if LUCKLESS and a.fault == NO_CHANCE:
                    return False
            elif mover == OVER:
                return True
            else:
                break
            game.apply(state, move)
        a.fault = ENDLESS if CHANCE <= a.seat < SEATS else NOBODY
        return False

    return inlined(moves)


def _allowing(game: Game) -> Any:
    """allowed(arena, seat, move): whether the rules let the mover do that."""
    if hasattr(type(game), "allowed"):

        def allowed(a, seat, move):  # type: ignore[no-untyped-def]
            return game.allowed(a.state.table, a.state.own[seat], seat, move)  # type: ignore[attr-defined]

    else:

        def allowed(a, seat, move):  # type: ignore[no-untyped-def]
            n = game.legal(a.state.table, a.state.own[seat], seat, a.menu)
            for i in range(n):
                if a.menu.move[i] == move:
                    return True
            return False

    return inlined(allowed)


def _drawing(game: Game) -> Any:
    """draw(arena): a move of chance."""
    if has_chance(game):

        def draw(a):  # type: ignore[no-untyped-def]
            return game.draw(a.state, a.chance)

    else:

        def draw(a):  # type: ignore[no-untyped-def]
            a.fault = NO_CHANCE
            return 0

    return inlined(draw)


def _counting(game: Game) -> Any:
    """count(arena): a game's pay-offs into the sums; False where one is impossible."""
    SEATS = game.seats
    SHARES = np.array([0] + [win_share(SEATS) // k for k in range(1, SEATS + 1)])
    LEAST, MOST = payoff_bounds(game)

    def count(a):  # type: ignore[no-untyped-def]
        """Add the game to the sums, and to those of its group. False for an impossible pay-off."""
        sums = a.sums
        for seat in range(SEATS):
            a.out[seat] = 0
        game.payoff(a.state, a.out)
        ending = game.ending(a.state)
        sums.endings[ending] += 1
        best, ties = a.out[0], 1
        for seat in range(1, SEATS):
            if a.out[seat] > best:
                best, ties = a.out[seat], 1
            elif a.out[seat] == best:
                ties += 1
        share = SHARES[ties] if ending == 0 else 0
        for seat in range(SEATS):
            place = a.who.agent[seat]
            value = a.out[seat]
            if value < LEAST or value > MOST:
                a.seat, a.move = seat, value
                a.fault = OUT_OF_SPAN
                return False
            won = share if value == best else 0
            sums.games[place, seat] += 1
            sums.square[place, seat] += value * value
            a.group[PAYOFF, place, seat] += value
            a.group[WINS, place, seat] += won
        return True

    return inlined(count)


def _closing(game: Game) -> Any:
    """close_group(arena): the games of one deal, as one observation, into the sums."""
    SEATS = game.seats

    def close_group(a):  # type: ignore[no-untyped-def]
        """The games of one deal are one observation."""
        sums = a.sums
        for score in range(2):
            for place in range(SEATS):
                total = 0
                for seat in range(SEATS):
                    part = a.group[score, place, seat]
                    total += part
                    sums.sum[score, place, seat] += part
                    sums.group_square[score, place, seat] += part * part
                    a.group[score, place, seat] = 0
                a.total[score, place] = total
                for other in range(place + 1):
                    sums.cross[score, place, other] += total * a.total[score, other]
        sums.groups += 1

    return inlined(close_group)
