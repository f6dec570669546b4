"""Fixtures of the referee's tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.refereeing import Table, table


@pytest.fixture
def kit(tmp_path: Path) -> Iterator[Table]:
    """Yield a referee with an empty journal."""
    with table(tmp_path / "journal.sqlite3") as made:
        yield made
