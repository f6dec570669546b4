"""Find the games, read their files and make them. The one file of this room that touches files.

A game is a package in this folder with its `Game` in ``game.py``, which is only imported when the game is
made. Its numbers stand in ``rules.toml`` and its field in ``field.toml``; a game may do without either.
"""

import importlib
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import fieldkit.games
from fieldkit.errors import SettingsError
from fieldkit.games import Game, GameFiles, hoop_ids, title_of
from fieldkit.phrases import Message
from fieldkit.settings import FieldFile, Settings
from fieldkit.settings.reading import GameTables
from fieldkit.toml_file import read_toml, unseen_signs

if TYPE_CHECKING:
    from fieldkit.messages import Role

_HERE = Path(__file__).parent
MORE_GAMES = "FIELDKIT_GAMES"
"""The environment variable that may name a folder with further games."""


def packages() -> Mapping[str, Path]:
    """Return the folder of every game's package by its name: those here, and those that `MORE_GAMES` adds.

    Such a package holds its pages (``web``), its scenes (``scoreboard``) and its simulated people (``demo``).
    """
    folders = [_HERE]
    if more := os.environ.get(MORE_GAMES):
        folders.append(Path(more).absolute())
        if str(folders[1]) not in fieldkit.games.__path__:
            fieldkit.games.__path__.append(str(folders[1]))
    found = [file.parent for folder in folders for file in sorted(folder.glob("*/__init__.py"))]
    return {folder.name: folder for folder in found}


def known_games() -> Mapping[str, GameFiles]:
    """Return every game of `packages`, in the order of the names."""
    known = {}
    for name in sorted(packages()):
        files = getattr(importlib.import_module(f"fieldkit.games.{name}"), "FILES", GameFiles())
        known[name] = files._replace(options=files.options or name)
    return known


def settings_tables() -> GameTables:
    """Return the tables of the settings that games read, and the type of each."""
    tables: dict[str, Any] = {}
    for game in known_games().values():
        tables[game.options] = dict[str, Any]
        if game.field is not None:
            tables[game.field] = FieldFile
    return tables


def load_games(settings: Settings) -> dict[str, Game]:
    """Make all games, each with its own numbers and field and its tables of the settings.

    Those of a field come first, since the kit is made for them; then they go by their names.
    Raises SettingsError where a game cannot use those, or no game knows what a tag or a button stands for.
    """
    made = {name: _made(name, game, settings) for name, game in known_games().items()}
    games = dict(sorted(made.items(), key=lambda each: (each[1].hoops is None, each[0])))
    wrong = unknown_things(settings, games)
    if wrong:
        raise SettingsError("\n".join(wrong))
    return games


def doubts(settings: Settings, games: Mapping[str, Game]) -> list[Message]:
    """Return what is odd in the games' numbers and fields, each with the file of the field that is in use."""
    known = known_games()
    named = []
    for name, game in games.items():
        file = settings.field_files.get(known[name].field or "") if name in known else None
        where = file or Message("the default field of {game}", {"game": title_of(game)})
        named += [Message("{where}: {doubt}", {"where": where, "doubt": doubt}) for doubt in game.doubts]
    return named


def game_file(name: str, file: str) -> dict[str, Any]:
    """Read a TOML file of the game ``name``; empty where it has none."""
    folder = packages().get(name)
    found = folder / file if folder else None
    return tomllib.loads(found.read_text(encoding="utf-8")) if found and found.is_file() else {}


def _made(name: str, files: GameFiles, settings: Settings) -> Game:
    from fieldkit.games.declared import declared

    numbers = game_file(name, "rules.toml")
    numbers["options"] = _laid_over(numbers.get("options", {}), settings.games.get(files.options, {}))
    if files.fields:
        numbers["fields"] = {field: game_file(name, file) for field, file in files.fields.items()}
    own = settings.field_files.get(files.field or "")
    field = game_file(name, "field.toml") if own is None else _own_field(own, files.field)
    base: type[Any] = Game
    (kind,) = declared(base, importlib.import_module(f"fieldkit.games.{name}.game")).values()
    game: Game = kind(numbers, field)
    return game


def _laid_over(options: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return options with the settings' own in their place; of a table only the keys that it names."""
    laid = {**options, **own}
    for name, value in options.items():
        if isinstance(value, dict) and isinstance(laid[name], dict):
            laid[name] = value | laid[name]
    return laid


def _own_field(file: str, table: str | None) -> dict[str, Any]:
    try:
        field = read_toml(Path(file).expanduser())
    except SettingsError as error:
        raise SettingsError(f"[{table}] file: {error}") from None
    if unseen := unseen_signs(field):
        raise SettingsError("\n".join(f"[{table}] file: {file}: {line}" for line in unseen))
    return field


def unknown_things(settings: Settings, games: Mapping[str, Game]) -> list[str]:
    """List the tags and buttons that stand for what no game knows, and links of hoops that no field has."""
    named: list[tuple[str, Role, str]] = [
        (f'[tags] "{tag}" {role}', role, value)
        for tag, roles in settings.tags.items()
        for role, value in roles.items()
    ]
    named += [(f'[button_kinds] "{button}"', "ball", kind) for button, kind in settings.button_kinds.items()]
    wrong = []
    for where, role, value in named:
        refusals = [game.hoops.unknown(role, value) for game in games.values() if game.hoops]
        if refusals and None not in refusals:
            allowed = "; or ".join(filter(None, refusals))
            wrong.append(f"{where}: {value!r} is not allowed; allowed are {allowed}")
    ids = hoop_ids(games)
    for number, link in enumerate(settings.links, 1):
        if link.hoop is not None and ids and link.hoop not in ids:
            allowed = ", ".join(ids)
            wrong.append(f"[links] {number} hoop: {link.hoop} is not on the field; allowed are {allowed}")
    return wrong
