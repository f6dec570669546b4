"""The units for this machine: with the program that they start, checked to be within the services' reach."""

import os
import re
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from fieldkit.errors import FieldkitError, SettingsError
from fieldkit.install.machine import Machine
from fieldkit.phrases import N_
from fieldkit.settings import Settings

PROGRAM = "/opt/fieldkit/.venv/bin/fieldkit"
"""The program that the units in `fieldkit.units` name."""
_PROCESSES = ("whistle", "referee", "scoreboard", "spectators", "uplink")
SERVICES = tuple(f"fieldkit-{name}.service" for name in _PROCESSES)
"""Their units."""
ALL = ("fieldkit.target", *SERVICES, "fieldkit-off.path", "fieldkit-off.service")
"""The units of a kit."""
CARD = ("fieldkit-card.service", "fieldkit-health.service")
"""The units that take a new version over from the card, and go back if it is not healthy."""
RUNNING = ("fieldkit.target", "fieldkit-off.path")
"""The units that are active while the kit runs; the target may be so without one that came with an update."""
UNITS = "/etc/systemd/system"
DATA = "/var/lib/fieldkit"
_COPIES = (f"{DATA}/", "/media/", "/mnt/")
"""The folders that the referee may write to: sticks are mounted below the last two."""
_HIDDEN = tuple(f"/{folder}/" for folder in ("home", "root", "run/user", "tmp", "var/tmp"))
"""Folders that a service with ``ProtectHome`` and ``PrivateTmp`` does not see."""
_MAX_LINKS = 40


def packaged(name: str) -> str:
    """Return one of the files that come with the kit for systemd."""
    return (Path(__file__).parents[1] / "units" / name).read_text(encoding="utf-8")


def units(program: str, names: Sequence[str] = ALL) -> dict[str, str]:
    """Return the texts of units, all of a kit or some others, by their files."""
    return {f"{UNITS}/{name}": packaged(name).replace(PROGRAM, program) for name in names}


def check_program(machine: Machine, program: str) -> None:
    """Raise FieldkitError if the services could not start the program, or the Python behind it."""
    if not re.fullmatch(r"/[\w./+@-]+", program):
        text = N_("The services need a simple path to their program, not {path!r}.")
        raise FieldkitError(text, path=program)
    for name in (program, _interpreter(machine, program)):
        for path in _ways(machine, name):
            _check_reach(machine, path)


def check_files(settings: Settings) -> None:
    """Raise SettingsError for each file that the settings name and the services could not read or write."""
    wrong = []
    for table, name in settings.field_files.items():
        field = _as_the_kit(name)
        if not field.startswith("/") or field.startswith(_HIDDEN):
            wrong.append(f"[{table}] file: the services do not see {field}; put it into /etc/fieldkit")
    written = {
        "[journal] path": (settings.journal.path, (f"{DATA}/",)),
        "[whistle] trace": (settings.whistle.trace, (f"{DATA}/",)),
        "[journal] copy_to": (settings.journal.copy_to, _COPIES),
    }
    for key, (name, folders) in written.items():
        path = _as_the_kit(name)
        if path and not f"{path}/".startswith(folders):
            allowed = " and ".join(folder.rstrip("/") for folder in folders)
            wrong.append(f"{key}: the services may not write {path}; allowed is a place below {allowed}")
    if wrong:
        raise SettingsError("\n".join(wrong))


def _as_the_kit(name: str) -> str:
    """Return a path of the settings as the kit's own user has it, whose home is the data folder."""
    return os.path.normpath(re.sub(r"^~(?=/|$)", DATA, name)) if name else ""


def _interpreter(machine: Machine, program: str) -> str:
    """Return what the first line of a script names; the program itself if it is none."""
    try:
        with machine.at(program).open("rb") as file:
            line = file.readline(1000)
    except OSError:
        text = N_("{path} does not exist: install the kit there, or give its path with --program.")
        raise FieldkitError(text, path=machine.at(program)) from None
    return line[2:].decode(errors="replace").split()[0] if line.startswith(b"#!/") else program


def _ways(machine: Machine, name: str) -> list[str]:
    """Return a path and each that it is a link to, as the machine knows them."""
    ways = [os.path.normpath(name)]
    while machine.at(ways[-1]).is_symlink() and len(ways) < _MAX_LINKS:
        here = PurePosixPath(ways[-1])
        ways.append(os.path.normpath(here.parent / os.readlink(machine.at(ways[-1]))))
    return ways


def _check_reach(machine: Machine, path: str) -> None:
    if path.startswith(_HIDDEN):
        text = N_(
            "{path} is hidden from the services: make the kit's environment in /opt/fieldkit,"
            " with the system's own Python."
        )
        raise FieldkitError(text, path=path)
    for each in (path, *map(str, list(PurePosixPath(path).parents)[:-1])):
        place = machine.at(each)
        if place.exists() and not place.stat().st_mode & 0o001:
            text = N_("The kit's user cannot read {path}: allow it with chmod o+rx {path}.")
            raise FieldkitError(text, path=each)
