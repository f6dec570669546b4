"""The end of this process, so that it starts again with newly saved settings."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from fieldkit.errors import FieldkitError

ANSWER_S = 0.3
"""Seconds that the answer to the request may take to leave."""
LOOK_S = 1.0
"""Seconds between two looks at a saved file."""


def restarted(kept: bool, environ: Mapping[str, str] = os.environ) -> bool:
    """Return True if the supervisor that keeps this process, or systemd, starts it again when it ends."""
    return kept or "NOTIFY_SOCKET" in environ


def end_soon() -> None:
    """End this process, cleanly and in a moment."""
    timer = threading.Timer(ANSWER_S, _end)
    timer.daemon = True
    timer.start()


def end_when_changed(file: Path, look: Callable[[], object], known: object) -> None:
    """Watch a file from a thread; end this process once ``look`` returns something else than ``known``.

    A file that cannot be used meanwhile changes nothing.
    """
    before = _stamp(file)

    def watch() -> None:
        stamp = before
        while True:
            time.sleep(LOOK_S)
            now = _stamp(file)
            if now == stamp:
                continue
            stamp = now
            try:
                found = look()
            except FieldkitError:
                continue
            if found != known:
                _end()
                return

    threading.Thread(target=watch, name="saved settings", daemon=True).start()


def _end() -> None:
    os.kill(os.getpid(), signal.SIGTERM)


def _stamp(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ino
