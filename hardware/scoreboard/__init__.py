"""The scoreboard: a process of its own that listens to the kit's feed and draws it on a screen."""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from fieldkit.clock import Clock
from fieldkit.settings import Settings


def run(settings: Settings, url: str, snapshot: Path | None, clock: Clock) -> int:
    """Show the match of the kit at ``url`` until ESC, q, its closing or SIGTERM; returns the exit code.

    With ``snapshot`` draw one view to that PNG file instead, and end: 1 when none came within 5 s. ``clock``
    tells how fast the kit's clock runs where the feed does not.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    with lean_imports(https=url.startswith("https:")):
        from hardware.scoreboard import screen  # pygame greets on standard output unless told first

    return screen.run(settings, url, snapshot, clock)


SOUND, ARRAYS = ("pygame.mixer", "pygame.mixer_music"), ("pygame.surfarray", "pygame.sndarray")
UNUSED = ("pkg_resources", "_hashlib", *SOUND, *ARRAYS)
"""Modules that pygame and others do without: no sound, no arrays (which load numpy), nothing to encrypt."""
HTTPS = ("ssl",)
"""Modules that only a kit behind https needs."""


@contextlib.contextmanager
def lean_imports(https: bool) -> Iterator[None]:
    """Import in here what needs none of `UNUSED`."""
    kept_out = [name for name in UNUSED + (() if https else HTTPS) if name not in sys.modules]
    # None makes an import fail as it would on a machine without it.
    sys.modules.update(dict.fromkeys(kept_out))  # type: ignore[arg-type]
    try:
        yield
    finally:
        for name in kept_out:
            del sys.modules[name]
