"""The journal's witness: the end of the chain in a small file of its own, written after each commit.

The journal itself cannot tell that its newest records are gone: a write-ahead log that was cut between two
commits, or is missing, looks like a shorter match. The witness can. It is written without a sync, so after a
power cut it may be behind the journal, which is harmless; it is never ahead. A witness that cannot be read or
written is ignored: it only ever raises a doubt, and never keeps anything from being stored.
"""

from __future__ import annotations

import contextlib
import os
import re
import zlib
from pathlib import Path

from fieldkit.journal.chain import Tip

_FORM = re.compile(rb"(([0-9]{20}) ([0-9a-f]{64})) ([0-9a-f]{8})\n")


def witness_path(journal: Path) -> Path:
    """Return the path of a journal's witness."""
    return Path(f"{journal}-tip")


def bear_witness(journal: Path, tip: Tip) -> None:
    """Note the end of the chain; a failing disk shows at the next commit."""
    said = f"{tip.number:020} {tip.hash or '0' * 64}".encode()
    with contextlib.suppress(OSError):
        file = os.open(witness_path(journal), os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            os.pwrite(file, said + f" {zlib.crc32(said):08x}\n".encode(), 0)
        finally:
            os.close(file)


def witnessed(journal: Path) -> Tip:
    """Return the end of the chain as last noted; an empty one if unknown."""
    try:
        with witness_path(journal).open("rb") as file:
            found = _FORM.fullmatch(file.read(128))
    except OSError:
        return Tip()
    if found is None or zlib.crc32(found[1]) != int(found[4], 16):
        return Tip()
    return Tip(int(found[2]), found[3].decode()) if int(found[2]) else Tip()
