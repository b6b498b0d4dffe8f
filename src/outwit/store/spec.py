"""What a run is a run of: the command line as it was typed, and what it came to mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec


class Spec(msgspec.Struct, frozen=True, kw_only=True):
    """command and given decide what is computed; words and folder bring it about again.

    command   the name of the command
    given     its arguments and options with their defaults, without those that change no bit
    words     the command line as typed, without the program; empty for a run made in Python
    folder    where it was typed
    """

    command: str = "python"
    given: dict[str, Any] = {}
    words: list[str] = []
    folder: str = ""

    def differing(self, other: Spec) -> list[str]:
        """Names of what is given otherwise."""
        names = sorted(self.given.keys() | other.given.keys())
        return [name for name in names if self.given.get(name) != other.given.get(name)]


def plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values as they come back from JSON, so that they can be compared; anything else as text."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(values, enc_hook=str))
    return found


__all__ = ["Spec", "plain"]
