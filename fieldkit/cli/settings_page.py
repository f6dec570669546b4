"""The reference of all settings, drawn from the settings' own types and the games' numbers.

``fieldkit settings --explain`` prints it, and ``fieldkit/SETTINGS.md`` holds it; that of a hub's settings is
printed by ``fieldkit hub explain`` and held by ``fieldkit/hub/SETTINGS.md``. ``python -m
fieldkit.cli.settings_page`` writes both.
"""

import ast
import inspect
import json
import types
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

import fieldkit
from fieldkit.games.loading import game_file, known_games, settings_tables
from fieldkit.hub.settings import HubSettings
from fieldkit.settings import Settings
from fieldkit.settings.reading import in_words, own_tables

PAGE = Path(fieldkit.__file__).with_name("SETTINGS.md")
HUB_PAGE = Path(fieldkit.__file__).parent / "hub" / "SETTINGS.md"
_HEAD = """# Settings

One TOML file, read whole and checked before anything starts: `fieldkit run --settings my.toml`. An empty file
runs, since everything but a link's port and protocol has a default. What is unknown or not allowed is refused
with its table and key. `fieldkit settings --settings my.toml` only checks a file, and
`fieldkit settings --explain` prints this page.

The kit's page saves its name, event, languages, themes, lengths, colours into `kit.toml` of the data folder,
under the same keys, and a field into `field.toml`. A settings file goes before both. What is saved and cannot
be used is left out, and told by an alarm, the doctor and `fieldkit settings`.
"""
_HUB_HEAD = """# Settings of a hub

One TOML file of its own: `fieldkit hub --settings hub.toml`. An empty file runs. What is unknown or not
allowed is refused with its table and key. `fieldkit hub explain` prints this page.
"""
_TYPES = {
    str: "text",
    int: "whole number",
    float: "number",
    bool: "true or false",
    list: "list",
    dict: "table",
}


def page() -> str:
    """Return the whole reference as Markdown."""
    said = _sentences(Settings)
    parts = [_table(name, kind, said.get(name, "")) for name, kind in own_tables().items()]
    of_games = settings_tables()
    for name, game in known_games().items():
        options = game_file(name, "rules.toml")
        parts.append("\n".join([f"## `[{game.options}]`", "", f"Defaults of a match of `{name}`.", ""]))
        parts[-1] += "\n" + "\n".join(_options(options)) + "\n"
        if game.field is not None:
            parts.append(_table(game.field, of_games[game.field], ""))
    return "\n".join([_HEAD, *parts])


def hub_page() -> str:
    """Return the reference of a hub's settings as Markdown."""
    hints = get_type_hints(HubSettings, include_extras=True)
    return "\n".join([_HUB_HEAD, *(_table(name, kind, "") for name, kind in hints.items())])


def _table(name: str, kind: Any, says: str) -> str:
    struct, brackets = kind, f"[{name}]"
    if get_origin(kind) is tuple:
        struct, brackets = get_args(kind)[0], f"[[{name}]]"
    if isinstance(struct, type) and issubclass(struct, msgspec.Struct):
        lines = [inspect.cleandoc(struct.__doc__ or ""), "", *_keys(struct)]
    else:
        default = _default(Settings, name)
        entries = [f"`{json.dumps(key)} = {json.dumps(value)}`" for key, value in default.items()]
        lines = [says, "", f"Default: {', '.join(entries) or 'none'}."]
    return "\n".join([f"## `{brackets}`", "", *lines, ""])


def _keys(struct: type[msgspec.Struct]) -> Iterator[str]:
    said = _sentences(struct)
    for name, kind in get_type_hints(struct, include_extras=True).items():
        default = _default(struct, name)
        if default is msgspec.NODEFAULT:
            often = "required"
        else:
            often = "default: none" if default in (None, "", ()) else f"default: `{json.dumps(default)}`"
        yield f"- `{name}` ({_type(kind)}; {often}): {said[name]}"


def _options(numbers: Mapping[str, Any]) -> Iterator[str]:
    limits, says = numbers.get("limits", {}), numbers.get("says", {})
    defaults = numbers.get("options", {})
    for name in dict.fromkeys([*defaults, *says]):
        if name in limits:
            kind = f"number from {limits[name][0]} to {limits[name][1]}"
        else:
            kind = _TYPES[type(defaults[name])]
        default = f"`{json.dumps(defaults[name])}`" if name in defaults else "none"
        yield f"- `{name}` ({kind}; default: {default}): {says[name]}"


def _type(kind: Any) -> str:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _type(next(each for each in arguments if each is not types.NoneType))
    if origin is tuple:
        kind, colon, allowed = _type(arguments[0]).partition(":")
        return f"list of {kind}s{colon}{allowed}"
    if origin is Literal:
        return "one of " + ", ".join(f"`{each}`" for each in arguments)
    if origin is Annotated:
        meta = arguments[1]
        words = _type(arguments[0])
        if meta.ge is not None:
            return f"{words} from {meta.ge} to {meta.le}"
        if meta.max_length is not None:
            return f"{words} of {meta.min_length or 0} to {meta.max_length} characters"
        return f"{words}: {in_words(kind)}" if in_words(kind) else words
    return _TYPES[kind]


def _default(struct: type[msgspec.Struct], name: str) -> Any:
    field = next(each for each in msgspec.structs.fields(struct) if each.name == name)
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default


def _sentences(struct: type) -> dict[str, str]:
    body = ast.parse(inspect.getsource(struct)).body[0]
    assert isinstance(body, ast.ClassDef)
    said = {}
    for key, below in zip(body.body, body.body[1:], strict=False):
        if (
            isinstance(key, ast.AnnAssign)
            and isinstance(key.target, ast.Name)
            and isinstance(below, ast.Expr)
        ):
            assert isinstance(below.value, ast.Constant)
            said[key.target.id] = " ".join(str(below.value.value).split())
    return said


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    HUB_PAGE.write_text(hub_page(), encoding="utf-8")
