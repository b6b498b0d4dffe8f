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


def settings(name: str) -> Iterator[dict[str, Any]]:
    """Options of a game such that each two values of two options are together once.

    Greedy: each setting takes, option by option, the value that brings most pairs not met yet.
    """
    known = {o.name: values(o) for o in options_of(catalogue.game_class(name)).values()}
    if len(known) < 2:
        yield from ({key: value} for key, found in known.items() for value in found)
        return
    open_pairs = {
        frozenset({(a, x), (b, y)})
        for a, b in itertools.combinations(known, 2)
        for x, y in itertools.product(known[a], known[b])
    }
    while open_pairs:
        setting: dict[str, Any] = dict(min(open_pairs, key=repr))
        for key in [k for k in known if k not in setting]:
            setting[key] = max(known[key], key=lambda v: _gain(open_pairs, setting, key, v))
        open_pairs -= {frozenset(p) for p in itertools.combinations(setting.items(), 2)}
        yield setting


def _gain(open_pairs: set[Any], setting: dict[str, Any], key: str, value: Any) -> int:
    return sum(frozenset({(key, value), old}) in open_pairs for old in setting.items())


def plays(name: str, setting: dict[str, Any]) -> Any:
    """The game under these options, or None where it says that they do not go together."""
    try:
        return catalogue.game(name, **setting)
    except outwit.OutwitError:
        return None


@pytest.mark.parametrize("name", GAMES)
def test_rules_hold_under_every_pair_of_option_values(name: str) -> None:
    """The quick checks of the rules; agents and engine are tried under the defaults."""
    played = 0
    for setting in settings(name):
        game = plays(name, setting)
        if game is None:
            continue
        report = outwit.check(game, [], thorough=False)
        assert report.faults == [], setting
        played += 1
    assert played > 0 or not options_of(catalogue.game_class(name))


def test_the_settings_meet_every_pair() -> None:
    known = {o.name: values(o) for o in options_of(catalogue.game_class("bluff")).values()}
    met = {
        frozenset(pair) for s in settings("bluff") for pair in itertools.combinations(s.items(), 2)
    }
    for a, b in itertools.combinations(known, 2):
        for x, y in itertools.product(known[a], known[b]):
            assert frozenset({(a, x), (b, y)}) in met
