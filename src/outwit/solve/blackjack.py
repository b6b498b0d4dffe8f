"""The theory of continuous blackjack: equilibrium and best responses by thresholds.

Paper `blackjack`, sections 2 to 4. A seat with threshold K stops above K; with the best score so
far t it beats that with probability (1 - max(t, K)) e^K, and its score has density e^K above K
(lemma 2.1, whose last line must read z e^x). So

    W(s), the chance that a score s stands to the end, is the product over the later seats of
        1 - (1 - max(s, K)) e^K                                     (G of equation 3.1),
    and the best response hits up to max(t, A), where W(A) is the integral of W from A to 1
        (equations 3.4 and 3.17): what one gets by stopping there and by one more draw.

W rises with s for all agents here, so there is one such A; earlier seats do not matter for it, only
for the value. Where all-bust rounds are split, being bust is worth 1/seats of the chance that all
later seats are bust too, while nobody has scored; A is then the threshold of that case.
Integrals are taken by Gauss and Legendre's rule between the points where a threshold has a kink.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from outwit.agents.blackjack import Adaptive, Cliff, Mixed, Nash, Threshold, Uniform
from outwit.agents.blackjack_thresholds import equilibrium, rational_bound
from outwit.core.agent import Agent
from outwit.core.errors import Refused
from outwit.games.blackjack import Blackjack
from outwit.play.orders import Order
from outwit.play.sitting import agent_name
from outwit.play.tree import Floats
from outwit.solve.responding import Answer, Arrangement, Best, arrangements, seated
from outwit.solve.solving import Solution

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(48)


def _running_integral() -> Floats:
    """Row j: weights of the integral from -1 to node j of what is known at all nodes."""
    n = len(_NODES)
    at_nodes = np.polynomial.legendre.legvander(_NODES, n)
    # The integral of P_k from -1 to x is (P_(k+1)(x) - P_(k-1)(x)) / (2k + 1).
    sums = np.empty((n, n))
    sums[:, 0] = _NODES + 1.0
    for k in range(1, n):
        sums[:, k] = (at_nodes[:, k + 1] - at_nodes[:, k - 1]) / (2 * k + 1)
    scale = (2 * np.arange(n) + 1) / 2.0
    return np.asarray(sums @ (scale[:, None] * at_nodes[:, :n].T * _WEIGHTS))


_RUNNING = _running_integral()


@dataclass(frozen=True)
class Rule:
    """How one seat answers the best score so far: threshold K(t), or for `drawn` uniform on [t, 1].

    fixed     the least threshold
    chasing   whether it never stops at less than t, so that K = max(t, fixed)
    edge      scores above this are chased until bust
    """

    weight: float
    fixed: float = 0.0
    chasing: bool = False
    edge: float = 1.0
    drawn: bool = False

    def beats(self, t: Floats) -> Floats:
        """The chance to score above t."""
        if self.drawn:
            # The mean of (1 - K) e^K over K from t to 1.
            rest = 1.0 - t
            safe = np.where(rest > 0.0, rest, 1.0)
            return np.where(rest > 0.0, (np.e - (2.0 - t) * np.exp(t)) / safe, 0.0)
        k = np.maximum(t, self.fixed) if self.chasing else np.full_like(t, self.fixed)
        return np.where(t > self.edge, 0.0, (1.0 - np.maximum(t, k)) * np.exp(k))

    def density(self, t: Floats, s: Floats) -> Floats:
        """The density of a score s > t; smooth in t between kinks, also where t > s."""
        if self.drawn:
            return (np.exp(s) - np.exp(t)) / (1.0 - t)
        k = np.maximum(t, self.fixed) if self.chasing else np.full_like(t, self.fixed)
        return np.where((s < self.fixed) | (t > self.edge), 0.0, np.exp(k))

    def bust(self) -> float:
        """The chance to score nothing while nobody has scored."""
        return 1.0 - float(self.beats(np.zeros(1))[0])


def rules_of(agent: Agent, seat: int) -> list[Rule]:
    """An agent's thresholds at a seat, with their probabilities."""
    game = agent.game
    last = game.seats - 1
    if isinstance(agent, Threshold):
        return [Rule(1.0, agent.k)]
    if isinstance(agent, Adaptive):
        return [Rule(1.0, agent.a, chasing=True)]
    if isinstance(agent, Nash):
        return [Rule(1.0, equilibrium(last - seat), chasing=True)]
    if isinstance(agent, Cliff):
        at = rational_bound(last) if agent.at < 0.0 else agent.at
        return [Rule(1.0, 0.0, chasing=True, edge=at if seat < last else 1.0)]
    if isinstance(agent, Uniform):
        return [Rule(1.0, drawn=True)]
    if isinstance(agent, Mixed):
        weights = np.array(agent.p or (1.0,) * len(agent.k))
        parts = zip(weights / weights.sum(), agent.k, strict=True)
        return [Rule(float(w), k, chasing=agent.rational) for w, k in parts]
    raise Refused(
        f"{agent_name(agent)} does not play by thresholds that are known, so its best response "
        f"cannot be computed. Known are threshold, adaptive, nash, cliff, mixed and uniform."
    )


