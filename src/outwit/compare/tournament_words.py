"""A tournament in tables: agents by mean, the cross table of pairs, what can be said."""

from __future__ import annotations

import math
from collections.abc import Sequence

from outwit.compare.tournament import Entry, TournamentResult

MOST_CROSS = 10
"""Agents up to which the cross table is shown."""


def tournament_text(result: TournamentResult, *, again: str = "") -> str:
    """The ranking, the pairs, the verdict, the way back."""
    seats = max(e.seat or 0 for e in result.entries)
    many = "1 line-up" if result.line_ups == 1 else f"{result.line_ups:,} line-ups"
    if result.line_ups < result.of:
        many += f" of {result.of:,}"
    parts = [
        f"{result.title}, {seats} seats   {result.games:,} games in {many}   seed {result.seed}",
        "\n".join(_ranking(result, seats)),
    ]
    if len(result.agents) <= MOST_CROSS:
        parts.append("\n".join(_cross(result)))
    parts.append(verdict_text(result) + (f"\nagain: {again}" if again else ""))
    return "\n\n".join(parts)


def verdict_text(result: TournamentResult) -> str:
    """Who beats whom, error over all pairs."""
    told = [m for m in result.meetings if m.told]
    sure = f"error at most {100 * result.error:g} % over all {len(result.meetings)} pairs"
    if not told:
        return f"No pair can be told apart ({sure}); more games may tell."
    names = [e.name for e in result.overall]
    beaten = {n: {m.other for m in told if m.one == n} for n in names}
    best = [n for n in names if len(beaten[n]) == len(names) - 1]
    if best:
        text = f"{best[0]} is best: it beats each of the others ({sure})."
    else:
        free = [n for n in names if not any(n in beaten[m] for m in names)]
        text = f"The best may be {' or '.join(free)}: nobody is shown to beat them ({sure})."
        if not free:
            text = f"Each is beaten by another: there is no best ({sure})."
    close = len(result.meetings) - len(told)
    if close:
        text += f" {close} {'pair is' if close == 1 else 'pairs are'} too close to tell."
    return text


def _ranking(result: TournamentResult, seats: int) -> list[str]:
    rating = {r.name: r for r in result.ratings}
    by_seat = {(e.name, e.seat): e for e in result.entries}
    digits = _digits(min(e.high - e.low for e in result.overall))
    head = ["", "a game", "wins %", "rating"]
    head += ["in seat", *(str(s + 1) for s in range(seats))] if seats <= 8 else []
    lines = [head]
    for entry in result.overall:
        r = rating.get(entry.name)
        line = [
            entry.name,
            f"{entry.mean:.{digits}f} ± {entry.high - entry.mean:.{digits}f}",
            f"{100 * entry.wins / entry.games:.1f}",
            f"{r.rating:+.0f} ± {r.high - r.rating:.0f}" if r else "-",
        ]
        if seats <= 8:
            cells: list[Entry | None] = [by_seat.get((entry.name, s + 1)) for s in range(seats)]
            line += ["", *("-" if c is None else f"{c.mean:.{digits}f}" for c in cells)]
        lines.append(line)
    return _aligned(lines)


def _cross(result: TournamentResult) -> list[str]:
    """How much better the agent of a row does than that of a column; * where it is told."""
    names = [e.name for e in result.overall]
    cells: dict[tuple[str, str], str] = {}
    digits = _digits(min((m.high - m.low for m in result.meetings), default=0.01))
    for m in result.meetings:
        star = "*" if m.told else " "
        cells[m.one, m.other] = f"{m.mean:+.{digits}f}{star}"
        cells[m.other, m.one] = f"{-m.mean:+.{digits}f}{star}"
    lines = [["ahead of", *(str(i + 1) for i in range(len(names)))]]
    for i, one in enumerate(names):
        lines.append(
            [f"{i + 1} {one}"]
            + ["." if one == other else cells.get((one, other), "-") for other in names]
        )
    return [*_aligned(lines), " * told apart"]


def _digits(width: float) -> int:
    if not 0.0 < width < math.inf:
        return 3
    return min(max(0, math.ceil(-math.log10(width / 2.0) + 0.2)), 6)


def _aligned(lines: Sequence[Sequence[str]]) -> list[str]:
    """Columns by widest entry: the first to the left, the others to the right."""
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    return [
        (
            " "
            + "  ".join(
                cell.ljust(w) if i == 0 else cell.rjust(w)
                for i, (cell, w) in enumerate(zip(line, widths, strict=True))
            )
        ).rstrip()
        for line in lines
    ]


__all__ = ["tournament_text", "verdict_text"]
