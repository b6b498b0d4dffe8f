"""A training in a file, with all that it needs to go on as if it had never stopped.

Beside the agent that plays under the file's name (see `outwit.play.saved`) it holds each replica's
seed, games, sums, and the bytes of every record that is not as it was at first.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from outwit.core.agent import Agent
from outwit.core.errors import NotTheSame, OutwitError, Refused
from outwit.core.game import Game
from outwit.core.layout import me_type, new_me, record_from
from outwit.play.archive import read_archive, write_archive
from outwit.play.learning import Learning, Replica, Snapshot
from outwit.play.rules import mark_of
from outwit.play.saved import game_of, header_of, layout_mark
from outwit.play.things import Array, Arrays, plain, rebuilt

TRAINING = "training"


def save_learning(learning: Learning, path: str | Path) -> None:
    """Write a training to a file."""
    arrays: dict[str, Array] = {}
    can_play = hasattr(learning.line_up[learning.places[0] - 1], "frozen")
    player = learning.agent(place=learning.places[0]) if can_play else None
    header = header_of(learning.game, player, arrays)
    line_up = learning.line_up
    header[TRAINING] = {
        "line_up": [plain(a, arrays, f"line-up/{p}") for p, a in enumerate(line_up, start=1)],
        "layouts": [layout_mark(me_type(agent)) for agent in line_up],
        "rules": mark_of(learning.game, *line_up),
        "order": learning.order,
        "seed": learning.seed,
        "stretch": learning.stretch,
        "replicas": [
            _plain_replica(replica, line_up, arrays, f"replica/{number}")
            for number, replica in enumerate(learning.replicas, start=1)
        ],
        "snapshots": [
            {
                "games": snapshot.games,
                "players": [
                    [plain(a, arrays, f"after/{snapshot.games}/{r}/{k}") for k, a in enumerate(row)]
                    for r, row in enumerate(snapshot.players, start=1)
                ],
            }
            for snapshot in learning.snapshots
        ],
    }
    write_archive(path, header, arrays)


def _plain_replica(
    replica: Replica, line_up: tuple[Agent, ...], arrays: dict[str, Array], at: str
) -> dict[str, Any]:
    arrays[f"{at}/sums"], arrays[f"{at}/squares"] = replica.sums, replica.squares
    changed = []
    for place, (agent, me) in enumerate(zip(line_up, replica.mes, strict=True), start=1):
        if me.tobytes() != new_me(agent).tobytes():
            arrays[f"{at}/me/{place}"] = np.frombuffer(me.tobytes(), np.uint8)
            changed.append(place)
    return {"seed": replica.seed, "games": replica.games, "changed": changed}


def load_learning(path: str | Path, game: Game | None = None) -> Learning:
    """The training of a file; refused where rules or agents are no longer what they were."""
    header, arrays = read_archive(path)
    if TRAINING not in header:
        raise Refused(f"{path} holds an agent that plays, not a training that could go on.")
    try:
        return _learning(header, arrays, game)
    except OutwitError as error:
        raise type(error)(f"{path}: {error}") from error
    except (KeyError, TypeError, ValueError) as error:
        raise Refused(f"{path} is damaged, or no file that outwit saved: {error}.") from error


def _learning(header: dict[str, Any], arrays: Arrays, game: Game | None) -> Learning:
    told = header[TRAINING]
    game = game_of(header, arrays, game)
    line_up = tuple(rebuilt(agent, Agent, arrays, game) for agent in told["line_up"])
    layouts = [layout_mark(me_type(agent)) for agent in line_up]
    if layouts != told["layouts"] or mark_of(game, *line_up) != told["rules"]:
        raise NotTheSame(
            "it was trained by other rules or other agents than there are now, so it cannot go on. "
            "What it has learnt still plays; to train under the new rules, begin anew."
        )
    return Learning(
        game=game,
        line_up=line_up,
        order=told["order"],
        seed=told["seed"],
        stretch=told["stretch"],
        replicas=tuple(
            _replica(replica, line_up, arrays, f"replica/{number}")
            for number, replica in enumerate(told["replicas"], start=1)
        ),
        snapshots=tuple(
            Snapshot(
                snapshot["games"],
                tuple(
                    tuple(rebuilt(agent, Agent, arrays, game) for agent in row)
                    for row in snapshot["players"]
                ),
            )
            for snapshot in told["snapshots"]
        ),
    )


def _replica(told: dict[str, Any], line_up: tuple[Agent, ...], arrays: Arrays, at: str) -> Replica:
    mes = []
    for place, agent in enumerate(line_up, start=1):
        me = new_me(agent)
        if place in told["changed"]:
            me = record_from(arrays[f"{at}/me/{place}"].tobytes(), me.dtype)
        mes.append(me)
    sums, squares = arrays[f"{at}/sums"], arrays[f"{at}/squares"]
    return Replica(told["seed"], told["games"], tuple(mes), sums, squares)


__all__ = ["load_learning", "save_learning"]
