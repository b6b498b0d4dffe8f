"""A race in plain words: who is better, the counts, the promise."""

from __future__ import annotations

import math

from outwit.compare.result import RaceResult, Sofar


def race_text(result: RaceResult, *, again: str = "") -> str:
    """The answer first, then what it rests on, then the way back."""
    lines = [
        f"{result.title}, {result.of_seats} seats   margin {result.margin:g}, "
        f"error {result.error:g}   seed {result.seed}"
    ]
    lines += [answer_text(result), result.promise]
    if result.paper_games is not None and result.stopped:
        about = _about(result.paper_games)
        lines.append(f"ILEBR* 2 of the thesis would have needed about {about} games.")
    if again:
        lines.append(f"again: {again}")
    return "\n".join(lines)


def answer_text(result: RaceResult) -> str:
    """'stop:at=3 is better: it won 2,364 of 4,060 games (58.2 %, ..., stopped early).'"""
    counts = counts_text(result)
    if result.winner is not None:
        text = f"{result.winner} is {'best' if len(result.agents) > 2 else 'better'}: it {counts}"
        return text + _others_out(result)
    names = _listed(result.left or result.agents)
    if result.stopped:
        return f"{names} are too close to tell: {result.about} {counts}" + _others_out(result)
    question = "is better" if len(result.agents) == 2 else "is best"
    start = f"Not known yet which of {names} {question}: the games ran out."
    return f"{start} {result.about} {counts}" + _others_out(result)


def counts_text(result: RaceResult) -> str:
    """'won 2,364 of 4,060 games (58.2 %, 95 % interval 56.5 to 60.0, stopped early).'"""
    early = ", stopped early" if result.stopped else ""
    seats = f" in its {result.seats} seats" if result.seats > 1 else ""
    games = f"won {result.wins:,.{1 if result.wins % 1 else 0}f} of {result.games:,} games{seats}"
    if result.in_wins:
        low, mean, high = (100.0 * x for x in (result.low, result.mean, result.high))
        digits = _digits(high - low)
        each = " a seat" if result.seats > 1 else ""
        return (
            f"{games} ({mean:.{digits}f} %{each}, 95 % interval {low:.{digits}f} to "
            f"{high:.{digits}f}{early})."
        )
    digits = _digits(result.high - result.low)
    share = 100.0 * result.wins / max(result.games, 1)
    ends = [f"{x:+.{digits}f}" for x in (result.low, result.mean, result.high)]
    return (
        f"{games} ({share:.1f} %), {ends[1]} a game (95 % interval {ends[0]} to {ends[2]}{early})."
    )


def sofar_text(sofar: Sofar) -> str:
    """'3,120 games   stop:at=3 ahead 58.1 % (56.0 to 60.2)   about 900 to go'"""
    scale, sign = (100.0, "") if sofar.in_wins else (1.0, "+")
    low, mean, high = (scale * x for x in (sofar.low, sofar.mean, sofar.high))
    digits = _digits(high - low)
    percent = " %" if sofar.in_wins else ""
    text = (
        f"{sofar.games:,} games   {sofar.leader} ahead {mean:{sign}.{digits}f}{percent} "
        f"({low:{sign}.{digits}f} to {high:{sign}.{digits}f})"
    )
    if sofar.left is not None:
        text += f"   about {_about(sofar.left)} to go"
    if sofar.alive > 2:
        text += f"   {sofar.alive} still in"
    return text


def _others_out(result: RaceResult) -> str:
    if not result.out:
        return ""
    told = "; ".join(f"{loser} lost to {winner} ({n:,} games)" for loser, winner, n in result.out)
    return f"\nOut: {told}. {result.all_games:,} games in all."


def _about(games: float) -> str:
    """Two digits are enough for a guess."""
    if games < 10:
        return f"{games:.0f}"
    scale = 10 ** (math.floor(math.log10(games)) - 1)
    return f"{round(games / scale) * scale:,.0f}"


def _digits(width: float) -> int:
    if not 0.0 < width < math.inf:
        return 2
    return min(max(0, math.ceil(-math.log10(width / 2.0) + 0.2)), 6)


def _listed(names: tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


__all__ = ["answer_text", "counts_text", "race_text", "sofar_text"]
