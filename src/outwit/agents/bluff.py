"""Players of Bluff as the paper `bluff` describes them: chapters 1, 5, 6, 8 and 11.

The learner of chapter 7 has a file of its own. "First card" means the first of the hand as the
game keeps it (its option `hand`).
"""

from __future__ import annotations

from dataclasses import dataclass

from outwit.agents.bluff_player import BLUFFS, FIRST, BluffPlayer, Caller, bluff_order, nearest
from outwit.core.options import option
from outwit.core.records import Me, Own, Table
from outwit.games.bluff_pack import CALL, CAUGHT


@dataclass(frozen=True)
class NoBluff(BluffPlayer):
    """Tells the truth while it can, else lays its first card; never calls.

    It lays all cards it holds of the announced rank.
    """

    name = "no-bluff"
    title = "No-Bluff AI"
    source = "bluff, chapter 5"

    def preference(self, rank: int) -> list[int]:
        return [rank, FIRST]


@dataclass(frozen=True)
class Nearest(Caller):
    """Tells the truth while it can, else lays the card closest in rank to the announced one.

    The truthful agent of the introduction, which holds Smart's choice for better. Choices made:
    ranks are a circle, as they are announced (`wrap`); of two ranks as close the higher one goes
    (`tie`). "Honest" is taken to mean that it never calls; given Smart's two, three and four, only
    the choice of cards tells the two apart.
    """

    name = "nearest"
    source = "bluff, chapter 1"

    two: float = option(0.0, "how often it calls holding two of the rank", low=0.0, high=1.0)
    three: float = option(0.0, "how often it calls holding three", low=0.0, high=1.0)
    four: float = option(0.0, "how often it calls holding all", low=0.0, high=1.0)
    wrap: bool = option(True, "King and Ace are neighbours", at_run_time=True)
    tie: str = option(
        "higher", "which of two ranks as close", choices=("higher", "lower"), at_run_time=True
    )

    def preference(self, rank: int) -> list[int]:
        higher = self.tie == "higher"
        return [rank, *nearest(rank, self.game.ranks, wrap=self.wrap, up_first=higher)]


@dataclass(frozen=True)
class Smart(Caller):
    """Tells the truth while it can, else lays the card whose turn comes last; calls by its hand.

    The farthest card of table 1: with four seats and no Ace to lay it tries Ten, Six, Two, Jack,
    Seven, Three, Queen, Eight, and leaves out what it announces in its next four turns (`spared`).
    Holding nothing else, it goes on in the same order (`rest=farthest`; the paper is silent), or
    takes its nearest or first card. Chapter 4 reads as if every calling agent also looked at the
    other's cards, chapter 8 as if only Anxious did: `below` is 0 here, which is never.
    """

    name = "smart"
    title = "Smart AI"
    source = "bluff, chapter 6"

    spared: int = option(
        4, "ranks left out: its next so many turns", low=0, high=12, at_run_time=True
    )
    rest: str = option(
        "farthest",
        "what it lays holding only those",
        choices=("farthest", "nearest", "first", "random"),
        at_run_time=True,
    )

    def preference(self, rank: int) -> list[int]:
        order = bluff_order("farthest", rank, self.game)
        kept = max(0, len(order) - self.spared)
        return [rank, *order[:kept], *self.last_resort(rank, order[kept:])]

    def last_resort(self, rank: int, spared: list[int]) -> list[int]:
        """What to do about the ranks left out."""
        if self.rest == "farthest":
            return spared
        return [x for x in bluff_order(self.rest, rank, self.game) if x < 0 or x in spared]


@dataclass(frozen=True)
class Anxious(Caller):
    """Calls on anybody with fewer than three cards; tells the truth while it can.

    Choices made: it also calls by its hand, as chapter 4 has it for all agents but No-Bluff; cards
    are counted after the lay, when it is asked (`counts`); "the right card" is all it holds of the
    rank (`lays`). What it bluffs with is not printed: its name in the menu of figure 7 is
    "Smart-Bluff AI", so the farthest card is taken (`bluff`).
    """

    name = "anxious"
    title = "Anxious AI"
    source = "bluff, chapter 8"

    below: int = option(3, "calls when the other has fewer cards than this", low=0, high=53)
    lays: str = option(
        "all", "cards of the announced rank it lays", choices=("all", "one"), at_run_time=True
    )
    bluff: str = option("farthest", "the card it bluffs with", choices=BLUFFS, at_run_time=True)

    @property
    def lays_all(self) -> bool:
        return self.lays == "all"

    def preference(self, rank: int) -> list[int]:
        return [rank, *bluff_order(self.bluff, rank, self.game)]


@dataclass(frozen=True)
class AnxiousMutant(Anxious):
    """Anxious, calling on those with fewer than two cards: the invader of experiment 6b."""

    name = "anxious-mutant"
    title = "Mutant-Anxious AI"
    source = "bluff, section 10.6.2"

    below: int = option(2, "calls when the other has fewer cards than this", low=0, high=53)


@dataclass(frozen=True)
class TitForTat(BluffPlayer):
    """Plays like No-Bluff, and calls on whoever called before: chapter 11, which is not measured.

    To cooperate is to let a lay pass, to defect is to call: so the combats of section 11.1 use the
    words. It cooperates first, and after that does to a seat what that seat did. With more than
    two seats this can mean who called its own last turn (`grudge=own`, the default) or who called
    when last asked by anybody (`any`). With `caught=yes` a seat whose last turn was a bluff that
    was caught counts as having defected too, as table 8 has bluffing beside calling. It "exhibits
    similar behaviour" to No-Bluff, so it lays as that does (`bluff`).
    """

    name = "tit-for-tat"
    title = "Tit for Tat"
    source = "bluff, chapter 11"

    grudge: str = option(
        "own", "whose calls it pays back: on its own last turn, or on any", choices=("own", "any")
    )
    caught: bool = option(False, "pays back a bluff that was caught, too")
    bluff: str = option("first", "the card it bluffs with", choices=BLUFFS, at_run_time=True)

    @property
    def pays_back_any(self) -> bool:
        return self.grudge == "any"

    def preference(self, rank: int) -> list[int]:
        return [rank, *bluff_order(self.bluff, rank, self.game)]

    def doubt(self, me: Me, table: Table, own: Own, seat: int) -> float:
        layer = table.layer
        if self.caught and table.verdict[layer] == CAUGHT:
            return 1.0
        if self.pays_back_any:
            return 1.0 if table.answer[layer] == CALL else 0.0
        return 1.0 if table.caller[seat] == layer else 0.0
