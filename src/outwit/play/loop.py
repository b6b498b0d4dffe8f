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
from outwit.core.game import CHANCE, Game, menu_type
from outwit.core.generator import ORDERS, RNG, chance_stream, seed_stream, shuffle
from outwit.core.layout import me_type, state_type

LONGEST = 10_000_000
"""A game with more moves than this is taken for one that never ends."""
NO_FAULT, ILLEGAL, ENDLESS, LOST = 0, 1, 2, 3
"""What can go wrong in a game without an exception (`fault` of the arena)."""
FIXED, SHUFFLED = 0, 1


def who_type(seats: int) -> np.dtype[Any]:
    """Who sits where: agent[seat] is a place in the line-up."""
    return np.dtype([("agent", np.int64, (seats,))])


def sums_type(game: Game) -> np.dtype[Any]:
    """Integer sums by (place, seat); they add up to the same bits in any partition.

    games, pay-offs, their squares, wins (in shares of `win_share`); of groups of games on one
    deal: squares of sums by (place, seat) and products of sums by (place, place).
    """
    n, wide = game.seats, np.int64
    cell, pair = (n, n), (n, n)
    return np.dtype(
        [
            ("games", wide, cell),
            ("sum", wide, cell),
            ("square", wide, cell),
            ("wins", wide, cell),
            ("group_square", wide, cell),
            ("cross", wide, pair),
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
            ("seating", RNG),
            ("who", who_type(n)),
            ("out", wide, (n,)),
            ("group", wide, (n, n)),
            ("total", wide, (n,)),
            # Of each agent, by place: where its `me` lies, its `memory` to clear, its methods.
            ("me", wide, (n,)),
            ("memory", wide, (n,)),
            ("memory_size", wide, (n,)),
            ("act", wide, (n,)),
            ("begin", wide, (n,)),
            ("end", wide, (n,)),
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


def win_share(seats: int) -> int:
    """How many shares a win is cut into, so that a tie of any number is whole."""
    return math.lcm(*range(1, seats + 1))


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
    """The loop of one game: play(arenas, orders, seed, first, count, group, mode) -> games played.

    `orders` has shape (how many, seats), int64: the place that sits at each seat. Games of one
    `group` share a deal. Stops early, at the end of a group, when the arena's flag is set; on a
    fault, at once.
    """
    SEATS = game.seats
    UNIT = game.unit
    SHARES = np.array([0] + [win_share(SEATS) // k for k in range(1, SEATS + 1)])
    FAST = hasattr(type(game), "allowed")
    SEED_OF_ORDERS = np.uint64(ORDERS)
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

    allowed = inlined(allowed)

    def sit_down(a, orders, seed, g, deal, mode):  # type: ignore[no-untyped-def]
        """Streams of this game, and who sits where."""
        stream = chance_stream(SEATS, deal)
        seed_stream(a.chance, seed, stream)
        for seat in range(SEATS):
            seed_stream(a.luck[seat], seed, stream + 1 + seat)
        if mode == SHUFFLED:
            luck = a.seating
            seed_stream(luck, np.uint64(seed) ^ SEED_OF_ORDERS, g)
            for seat in range(SEATS):
                a.who.agent[seat] = seat
            shuffle(luck, a.who.agent, SEATS)
        else:
            row = g % orders.shape[0]
            for seat in range(SEATS):
                a.who.agent[seat] = orders[row, seat]
        for place in range(SEATS):
            if a.memory_size[place] > 0:
                clear_bytes(a.memory[place], a.memory_size[place])

    def moves(a):  # type: ignore[no-untyped-def]
        """Play to the end. False when something went wrong."""
        state = a.state
        for _ in range(LONGEST):
            mover = game.to_move(state)
            a.seat = mover
            if mover >= 0:
                move = ask(a, a.who.agent[mover], mover)
                if not allowed(a, mover, move):
                    a.move = move
                    a.fault = ILLEGAL
                    return False
            elif mover == CHANCE:
                move = game.draw(state, a.chance)
            else:
                return True
            game.apply(state, move)
        a.fault = ENDLESS
        return False

    def count(a, group):  # type: ignore[no-untyped-def]
        """Add the game to the sums."""
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
            sums.games[place, seat] += 1
            sums.sum[place, seat] += value
            sums.square[place, seat] += value * value
            if value == best:
                sums.wins[place, seat] += share
            if group > 1:
                a.group[place, seat] += value
            else:
                a.total[place] = value

    def close_group(a, group):  # type: ignore[no-untyped-def]
        """The games of one deal are one observation."""
        sums = a.sums
        if group > 1:
            for place in range(SEATS):
                total = 0
                for seat in range(SEATS):
                    part = a.group[place, seat]
                    total += part
                    sums.group_square[place, seat] += part * part
                    a.group[place, seat] = 0
                a.total[place] = total
        for p in range(SEATS):
            for q in range(p + 1):
                sums.cross[p, q] += a.total[p] * a.total[q]
        sums.groups += 1

    sit_down, moves = inlined(sit_down), inlined(moves)
    count, close_group = inlined(count), inlined(close_group)

    def play(arenas, orders, seed, first, number, group, mode):  # type: ignore[no-untyped-def]
        a = arenas[0]
        for i in range(number):
            g = first + i
            if g % group == 0 and read_flag(a.stop) != 0:
                return i
            a.game = g
            a.seat = CHANCE
            sit_down(a, orders, seed, g, g // group, mode)
            game.start(a.state)
            for seat in range(SEATS):
                a.seat = seat
                greet(a, a.who.agent[seat], seat)
            if not moves(a):
                return i
            a.seat = CHANCE
            count(a, group)
            for seat in range(SEATS):
                a.seat = seat
                tell(a, a.who.agent[seat], seat, a.out[seat] * UNIT)
            if (g + 1) % group == 0:
                close_group(a, group)
        return number

    return play
