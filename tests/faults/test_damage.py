"""A tenth of the damaged copies that `make faults` tries."""

import pytest

from tests.faults.damage import COPIES, KINDS, WELL, damaged

pytestmark = pytest.mark.slow


def test_a_damaged_journal_is_whole_or_says_what_it_lacks_and_plays_on() -> None:
    figures = damaged(COPIES // 10, seed=2)
    assert [figure for figure in figures if not figure.well] == []
    assert len(figures) == len(KINDS)
    assert all(any(end in figure.seen for end in WELL) for figure in figures)
    assert any(WELL[1] in figure.seen for figure in figures), "nothing was damaged"
