"""A screen that follows a hub: the fields of an event in turn, or what its organisers assign it."""

import os
import re
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from fieldkit.errors import FieldkitError
from fieldkit.files import put_in_place
from fieldkit.settings import Settings
from hardware.scoreboard import lean_imports

ID_FILE = "screen.id"
"""The file of the data folder that keeps a screen's lasting id."""
MAX_NAME = 40
"""The longest name of a screen."""
ROTATION, FIELDS, FIELD = "rotation", "fields", "field"
STANDINGS, SCHEDULE, QUEUE = "standings", "schedule", "queue"
"""The choices of a screen; a `FIELD` is named with its id, as ``field:north``."""
FINALS = "finals"
"""The finals of the standings; no choice of its own."""
_FIELD = re.compile(r"field:([a-z0-9-]{1,32})")
_ID = re.compile(rb"[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class ScreenWish:
    """The aim of a screen: the hub's ``url``, its own ``name``, and what it shows by itself."""

    url: str
    name: str
    show: str


def field_of(show: str) -> str | None:
    """Return the id of the field that ``field:<id>`` names; None for all else."""
    found = _FIELD.fullmatch(show)
    return None if found is None else found[1]


def is_word(show: str) -> bool:
    """Return whether a screen knows what that means."""
    return show in (ROTATION, FIELDS, STANDINGS, SCHEDULE, QUEUE) or field_of(show) is not None


def run(settings: Settings, shown: ScreenWish, snapshot: Path | None, data: Path) -> int:
    """Show an event until ESC, q, its closing or SIGTERM; returns the exit code. Raises FieldkitError.

    With ``snapshot`` draw one view to that PNG file instead, and end: 1 when none came within 5 s.
    """
    if not is_word(shown.show):
        words = ", ".join((ROTATION, FIELDS, f"{FIELD}:ID", STANDINGS, SCHEDULE, QUEUE))
        raise FieldkitError(f"A screen cannot show {shown.show}; it can show {words}.")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    with lean_imports(https=shown.url.startswith("https:")):
        from hardware.scoreboard import screen  # pygame greets on standard output unless told first
        from hardware.scoreboard.event.follow import HubSource, ScreenIdentity
        from hardware.scoreboard.event.rotation import waiting

    # One who takes a picture and leaves is no screen that the organisers could give something to show.
    me = ScreenIdentity("" if snapshot else screen_id(data), shown.name[:MAX_NAME])
    source = HubSource(shown.url, me, shown.show, screen.LOG.warning, monotonic)
    return screen.show(settings, source, source.day, waiting(shown.name, shown.url), snapshot, shown.url)


def screen_id(data: Path) -> str:
    """Return this screen's id, made the first time. Raises FieldkitError where it cannot be kept."""
    path = data / ID_FILE
    try:
        if path.is_file() and _ID.fullmatch(known := path.read_bytes().strip()):
            return known.decode()
        made = os.urandom(8).hex()
        put_in_place(path, f"{made}\n".encode())
    except OSError as error:
        raise FieldkitError(f"{path} cannot be kept: {error}") from None
    return made
