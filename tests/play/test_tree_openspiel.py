"""Trees against OpenSpiel's games, state by state, and what a tree refuses."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pyspiel
import pytest

import outwit
from outwit import CHANCE, OVER, Game, option
from outwit.core.errors import Refused, RuleError
from outwit.core.game import blank_menu
from outwit.core.layout import blank_state
from outwit.core.records import Mirror, data_of
from outwit.games.leduc import RANKS
from outwit.play.mirror import final_of, legal_moves
from outwit.play.sequences import leaf_reach, sequence_reach, values
from outwit.play.tree import Tree
from outwit.play.treebuild import build_tree


@cache
def tree(word: str, **options: Any) -> Tree:
    return build_tree(outwit.game(word, **options), recall=word != "tictactoe")


@pytest.mark.parametrize(
    ("word", "nodes", "leaves", "sets"),
    [
        # Kuhn 1950: six deals, five ends each. OpenSpiel counts the same for all but hold'em,
        # whose 18,306 nodes are those of the paper's game with its public cards as one move.
        ("kuhn", 58, 30, 12),
        ("leduc", 9457, 5520, 936),
        ("holdem", 18_306, 10_575, 1525),
        ("tictactoe", 549_946, 255_168, 4520),
    ],
)
def test_sizes(word: str, nodes: int, leaves: int, sets: int) -> None:
    built = tree(word)
    assert (built.nodes, built.leaves, built.sets) == (nodes, leaves, sets)


@pytest.mark.parametrize(
    ("word", "theirs"),
    [("kuhn", "kuhn_poker"), ("leduc", "leduc_poker"), ("tictactoe", "tic_tac_toe")],
)
def test_sizes_are_openspiels(word: str, theirs: str) -> None:
    counts = counted(pyspiel.load_game(theirs).new_initial_state(), {})
    assert (tree(word).nodes, tree(word).leaves) == counts
    if word != "tictactoe":  # theirs tells positions apart by how they came about
        assert tree(word).sets == len(their_sets(pyspiel.load_game(theirs).new_initial_state()))


def counted(state: Any, known: dict[str, tuple[int, int]]) -> tuple[int, int]:
    """Nodes and leaves below a state of OpenSpiel, equal positions counted once and added up."""
    key = str(state) + str(state.current_player())
    if key not in known:
        if state.is_terminal():
            known[key] = (1, 1)
        else:
            below = [counted(state.child(a), known) for a in state.legal_actions()]
            known[key] = (1 + sum(n for n, _ in below), sum(leaves for _, leaves in below))
    return known[key]


def their_sets(state: Any) -> set[str]:
    if state.is_terminal():
        return set()
    found = set() if state.is_chance_node() else {state.information_state_string()}
    return found.union(*(their_sets(state.child(a)) for a in state.legal_actions()))


class Together:
    """Both games walked in step, every line of play; `same` translates their chance moves."""

    def __init__(self, game: Game, same: Any) -> None:
        self.game, self.same = game, same
        self.states = 0
        self.sets: dict[tuple[int, bytes, bytes], str] = {}
        self.met: set[bytes] = set()

    def walk(self, state: Mirror, theirs: Any) -> None:
        game = self.game
        self.states += 1
        mover = game.to_move(state)
        if mover == OVER:
            assert theirs.is_terminal()
            final = final_of(game, state)
            assert [value * game.unit for value in final.payoffs] == theirs.returns()
            return
        assert not theirs.is_terminal()
        if mover == CHANCE:
            moves = self.chance(state, theirs)
        else:
            assert theirs.current_player() == mover
            moves = {move: move for move in legal_moves(game, state, mover)}
            assert sorted(moves) == theirs.legal_actions()
            self.same_set(state, mover, theirs)
        for move, action in moves.items():
            if not game.recall and self.known(state, move):
                continue
            after = Mirror(data_of(state).copy())
            game.apply(after, move)
            self.walk(after, theirs.child(action))

    def chance(self, state: Mirror, theirs: Any) -> dict[int, int]:
        """Chance's moves, whose probabilities are theirs."""
        assert theirs.is_chance_node()
        menu = blank_menu(self.game)
        n = self.game.outcomes(state, menu)
        total = sum(menu.weight[i] for i in range(n))
        ours = {menu.move[i]: Fraction(menu.weight[i], total) for i in range(n)}
        other = {self.same(action): chance for action, chance in theirs.chance_outcomes()}
        assert ours.keys() == other.keys()
        for move, chance in ours.items():
            assert float(chance) == pytest.approx(other[move], abs=1e-15)
        return {self.same(action): action for action, _ in theirs.chance_outcomes()}

    def same_set(self, state: Mirror, mover: int, theirs: Any) -> None:
        """What a seat sees is the same in ours exactly where it is in theirs."""
        if self.game.recall:
            view = (mover, *(data_of(part).tobytes() for part in (state.table, state.own[mover])))
            assert self.sets.setdefault(view, theirs.information_state_string()) == (
                theirs.information_state_string()
            )

    def known(self, state: Mirror, move: int) -> bool:
        """Positions that are met again are walked once."""
        after = Mirror(data_of(state).copy())
        self.game.apply(after, move)
        key = data_of(after).tobytes()
        if key in self.met:
            return True
        self.met.add(key)
        return False


