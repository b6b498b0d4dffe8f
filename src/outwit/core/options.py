"""Options of games and parameters of agents: typed, documented, bounded, the same everywhere.

An option is a field of a frozen dataclass:

    size: int = option(3, "side of the board", low=2, high=15)

Python, the command line (`--size 5`, `stop:at=3`) and JSON give it by the same name, and every
value passes the same check.
"""

from __future__ import annotations

import dataclasses
import math
import typing
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, TypeVar

from outwit.core.errors import UsageError, did_you_mean

T = TypeVar("T")


@dataclasses.dataclass(frozen=True)
class Option:
    """What is known of one option: its type, default, meaning, bounds."""

    name: str
    kind: type
    default: Any
    doc: str
    low: float | None = None
    high: float | None = None
    choices: tuple[Any, ...] | None = None
    read: Callable[[Any], Any] | None = None
    show: Callable[[Any], str] | None = None

    @property
    def domain(self) -> str:
        """The values it takes, in words: '2 to 15', 'nobody or split'."""
        if self.choices is not None:
            return " or ".join(str(c) for c in self.choices)
        if self.low is not None and self.high is not None:
            return f"{_bound(self.low)} to {_bound(self.high)}"
        if self.low is not None:
            return f"{_bound(self.low)} or more"
        if self.high is not None:
            return f"{_bound(self.high)} or less"
        words = {bool: "yes or no", int: "any number", float: "any number"}
        return words.get(self.kind, "text")

    def text(self, value: Any) -> str:
        """The value as a user would type it."""
        if self.show is not None:
            return self.show(value)
        if isinstance(value, bool):
            return "yes" if value else "no"
        return f"{value:.12g}" if isinstance(value, float) else str(value)


AT_RUN_TIME = "at run time"
"""In the metadata of a field: it names what `prepare` writes into `me`, and is compiled nowhere."""


def _bound(value: float) -> str:
    """'0.5', '100,000,000'."""
    return f"{value:,.0f}" if value == int(value) else f"{value:g}"


def option(
    default: T,
    doc: str,
    *,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[T, ...] | None = None,
    read: Callable[[Any], T] | None = None,
    show: Callable[[Any], str] | None = None,
    at_run_time: bool = False,
) -> T:
    """A field of a game or an agent with its default, meaning and bounds.

    `read` turns what a user gives (text, a path, a list) into the value and raises ValueError
    with a sentence; `show` turns the value back into what a user would type. `at_run_time`: an
    agent's `prepare` alone reads it, so that another value compiles nothing anew.
    """
    about = {"doc": doc, "low": low, "high": high, "choices": choices, "read": read, "show": show}
    mark = {AT_RUN_TIME: True} if at_run_time else {}
    return dataclasses.field(default=default, metadata=about | mark)


def options_of(cls: type) -> Mapping[str, Option]:
    """The options of a game class or the parameters of an agent class, by name, in order."""
    return _options_of(cls)


@cache
def _options_of(cls: Any) -> Mapping[str, Option]:
    """Reading annotations takes a millisecond, and names of agents are asked for often."""
    kinds = typing.get_type_hints(cls)
    return {
        field.name: Option(
            name=field.name,
            kind=kinds[field.name],
            default=field.default,
            **{key: value for key, value in field.metadata.items() if key != AT_RUN_TIME},
        )
        for field in dataclasses.fields(cls)
        if "doc" in field.metadata
    }


def values_of(thing: Any) -> dict[str, Any]:
    """The option values of a game or the parameter values of an agent, by name."""
    return {name: getattr(thing, name) for name in options_of(type(thing))}


def build(
    cls: Callable[..., T], of: str, given: Mapping[str, Any], *first: Any, word: str = "option"
) -> T:
    """Make a game or an agent from what a user gave, every value read and checked.

    `of` names it in sentences ("tictactoe", "The agent threshold of holdem"), `word` is what its
    fields are called there.
    """
    known = options_of(typing.cast(type, cls))
    for name in given:
        if name not in known:
            raise UsageError(_unknown(of, name, known, word))
    values = {name: read_value(known[name], given[name], of) for name in given}
    try:
        return cls(*first, **values)
    except ValueError as error:
        raise UsageError(f"{of}: {error}") from error


def _unknown(of: str, name: str, known: Mapping[str, Option], word: str) -> str:
    if not known:
        return f"{of} has no {word} {name}; it has none at all."
    listed = ", ".join(known)
    return f"{of} has no {word} {name}; it has: {listed}.{did_you_mean(name, known)}"


def read_value(option: Option, given: Any, of: str) -> Any:
    """The value of an option from text or a plain value; a sentence where it does not fit."""
    try:
        value = option.read(given) if option.read is not None else _parse(option.kind, given)
    except (ValueError, TypeError, ArithmeticError) as error:
        # What `float` itself says of text is no sentence.
        dull = str(error).startswith(("could not convert", "invalid literal"))
        if option.read is not None and isinstance(error, ValueError) and str(error) and not dull:
            raise UsageError(f"{of}, {option.name}: {error}") from error
        what = {int: "a whole number", float: "a number", bool: "yes or no"}.get(
            option.kind, "text"
        )
        raise UsageError(f"{of}: {option.name} takes {what}, not {given!r}.") from error
    if option.choices is not None and value not in option.choices:
        hint = did_you_mean(str(given), map(str, option.choices))
        raise UsageError(f"{of}: {option.name} is {option.domain}, not {given}.{hint}")
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        below = option.low is not None and value < option.low
        above = option.high is not None and value > option.high
        if below or above or not math.isfinite(value):
            raise UsageError(f"{of}: {option.name} is {option.domain}, not {given}.")
    return value


def _parse(kind: type, given: Any) -> Any:
    if kind is bool:
        return _yes_or_no(given)
    if isinstance(given, bool):
        raise ValueError
    if kind is int:
        if isinstance(given, float) and not given.is_integer():
            raise ValueError
        text = given.replace(",", "").replace("_", "") if isinstance(given, str) else given
        whole = int(text)
        if not -(2**63) <= whole < 2**63:  # compiled code computes with 64 bits
            raise ValueError
        return whole
    if kind is float:
        return float(given)
    return str(given)


def _yes_or_no(given: Any) -> bool:
    words = {"yes": True, "true": True, "1": True, "on": True}
    words |= {"no": False, "false": False, "0": False, "off": False}
    try:
        return words[str(given).strip().lower()]
    except KeyError:
        raise ValueError from None


def spell(name: str, thing: Any, *, also: Iterable[str] = (), all_values: bool = False) -> str:
    """'stop:at=3': how an agent is named on the command line, defaults left out save `also`."""
    known = options_of(type(thing))
    parts = [
        f"{key}={known[key].text(value)}"
        for key, value in values_of(thing).items()
        if all_values or key in also or value != known[key].default
    ]
    return name + (":" + ",".join(parts) if parts else "")
