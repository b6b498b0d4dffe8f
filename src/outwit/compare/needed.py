"""What races need on a coin, method by method and mean by mean: exact laws, kept where asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cache

import msgspec

from outwit.compare.law import Law, law
from outwit.core.errors import Refused
from outwit.play.where import HERE, Where

MEANS = (0.40, 0.45, 0.48, 0.49, 0.495, 0.497, 0.5)
"""Shares of wins over which races are planned."""


@dataclass(frozen=True)
class Laws:
    """Exact laws of races, each walked once; kept as pieces of a run where `where` has one.

    progress   hears what is about to be walked
    """

    margin: float = 0.01
    error: float = 0.05
    where: Where = HERE
    progress: Callable[[str], None] | None = None

    def of(self, method: str, mu: float, *, error: float | None = None) -> Law | None:
        """The law of a race; None where it goes on for too long to be followed."""
        asked = self.error if error is None else error
        name = f"law.{method}.{mu:g}.{self.margin:g}.{asked:g}"
        if self.progress is not None:
            self.progress(f"{method} at {mu:g}")

        def walk() -> bytes:
            return _walked(method, mu, self.margin, asked)

        told = msgspec.json.decode(self.where.piece(name, walk, of=(method, mu, asked)))
        return None if told is None else _law(told)

    def row(self, method: str, means: Sequence[float] = MEANS) -> tuple[Law | None, ...]:
        """The laws of one method over means."""
        return tuple(self.of(method, mu) for mu in means)


@cache
def _walked(method: str, mu: float, margin: float, error: float) -> bytes:
    """A law as JSON; null where the race goes on for too long to be followed."""
    try:
        found = law(method, mu, margin=margin, error=error)
    except Refused:
        return b"null"
    return msgspec.json.encode(_plain(found))


def _plain(found: Law) -> dict[str, str]:
    """Every number as text that gives the same bits again; JSON knows no infinity."""
    return {key: value if key == "method" else repr(value) for key, value in asdict(found).items()}


def _law(told: dict[str, str]) -> Law:
    numbers = {key: float(value) for key, value in told.items() if key != "method"}
    return Law(method=told["method"], **numbers)


__all__ = ["MEANS", "Laws"]
