"""A result in plain words: the answer first, the evidence under it, the way back last."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from outwit.core.result import Difference, MatchResult, Row

SAME = 1e-9


def match_text(result: MatchResult, *, again: str = "") -> str:
    """The whole answer to `outwit match`."""
    parts = [
        heading_text(result),
        "\n".join(table_text(result)),
        "\n".join(verdict_lines(result)),
    ]
    if again:
        parts[-1] = "\n".join(filter(None, [parts[-1], f"again: {again}"]))
    return "\n\n".join(part for part in parts if part)


def heading_text(result: MatchResult) -> str:
    """'Bluff, 4 seats   96,000 games = 4,000 deals x 24 seat orders   seed 1   0.4 s'."""
    seats = max((row.seat or 0) for row in result.rows)
    parts = [f"{result.title}, {seats} seats"]
    if result.games is None:
        return "   ".join([*parts, "exact, by enumeration"])
    games = f"{result.games:,} games"
    groups = result.pairing.groups
    if groups and groups < result.games:
        games += f" = {groups:,} deals x {result.games // groups} seat orders"
    parts += [games, f"seed {result.seed}"]
    if result.seconds:
        parts.append(f"{result.seconds:.1f} s")
    return "   ".join(parts)


def measure(result: MatchResult) -> str:
    """'wins %' where the pay-off is a win's share, else 'pay-off'."""
    same = all(abs(row.mean - row.share) < SAME for row in result.rows)
    return "wins %" if same else "pay-off"


def table_text(result: MatchResult) -> list[str]:
    """One line for each agent, the best first: the mean, wins, and the mean seat by seat."""
    wins_only = measure(result) == "wins %"
    rows = sorted(result.overall, key=lambda row: -row.mean)
    names = places_named(result)
    digits = _digits([_half(row, wins_only) for row in rows])
    share_digits = _digits([_half(row, True) for row in rows])
    seats = sorted({row.seat for row in result.rows if row.seat is not None})
    by_seat = {(row.agent, row.seat): row for row in result.rows}
    head = ["", measure(result)] + ([] if wins_only else ["wins %"])
    head += ["in seat", *map(str, seats)] if len(seats) <= _MOST_SEATS else []
    lines = [head]
    for row in rows:
        line = [names[row.agent - 1], _with_half(row, wins_only, digits)]
        if not wins_only:
            line.append(_with_half(row, True, share_digits))
        if len(seats) <= _MOST_SEATS:
            cells = [by_seat.get((row.agent, seat)) for seat in seats]
            line += ["", *(_number(cell, wins_only, digits) for cell in cells)]
        lines.append(line)
    undecided = result.undecided
    share = 100.0 * undecided / result.games if result.games else 100.0 * undecided
    if undecided:
        lines.append(["undecided", f"{share:.{digits if wins_only else 1}f} % of games"])
    return _aligned(lines)


_MOST_SEATS = 8
_LONGEST = 24  # figures of a fraction that people want to see; programs get all


def places_named(result: MatchResult) -> list[str]:
    """Names by place; equal agents get their place behind the name."""
    several = Counter(result.agents)
    return [
        f"{name} ({place})" if several[name] > 1 else name
        for place, name in enumerate(result.agents, start=1)
    ]


def verdict_lines(result: MatchResult) -> list[str]:
    """Who beats whom, and what pairing brought."""
    lines = [verdict_text(result)] if result.differences else []
    ratio = result.pairing.variance_ratio
    if result.games is None:
        return lines
    if ratio is None:
        lines.append("Over each deal and its seat orders the agents come out even, every time.")
    elif ratio > 1.1:
        lines.append(
            f"Shared deals and seat orders made the intervals {math.sqrt(ratio):.1f} times "
            f"narrower than {result.games:,} separate games."
        )
    elif ratio < 0.9:
        lines.append(
            f"Shared deals made the intervals {1 / math.sqrt(ratio):.1f} times wider than "
            f"{result.games:,} separate games:\n"
            f"games on one deal go alike here, and --deals own plays separate ones."
        )
    return lines


def verdict_text(result: MatchResult) -> str:
    """'equilibrium beats random: equilibrium wins 0.167 a game (95 % interval 0.163 to 0.171).'"""
    pairs = result.differences
    open_pairs = [pair for pair in pairs if not pair.told]
    if len(pairs) == 1:
        return _one_pair(result, pairs[0])
    sure = "" if result.games is None else f" (error at most {result.error:.0%} over all pairs)"
    sure = sure.replace("%", " %")
    if not open_pairs:
        return f"{_ranked(result)[0]} is best: each agent beats all those below it{sure}."
    word = "equal" if result.games is None else "too close to tell"
    if len(open_pairs) == len(pairs):
        return f"All are {word}{'' if result.games is None else '; more games may tell'}."
    close = _listed([f"{pair.better} and {pair.worse}" for pair in open_pairs])
    are = "are" if len(open_pairs) == 1 else "are each"
    return (
        f"{close} {are} {word}; in all other pairs the agent with the larger mean is better{sure}."
    )


