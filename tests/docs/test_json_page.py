"""docs/reference/json.md lists the keys that commands print: run each, and compare."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from outwit.cli import run

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "json.md"
LISTED = re.findall(r"^\| `outwit ([^`]+)` \| `([^`]+)` \|$", PAGE.read_text(), re.M)


@pytest.mark.parametrize(("line", "keys"), LISTED, ids=[line.split()[0] for line, _ in LISTED])
def test_a_command_prints_the_keys_of_the_page(line: str, keys: str, capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("OUTWIT_DATA", str(tmp_path))
    assert run([*shlex.split(line), "--json"]) == 0
    assert list(json.loads(capsys.readouterr().out)) == keys.split()


def test_the_page_lists_commands() -> None:
    assert len(LISTED) > 10
