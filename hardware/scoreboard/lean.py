"""Keeps out of the scoreboard's process what its libraries would load and it never uses: about 15 MB."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator

UNUSED = ("pkg_resources", "pygame.mixer", "pygame.mixer_music", "_hashlib")
"""Modules that pygame and others do without: the screen has no sound and encrypts nothing."""
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
