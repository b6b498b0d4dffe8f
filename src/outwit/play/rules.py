"""A mark of the rules by which games are played: what a run and a worker elsewhere go by.

Unlike the fingerprint of compiled code it is the same on every machine and wherever a user's file
lies, and it holds what compiled code reads at run time: parameters and what agents have learnt.
"""

from __future__ import annotations

import platform
from collections.abc import Mapping
from typing import Any

import llvmlite
import numba
import numpy as np

import outwit
from outwit.core.agent import Agent
from outwit.core.files import PREFIX
from outwit.core.layout import new_me
from outwit.core.options import values_of
from outwit.play.fingerprint import Walk, engine_text
from outwit.play.sitting import Sitting

CRC = 9
"""Characters at the end of a user's module name that stand for the folder it lies in."""


def mark_of(*things: Any) -> str:
    """A hash of sittings, games, agents, functions and plain values, by what they do."""
    walk = _RulesWalk()
    walk.add(engine_text())
    for thing in things:
        walk.add(thing)
    return walk.hash.hexdigest()[:40]


def versions() -> dict[str, str]:
    """What else fixes the bits: arithmetic is compiled, and compilers change."""
    return {
        "outwit": outwit.__version__,
        "python": ".".join(platform.python_version_tuple()[:2]),
        "numpy": np.__version__,
        "numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
    }


def differing(here: Mapping[str, str], there: Mapping[str, str]) -> str:
    """'numba 0.68.1 instead of 0.68.2, ...': how two sets of versions differ."""
    return ", ".join(
        f"{name} {version} instead of {there.get(name, 'none')}"
        for name, version in here.items()
        if version != there.get(name)
    )


class _RulesWalk(Walk):
    """Also walks sittings and tables of values; says nothing of folders."""

    def module(self, name: str) -> str:
        return name[:-CRC] if name.startswith(PREFIX) else name

    def add(self, thing: Any) -> None:
        if isinstance(thing, Sitting):
            self.say("sitting", thing.seed, thing.order, thing.deals)
            self.add((thing.game, *thing.agents))
        elif isinstance(thing, dict):
            self.add(sorted(thing.items()))
        else:
            super().add(thing)

    def constant(self, thing: Any) -> None:
        super().constant(thing)
        self.add(values_of(thing))
        if isinstance(thing, Agent):
            self.hash.update(new_me(thing).tobytes())


__all__ = ["differing", "mark_of", "versions"]
