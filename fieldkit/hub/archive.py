"""The archive of an event: one zip file with all that there is of it, to be kept for years and read anywhere.

    event.jsonl                     the sources, a line of JSON each: the event, decisions, matches, records
    results.json                    what followed from them: teams, schedule, standings, results
    hub.sqlite3                     the sources as a hub's database
    journals/<field>/journal.sqlite3    a field's records as a journal, for ``fieldkit matches --data …``
    site/index.html                 pages to read from the folder, see `fieldkit.hub.archive_pages`
    SHA256SUMS                      what ``sha256sum -c`` checks all of it by

Everything is made from the lines of ``event.jsonl``. An archive is made in the hub's data folder, since the
secrets of dice that still roll lie there; a lock on that folder goes with the process.
"""

import contextlib
import fcntl
import hashlib
import os
import re
import shutil
import sqlite3
import stat
import tempfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import msgspec

from fieldkit.errors import FieldkitError, NotStored, Rejected
from fieldkit.games import Game
from fieldkit.hub import archive_lines, archive_pages
from fieldkit.hub.archive_lines import ArchiveHead, Closing, journals
from fieldkit.hub.store import MatchStart, Store
from fieldkit.journal.file import connected, witness_path
from fieldkit.journal.reading import Tip, insert, set_begin, set_value
from fieldkit.journal.record import Record
from fieldkit.phrases import N_, Message, MessageList

SUMS, LINES, RESULTS, DATABASE = "SHA256SUMS", "event.jsonl", "results.json", "hub.sqlite3"
MAX_FILES = 20_000
MAX_BYTES = 4 * 1024**3
"""The greatest size of all files of an archive, unpacked: a hundred times what a festival comes to."""
MAX_SMALL = 64 * 1024**2
"""The greatest length of the sums and of the results (bytes)."""
MAX_PACKED = 100
"""The greatest ratio of what is in an archive to its own size: records pack to a tenth."""
MAX_TOLD = 20
"""The number of damages that are told at most."""

_NAME = re.compile(
    r"SHA256SUMS|event\.jsonl|results\.json|hub\.sqlite3|site/[A-Za-z0-9_.-]{1,100}\.(?:html|css)"
    r"|journals/[a-z0-9-]{1,32}(?:\.[0-9]{1,9})?/journal\.sqlite3",
    re.ASCII,
)
_SUM = re.compile(rb"([0-9a-f]{64})  ([\x21-\x7e]{1,200})")
_CHUNK = 1024 * 1024
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The first moment that a zip file can tell; which one does not matter, only that it is always the same."""
_IS_FILE = 0o100644 << 16
_UNIX = 3
_ENCRYPTED = 1
_BEGINS, _ENDS = "export-", ".part"


def export(head: ArchiveHead, store: Store, games: Mapping[str, Game], out: Path, data: Path) -> Closing:
    """Write the archive of an event, whole or not at all; its results. Raises NotStored, Rejected."""
    try:
        with working_folder(data) as folder:
            with (folder / LINES).open("wb") as file:
                file.writelines(archive_lines.lines_of(head, store))
            with (folder / LINES).open("rb") as lines:
                closed = make(lines, folder, games)
            if not closed.teams.teams and not (folder / "journals").exists():
                text = N_("There is nothing to keep in {database}: no team and no record.")
                raise Rejected("empty", text, None, database=store.name)
            (folder / RESULTS).write_bytes(msgspec.json.encode(closed) + b"\n")
            _pack(folder, out)
    except OSError as error:
        text = N_("The archive {file} cannot be written: {why}")
        raise NotStored(text, file=out, why=error.strerror or error) from error
    return closed


def make(lines: IO[bytes], folder: Path, games: Mapping[str, Game]) -> Closing:
    """Make all of it in a folder; returns what followed. Raises FieldkitError."""
    database = folder / "hub.sqlite3"
    store = Store(f"sqlite:///{database}")
    try:
        store.open()
        head = archive_lines.stored(lines, store)
        for journal in journals(store, head.event.id):
            begun = [one for at, one in store.matches(head.event.id) if at == journal]
            # The journal of a field's second kit ends in 2, and so on.
            other = f".{journal.generation}" if journal.generation > 1 else ""
            place = folder / "journals" / f"{journal.field}{other}" / "journal.sqlite3"
            write_journal(place, begun, store.every_record(journal))
        told = archive_lines.told_of(head, store, games)
        archive_pages.write(told, store, games, folder / "site")
    finally:
        store.close()
        witness_path(database).unlink(missing_ok=True)
    # All of it in its one file, the same bytes for the same rows.
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode=DELETE")
        db.execute("VACUUM")
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


def packed(head: ArchiveHead, store: Store, games: Mapping[str, Game], data: Path) -> bytes:
    """Return the archive itself, for who cannot reach the hub's files. Raises as `export`."""
    with working_folder(data) as folder:
        export(head, store, games, out := folder / "event.zip", folder)
        return out.read_bytes()


