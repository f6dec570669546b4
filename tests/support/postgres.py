"""A PostgreSQL of a test's own: a real server in a folder of its own, reached by a socket there and no port.

A server refuses to run as root, so root has it run as Debian's user ``postgres``. What it writes is not
flushed: it is for tests, and nothing of it outlives them. It ends with `Postgres.close`, and by itself with
the process that started it.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import psycopg
from psycopg import sql

from tests.support.machine import postgres_programs

USER = "fieldkit"
"""Whose the databases are."""
_WITHIN_S = 60.0
"""Within this much it is made, up or ended, also on a machine that is busy."""
_QUICK = (
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "listen_addresses=",
    "shared_buffers=32MB",
)
_DURABLE = ("listen_addresses=",)


class Postgres:
    """A server that runs from construction to `close`; `stop` and `start` are for tests of one that is away.

    Must be made by a thread that outlives it: the kernel ends the server when that one is gone. A ``durable``
    one flushes to the disk, as a server does by default: for what is measured.
    """

    def __init__(self, durable: bool = False) -> None:
        self._options = _DURABLE if durable else _QUICK
        # Not pytest's folder: only its owner may look into that, and a socket's path may not be long.
        self.folder = Path(tempfile.mkdtemp(prefix="fieldkit-postgres-", dir="/tmp"))
        self._data = self.folder / "data"
        self._process: subprocess.Popen[bytes] | None = None
        self._made = 0
        try:
            if os.geteuid() == 0:
                shutil.chown(self.folder, "postgres", "postgres")
            how = ("--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C")
            self._run("initdb", f"--pgdata={self._data}", f"--username={USER}", *how)
            self.start()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Postgres:
        """Itself: it runs already."""
        return self

    def __exit__(self, *_: object) -> None:
        """End it."""
        self.close()

    def start(self) -> None:
        """Start it, and wait until it answers. Raises TimeoutError with what it wrote."""
        options = [word for option in self._options for word in ("-c", option)]
        with open(self.folder / "log", "ab") as log:
            self._process = subprocess.Popen(
                [*self._as_its_user("postgres"), "-D", str(self._data), "-k", str(self.folder), *options],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
            )
        until = time.monotonic() + _WITHIN_S
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > until:
                raise TimeoutError((self.folder / "log").read_text(encoding="utf-8", errors="replace"))
            time.sleep(0.05)

    def stop(self) -> None:
        """End it in order, cutting every connection; nothing if it does not run."""
        if self._process is None:
            return
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(_WITHIN_S)
        except subprocess.TimeoutExpired:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(_WITHIN_S)
        self._process = None

    def close(self) -> None:
        """End it and leave nothing behind."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def database(self) -> str:
        """Return the URL of a new and empty database."""
        self._made += 1
        name = f"test{self._made}"
        with psycopg.connect(self._plain("postgres"), autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return self._plain(name).replace("postgresql:", "postgresql+psycopg:", 1)

    def _plain(self, database: str) -> str:
        return f"postgresql://{USER}@/{database}?host={quote(str(self.folder), safe='')}"

    def _answers(self) -> bool:
        try:
            psycopg.connect(self._plain("postgres"), connect_timeout=5).close()
        except psycopg.OperationalError:
            return False
        return True

    def _as_its_user(self, program: str) -> list[str]:
        """Return a server's program, run by a user who may, that ends when this process does."""
        folder = postgres_programs()
        assert folder is not None, "there is no PostgreSQL on this machine"
        user = ["--reuid=postgres", "--regid=postgres", "--init-groups"] if os.geteuid() == 0 else []
        return ["setpriv", *user, "--pdeathsig=INT", str(folder / program)]

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [*self._as_its_user(program), *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_WITHIN_S,
            cwd=self.folder,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stderr or done.stdout}")


@contextmanager
def postgres() -> Iterator[str]:
    """Yield a server with one empty database, by its URL; both are gone afterwards."""
    with Postgres() as server:
        yield server.database()
