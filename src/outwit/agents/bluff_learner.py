"""The learner of Bluff: chapter 7 of the paper `bluff`, its training and its testing stage.

In training it plays as Smart lays, and fills two matrices with a row for each announced rank and a
column for the rank it laid: which actions it has tried, and what calls on them brought. In testing
it plays what those matrices say and learns no more.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from outwit.agents.bluff import Anxious, NoBluff, Smart
from outwit.agents.bluff_player import BluffPlayer, Caller, bluff_order
from outwit.core.arrays import ArrayAgent, Arrays
from outwit.core.game import CHANCE, OVER
from outwit.core.generator import chance_stream, new_rng, shuffle
from outwit.core.layout import blank_state, new_me
from outwit.core.options import option, options_of
from outwit.core.records import Fields, Me, Own, Rng, Table, data_of
from outwit.games.bluff import Bluff
from outwit.games.bluff_cards import held
from outwit.games.bluff_pack import CAUGHT, HONEST, LAYING

Matrix = np.ndarray[Any, Any]


def matrices(game: Bluff) -> Fields:
    """State-Action and Reward, rows by announced rank, columns by rank laid: (ranks, ranks)."""
    shape = (game.ranks, game.ranks)
    return [("tried", np.int8, shape), ("reward", np.float64, shape)]


@dataclass(frozen=True)
class Pupil(Caller):
    """What both stages share: how a lay is chosen in training, and what is learnt from it."""

    caught: float = option(0.0, "reward of a bluff that was caught", low=-100.0, high=0.0)
    ties: str = option(
        "farthest",
        "of actions with the same reward: as in training, the lowest rank, or one drawn for good",
        choices=("farthest", "lowest", "random"),
        at_run_time=True,
    )

    def preference(self, rank: int) -> list[int]:
        return [rank, *bluff_order("farthest", rank, self.game)]

    def shared(self) -> dict[str, Any]:
        """Parameters that both stages have."""
        return {name: getattr(self, name) for name in options_of(Pupil)}


@dataclass(frozen=True)
class Apprentice(Pupil):
    """The learner in its training stage: Smart's lays, and a note of how each one went.

    It lays what it holds of the announced rank, else the card whose turn comes last (chapter 7).
    What it tried is set to 1 in the State-Action matrix. Where somebody called on it, the Reward
    matrix goes up by one if it had told the truth, and by `caught` if it had not: the paper names
    no reward for a caught bluff, and 0 is the default. Lays that nobody calls change nothing. An
    apprentice learns in `learn`, game after game; in a match use `learner`.
    """

    name = "apprentice"
    title = "Reinforcement Learning AI, training"
    source = "bluff, chapter 7"

    def me(self) -> Fields:
        waiting: Fields = [("lays", np.int8), ("rank", np.int8), ("laid", np.int8)]
        return [
            *Caller.me(self),
            ("caught", np.float64),
            *matrices(self.game),
            ("memory", [*waiting, ("turn", np.int64)]),
        ]

    def act(self, me: Me, table: Table, own: Own, seat: int, rng: Rng) -> int:
        self.settle(me, table, seat)
        move = self.choose(me, table, own, seat, rng)
        if table.phase == LAYING and own.laying == 0:
            self.note(me, table, move)
        return move

    def note(self, me: Me, table: Table, move: int) -> None:
        """Remember what is being laid as what, until it is known how it went."""
        laid = move
        if not self.game.singly:
            laid = 0
            while held(move, laid) == 0:
                laid += 1
        me.tried[table.rank, laid] = 1
        me.memory.lays = 1
        me.memory.rank = table.rank
        me.memory.laid = laid
        me.memory.turn = table.turns

    def settle(self, me: Me, table: Table, seat: int) -> None:
        """The verdict on the last lay, once its turn is over, is its reward."""
        if me.memory.lays == 0 or table.turns <= me.memory.turn:
            return
        me.memory.lays = 0
        verdict = table.verdict[seat]
        if verdict == HONEST:
            me.reward[me.memory.rank, me.memory.laid] += 1.0
        elif verdict == CAUGHT:
            me.reward[me.memory.rank, me.memory.laid] += me.caught

    def end(self, me: Me, table: Table, own: Own, seat: int, reward: float, rng: Rng) -> None:
        self.settle(me, table, seat)

    def frozen(self, me: Me) -> Learner:
        """The learner in its testing stage, with these matrices."""
        arrays = {name: data_of(me)[name].copy() for name in ("tried", "reward")}
        return Learner(self.game, arrays, **self.shared())

    def report(self, me: Me) -> list[str]:
        """Sentences about the matrices after training."""
        tried, reward = data_of(me)["tried"], data_of(me)["reward"]
        truth = float(np.trace(reward))
        return [
            f"{tried.sum()} of {tried.size} actions tried",
            f"rewards of {truth:g} for the truth, of {reward.sum() - truth:g} for bluffs",
        ]


@dataclass(frozen=True)
class Learner(Pupil, ArrayAgent):
    """Lays what has brought the highest reward for the announced rank, of what it holds.

    The testing stage of chapter 7: the look-up table offers the actions tried in training, the
    highest reward first. Telling the truth is rewarded whenever a call on it fails, and nothing
    else ever is, so the table leads to the truth where the hand allows it, as the paper found.
    Choices made:

    * how long and against whom it was trained: `training` games, 300 as in every run of chapter
      9, in all seats in turn, `against` a field of No-Bluff, Smart and Anxious (the line-up of
      experiment 4), or one of those at all other seats. Opponents who never call teach it nothing.
    * a caught bluff's reward is `caught`: 0, since the paper only ever adds. Below 0 it comes to
      prefer bluffs that were seldom tried to those that were often caught.
    * `ties` between actions of the same reward: the order of the training stage (`farthest`, the
      default: the paper says it ends as smart as its model), the `lowest` rank, as a search for the
      maximum in a row finds it, or an order drawn once (`random`).
    * it follows its table (`follows=table`). `follows=training` lays as in training, which is what
      the paper says it has learnt. Holding nothing of what was tried, it lays as in training.
    * it calls by its hand, as Smart does (chapter 4, table 4).

    The training is played when the agent is first used, from `seed`, in plain Python: a second
    for 300 games (what the defaults learn comes with the package). For a long one let an
    `apprentice` `learn`; what it has learnt is taken as it is, from the two `arrays`.
    """

    name = "learner"
    title = "Reinforcement Learning AI"
    source = "bluff, chapter 7"

    training: int = option(300, "games of the training stage", low=0, high=100_000)
    against: str = option(
        "field",
        "whom it is trained against",
        choices=("field", "no-bluff", "smart", "anxious", "itself"),
        at_run_time=True,
    )
    follows: str = option(
        "table",
        "lays by its table, or as in training",
        choices=("table", "training"),
        at_run_time=True,
    )
    seed: int = option(1, "seed of the training", low=0, high=2**32 - 1)

    def __post_init__(self) -> None:
        if self.arrays:
            ArrayAgent.__post_init__(self)
        else:
            object.__setattr__(self, "mark", "")  # named by its parameters, as others are

    def me(self) -> Fields:
        numbers: Fields = [("training", np.int64), ("caught", np.float64), ("seed", np.int64)]
        return [*Caller.me(self), *numbers, *matrices(self.game)]

    def prepare(self, me: Me) -> None:
        Caller.prepare(self, me)
        if self.follows == "training":
            return
        learnt, data = self.arrays or brought_up(self), data_of(me)
        for name in ("tried", "reward"):
            data[name] = learnt[name]
        for rank in range(self.game.ranks):
            for i, laid in enumerate(self.look_up(rank, data["tried"][rank], data["reward"][rank])):
                me.order[rank, i] = laid

    def look_up(self, rank: int, tried: Matrix, reward: Matrix) -> list[int]:
        """A row of the matrices as an order of preference: the highest reward first."""
        order = self.preference(rank)
        if self.ties == "lowest":
            order.sort()
        elif self.ties == "random":
            shuffle(new_rng(self.seed, rank), order, len(order))
        known = sorted((laid for laid in order if tried[laid]), key=lambda laid: -reward[laid])
        return known + [laid for laid in self.preference(rank) if not tried[laid]]


# The training stage: plain Python -----------------------------------------------------------------


def opponents(learner: Learner, apprentice: Apprentice) -> list[BluffPlayer]:
    """Who sits after the apprentice, in turn."""
    game = learner.game
    field: list[BluffPlayer] = [NoBluff(game), Smart(game), Anxious(game)]
    if learner.against == "field":
        return field
    if learner.against == "itself":
        return [apprentice]
    return [player for player in field if player.name == learner.against]


SHIPPED = Path(__file__).with_name("bluff_learner.json")
"""What the defaults learn; `python -m outwit.agents.bluff_learner` writes it anew."""


def brought_up(learner: Learner) -> Arrays:
    """The matrices of a learner: what comes with the package, or a training stage of its own."""
    pupil = replace(learner, ties="farthest", follows="table")  # neither touches the training
    if pupil != Learner(Bluff()):
        return trained(pupil)
    kept = json.loads(SHIPPED.read_text())
    return {name: np.array(rows) for name, rows in kept.items()}


@cache
def trained(learner: Learner) -> Arrays:
    """State-Action and Reward after the training stage: both of shape (ranks, ranks)."""
    game = learner.game
    apprentice = Apprentice(game, **learner.shared())
    others = opponents(learner, apprentice)
    agents: list[Any] = [apprentice]
    agents += [others[i % len(others)] for i in range(game.seats - 1)]
    mes = [opened(new_me(agent)) for agent in agents]
    for number in range(learner.training):
        play_out(game, agents, mes, learner.seed, number)
    blank = new_me(apprentice)
    return {
        name: np.array(getattr(mes[0], name).rows, blank[name].dtype)
        for name in ("tried", "reward")
    }


class Rows:
    """A matrix of plain numbers, indexed as an array is."""

    def __init__(self, rows: list[list[Any]]) -> None:
        self.rows = rows

    def __getitem__(self, at: tuple[int, int]) -> Any:
        return self.rows[at[0]][at[1]]

    def __setitem__(self, at: tuple[int, int], value: Any) -> None:
        self.rows[at[0]][at[1]] = value


def opened(record: Any) -> Any:
    """A record as an object of plain numbers and lists: several times as fast, uncompiled."""
    if record.dtype.names:
        if record.shape:
            return [opened(each) for each in record]
        return SimpleNamespace(**{name: opened(record[name]) for name in record.dtype.names})
    return Rows(record.tolist()) if record.ndim == 2 else record.tolist()


def play_out(game: Bluff, agents: list[Any], mes: list[Any], seed: int, number: int) -> None:
    """One game; the first agent sits a seat further on in each, the others behind it in order."""
    seated = [(seat - number) % game.seats for seat in range(game.seats)]
    stream = chance_stream(game.seats, number)
    chance, *luck = [new_rng(seed, stream + k) for k in range(game.seats + 1)]
    for agent, me in zip(agents, mes, strict=True):
        if hasattr(me, "memory"):
            me.memory = opened(new_me(agent)["memory"])
    state = opened(data_of(blank_state(game)))
    game.start(state)
    while (mover := game.to_move(state)) != OVER:
        if mover == CHANCE:
            move = game.draw(state, chance)
        else:
            place, own = seated[mover], state.own[mover]
            move = agents[place].act(mes[place], state.table, own, mover, luck[mover])
        game.apply(state, move)
    for seat, place in enumerate(seated):
        agent = agents[place]
        if isinstance(agent, Apprentice):
            agent.end(mes[place], state.table, state.own[seat], seat, 0.0, luck[seat])


__all__ = ["Apprentice", "Learner", "brought_up", "trained"]


if __name__ == "__main__":
    made = trained(Learner(Bluff()))
    rows = [f"{json.dumps(name)}: {json.dumps(made[name].tolist())}" for name in made]
    SHIPPED.write_text("{" + ",\n ".join(rows) + "}\n")
