"""A small paper about Kuhn poker: the one of docs/how-to/add-a-paper.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from outwit.papers.claim import Paper
from outwit.papers.shelf import paper

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "add-a-paper.md"


def blocks(language: str) -> list[str]:
    """The code blocks of the page."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture(scope="session")
def kuhn_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page's file, as a reader would save it."""
    path = tmp_path_factory.mktemp("paper") / "kuhn_paper.py"
    path.write_text("\n\n".join(blocks("python")), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def kuhn(kuhn_file: Path) -> Paper:
    return paper(str(kuhn_file))
