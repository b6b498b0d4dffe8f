"""What a run promises: blocks back to the bit, one writer, other rules refused, readers beside."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

import outwit
from outwit.core.errors import NotTheSame, Refused, Stopped, UsageError
from outwit.play.backends import Threads
from outwit.play.match import play_match
from outwit.play.sitting import Sitting, line_up
from outwit.play.where import Where, blocks
from outwit.play.worker import Block, Played
from outwit.store.database import reading
from outwit.store.look import look
from outwit.store.run import EVERY, Run
from outwit.store.spec import Spec

GAMES = 20_000


def sitting(words: tuple[str, ...] = ("threshold", "steady"), **facts) -> Sitting:
    game = outwit.game("leduc")
    return Sitting(game, line_up([outwit.agent(game, w) for w in words], 2), **facts)


def kept(run: Run, at: Sitting, **facts) -> list[Played]:
    return list(run.kept("games", at, **facts))


def play(run: Run, at: Sitting, *, number: int | None = None, record: bool = False) -> list[Played]:
    """The first blocks of a sitting, or all, kept in a run."""
    where = Where(threads=1, keeper=run)
    return list(islice(blocks(at, where, games=GAMES, record=record), number))


def same(a: Played, b: Played) -> bool:
    return (
        a.block == b.block
        and a.sums.tobytes() == b.sums.tobytes()
        and a.record.dtype == b.record.dtype
        and np.array_equal(a.record, b.record)
    )


@pytest.mark.parametrize("record", [False, True])
def test_blocks_come_back_to_the_bit(record: bool) -> None:
    with Run("a") as run:
        played = play(run, sitting(), record=record)
    assert len(played) > 1
    assert all(len(p.record) == (p.block.count // 2 if record else 0) for p in played)
    with Run("a") as run:
        again = kept(run, sitting(), games=GAMES, record=record)
    assert all(same(a, b) for a, b in zip(played, again, strict=True))


def test_a_run_broken_off_goes_on_to_the_same_result() -> None:
    whole = play_match(sitting(), GAMES)
    with Run("a") as run:
        play(run, sitting(), number=2)
    before = look("a").games
    assert 0 < before < GAMES
    with Run("a") as run:
        # What is kept is handed out, not played again.
        first = next(iter(blocks(sitting(), Where(threads=1, keeper=run), games=GAMES)))
        assert first.seconds == kept(run, sitting(), games=GAMES)[0].seconds
        result = play_match(sitting(), GAMES, where=Where(threads=3, keeper=run))
    assert replace(result, seconds=whole.seconds) == whole
    assert (look("a").games, look("a").left, look("a").state) == (GAMES, 0, "done")


def test_a_run_that_is_asked_for_fewer_games_gives_no_more() -> None:
    with Run("a") as run:
        play(run, sitting())
        few = play_match(sitting(), 3_000, where=Where(threads=1, keeper=run))
    assert few.games == 3_000
    assert few.rows == play_match(sitting(), 3_000).rows


def test_parts_of_a_run_are_kept_apart() -> None:
    seeds = {f"seed {n}": sitting(seed=n) for n in (1, 2)}
    with Run("a") as run:
        where = Where(threads=1, keeper=run)
        turns = [blocks(s, where, part=part, games=GAMES) for part, s in seeds.items()]
        played = [[next(turn) for turn in turns] for _ in range(3)]
    with Run("a") as run:
        for k, (part, s) in enumerate(seeds.items()):
            again = list(run.kept(part, s, games=GAMES))
            assert all(same(a[k], b) for a, b in zip(played, again, strict=True))


OTHERS = {
    "agent": sitting(("random", "steady")),
    "seed": sitting(seed=2),
    "order": sitting(order="fixed"),
    "deals": sitting(deals="own"),
}


@pytest.mark.parametrize("what", OTHERS)
def test_blocks_of_another_sitting_are_refused(what: str) -> None:
    with Run("a") as run:
        play(run, sitting(), number=1)
    with pytest.raises(NotTheSame, match="have changed since") as told, Run("a") as run:
        kept(run, OTHERS[what], games=GAMES)
    assert told.value.exit_code == 1


def test_a_parameter_that_compiled_code_reads_at_run_time_is_part_of_the_rules() -> None:
    game = outwit.game("kuhn")
    one, other = (
        Sitting(game, tuple(outwit.agent(game, f"equilibrium:bluff={b}") for _ in range(2)))
        for b in (0.1, 0.2)
    )
    with Run("a") as run:
        play(run, one, number=1)
    with pytest.raises(NotTheSame), Run("a") as run:
        kept(run, other, games=GAMES)


def test_another_version_is_refused_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with Run("a") as run:
        play(run, sitting(), number=1)
    monkeypatch.setattr(outwit, "__version__", "99.0")
    with pytest.raises(NotTheSame, match=r"outwit .* instead of 99\.0"), Run("a") as run:
        kept(run, sitting(), games=GAMES)


def test_another_command_is_refused_and_named() -> None:
    spec = Spec(command="match", given={"game": "leduc", "games": 1})
    with Run("a", spec) as run:
        play(run, sitting(), number=1)
    other = Spec(command="match", given={"game": "leduc", "games": 2})
    with pytest.raises(NotTheSame, match="games 1 instead of 2"), Run("a", other) as run:
        kept(run, sitting(), games=GAMES)
    with pytest.raises(NotTheSame, match="command match, not race"):
        Run("a", Spec(command="race")).piece("x")


def test_only_one_writes_and_all_may_read_beside() -> None:
    with Run("a") as run:
        play(run, sitting(), number=3)
        run.commit()
        with pytest.raises(Stopped, match="being written by another process") as told:
            Run("a").piece("x")
        assert told.value.exit_code == 1
        assert look("a").state == "running"
        assert look("a").games == sum(p.block.count for p in kept(run, sitting(), games=GAMES)) > 0
    with Run("a") as other:
        assert other.piece("x") is None


def test_who_looks_cannot_write(runs: Path) -> None:
    with Run("a") as run:
        play(run, sitting(), number=1)
    with reading(runs / "a", "a") as db, pytest.raises(sqlite3.OperationalError, match="readonly"):
        db.execute("DELETE FROM block")


def test_a_long_block_is_on_disk_at_once_and_short_ones_together() -> None:
    at = sitting()
    with Threads(at, 1) as threads:
        shorter = [threads.submit(Block(1000 * k, 1000)).result() for k in range(2)]
    short = [replace(p, seconds=0.0) for p in shorter if p is not None]
    with Run("a") as run:
        kept(run, at, games=GAMES)
        run.commit()
        run.keep("games", at, short[0])
        assert look("a").games == 0
        run.keep("games", at, replace(short[1], seconds=EVERY))
        assert look("a").games == 2000


def test_tables_are_strict(runs: Path) -> None:
    with Run("a") as run:
        play(run, sitting(), number=1)
    db = sqlite3.connect(runs / "a" / "run.sqlite")
    with pytest.raises(sqlite3.IntegrityError, match="cannot store TEXT"):
        db.execute("UPDATE block SET count = 'many'")
    db.close()


def test_a_damaged_file_is_noticed_on_opening(runs: Path) -> None:
    with Run("a") as run:
        play(run, sitting(), record=True)
    file = runs / "a" / "run.sqlite"
    data = bytearray(file.read_bytes())
    # Every page but the first, which says that this is a database at all.
    data[4096:] = bytes(len(data) - 4096)
    file.write_bytes(data)
    with pytest.raises(Refused, match="The run a is damaged"):
        Run("a").piece("x")


def test_a_file_that_is_no_run_is_refused(runs: Path) -> None:
    (runs / "a").mkdir(parents=True)
    (runs / "a" / "run.sqlite").write_text("This is a letter to my aunt, who likes to read." * 99)
    with pytest.raises(Refused, match="The run a is damaged"):
        Run("a").piece("x")
    with pytest.raises(Refused, match="The run a is damaged"):
        look("a")


def test_pieces_come_back_and_rest_on_what_they_were_made_of() -> None:
    made = []

    def make() -> bytes:
        made.append(1)
        return bytes(range(256))

    game = outwit.game("leduc")
    agents = tuple(outwit.agent(game, w) for w in ("threshold", "steady"))
    for _ in range(2):
        with Run("a") as run:
            found = Where(keeper=run).piece("table 3", make, of=(game, agents[0], {"rate": 0.5}))
            assert found == bytes(range(256))
    assert len(made) == 1
    for of in ((game, agents[1], {"rate": 0.5}), (game, agents[0], {"rate": 0.25})):
        with pytest.raises(NotTheSame, match="table 3"), Run("a") as run:
            Where(keeper=run).piece("table 3", make, of=of)
    assert Where().piece("table 3", make) == bytes(range(256))


def test_what_is_expected_is_what_is_left() -> None:
    with Run("a") as run:
        where = Where(keeper=run)
        where.expect(pieces=3)
        where.piece("one", lambda: b"1")
        assert (look("a").pieces, look("a").pieces_left, look("a").left) == (1, 2, None)
        where.expect(games=50_000)
        play(run, sitting())
        run.commit()
        assert (look("a").left, look("a").pieces_left) == (50_000 - GAMES, 2)


@pytest.mark.parametrize("name", ["", "a/b", "..", "-x", "ä", "a b"])
def test_names_that_are_no_names_of_files(name: str) -> None:
    with pytest.raises(UsageError, match="A run is named with"):
        Run(name)


def test_a_training_goes_on_where_the_run_has_it() -> None:
    def train(games: int, run: Run | None, learner: str = "q") -> list[bytes]:
        where = Where(threads=1, keeper=run)
        learnt = outwit.learn("kuhn", learner, against="random", games=games, where=where)
        return [me.tobytes() for replica in learnt.replicas for me in replica.mes]

    with Run("a") as run:
        train(3_000, run)
    assert look("a").pieces == 1
    with Run("a") as run:
        assert train(8_000, run) == train(8_000, None)
    with pytest.raises(UsageError, match="8,000 games are played already"), Run("a") as run:
        train(3_000, run)
    with pytest.raises(NotTheSame, match="training was made by other rules"), Run("a") as run:
        train(9_000, run, "q:alpha=0.5")
