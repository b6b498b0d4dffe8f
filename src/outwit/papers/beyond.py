"""What is measured and shown, not judged: questions beyond the paper, and its curves again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from outwit.papers.lab import Lab


@dataclass(frozen=True)
class Sheet:
    """A table that is too large for a page: it lies beside it as CSV."""

    name: str
    title: str
    head: tuple[str, ...]
    rows: Sequence[Sequence[Any]]


@dataclass(frozen=True)
class Found:
    """A table, and what it says in sentences; `data` is for the figure, `sheets` lie beside it."""

    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    says: Sequence[str] = ()
    data: Any = None
    sheets: Sequence[Sheet] = ()


class DrawFound(Protocol):
    """Draws an answer on matplotlib axes."""

    def __call__(self, axes: Any, found: Found) -> None: ...


@dataclass(frozen=True)
class Beyond:
    """A question, what answers it in a lab, and how the answer is drawn: `draw(axes, found)`.

    With `redrawn` it is a figure of the paper that no claims make up: it stands under those.
    """

    name: str
    title: str
    find: Callable[[Lab], Found]
    draw: DrawFound | None = None
    size: tuple[float, float] | None = None
    cost: float = 1.0
    redrawn: bool = False
