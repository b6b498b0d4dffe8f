"""Mistakes of a user, told in sentences: what was wrong, where, and what to do."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class OutwitError(Exception):
    """A mistake that its message explains; the command line prints it without a traceback."""

    exit_code = 2


class UsageError(OutwitError):
    """A name, an option or a value that does not fit."""


class RuleError(OutwitError):
    """A game or an agent that does not keep the contract."""


class IllegalMove(OutwitError):
    """A move that the rules do not allow where it was made."""

    exit_code = 1


class Refused(OutwitError):
    """A question that this game, agent or file cannot answer, with the reason."""


class NotTheSame(Refused):
    """A run, a learner or a trace that was made by other rules and may not go on."""

    exit_code = 1


class Stopped(OutwitError):
    """Work that cannot go on through no fault of its rules: a full disk, a cluster that is gone."""

    exit_code = 1


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """' Did you mean bluff?' or nothing, ready to stand behind a sentence."""
    near = get_close_matches(word, list(known), n=1, cutoff=0.5)
    return f" Did you mean {near[0]}?" if near else ""
