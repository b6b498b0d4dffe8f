"""What a learner finds against the paper's agents: tabular, on a few habits, then frozen.

The learner meets three of a kind (or one of each); what it has learnt then takes two of the four
seats (or one) in all seat orders.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from outwit.agents.bluff_states import Habits
from outwit.core.agent import Agent
from outwit.learn.monte_carlo import MonteCarlo
from outwit.papers.beyond import Found
from outwit.papers.bluff.readings import AGENTS, NAMED, SHORT, game_of, line_up
from outwit.papers.claim import TEXT
from outwit.papers.lab import Lab
from outwit.papers.measured import Measured, SumOf
from outwit.papers.played import PlayedOut
from outwit.papers.style import SERIES, measured
from outwit.play.training import learn
from outwit.play.where import Where

TRAINING = (100_000, 1_000_000)
"""Games of the training, quick and full."""
TESTS = (1_000_008, 10_000_008)
"""Games of what was learnt, frozen: every deal in 24 seat orders."""
FIELD = ("no-bluff", "smart", "anxious")
ERROR = 0.05


def learnt(lab: Lab, rivals: Sequence[str]) -> Agent:
    """What Monte Carlo control has learnt against three rivals."""

    def train() -> Agent:
        taken = NAMED[TEXT]
        game = game_of(taken)
        games = lab.games(quick=TRAINING[0], full=TRAINING[1])
        training = learn(
            game,
            [MonteCarlo(game, states=Habits(game))],
            against=line_up(tuple(rivals), taken, game),
            games=games,
            seed=lab.seed_of(("learn", tuple(rivals))),
            where=Where(threads=1),
            progress=lambda done, of, mean: lab.progress(done, of, f"wins {mean:.0%} in training"),
        )
        agent: Agent = training.agent()
        return agent

    return lab.once(("learn", tuple(rivals)), train)


def answer(lab: Lab, rivals: Sequence[str]) -> PlayedOut:
    """The frozen learner at the first places: two against two of a kind, one against a field."""
    alike = len(set(rivals)) == 1
    game = game_of(NAMED[TEXT])
    others = line_up(tuple(rivals[:2] if alike else rivals), NAMED[TEXT], game)
    agents = [learnt(lab, rivals)] * (4 - len(others)) + list(others)
    games = lab.games(quick=TESTS[0], full=TESTS[1])
    return lab.play(game, agents, games, order="balanced", deals="shared")


def wins(met: PlayedOut) -> tuple[Measured, float]:
    """The learner's share of the wins, and what its seats would have if all were alike."""
    places = [i for i in range(4) if met.sitting.agents[i] == met.sitting.agents[0]]
    parts = [met.wins(i) for i in places]
    # Two copies of one agent win equally often: one of them says it all.
    return (parts[0] if len(parts) == 1 else SumOf(parts)), len(places) / 4


def find(lab: Lab) -> Found:
    """Its share against each line-up."""
    rows, data = [], []
    for rivals in [*((name,) * 3 for name in AGENTS), FIELD]:
        met = answer(lab, rivals)
        share, fair = wins(met)
        low, high = share.interval(ERROR)
        alike = len(set(rivals)) == 1
        who = f"2 {SHORT[rivals[0]]}" if alike else ", ".join(SHORT[name] for name in rivals)
        known = "yes" if low > fair else "no" if high < fair else "open"
        data.append((who, share, fair))
        rows.append(
            (
                f"{'two seats' if alike else 'one seat'} against {who}",
                f"{met.games:,}",
                f"{100 * share.value:.2f} % ({100 * low:.2f} to {100 * high:.2f})",
                f"{100 * fair:.0f} %",
                known,
            )
        )
    games = lab.games(quick=TRAINING[0], full=TRAINING[1])
    says = [
        f"Monte Carlo control on the states `habits` (2,820 of them), {games:,} training games "
        "against three rivals; then frozen, every deal in all seat orders, 95 % intervals. It is "
        "a best response on those states at most, not the best there is.",
        "By hand: outwit learn bluff --states habits --method monte-carlo --against smart --save "
        "found.agent, then outwit match bluff found.agent smart --games 1e6.",
    ]
    head = ("the learner in", "frozen games", "its share of the wins", "fair share", "beats them")
    return Found(head, rows, says, data)


def draw(axes: Any, found: Found) -> None:
    """Shares against fair shares."""
    at = range(len(found.data))
    shares = [share for _, share, _ in found.data]
    measured(
        axes,
        at,
        [s.value for s in shares],
        [s.interval(ERROR) for s in shares],
        label="share of the wins, 95 % interval",
    )
    look = SERIES[1]
    fairs = [fair for _, _, fair in found.data]
    axes.plot(
        at,
        fairs,
        linestyle="none",
        marker="_",
        markersize=22,
        color=look.colour,
        label="fair share",
    )
    axes.set_xticks(list(at), [f"against\n{who}" for who, _, _ in found.data])
    axes.set_ylabel("games the learner's seats win")
    axes.set_ylim(0.0, 1.05)
    axes.grid(False, axis="x")
    axes.legend()


__all__ = ["answer", "draw", "find", "learnt", "wins"]
