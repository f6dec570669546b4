"""The parts of an archive that are made from its lines: a database, journals, results and pages."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import IO

from fieldkit.errors import NotStored
from fieldkit.games import Game
from fieldkit.hub import archive_pages
from fieldkit.hub.archive_lines import Closing, journals, stored, told_of
from fieldkit.hub.store import Journal, MatchStart, Store
from fieldkit.journal.file import connected, witness_path
from fieldkit.journal.reading import Tip, insert, set_begin, set_value
from fieldkit.journal.record import Record
from fieldkit.phrases import N_


def make(lines: IO[bytes], folder: Path, games: Mapping[str, Game]) -> Closing:
    """Make all of it in a folder; returns what followed. Raises FieldkitError."""
    database = folder / "hub.sqlite3"
    store = Store(f"sqlite:///{database}")
    try:
        store.open()
        head = stored(lines, store)
        for journal in journals(store, head.event.id):
            begun = [one for at, one in store.matches(head.event.id) if at == journal]
            write_journal(folder / _place(journal), begun, store.every_record(journal))
        told = told_of(head, store, games)
        archive_pages.write(told, store, games, folder / "site")
    finally:
        store.close()
        witness_path(database).unlink(missing_ok=True)
    _settle(database)
    return told.closing()


def write_journal(path: Path, matches: Iterable[MatchStart], records: Iterable[Record]) -> None:
    """Write records as a journal of its own, which a kit's commands read. Raises NotStored."""
    path.parent.mkdir(parents=True, exist_ok=True)
    last = ""
    try:
        with contextlib.closing(connected(path, "DELETE")) as db:
            db.execute("BEGIN IMMEDIATE")
            for number, match in enumerate(matches, 1):
                # A kit names its matches by their numbers.
                named = re.fullmatch("m([1-9][0-9]{0,8})", match.match, re.ASCII)
                values = int(named[1]) if named else -number, match.match, match.game, match.wall
                db.execute("INSERT INTO matches VALUES (?, ?, ?, ?)", values)
            for found in records:
                if not last and found.id > 1:
                    set_begin(db, Tip(found.id - 1, found.prev))
                insert(db, found)
                last = found.hash
            set_value(db, "tip", last)
            db.execute("COMMIT")
    except sqlite3.Error as error:
        raise NotStored(N_("The journal {path} cannot be opened: {why}"), path=path, why=error) from error


def _place(journal: Journal) -> str:
    """Return the place of a journal in an archive; that of a field's second kit ends in 2, and so on."""
    other = f".{journal.generation}" if journal.generation > 1 else ""
    return f"journals/{journal.field}{other}/journal.sqlite3"


def _settle(database: Path) -> None:
    """Put all of a database into its one file, the same bytes for the same rows."""
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode=DELETE")
        db.execute("VACUUM")
