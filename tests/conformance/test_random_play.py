"""Random legal games of every game: options, seed and moves drawn by hypothesis.

The rules alone, in plain Python; a game that fails is shrunk to few moves and simple options.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import outwit
from outwit import CHANCE, OVER, catalogue
from outwit.core.game import Game, has_finite_chance
from outwit.core.generator import new_rng
from outwit.core.layout import blank_state
from outwit.core.options import Option, options_of
from outwit.core.records import bytes_of
from outwit.play.mirror import Made, final_of, is_allowed, legal_moves
from outwit.play.trace import chance_moves, replayed

LONGEST = 1_500
"""Moves after which a game is left: long games are played to their ends by `check`."""


def value_of(option: Option) -> st.SearchStrategy[Any]:
    """Values of an option: any choice; numbers from its bounds, not too far from its default."""
    if option.choices is not None:
        return st.sampled_from(option.choices)
    if option.kind is bool:
        return st.booleans()
    if option.read is None and option.kind is int and option.low is not None:
        high = 2 * max(option.default, 1)
        high = high if option.high is None else min(high, int(option.high))
        return st.integers(int(option.low), max(high, int(option.low)))
    return st.just(option.default)


def any_game(name: str) -> st.SearchStrategy[Game | None]:
    """The game under drawn options; None where these do not go together."""
    known = options_of(catalogue.game_class(name))

    def made(values: dict[str, Any]) -> Game | None:
        try:
            return catalogue.game(name, **values)
        except outwit.OutwitError:
            return None

    return st.fixed_dictionaries({o.name: value_of(o) for o in known.values()}).map(made)


@pytest.mark.parametrize("name", outwit.games())
@settings(
    max_examples=20,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(data=st.data())
def test_random_legal_play_keeps_the_rules(name: str, data: st.DataObject) -> None:
    game = data.draw(any_game(name))
    if game is None:
        return
    luck = new_rng(data.draw(st.integers(0, 2**32)), 0)
    state, made = blank_state(game), []
    game.start(state)
    while (mover := game.to_move(state)) != OVER and len(made) < LONGEST:
        if mover != CHANCE:
            moves = legal_moves(game, state, mover)
            assert moves == sorted(set(moves))
            assert moves == legal_moves(game, state, mover)
            # hypothesis chooses at first, so that it can shrink; long games go on by themselves
            where = (
                data.draw(st.integers(0, len(moves) - 1))
                if len(made) < 12
                else outwit.below(luck, len(moves))
            )
            move = moves[where]
            assert is_allowed(game, state, mover, move)
        else:
            move = int(game.draw(state, luck))
            assert not has_finite_chance(game) or move in chance_moves(game, state)
        game.apply(state, move)
        made.append(Made(int(mover), move))
    if game.to_move(state) != OVER:
        return
    final = final_of(game, state)
    if game.total is not None:
        assert sum(final.payoffs) == game.total
    if game.span is not None:
        assert all(game.span[0] <= paid <= game.span[1] for paid in final.payoffs)
    assert 0 <= final.ending < len(game.endings)
    again = blank_state(game)
    game.start(again)
    for step in made:
        game.apply(again, step.move)
    assert bytes_of(again) == bytes_of(state)
    assert replayed(game, made).final == final