def _one_pair(result: MatchResult, pair: Difference) -> str:
    if len(result.agents) == 2:
        row = max(result.overall, key=lambda row: row.mean)
        return _duel(result, pair, row)
    low, mean, high = (_scale(result) * x for x in (pair.low, pair.mean, pair.high))
    if result.games is None:
        return _exactly(result, pair, f"{mean:.4f}")
    digits = _digits([high - mean])
    points = " points" if measure(result) == "wins %" else ""
    ahead = f"{pair.better} is ahead by {mean:.{digits}f}{points} a game"
    return _told(pair, ahead, f"{low:.{digits}f} to {high:.{digits}f}")


def _duel(result: MatchResult, pair: Difference, row: Row) -> str:
    """Two agents at two seats: the winner's own mean says it all."""
    low, mean, high = (_scale(result) * x for x in (row.low, row.mean, row.high))
    wins_only = measure(result) == "wins %"
    if result.games is None:
        return _exactly(result, pair, f"{mean:.2f} %" if wins_only else _fraction(row))
    digits = _digits([high - mean])
    shown = f"{mean:.{digits}f}"
    interval = f"{low:.{digits}f} to {high:.{digits}f}"
    if wins_only:
        return _told(pair, f"{row.name} wins {shown} %", interval)
    return _told(pair, f"{row.name} wins {shown} a game", interval)


def _told(pair: Difference, ahead: str, interval: str) -> str:
    if pair.told:
        return f"{pair.better} beats {pair.worse}: {ahead} (95 % interval {interval})."
    return (
        f"{pair.better} and {pair.worse} are too close to tell: {ahead} (95 % interval {interval})."
    )


def _exactly(result: MatchResult, pair: Difference, gain: str) -> str:
    if not pair.told:
        return f"{pair.better} and {pair.worse} are equal."
    by = "wins" if measure(result) == "wins %" else "gains"
    return f"{pair.better} beats {pair.worse}: it {by} {gain}{'' if by == 'wins' else ' a game'}."


def _scale(result: MatchResult) -> float:
    return 100.0 if measure(result) == "wins %" else 1.0


def leader_text(result: MatchResult) -> str:
    """'smart ahead: 33.5 ± 0.3', for the line that is shown on the way."""
    row = max(result.overall, key=lambda row: row.mean)
    wins_only = measure(result) == "wins %"
    half = _half(row, wins_only)
    return f"{row.name} ahead: {_with_half(row, wins_only, _digits([half]))}"


def _ranked(result: MatchResult) -> list[str]:
    rows = sorted(result.overall, key=lambda row: -row.mean)
    return list(dict.fromkeys(row.name for row in rows))


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _half(row: Row, wins: bool) -> float:
    """Half of the wider side of the interval."""
    if wins:
        return 100.0 * max(row.share_high - row.share, row.share - row.share_low)
    return max(row.high - row.mean, row.mean - row.low)


def _fraction(row: Row) -> str:
    """The mean as a fraction where it is a short one."""
    exact = row.exact
    return exact if exact is not None and len(exact) <= _LONGEST else f"{row.mean:.6f}"


def _digits(halves: Sequence[float]) -> int:
    """As many digits after the point as the narrowest of these intervals supports."""
    known = [half for half in halves if 0.0 < half < math.inf]
    if not known:
        return 4
    return min(max(0, math.ceil(-math.log10(min(known)) - 0.3)), 6)


def _with_half(row: Row, wins: bool, digits: int) -> str:
    half = _half(row, wins)
    mean = 100.0 * row.share if wins else row.mean
    if not math.isfinite(half):
        return f"{mean:.{digits}f}"
    if row.games is None:
        if wins or row.exact is None:
            return f"{mean:.4f}" if not wins else f"{mean:.2f}"
        if len(row.exact) > _LONGEST:
            return f"{mean:.6f}"
        return row.exact if "/" not in row.exact else f"{row.exact} = {mean:.4f}"
    return f"{mean:z.{digits}f} ± {half:.{digits}f}"


def _number(row: Row | None, wins: bool, digits: int) -> str:
    if row is None:
        return "-"
    return f"{100.0 * row.share if wins else row.mean:z.{digits}f}"


def _aligned(lines: list[list[str]]) -> list[str]:
    """Columns by widest entry: the first to the left, the others to the right."""
    count = max(map(len, lines))
    full = [line + [""] * (count - len(line)) for line in lines]
    widths = [
        max(len(line[i]) for line in full if not (i > 0 and line[0] == "undecided"))
        for i in range(count)
    ]
    return [
        " "
        + "  ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in full
    ]
