"""Records read from the bare pages of a database file that SQLite itself can no longer read.

A file whose tree of pages is broken still has most of its leaves. Each record carries its own hash, so a
record with the right hash is genuine wherever it is found: after a lost page, or in a log of which SQLite
reads only the part before its first bad frame. Its own tables are not enough: of 30 logs with one damaged
place 29 come back whole by their pages, and without them not one (`make faults`, part damage).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from fieldkit.journal.reading import record
from fieldkit.journal.record import Record

PAGE = 4096
"""The bytes of a page of the journal: SQLite's own choice, on every machine."""
_LEAF = 13
_COLUMNS = 12
_WIDTHS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_MAX_RECORD = 1 << 20


def records_in(path: Path) -> Iterator[Record]:
    """Yield every record, sound or not, on the pages of a journal and of its log; some come twice."""
    main = path.read_bytes() if path.exists() else b""
    log_path = Path(f"{path}-wal")
    log = log_path.read_bytes() if log_path.exists() else b""
    pages = {at // PAGE + 1: main[at : at + PAGE] for at in range(0, len(main), PAGE)}
    frames = [
        (int.from_bytes(log[at : at + 4], "big"), log[at + 24 : at + 24 + PAGE])
        for at in range(32, len(log), 24 + PAGE)
    ]
    latest = pages | dict(frames)
    for page in (*pages.values(), *(page for _, page in frames)):
        # A page that was cut short is padded, so that its beginning can be read.
        yield from _records_on(page.ljust(PAGE, b"\0"), latest)


def _records_on(page: bytes, pages: Mapping[int, bytes]) -> Iterator[Record]:
    if page[0] != _LEAF:
        return
    (cells,) = struct.unpack_from(">H", page, 3)
    for number in range(min(cells, (PAGE - 8) // 2)):
        (at,) = struct.unpack_from(">H", page, 8 + 2 * number)
        try:
            yield _record_at(page, at, pages)
        except (ValueError, IndexError, struct.error):
            continue


def _record_at(page: bytes, at: int, pages: Mapping[int, bytes]) -> Record:
    """Return the record of one cell; raises ValueError or IndexError if it has none."""
    length, at = _varint(page, at)
    number, at = _varint(page, at)
    if length > _MAX_RECORD:
        raise ValueError(length)
    values = _values(_payload(page, at, length, pages))
    return record((number, *values[1:]))


def _payload(page: bytes, at: int, length: int, pages: Mapping[int, bytes]) -> bytes:
    """Return the content of a cell, including the part that overflows to other pages."""
    if length <= PAGE - 35:
        return page[at : at + length]
    local = (PAGE - 12) * 32 // 255 - 23
    here = local + (length - local) % (PAGE - 4)
    here = here if here <= PAGE - 35 else local
    found = page[at : at + here]
    following = int.from_bytes(page[at + here : at + here + 4], "big")
    while len(found) < length and following in pages:
        more = pages[following]
        found += more[4:]
        following = int.from_bytes(more[:4], "big")
    return found[:length]


def _values(payload: bytes) -> list[Any]:
    """Return the columns of a row; raises ValueError if they are not those of a record."""
    end, at = _varint(payload, 0)
    kinds = []
    while at < end:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    if len(kinds) != _COLUMNS:
        raise ValueError(len(kinds))
    values: list[Any] = []
    for kind in kinds:
        width = (kind - 12) // 2 if kind >= 12 else _WIDTHS.get(kind, 0)
        raw = payload[at : at + width]
        at += width
        if kind >= 12:
            values.append(raw.decode("utf-8", "replace"))
        else:
            values.append({0: None, 8: 0, 9: 1}.get(kind, int.from_bytes(raw, "big", signed=True)))
    return values


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for used in range(8):
        byte = data[at + used]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + used + 1
    return value << 8 | data[at + 8], at + 9
