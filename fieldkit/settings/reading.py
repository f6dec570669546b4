"""Settings files: read whole, with a line for every mistake; the caller names the tables of the games."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from fieldkit.errors import SettingsError
from fieldkit.settings import Settings
from fieldkit.settings.limits import homeless, impossible
from fieldkit.toml_file import in_short, read_toml, shown, unseen_signs

GameTables = Mapping[str, Any]
"""The tables of games, by name, and the type of each."""
_NO_TABLES: GameTables = {}


def load(path: Path | None, games: GameTables = _NO_TABLES) -> Settings:
    """Read and check a settings file (None: all defaults). Raises SettingsError, a line for each mistake."""
    if path is None:
        return Settings()
    return parse(read_toml(path), str(path), games)


def own_tables() -> dict[str, Any]:
    """Return the kit's own tables, by name, and the type of each."""
    hints = get_type_hints(Settings, include_extras=True)
    return {name: kind for name, kind in hints.items() if name != "games"}


def parse(raw: Mapping[str, Any], name: str, games: GameTables = _NO_TABLES) -> Settings:
    """Check parsed settings of the file ``name``. Raises SettingsError with every mistake."""
    hints = own_tables() | dict(games)
    given, wrong = tables_of(raw, name, hints)
    of_games = {key: given.pop(key) for key in games if key in given}
    settings = Settings(**given, games=of_games)
    wrong += [f"{name}: {line}" for line in (*impossible(settings), *homeless(settings))]
    if wrong:
        raise SettingsError("\n".join(wrong))
    return settings


def tables_of(
    raw: Mapping[str, Any], name: str, hints: Mapping[str, Any]
) -> tuple[dict[str, Any], list[str]]:
    """Convert the tables of a file to the types of ``hints``; return its mistakes. Raises SettingsError."""
    if unseen := unseen_signs(raw):
        raise SettingsError("\n".join(f"{name}: {line}" for line in unseen))
    wrong: list[str] = []
    given: dict[str, Any] = {}
    for key, value in raw.items():
        if key not in hints:
            wrong.append(f"{name}: [{in_short(key)}]: unknown; allowed are {', '.join(hints)}")
            continue
        try:
            given[key] = msgspec.convert(value, hints[key])
        except msgspec.ValidationError:
            wrong += _mistakes(value, hints[key], f"{name}: [{key}]")
    return given, wrong


def _mistakes(value: object, kind: Any, where: str) -> list[str]:
    """Return every mistake in one table; msgspec itself stops at the first."""
    if get_origin(kind) is dict and isinstance(value, dict):
        key_kind, entry_kind = get_args(kind)
        return [
            line
            for key, entry in value.items()
            for line in _mistake(key, key_kind, where) or _mistakes(entry, entry_kind, f'{where} "{key}"')
        ]
    if get_origin(kind) is tuple and isinstance(value, list):
        each, places = kind.__args__[0], enumerate(value, 1)
        return [line for i, entry in places for line in _mistakes(entry, each, f"{where} {i}")]
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct) and isinstance(value, dict)):
        return _mistake(value, kind, where)
    hints = get_type_hints(kind, include_extras=True)
    unknown = [in_short(key) for key in value if key not in hints]
    wrong = [f"{where} {key}: unknown; allowed are {', '.join(hints)}" for key in unknown]
    needed = [field.name for field in msgspec.structs.fields(kind) if field.required]
    wrong += [f"{where} {key}: missing" for key in needed if key not in value]
    for key, entry in value.items():
        if key in hints:
            wrong += _mistake(entry, hints[key], f"{where} {key}")
    return wrong


def _mistake(value: object, kind: Any, where: str) -> list[str]:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        allowed = in_words(kind)
        wrong = f"{shown(value)} is not allowed; allowed are {allowed}" if allowed else error
        return [f"{where}: {wrong}"]
    return []


def in_words(kind: Any) -> str:
    """Return the allowed values in words; "" if msgspec's own sentence tells them."""
    if get_origin(kind) is Literal:
        return ", ".join(get_args(kind))
    described = [meta.description for meta in getattr(kind, "__metadata__", ()) if meta.description]
    return next(iter(described), "") or next(filter(None, map(in_words, get_args(kind))), "")
