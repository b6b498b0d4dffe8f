"""What `outwit learn` says: how each replica fared, what it is worth frozen, how to play it."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import outwit
from outwit import catalogue
from outwit.cli.progress import LiveLine
from outwit.cli.tables import grid, paragraph, table
from outwit.core.interval import student
from outwit.core.result import Row
from outwit.play.score import plain_options
from outwit.play.sitting import agent_name
from outwit.play.worker import game_name

if TYPE_CHECKING:
    from outwit.core.game import Game
    from outwit.play.learning import Learning


CURVE = 100
"""Points of the learning curve at most: means over all replicas."""


@dataclass(frozen=True)
class Tested:
    """What the first learner is worth, frozen: a row for each replica, and for all together.

    The interval of all is Student's over the replicas: what another training may come to.
    """

    rows: tuple[Row, ...]
    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, learning: Learning, games: int, exact: bool, line: LiveLine) -> Tested:
        """Play or compute the matches, one after another."""
        rows, count = [], len(learning.replicas)
        for number in range(1, count + 1):
            line.show(number - 1, count, f"playing what replica {number} of {count} has learnt")
            rows.append(learning.test(number, games=games, exact=exact).of(1))
        means = [row.mean for row in rows]
        mean = statistics.fmean(means)
        if count == 1:
            return cls(tuple(rows), mean, rows[0].low, rows[0].high)
        half = student(0.95, count - 1) * statistics.stdev(means) / math.sqrt(count)
        return cls(tuple(rows), mean, mean - half, mean + half)


def told(learning: Learning, tests: Tested | None, kept: str | None) -> str:
    """The whole answer."""
    parts = [_heading(learning), _table(learning, tests)]
    lines = [_value_line(learning, tests)] if tests is not None else []
    best = learning.best()
    report = "; ".join(learning.report(best)) or "it says no more"
    lines.append(f"Replica {best} fared best in its last tenth of training: {report}.")
    if learning.snapshots:
        after = ", ".join(f"{s.games:,}" for s in learning.snapshots)
        lines.append(f"snapshots after {after} games")
    if kept is not None:
        others = " ".join(_opponents(learning))
        lines.append(f"play it: outwit match {game_name(learning.game)} {kept} {others}".rstrip())
    return "\n\n".join([*parts, "\n".join(filter(None, lines))])


def _opponents(learning: Learning) -> list[str]:
    return [agent_name(agent) for agent in learning.line_up[1:]]


def _heading(learning: Learning) -> str:
    game = learning.game
    count = len(learning.replicas)
    parts = [
        f"{game.title or game_name(game)}, {game.seats} seats",
        f"{learning.games:,} games" + (f" x {count} replicas" if count > 1 else ""),
        f"{learning.seconds:.1f} s",
    ]
    against = ", ".join(_opponents(learning)) or "nobody"
    return f"{'   '.join(parts)}\n{agent_name(learning.line_up[0])} against {against}"


def _table(learning: Learning, tests: Tested | None) -> str:
    head = ["replica", "seed", "games", "in training"]
    rows = [
        [str(n), str(r.seed), f"{r.games:,}", f"{learning.last(n):.4g}"]
        for n, r in enumerate(learning.replicas, start=1)
    ]
    if tests is not None:
        head.append("frozen")
        for cells, row in zip(rows, tests.rows, strict=True):
            cells.append(_with_half(row))
    return grid(head, rows)


def _with_half(row: Row) -> str:
    if row.games is None:
        mean = f"{row.mean:.6f}"
        return mean if row.exact is None else f"{row.exact} = {mean}"
    half = max(row.high - row.mean, row.mean - row.low)
    digits = _digits(half)
    return f"{row.mean:.{digits}f} ± {half:.{digits}f}"


def _digits(half: float) -> int:
    """As many digits after the point as an interval supports."""
    return 4 if not 0.0 < half < math.inf else min(max(0, math.ceil(-math.log10(half) + 0.7)), 6)


def _value_line(learning: Learning, tests: Tested) -> str:
    name = agent_name(learning.line_up[0]).partition(":")[0]
    digits = _digits(tests.high - tests.mean)
    mean = f"{tests.mean:.{digits}f}"
    if len(tests.rows) == 1 and tests.rows[0].games is None:
        return f"Frozen, what {name} has learnt gains {_with_half(tests.rows[0])} a game, exactly."
    interval = f"95 % interval {tests.low:.{digits}f} to {tests.high:.{digits}f}"
    over = "" if len(tests.rows) == 1 else f" over {len(tests.rows)} replicas"
    return f"Frozen, what {name} has learnt gains {mean} a game{over} ({interval})."


def as_json_value(learning: Learning, tests: Tested | None, kept: str | None) -> dict[str, Any]:
    """The same facts for programs."""
    frozen = [None] * len(learning.replicas) if tests is None else tests.rows
    curve = learning.curve(points=CURVE)
    return {
        "game": game_name(learning.game),
        "options": plain_options(learning.game),
        "agents": [agent_name(agent) for agent in learning.line_up],
        "games": learning.games,
        "seed": learning.seed,
        "order": learning.order,
        "version": outwit.__version__,
        "rows": [
            {
                "replica": number,
                "seed": replica.seed,
                "games": replica.games,
                "last": learning.last(number),
                "frozen": _plain_row(row),
                "report": learning.report(number),
            }
            for number, (replica, row) in enumerate(
                zip(learning.replicas, frozen, strict=True), start=1
            )
        ],
        "value": None
        if tests is None
        else {"mean": tests.mean, "low": tests.low, "high": tests.high},
        "best": learning.best(),
        "snapshots": [snapshot.games for snapshot in learning.snapshots],
        "curve": {
            "games": curve.games.tolist(),
            "mean": curve.mean.tolist(),
            "error": curve.error.tolist(),
        },
        "saved": kept,
    }


def _plain_row(row: Row | None) -> dict[str, Any] | None:
    if row is None:
        return None
    return {key: getattr(row, key) for key in ("games", "mean", "sd", "low", "high", "exact")}


def listing_of(game: Game) -> dict[str, Any]:
    """Learners with their parameters, and state spaces."""
    from outwit.cli.games import _options

    learners = [
        {
            "name": name,
            "learns": (type(learner).__doc__ or "").strip(),
            "source": learner.source,
            "parameters": _options(type(learner)),
        }
        for name in catalogue.learners(game)
        for learner in [catalogue.learner(game, name)]
    ]
    spaces = [
        {
            "name": name,
            "meaning": (type(space).__doc__ or "").strip(),
            "source": space.source,
            "count": space.count,
            "parameters": _options(type(space)),
        }
        for name in catalogue.state_spaces(game)
        for space in [catalogue.states(game, name)]
    ]
    return {"game": game_name(game), "learners": learners, "states": spaces}


def listing_text(found: dict[str, Any]) -> str:
    """The list for people: parameters that all learners share are told once."""
    learners = found["learners"]
    shared = [p for p in learners[0]["parameters"] if all(p in o["parameters"] for o in learners)]
    parts = []
    for one in learners:
        own = [p for p in one["parameters"] if p not in shared]
        parts.append(_about(one["name"], one["source"], one["learns"], own))
    parts.append("Parameters of all of them:\n\n" + _parameters(shared))
    parts += [
        _about(f"--states {s['name']}", s["source"], s["meaning"], s["parameters"])
        for s in found["states"]
    ]
    return "\n\n".join(parts)


def _about(name: str, source: str, text: str, parameters: Sequence[dict[str, Any]]) -> str:
    said = f"{name}{f'  ({source})' if source else ''}\n{paragraph(text, indent=4)}"
    return said + ("\n\n" + _parameters(parameters) if parameters else "")


def _parameters(found: Sequence[dict[str, Any]]) -> str:
    rows = [[p["name"], p["default"], p["domain"], p["meaning"]] for p in found]
    return table(["parameter", "default", "takes", "meaning"], rows, indent=4)


__all__ = ["Tested", "as_json_value", "listing_of", "listing_text", "told"]
