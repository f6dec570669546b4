"""Settings saved by pages in the data folder, layered below the settings file that people write.

``kit.toml`` holds settings under the same keys as that file, ``<table>.toml`` the field of the game whose
table of the settings may name a field's file. The settings file overrides both. A saved file that cannot be
used is left out and reported: it never keeps a kit from starting.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import tomli_w

from fieldkit.errors import FieldkitError, SettingsError
from fieldkit.files import save
from fieldkit.games.loading import known_games, load_games, settings_tables
from fieldkit.phrases import N_, Message
from fieldkit.settings import FieldFile, Settings
from fieldkit.settings.reading import parse
from fieldkit.toml_file import read_if_there

KIT_FILE = "kit.toml"
"""The name of the saved settings in the data folder."""
SHARED: Mapping[str, tuple[str, ...]] = {
    "kit": ("name",),
    "web": ("language", "theme"),
    "scoreboard": ("language", "theme"),
    "hub": ("url", "event", "field", "key"),
}
"""The settings of the kit itself that a page may save; of the games' options any."""
MAX_BYTES = 256 * 1024
_HEAD = "# Saved by the kit's page; edit at will. The settings file goes before it.\n\n"
_FIELD_HEAD = "# A field laid on the kit's page, in metres from its lower left corner; edit at will.\n\n"

Tables = Mapping[str, Mapping[str, Any]]
"""Tables of a settings file with their keys."""


class LayeredSettings(msgspec.Struct, frozen=True):
    """The settings in force, and their layers: the file's ``own``, the ``saved``, saved ``fields``."""

    settings: Settings
    own: Mapping[str, Any] = {}
    name: str = ""
    saved: Tables = {}
    fields: Mapping[str, Path] = {}
    left_out: tuple[Message, ...] = ()


def layered(own: Mapping[str, Any], name: str, data: Path) -> LayeredSettings:
    """Layer the file's tables ``own`` over the saved ones in ``data``. Raises SettingsError for ``own``."""
    settings, saved, left_out = parse(own, name, settings_tables()), None, []
    file = data / KIT_FILE
    try:
        saved = read_if_there(file, MAX_BYTES)
        if saved:
            settings = checked(own, name, saved, str(file))
    except SettingsError as error:
        saved = None
        left_out.append(_left_out(error, file))
    fields: dict[str, Path] = {}
    for table in (game.field for game in known_games().values()):
        path = data / f"{table}.toml"
        if table is None or table in settings.field_files:
            continue
        try:
            if read_if_there(path, MAX_BYTES) is not None:
                settings, fields[table] = _with_field(settings, table, path), path
        except SettingsError as error:
            left_out.append(_left_out(error, path))
    return LayeredSettings(settings, own, name, saved or {}, fields, tuple(left_out))


def checked(own: Mapping[str, Any], name: str, saved: Mapping[str, Any], where: str) -> Settings:
    """Return the settings with the tables ``saved`` below them. Raises SettingsError with every mistake."""
    options = {game.options for game in known_games().values()}
    wrong = [
        f"{where}: [{table}] {key}: only the settings file may set this"
        for table, keys in saved.items()
        if table not in options
        for key in (keys if isinstance(keys, dict) else ("",))
        if key not in SHARED.get(table, ())
    ]
    if wrong:
        raise SettingsError("\n".join(wrong))
    parse(saved, where, settings_tables())
    laid = {table: {**saved[table], **own.get(table, {})} for table in saved}
    settings = parse({**own, **laid}, name, settings_tables())
    load_games(settings)
    return settings


def save_tables(data: Path, tables: Tables) -> None:
    """Save settings. Raises FieldkitError if they cannot be written."""
    _put(data / KIT_FILE, _HEAD, tables)


def save_field(data: Path, table: str, given: Mapping[str, Sequence[Mapping[str, Any]]] | None) -> None:
    """Save a field, or with None delete the saved one. Raises FieldkitError if that fails."""
    path = data / f"{table}.toml"
    if given is None:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            why = error.strerror or ""
            raise FieldkitError("{file} cannot be written: {why}", file=str(path), why=why) from None
        return
    _put(path, _FIELD_HEAD, given)


def _with_field(settings: Settings, table: str, path: Path) -> Settings:
    named = {**settings.games, table: FieldFile(file=str(path))}
    found = msgspec.structs.replace(settings, games=named)
    load_games(found)
    return found


def _left_out(error: SettingsError, file: Path) -> Message:
    why = "; ".join(str(error).replace(f"{file}: ", "").split("\n"))
    return Message(N_("{file} is not used: {why}"), {"file": str(file), "why": why})


def _put(path: Path, head: str, told: Mapping[str, Any]) -> None:
    try:
        content = (head + tomli_w.dumps(told)).encode("utf-8")
    except UnicodeEncodeError:
        raise FieldkitError("A text with a character that cannot be saved was given.") from None
    save(path, content, is_shared=True)
