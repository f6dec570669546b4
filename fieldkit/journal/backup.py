"""The journal's second copy: whole or not at all, made without holding up the writer."""

import contextlib
import os
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

from fieldkit.errors import FieldkitError
from fieldkit.files import durable
from fieldkit.journal.damage import free_name
from fieldkit.journal.reading import tip_of
from fieldkit.phrases import N_, Term


class SecondCopy:
    """Copies the journal in a thread of its own on request; ``told`` gets the error of each copy, or None."""

    def __init__(self, journal: Path, copy_to: str, told: Callable[[FieldkitError | None], None]) -> None:
        self._journal = journal
        self._copy_to = Path(copy_to).expanduser() if copy_to else None
        self._told = told
        self._bell = threading.Semaphore(0)
        self._wanted = False
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="second copy", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        if self._copy_to:
            self._thread.start()

    def want(self) -> None:
        """Ask for a copy of the journal as it is now; return at once."""
        self._wanted = True
        self._bell.release()

    def close(self) -> None:
        """End the thread after the copy that it makes, within 5 s."""
        self._closing = True
        self._bell.release()
        if self._thread.ident is not None:
            self._thread.join(5.0)

    def _run(self) -> None:
        while self._copy_to and not self._closing:
            self._bell.acquire()
            self.make()

    def make(self) -> None:
        """Make the copy that was asked for, if any."""
        if self._copy_to and self._wanted:
            self._wanted = False
            try:
                copy(self._journal, self._copy_to)
            except FieldkitError as error:
                self._told(error)
            else:
                self._told(None)


def copy(journal: Path, copy_to: Path) -> Path:
    """Copy a journal, even while it is written, to a file or folder; return the path. Raises FieldkitError.

    A copy that fails leaves the previous one; a file that is no older copy of this journal is kept aside.
    """
    target = copy_path(journal, copy_to)
    part = target.with_name(f"{target.name}.part")
    text = N_("The second copy {target} cannot be written: {why}")
    if os.path.realpath(target) == os.path.realpath(journal):
        raise FieldkitError(text, target=target, why=Term("that is the journal itself"))
    try:
        source = sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)
        with contextlib.closing(source):
            write_part(source, part)
            is_older = _is_older_copy(target, source)
        if target.exists() and not is_older:
            os.replace(target, free_name(target, "other"))
        os.replace(part, target)
        durable(target.parent)
    except (sqlite3.Error, OSError) as error:
        raise FieldkitError(text, target=target, why=error) from error
    return target


def _is_older_copy(target: Path, source: sqlite3.Connection) -> bool:
    try:
        with contextlib.closing(sqlite3.connect(f"{target.absolute().as_uri()}?mode=ro", uri=True)) as copied:
            end = tip_of(copied)
    except sqlite3.Error:
        return False
    known = source.execute("SELECT hash FROM records WHERE id = ?", (end.number,)).fetchone()
    return end.number == 0 or known == (end.hash,)


def copy_path(journal: Path, copy_to: Path) -> Path:
    """Return the path of a journal's second copy."""
    return copy_to / journal.name if copy_to.is_dir() else copy_to


def write_part(source: sqlite3.Connection, part: Path) -> None:
    """Write an open journal to a new file, durably. Raises sqlite3.Error and OSError."""
    part.unlink(missing_ok=True)
    with contextlib.closing(sqlite3.connect(part)) as copied:
        # All pages in one step: one consistent reading, which never makes the writer wait in WAL mode.
        source.backup(copied, pages=-1)
        copied.execute("PRAGMA journal_mode = DELETE")
    durable(part)


def put_back(open_db: sqlite3.Connection, path: Path) -> None:
    """Write an open file back to its path; a file there is set aside. Raises sqlite3.Error and OSError."""
    part = path.with_name(f"{path.name}.part")
    path.parent.mkdir(parents=True, exist_ok=True)
    write_part(open_db, part)
    move_away(path, "replaced")
    os.replace(part, path)
    durable(path.parent)


def move_away(path: Path, what: str) -> Path:
    """Set the file at a path aside, with its log; return its new name. Raises OSError."""
    name = free_name(path, what)
    for end in ("", "-wal", "-shm"):
        part = Path(f"{path}{end}")
        if part.exists():
            os.replace(part, f"{name}{end}")
    return name
