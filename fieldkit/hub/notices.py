"""The notices between the processes of one hub, through PostgreSQL: that something is new, never what."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from fieldkit.errors import FieldkitError
from fieldkit.hub.store import Store

log = logging.getLogger(__name__)

WAIT_S = 1.0
"""The time (s) that one wait for a notice lasts; the end of the process is looked for in between."""
AGAIN_S = 2.0
"""After this many seconds a listener whose database went away tries again."""


class Notices:
    """Hears what other processes have stored, in a thread of its own; a SQLite file has one process.

    ``heard`` gets each notice, and an empty one after every new connection, since some may have been missed.
    """

    def __init__(self, store: Store, heard: Callable[[str], None]) -> None:
        self._store, self._heard = store, heard
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="notices", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        if self._store.is_shared:
            self._thread.start()

    def close(self) -> None:
        """Listen no more; waits for the thread."""
        self._closing.set()
        if self._thread.ident is not None:
            self._thread.join(2 * WAIT_S)

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._follow()
            except FieldkitError as error:
                log.warning("other processes of the hub are not heard: %s", error)
                self._closing.wait(AGAIN_S)

    def _follow(self) -> None:
        with self._store.listening() as notices:
            self._heard("")
            while not self._closing.is_set():
                for notice in notices(WAIT_S):
                    self._heard(notice)
