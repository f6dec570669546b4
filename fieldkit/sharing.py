"""What the kit's user shares with the services that have users of their own, for strangers talk to them.

They are of the kit's group, and `fieldkit install` opens the data folder to it (0710). In any other folder
what the kit makes stays its owner's alone, for a group may be everybody of a machine.
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

_OPEN = 0o710


def mode_at(path: Path) -> int:
    """The mode of a shared file at this path. Raises OSError."""
    return 0o640 if stat.S_IMODE(path.parent.stat().st_mode) == _OPEN else 0o600


def share(*paths: Path) -> None:
    """Share these files and folders, in this order.

    What is not there, or belongs to somebody else, stays as it is.
    """
    for path in paths:
        with contextlib.suppress(OSError):
            if (mode := mode_at(path)) & 0o040:
                os.chmod(path, _OPEN if path.is_dir() else mode)
