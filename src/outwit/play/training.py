"""Learning: an agent that keeps what it learns plays game after game.

A learner is any agent with `end`. A *replica* is one training: one line-up, one record (`me`) for
each agent, one seed; its games are played in order. Several replicas show how much was luck.
Several learners may sit at one table; each has a record of its own.

The deals are not those of a match with the same seed: who learnt on them would know them.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from outwit.core.agent import Agent, learns
from outwit.core.errors import UsageError
from outwit.core.game import Game
from outwit.core.layout import new_me, record_from
from outwit.play.archive import check_writable
from outwit.play.learning import Learning, Replica, Snapshot, frozen
from outwit.play.learning_file import load_learning
from outwit.play.sitting import Order, Sitting, agent_name
from outwit.play.trainer import Trainee, advance
from outwit.play.where import HERE, Where

GAMES = 100_000
STRETCH = 1_000
"""Games of one point of a learning curve."""
SAVE_EVERY = 60.0
"""Seconds after which a training that has a file is saved between snapshots too."""
KEEP_EVERY, KEEP_SHARE = 1.0, 30.0
"""Seconds after which a run keeps it; where that takes long, so many times as long."""
SHOW_EVERY = 0.1
SEED = 0x4C6561726E696E67
"""Crossed with the seed, so that no training plays the deals of a match."""

Progress = Callable[[int, int, float], None]
"""Called now and then: games played, games there will be (of all replicas together), and the first
learner's mean over the last tenth so far."""


class LearningInterrupted(KeyboardInterrupt):
    """Ctrl-C: `result` is the training so far, every replica after a whole game."""

    def __init__(self, result: Learning):
        super().__init__()
        self.result = result


def learn(
    game: Game,
    learners: Sequence[Agent],
    *,
    against: Sequence[Agent] = (),
    games: int = GAMES,
    replicas: int = 1,
    seed: int = 1,
    order: Order = "balanced",
    snapshots: Sequence[int] = (),
    stretch: int = STRETCH,
    save: str | Path | None = None,
    where: Where = HERE,
    progress: Progress | None = None,
) -> Learning:
    """Train learners, who sit at the first places of the line-up; `against` fill the rest in turn.

    Replica r has the seed `seed` + r - 1. `snapshots` are numbers of games after which the
    learners are frozen. With `save` the training is written to a file at each snapshot, after
    every minute, and in the end; `where` may have a run that keeps it every second or so.
    """
    if min(games, replicas, stretch) < 1:
        raise UsageError("A training has at least one game, one replica, one game in a stretch.")
    line_up = seated(game, learners, against)
    one = Sitting(game, line_up, seed, order, "own")
    blank = np.zeros((0, game.seats), np.int64)
    fresh = Learning(
        game=game,
        line_up=one.agents,
        order=order,
        seed=seed,
        stretch=stretch,
        replicas=tuple(
            Replica(seed + r, 0, tuple(map(new_me, line_up)), blank, blank) for r in range(replicas)
        ),
    )
    return go_on(fresh, games=games, snapshots=snapshots, save=save, where=where, progress=progress)


def seated(game: Game, learners: Sequence[Agent], against: Sequence[Agent]) -> tuple[Agent, ...]:
    """The line-up: learners first, then opponents, in turn until all seats are taken."""
    learners, free = tuple(learners), game.seats - len(learners)
    for learner in learners:
        if not learns(learner):
            raise UsageError(f"{agent_name(learner)} learns nothing: it has no method `end`.")
    if not learners or free < 0 or len(against) > free:
        raise UsageError(
            f"{game.seats} seats do not hold {len(learners)} learning and {len(against)} others."
        )
    if free and not against:
        raise UsageError(f"{free} of {game.seats} seats are free: say who plays against it.")
    return learners + tuple(against[i % len(against)] for i in range(free))


def go_on(
    learning: Learning,
    *,
    games: int,
    snapshots: Sequence[int] = (),
    save: str | Path | None = None,
    where: Where = HERE,
    progress: Progress | None = None,
) -> Learning:
    """Play on until every replica has `games` games in all: as if it had never stopped."""
    learning = _kept(learning, where)
    played = max(replica.games for replica in learning.replicas)
    if games < played:
        raise UsageError(f"{played:,} games are played already; {games:,} are fewer.")
    wrong = [n for n in snapshots if not 1 <= n <= games]
    if wrong:
        raise UsageError(f"A snapshot is taken after 1 to {games:,} games, not after {wrong[0]:,}.")
    return _Course(learning, save, where, progress).run(games, snapshots)


