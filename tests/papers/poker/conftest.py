"""One lab for all tests of the poker paper: what they share is computed once."""

from __future__ import annotations

import pytest

from outwit.papers.lab import Lab


@pytest.fixture(scope="session")
def lab() -> Lab:
    return Lab()