def their_leduc_card(card: int) -> int:
    """OpenSpiel numbers cards 2 x rank + suit; ours are rank + 3 x suit."""
    return card // 2 + RANKS * (card % 2)


@pytest.mark.parametrize(
    ("word", "theirs", "same", "states", "sets"),
    [
        ("kuhn", "kuhn_poker", int, 58, 12),
        ("leduc", "leduc_poker", their_leduc_card, 9457, 936),
        ("tictactoe", "tic_tac_toe", int, 5478, 0),
    ],
)
def test_the_same_game_as_openspiels(
    word: str, theirs: str, same: Any, states: int, sets: int
) -> None:
    game = outwit.game(word)
    walk = Together(game, same)
    start = blank_state(game)
    game.start(start)
    walk.walk(start, pyspiel.load_game(theirs).new_initial_state())
    assert walk.states == states
    assert len(walk.sets) == len(set(walk.sets.values())) == sets


@pytest.mark.parametrize("word", ["kuhn", "leduc", "holdem", "tictactoe"])
class TestShape:
    def test_parents_come_first_and_siblings_stand_together(self, word: str) -> None:
        t = tree(word)
        assert t.parent[0] == -1
        assert (t.parent[1:] < np.arange(1, t.nodes)).all()
        inner = np.flatnonzero(t.width > 0)
        for node in inner[:: max(1, len(inner) // 1000)]:
            children = np.arange(t.first[node], t.first[node] + t.width[node])
            assert (t.parent[children] == node).all()
        assert t.width.sum() == t.nodes - 1

    def test_leaves_are_where_nobody_moves(self, word: str) -> None:
        t = tree(word)
        assert (t.mover[t.leaf_node] == OVER).all()
        assert (t.mover == OVER).sum() == t.leaves
        assert (t.width[t.leaf_node] == 0).all()

    def test_sets_have_their_seats_moves(self, word: str) -> None:
        t = tree(word)
        at = np.flatnonzero(t.set_of >= 0)
        assert (t.mover[at] == t.set_seat[t.set_of[at]]).all()
        assert (t.width[at] == t.set_width[t.set_of[at]]).all()
        for node in at[:: max(1, len(at) // 1000)]:
            s = t.set_of[node]
            moves = t.action_move[t.set_first[s] :][: t.set_width[s]]
            assert t.move[t.first[node] :][: t.width[node]].tolist() == moves.tolist()
            listed = legal_moves(t.game, _Seen(t.table(s), t.own(s)), int(t.set_seat[s]))
            assert moves.tolist() == listed

    def test_chance_and_reach_add_up_to_one(self, word: str) -> None:
        t = tree(word)
        if not t.recall:
            return
        even = t.uniform()
        assert leaf_reach(t, [even] * 2).sum() == pytest.approx(1.0, abs=1e-12)
        assert sequence_reach(t, even)[0] == 1.0


class _Seen:
    """A state of which only what one seat sees is known."""

    def __init__(self, table: Mirror, own: Mirror) -> None:
        self.table = table
        self.own = {0: own, 1: own}


@pytest.mark.parametrize(("word", "theirs"), [("kuhn", "kuhn_poker"), ("leduc", "leduc_poker")])
def test_values_of_even_play_are_openspiels(word: str, theirs: str) -> None:
    t = tree(word)
    ours = values(t, [t.uniform()] * 2)
    assert ours == pytest.approx(
        even_value(pyspiel.load_game(theirs).new_initial_state()), abs=1e-12
    )


def even_value(state: Any) -> np.ndarray[Any, Any]:
    if state.is_terminal():
        return np.array(state.returns())
    if state.is_chance_node():
        return sum(p * even_value(state.child(a)) for a, p in state.chance_outcomes())  # type: ignore[no-any-return]
    actions = state.legal_actions()
    return sum(even_value(state.child(a)) for a in actions) / len(actions)  # type: ignore[no-any-return]


def test_merging_leducs_suits_changes_no_value() -> None:
    kept, merged = tree("leduc"), tree("leduc", suits="merged")
    assert merged.sets == 288
    assert values(kept, [kept.uniform()] * 2) == pytest.approx(
        values(merged, [merged.uniform()] * 2), abs=1e-12
    )


@dataclass(frozen=True)
class Steps(Game):
    """One seat says 0 or 1, `steps` times; `odd` says what is wrong with it."""

    name = "steps"
    steps: int = option(3, "how often", low=1)
    odd: str = option("", "what is wrong")
    seats = 1
    moves = 2
    span = (0, 1)

    def table(self) -> Any:
        # Without perfect recall only the number of moves is kept, not which they were.
        return [("made", np.int64), ("all", np.int64)]

    def start(self, state: Any) -> None:
        state.table.made = 0
        state.table.all = 1

    def to_move(self, state: Any) -> int:
        if self.odd == "weights" and state.table.made == 1:
            return CHANCE
        if self.odd != "endless" and state.table.made == self.steps:
            return OVER
        return 0

    def outcomes(self, state: Any, menu: Any) -> int:
        menu.move[0] = 0
        menu.weight[0] = 0
        return 1

    def legal(self, table: Any, own: Any, seat: int, menu: Any) -> int:
        menu.move[0] = 0
        menu.move[1] = 1
        return 1 if self.odd == "endless" else 2

    def apply(self, state: Any, move: int) -> None:
        state.table.made += 1
        if self.odd != "forgets":
            state.table.all = 2 * state.table.all + move

    def payoff(self, state: Any, out: Any) -> None:
        out[0] = 0


class TestRefusals:
    def test_a_tree_too_large(self) -> None:
        with pytest.raises(Refused, match=r"^The tree of steps is too large: it has about"):
            build_tree(Steps(steps=60))
        with pytest.raises(Refused, match=r"it has 15 nodes, and at most 14 are built"):
            build_tree(Steps(steps=3), most=14)
        assert build_tree(Steps(steps=3), most=15).nodes == 15

    def test_a_large_tree_is_estimated_before_it_is_built(self) -> None:
        """Knuth's estimate is exact here: all lines of play are as wide."""
        with pytest.raises(Refused, match=r"about 2\.1 x 10\^6 nodes, and at most 100,000"):
            build_tree(Steps(steps=20), most=100_000)

    def test_bluffs_tree_is_refused_at_once(self) -> None:
        with pytest.raises(Refused, match="The tree of bluff is too large"):
            build_tree(outwit.game("bluff", log="full", max_turns=100))

    def test_no_perfect_recall(self) -> None:
        with pytest.raises(Refused) as told:
            build_tree(Steps(odd="forgets"))
        assert str(told.value).startswith(
            'steps has no perfect recall: seat 1 sees the same after "... move 0" as after'
        )
        built = build_tree(Steps(odd="forgets"), recall=False)
        assert not built.recall
        assert (built.nodes, built.sets) == (15, 3)

    def test_chance_that_is_not_finite(self) -> None:
        with pytest.raises(Refused, match="blackjack has no finite tree: its chance is drawn"):
            build_tree(outwit.game("blackjack"))

    def test_a_line_of_play_without_end(self) -> None:
        with pytest.raises(Refused, match="A line of play of steps is longer than 100,000 moves"):
            build_tree(Steps(odd="endless"))

    def test_chance_without_weights(self) -> None:
        with pytest.raises(RuleError, match=r'steps: `outcomes` lists no move .*, after "move 0"'):
            build_tree(Steps(odd="weights"))

    def test_a_strategy_that_is_none(self) -> None:
        t = tree("kuhn")
        with pytest.raises(outwit.OutwitError, match="has 24 probabilities, one for each action"):
            t.check_strategy(np.ones(3))
        wrong = t.uniform()
        wrong[5] = 0.75
        with pytest.raises(outwit.OutwitError, match="at information set 2 of kuhn"):
            t.check_strategy(wrong)
        t.check_strategy(t.uniform())
