"""Gambit's files: trees written and read again, games from files, and files that are none."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest

import outwit
from outwit.core.errors import Refused, UsageError
from outwit.games.efg_file import parse_efg
from outwit.play.treebuild import build_tree
from outwit.solve.coach import coach_for
from outwit.solve.efg import efg_text, write_efg
from outwit.solve.respond import seat_values
from outwit.solve.trees import solving_tree


@pytest.mark.parametrize(
    ("word", "options"),
    [("kuhn", {}), ("leduc", {}), ("leduc", {"suits": "merged"}), ("holdem", {}), ("minimal", {})],
)
def test_the_tree_comes_back(word: str, options: Any, tmp_path: Path, tree: Any) -> None:
    """Node by node: movers, widths, probabilities, pay-offs; sets and what precedes them."""
    ours = tree(word, **options)
    path = tmp_path / "game.efg"
    write_efg(ours, path)
    theirs = solving_tree(outwit.game(str(path)))
    for name in ("mover", "parent", "first", "width", "last", "set_seat", "set_before", "set_of"):
        assert (getattr(ours, name) == getattr(theirs, name)).all(), name
    assert theirs.chance == pytest.approx(ours.chance, abs=1e-15)
    assert theirs.value_of == pytest.approx(ours.value_of, abs=1e-12)


@pytest.mark.parametrize("word", ["kuhn", "leduc"])
def test_openspiel_reads_our_files(word: str, tmp_path: Path, tree: Any) -> None:
    """Its reader of the format finds the same game: sizes, and the value of even play."""
    path = tmp_path / "game.efg"
    write_efg(tree(word), path)
    game = pyspiel.load_efg_game(path.read_text())

    def even(state: Any) -> Any:
        if state.is_terminal():
            return np.array([*state.returns(), 1.0])
        if state.is_chance_node():
            parts = [(p, even(state.child(a))) for a, p in state.chance_outcomes()]
        else:
            actions = state.legal_actions()
            parts = [(1.0 / len(actions), even(state.child(a))) for a in actions]
        leaves = sum(part[2] for _, part in parts)
        mean = sum(p * part for p, part in parts)
        return np.array([mean[0], mean[1], leaves])

    first, second, leaves = even(game.new_initial_state())
    values = seat_values(tree(word), tree(word).uniform())
    assert (first, second) == pytest.approx(tuple(values), abs=1e-12)
    assert leaves == tree(word).leaves


def test_we_read_gambits_own_kuhn() -> None:
    """The file that OpenSpiel ships, made with Gambit: Kuhn poker by other hands."""
    path_text = pyspiel.get_kuhn_poker_efg_data()
    game = outwit.game("efg", file=path_text)
    solution = outwit.solve(game)
    assert solution.infosets == 12
    assert solution.value[0] == pytest.approx(-1 / 18, abs=1e-12)
    sample = outwit.game("efg", file=pyspiel.get_sample_efg_data())
    assert build_tree(sample, recall=False).leaves > 0


GAME = """
EFG 2 R "Ask \\"twice\\"" { "Ann" "Bob" "Cid" }
"three players, outcomes on the way"
c "" 1 "coin" { "heads" 1/4 "tails" 0.75 } 0
p "left" 1 1 "Ann's" { "up" "down" } 7 "toll" { -1, 1/2, 0 }
t "" 1 "" { 3 1.5 -1e0 }
p "" 3 1 "" { "a" "b" "c" } 0
t "" 1 "" { 3, 1.5, -1 }
t "" 2 "" { 0, 0, 0 }
t "" 0
p "right" 1 1 { "up" "down" } 7
t "" 2
t "" 1
"""


def game_of(text: str) -> Any:
    return outwit.game("efg", file=text)


def test_numbers_outcomes_and_names_by_hand() -> None:
    game = game_of(GAME)
    assert (game.seats, game.unit, game.efg.title) == (3, 0.5, 'Ask "twice"')
    built = solving_tree(game)
    assert (built.nodes, built.leaves, built.sets) == (10, 6, 2)
    # A toll of -1, 1/2, 0 is paid on every way.
    amounts = {tuple(map(float, row)) for row in built.value_of}
    assert amounts == {(2.0, 2.0, -1.0), (-1.0, 0.5, 0.0)}
    even = outwit.match(game, ["random"], exact=True, order="fixed")
    # Ann's up: 1/4 x 1/2 + 3/4 x 1/2 x (the right set: up is outcome 2, down outcome 1)
    win = Fraction(1, 4) * (Fraction(1, 2) + Fraction(1, 2) * Fraction(1, 3)) + Fraction(3, 8)
    assert even.of(1).exact == str(3 * win - 1)
    played = outwit.match(game, ["random"], games=60_000, order="fixed").of(1)
    # 5 standard errors: missed in under 1 of 10^6.
    assert abs(played.mean - float(3 * win - 1)) < 5 * (played.high - played.low) / 3.92


def test_a_game_from_a_file_passes_the_conformance_test() -> None:
    assert outwit.check(game_of(GAME)).ok
    assert outwit.check(outwit.game("efg")).ok


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "must begin with EFG 2 R"),
        ("NFG 1 R", "must begin with EFG 2 R"),
        ('EFG 2 R "x" { }', "names no player"),
        ('EFG 2 R "x" { "a" } t "" 1', "no pay-offs"),
        ('EFG 2 R "x" { "a" } t "" 1 "" { 1 2 }', "pays 2 of 1"),
        ('EFG 2 R "x" { "a" } t "" 1 "" { one }', "one stands where a pay-off should"),
        ('EFG 2 R "x" { "a" } p "" 2 1 "" { "l" } 0 t "" 0', "no player 2"),
        ('EFG 2 R "x" { "a" } p "" 1 1 "" { "l" "r" } 0 t "" 0', "ends before the tree"),
        ('EFG 2 R "x" { "a" } p "" 1 1 "" { } 0 t "" 0', "set 1 has no move"),
        ('EFG 2 R "x" { "a" } c "" 1 "" { "l" 1/2 } 0 t "" 0', "add up to 1, which 0.5 do not"),
        ('EFG 2 R "x" { "a" } c "" 1 "" { "l" -1 "r" 2 } 0 t "" 0 t "" 0', "must be from 0 to 1"),
        ('EFG 2 R "x" { "a" } t "" 0 t "" 0', "more behind the last node"),
        ('EFG 2 R "x" { "a" } q "" 0', "begins with c, p or t"),
        ('EFG 2 R "x" { "a" } t "" 1 "" { 1', "the file ends where"),
        (
            'EFG 2 R "x" { "a" } p "" 1 1 "" { "l" "r" } 0 p "" 1 1 "" { "l" } 0 t "" 0 t "" 0',
            "different moves",
        ),
    ],
)
def test_what_is_no_game_is_told(text: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=says):
        parse_efg(text)
    path = tmp_path / "bad.efg"
    path.write_text(text)
    with pytest.raises(UsageError) as error:
        outwit.game(str(path))
    assert says in str(error.value)
    assert "bad.efg" in str(error.value)


def test_a_file_too_large_is_told() -> None:
    ends = " ".join(['t "" 1'] * 70_000)
    moves = " ".join(['"m"'] * 70_001)
    text = f'EFG 2 R "wide" {{ "a" "b" }} p "" 1 1 "" {{ {moves} }} 0 t "" 1 "" {{ 1 2 }} {ends}'
    with pytest.raises(UsageError, match="at most 62,500"):
        game_of(text)


def test_chance_in_parts_too_fine_is_told() -> None:
    one = 10**21
    parts = f'"l" 123456789012345678901/{one} "r" {one - 123456789012345678901}/{one}'
    text = f'EFG 2 R "x" {{ "a" }} c "" 1 "" {{ {parts} }} 0 t "" 1 "" {{ 1 }} t "" 0'
    with pytest.raises(UsageError, match="no common denominator"):
        game_of(text)


BAYES = """EFG 2 R "One player is told the coin" { "Ann" "Bob" }
""

