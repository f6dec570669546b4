"""The options that several commands share, and what they open: settings, data folder, games, locks."""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from fieldkit.cli.surroundings import keep_private
from fieldkit.errors import FieldkitError, SettingsError
from fieldkit.games import Game, hoop_ids
from fieldkit.games.loading import settings_tables
from fieldkit.saved import KIT_FILE, LayeredSettings, layered
from fieldkit.service.supervisor import LockFile
from fieldkit.settings import Link, Settings, WireFormat
from fieldkit.settings.folders import data_folder, data_path
from fieldkit.settings.reading import load, parse
from fieldkit.toml_file import read_toml

log = logging.getLogger(__name__)

VIRTUAL: WireFormat = "hk1"
"""The wire format of a kit's virtual hoops: hoop nodes have buttons too."""
HOOPS = "hoops"
"""The folder of the virtual hoops' ports in the data folder."""


def own_settings(file: Path | None) -> Settings:
    """Return the settings of a file alone, the games' tables among them. Raises SettingsError."""
    return load(file, settings_tables())


def lay_settings(file: Path | None, data: str | None) -> LayeredSettings:
    """Read the settings of a file, those saved on pages under them. Raises SettingsError for the file."""
    own = {} if file is None else read_toml(file)
    settings = parse(own, str(file), settings_tables())
    return layered(own, str(file), data_path(settings, data))


def load_settings(file: Path | None, data: str | None) -> Settings:
    """As `lay_settings`, the settings alone; what was saved and cannot be used is logged."""
    laid = lay_settings(file, data)
    for line in laid.left_out:
        log.warning("%s", line)
    return laid.settings


def saved_file(settings: Settings, data: str | None) -> Path:
    """Return where the kit's page saves settings."""
    return data_path(settings, data) / KIT_FILE


def open_kit(file: Path | None, data: str | None) -> tuple[Settings, Path]:
    """Return the settings, and the data folder, which is made if need be."""
    settings = load_settings(file, data)
    return settings, kit_folder(settings, data)


def kit_folder(settings: Settings, data: str | None) -> Path:
    """Make the data folder if need be; all that this process makes from now on is its owner's alone."""
    keep_private()
    return data_folder(settings, data)


def look_into_kit(file: Path | None, data: str | None) -> tuple[Settings, Path]:
    """As `open_kit`, but of a kit that has run: nothing is made."""
    settings = load_settings(file, data)
    return settings, folder_of_a_kit(data_path(settings, data))


def folder_of_a_kit(data: Path) -> Path:
    """Return the folder itself. Raises FieldkitError where no kit has run with it."""
    if not data.is_dir():
        raise FieldkitError(f"No kit has run with the data folder {data}.")
    return data


def only_one(data: Path, name: str, patience: float = 0.0) -> LockFile:
    """Return the lock of the one process of that name on a data folder."""
    refusal = f"Another {name} already runs on the data folder {data}; end it, or give another with --data."
    return LockFile(data / f"{name}.lock", refusal, patience)


@contextlib.contextmanager
def only_journal(path: Path) -> Iterator[None]:
    """Yield the lock of the one kit that writes a journal, beside it. Raises FieldkitError if it is held."""
    own = Path(os.path.realpath(path.expanduser()))
    refusal = f"Another kit already writes the journal {own}; end it, or name another [journal] path."
    with contextlib.ExitStack() as held:
        with contextlib.suppress(OSError):
            held.enter_context(LockFile(own.with_name(f"{own.name}.lock"), refusal))
        yield


def virtual_links(data: Path, games: Mapping[str, Game]) -> tuple[Link, ...]:
    """Return the links to the virtual hoops of a kit."""
    return tuple(Link(port=str(data / HOOPS / hoop), protocol=VIRTUAL) for hoop in hoop_ids(games))


def check_links(settings: Settings) -> None:
    """Raise SettingsError for a link whose wire format nothing here can read."""
    from hardware.hoops.formats import FORMATS

    links = enumerate(settings.links, 1)
    wrong = [(number, link.protocol) for number, link in links if link.protocol not in FORMATS]
    if wrong:
        text = "nothing reads this wire format yet"
        raise SettingsError("\n".join(f"[links] {number} protocol: {name}: {text}" for number, name in wrong))


def open_log(process: str) -> None:
    """Let everything that this process logs go to standard error, in the one form that all processes have."""
    form = f"%(asctime)s %(levelname)s {process}: %(message)s"
    logging.basicConfig(level=logging.INFO, format=form, datefmt="%H:%M:%S")


Command = TypeVar("Command", bound=Callable[..., Any])

FILE = click.Path(path_type=Path)


def in_range(kind: Callable[[str], float], least: float, most: float) -> Callable[[str], float]:
    """Return a sort of value: a number of a range that both ends belong to."""

    def convert(text: str) -> float:
        with contextlib.suppress(ValueError):
            if least <= (found := kind(text)) <= most:
                return found
        raise click.BadParameter(f"{text} is not a number from {least} to {most}.")

    return convert


PORT = in_range(int, 0, 65535)
SPEED = in_range(float, 0.1, 100)
"""The speed of a clock, in times of real time."""


def note_settings(context: click.Context, _: click.Parameter, path: Path | None) -> Path | None:
    """Make an option's callback: `fieldkit.cli.commands.main` names this file beside a mistake in it."""
    context.ensure_object(dict)["settings"] = path
    return path


settings_option = click.option(
    "--settings", "file", type=FILE, metavar="FILE", callback=note_settings, help="The settings file (TOML)."
)
_data_option = click.option("--data", metavar="DIR", help="The data folder: journal, PIN, sockets.")
port_option = click.option("--port", type=PORT, metavar="N", help="The web port; 0 is any free one.")


def kit_options(command: Command) -> Command:
    """Add ``--settings`` and ``--data``: the kit's settings file and data folder (``file`` and ``data``)."""
    return settings_option(_data_option(command))


def process_options(command: Command) -> Command:
    """Those, and what one process of the kit tells another.

    The hidden options are the clock's ``rate`` and, in ``kept_by``, the process with whose death to end.
    """
    rate = click.option("--rate", type=SPEED, default=1.0, hidden=True)
    kept_by = click.option("--kept-by", type=int, hidden=True)
    return kit_options(rate(kept_by(command)))
