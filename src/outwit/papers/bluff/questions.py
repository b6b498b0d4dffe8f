"""Beyond the paper: what its agents do that it does not ask. Literal reading, unless said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from outwit.papers.beyond import Beyond, Found
from outwit.papers.bluff import answers, scan, stability
from outwit.papers.bluff.calls import RIGHT, WRONG, all_rows, of_agent, per_game, piles, ratio
from outwit.papers.bluff.evolution import ends, share_ending
from outwit.papers.bluff.numbers import TABLE_5, TABLE_7
from outwit.papers.bluff.played import in_all_orders
from outwit.papers.bluff.readings import AGENTS, NAMED, SHORT, matrices
from outwit.papers.bluff.watched import Array
from outwit.papers.claim import TEXT
from outwit.papers.lab import Lab
from outwit.papers.measured import Measured
from outwit.papers.style import SERIES, measured
from outwit.play.score import differences_of

ERROR = 0.05


def with_range(value: Measured, digits: int = 1, by: float = 100.0, unit: str = " %") -> str:
    """'36.1 % (35.6 to 36.6)': a value with its 95 % interval."""
    low, high = value.interval(ERROR)
    return f"{by * value.value:.{digits}f}{unit} ({by * low:.{digits}f} to {by * high:.{digits}f})"


def seats(lab: Lab) -> Found:
    """Who is best, and what a seat is worth, over all seat orders on shared deals."""
    met = in_all_orders(lab, TEXT, AGENTS)
    rows = [
        (SHORT[name], with_range(met.wins(i)), *(with_range(met.wins(i, s)) for s in range(4)))
        for i, name in enumerate(AGENTS)
    ]
    told = [d for d in differences_of(met.tally) if d.told]
    says = [
        f"{d.better.split(':')[0].split('#')[0]} beats {d.worse.split(':')[0].split('#')[0]} by "
        f"{100 * d.mean:.1f} points ({100 * d.low:.1f} to {100 * d.high:.1f})."
        for d in told
    ]
    says.insert(
        0,
        f"{met.games:,} games: every deal is played in all 24 seat orders; 95 % intervals. The "
        "sentences about pairs are wrong together in at most 5 % of such runs.",
    )
    shares = [[met.wins(i, s) for s in range(4)] for i in range(4)]
    return Found(("agent", "all seats", *(f"seat {s}" for s in range(1, 5))), rows, says, shares)


def draw_seats(axes: Any, found: Found) -> None:
    for i, name in enumerate(AGENTS):
        mine = found.data[i]
        measured(
            axes,
            [s + 1 + (i - 1.5) * 0.06 for s in range(4)],
            [m.value for m in mine],
            [m.interval(ERROR) for m in mine],
            series=i,
            label=f"{SHORT[name]}, 95 % interval",
            joined=True,
        )
    axes.set_xticks(range(1, 5), [f"seat {s}" for s in range(1, 5)])
    axes.set_ylabel("games won")
    axes.set_ylim(bottom=0.0)
    axes.legend(ncols=2)


def callers(lab: Lab) -> Found:
    """Experiment 5 as precision and recall."""
    rows, data = [], []
    for name in AGENTS[1:]:
        calls, games = of_agent(lab, TEXT, name, "calls")
        asked, _ = of_agent(lab, TEXT, name, "asked")
        n = int(games.sum())
        right, bluffs = calls[:, RIGHT].astype(float), asked[:, RIGHT].astype(float)
        exact = ratio(right, calls.sum(axis=1).astype(float), n)
        found = ratio(right, bluffs, n)
        base = ratio(bluffs, asked.sum(axis=1).astype(float), n)
        data.append((exact, found, base))
        rows.append((SHORT[name], with_range(exact), with_range(found), with_range(base)))
    says = [
        "Precision: of its calls, how many are right. Recall: of the bluffs it is asked about, how "
        "many it calls. Bluffs: how many of the lays it is asked about are bluffs, which is the "
        "precision of calling blindly.",
        "A call that falls below that share is worse than a coin weighted like the table.",
    ]
    return Found(("agent", "precision", "recall", "bluffs"), rows, says, data)


def draw_callers(axes: Any, found: Found) -> None:
    for i, (name, (exact, recall, base)) in enumerate(zip(AGENTS[1:], found.data, strict=True), 1):
        look = SERIES[i]
        axes.plot(
            recall.value,
            exact.value,
            marker=look.marker,
            color=look.colour,
            linestyle="none",
            label=SHORT[name],
        )
        axes.axhline(base.value, color=look.colour, linestyle=look.line, linewidth=0.9)
    axes.set_xlabel("recall")
    axes.set_ylabel("precision; lines: share of bluffs")
    axes.set_xlim(left=0.0)
    axes.set_ylim(0.0, 1.0)
    axes.legend()


def pickups(lab: Lab) -> Found:
    """How each agent comes to take the pile."""
    rows, data = [], []
    for name in AGENTS:
        taken, games = of_agent(lab, TEXT, name, "taken")
        cards, _ = of_agent(lab, TEXT, name, "cards_taken")
        n = int(games.sum())
        wrong = per_game(lab, TEXT, name, "taken", WRONG)
        caught = per_game(lab, TEXT, name, "taken", RIGHT)
        size = ratio(cards.sum(axis=1).astype(float), taken.sum(axis=1).astype(float), n)
        data.append((wrong, caught))
        rows.append(
            (
                SHORT[name],
                with_range(piles(lab, TEXT, name), 2, 1.0, ""),
                with_range(wrong, 2, 1.0, ""),
                with_range(caught, 2, 1.0, ""),
                with_range(size, 1, 1.0, ""),
            )
        )
    head = ("agent", "piles a game", "by a false call", "by a caught bluff", "cards a pile")
    return Found(head, rows, ["Means a game over all run orders, with 95 % intervals."], data)


def draw_pickups(axes: Any, found: Found) -> None:
    at = range(len(AGENTS))
    for k, label in enumerate(("by a false call", "by a caught bluff")):
        mine = [pair[k] for pair in found.data]
        measured(
            axes,
            [i + (k - 0.5) * 0.2 for i in at],
            [m.value for m in mine],
            [m.interval(ERROR) for m in mine],
            series=k,
            label=f"{label}, 95 % interval",
        )
    axes.set_xticks(list(at), [SHORT[name] for name in AGENTS])
    axes.set_ylabel("piles taken a game")
    axes.set_ylim(bottom=0.0)
    axes.legend()


def held(lab: Lab) -> Found:
    """How often the announced rank is held, by the size of the hand."""
    rows, games = all_rows(lab, TEXT, "rank_held")
    sizes = [k for k in range(1, rows.shape[1]) if rows[:, k].sum() >= 1000]
    curve = [
        ratio(rows[:, k, 1].astype(float), rows[:, k].sum(axis=1).astype(float), games)
        for k in sizes
    ]
    table = [
        (str(k), f"{rows[:, k].sum():,}", with_range(share), f"{100 * dealt_at_random(k):.1f} %")
        for k, share in zip(sizes, curve, strict=True)
    ]
    says = [
        "Of all turns with a hand of that size (1,000 at least), how many have a card of the "
        "announced rank; and how many would, were the hand a random one of 52 cards."
    ]
    head = ("cards in hand", "turns", "rank is held", "random hand")
    return Found(head, table, says, (sizes, curve))


def dealt_at_random(cards: int) -> float:
    """The chance that a random hand has at least one of the four cards of a rank."""
    from math import comb

    return 1.0 - comb(48, cards) / comb(52, cards)


def draw_held(axes: Any, found: Found) -> None:
    sizes, curve = found.data
    ranges = [m.interval(ERROR) for m in curve]
    label = "in play, 95 % interval"
    measured(axes, sizes, [m.value for m in curve], ranges, label=label, joined=True)
    look = SERIES[1]
    chance = [dealt_at_random(k) for k in sizes]
    axes.plot(sizes, chance, color=look.colour, linestyle=look.line, label="a random hand")
    axes.set_xlabel("cards in hand before the turn")
    axes.set_ylabel("announced rank held")
    axes.set_ylim(0.0, 1.0)
    axes.legend()


def dealt(lab: Lab) -> Found:
    """Win rate by how many ranks a seat was dealt at least twice."""
    games_dealt, games = all_rows(lab, TEXT, "dealt_games")
    wins, _ = all_rows(lab, TEXT, "dealt_wins")
    data = []
    for several in range(games_dealt.shape[2]):
        tries = games_dealt[:, :, several].sum(axis=1).astype(float)
        if tries.sum() >= 1000:
            data.append((several, int(tries.sum()), ratio(_several(wins, several), tries, games)))
    rows = [(str(k), f"{n:,}", with_range(share)) for k, n, share in data]
    says = ["Over all agents and seats; with nothing to it, each would win a quarter."]
    return Found(("ranks dealt twice or more", "hands", "wins"), rows, says, data)


def _several(wins: Array, several: int) -> Array:
    return np.asarray(wins[:, :, several].sum(axis=1), float)


def draw_dealt(axes: Any, found: Found) -> None:
    at = [k for k, _, _ in found.data]
    shares = [share for _, _, share in found.data]
    ranges = [share.interval(ERROR) for share in shares]
    label = "95 % interval"
    measured(axes, at, [s.value for s in shares], ranges, label=label, joined=True)
    axes.axhline(0.25, color=SERIES[1].colour, linestyle=SERIES[1].line, linewidth=0.9)
    axes.set_xticks(at)
    axes.set_xlabel("ranks of which two or more cards were dealt")
    axes.set_ylabel("games won")
    axes.set_ylim(bottom=0.0)
    axes.legend()


RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def learnt(lab: Lab) -> Found:
    """The learner's reward matrix after its training."""
    reward = matrices(NAMED[TEXT].caught)["reward"]
    rows = [(RANKS[i], *(f"{value:g}" for value in row)) for i, row in enumerate(reward)]
    says = [
        "Rows: the announced rank; columns: the rank laid. Only the truth is ever rewarded, so the "
        "matrix says nothing about which bluff is the best."
    ]
    return Found(("", *RANKS), rows, says, np.asarray(reward))


