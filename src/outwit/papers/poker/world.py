"""Hold'em as the paper's claims need it: the whole tree, the two opponents on it, exact values."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from outwit.agents.any import Random
from outwit.agents.holdem import Threshold
from outwit.agents.holdem_states import Paper as PlainStates
from outwit.agents.holdem_states import PaperRange
from outwit.core.states import States
from outwit.games.holdem import Holdem
from outwit.papers.lab import Lab
from outwit.papers.measured import Exact
from outwit.papers.poker.readings import RULES, Rules
from outwit.play.filling import filled, joint
from outwit.play.tree import Floats, Tree
from outwit.play.treebuild import build_tree
from outwit.solve.iteration import Plan, policy_iteration
from outwit.solve.payoffs import Payoffs, payoffs
from outwit.solve.process import Process, process_of
from outwit.solve.respond import seat_values

RANDOM, THRESHOLD = "random", "threshold"
OPPONENTS = (RANDOM, THRESHOLD)


@dataclass(frozen=True, eq=False)
class World:
    """The game under some rules: its tree, and what the paper's agents play on it."""

    rules: Rules
    game: Holdem
    tree: Tree

    @cached_property
    def agents(self) -> dict[str, Random | Threshold]:
        threshold = Threshold(self.game, board_pair=self.rules.board_pair)
        return {RANDOM: Random(self.game), THRESHOLD: threshold}

    @cached_property
    def plays(self) -> dict[str, Floats]:
        """What each agent plays at every information set of both seats."""
        return {name: filled(self.tree, agent) for name, agent in self.agents.items()}

    @cached_property
    def states(self) -> dict[str, States]:
        """The paper's state space against each opponent (section 2.3, table 2)."""
        fine = PaperRange(self.game, board_pair=self.rules.board_pair)
        return {RANDOM: PlainStates(self.game), THRESHOLD: fine}

    def games(self, mine: Floats, opponent: Floats) -> list[tuple[Floats, int]]:
        """One's games against an opponent: in both seats, as often in each."""
        return [
            (joint(self.tree, [mine, opponent]), 0),
            (joint(self.tree, [opponent, mine]), 1),
        ]

    def mean(self, mine: Floats, opponent: Floats) -> float:
        """The mean pay-off of a game over both seats, in binary fractions: quick."""
        games = self.games(mine, opponent)
        return sum(float(seat_values(self.tree, both)[seat]) for both, seat in games) / len(games)

    def brings(self, mine: Floats, opponent: Floats) -> Payoffs:
        """The distribution of the pay-off of a game, over all deals and both seats."""
        return payoffs(self.tree, self.games(mine, opponent))


def world(lab: Lab, rules: Rules | None = None) -> World:
    """The game under some rules; under the text's unless told."""
    taken = RULES["text"] if rules is None else rules

    def make() -> World:
        game = Holdem(kicker=taken.kicker)
        return World(taken, game, build_tree(game))

    return lab.once(("poker world", taken), make)


def process(lab: Lab, opponent: str, states: str = "own", rules: Rules | None = None) -> Process:
    """The decision process against an opponent.

    `states`: those that the paper has for this opponent (`own`), those of the other one (`random`,
    `threshold`), or the information sets (`all`).
    """

    def make() -> Process:
        here = world(lab, rules)
        chosen = None if states == "all" else here.states[opponent if states == "own" else states]
        return process_of(here.tree, [here.agents[opponent]], states=chosen)

    return lab.once(("poker process", opponent, states, rules), make)


def optimum(lab: Lab, opponent: str, *, discount: float = 1.0, rules: Rules | None = None) -> Plan:
    """The best policy on the paper's own states against an opponent."""

    def make() -> Plan:
        return policy_iteration(process(lab, opponent, rules=rules), discount=discount)

    return lab.once(("poker optimum", opponent, discount, rules), make)


def optimum_plays(lab: Lab, opponent: str, rules: Rules | None = None) -> Floats:
    """What the best policy against an opponent plays on the tree."""
    plan = optimum(lab, opponent, rules=rules)
    return plan.process.strategy(plan.policy)


def mean_of(brings: Payoffs, again: str = "") -> Exact:
    """The mean pay-off, with the deviation that one game brings to a printed mean."""
    exact = brings.exact_mean
    return Exact(brings.mean, brings.sd, None if exact is None else str(exact), again)


def deviation_of(brings: Payoffs, again: str = "") -> Exact:
    """The standard deviation of a game, with what one game brings to a printed deviation.

    The deviation s of n games varies with sqrt(m4 - s^4) / (2 s sqrt(n)), m4 the fourth moment
    about the mean (delta method).
    """
    mean, sd = brings.mean, brings.sd
    fourth = math.fsum(
        (amount - mean) ** 4 * chance
        for amount, chance in zip(brings.amounts, brings.chances, strict=True)
    )
    return Exact(sd, math.sqrt(max(fourth - sd**4, 0.0)) / (2.0 * sd), None, again)


__all__ = [
    "OPPONENTS",
    "RANDOM",
    "THRESHOLD",
    "World",
    "deviation_of",
    "mean_of",
    "optimum",
    "optimum_plays",
    "process",
    "world",
]
