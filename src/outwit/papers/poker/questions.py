"""Beyond the paper: what its policies do, and whether sampled hands agree with exact values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from outwit.games.holdem import CALL, CARD_NAMES, FOLD, RAISE
from outwit.papers.beyond import Beyond, Found
from outwit.papers.lab import Lab
from outwit.papers.poker import faults, figures, strength
from outwit.papers.poker.best import FIRST, SECOND, met
from outwit.papers.poker.readings import LISTED_TWICE
from outwit.papers.poker.tables import row_plays
from outwit.papers.poker.world import RANDOM, THRESHOLD, optimum, world
from outwit.papers.style import SERIES
from outwit.play.tree import Floats
from outwit.solve.iteration import best_pairs, worth
from outwit.solve.process import NO_STATE
from outwit.solve.strategy import tabled

QUICK, FULL = 200_000, 20_000_000
"""Hands of each pairing; five of them make a hundred million in a full run."""


# The printed policy ------------------------------------------------------------------------------


def printed_policy(lab: Lab) -> Found:
    """Where the policy that gives the printed figures is not best, and what that costs."""
    here, plan = world(lab), optimum(lab, THRESHOLD)
    at, tree = plan.process, here.tree
    mine = row_plays(lab, "policy-iteration", THRESHOLD, LISTED_TWICE)
    q, good = worth(at, plan.values), best_pairs(at, plan.values)
    often = np.zeros(at.size)
    known = at.state_of != NO_STATE
    np.add.at(often, at.state_of[known], met(here, mine, here.plays[THRESHOLD])[known])
    costs = []
    for s in range(at.size):
        first, last = int(at.pair_first[s]), int(at.pair_first[s + 1])
        node = int(np.flatnonzero(at.state_of == s)[0])
        start = int(tree.set_first[node])
        chosen = first + int(np.argmax(mine[start : start + last - first]))
        if not good[chosen] and often[s] > 0.0:
            best = first + int(np.argmax(q[first:last]))
            loss = float(q[best] - q[chosen])
            costs.append((loss * float(often[s]), s, chosen, best, loss))
    costs.sort(reverse=True)
    rows = [
        (
            at.state_text(s),
            move_name(int(at.pair_move[chosen]), at.state_text(s).split("_")[2] == "1"),
            move_name(int(at.pair_move[best]), at.state_text(s).split("_")[2] == "1"),
            f"{loss:.4f}",
            f"{1000 * often[s]:.2f}",
            f"{1000 * cost:.4f}",
        )
        for cost, s, chosen, best, loss in costs
    ]
    total = sum(cost for cost, *_ in costs)
    wins = here.brings(mine, here.plays[THRESHOLD]).mean
    says = [
        f"In {len(costs)} of the states that it comes to, the policy with the fault plays a move "
        f"that is not best. Together they cost {total:.6f} tokens a game, which is all of the "
        f"difference between {plan.value:.6f} and {wins:.6f}.",
        "In each it checks where to bet is best. Behind the bet lies the answer to a raise, a "
        "state that two ranges lead to; with the fault what is lost there is counted twice.",
    ]
    head = ("state", "it plays", "best", "loses there", "met in 1,000 games", "costs in 1,000")
    return Found(head, rows, says)


def move_name(move: int, behind: bool) -> str:
    """As a player says it."""
    return {
        FOLD: "fold",
        CALL: "call" if behind else "check",
        RAISE: "raise" if behind else "bet",
    }[move]


# Before the board --------------------------------------------------------------------------------

SITUATIONS = (
    ("first, to open", FIRST, (1,)),
    ("first, bet to after a check", FIRST, (1, 3 + CALL, 3 * (3 + CALL) + RAISE)),
    ("first, raised after a bet", FIRST, (1, 3 + RAISE, 3 * (3 + RAISE) + RAISE)),
    ("second, checked to", SECOND, (1, 3 + CALL)),
    ("second, bet to", SECOND, (1, 3 + RAISE)),
)
"""Who is asked, and the lines of round 1 that lead there, as the table writes them."""


def before_the_board(lab: Lab) -> Found:
    """What policies play in round 1."""
    names = (strength.BEST_RANDOM, strength.BEST_THRESHOLD, strength.EQUILIBRIUM)
    rows = []
    for situation, seat, lines in SITUATIONS:
        for name in names:
            mine = strength.policies(lab)[name]
            cells = (_played(lab, mine, seat, lines[-1], card) for card in range(len(CARD_NAMES)))
            rows.append((situation, name, *cells))
    says = [
        "Moves before the board is turned, by one's card; where several are played, how often. "
        "A second seat's bet after a check is what the paper calls a raise."
    ]
    return Found(("situation", "policy", *CARD_NAMES), rows, says)


def _played(lab: Lab, mine: Floats, seat: int, line: int, card: int) -> str:
    tree = world(lab).tree
    for s in np.flatnonzero(tree.set_seat == seat).tolist():
        table = tree.table(s)
        if table.line[0] == line and table.line[1] == 1 and tree.own(s).card == card:
            if table.public[0] >= 0:
                continue
            first, width = int(tree.set_first[s]), int(tree.set_width[s])
            behind = bool(table.paid[seat] < table.paid[1 - seat])
            return _mix(
                mine[first : first + width], tree.action_move[first : first + width], behind
            )
    raise AssertionError("every situation is met with every card")


def _mix(chances: Floats, moves: Any, behind: bool) -> str:
    names = [move_name(int(move), behind) for move in moves]
    if chances.max() > 0.995:
        return names[int(np.argmax(chances))]
    parts = [
        f"{name} {100 * chance:.0f} %"
        for name, chance in zip(names, chances, strict=True)
        if chance > 0.005
    ]
    return ", ".join(parts)


# Pay-offs ----------------------------------------------------------------------------------------


def pairings(lab: Lab) -> Sequence[tuple[str, Floats, str]]:
    """Policies and whom they meet."""
    known = strength.policies(lab)
    return (
        (strength.BEST_RANDOM, known[strength.BEST_RANDOM], RANDOM),
        ("Threshold", known["Threshold"], RANDOM),
        (strength.BEST_THRESHOLD, known[strength.BEST_THRESHOLD], THRESHOLD),
        (strength.PRINTED, known[strength.PRINTED], THRESHOLD),
        (strength.NO_RANGE, known[strength.NO_RANGE], THRESHOLD),
    )


def pay_offs(lab: Lab) -> Found:
    """How probably a game brings each amount."""
    here = world(lab)
    amounts = [k / 2 for k in range(-9, 10)]
    rows, data = [], []
    for name, mine, opponent in pairings(lab):
        brings = here.brings(mine, here.plays[opponent])
        chance = dict(zip(brings.amounts, brings.chances, strict=True))
        data.append((f"{name}, meets {opponent.capitalize()}", chance))
        for amount in amounts:
            if amount in chance:
                exact = dict(brings.exact or ()).get(_half(amount))
                told = "" if exact is None or len(str(exact)) > 24 else str(exact)
                rows.append((name, f"{amount:+g}", f"{100 * chance[amount]:.3f} %", told))
    says = ["All that a game can bring, with its probability, by enumeration over all deals."]
    return Found(("policy", "tokens", "probability", "exactly"), rows, says, data)


def _half(amount: float) -> Any:
    from fractions import Fraction

    return Fraction(amount)


def draw_pay_offs(axes: Any, found: Found) -> None:
    for i, (name, chance) in enumerate(found.data):
        look = SERIES[i % len(SERIES)]
        at = sorted(chance)
        axes.plot(
            at,
            np.cumsum([chance[a] for a in at]),
            drawstyle="steps-post",
            color=look.colour,
            linestyle=look.line,
            marker=look.marker,
            markersize=4,
            label=name,
        )
    axes.set_xlabel("tokens")
    axes.set_ylabel("probability of at most so much")
    axes.set_ylim(0.0, 1.0)
    axes.legend(fontsize=8)


# Sampled hands -----------------------------------------------------------------------------------


def sampled(lab: Lab) -> Found:
    """Exact means and deviations against played hands."""
    here = world(lab)
    games = lab.games(quick=QUICK, full=FULL)
    rows, data = [], []
    for name, mine, opponent in pairings(lab):
        agent = tabled(here.tree, mine, name)
        exact = here.brings(mine, here.plays[opponent])
        played = lab.play(here.game, (agent, here.agents[opponent]), games, order="balanced")
        mean = played.mean(0)
        error = math.sqrt(mean.variance)
        off = (mean.value - exact.mean) / error
        data.append((name, off))
        rows.append(
            (
                f"{name}, meets {opponent.capitalize()}",
                f"{played.games:,}",
                f"{exact.mean:.6f}",
                f"{mean.value:.6f} ± {error:.6f}",
                f"{off:+.2f}",
                f"{exact.sd:.5f}",
                f"{mean.sd:.5f}",
            )
        )
    total = sum(off**2 for _, off in data)
    says = [
        f"Hands are played by the engine, {games:,} a pairing ({len(rows) * games:,} together), "
        "both seats in turn, and held against enumeration; ± is one standard error.",
        f"The squares of the {len(data)} differences in standard errors add up to {total:.1f}; "
        f"were they all chance, so much or more has probability {tail(total, len(data)):.2f}.",
    ]
    head = ("pairing", "hands", "exact mean", "sampled", "off, s.e.", "exact sd", "sampled sd")
    return Found(head, rows, says, data)


def tail(square: float, count: int) -> float:
    """The probability that `count` squared standard normals add up to at least `square`."""
    from scipy.special import gammaincc

    return float(gammaincc(count / 2, square / 2))


QUESTIONS = (
    Beyond("faults", "Which fault gives the printed policy?", faults.find, faults.draw, cost=6.0),
    Beyond("printed-policy", "Where is the printed policy wrong?", printed_policy),
    Beyond("exploitability", "How strong are they?", strength.worst_case, strength.draw_worst),
    Beyond("everyone", "Who beats whom?", strength.everyone),
    Beyond("round-1", "What is played before the board?", before_the_board),
    Beyond("discounts", "What does a discount do?", figures.discounts, figures.draw_discounts),
    Beyond("pay-offs", "What does a game bring?", pay_offs, draw_pay_offs, size=(7.0, 4.4)),
    Beyond("sampled", "Do played hands agree with enumeration?", sampled, cost=5.0),
)

__all__ = ["QUESTIONS", "before_the_board", "pay_offs", "printed_policy", "sampled", "tail"]