class Grid:
    """Nodes on [0, 1], panel by panel between kinks, and sums over them."""

    def __init__(self, kinks: Sequence[float]) -> None:
        inner = sorted({k for k in kinks if 0.0 < k < 1.0})
        # Panels no wider than a quarter: the functions between kinks are products of exponentials.
        self.edges = np.unique(np.concatenate([inner, np.linspace(0.0, 1.0, 5)]))
        self.half = np.diff(self.edges) / 2.0
        self.nodes = np.concatenate(
            [low + h * (_NODES + 1.0) for low, h in zip(self.edges[:-1], self.half, strict=True)]
        )
        self.weights = np.concatenate([h * _WEIGHTS for h in self.half])

    def running(self, kernel: Callable[[Floats, Floats], Floats], f: Floats) -> Floats:
        """At each node s: the integral over t from 0 to s of kernel(t, s) f(t)."""
        n = len(_NODES)
        found = np.zeros_like(self.nodes)
        for p, h in enumerate(self.half):
            here = slice(p * n, (p + 1) * n)
            s = self.nodes[here, None]
            before = slice(0, p * n)
            if p > 0:
                t = self.nodes[None, before]
                found[here] = kernel(t, s) @ (self.weights[before] * f[before])
            inside = kernel(self.nodes[None, here], s) * f[here]
            found[here] += h * np.einsum("jk,jk->j", _RUNNING, inside)
        return found


@dataclass(frozen=True)
class Scores:
    """The best score so far: 0 with chance `nothing`, else of this density at the grid's nodes."""

    nothing: float
    density: Floats

    def fresh(self, grid: Grid, rules: Sequence[Rule]) -> Floats:
        """The density with which one more seat scores first."""
        zero = np.zeros_like(grid.nodes)
        parts = [r.weight * r.density(zero, grid.nodes) for r in rules]
        return np.asarray(self.nothing * np.sum(parts, axis=0))

    def beaten(self, grid: Grid, rules: Sequence[Rule]) -> Floats:
        """The density with which one more seat beats the best score so far."""
        parts = [r.weight * grid.running(r.density, self.density) for r in rules]
        return np.asarray(np.sum(parts, axis=0))

    def after(self, grid: Grid, rules: Sequence[Rule]) -> Scores:
        """One more seat has played."""
        stays = 1.0 - sum(r.weight * r.beats(grid.nodes) for r in rules)
        density = self.density * stays + self.fresh(grid, rules) + self.beaten(grid, rules)
        return Scores(self.nothing * _all_bust([rules]), density)


def stands(rules: Sequence[Sequence[Rule]], s: Floats) -> Floats:
    """W(s): the chance that no later seat beats the score s."""
    product = np.ones_like(s)
    for seat in rules:
        product = product * (1.0 - sum(r.weight * r.beats(s) for r in seat))
    return product


def threshold_against(later: Sequence[Sequence[Rule]], share: float = 0.0) -> float:
    """A: where stopping is worth as much as one more draw. `share`: what being bust is worth."""
    kinks = [k for seat in later for r in seat for k in (r.fixed, r.edge)]
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2.0
        grid = Grid([(k - middle) / (1.0 - middle) for k in kinks])
        s = middle + (1.0 - middle) * grid.nodes
        more = (1.0 - middle) * float(grid.weights @ stands(later, s)) + share * middle
        # Stopping with nothing, before the first draw, wins nothing whatever W says.
        if more > float(stands(later, np.array([middle]))[0]):
            low = middle
        else:
            high = middle
    return (low + high) / 2.0 if low > 0.0 else 0.0


