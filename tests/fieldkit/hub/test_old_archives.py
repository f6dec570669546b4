"""Archives of earlier versions, in ``tests/archives``: each must be read for ever as it was written.

A version adds its own once, before it is released (`tests.support.archives.archived`).
"""

from pathlib import Path

import pytest

import fieldkit
from fieldkit.hub.archive import check, import_, read
from fieldkit.hub.archive_lines import told_of
from fieldkit.hub.store import Store
from tests.support.archives import GAMES, HEAD

pytestmark = pytest.mark.slow
ARCHIVES = Path(__file__).parents[2] / "archives"
OLD = sorted(ARCHIVES.glob("*.zip"))


@pytest.mark.parametrize("old", OLD, ids=lambda path: path.stem)
def test_an_old_archive_is_whole_and_its_results_follow_from_its_records(old: Path, tmp_path: Path) -> None:
    assert check(old) == []
    store = Store(f"sqlite:///{tmp_path / 'hub.sqlite3'}")
    store.open()
    try:
        assert import_(old, store) == HEAD
        told = told_of(HEAD, store, GAMES)
    finally:
        store.close()
    assert told.facts.standings == read(old).standings
    assert [(row.team, row.points) for row in told.facts.standings.rows if row.played] == [
        ("foxes", "4"), ("moles", "4"), ("herons", "3"), ("larks", "3"), ("badgers", "2"), ("otters", "2"),
    ]  # fmt: skip


def test_this_version_has_one() -> None:
    assert f"{fieldkit.__version__}.zip" in [path.name for path in ARCHIVES.iterdir()]
