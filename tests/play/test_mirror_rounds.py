"""The mirror: games in plain Python add up to the sums of the compiled loop."""

from __future__ import annotations

import numpy as np
import pytest

import outwit
from outwit.core.layout import me_type
from outwit.play.mirror import Round, add_up
from outwit.play.sitting import Sitting, line_up
from outwit.play.worker import Block, Worker, trace_command


@pytest.mark.parametrize(
    ("game", "agents", "order", "deals"),
    [
        ("kuhn", ["equilibrium:bluff=0.2", "random"], "balanced", "shared"),
        ("leduc", ["steady", "threshold"], "shuffled", "own"),
        ("tictactoe", ["careful", "random"], "fixed", "shared"),
        ("blackjack", ["nash", "random"], "balanced", "own"),
    ],
)
def test_games_in_plain_python_add_up_to_the_compiled_sums(
    game: str, agents: list[str], order: str, deals: str
) -> None:
    played = outwit.game(game)
    seated = line_up([outwit.agent(played, a) for a in agents], played.seats)
    sitting = Sitting(played, seated, 9, order, deals)
    mirrored = [Round(sitting, g).play() for g in range(24)]
    slow = add_up(sitting, [sitting.order_of(g) for g in range(24)], mirrored)
    fast = Worker(sitting).play(Block(0, 24))
    assert fast is not None
    for name in slow.dtype.names or ():
        np.testing.assert_array_equal(slow[name], fast.sums[name], err_msg=name)


def test_a_learner_keeps_the_same_in_plain_python_as_compiled() -> None:
    """The memory of a learner after some games, bit for bit."""
    from outwit import catalogue

    game = outwit.game("kuhn")
    learner = catalogue.learner(game, "q:rows=50")
    sitting = Sitting(game, (learner, outwit.agent(game, "random")), 4, deals="own")
    worker = Worker(sitting)
    mes = [me.copy() for me in worker.mes]
    worker.play(Block(0, 30))
    for number in range(30):
        Round(sitting, number, mes).play()
    for field in me_type(learner).names or ():
        assert mes[0][field].tobytes() == worker.mes[0][field].tobytes(), field
    assert mes[0]["games"] == 30


def test_the_command_of_a_game_names_files_options_and_seats(tmp_path, monkeypatch) -> None:
    """What it prints, typed again, plays that very game."""
    from outwit.cli import run

    monkeypatch.chdir(tmp_path)
    assert run(["new", "agent", "bold", "--for", "tictactoe"]) == 0
    game = outwit.game("tictactoe", size=4)
    agents = [outwit.agent(game, "bold.py:Bold:eager=2"), outwit.agent(game, "random")]
    sitting = Sitting(game, tuple(agents), 3, "shuffled", "own")
    words = trace_command(sitting, 5).split()
    assert words[:4] == ["outwit", "trace", "tictactoe", f"{tmp_path}/bold.py:Bold:eager=2"]
    assert run([*words[1:-1], "--save", "game.json"]) == 0
    round_ = Round(sitting, 5)
    round_.play()
    assert outwit.replay("game.json").moves == tuple(round_.made)
