"""Agents whose play rests on arrays: what a learner has learnt, what a solver has solved.

The arrays are no part of the compiled code: `prepare` writes them into `me`, so another table of
the same shape compiles nothing. `outwit.save` and `outwit.load` keep any such agent in a file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from outwit.core.agent import Agent
from outwit.core.game import Game
from outwit.core.options import AT_RUN_TIME

Arrays = Mapping[str, np.ndarray[Any, Any]]


def mark_of(arrays: Arrays) -> str:
    """A short hash of arrays, their names, types and shapes: it tells two tables apart."""
    parts = hashlib.sha256()
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        parts.update(repr((name, array.dtype.str, array.shape)).encode())
        parts.update(array.tobytes())
    return parts.hexdigest()[:16]


@dataclass(frozen=True)
class ArrayAgent(Agent):
    """Base of agents with arrays: fields of a subclass are its parameters, as for every agent.

    Two of them are equal when their parameters and `mark` are, which follows from the arrays.
    They are named 'LABEL#MARK', by the name of their class where there is no label, or by the file
    that they were loaded from.
    """

    game: Game
    arrays: Arrays = field(default_factory=dict, compare=False, repr=False)
    mark: str = field(default="", metadata={AT_RUN_TIME: True})
    label: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        mark = mark_of(self.arrays)
        object.__setattr__(self, "mark", mark)
        object.__setattr__(self, "shown_as", f"{self.label or type(self).name}#{mark[:6]}")


__all__ = ["ArrayAgent", "Arrays", "mark_of"]
