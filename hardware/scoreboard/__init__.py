"""The scoreboard: a process of its own that listens to the kit's feed and draws it on a screen."""

from __future__ import annotations

import os
from pathlib import Path

from fieldkit.clock import Clock
from fieldkit.settings import Settings
from hardware.scoreboard.lean import lean_imports


def run(settings: Settings, url: str, snapshot: Path | None, clock: Clock) -> int:
    """Show the match of the kit at ``url`` until ESC, q, its closing or SIGTERM; returns the exit code.

    With ``snapshot`` draw one view to that PNG file instead, and end: 1 when none came within 5 s. ``clock``
    tells how fast the kit's clock runs where the feed does not.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    with lean_imports(https=url.startswith("https:")):
        from hardware.scoreboard import screen  # pygame greets on standard output unless told first

    return screen.run(settings, url, snapshot, clock)
