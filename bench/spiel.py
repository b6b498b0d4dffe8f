"""Random games beside OpenSpiel's C++ random rollouts.

Each side plays whole games with every legal move alike, on one core, in processor time, taking
turns. OpenSpiel's side is its C++ class `RandomRolloutEvaluator`, which Python can reach through
`MCTSBot`: one simulation that evaluates the start by so many rollouts, so Python and the search
cost it nothing. A search cannot start before the deal, so its games start with the cards of both
seats dealt, always the same ones: that favours it, by two chance moves a game (Leduc's third one
is played). Ours is an ordinary match of `random` against itself: deals, streams, checks and sums
included. The rules are the same, as the tests show state by state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import outwit
from bench.rows import Row, Settings, best_side_by_side, measurement, needs_openspiel
from outwit.play.sitting import Sitting
from outwit.play.worker import Block, Worker

GAMES = {"kuhn": ("kuhn_poker", 40_000), "leduc": ("leduc_poker", 8000)}


def rollouts(name: str, games: int) -> Callable[[], Any]:
    """So many of OpenSpiel's rollouts from behind the deal."""
    import pyspiel

    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    state.apply_action(0)
    state.apply_action(1)
    evaluator = pyspiel.RandomRolloutEvaluator(games, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, 1, False)
    return partial(bot.mcts_search, state)


@measurement("openspiel", 12)
def rows(settings: Settings) -> Iterator[Row]:
    needs_openspiel()
    for word, (theirs, games) in GAMES.items():
        game = outwit.game(word)
        agent = outwit.agent(game, "random")
        worker = Worker(Sitting(game, (agent, agent), 1))
        play = partial(worker.play, Block(0, games))
        ours, other = best_side_by_side([play, rollouts(theirs, games)], settings.rounds)
        yield Row(
            f"{game.title}: random games, of OpenSpiel's C++ rollouts",
            other / ours,
            hold=2.0,
            note=f"{ours / games * 1e9:,.0f} ns a game, OpenSpiel {other / games * 1e9:,.0f} ns",
        )