def value_of(
    game: Blackjack,
    table: Sequence[Sequence[Rule]],
    seat: int,
    behind: Sequence[Rule] | None = None,
) -> float:
    """What a seat wins on average when all play by these rules, in points a round.

    Where `behind` is given, the seat goes by it once somebody has scored.
    """
    after = table[seat] if behind is None else behind
    kinks = [k for rules in [*table, after] for r in rules for k in (r.fixed, r.edge)]
    grid = Grid(kinks)
    scores = Scores(1.0, np.zeros_like(grid.nodes))
    for rules in table[:seat]:
        scores = scores.after(grid, rules)
    won = scores.fresh(grid, table[seat]) + scores.beaten(grid, after)
    value = float(grid.weights @ (won * stands(table[seat + 1 :], grid.nodes)))
    if game.splits:
        value += scores.nothing * _all_bust(table[seat:]) / game.seats
    return value


def _all_bust(table: Sequence[Sequence[Rule]]) -> float:
    """The chance that all of these score nothing, while nobody has scored."""
    return float(np.prod([sum(r.weight * r.bust() for r in rules) for rules in table]))


def best_threshold(game: Blackjack, table: Sequence[Sequence[Rule]], seat: int) -> float:
    """A of a seat, whose own rules mean nothing; 0 for the last seat, which must only beat t."""
    later = table[seat + 1 :]
    if not later:
        return 0.0
    share = _all_bust(later) / game.seats if game.splits else 0.0
    return threshold_against(later, share)


def best_value(game: Blackjack, table: list[list[Rule]], seat: int) -> tuple[float, float]:
    """The best response of a seat: its threshold A while nobody has scored, and its value."""
    threshold = best_threshold(game, table, seat)
    seated_so = [*table[:seat], [Rule(1.0, threshold, chasing=True)], *table[seat + 1 :]]
    # Behind a score being bust is worth nothing, so where it is worth something before, the
    # threshold is another one there.
    later = table[seat + 1 :]
    behind = threshold_against(later) if game.splits and later else threshold
    rules = [Rule(1.0, behind, chasing=True)]
    return threshold, value_of(game, seated_so, seat, rules)


# What `outwit solve` and `outwit respond` ask for ---------------------------------------------


def solve(game: Blackjack) -> Solution:
    """Theorem 2.3: seat by seat from the last, the threshold is the best response to what follows.

    The exploitability is what best responses to it gain, by the code that answers any opponents.
    """
    started = time.perf_counter()
    agent = Nash(game)
    table = [rules_of(agent, seat) for seat in range(game.seats)]
    values = [value_of(game, table, seat) for seat in range(game.seats)]
    best = [best_value(game, table, seat)[1] for seat in range(game.seats)]
    gains = [max(b - v, 0.0) for b, v in zip(best, values, strict=True)]
    return Solution(
        game=game,
        method="thresholds",
        value=tuple(values),
        low=None,
        high=None,
        exact=None,
        exploitability=sum(gains) / game.seats,
        iterations=None,
        infosets=None,
        seconds=time.perf_counter() - started,
        curve=(),
        strategy=None,
        thresholds=tuple(equilibrium(game.seats - 1 - seat) for seat in range(game.seats)),
    )


def respond(
    game: Blackjack,
    line_up: Sequence[Agent | None],
    *,
    order: Order = "balanced",
    others: Agent | None = None,
) -> Best:
    """The best response to agents that play by thresholds; exact but for rounding."""
    table = seated(game, line_up, others)
    answers = [_answer(game, found) for found in arrangements(game, table, order)]
    answers.sort(key=lambda answer: answer.arrangement.seat)
    return Best(game=game, line_up=table, order=order, answers=tuple(answers))


def _answer(game: Blackjack, arrangement: Arrangement) -> Answer:
    table = [
        [] if agent is None else rules_of(agent, seat)
        for seat, agent in enumerate(arrangement.agents)
    ]
    threshold, value = best_value(game, table, arrangement.seat)
    return Answer(arrangement=arrangement, value=value, threshold=threshold)


__all__ = [
    "Rule",
    "best_threshold",
    "best_value",
    "respond",
    "rules_of",
    "solve",
    "threshold_against",
    "value_of",
]
