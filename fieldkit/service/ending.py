"""The end of this process, which starts again with newly saved settings, and the end of the machine.

A service is not privileged: it leaves a file in its own folder below ``/run``, for which
``fieldkit-off.path`` waits; systemd then ends everything in order.
"""

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal

from fieldkit.errors import FieldkitError, NotStored, Rejected
from fieldkit.phrases import N_

FILE = "off"
"""The file's name, which is also in the unit."""
AT_MOST_S = 60.0
"""A machine that is still on after this many seconds was not switched off."""
OffState = Literal["can", "cannot", "under_way", "failed"]
"""``cannot``: this is not a service. ``failed``: it was requested, and the machine is still on."""


class PowerOff:
    """The switch. From any thread. In ``environ`` systemd names the service's own folder."""

    def __init__(
        self, environ: Mapping[str, str] = os.environ, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        folder = environ.get("RUNTIME_DIRECTORY", "") if "NOTIFY_SOCKET" in environ else ""
        self._file = Path(folder) / FILE if folder else None
        self._monotonic = monotonic
        self._asked: float | None = None

    @property
    def state(self) -> OffState:
        """The state of switching off; a request that nobody took within `AT_MOST_S` is withdrawn."""
        if self._file is None:
            return "cannot"
        if self._asked is None:
            return "can"
        if self._monotonic() - self._asked < AT_MOST_S:
            return "under_way"
        with contextlib.suppress(OSError):
            self._file.unlink(missing_ok=True)
        return "failed"

    def ask(self) -> None:
        """Ask systemd to switch the machine off. Raises Rejected if it cannot, NotStored if asking failed."""
        if self._file is None:
            text = N_("This kit cannot switch its machine off: it does not run as a service.")
            raise Rejected("cannot_switch_off", text)
        try:
            self._file.touch(mode=0o600)
        except OSError:
            raise NotStored("The machine could not be asked to switch off.") from None
        self._asked = self._monotonic()


ANSWER_S = 0.3
"""Seconds that the answer to the request may take to leave."""
LOOK_S = 1.0
"""Seconds between two looks at a saved file."""


def end_soon() -> None:
    """End this process, cleanly and in a moment."""
    timer = threading.Timer(ANSWER_S, _end)
    timer.daemon = True
    timer.start()


def end_when_changed(file: Path, look: Callable[[], object], known: object) -> None:
    """End this process once ``look`` gives another value than ``known``; a spoiled file changes nothing."""
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
