"""The options that several commands share, and what they open: settings, data folder, games, locks."""

import contextlib
import functools
import logging
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TypeVar

import click
import msgspec

from fieldkit.cli.surroundings import keep_private
from fieldkit.errors import FieldkitError, SettingsError
from fieldkit.games.loading import settings_tables
from fieldkit.saved import KIT_FILE, LayeredSettings, layered
from fieldkit.service.ending import end_when_changed
from fieldkit.service.supervisor import end_with, locked
from fieldkit.settings import Settings, WireFormat
from fieldkit.settings.folders import data_folder, data_path
from fieldkit.settings.reading import parse
from fieldkit.toml_file import read_toml

log = logging.getLogger(__name__)

VIRTUAL: WireFormat = "hk1"
"""The wire format of a kit's virtual hoops: hoop nodes have buttons too."""
HOOPS = "hoops"
"""The folder of the virtual hoops' ports in the data folder."""


class KitOptions(msgspec.Struct, frozen=True):
    """The options ``--settings`` and ``--data`` of a command, and what they open."""

    file: Path | None
    data: str | None

    def layers(self) -> LayeredSettings:
        """Read the file's settings, those saved on pages under them. Raises SettingsError for the file."""
        own = {} if self.file is None else read_toml(self.file)
        settings = parse(own, str(self.file), settings_tables())
        return layered(own, str(self.file), data_path(settings, self.data))

    def settings(self) -> Settings:
        """Return the settings of all layers; what was saved and cannot be used is logged."""
        laid = self.layers()
        for line in laid.left_out:
            log.warning("%s", line)
        return laid.settings

    def open(self) -> tuple[Settings, Path]:
        """Return the settings, and the data folder, which is made if need be."""
        settings = self.settings()
        return settings, kit_folder(settings, self.data)

    def look(self) -> tuple[Settings, Path]:
        """As `open`, but of a kit that has run: nothing is made."""
        settings = self.settings()
        return settings, folder_of_a_kit(data_path(settings, self.data))


class ProcessOptions(KitOptions, frozen=True):
    """Those, the clock's ``rate``, and in ``kept_by`` the process with whose death to end."""

    rate: float
    kept_by: int | None

    def begin(self, process: str, number: signal.Signals = signal.SIGKILL) -> None:
        """Log as this process, which gets the signal when the one that keeps it dies."""
        if self.kept_by:
            end_with(self.kept_by, number)
        open_log(process)

    @property
    def is_restarted(self) -> bool:
        """True if somebody starts this process again when it ends."""
        return self.kept_by is not None or "NOTIFY_SOCKET" in os.environ

    def end_with_new(self, settings: Settings, table: Callable[[Settings], object]) -> None:
        """End this process when a page has saved other settings of a table."""
        saved = data_path(settings, self.data) / KIT_FILE
        end_when_changed(saved, lambda: table(self.settings()), table(settings))


def kit_folder(settings: Settings, data: str | None) -> Path:
    """Make the data folder if need be; all that this process makes from now on is its owner's alone."""
    keep_private()
    return data_folder(settings, data)


def folder_of_a_kit(data: Path) -> Path:
    """Return the folder itself. Raises FieldkitError where no kit has run with it."""
    if not data.is_dir():
        raise FieldkitError(f"No kit has run with the data folder {data}.")
    return data


def only_one(data: Path, name: str, patience: float = 0.0) -> AbstractContextManager[None]:
    """Return the lock of the one process of that name on a data folder."""
    refusal = f"Another {name} already runs on the data folder {data}; end it, or give another with --data."
    return locked(data / f"{name}.lock", refusal, patience)


@contextlib.contextmanager
def only_journal(path: Path) -> Iterator[None]:
    """Yield the lock of the one kit that writes a journal, beside it. Raises FieldkitError if it is held."""
    own = Path(os.path.realpath(path.expanduser()))
    refusal = f"Another kit already writes the journal {own}; end it, or name another [journal] path."
    with contextlib.ExitStack() as held:
        with contextlib.suppress(OSError):
            held.enter_context(locked(own.with_name(f"{own.name}.lock"), refusal))
        yield


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


Returned = TypeVar("Returned")

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


_settings_option = click.option(
    "--settings", "file", type=FILE, metavar="FILE", callback=note_settings, help="The settings file (TOML)."
)
_data_option = click.option("--data", metavar="DIR", help="The data folder: journal, PIN, sockets.")
port_option = click.option("--port", type=PORT, metavar="N", help="The web port; 0 is any free one.")


def kit_options(command: Callable[..., Returned]) -> Callable[..., Returned]:
    """Give a command its `KitOptions`, with which it begins."""

    @functools.wraps(command)
    def run(file: Path | None, data: str | None, **others: object) -> Returned:
        return command(KitOptions(file, data), **others)

    return _settings_option(_data_option(run))


def process_options(command: Callable[..., Returned]) -> Callable[..., Returned]:
    """Give a command its `ProcessOptions`, of which one process of the kit tells another the hidden ones."""

    @functools.wraps(command)
    def run(
        file: Path | None, data: str | None, rate: float, kept_by: int | None, **others: object
    ) -> Returned:
        return command(ProcessOptions(file, data, rate, kept_by), **others)

    rate = click.option("--rate", type=SPEED, default=1.0, hidden=True)
    kept_by = click.option("--kept-by", type=int, hidden=True)
    return _settings_option(_data_option(rate(kept_by(run))))
