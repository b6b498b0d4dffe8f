"""`check`: whether a game and its agents keep the contract, and if not, what to mend.

What is tried stands in `outwit.play.checks`, one file for each group. No game and no agent is
excused by name: a check that does not apply (no chance, no perfect recall declared) says so by
what the game itself declares.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import outwit
from outwit.core.agent import Agent
from outwit.core.errors import IllegalMove, RuleError
from outwit.core.game import Game
from outwit.core.options import values_of
from outwit.play.checks import chance, elsewhere, engine, recall, rules, secrets, watch, words
from outwit.play.checks.decisions import Trial
from outwit.play.checks.fault import Fault
from outwit.play.checks.walks import Budget, Walks
from outwit.play.sitting import agent_name
from outwit.play.worker import game_name


@dataclass(frozen=True, kw_only=True)
class Checked:
    """One check that was made: of what, what it says, how much was tried, the fault if any."""

    of: str
    check: str
    tried: str
    fault: str | None = None

    @property
    def ok(self) -> bool:
        return self.fault is None


@dataclass(frozen=True, kw_only=True)
class Report:
    """All checks of a game and its agents. `left_out` says what was not looked at, and why."""

    game: str
    title: str
    options: dict[str, Any]
    agents: tuple[str, ...]
    seed: int
    version: str
    checks: tuple[Checked, ...]
    left_out: tuple[str, ...]
    seconds: float

    @property
    def ok(self) -> bool:
        """Whether no fault was found."""
        return not self.faults

    @property
    def faults(self) -> list[str]:
        """What to mend, a sentence each."""
        return [check.fault for check in self.checks if check.fault is not None]

    def __str__(self) -> str:
        """The faults, or that there are none."""
        return "\n".join(self.faults) if self.faults else self.verdict

    @property
    def verdict(self) -> str:
        """The answer in one sentence."""
        agents = ", ".join(self.agents)
        if self.ok:
            also = f" and in {agents}" if agents else ""
            return f"No fault was found in {self.game}{also}."
        count = len(self.faults)
        return f"{count} {'fault' if count == 1 else 'faults'} to mend in {self.game}."

    def as_json(self) -> dict[str, Any]:
        """Plain values: the same facts for programs."""
        told = {name: getattr(self, name) for name in ("game", "title", "options")}
        return told | {
            "agents": list(self.agents),
            "seed": self.seed,
            "version": self.version,
            "ok": self.ok,
            "faults": self.faults,
            "checks": [asdict(check) | {"ok": check.ok} for check in self.checks],
            "left_out": list(self.left_out),
            "seconds": self.seconds,
        }


Progress = Callable[[int, int, str], None]
"""Called before each check: how many are done, how many there may be, the one to come."""

Step = tuple[str, Callable[[], str]]


class Examination:
    """The checks of a game and its agents, one at a time, so that whoever waits can watch."""

    def __init__(
        self,
        game: Game,
        agents: Sequence[Agent],
        stranger: Agent,
        *,
        seed: int = 1,
        thorough: bool = True,
    ) -> None:
        self.game, self.agents, self.stranger, self.seed = game, list(agents), stranger, seed
        self.thorough = thorough
        self.walks = Walks(game, seed, Budget() if thorough else _QUICK)
        self.done: list[Checked] = []
        self.left_out: list[str] = []
        self.started = time.perf_counter()

    def run(self, progress: Progress | None = None) -> Iterator[Checked]:
        """Every check. After a fault, what stands on it is left out."""
        name = game_name(self.game)
        whole = len(self._rules()) + len(self._game()) + 6 * len(self.agents)

        def one(of: str, step: Step) -> Checked:
            if progress is not None:
                progress(len(self.done), whole, f"{of}: {step[0]}")
            checked = _tried(of, *step)
            if checked.fault is not None and _place(checked.fault) in map(_place, self.faults()):
                self.left_out.append(f"{of}: {checked.check}: mend the fault above first")
            elif checked.tried or not checked.ok:
                self.done.append(checked)
            return checked

        for step in self._rules():
            checked = one(name, step)
            yield checked
            if not checked.ok:
                self.left_out.append("everything after this fault: it would only follow from it")
                return
        for step in self._game():
            yield one(name, step)
        if self.faults():
            if self.agents:
                self.left_out.append("the agents: mend the game first")
            return
        for agent in self.agents:
            for step in self._agent(agent):
                checked = one(agent_name(agent), step)
                yield checked
                if not checked.ok:
                    break
        if self.thorough and self.agents and not self.faults():
            yield from self._elsewhere(one)

    def faults(self) -> list[str]:
        """The faults found so far."""
        return [checked.fault for checked in self.done if checked.fault is not None]

    def _rules(self) -> list[Step]:
        """What everything else stands on."""
        game, walks = self.game, self.walks
        return [
            ("options and numbers make sense", lambda: rules.declared(game)),
            ("start leaves nothing old", lambda: rules.fresh_start(game)),
            ("legal is sound, games end", lambda: rules.random_games(game, walks)),
            ("pay-offs and endings fit", lambda: rules.pay(game, walks)),
        ]

    def _game(self) -> list[Step]:
        game, walks = self.game, self.walks
        steps: list[Step] = [
            ("allowed agrees with legal", lambda: rules.quick_question(game, walks)),
            ("draw depends on rng alone", lambda: chance.one_draw(game, walks)),
            ("draw agrees with outcomes", lambda: chance.draw_agrees(game, walks)),
            ("a seat sees its own alone", lambda: secrets.unseen(game, walks)),
            ("resample keeps what is seen", lambda: secrets.resampled(game, walks)),
            ("move_text gives nothing away", lambda: secrets.whispers(game, walks)),
            ("moves have words", lambda: words.move_words(game, walks)),
            ("seats have words", lambda: words.seat_words(game, walks)),
            ("typed moves are read", lambda: words.typed_moves(game, walks)),
            ("moves replay", lambda: words.traces(game, walks)),
        ]
        if self.thorough:
            steps += [
                ("perfect recall", lambda: recall.remembers(game, walks)),
                ("can go to another process", lambda: elsewhere.crosses_over(game)),
                (
                    "compiled as in plain Python",
                    lambda: engine.same_sums(game, self.stranger, self.seed),
                ),
            ]
        return steps

    def _agent(self, agent: Agent) -> list[Step]:
        seed, trial = self.seed, Trial(agent, self.stranger, self.seed)
        return [
            ("acts legally on what it sees", trial.run),
            ("compiled as in plain Python", lambda: engine.as_written(agent, seed)),
            ("writes into me alone", lambda: watch.watched(agent, seed)),
            ("threads and blocks agree", lambda: engine.partitions(agent, seed)),
            ("can go to another process", lambda: elsewhere.agent_crosses_over(agent)),
        ]

    def _elsewhere(self, one: Callable[[str, Step], Checked]) -> Iterator[Checked]:
        """Another process, once for all of them."""

        def step() -> str:
            return elsewhere.same_elsewhere(self.game, self.agents, self.seed)

        try:
            yield one(game_name(self.game), ("another process agrees", step))
        except elsewhere.NotThere:
            self.left_out.append(
                "another process: it does not find the classes; write them into a file of their own"
            )

    def report(self) -> Report:
        """What was found so far."""
        return Report(
            game=game_name(self.game),
            title=self.game.title or game_name(self.game),
            options=values_of(self.game),
            agents=tuple(map(agent_name, self.agents)),
            seed=self.seed,
            version=outwit.__version__,
            checks=tuple(self.done),
            left_out=tuple(self.left_out),
            seconds=time.perf_counter() - self.started,
        )


_QUICK = Budget(games=30, moves=500, entries=8_000, positions=15)


def _place(fault: str) -> str:
    """Where a fault is: file, line and method."""
    return fault.partition(": ")[0]


def _tried(of: str, check: str, step: Callable[[], str]) -> Checked:
    try:
        return Checked(of=of, check=check, tried=step())
    except (Fault, RuleError, IllegalMove) as fault:
        return Checked(of=of, check=check, tried="", fault=str(fault))


def check(
    game: Game,
    agents: Sequence[Agent],
    stranger: Agent,
    *,
    seed: int = 1,
    thorough: bool = True,
    progress: Progress | None = None,
) -> Report:
    """Try a game and agents on everything the contract asks for.

    `stranger` plays random legal moves against the agents. Without `thorough` only what needs no
    compiling of the game is tried, on fewer positions.
    """
    examination = Examination(game, agents, stranger, seed=seed, thorough=thorough)
    for _ in examination.run(progress):
        pass
    return examination.report()


__all__ = ["Checked", "Examination", "Progress", "Report", "check"]
