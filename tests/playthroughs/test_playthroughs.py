"""Recorded games replay byte for byte, in moves, pay-offs and words.

`python tests/playthroughs/write.py` writes them anew.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import outwit
from outwit.core.errors import IllegalMove

HERE = Path(__file__).parent
RECORDS = sorted(path.stem for path in HERE.glob("*.json"))


def test_every_game_has_a_record() -> None:
    assert outwit.games() == RECORDS


@pytest.mark.parametrize("name", RECORDS)
def test_the_recorded_game_is_the_same_again(name: str) -> None:
    path = HERE / f"{name}.json"
    trace = outwit.replay(path)
    assert trace.file() == path.read_text(encoding="utf-8")
    seen = "\n\n".join(trace.text(seat) for seat in range(trace.game.seats)) + "\n"
    assert seen == (HERE / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_without_its_last_move_is_refused(name: str, tmp_path: Path) -> None:
    kept = json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))
    del kept["moves"][-1]
    (tmp_path / "cut.json").write_text(json.dumps(kept))
    with pytest.raises(IllegalMove, match="but the game goes on"):
        outwit.replay(tmp_path / "cut.json")
