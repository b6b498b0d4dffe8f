"""`outwit play`, through its standard input: what a person types and what the terminal says."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

import outwit
from outwit.cli import run
from outwit.core.game import OVER
from outwit.play.mirror import Round, legal_moves
from outwit.play.person import Person, Seen
from outwit.play.sitting import Sitting


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTWIT_DATA", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "80")


class Keyboard(io.StringIO):
    """Somebody types, and reads what is asked."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """typed('1\n', 'play', 'kuhn', ...): exit code, what was printed, what was complained of."""

    def play(keys: str, *words: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", Keyboard(keys))
        monkeypatch.setattr("sys.argv", ["outwit", *words])
        code = run(list(words))
        said = capsys.readouterr()
        return code, said.out, said.err

    return play


def test_a_game_to_its_end_with_result_score_trace_and_the_way_back(typed, tmp_path) -> None:
    code, out, _ = typed("1\n\n1\n\n1\n\nn\n", "play", "kuhn", "me", "random", "--seed", "3")
    assert code == 0
    assert "seat 1 (me) is you" in out
    assert "After 1 game: me " in out
    assert "again: outwit play kuhn me random --seed 3" in out
    (trace,) = (tmp_path / "traces").glob("kuhn-3-1.trace.json")
    assert outwit.replay(trace).line_up == ("me", "random")


def test_the_saved_trace_says_what_the_screen_said(typed, tmp_path) -> None:
    _, out, _ = typed("1\n\n1\n\n1\n\nn\n", "play", "kuhn", "me", "random", "--seed", "3")
    kept = json.loads((tmp_path / "traces" / "kuhn-3-1.trace.json").read_text())
    mine = re.search(r"seat 1 \(me\) gets (-?\d+)", out)
    assert mine is not None
    assert int(mine[1]) == kept["payoffs"][0]


def test_a_move_may_be_taken_back_before_it_is_sent(typed, tmp_path) -> None:
    code, out, _ = typed("bet\nu\ncheck\n\n", "play", "leduc", "me", "steady", "--seed", "5")
    assert code == 0
    assert "Taken back." in out
    asked = [line for line in out.splitlines() if "Enter sends it" in line]
    assert len(asked) == 2, "the slip and the move that was meant"


def test_moves_by_number_and_by_word_are_the_same(typed, tmp_path) -> None:
    games = []
    for keys in ("2\n2\n2\n2\nn\n", "bet\nraise\ncall\nbet\nn\n"):
        words = ["play", "kuhn", "me", "random", "--seed", "11", "--at-once"]
        typed(keys.replace("raise\n", "").replace("call\n", ""), *words)
        games.append((tmp_path / "traces" / "kuhn-11-1.trace.json").read_text())
    assert json.loads(games[0])["moves"] == json.loads(games[1])["moves"]


@pytest.mark.parametrize("nonsense", ["zz", "99", "-1", "?what", "é" * 300, "1 2 3"])
def test_nonsense_is_told_and_nothing_is_sent(typed, tmp_path, nonsense) -> None:
    code, out, err = typed(f"{nonsense}\n", "play", "leduc", "me", "steady", "--seed", "5")
    assert code == 0
    assert "is no move here" in out or "Type the number" in out
    assert "Traceback" not in out + err
    assert not list(tmp_path.glob("traces/*")), "an unfinished game leaves no trace"


@pytest.mark.parametrize(
    ("keys", "sent"),
    [
        ("bet!\n", ["bet"]),  # at once
        ("bet\ncheck\n\n", ["check"]),  # another move instead
        ("bet\n1\n\n", ["check"]),
        ("bet\n?\nzz\n\n", ["bet"]),  # a question and a slip in between
        ("?quick\nbet\n", ["bet"]),
        ("?quick\n?quick\nbet\nu\n", []),
        ("\n\nbet\n", []),  # Enter shows the table again and sends nothing
    ],
)
def test_what_is_sent_is_what_was_meant(typed, keys, sent) -> None:
    _, out, _ = typed(f"{keys}?log\nquit\n", "play", "leduc", "me", "steady", "--seed", "5")
    said = [line.strip() for line in out.splitlines() if line.strip().startswith("you: ")]
    assert list(dict.fromkeys(said)) == [f"you: {move}" for move in sent]


@pytest.mark.parametrize(
    ("lines", "sent"),
    [
        ("check\nbet\n", ["check", "bet"]),  # the next line is the next move, the end sends it
        ("check\n\nbet\n\n", ["check", "bet"]),
        ("bet\nu\ncheck\nbet\n", ["check", "bet"]),
        ("check\nu\n", []),
    ],
)
def test_lines_written_ahead_need_no_second_enter(lines, sent, monkeypatch, capsys) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    assert run(["play", "leduc", "me", "threshold", "--seed", "5"]) == 0
    out = capsys.readouterr().out
    said = [line.strip() for line in out.splitlines() if line.strip().startswith("you: ")]
    assert list(dict.fromkeys(said)) == [f"you: {move}" for move in sent]


def test_a_number_that_is_a_card_too_is_the_number_and_that_is_said(typed) -> None:
    words = ["play", "bluff", "me", "smart", "--seed", "4", "--seats", "2"]
    _, out, _ = typed("5\nu\nquit\n", *words)
    listed = re.search(r"\[5\] (.*?)   \[6\]", out)
    assert listed is not None
    if "Taken as number 5 of the list, not as Five" not in out:
        assert listed[1].startswith("Five")
    assert f"{listed[1]}   Enter sends it" in out


@pytest.mark.parametrize("slip", ["a\x1b[2Jb", "a\x00b", "\ufffd", "x" * 5000])
def test_what_is_shown_back_of_a_slip_is_short_and_plain(typed, slip) -> None:
    _, out, _ = typed(f"{slip}\nquit\n", "play", "leduc", "me", "steady", "--seed", "5")
    (line,) = [line for line in out.splitlines() if "is no move here" in line or '"x' in line]
    assert len(line) <= 120
    assert line.isprintable()


def test_seats_are_named_on_request(typed) -> None:
    _, out, _ = typed("?seats\nquit\n", "play", "leduc", "me", "steady", "--seed", "5")
    assert "seat 1 (me), you" in out
    assert "  seat 2 (steady)\n" in out


def test_a_long_deal_is_left_out_of_the_log_unless_asked_for(typed) -> None:
    words = ["play", "bluff", "me", "smart", "--seats", "2", "--seed", "4"]
    _, short, _ = typed("?log\nquit\n", *words)
    _, whole, _ = typed("?log all\nquit\n", *words)
    assert "(the deal, 52 lines: ?log all)" in short
    assert (short.count("dealt"), whole.count("dealt")) == (0, 52)


def test_another_game_is_asked_for_until_the_answer_is_plain(typed) -> None:
    keys = "?quick\n1\n1\n1\nmaybe\nn\n"
    code, out, _ = typed(keys, "play", "kuhn", "me", "random", "--seed", "3")
    assert code == 0
    assert "Enter plays another game, n leaves" in out
    assert "After 1 game" in out
    assert "game 2" not in out


def test_the_end_of_input_leaves_the_table_politely(typed) -> None:
    code, out, _ = typed("", "play", "leduc", "me", "steady")
    assert code == 0
    assert "You have left the table." in out


def test_ctrl_c_gives_the_score_so_far_and_130(typed, monkeypatch) -> None:
    answers = iter(["1", "", "1", "", "1", "", "y"])

    def answer(_prompt: str) -> str:
        try:
            return next(answers)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("builtins.input", answer)
    code, out, _ = typed("", "play", "kuhn", "me", "random", "--seed", "3")
    assert code == 130
    assert "again: outwit play kuhn me random --seed 3" in out


def test_help_rules_moves_and_log_are_answered(typed) -> None:
    keys = "?\n?rules\n?moves\n?log\nquit\n"
    _, out, _ = typed(keys, "play", "tictactoe", "me", "random", "--seed", "1")
    assert "leave; Ctrl-D does too" in out
    assert "full row, column or diagonal" in out.replace("\n", " ")
    assert out.count("c3") >= 2


def test_a_narrow_terminal_is_told_and_served(typed, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    code, out, _ = typed("quit\n", "play", "bluff", "me", "smart", "--seed", "1")
    assert code == 0
    assert "Your terminal has 30 columns" in out
    screen = [line for line in out.splitlines() if "outwit" not in line]
    assert max(map(len, screen)) <= 30


def test_between_two_people_the_screen_is_cleared(typed) -> None:
    keys = "\n1\n\n\nquit\n"
    _, out, _ = typed(keys, "play", "leduc", "me1", "me2", "--seed", "5")
    first, second = out.split("Seat 2 (me2) is to move")
    assert "Seat 1 (me1) is to move. The others look away." in first
    assert "seat 1 is dealt" not in second, "the other's card is not told"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["kuhn", "random", "random"], "one of the players must be `me`"),
        (["kuhn", "me"], "1 of 2 seats is free"),
        (["kuhn", "me", "me", "me"], "3 are named, but the game has 2 seats"),
        (["kuhn", "me", "randm"], "Did you mean random?"),
    ],
)
def test_mistakes_are_told_in_a_sentence(typed, words, sentence) -> None:
    code, _, err = typed("", "play", *words)
    assert code == 2
    assert sentence in err


def test_people_are_never_repeated(typed) -> None:
    _, out, _ = typed("quit\n", "play", "bluff", "me", "smart", "anxious", "--seed", "1")
    head = " ".join(out.split())
    assert "seat 1 (me) is you, seat 2 (smart), seat 3 (anxious), seat 4 (smart)" in head


def test_a_users_own_file_is_played_too(typed, tmp_path) -> None:
    file = tmp_path / "coin.py"
    file.write_text(COIN)
    code, out, _ = typed("heads\n\nn\n", "play", str(file), "me", "--seed", "2")
    assert code == 0
    assert "seat 1 (me) gets" in out


def test_a_narrow_terminal_gets_its_cards_in_several_rows(typed, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "34")
    _, out, _ = typed("quit\n", "play", "bluff", "me", "smart", "--seed", "1")
    rows = [line for line in out.splitlines() if line.startswith("│")]
    assert len(rows) > 1
    assert max(map(len, rows)) <= 34
    assert sum(row.count("│") - 1 for row in rows) == 13


def test_a_view_that_is_too_wide_is_told_once(typed, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "45")
    _, out, _ = typed("\n\nquit\n", "play", "minimal", "me", "random", "--seed", "1")
    assert out.count("(Drawn for 56 columns; there are 45.)") == 1


def test_the_result_says_who_has_won(typed) -> None:
    _, out, _ = typed("?quick\n1\n1\nn\n", "play", "kuhn", "me", "random", "--seed", "3")
    paid = dict(re.findall(r"(seat \d \(\w+\)) gets (-?\d+)", out))
    won = [name for name, value in paid.items() if int(value) > 0]
    assert won in (["seat 1 (me)"], ["seat 2 (random)"])
    assert ("You win." if won == ["seat 1 (me)"] else "Seat 2 (random) wins.") in out


@pytest.mark.parametrize("game", outwit.games())
def test_nonsense_at_every_turn_of_every_game_ends_in_a_sentence(typed, game) -> None:
    """Whatever is typed, nothing breaks, and Ctrl-D leaves."""
    keys = "\n".join(
        ["", "?", "?moves", "?log", "?seats", "xyzzy", "!", "?!", "1", "x", "u", "1!"] * 4
    )
    code, out, err = typed(keys, "play", game, "me", "random", "--seed", "2")
    assert code == 0
    assert "Traceback" not in out + err
    assert "again: outwit play" in out


COIN = '''
from dataclasses import dataclass
import numpy as np
from outwit import CHANCE, OVER, Game

@dataclass(frozen=True)
class Coin(Game):
    """Call a coin."""
    name = "coin"
    seats, moves, span = 1, 2, (0, 1)

    def table(self):
        return [("called", np.int8), ("fell", np.int8)]

    def start(self, state):
        state.table.called = -1
        state.table.fell = -1

    def to_move(self, state):
        if state.table.called < 0:
            return 0
        return CHANCE if state.table.fell < 0 else OVER

    def outcomes(self, state, menu):
        for side in range(2):
            menu.move[side] = side
            menu.weight[side] = 1
        return 2

    def legal(self, table, own, seat, menu):
        menu.move[0] = 0
        menu.move[1] = 1
        return 2

    def apply(self, state, move):
        if state.table.called < 0:
            state.table.called = move
        else:
            state.table.fell = move

    def payoff(self, state, out):
        out[0] = 1 if state.table.called == state.table.fell else 0

    def move_text(self, state, move, viewer):
        return ("heads", "tails")[move]
'''


@pytest.mark.parametrize("game", outwit.games())
def test_every_choice_of_every_game_has_words_of_its_own(game: str) -> None:
    rules = outwit.game(game)
    one = outwit.agent(rules, "random")
    for number in range(2):
        round_ = Round(Sitting(rules, (one,) * rules.seats, seed=7), number)
        steps = 0
        while (mover := round_.mover) != OVER and steps < 40:
            if mover >= 0:
                state = round_.state
                view = (state.table, state.own[mover], mover)
                moves = legal_moves(rules, state, mover)
                offered = list(rules.offers(*view, moves))
                assert sorted(offered) == sorted(moves)
                texts = [rules.choice_text(*view, move) for move in offered[:20]]
                assert all(texts)
                assert len(set(texts)) == len(texts), "two moves must not read the same"
                assert rules.seat_text(*view)
                steps += 1
            round_.make(mover, round_.ask(mover))


def test_the_deal_is_no_news_but_stays_in_the_log() -> None:
    rules = outwit.game("leduc")
    steady = outwit.agent(rules, "steady")
    round_ = Round(Sitting(rules, (steady, Person(rules)), seed=5, order="fixed"), 0)
    seen = Seen(round_)
    while round_.mover != 1:
        mover = round_.mover
        move = round_.ask(mover)
        seen.note(mover, move)
        round_.make(mover, move)
    news = seen.news(1)
    assert news
    assert not any("dealt" in line for line in news)
    assert any("dealt" in line.words for line in seen.lines[1])


def test_what_several_did_alike_is_one_line() -> None:
    rules = outwit.game("bluff")
    silent = outwit.agent(rules, "no-bluff")
    round_ = Round(Sitting(rules, (Person(rules), *[silent] * 3), seed=5, order="fixed"), 0)
    seen = Seen(round_)
    while (mover := round_.mover) != 0 or not seen.news(0):
        move = legal_moves(rules, round_.state, 0)[0] if mover == 0 else round_.ask(mover)
        seen.note(mover, move)
        round_.make(mover, move)
        if round_.state.table.turns == 1:
            break
    passed = "seat 2 (no-bluff), seat 3 (no-bluff), seat 4 (no-bluff): passes"
    assert seen.news(0)[-1] == passed
    assert seen.news(0) == []
