"""Every game of the catalogue and every agent of it, through the check that users run.

Nothing is listed by name and nothing is excused: what is added to the catalogue is tested here.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

import outwit
from outwit import catalogue
from outwit.core.options import Option, options_of

GAMES = outwit.games()


@pytest.mark.parametrize("name", GAMES)
def test_the_game_and_all_its_agents_keep_the_contract(name: str) -> None:
    report = outwit.check(name)
    assert report.faults == []
    assert set(report.agents) == set(outwit.agents(name))
    assert {check.of for check in report.checks} == {name, *report.agents}
    assert not report.left_out


@pytest.mark.parametrize("name", sorted(catalogue.learner_paths()))
def test_every_learner_keeps_the_contract(name: str) -> None:
    report = outwit.check("kuhn", [name], thorough=False)
    assert report.faults == []


def values(option: Option) -> list[Any]:
    """A few values of an option, its default first: all choices, or both ends and one between."""
    if option.choices is not None:
        found = [option.default, *option.choices]
    elif option.kind is bool:
        found = [option.default, not option.default]
    elif option.read is None and option.kind in (int, float):
        low = option.default if option.low is None else option.kind(option.low)
        high = option.default if option.high is None else option.kind(option.high)
        found = [option.default, low, (low + option.default) // 2, min(high, 2 * option.default)]
    else:
        found = [option.default]
    return list(dict.fromkeys(found))


Setting = dict[str, Any]


def known_values(name: str) -> dict[str, list[Any]]:
    """The values of each option of a game that are tried."""
    return {o.name: values(o) for o in options_of(catalogue.game_class(name)).values()}


def pairs_of(setting: Setting) -> set[frozenset[Any]]:
    """The pairs of values that a setting brings together."""
    return {frozenset(pair) for pair in itertools.combinations(setting.items(), 2)}


def settings(name: str) -> Iterator[tuple[Setting, Any]]:
    """Options of a game, and the game, such that each two values of two options meet once.

    Greedy: each setting takes, option by option, the value that brings most pairs not met yet.
    Where the game says that these do not go together, other options give way. Pairs that it
    refuses whatever one other option is are left out.
    """
    known = known_values(name)
    if len(known) < 2:
        for key, found in known.items():
            yield from (({key: value}, catalogue.game(name, **{key: value})) for value in found)
        return
    open_pairs = {
        frozenset({(a, x), (b, y)})
        for a, b in itertools.combinations(known, 2)
        for x, y in itertools.product(known[a], known[b])
    }
    while open_pairs:
        pair = min(open_pairs, key=repr)
        setting: Setting = dict(pair)
        for key in [k for k in known if k not in setting]:
            setting[key] = max(known[key], key=lambda v: _gain(open_pairs, setting, key, v))
        setting, game = _accepted(name, known, dict(pair), setting)
        open_pairs -= {pair}
        if game is not None:
            open_pairs -= pairs_of(setting)
            yield setting, game


def _gain(open_pairs: set[Any], setting: Setting, key: str, value: Any) -> int:
    return sum(frozenset({(key, value), old}) in open_pairs for old in setting.items())


def _accepted(
    name: str, known: dict[str, list[Any]], pair: Setting, setting: Setting
) -> tuple[Setting, Any]:
    """The setting and its game, where needed with one option changed, or all others at default."""
    free = [{}, *({key: v} for key in known if key not in pair for v in known[key])]
    usual = {key: found[0] for key, found in known.items()} | pair
    for whole, change in itertools.product((setting, usual), free):
        tried = whole | change
        if (game := plays(name, tried)) is not None:
            return tried, game
    return setting, None


def plays(name: str, setting: Setting) -> Any:
    """The game under these options, or None where it says that they do not go together."""
    try:
        return catalogue.game(name, **setting)
    except outwit.OutwitError:
        return None


@pytest.mark.parametrize("name", GAMES)
def test_rules_hold_under_every_pair_of_option_values(name: str) -> None:
    """The quick checks of the rules; `all_pairs.py` compiles every agent under each pair too."""
    played = 0
    for setting, game in settings(name):
        report = outwit.check(game, [], thorough=False)
        assert report.faults == [], setting
        played += 1
    assert played > 0 or not options_of(catalogue.game_class(name))


@pytest.mark.parametrize("name", GAMES)
def test_the_settings_meet_every_pair_that_a_game_allows(name: str) -> None:
    known = known_values(name)
    met = set().union(*(pairs_of(setting) for setting, _ in settings(name)))
    for a, b in itertools.combinations(known, 2):
        for x, y in itertools.product(known[a], known[b]):
            if frozenset({(a, x), (b, y)}) not in met:
                for c, others in known.items():
                    if c not in (a, b):
                        assert all(plays(name, {a: x, b: y, c: z}) is None for z in others)


def test_few_pairs_are_refused() -> None:
    """Bluff refuses a full log of many turns, War a pack of one suit that cannot be halved."""
    for name, most in [("bluff", 3), ("war", 2), ("rrrats", 0), ("blackjack", 0)]:
        known = known_values(name)
        met = set().union(*(pairs_of(setting) for setting, _ in settings(name)))
        count = sum(len(x) * len(y) for x, y in itertools.combinations(known.values(), 2))
        assert count - most <= len(met) <= count