def draw_learnt(axes: Any, found: Found) -> None:
    axes.imshow(np.sqrt(np.maximum(found.data, 0.0)), cmap="Blues", interpolation="nearest")
    top = found.data.max()
    for i, row in enumerate(found.data):
        for j, value in enumerate(row):
            if value:
                ink = "white" if value > top / 4 else "black"
                axes.text(j, i, f"{value:g}", ha="center", va="center", fontsize=7, color=ink)
    axes.set_xticks(range(13), RANKS)
    axes.set_yticks(range(13), RANKS)
    axes.set_xlabel("laid")
    axes.set_ylabel("announced")
    axes.grid(False)


def takeover(lab: Lab) -> Found:
    """Who is alone in the end, over repeated evolutions of experiment 6."""
    rows: list[tuple[str, ...]] = []
    kinds: Sequence[str] = (*AGENTS, "mutant")
    for start in (TABLE_5[0][0], TABLE_7[0][0]):
        for reading in NAMED:
            total = sum(ends(lab, reading, start).values())
            shares = [share_ending(lab, reading, start, k) for k in (*kinds, "nobody")]
            cells = [f"{100 * s.value:.1f} %" for s in shares]
            rows.append((" ".join(start), reading, f"{total:,}", *cells))
    says = [
        "Elimination and replication as in section 10.6, from the paper's two line-ups, repeated. "
        "'nobody': 200 runs of 300 games leave more than one strategy."
    ]
    return Found(("start", "reading", "evolutions", *kinds, "nobody"), rows, says)