PIECE = "training"


def _made_of(learning: Learning) -> tuple[object, ...]:
    """What fixes a training, however far it is."""
    told = (learning.order, learning.seed, learning.stretch, len(learning.replicas))
    return (learning.game, *learning.line_up, *told)


def _kept(learning: Learning, where: Where) -> Learning:
    """The training as far as a run has it, else as it is."""
    keeper = where.keeper
    data = None if keeper is None else keeper.piece(PIECE, of=_made_of(learning))
    if data is None:
        return learning
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / PIECE
        file.write_bytes(data)
        return load_learning(file, learning.game)


class _Course:
    """A training on its way from snapshot to snapshot."""

    def __init__(
        self,
        learning: Learning,
        save: str | Path | None,
        where: Where,
        progress: Progress | None,
    ) -> None:
        if where.processes is not None or where.cluster is not None:
            raise UsageError("Learners play in threads of this process: give --threads instead.")
        if save is not None:
            check_writable(save)
        self.learning, self.threads = learning, where.threads
        self.save, self.keeper, self.progress = save, where.keeper, progress
        self.started = self.saved = self.kept = self.shown = time.monotonic()
        self.patience = KEEP_EVERY
        self.trainees = [
            Trainee(
                Sitting(
                    learning.game, learning.line_up, replica.seed ^ SEED, learning.order, "own"
                ),
                learning.stretch,
                games=replica.games,
                mes=[record_from(me.tobytes(), me.dtype) for me in replica.mes],
                sums=replica.sums,
                squares=replica.squares,
            )
            for replica in learning.replicas
        ]
        self.snapshots = list(learning.snapshots)

    def run(self, games: int, snapshots: Sequence[int]) -> Learning:
        """To the end; saved on the way where there is a file."""
        self.of = games * len(self.trainees)
        try:
            for until in sorted({*snapshots, games}):
                if until < max(t.games for t in self.trainees):
                    continue
                while not advance(self.trainees, until, threads=self.threads, watch=self._watch):
                    self._write()
                if until in snapshots:
                    self._snap(until)
                    self._write()
        except KeyboardInterrupt:
            self._write()
            raise LearningInterrupted(self.result()) from None
        self._write()
        return self.result()

    def _watch(self) -> bool:
        """Tell how far it is; True when it is time to save."""
        now = time.monotonic()
        if self.progress is not None and now - self.shown >= SHOW_EVERY:
            self.shown = now
            so_far = self.result()
            place, numbers = so_far.places[0], range(1, len(self.trainees) + 1)
            mean = float(np.mean([so_far.last(r, place=place) for r in numbers]))
            self.progress(sum(t.games for t in self.trainees), self.of, mean)
        if self.keeper is not None and now - self.kept > self.patience:
            return True
        return self.save is not None and now - self.saved > SAVE_EVERY

    def _snap(self, games: int) -> None:
        if any(s.games == games for s in self.snapshots):
            return
        line_up = self.learning.line_up
        players = tuple(
            tuple(frozen(line_up[p - 1], t.mes[p - 1]) for p in self.learning.places)
            for t in self.trainees
        )
        self.snapshots.append(Snapshot(games, players))

    def _write(self) -> None:
        if self.save is not None:
            self.result().save(self.save)
            self.saved = time.monotonic()
        if self.keeper is not None:
            began = time.monotonic()
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / PIECE
                self.result().save(file)
                self.keeper.keep_piece(PIECE, file.read_bytes(), of=_made_of(self.learning))
            self.kept = time.monotonic()
            self.patience = max(KEEP_EVERY, KEEP_SHARE * (self.kept - began))

    def result(self) -> Learning:
        """What there is; only looked into while games are played, kept when they are not."""
        replicas = tuple(
            Replica(
                seed=old.seed,
                games=t.games,
                mes=tuple(t.mes),
                sums=t.sums[: t.begun],
                squares=t.squares[: t.begun],
            )
            for old, t in zip(self.learning.replicas, self.trainees, strict=True)
        )
        return replace(
            self.learning,
            replicas=replicas,
            snapshots=tuple(self.snapshots),
            seconds=time.monotonic() - self.started,
        )


__all__ = ["LearningInterrupted", "go_on", "learn"]
