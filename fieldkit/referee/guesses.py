"""Who guesses the PIN: told to the referee by an alarm, and once in the log."""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter, deque
from collections.abc import Callable

from fieldkit.phrases import N_
from fieldkit.referee.alarms import Alarm, Alarms

log = logging.getLogger(__name__)

TOLD_S = 600.0
"""How long a wrong guess is told of (s)."""
MANY = 5
"""This many wrong guesses within that time are no mistyping."""
MAX_GUESSES = 1000
"""How many are remembered: more than the web's throttle looks at within that time."""


class Guesses:
    """Watches the wrong guesses at PIN and codes. From any thread; ``seconds`` gives the time."""

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._wrong: deque[tuple[float, str]] = deque(maxlen=MAX_GUESSES)
        self._told = ""

    def note(self, address: str) -> None:
        """A wrong one came from there."""
        with self._lock:
            self._wrong.append((self._seconds(), address))

    def watch(self, alarms: Alarms) -> None:
        """Raise the alarm ``guesses`` while there were many, with the address that most of them came from."""
        with self._lock:
            since = self._seconds() - TOLD_S
            while self._wrong and self._wrong[0][0] <= since:
                self._wrong.popleft()
            found = Counter(address for _, address in self._wrong)
        if found.total() < MANY:
            self._told = ""
            alarms.set("guesses", None)
            return
        [(address, _)] = found.most_common(1)
        alone = N_("Somebody is guessing the PIN ({address}).")
        text = alone if len(found) == 1 else N_("Somebody is guessing the PIN (mostly {address}).")
        cure = N_(
            "Logged-in devices stay in, and your tablets can log in again. Take that device off the Wi-Fi."
        )
        alarms.set("guesses", Alarm(text, cure, {"address": address}))
        if self._told != address:
            log.warning("wrong PINs again and again, most of them from %s", address)
            self._told = address
