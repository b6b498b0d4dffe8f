"""The play loop: everything that happens in a game, once, for all games and agents.

Compiled once per game. Agents are asked through `ask`, `greet` and `tell`, which call them by
native address (a new agent leaves the loop alone) or are compiled together with them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numba
import numpy as np
from numba.core import types

from outwit.core.agent import Agent
from outwit.core.compiled import caller, clear_bytes, numba_record, read_flag, record_reader
from outwit.core.constant import INLINED
from outwit.core.game import CHANCE, Game, has_chance, menu_type, payoff_bounds
from outwit.core.generator import RNG, seed_stream
from outwit.core.layout import me_type, state_type

LONGEST = 10_000_000
"""A game with more moves than this is taken for one that never ends."""
NO_FAULT, ILLEGAL, ENDLESS, NO_CHANCE, OUT_OF_SPAN = range(5)
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


def act_types(game: Game) -> tuple[Any, ...]:
    """Types of act's arguments as the loop knows them: `me` is an address."""
    table, own = _view_types(game)
    return (types.voidptr, table, own, types.int64, numba_record(RNG))


def begin_types(game: Game) -> tuple[Any, ...]:
    table, own = _view_types(game)
    who = numba_record(who_type(game.seats))
    return (types.voidptr, table, own, types.int64, who, numba_record(RNG))


def end_types(game: Game) -> tuple[Any, ...]:
    table, own = _view_types(game)
    return (types.voidptr, table, own, types.int64, types.float64, numba_record(RNG))


def _view_types(game: Game) -> tuple[Any, Any]:
    state = state_type(game)
    return numba_record(state["table"]), numba_record(state["own"].base)


Ask = Callable[..., Any]


def inlined(function: Any) -> Any:
    """A function compiled into its callers; one that already is stays as it is."""
    return function if hasattr(function, "py_func") else numba.njit(**INLINED)(function)


def by_address(game: Game) -> tuple[Ask, Ask, Ask]:
    """ask, greet and tell for agents known by the addresses of their methods."""
    act = caller(types.int64, act_types(game))
    begin = caller(types.none, begin_types(game))
    end = caller(types.none, end_types(game))

    def ask(a, place, seat):  # type: ignore[no-untyped-def]
        state = a.state
        return act(a.act[place], (a.me[place], state.table, state.own[seat], seat, a.luck[seat]))

    def greet(a, place, seat):  # type: ignore[no-untyped-def]
        s = a.state
        if a.begin[place] != 0:
            args = (a.me[place], s.table, s.own[seat], seat, a.who, a.luck[seat])
            begin(a.begin[place], args)

    def tell(a, place, seat, reward):  # type: ignore[no-untyped-def]
        s = a.state
        if a.end[place] != 0:
            end(a.end[place], (a.me[place], s.table, s.own[seat], seat, reward, a.luck[seat]))

    return ask, greet, tell


def together(agents: Sequence[Agent]) -> tuple[Ask, Ask, Ask]:
    """ask, greet and tell with the agents of a line-up compiled into the loop."""
    ask, greet, tell = _nobody_asks, _nobody_greets, _nobody_tells
    for place, agent in enumerate(agents):
        ask, greet, tell = _one_more(place, agent, ask, greet, tell)
    return ask, greet, tell


def _nobody_asks(a, place, seat):  # type: ignore[no-untyped-def]
    return np.int64(-1)


def _nobody_greets(a, place, seat):  # type: ignore[no-untyped-def]
    pass


def _nobody_tells(a, place, seat, reward):  # type: ignore[no-untyped-def]
    pass


def _one_more(place: int, agent: Agent, *others: Ask) -> tuple[Ask, Ask, Ask]:
    """Put one agent in front of those that are there."""
    read = record_reader(me_type(agent))
    other_ask, other_greet, other_tell = map(inlined, others)

    def ask(a, at, seat):  # type: ignore[no-untyped-def]
        if at == place:
            s = a.state
            me = read(a.me[place])
            return np.int64(agent.act(me, s.table, s.own[seat], seat, a.luck[seat]))
        return other_ask(a, at, seat)

    def greet(a, at, seat):  # type: ignore[no-untyped-def]
        if at == place:
            s = a.state
            agent.begin(read(a.me[place]), s.table, s.own[seat], seat, a.who, a.luck[seat])  # type: ignore[attr-defined]
        else:
            other_greet(a, at, seat)

    def tell(a, at, seat, reward):  # type: ignore[no-untyped-def]
        if at == place:
            s = a.state
            agent.end(read(a.me[place]), s.table, s.own[seat], seat, reward, a.luck[seat])  # type: ignore[attr-defined]
        else:
            other_tell(a, at, seat, reward)

    return (
        ask,
        greet if hasattr(type(agent), "begin") else other_greet,
        tell if hasattr(type(agent), "end") else other_tell,
    )


