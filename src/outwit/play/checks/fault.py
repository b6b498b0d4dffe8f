"""A fault of a game or an agent, as a sentence; and what differs between two records."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from outwit.core.agent import Agent
from outwit.core.errors import OutwitError
from outwit.core.game import CHANCE, Game
from outwit.core.records import Mirror, data_of
from outwit.play.faults import blamed
from outwit.play.places import Place


class Fault(OutwitError):
    """One thing to mend."""

    exit_code = 1


def at(thing: Any, method: str = "") -> str:
    """'mygame.py, line 31, in legal: ', or the class where the source is not at hand."""
    cls = type(thing)
    owner = next((c for c in cls.__mro__ if method in vars(c)), cls) if method else cls
    owner = cls if owner in (Game, Agent) else owner  # derived: it is the class that lacks its own
    member = vars(owner).get(method, owner)
    function: Any = member.fget if isinstance(member, property) else member
    name = f"{cls.__name__}.{method}" if method else cls.__name__
    try:
        file = inspect.getsourcefile(function)
        line = _first_line(function)
    except (OSError, TypeError):
        return f"{name}: "
    return str(Place(file or "?", line, name))


def _first_line(function: Any) -> int:
    """The line of `def` or `class`, below decorators."""
    lines, first = inspect.getsourcelines(function)
    for i, text in enumerate(lines):
        if text.lstrip().startswith(("def ", "class ")):
            return first + i
    return first


@contextlib.contextmanager
def faulting(*things: Any) -> Iterator[None]:
    """What rules and agents raise inside becomes a fault that names file and line."""
    try:
        yield
    except Fault:
        raise
    except OutwitError as error:
        raise Fault(str(error)) from error
    except Exception as error:
        told = blamed(error, *things)
        if told is None:
            raise
        raise Fault(str(told)) from error


def copied(record: Mirror) -> Mirror:
    """The same bytes, elsewhere."""
    return Mirror(data_of(record).copy())


def restored(kept: bytes, dtype: np.dtype[Any]) -> Mirror:
    """A record from bytes that were kept."""
    return Mirror(np.frombuffer(bytearray(kept), dtype).reshape(()))


def scribbled(record: Mirror, pattern: int) -> None:
    """Fill a record with rubbish: its bytes count up from a pattern; empty parts stay empty."""
    data = data_of(record)
    rubbish = (np.arange(data.nbytes) * 151 + pattern).astype(np.uint8)
    data[...] = np.frombuffer(rubbish.tobytes(), data.dtype).reshape(())
    _emptied(data)


def _emptied(data: np.ndarray[Any, Any]) -> None:
    """Zero the byte of records without fields (`record_type` gives them one that stays zero)."""
    names = data.dtype.names or ()
    if names == ("nothing",):
        data["nothing"] = 0
        return
    for name in names:
        _emptied(data[name])


def differing(one: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> str:
    """The first field in which two records of one type differ, 'own[1].card'; '' where none does.

    Field by field: the bytes between fields mean nothing.
    """
    return _differing(one, other, [])


def _differing(one: Any, other: Any, path: list[tuple[str, int]]) -> str:
    """`path` holds the names so far and how many indices stand behind each."""
    if one.dtype.names is not None:
        for field in one.dtype.names:
            a, b = one[field], other[field]
            found = _differing(a, b, [*path, (field, a.ndim - one.ndim)])
            if found:
                return found
        return ""
    if one.tobytes() == other.tobytes():
        return ""
    index = next(i for i in np.ndindex(one.shape) if one[i].tobytes() != other[i].tobytes())
    told, at_index = "", iter(index)
    for name, dims in path:
        told += f".{name}" + "".join(f"[{next(at_index)}]" for _ in range(dims))
    return told.removeprefix(".") or "its value"


def after(made: Sequence[int]) -> str:
    """'after the moves 2, 0, 1' or 'at the start': how a position was reached."""
    if not made:
        return "at the start"
    if len(made) <= _MOST_TOLD:
        return f"after the moves {', '.join(map(str, made))}"
    return f"after {len(made)} moves, the last of them {', '.join(map(str, made[-4:]))}"


_MOST_TOLD = 10


def counted(number: int, thing: str) -> str:
    """'1 game', '2,014 games'."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def whose(mover: int) -> str:
    """'chance' or 'seat 2'."""
    return "chance" if mover == CHANCE else f"seat {mover + 1}"


def unchanged(game: Game, method: str, before: bytes, state: Mirror, made: Sequence[int]) -> None:
    """A fault where a method that only looks has written into the state."""
    if data_of(state).tobytes() != before:
        field = differing(data_of(restored(before, data_of(state).dtype)), data_of(state))
        raise Fault(
            f"{at(game, method)}it changes `{field}` {after(made)}. Only `start` and `apply` may "
            f"write into the state."
        )
