"""The live line says what matters within the width of a terminal."""

import pytest

from outwit.cli.progress import text_of

SOFAR = "3,120 games   stop:at=3 ahead 58.1 % (56.0 to 60.2)   about 900 to go"


@pytest.mark.parametrize("width", [40, 79, 85, 100, 160])
def test_it_never_wraps_and_drops_the_least_first(width: int) -> None:
    line = text_of(3_120, 4_020, SOFAR, 6.0, width)
    assert len(line) <= width
    assert (SOFAR in line) == (width > len(SOFAR))
    assert ("━" in line) == (width >= 100)
    assert ("2 s left" in line) == (width >= 100)


def test_without_an_end_a_count_is_said_once() -> None:
    assert text_of(3_120, None, SOFAR, 1.0, 79) == f" {SOFAR}"
    assert text_of(12, None, "nodes", 1.0, 79) == " 12   nodes"
