"""Files of the kit: written durably, and shared with the services that have users of their own.

Those services talk to strangers. They are in the kit's group, and `fieldkit install` opens the data folder to
it (0710). In any other folder the kit's files stay private, for a group may be everybody of a machine.
"""

import contextlib
import os
import stat
from pathlib import Path

from fieldkit.errors import FieldkitError

_OPEN = 0o710


def mode_at(path: Path) -> int:
    """Return the mode of a shared file at this path. Raises OSError."""
    return 0o640 if stat.S_IMODE(path.parent.stat().st_mode) == _OPEN else 0o600


def share(*paths: Path) -> None:
    """Share these files and folders, in this order, except those that are missing or somebody else's."""
    for path in paths:
        with contextlib.suppress(OSError):
            if (mode := mode_at(path)) & 0o040:
                os.chmod(path, _OPEN if path.is_dir() else mode)


def durable(path: Path) -> None:
    """Make a file, or the names in a folder, survive a power cut."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def put_in_place(path: Path, content: bytes, mode: int = 0o600) -> None:
    """Replace a file's content at once and durably; if that fails, the old one stays."""
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    with open(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        # A Pi's boot partition is a FAT, which has one set of rights for all files.
        with contextlib.suppress(PermissionError):
            os.fchmod(file.fileno(), mode)
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    durable(path.parent)


def save(path: Path, content: bytes, is_shared: bool = False) -> None:
    """Replace a file's content as `put_in_place` does. Raises FieldkitError if it cannot be written."""
    try:
        put_in_place(path, content, mode_at(path) if is_shared else 0o600)
    except OSError as error:
        why = error.strerror or ""
        raise FieldkitError("{file} cannot be written: {why}", file=str(path), why=why) from None
