"""The index of findings: every sentence of result that compares, in our words, and its claims."""

from __future__ import annotations

from collections.abc import Sequence

from outwit.papers.bluff.readings import AGENTS
from outwit.papers.claim import Claim, Sentence

_SELF = tuple(f"text.first-seat-{name}" for name in AGENTS)
_STABLE = tuple(f"evolution.stable-against-{name}" for name in ("no-bluff", "learner", "anxious"))
_MUTANTS = tuple(f"evolution.stable-against-mutants-{n}" for n in (1, 2))

_INDEX: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "abstract",
        "not to bluff and to play truthfully is the best strategy",
        ("text.no-bluff-best",),
    ),
    (
        "abstract",
        "to call because one holds more than one card of the rank is risky",
        ("text.calling-risky", "calls.two-of-a-rank-risky"),
    ),
    ("abstract", "Anxious catches the most bluffs", ("calls.most-right",)),
    ("abstract", "the learner learns the strategy very well", ("text.learner-learnt",)),
    ("abstract, chapters 1 and 12", "Smart is evolutionarily stable", _STABLE),
    (
        "chapters 4 and 8",
        "towards the end one rarely holds the card to be played",
        ("calls.rank-rare-at-the-end",),
    ),
    ("chapter 7", "the reward matrix is high on its diagonal", ("text.learner-diagonal",)),
    ("chapter 9", "299 runs do for 99 % confidence and reliability", ("constants.runs.size",)),
    ("section 10.1", "No-Bluff's shares by position", ("text1.position-*.no-bluff",)),
    ("section 10.1", "Smart's shares by position", ("text1.position-*.smart",)),
    ("section 10.1", "the learner's shares by position", ("text1.position-*.learner",)),
    ("section 10.1", "Anxious' shares by position", ("text1.position-*.anxious",)),
    ("section 10.1", "position 1 wins almost half of the time", ("text.first-seat-half",)),
    ("section 10.1", "52 cards leave no rest among four", ("constants.seats.rest",)),
    ("section 10.1", "for all agents position 1 has an advantage", _SELF),
    (
        "section 10.2",
        "No-Bluff in position 1 wins most, against expectation",
        ("text.no-bluff-first",),
    ),
    ("section 10.2", "the shares of the four positions", ("figure9.*",)),
    ("section 10.2", "not in position 1, No-Bluff is beaten by Smart", ("text.smart-beats-third",)),
    ("section 10.3", "the shares of the four positions", ("figure10.*",)),
    ("section 10.3", "Anxious in position 1 wins most", ("text.anxious-first",)),
    (
        "section 10.3",
        "the learner beats Anxious where that is not in position 1",
        ("text.learner-beats-third",),
    ),
    (
        "section 10.4",
        "No-Bluff performs best, Smart follows closely",
        ("text.no-bluff-best", "text.smart-close"),
    ),
    (
        "section 10.4",
        "Smart performs well, the learner follows closely",
        ("text.smart-second", "text.learner-close"),
    ),
    ("section 10.4", "the learner could not beat the others", ("text.learner-not-best",)),
    ("section 10.4", "Anxious performs worst", ("text.anxious-last",)),
    (
        "section 10.4",
        "the learner beats others only if it comes first",
        ("text.learner-only-first",),
    ),
    (
        "section 10.4",
        "the learner's 31 % are much the same as Smart's share",
        ("table3.share.learner", "text.learner-as-smart"),
    ),
    (
        "section 10.4",
        "Anxious wins 32 games, which is 1 %",
        ("table3.total.anxious", "table3.share.anxious", "sums.win-share.anxious"),
    ),
    (
        "section 10.4",
        "Anxious pays for calling on all with few cards: it often gets the pile",
        ("calls.anxious-punished",),
    ),
    ("section 10.4", "No-Bluff has a strong 36 %", ("table3.share.no-bluff",)),
    ("section 10.4", "No-Bluff has the fewest ways to get cards", ("calls.no-bluff-takes-least",)),
    ("section 10.4", "a bluff of No-Bluff is rarely caught", ("calls.no-bluff-caught-rarely",)),
    (
        "section 10.4",
        "No-Bluff wins steadily in positions other than one",
        ("text.no-bluff-steady",),
    ),
    (
        "section 10.4",
        "each agent wins more in the first position than in others",
        tuple(f"text.opening-{name}" for name in AGENTS),
    ),
    (
        "section 10.4",
        "No-Bluff's mean is around 100 in positions 2 to 4, around 150 in position 1",
        ("figure12.*",),
    ),
    ("section 10.4", "opening is worth roughly half as much again", ("text.opening-half-more",)),
    (
        "section 10.5",
        "Smart's and the learner's right and false calls",
        ("table4.right.*", "table4.wrong.*"),
    ),
    ("section 10.5", "the learner is better at catching than Smart", ("calls.learner-better",)),
    (
        "section 10.5",
        "calling on few cards increases Anxious' calls tremendously",
        ("calls.anxious-most-calls",),
    ),
    (
        "section 10.5",
        "62 %, 21 % and 16 % of the calls",
        ("calls.share-of-calls.*", "sums.share-of-calls.*"),
    ),
    (
        "section 10.5",
        "Smart catches with 62.8 %, the learner with 69.5 %",
        ("table4.right-share.*", "sums.calls-right.*"),
    ),
    (
        "section 10.5",
        "that Anxious makes most false calls is rejected",
        ("calls.most-wrong-rejected",),
    ),
    ("section 10.5", "Anxious has the best rate of success", ("calls.best-precision",)),
    (
        "section 10.6.1",
        "Anxious is weakest in the first evolution, the learner strongest",
        ("text.weakest-1", "text.strongest-1"),
    ),
    (
        "section 10.6.1",
        "average fitness and growth rates of the first evolution",
        ("table6.phi.all", "table6.above.*", "table6.growth.*", "table6.sum.zero"),
    ),
    (
        "section 10.6.1",
        "the second evolution: the learner weakest, Smart strongest",
        ("text.weakest-2", "text.strongest-2"),
    ),
    (
        "section 10.6.1",
        "the third evolution: the learner weakest, Smart strongest",
        ("text.weakest-3", "text.strongest-3"),
    ),
    (
        "section 10.6.1",
        "the fourth evolution: No-Bluff weakest, Smart strongest",
        ("text.weakest-4", "text.strongest-4"),
    ),
    (
        "section 10.6.1",
        "Smart multiplies into the entire population",
        ("evolution.smart-takes-over",),
    ),
    (
        "section 10.6.2",
        "the mutants are eliminated over three generations",
        (
            "evolution.mutants-die-out",
            "text.weakest-6",
            "text.weakest-7",
            "text.strongest-6",
            "text.strongest-7",
        ),
    ),
    ("section 10.6.2", "so Smart is the stable strategy", _MUTANTS),
    (
        "chapter 11",
        "honesty without challenge is a Nash equilibrium",
        ("table8.equilibrium.honest", "table8.equilibrium.exists", "combat.honest-equilibrium"),
    ),
    (
        "chapter 11",
        "a caught bluff is X's largest loss and Y's largest gain",
        ("table8.worst.bluff-challenge", "table8.best.bluff-challenge"),
    ),
    ("chapter 11", "honesty pays X the same either way", ("table8.same.no-bluff",)),
    ("section 11.1", "Tit for Tat against No-Bluff", ("combat.nobluff-*",)),
    ("section 11.1", "Tit for Tat against Smart", ("combat.smart-*",)),
    ("section 11.1", "Tit for Tat against the learner", ("combat.learner-*",)),
    ("section 11.1", "Tit for Tat against Anxious", ("combat.anxious-*",)),
    ("section 11.1", "Tit for Tat against itself", ("combat.itself-cooperates",)),
    ("chapter 12", "No-Bluff is the most efficient strategy", ("text.no-bluff-best",)),
    ("chapter 12", "Smart beats all but No-Bluff", ("text.smart-second",)),
    (
        "chapter 12",
        "Anxious catches many bluffs but does not win",
        ("calls.most-right", "text.anxious-no-winner"),
    ),
    (
        "chapter 12",
        "the learner learns well but does not beat not lying",
        ("text.learner-learnt", "text.learner-not-best"),
    ),
    ("chapter 12", "there are about 5e63 states", ("constants.states.two-players",)),
)


def index(claims: Sequence[Claim]) -> tuple[Sentence, ...]:
    """The index with its claims by their full ids; `*` stands for any text."""
    ids = [claim.id for claim in claims]
    return tuple(
        Sentence(where, says, tuple(i for name in names for i in _meant(f"bluff.{name}", ids)))
        for where, says, names in _INDEX
    )


def _meant(pattern: str, ids: Sequence[str]) -> list[str]:
    from fnmatch import fnmatchcase

    # A name that fits nothing is kept: the paper refuses a claim that is not there.
    return [i for i in ids if fnmatchcase(i, pattern)] or [pattern]


__all__ = ["index"]
