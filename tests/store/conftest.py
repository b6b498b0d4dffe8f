"""Runs of tests lie in a folder of their own."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of runs."""
    folder = tmp_path / "runs"
    monkeypatch.setenv("OUTWIT_RUNS", str(folder))
    monkeypatch.setenv("COLUMNS", "100")
    return folder
