"""Databases for the hub's tests: the same tests run over SQLite and over a real PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.postgres import Postgres


@pytest.fixture(scope="session")
def server() -> Iterator[Postgres]:
    """One PostgreSQL for all tests of this process."""
    with Postgres() as made:
        yield made


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.needs("postgres"))])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return an empty database, by its URL."""
    if request.param == "postgres":
        found: Postgres = request.getfixturevalue("server")
        return found.database()
    return f"sqlite:///{tmp_path / 'hub.sqlite3'}"
