"""The state spaces of paper `poker`, counted on the whole tree of hold'em."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

import outwit
from outwit.core.states import States
from outwit.games.holdem import CARD_NAMES
from outwit.play.filling import filled
from outwit.play.tree import Tree
from outwit.play.treebuild import build_tree


@pytest.fixture(scope="module")
def tree() -> Tree:
    return build_tree(outwit.game("holdem"))


def features(tree: Tree, states: States) -> list[int]:
    """The feature of every information set."""
    return [
        states.feature(tree.table(s), tree.own(s), int(tree.set_seat[s])) for s in range(tree.sets)
    ]


def test_there_are_the_printed_1000_states_and_2230_pairs(tree: Tree) -> None:
    # Section 3.1.
    states = outwit.states(tree.game, "paper")
    found = features(tree, states)
    moves = defaultdict(set)
    for s, feature in enumerate(found):
        at = int(tree.set_first[s])
        moves[feature].add(tuple(tree.action_move[at : at + tree.set_width[s]].tolist()))
    assert all(len(menus) == 1 for menus in moves.values())
    assert len(moves) == 1_000
    assert sum(len(menu) for menus in moves.values() for menu in menus) == 2_230
    assert states.count is not None
    assert 0 <= min(found) <= max(found) < states.count
    texts = {states.state_text(feature) for feature in moves}
    assert len(texts) == 1_000
    # Section 3.4.1: 230 of them open a round.
    assert sum(text.startswith("first") and text.split("_")[2] == "0" for text in texts) == 230


def test_states_are_written_as_the_paper_writes_them(tree: Tree) -> None:
    states = outwit.states(tree.game, "paper")
    for s, feature in enumerate(features(tree, states)):
        table, seat = tree.table(s), int(tree.set_seat[s])
        board = sorted(CARD_NAMES[card] for card in table.public if card >= 0)
        parts = [
            ("first", "second")[seat],
            f"{table.paid[seat] / 2:g}",
            f"{(table.paid[1 - seat] - table.paid[seat]) / 2:g}",
            CARD_NAMES[tree.own(s).card],
            "".join(board) or "none",
            "AJKQT",
        ]
        assert states.state_text(feature) == "_".join(parts)


def held_by_threshold(tree: Tree, board_pair: str) -> dict[int, set[int]]:
    """The cards the other seat can have at each information set, if Threshold sits there.

    By walking the tree: those of the nodes of the set that Threshold's own moves lead to.
    """
    threshold = filled(tree, outwit.agent(tree.game, f"threshold:board_pair={board_pair}"))
    held: dict[int, set[int]] = {s: set() for s in range(tree.sets)}
    cards = np.full((tree.nodes, 2), -1)
    led = np.ones((tree.nodes, 2), bool)
    depth = np.zeros(tree.nodes, int)
    for node in range(1, tree.nodes):
        up = int(tree.parent[node])
        cards[node], led[node], depth[node] = cards[up], led[up], depth[up] + 1
        mover = int(tree.mover[up])
        if depth[node] <= 2:
            cards[node, depth[node] - 1] = tree.move[node]
        elif mover >= 0:
            action = int(tree.set_first[tree.set_of[up]]) + node - int(tree.first[up])
            led[node, mover] &= threshold[action] > 0.0
        if tree.mover[node] >= 0:
            other = 1 - int(tree.mover[node])
            if led[node, other]:
                held[int(tree.set_of[node])].add(int(cards[node, other]))
    return held


@pytest.mark.parametrize("board_pair", ["ignored", "counts"])
def test_the_range_holds_the_cards_threshold_can_have(tree: Tree, board_pair: str) -> None:
    states = outwit.states(tree.game, f"paper-range:board_pair={board_pair}")
    held = held_by_threshold(tree, board_pair)
    plain = outwit.states(tree.game, "paper")
    for s, (feature, five) in enumerate(
        zip(features(tree, states), features(tree, plain), strict=True)
    ):
        ranks = {rank for rank in range(5) if feature % 32 >> rank & 1}
        assert ranks == held[s]
        assert feature // 32 == five
        text = "".join(sorted(CARD_NAMES[rank] for rank in ranks)) or "nothing"
        assert states.state_text(feature) == plain.state_text(five).replace("AJKQT", text)


def test_which_of_the_example_states_play_can_reach(tree: Tree) -> None:
    # Section 3.4.2 names four states; Threshold's own moves lead to two of them.
    states = outwit.states(tree.game, "paper-range")
    reached = {states.state_text(f) for f in features(tree, states) if f % 32}
    examples = (
        "second_0.5_0_T_AK_JQT",
        "second_0.5_0_T_AJ_Q",
        "first_0.5_0_A_KQ_AK",
        "first_0.5_0_A_KK_JQT",
    )
    assert [example in reached for example in examples] == [True, False, False, True]


def test_compiled_the_same_states_are_met() -> None:
    game = outwit.game("holdem")
    against = {"paper": "random", "paper-range": "threshold"}
    for name, opponent in against.items():
        states = outwit.states(game, name)
        spec = "q:epsilon_decay=0"
        agent = outwit.learn(game, spec, states=states, against=opponent, games=300_000).agent()
        tree = build_tree(game)
        known = set(features(tree, states))
        met = set(agent.arrays["slot"].tolist())
        assert met <= known
        if name == "paper":
            assert met == known
        else:
            assert met <= {feature for feature in known if feature % 32}
