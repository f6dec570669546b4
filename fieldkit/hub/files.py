"""The documents that everybody reads, each as a file too, packed and tagged, for the server in front."""

import contextlib
import gzip
import hashlib
import logging
import os
import re
import stat
import threading
from collections.abc import Iterable, Mapping
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

log = logging.getLogger(__name__)

_ENDS = (".json", ".json.gz")
_PATH = re.compile(r"[A-Za-z0-9-][A-Za-z0-9.-]{0,63}(?:/[A-Za-z0-9-][A-Za-z0-9.-]{0,63}){0,7}", re.ASCII)
"""The form of a path: the server in front knows no other, and none leads out of the folder."""
PACK_LEVEL = 6
"""The effort of gzip: more takes longer and saves next to nothing of a few KB."""


class PublicFile(msgspec.Struct, frozen=True):
    """A document's bytes, plain and packed, and the tag that changes with them."""

    tag: str
    plain: bytes
    packed: bytes


class PublicFiles:
    """The documents by their path below ``/v1/events``; any thread. Without ``folder`` no files are made."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._documents: dict[str, PublicFile] = {}
        self._unwritten: set[str] = set()
        self._is_swept = False
        self.failing = ""
        """The reason why some file is not as it should be; empty while all are."""

    def get(self, path: str) -> PublicFile | None:
        """Return the document at a path, without its ``.json``."""
        return self._documents.get(path)

    def set(self, path: str, said: Mapping[str, Any]) -> bool:
        """Put a document in place; False where nothing is new. Raises ValueError for a wrong path."""
        if not _PATH.fullmatch(path):
            raise ValueError(f"{path[:100]!r} is no path of a document")
        plain = msgspec.json.encode(said)
        known = self._documents.get(path)
        if known is not None and known.plain == plain:
            return False
        tag = hashlib.blake2b(plain, digest_size=8).hexdigest()
        made = PublicFile(tag, plain, gzip.compress(plain, PACK_LEVEL, mtime=0))
        with self._lock:
            self._documents = {**self._documents, path: made}
            self._unwritten.add(path)
        return True

    def keep(self, paths: Iterable[str]) -> None:
        """Drop every document that is none of these."""
        wanted = set(paths)
        with self._lock:
            gone = self._documents.keys() - wanted
            self._documents = {path: one for path, one in self._documents.items() if path in wanted}
            self._unwritten -= gone
        if self._folder is None:
            return
        for path in gone:
            for end in _ENDS:
                with contextlib.suppress(OSError):
                    (self._folder / f"{path}{end}").unlink()
        if not self._is_swept:
            self._is_swept = True
            # An earlier start of this event may have left some; what is somebody else's stays.
            for event, end in product({path.split("/")[0] for path in wanted}, _ENDS):
                for place in (self._folder / event).rglob(f"*{end}"):
                    path = place.relative_to(self._folder).as_posix().removesuffix(end)
                    if path not in wanted and _is_own(place):
                        with contextlib.suppress(OSError):
                            place.unlink()

    def write(self) -> None:
        """Write what is new to its files; what a full disk does not take is tried again the next time."""
        if self._folder is None:
            return
        with self._lock:
            waiting = {path: self._documents[path] for path in self._unwritten}
            self._unwritten.clear()
        failed: list[OSError] = []
        # The first document tells of the others, so it comes last.
        for path, made in sorted(waiting.items(), key=lambda each: "/" not in each[0]):
            try:
                self._replace(f"{path}.json.gz", made.packed)
                self._replace(f"{path}.json", made.plain)
            except OSError as error:
                failed.append(error)
                with self._lock:
                    self._unwritten |= {path} & self._documents.keys()
        if failed and not self.failing:
            log.warning("the public files are not written: %s", failed[0])
        self.failing = str(failed[0].strerror or failed[0]) if failed else ""

    def _replace(self, name: str, content: bytes) -> None:
        assert self._folder is not None
        place = self._folder / name
        # The server in front may read the folders, whatever else this process keeps to itself.
        for each in () if place.parent.is_dir() else [*place.parents][::-1]:
            if each.is_relative_to(self._folder) and not each.is_dir():
                each.mkdir(parents=True)
                each.chmod(0o755)
        part = place.with_name(f".{place.name}.{os.getpid()}.part")
        part.write_bytes(content)
        part.chmod(0o644)
        moment = _moment(content)
        os.utime(part, (moment, moment))
        os.replace(part, place)


def _moment(content: bytes) -> int:
    """Return the second of a file's last change: nginx makes its tag of that, so each content has its own."""
    return int.from_bytes(hashlib.blake2b(content, digest_size=4).digest()) >> 1


def _is_own(place: Path) -> bool:
    """Tell whether a hub has written this file: nobody else gives a file the second of its content."""
    try:
        told = place.lstat()
        return stat.S_ISREG(told.st_mode) and int(told.st_mtime) == _moment(place.read_bytes())
    except OSError:
        return False
