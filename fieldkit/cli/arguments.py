"""The options that several commands share, and the sorts of values they take."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

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
