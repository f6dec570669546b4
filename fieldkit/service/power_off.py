"""Switching the machine off from an unprivileged service: it leaves a file, and systemd does the rest.

The file lies in the service's own folder below ``/run``, where nobody else may write. ``fieldkit-off.path``
waits for it and starts ``fieldkit-off.service``, which removes it; systemd then ends everything in order.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal

from fieldkit.errors import NotStored, Rejected

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
        """The state of switching off.

        A request that nobody took within `AT_MOST_S` is withdrawn: it must not take effect in a later round.
        """
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
            raise Rejected(
                "cannot_switch_off", "This kit cannot switch its machine off: it does not run as a service."
            )
        try:
            self._file.touch(mode=0o600)
        except OSError:
            raise NotStored("The machine could not be asked to switch off.") from None
        self._asked = self._monotonic()
