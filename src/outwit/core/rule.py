"""`@compiled`: marks a plain function of a game's or an agent's file as part of its rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

HELPERS: list[Callable[..., Any]] = []


def compiled(function: F) -> F:
    """Let rules call this function when they are compiled; called from Python, it stays as it is.

    Methods of a game or an agent need no mark.
    """
    HELPERS.append(function)
    return function
