"""Reading Gambit's `.efg` format: a file's text into nodes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

NO_SET = -1
MOST_PARTS, CUT_OFF = 400, Fraction(1, 10**6)
"""Fractions of so many parts are further apart than what is lost by cutting off."""
_TOKEN = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|([{}])|,|([^\s{},"]+))')


@dataclass(frozen=True)
class Node:
    """A node: `player` 0 is chance; `labels` are its moves, none at an end; `infoset` counts all.

    `payoffs` at an end are those of all outcomes on the way.
    """

    player: int
    infoset: int
    labels: tuple[str, ...]
    chances: tuple[Fraction, ...]
    children: tuple[int, ...]
    payoffs: tuple[Fraction, ...]


@dataclass(frozen=True)
class InfoSet:
    """An information set of a player: its name and its moves."""

    player: int
    name: str
    labels: tuple[str, ...]


@dataclass(frozen=True)
class Efg:
    """A game tree. Nodes stand in the order of a walk that goes down first."""

    title: str
    players: tuple[str, ...]
    nodes: tuple[Node, ...]
    sets: tuple[InfoSet, ...]


@cache
def parse_efg(text: str) -> Efg:
    """The tree that a file states; ValueError with a sentence where it states none."""
    return _Reader(text).read()


@dataclass
class _Open:
    """A node that waits for its children."""

    number: int
    missing: int
    sums: list[Fraction]


@dataclass
class _Draft:
    player: int
    infoset: int
    labels: tuple[str, ...]
    chances: tuple[Fraction, ...]
    payoffs: tuple[Fraction, ...]
    children: list[int] = field(default_factory=list)


class _Reader:
    """One pass over the words of a file."""

    def __init__(self, text: str) -> None:
        self.words = list(_words(text))
        self.at = 0
        self.sets: dict[tuple[int, str], int] = {}
        self.known: list[InfoSet] = []
        self.moves: dict[tuple[int, str], tuple[tuple[str, ...], tuple[Fraction, ...]]] = {}
        self.outcomes: dict[str, list[Fraction]] = {}

    def read(self) -> Efg:
        self._heading()
        title = self._text("the game's title")
        self.players = tuple(self._texts())
        if not self.players:
            raise ValueError("the file names no player.")
        if self._next_is_text():
            self._text("a comment")
        drafts = self._nodes()
        nodes = tuple(
            Node(d.player, d.infoset, d.labels, d.chances, tuple(d.children), d.payoffs)
            for d in drafts
        )
        return Efg(title, self.players, nodes, tuple(self.known))

    def _heading(self) -> None:
        given = [word for _, word in self.words[:3]]
        if given[:1] != ["EFG"] or given[1:2] != ["2"] or given[2:3] not in (["R"], ["D"]):
            raise ValueError("this is no .efg file: it must begin with EFG 2 R.")
        self.at = 3

    def _nodes(self) -> list[_Draft]:
        found: list[_Draft] = []
        waiting = [_Open(-1, 1, [Fraction(0)] * len(self.players))]
        while self.at < len(self.words):
            while waiting and waiting[-1].missing == 0:
                waiting.pop()
            if not waiting:
                raise ValueError(f"there is more behind the last node: {self._shown()}.")
            above = waiting[-1]
            above.missing -= 1
            number = len(found)
            draft, amounts = self._node()
            sums = [a + b for a, b in zip(above.sums, amounts, strict=True)]
            if not draft.labels:
                draft.payoffs = tuple(sums)
            if above.number >= 0:
                found[above.number].children.append(number)
            found.append(draft)
            waiting.append(_Open(number, len(draft.labels), sums))
        if not found or any(node.missing for node in waiting):
            raise ValueError("the file ends before the tree does.")
        return found

    def _node(self) -> tuple[_Draft, list[Fraction]]:
        kind = self._word("c, p or t")
        self._text("a node's name")
        if kind == "t":
            return _Draft(-1, NO_SET, (), (), ()), self._outcome()
        if kind not in ("c", "p"):
            raise ValueError(f"a node begins with c, p or t, not with {kind}.")
        player = int(self._number("a player's number")) if kind == "p" else 0
        if kind == "p" and not 1 <= player <= len(self.players):
            raise ValueError(f"there is no player {player}; there are {len(self.players)}.")
        key = (player, self._word("an information set's number"))
        labels, chances = self._moves(key)
        infoset = self.sets.get(key, NO_SET) if player else NO_SET
        return _Draft(player, infoset, labels, chances, ()), self._outcome()

    def _moves(self, key: tuple[int, str]) -> tuple[tuple[str, ...], tuple[Fraction, ...]]:
        """The moves of an information set: told when it is first met, later as before."""
        name = self._text("its name") if self._next_is_text() else ""
        if not self._next_is("{"):
            if key not in self.moves:
                raise ValueError(f"information set {key[1]} has no moves before {self._shown()}.")
            return self.moves[key]
        self._brace("{")
        labels, chances = [], []
        while not self._next_is("}"):
            labels.append(self._text("a move"))
            if key[0] == 0:
                chances.append(self._number("a probability"))
        self._brace("}")
        told = tuple(labels), _whole(chances)
        if not labels:
            raise ValueError(f"set {key[1]} has no move.")
        if key[0] == 0 and (min(chances) < 0 or sum(told[1]) != 1):
            listed = ", ".join(f"{float(p):g}" for p in chances)
            raise ValueError(
                f"the probabilities of chance's set {key[1]} must be from 0 to 1 and add up to 1, "
                f"which {listed} do not; they may be written as fractions, 1/3."
            )
        if key in self.moves and len(self.moves[key][0]) != len(labels):
            raise ValueError(f"information set {key[1]} has different moves in different places.")
        if key not in self.moves and key[0] > 0:
            self.sets[key] = len(self.known)
            self.known.append(InfoSet(key[0], name, told[0]))
        self.moves.setdefault(key, told)
        return self.moves[key] if key[0] > 0 else told

    def _outcome(self) -> list[Fraction]:
        """What is paid at a node: nothing for outcome 0; told when first met."""
        number = self._word("an outcome's number")
        if self._next_is_text():
            self._text("an outcome's name")
        if self._next_is("{"):
            self._brace("{")
            amounts = []
            while not self._next_is("}"):
                amounts.append(self._number("a pay-off"))
            self._brace("}")
            if len(amounts) != len(self.players):
                raise ValueError(
                    f"outcome {number} pays {len(amounts)} of {len(self.players)} players."
                )
            self.outcomes[number] = amounts
        if number == "0":
            return [Fraction(0)] * len(self.players)
        if number not in self.outcomes:
            raise ValueError(f"outcome {number} has no pay-offs before {self._shown()}.")
        return self.outcomes[number]

    # Words ------------------------------------------------------------------------------------

    def _next(self, what: str) -> tuple[str, str]:
        if self.at >= len(self.words):
            raise ValueError(f"the file ends where {what} should stand.")
        self.at += 1
        return self.words[self.at - 1]

    def _text(self, what: str) -> str:
        kind, word = self._next(what)
        if kind != "text":
            raise ValueError(f"{what} should stand in quotes, but there is {word}.")
        return word

    def _word(self, what: str) -> str:
        kind, word = self._next(what)
        if kind != "word":
            raise ValueError(f"{word} stands where {what} should.")
        return word

    def _number(self, what: str) -> Fraction:
        word = self._word(what)
        try:
            return Fraction(word)
        except (ValueError, ZeroDivisionError):
            raise ValueError(f"{word} stands where {what} should.") from None

    def _texts(self) -> list[str]:
        self._brace("{")
        found = []
        while not self._next_is("}"):
            found.append(self._text("a name"))
        self._brace("}")
        return found

    def _brace(self, brace: str) -> None:
        kind, word = self._next(brace)
        if kind != "brace" or word != brace:
            raise ValueError(f"{word} stands where {brace} should.")

    def _next_is(self, brace: str) -> bool:
        return self.at < len(self.words) and self.words[self.at] == ("brace", brace)

    def _next_is_text(self) -> bool:
        return self.at < len(self.words) and self.words[self.at][0] == "text"

    def _shown(self) -> str:
        return " ".join(word for _, word in self.words[self.at : self.at + 6]) or "the end"


def _whole(chances: list[Fraction]) -> tuple[Fraction, ...]:
    """Probabilities as written, or the fractions that were cut off: 0.3333 three times is 1/3.

    Programs write them with as few as six digits; then they do not quite add up.
    """
    if sum(chances) != 1:
        near = [p.limit_denominator(MOST_PARTS) for p in chances]
        cut = all(abs(n - p) < CUT_OFF for n, p in zip(near, chances, strict=True))
        if cut and sum(near) == 1:
            return tuple(near)
    return tuple(chances)


def _words(text: str) -> Iterator[tuple[str, str]]:
    """(kind, word): text in quotes, braces, and plain words; commas part words."""
    at = 0
    end = len(text.rstrip())
    while at < end:
        found = _TOKEN.match(text, at)
        if found is None:
            line = text.count("\n", 0, at) + 1
            raise ValueError(f"line {line} cannot be read: {text[at : at + 20].strip()!r}.")
        at = found.end()
        quoted, brace, word = found.groups()
        if quoted is not None:
            yield "text", re.sub(r"\\(.)", r"\1", quoted)
        elif brace is not None:
            yield "brace", brace
        elif word is not None:
            yield "word", word


__all__ = ["NO_SET", "Efg", "InfoSet", "Node", "parse_efg"]
