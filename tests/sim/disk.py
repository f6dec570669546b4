"""The disk of a machine: files in memory that outlive processes, and lose a little with the power."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.sim.world import Killed, Process, World

SECTOR = 512
UNSYNCED = "-tip"
"""The ending of the file that is never synced: a power cut may leave it as it was before."""


class Disk:
    """A machine's data folder, `path`; each crash leaves what it left there and starts from that."""

    def __init__(self, world: World, folder: Path) -> None:
        self.path = folder / "data"
        self.notes = folder / "notes"
        """The folder of what only processes need to outlive."""
        self._folder, self._count = folder, 0
        self._chance = world.chance(f"disk of {folder.name}")
        self.world = world
        self.full = False
        """True while nothing more can be written."""
        self.refuses = False
        """True while nothing can be read or written."""
        self.slow_s = 0.0
        """The seconds that a commit takes, if ``wait`` is set."""
        self.wait: Callable[[float], None] | None = None
        self.cut_in_commit: Callable[[], None] | None = None
        """Called in the middle of the next commit, when the power goes."""
        self._before: dict[str, bytes] = {}
        self.notes.mkdir(parents=True)
        (folder / "0").mkdir()
        os.symlink("0", self.path)

    def connect(self, owner: Process) -> Callable[..., sqlite3.Connection]:
        """Return what opens databases for a process."""

        def connect(path: Path, **options: Any) -> sqlite3.Connection:
            self.check(reading=True)
            owner.call()
            db = sqlite3.connect(path, factory=Connection, **options)
            db.disk, db.owner = self, owner  # type: ignore[attr-defined]
            return db

        return connect

    def check(self, reading: bool = False) -> None:
        """Raise sqlite3.OperationalError if the disk does not do this."""
        if self.refuses:
            raise _error("disk I/O error", sqlite3.SQLITE_IOERR)
        if self.full and not reading:
            raise _error("database or disk is full", sqlite3.SQLITE_FULL)

    def leave(self, power: bool = False) -> None:
        """Go on with the files as a dying process leaves them, or as a loss of power does."""
        old = self.path.resolve()
        self._count += 1
        new = self._folder / str(self._count)
        new.mkdir()
        for file in sorted(old.iterdir()):
            if not file.name.endswith("-shm"):
                shutil.copyfile(file, new / file.name)
        if power:
            for name, before in self._before.items():
                self._lose(new / name, before)
        self._before = {}
        link = self._folder / "next"
        os.symlink(str(self._count), link)
        os.replace(link, self.path)
        if self._count > 1:
            shutil.rmtree(self._folder / str(self._count - 2), ignore_errors=True)

    def spare(self) -> None:
        """Let the power stay on in the next commit, if it was to go."""
        self.cut_in_commit, self._before = None, {}

    def begun(self) -> None:
        """Note the files before a transaction in whose commit the power is to go."""
        if self.cut_in_commit is not None:
            files = sorted(self.path.iterdir())
            self._before = {file.name: file.read_bytes() for file in files if not file.name.endswith("-shm")}

    def _lose(self, file: Path, before: bytes) -> None:
        """Mix what a file was and what it is: each sector that differs was written, or not.

        The database is written only once its log is synced, so one of the two is whole.
        """
        now = file.read_bytes() if file.exists() else b""
        journal = file.name.removesuffix("-wal")
        base = self._before.get(journal, b"")
        data = file.parent / journal
        has_moved = data.exists() and data.read_bytes() != base
        if file.name.endswith("-wal") and has_moved:
            return
        if file.name.endswith(UNSYNCED):
            file.write_bytes(self._chance.choice((before, now)))
            return
        kept = self._chance.random()
        mixed = bytearray(now.ljust(len(before), b"\0"))
        for at in range(0, len(mixed), SECTOR):
            old = before[at : at + SECTOR].ljust(len(mixed[at : at + SECTOR]), b"\0")
            if mixed[at : at + SECTOR] != old and self._chance.random() >= kept:
                mixed[at : at + SECTOR] = old
        file.write_bytes(mixed[: self._chance.choice((len(before), len(now)))])


def _error(said: str, code: int) -> sqlite3.OperationalError:
    """Return an error as SQLite itself raises it."""
    error = sqlite3.OperationalError(said)
    error.sqlite_errorcode = code
    return error


class Connection(sqlite3.Connection):
    """A connection to a database on such a disk: its process may die before a commit and after it."""

    disk: Disk | None = None
    owner: Process

    def execute(self, query: str, *values: Any) -> sqlite3.Cursor:
        """Run a statement. Raises sqlite3.Error as a bad disk does."""
        disk = self.disk
        if disk is None:
            return super().execute(query, *values)
        if query.startswith("BEGIN"):
            disk.check()
            disk.begun()
        elif query == "COMMIT":
            return self._commit(disk)
        elif query.startswith("INSERT"):
            disk.check()
        else:
            disk.check(reading=True)
        return super().execute(query, *values)

    def _commit(self, disk: Disk) -> sqlite3.Cursor:
        disk.check()
        self.owner.call()
        if disk.slow_s and disk.wait is not None:
            disk.wait(disk.slow_s)
        done = super().execute("COMMIT")
        if (cut := disk.cut_in_commit) is not None:
            disk.cut_in_commit = None
            cut()
            raise Killed
        self.owner.call()
        return done
