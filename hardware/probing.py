"""Probes of the hardware for the doctor: could it be used? All is left as it was."""

import os
import tempfile
from pathlib import Path

from fieldkit.checkup.sheet import Trial
from fieldkit.pi import kind_of_pins
from fieldkit.settings import Link, Settings
from hardware.hoops.serial_link import PORT_TROUBLE, open_quietly
from hardware.whistle.pins import check_driver


def drive_pins(settings: Settings) -> None:
    """Raise SettingsError if the pins cannot be driven; no line is touched."""
    with tempfile.TemporaryDirectory(prefix="fieldkit-") as folder:
        check_driver(settings, Path(folder))


def open_port(link: Link) -> None:
    """Open a link's port and close it again; raises OSError."""
    try:
        port = open_quietly(link.port)
    except OSError:
        raise
    except PORT_TROUBLE as error:
        raise OSError(str(error)) from error
    port.close()


def dry_run(settings: Settings, is_free: bool) -> Trial:
    """Return the dry run of the whistle; on simulated pins while a kit has the real ones."""
    from hardware.whistle import dry_run

    kind = kind_of_pins(settings.kit.pins) if is_free else "mock"
    return Trial(
        pins=kind,
        lateness=lambda: dry_run.lateness(settings, kind),
        loops_back=lambda: dry_run.loops_back(settings, kind),
        is_wired=settings.whistle.loopback is not None,
        is_free=is_free,
    )


def video_driver() -> str:
    """Return the video driver that a scoreboard would draw with, "" for none; for a process of its own."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from hardware.scoreboard import screen

    return screen.driver()