c "ROOT" 1 "(0,1)" { "1G" 0.500000 "1B" 0.500000 } 0
p "" 1 1 "(1,1)" { "H" "L" } 0
p "" 2 1 "(2,1)" { "h" "l" } 0
t "" 1 "Outcome 1" { 3.000000 -3.000000 }
t "" 2 "Outcome 2" { 0.000000 0.000000 }
p "" 2 1 "(2,1)" { "h" "l" } 0
t "" 3 "Outcome 3" { 0.000000 0.000000 }
t "" 4 "Outcome 4" { 1.000000 -1.000000 }
p "" 1 2 "(1,2)" { "H" "L" } 0
p "" 2 1 "(2,1)" { "h" "l" } 0
t "" 5 "Outcome 5" { 1.000000 -1.000000 }
t "" 6 "Outcome 6" { 0.000000 0.000000 }
p "" 2 1 "(2,1)" { "h" "l" } 0
t "" 7 "Outcome 7" { 0.000000 0.000000 }
t "" 8 "Outcome 8" { 3.000000 -3.000000 }
"""


@pytest.mark.parametrize("how", ["plain", "with a mark", "from Windows", "older letters"])
def test_files_as_other_programs_write_them(how: str, tmp_path: Path) -> None:
    """Ann knows the coin: HL against h earns 3/2, against l 3/2; LH less; Bob cannot help it."""
    data = {
        "plain": BAYES.encode(),
        "with a mark": b"\xef\xbb\xbf" + BAYES.encode(),
        "from Windows": BAYES.replace("\n", "\r\n").encode(),
        "older letters": BAYES.replace("Ann", "Zo\u00eb").encode("latin-1"),
    }[how]
    path = tmp_path / "bayes.efg"
    path.write_bytes(data)
    solution = outwit.solve(str(path))
    assert solution.exact == Fraction(3, 2)
    assert solution.game.seats == 2
    if how == "older letters":
        assert "Zo\u00eb" in str(solution)


def test_probabilities_that_were_cut_off_are_fractions_again() -> None:
    def values(one: str, two: str, three: str) -> Any:
        parts = f'"a" {one} "b" {two} "c" {three}'
        ends = 't "" 1 "" { 1 -1 } t "" 2 "" { 0 0 } t "" 3 "" { 4 -4 }'
        text = f'EFG 2 R "x" {{ "a" "b" }} c "" 1 "" {{ {parts} }} 0 {ends}'
        return [str(p) for p in parse_efg(text).nodes[0].chances]

    for thirds in ("0.333333", "0.3333333333333333"):
        assert values(thirds, thirds, thirds) == ["1/3"] * 3
    assert values("0.142857", "0.285714", "0.571428") == ["1/7", "2/7", "4/7"]
    assert values("0.123", "0.456", "0.421") == ["123/1000", "57/125", "421/1000"]
    with pytest.raises(ValueError, match="add up to 1"):
        values("0.33", "0.33", "0.33")


def test_files_of_openspiels_exporter(tree: Any) -> None:
    """It writes probabilities with sixteen digits; Leduc comes back with its value."""
    from open_spiel.python.algorithms import gambit

    text = gambit.export_gambit(pyspiel.load_game("leduc_poker"))
    theirs = solving_tree(game_of(text))
    ours = tree("leduc")
    assert (theirs.nodes, theirs.leaves, theirs.sets) == (ours.nodes, ours.leaves, ours.sets)
    assert theirs.chance.sum() == pytest.approx(ours.chance.sum(), abs=1e-12)
    solution = outwit.solve(game_of(text))
    assert solution.value[0] == pytest.approx(-0.0856064240780, abs=1e-9)
    three = gambit.export_gambit(pyspiel.load_game("kuhn_poker(players=3)"))
    assert outwit.solve(game_of(three), to=1e-3).exploitability <= 1e-3


BATTLE = """EFG 2 R "Battle of the sexes" { "a" "b" }
p "" 1 1 "" { "o" "f" } 0
p "" 2 1 "" { "o" "f" } 0 t "" 1 "" { 2 1 } t "" 2 "" { 0 0 }
p "" 2 1 "" { "o" "f" } 0 t "" 2 t "" 3 "" { 1 2 }
"""


def test_games_without_a_value_are_solved_without_a_promise() -> None:
    game = game_of(BATTLE)
    solution = outwit.solve(game)
    assert solution.method == "cfr+"
    assert (solution.low, solution.high, solution.exact, solution.proof) == (None,) * 4
    assert solution.exploitability < 1e-6
    assert "need not come to an equilibrium" in str(solution)
    with pytest.raises(Refused, match="whose sum is always the same"):
        outwit.solve(game, method="lp")
    assert outwit.respond(game, ["me", "random"], order="fixed").exact == 1
    with pytest.raises(Refused, match="two seats"):
        outwit.solve(game_of(GAME), method="lp")
    assert "more than two seats" in str(outwit.solve(game_of(GAME)))


def test_games_with_nothing_to_decide_are_games() -> None:
    """An end alone, and one seat alone: everything that solves says what there is to say."""
    end = game_of('EFG 2 R "an end" { "a" "b" } t "" 1 "" { 1 -1 }')
    for method in ("lp", "cfr", "cfr+", "dcfr", "mccfr", "rm"):
        solution = outwit.solve(end, method=method)
        assert (solution.exact, solution.exploitability) == (1, 0.0), method
        assert "is 1, exactly" in str(solution)
    best = outwit.respond(end, ["me", "random"])
    assert best.exact == 0
    assert "A best response gets 0" in str(best)
    assert outwit.respond(end, ["me", "random"], method="policy-iteration").exact == 0
    assert coach_for(end).tree.sets == 0
    alone = game_of('EFG 2 R "x" { "a" } p "" 1 1 "" { "l" "r" } 0 t "" 1 "" { 1 } t "" 0')
    assert outwit.solve(alone).value == (1.0,)
    assert "optimum" in str(outwit.solve(alone))
    with pytest.raises(Refused, match="only one seat"):
        outwit.solve(alone, method="mccfr")


def test_binary_files_are_told(tmp_path: Path) -> None:
    path = tmp_path / "picture.efg"
    path.write_bytes(b"\x89PNG\r\n\0\0")
    with pytest.raises(UsageError, match="is no text file"):
        outwit.game(str(path))


def test_a_file_that_is_not_there_is_told() -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        outwit.game("nowhere.efg")


def test_forgetful_files_are_played_and_not_solved() -> None:
    """A seat that moves twice in one information set has no perfect recall."""
    text = """EFG 2 R "absent-minded" { "driver" }
    p "" 1 1 "" { "exit" "on" } 0
    t "" 1 "" { 0 }
    p "" 1 1 "" { "exit" "on" } 0
    t "" 2 "" { 4 }
    t "" 3 "" { 1 }
    """
    game = game_of(text)
    assert outwit.match(game, ["random"], exact=True).of(1).exact == "5/4"
    with pytest.raises(Refused, match="no perfect recall"):
        outwit.solve(game)


def test_text_of_kuhn_is_stable(tree: Any) -> None:
    lines = efg_text(tree("kuhn")).splitlines()
    assert lines[0] == 'EFG 2 R "Kuhn poker" { "seat 1" "seat 2" }'
    assert lines[3] == 'c "" 1 "" { "0" 1/3 "1" 1/3 "2" 1/3 } 0'
    assert sum(line.startswith("t ") for line in lines) == 30
