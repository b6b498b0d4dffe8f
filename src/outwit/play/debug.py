"""One game under Python's debugger: it stops where a rule or an agent goes wrong."""

from __future__ import annotations

import pdb
from types import TracebackType

from outwit.core.errors import IllegalMove, OutwitError
from outwit.play import places
from outwit.play.mirror import Round
from outwit.play.sitting import Sitting
from outwit.play.trace import Trace, trace_of


def debugged(sitting: Sitting, number: int) -> Trace | None:
    """Game `number` of a sitting; None where it went wrong and the debugger was opened.

    After an exception the debugger stands in the line that raised it. Before an illegal move it
    stands at the top of the agent's `act`, about to decide on it once more.
    """
    try:
        return trace_of(sitting, number)
    except IllegalMove as error:
        print(error)
        _decide_again(sitting, number)
    except OutwitError as error:
        trace = _raised_at(error)
        if trace is None:
            raise
        print(error)
        pdb.post_mortem(trace)
    return None


def _raised_at(error: BaseException) -> TracebackType | None:
    """The last line of a rule or an agent, cut off from what it called in the engine."""
    cause = error.__cause__ or error
    trace, found = cause.__traceback__, None
    while trace is not None:
        if not places.of_engine(trace.tb_frame.f_code.co_filename):
            found = trace
        trace = trace.tb_next
    if found is None:
        return None
    return TracebackType(None, found.tb_frame, found.tb_lasti, found.tb_lineno)


def _decide_again(sitting: Sitting, number: int) -> None:
    """The decision before the illegal move, step by step."""
    moves = 0
    try:
        for _ in Round(sitting, number).steps():
            moves += 1
    except IllegalMove:
        pass
    round_ = Round(sitting, number)
    for _ in range(moves - 1):
        mover = round_.mover
        round_.make(mover, round_.ask(mover))
    seat = round_.mover
    agent, own, luck = round_.agent(seat), round_.state.own[seat], round_.luck[seat]
    pdb.runcall(agent.act, round_.me(seat), round_.state.table, own, seat, luck)


__all__ = ["debugged"]
