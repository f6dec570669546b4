"""The folder in which an archive is made, inside the hub's own data folder.

All of an event lies there meanwhile, with the secrets of dice that still roll: the data folder is its owner's
alone and on the hub's own disk. A lock on the folder is held while an export makes its archive and goes with
the process, so what an export has left that was killed is told from what one is making.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_BEGINS, _ENDS = "export-", ".part"


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
