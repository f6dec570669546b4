"""The tests' own PostgreSQL: up, apart from others, away and back, and gone with the one who made it."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest

from tests.support.machine import ROOT
from tests.support.postgres import Postgres, postgres

pytestmark = [pytest.mark.slow, pytest.mark.needs("postgres")]

LEFT_ALONE = """
import sys, time
from tests.support.postgres import Postgres
print(Postgres().folder, flush=True)
time.sleep(600)
"""


def connect(url: str) -> psycopg.Connection:
    return psycopg.connect(url.replace("+psycopg", ""), autocommit=True)


def test_each_database_is_empty_and_its_own() -> None:
    with Postgres() as server:
        first, second = (connect(server.database()) for _ in range(2))
        with first, second:
            first.execute("CREATE TABLE one (n integer)")
            tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
            assert [each.execute(tables).fetchone() for each in (first, second)] == [(1,), (0,)]
        folder = server.folder
    assert not folder.exists()


def test_a_server_that_was_away_has_everything_still() -> None:
    with Postgres() as server:
        url = server.database()
        with connect(url) as first:
            first.execute("CREATE TABLE one (n integer)")
            server.stop()
            with pytest.raises(psycopg.OperationalError):
                first.execute("SELECT 1")
        with pytest.raises(psycopg.OperationalError):
            connect(url)
        server.start()
        with connect(url) as again:
            assert again.execute("SELECT count(*) FROM one").fetchone() == (0,)


def test_sqlalchemy_takes_its_url() -> None:
    from sqlalchemy import create_engine, text

    with postgres() as url:
        engine = create_engine(url)
        with engine.connect() as connection:
            assert connection.execute(text("SELECT 1")).scalar() == 1
        engine.dispose()


def test_it_ends_with_the_process_that_started_it() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", LEFT_ALONE], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        folder = Path(process.stdout.readline().strip())
        assert (folder / "data" / "postmaster.pid").exists()
        os.kill(process.pid, signal.SIGKILL)
    until = time.monotonic() + 60
    while (folder / "data" / "postmaster.pid").exists():
        assert time.monotonic() < until
        time.sleep(0.05)
    shutil.rmtree(folder)