QUESTIONS = (
    Beyond(
        "readings", "Which reading fits best?", scan.find, scan.draw, size=(7.0, 4.4), cost=300.0
    ),
    Beyond("seats", "What is a seat worth, and who is best?", seats, draw_seats, cost=2.0),
    Beyond("callers", "Who calls well?", callers, draw_callers),
    Beyond("pickups", "How does one come to take the pile?", pickups, draw_pickups),
    Beyond("held", "How often does one hold the rank?", held, draw_held),
    Beyond("dealt", "What are pairs in the deal worth?", dealt, draw_dealt),
    Beyond("learnt", "What has the learner learnt?", learnt, draw_learnt, size=(5.2, 4.6)),
    Beyond("answers", "What beats each of them?", answers.find, answers.draw, cost=280.0),
    Beyond(
        "payoffs",
        "What does each earn in every line-up?",
        stability.tensor,
        stability.draw_payoffs,
        cost=45.0,
    ),
    Beyond(
        "invaders",
        "Six seats: Smart and the mutant",
        stability.invaders,
        stability.draw_payoffs,
    ),
    Beyond(
        "stability",
        "Who is evolutionarily stable?",
        stability.verdicts,
        stability.draw_paths,
        cost=120.0,
    ),
    Beyond("takeover", "Who takes over by elimination?", takeover, cost=60.0),
)

__all__ = ["QUESTIONS"]
