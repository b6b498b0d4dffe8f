"""Sessions at a real terminal: `outwit play` in a pseudo-terminal, key by key.

`python -m tests.cli.recording [NAME...]` plays the sessions below anew and writes what the screen
showed to `tests/cli/sessions`. Do this when the words of the table are meant to change, and read
what has changed.
"""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

FOLDER = Path(__file__).parent / "sessions"
PROMPTS = ("> ", "back: ", "leave: ", "leaves: ", "ready: ")
CLEARED = "\x1b[2J\x1b[3J\x1b[H"
PATIENCE = 120.0
"""Seconds until a silent program is given up: far more than any needs, on any machine."""

SESSIONS: dict[str, tuple[str, Sequence[str]]] = {
    "blackjack": ("blackjack me nash --seats 3", ["hit", "", "stand", "hit", "", "stand!", "n"]),
    "bluff": (
        "bluff me smart anxious --seats 3",
        ["1", "", "call", "u", "pass!", "?log", "call", "three four!", "quit"],
    ),
    "holdem": ("holdem me threshold", ["bet", "", "call!", "check!", "call!", "n"]),
    "kuhn": ("kuhn me equilibrium", ["?", "bet", "check", "", "", "check!", "fold!", "quit"]),
    "leduc": ("leduc me1 me2", ["", "bet!", "", "call!", "", "check!", "", "check!", "n"]),
    "minimal": ("minimal random me", ["column 3", "", "n"]),
    "rrrats": ("rrrats me stop", ["throw", "", "zz", "", "stop!", "?quick", "throw", "2", "quit"]),
    "tictactoe": (
        "tictactoe me careful",
        ["b2", "", "b2", "a2!", "c1!", "a3!", "b1!", "1!", "maybe", "n"],
    ),
    "war": ("war me decreasing", ["dec", "", "2!", "3!", "inc!", "quit"]),
}


def played(words: str, keys: Sequence[str]) -> str:
    """What the screen shows: each key is typed when the program asks; then the input ends."""
    ours, theirs = pty.openpty()
    with tempfile.TemporaryDirectory() as folder:
        line = ["play", *words.split(), "--seed", "7", "--save", "traces"]
        process = subprocess.Popen(
            [sys.executable, "-c", "from outwit.cli import main; main()", *line],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=folder,
            env={**os.environ, "COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb"},
            start_new_session=True,
        )
        os.close(theirs)
        shown = b""
        for key in [*keys, "\x04"]:
            shown += b"".join(_until_it_asks(ours))
            if process.poll() is not None:
                break
            os.write(ours, f"{key}\n".encode() if key != "\x04" else b"\x04")
        shown += b"".join(_until_it_asks(ours, to_the_end=True))
        code = process.wait()
        os.close(ours)
    text = shown.decode().replace("\r\n", "\n").replace("\r", "").replace(CLEARED, "(cleared)\n")
    return f"$ outwit {' '.join(line)}\n{text}(exit code {code})\n"


def _until_it_asks(terminal: int, *, to_the_end: bool = False) -> Iterator[bytes]:
    """Output until a prompt waits, or until the program is gone."""
    end = b""
    while to_the_end or not end.decode(errors="ignore").endswith(PROMPTS):
        if not select.select([terminal], [], [], PATIENCE)[0]:
            raise TimeoutError(f"nothing was shown for {PATIENCE:.0f} s after {end!r}")
        try:
            read = os.read(terminal, 4096)
        except OSError:  # so Linux says that nobody is left at the other end
            return
        if not read:
            return
        end = (end + read)[-40:]
        yield read


def main(names: Sequence[str]) -> None:
    for name in names or SESSIONS:
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / f"{name}.txt").write_text(played(*SESSIONS[name]), encoding="utf-8")
        print(name)


if __name__ == "__main__":
    main(sys.argv[1:])
