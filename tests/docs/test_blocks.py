"""Every code block of README and docs runs: Python in one namespace a page, commands one by one.

A block of Python is run as it stands. Of a block of `console`, each line that begins with `$ ` is
run: an `outwit` command in this process, `make` as a dry run. A line that ends with `# exit N` says
which exit code is right; without it that is 0.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from outwit.cli import run

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md")])
BLOCK = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```", re.M | re.S)
LANGUAGES = {"python", "console", "text", "json", "toml", ""}


def blocks(page: Path) -> list[tuple[str, str]]:
    return [(m[1], m[2]) for m in BLOCK.finditer(page.read_text())]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page's own folder; its first block of Python titled `# file.py` is written there."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OUTWIT_DATA", str(tmp_path / "data"))
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_blocks_of_a_page_run(page, folder, monkeypatch, capsys) -> None:
    names: dict[str, object] = {"__name__": "page"}
    for language, text in blocks(page):
        assert language in LANGUAGES, f"what is a block of {language}?"
        titled = re.match(r"# (\w+\.py)\n", text)
        if language == "python" and titled:
            (folder / titled[1]).write_text(text)
        elif language == "python":
            exec(compile(text, str(page), "exec"), names)
        elif language == "console":
            for line in text.splitlines():
                if line.startswith("$ "):
                    command(line[2:], monkeypatch)


def command(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    line, _, wanted = line.partition("  # exit ")
    words = shlex.split(line)
    if words[0] == "make":
        subprocess.run(["make", "--dry-run", *words[1:]], cwd=ROOT, check=True, capture_output=True)
        return
    assert words[0] == "outwit", f"a block of console runs outwit or make, not {words[0]}"
    monkeypatch.setattr("sys.argv", words)
    monkeypatch.setattr("sys.stdin", open("/dev/null"))  # noqa: SIM115
    assert run(words[1:]) == int(wanted or 0), line


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_of_a_page_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text())
    lost = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert not lost


def test_there_are_pages() -> None:
    assert sum(len(blocks(page)) for page in PAGES) > 10