def check(path: Path) -> list[Message]:
    """Return a sentence for each thing that is wrong with an archive, as far as its lines and sums tell."""
    if wrong := _damages(path):
        return wrong
    with zipfile.ZipFile(path) as opened:
        try:
            with opened.open(LINES) as lines:
                found = archive_lines.decided_in(lines)
        except FieldkitError as error:
            return [error.said]
        try:
            told = msgspec.json.decode(opened.read(RESULTS), type=Closing)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            text = N_("{file} is of a newer hub, or was not made by one: {why}")
            return [Message(text, {"file": path.name, "why": error})]
    if parts := _other_parts(found, told):
        text = N_("results.json does not follow from the decisions of this archive: {parts}.")
        return [Message(text, {"parts": ", ".join(parts)})]
    return []


def _other_parts(found: Closing, told: Closing) -> list[str]:
    """Name the parts of the results that do not follow from the decisions."""
    names = [name for name in Closing.__struct_fields__ if name != "results"]
    others = [name for name in names if getattr(found, name) != getattr(told, name)]
    # What a record came to depends on the rules, which a later kit may have mended; what people have
    # confirmed stands in their decisions.
    official = [
        [(one.scheduled, one.scores, one.confirmations, one.correction) for one in of if one.confirmed]
        for of in (found.results, told.results)
    ]
    return others if official[0] == official[1] else [*others, "results"]


def _damages(path: Path) -> list[Message]:
    """Return a sentence for each file that does not belong in an archive, or is not as its sum says."""
    try:
        with zipfile.ZipFile(path) as opened:
            wrong = _wrong_names(opened.infolist(), path.stat().st_size)
            return (wrong or _wrong_files(opened))[:MAX_TOLD]
    except OSError as error:
        return [Message(N_("The file {file} cannot be read: {why}"), {"file": path, "why": error.strerror})]
    except (zipfile.BadZipFile, NotImplementedError, UnicodeDecodeError, ValueError):
        return [Message(N_("{file} is no archive of an event, or its end is missing."), {"file": path})]


def read(path: Path) -> Closing:
    """Work out what was decided in an event, of its results those confirmed. Raises FieldkitError."""
    with _sound(path) as lines:
        return archive_lines.decided_in(lines)


def import_(path: Path, store: Store) -> ArchiveHead:
    """Take an event over, whole or not at all; returns what it is. Raises FieldkitError."""
    with _sound(path) as lines:
        return archive_lines.stored(lines, store)


def head_of(path: Path) -> ArchiveHead:
    """Return what event an archive is of. Raises FieldkitError for one that is damaged."""
    with _sound(path) as lines:
        head = next(archive_lines.read_lines(lines))
    assert isinstance(head, ArchiveHead)
    return head


@contextmanager
def _sound(path: Path) -> Iterator[IO[bytes]]:
    """Yield the lines of an archive that was looked through. Raises FieldkitError for a damaged one."""
    if wrong := _damages(path):
        told = MessageList(tuple(wrong))
        raise FieldkitError(N_("{file} cannot be used. {wrong}"), file=path.name, wrong=told)
    with zipfile.ZipFile(path) as opened, opened.open(LINES) as lines:
        yield lines


def _wrong_names(entries: list[zipfile.ZipInfo], size: int) -> list[Message]:
    """Return what an archive holds that it may not, or too much of, by its own list."""
    if len(entries) > MAX_FILES:
        return [Message(N_("The archive holds more than {n} files."), {"n": MAX_FILES})]
    wrong = []
    seen: set[str] = set()
    for each in entries:
        is_plain = stat.S_IFMT(each.external_attr >> 16) in (0, stat.S_IFREG)
        if not _NAME.fullmatch(each.filename) or each.flag_bits & _ENCRYPTED or not is_plain:
            text = N_("The archive holds {name}, which belongs in none of an event.")
            wrong.append(Message(text, {"name": _shown(each.filename)}))
        elif each.filename.lower() in seen:
            wrong.append(Message(N_("The archive holds {name} twice."), {"name": each.filename}))
        seen.add(each.filename.lower())
    total = sum(each.file_size for each in entries)
    small = [each.file_size for each in entries if each.filename in (SUMS, RESULTS)]
    if total > MAX_BYTES or total > MAX_PACKED * max(size, 1024) or max(small, default=0) > MAX_SMALL:
        wrong.append(Message(N_("The archive holds more than any event comes to; it was not unpacked.")))
    return wrong


