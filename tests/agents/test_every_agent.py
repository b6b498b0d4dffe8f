"""Any agent with any parameters, at its game under any options: legal moves, honest odds."""

from __future__ import annotations

from hypothesis import given, reject, settings
from hypothesis import strategies as st

from outwit.catalogue import agent_classes, game_class, games
from outwit.core.agent import states_policy
from outwit.core.game import CHANCE, blank_menu
from outwit.core.options import options_of
from outwit.play.mirror import Round, legal_moves
from outwit.play.sitting import Sitting

SHORT = {"max_turns": 40, "cap": 40, "levels": 6, "training": 2, "size": 5, "tokens": 40}
"""Upper bounds for what makes a game or a training long."""


def value_of(option):
    """Any value of an option; the default where only the option itself can read one."""
    if option.choices is not None:
        return st.sampled_from(option.choices)
    if option.read is not None:
        return st.just(option.default)
    if option.kind is bool:
        return st.booleans()
    if option.low is None or option.high is None:
        return st.just(option.default)
    high = min(option.high, SHORT.get(option.name, option.high))
    if option.kind is int:
        return st.integers(int(option.low), int(high))
    return st.floats(option.low, high)


def values(cls):
    return st.fixed_dictionaries({key: value_of(o) for key, o in options_of(cls).items()})


@settings(max_examples=150)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_agents_play_legally_and_say_truly_how(data, seed):
    name = data.draw(st.sampled_from(games()))
    cls = game_class(name)
    try:
        rules = cls(**data.draw(values(cls)))
    except ValueError:  # options that do not go together
        reject()
    known = agent_classes(rules)
    chosen = [data.draw(st.sampled_from(sorted(known))) for _ in range(rules.seats)]
    players = tuple(known[word](rules, **data.draw(values(known[word]))) for word in chosen)
    round_ = Round(Sitting(rules, players, seed=seed, order="fixed"), 0)
    menu = blank_menu(rules)
    for made in round_.steps():  # refuses an illegal move
        if made.mover == CHANCE or not states_policy(players[made.mover]):
            continue
        seat, state = made.mover, round_.state
        n = players[seat].policy(round_.me(seat), state.table, state.own[seat], seat, menu)
        moves = [menu.move[i] for i in range(n)]
        odds = [menu.chance[i] for i in range(n)]
        assert moves == legal_moves(rules, state, seat)
        assert min(odds) >= 0.0
        assert abs(sum(odds) - 1.0) < 1e-9
        assert odds[moves.index(made.move)] > 0.0