def make_loop(game: Game, ask_: Ask, greet_: Ask, tell_: Ask) -> Callable[..., int]:
    """The loop of one game: play(arenas, orders, record, seed, first, number, group).

    `orders` has shape (how many, seats), int64: the place that sits at each seat, from the first
    game of the block on and then from the top again. Games of one `group` share a deal; a block
    starts and ends with a group. `record` has shape (groups or 0,
    2, seats), int64: both scores of each place, group by group, where somebody wants them.
    Returns the games played: fewer than `number` when the arena's flag was set or on a fault;
    then the sums are not those of whole groups, and the block must be thrown away.
    """
    SEATS = game.seats
    UNIT = game.unit
    SHARES = np.array([0] + [win_share(SEATS) // k for k in range(1, SEATS + 1)])
    LEAST, MOST = payoff_bounds(game)
    FAST = hasattr(type(game), "allowed")
    ask, greet, tell = map(inlined, (ask_, greet_, tell_))

    if FAST:

        def allowed(a, seat, move):  # type: ignore[no-untyped-def]
            return game.allowed(a.state.table, a.state.own[seat], seat, move)  # type: ignore[attr-defined]

    else:

        def allowed(a, seat, move):  # type: ignore[no-untyped-def]
            n = game.legal(a.state.table, a.state.own[seat], seat, a.menu)
            for i in range(n):
                if a.menu.move[i] == move:
                    return True
            return False

    LUCKLESS = not has_chance(game)
    if not LUCKLESS:

        def draw(a):  # type: ignore[no-untyped-def]
            return game.draw(a.state, a.chance)

    else:

        def draw(a):  # type: ignore[no-untyped-def]
            a.fault = NO_CHANCE
            return 0

    allowed, draw = inlined(allowed), inlined(draw)

    def sit_down(a, orders, seed, row, deal):  # type: ignore[no-untyped-def]
        """Streams of this game (`generator.chance_stream`), and who sits where."""
        stream = (SEATS + 1) * deal
        seed_stream(a.chance, seed, stream)
        for seat in range(SEATS):
            place = orders[row, seat]
            a.who.agent[seat] = place
            if a.quiet[place] == 0:
                seed_stream(a.luck[seat], seed, stream + 1 + seat)
        for place in range(SEATS):
            if a.memory_size[place] > 0:
                clear_bytes(a.memory[place], a.memory_size[place])

    def moves(a):  # type: ignore[no-untyped-def]
        """Play to the end. False when something went wrong, or the flag was set."""
        state = a.state
        for _ in range(LONGEST):
            if read_flag(a.stop) != 0:
                return False
            mover = game.to_move(state)
            a.seat = mover
            if mover >= 0:
                move = ask(a, a.who.agent[mover], mover)
                if not allowed(a, mover, move):
                    a.move = move
                    a.fault = ILLEGAL
                    return False
            elif mover == CHANCE:
                move = draw(a)
                if LUCKLESS and a.fault == NO_CHANCE:
                    return False
            else:
                return True
            game.apply(state, move)
        a.fault = ENDLESS
        return False

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

    sit_down, moves = inlined(sit_down), inlined(moves)
    count, close_group = inlined(count), inlined(close_group)

    def play(arenas, orders, record, seed, first, number, group):  # type: ignore[no-untyped-def]
        a = arenas[0]
        row, deal, left, closed = 0, first // group, group, 0
        for i in range(number):
            a.game = first + i
            a.seat = CHANCE
            sit_down(a, orders, seed, row, deal)
            game.start(a.state)
            for seat in range(SEATS):
                a.seat = seat
                greet(a, a.who.agent[seat], seat)
            if not moves(a):
                return i
            a.seat = CHANCE
            if not count(a):
                return i
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