def _wrong_files(opened: zipfile.ZipFile) -> list[Message]:
    there = {each.filename for each in opened.infolist()}
    if SUMS not in there:
        return [_missing(SUMS)]
    try:
        lines = opened.read(SUMS).splitlines()
    except (zipfile.BadZipFile, zlib.error, EOFError):
        return [_changed(SUMS)]
    found = [_SUM.fullmatch(line) for line in lines]
    if not all(found):
        return [_changed(SUMS)]
    sums = {each[2].decode(): each[1].decode() for each in found if each}
    wrong = [_missing(name) for name in sorted({LINES, RESULTS, DATABASE, *sums} - there)]
    text = N_("The file {name} of the archive is not among its sums.")
    wrong += [Message(text, {"name": name}) for name in sorted(there - sums.keys() - {SUMS})]
    wrong += [_changed(name) for name in sorted(there & sums.keys()) if _sum(opened, name) != sums[name]]
    return wrong


def _missing(name: str) -> Message:
    return Message(N_("The file {name} of the archive is missing."), {"name": _shown(name)})


def _changed(name: str) -> Message:
    return Message("The file {name} of the archive was changed or is damaged.", {"name": _shown(name)})


def _sum(opened: zipfile.ZipFile | Path, name: str) -> str:
    """Return the sum of a file of an archive or a folder; "" where it cannot be unpacked."""
    found = hashlib.sha256()
    try:
        with opened.open(name) if isinstance(opened, zipfile.ZipFile) else (opened / name).open("rb") as file:
            while chunk := file.read(_CHUNK):
                found.update(chunk)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError):
        return ""
    return found.hexdigest()


def _pack(folder: Path, out: Path) -> None:
    """Put all files of a folder, and their sums, into one that replaces ``out``."""
    names = sorted(each.relative_to(folder).as_posix() for each in folder.rglob("*") if each.is_file())
    (folder / SUMS).write_text("".join(f"{_sum(folder, name)}  {name}\n" for name in names), "ascii")
    part = out.with_name(f".{out.name}.part")
    try:
        with part.open("wb") as file:
            _zip(file, folder, sorted([SUMS, *names]))
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, out)
    finally:
        part.unlink(missing_ok=True)


def _zip(file: IO[bytes], folder: Path, names: Iterable[str]) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in names:
            entry = zipfile.ZipInfo(name, _LONG_AGO)
            entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, _UNIX
            entry.external_attr, entry.file_size = _IS_FILE, (folder / name).stat().st_size
            with (folder / name).open("rb") as given, packed.open(entry, "w") as taken:
                shutil.copyfileobj(given, taken, _CHUNK)


def _shown(name: str) -> str:
    return name if name.isprintable() and len(name) <= 100 else ascii(name)[:100]


@contextmanager
def working_folder(data: Path) -> Iterator[Path]:
    """Sweep, then make a folder (0700) that is there until the block ends. Raises OSError."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    sweep(data)
    folder, lock = _made(data)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def sweep(data: Path) -> None:
    """Remove what exports have left that were killed; what one holds that is running stays."""
    for left in data.glob(f"{_BEGINS}*{_ENDS}"):
        # Another user's is not ours to remove, and does not keep a hub from starting.
        with contextlib.suppress(OSError):
            lock = _opened(left)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(left, ignore_errors=True)
            finally:
                os.close(lock)


def _made(data: Path) -> tuple[Path, int]:
    while True:
        folder = Path(tempfile.mkdtemp(prefix=_BEGINS, suffix=_ENDS, dir=data))
        # Until it is locked it looks like a dead one, and a hub that starts just now may sweep it.
        with contextlib.suppress(FileNotFoundError):
            lock = _opened(folder)
            fcntl.flock(lock, fcntl.LOCK_EX)
            if folder.exists():
                return folder, lock
            os.close(lock)


def _opened(folder: Path) -> int:
    return os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
