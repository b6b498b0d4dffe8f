"""Options: the same values and the same sentences from Python, the command line and JSON."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit import catalogue
from outwit.core.errors import UsageError
from outwit.core.options import build, option, options_of, read_value, spell, values_of


def _pair(given: Any) -> tuple[int, int]:
    parts = given.split("x") if isinstance(given, str) else list(given)
    if len(parts) != 2:
        raise ValueError(f"takes two numbers joined by x, not {given}.")
    return int(parts[0]), int(parts[1])


@dataclass(frozen=True)
class Toy:
    size: int = option(3, "side", low=2, high=15)
    share: float = option(0.5, "a share", low=0.0, high=1.0)
    least: int = option(1, "at least one", low=1)
    most: float = option(0.0, "at most nought", high=0.0)
    open: bool = option(False, "whether")
    word: str = option("one", "which", choices=("one", "two"))
    text: str = option("", "any text")
    free: int = option(7, "any whole number")
    pair: tuple[int, int] = option(
        (1, 2), "a pair", read=_pair, show=lambda pair: f"{pair[0]}x{pair[1]}"
    )
    unlisted: int = 0

    def __post_init__(self) -> None:
        if self.size == 13:
            raise ValueError("thirteen is unlucky.")


def made(**given: Any) -> Toy:
    return build(Toy, "toy", given)


def test_options_are_listed_in_order_with_what_is_known() -> None:
    known = options_of(Toy)
    assert list(known) == [
        *("size", "share", "least", "most", "open", "word", "text", "free", "pair")
    ]
    assert known["size"].kind is int
    assert (known["size"].default, known["size"].doc) == (3, "side")
    assert [known[k].domain for k in known] == [
        *("2 to 15", "0 to 1", "1 or more", "0 or less", "yes or no", "one or two", "text"),
        *("any number", "text"),
    ]


@pytest.mark.parametrize(
    ("name", "given_value", "value"),
    [
        ("size", 5, 5),
        ("size", "5", 5),
        ("size", 5.0, 5),
        ("free", "1,000", 1000),
        ("free", "1_000", 1000),
        ("free", "-3", -3),
        ("share", "0.25", 0.25),
        ("share", 1, 1.0),
        ("share", "1e-3", 0.001),
        ("open", "yes", True),
        ("open", "Off", False),
        ("open", True, True),
        ("open", 0, False),
        ("word", "two", "two"),
        ("text", "anything at all", "anything at all"),
        ("pair", "3x4", (3, 4)),
        ("pair", [3, 4], (3, 4)),
    ],
)
def test_a_value_as_a_user_may_give_it(name: str, given_value: Any, value: Any) -> None:
    found = getattr(made(**{name: given_value}), name)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("name", "given_value", "sentence"),
    [
        ("size", 1, "toy: size is 2 to 15, not 1."),
        ("size", "16", "toy: size is 2 to 15, not 16."),
        ("size", "three", "toy: size takes a whole number, not 'three'."),
        ("size", 3.5, "toy: size takes a whole number, not 3.5."),
        ("size", True, "toy: size takes a whole number, not True."),
        ("size", None, "toy: size takes a whole number, not None."),
        ("free", 2**63, f"toy: free takes a whole number, not {2**63}."),
        ("share", 1.5, "toy: share is 0 to 1, not 1.5."),
        ("share", "nan", "toy: share is 0 to 1, not nan."),
        ("share", "inf", "toy: share is 0 to 1, not inf."),
        ("share", [1], "toy: share takes a number, not [1]."),
        ("least", 0, "toy: least is 1 or more, not 0."),
        ("most", 0.1, "toy: most is 0 or less, not 0.1."),
        ("open", "perhaps", "toy: open takes yes or no, not 'perhaps'."),
        ("word", "tow", "toy: word is one or two, not tow. Did you mean two?"),
        ("pair", "3", "toy, pair: takes two numbers joined by x, not 3."),
        ("pair", 3, "toy: pair takes text, not 3."),
        ("sise", 3, "toy has no option sise; it has: size, share,"),
        ("unlisted", 1, "toy has no option unlisted"),
        ("size", 13, "toy: thirteen is unlucky."),
    ],
)
def test_a_value_that_does_not_fit(name: str, given_value: Any, sentence: str) -> None:
    with pytest.raises(UsageError) as told:
        made(**{name: given_value})
    assert str(told.value).startswith(sentence)


def test_an_unknown_option_is_guessed() -> None:
    with pytest.raises(UsageError, match=r"Did you mean size\?$"):
        made(sise=3)


def test_a_thing_without_options_says_so() -> None:
    @dataclass(frozen=True)
    class Bare:
        pass

    with pytest.raises(UsageError, match=r"^bare has no parameter k; it has none at all.$"):
        build(Bare, "bare", {"k": 3}, word="parameter")


@given(
    size=st.integers(2, 12),
    share=st.floats(0.0, 1.0),
    free=st.integers(-(2**63), 2**63 - 1),
    is_open=st.booleans(),
    word=st.sampled_from(["one", "two"]),
    pair=st.tuples(st.integers(-99, 99), st.integers(-99, 99)),
)
def test_text_json_and_python_agree(
    size: int, share: float, free: int, is_open: bool, word: str, pair: tuple[int, int]
) -> None:
    share = float(f"{share:.12g}")  # what `text` prints
    values = {"size": size, "share": share, "free": free, "open": is_open, "word": word}
    values["pair"] = pair
    python = made(**values)
    known = options_of(Toy)
    typed = made(**{name: known[name].text(value) for name, value in values.items()})
    plain = made(**json.loads(json.dumps(values)))
    assert python == typed == plain


def test_spell_leaves_defaults_out_and_is_read_back() -> None:
    toy = made(share=0.25, pair=(5, 6))
    assert spell("toy", toy) == "toy:share=0.25,pair=5x6"
    assert spell("toy", made()) == "toy"
    name, given_values = catalogue.parse_spec(spell("toy", toy))
    assert (name, made(**given_values)) == ("toy", toy)
    everything = catalogue.parse_spec(spell("toy", toy, all_values=True))[1]
    assert list(everything) == list(options_of(Toy))
    assert made(**everything) == toy


def test_every_default_of_the_house_passes_its_own_check() -> None:
    for word in catalogue.games():
        classes = [catalogue.game_class(word), *catalogue.classes_of(word).values()]
        for cls in classes:
            for known in options_of(cls).values():
                again = read_value(known, known.text(known.default), word)
                if isinstance(again, float):
                    assert math.isclose(again, known.default, rel_tol=1e-11)
                else:
                    assert again == known.default
                assert known.doc


def test_values_of_a_game() -> None:
    assert values_of(catalogue.game("tictactoe", size="5"))["size"] == 5
