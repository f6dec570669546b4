"""The settings: one TOML file, read whole and checked before anything starts. An empty file runs."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Collection, Mapping
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from fieldkit.errors import SettingsError
from fieldkit.games import Game, factories
from fieldkit.language.catalogue import languages
from fieldkit.messages import Role

Pin = Annotated[int, msgspec.Meta(ge=0, le=27)]
HoopId = Annotated[
    str, msgspec.Meta(pattern=r"^[a-z0-9-]{1,16}$", description="1 to 16 small letters, digits and dashes")
]
Secret = Annotated[
    str, msgspec.Meta(pattern=r"^[0-9A-Za-z]{4,32}$", description="4 to 32 letters and digits in quotes")
]
Size = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^(auto|[1-9][0-9]{2,3}x[1-9][0-9]{2,3})$",
        description="auto and <width>x<height> in pixels, each 100 to 9999",
    ),
]


class Kit(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """``[kit]``: the kit's name on the screens, which pins to drive, and the data folder."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)] = "Field 1"
    pins: Literal["gpio", "mock", "auto"] = "auto"
    data: str = ""


class Web(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """``[web]``: where the tablet finds the kit, and the language it speaks (see `fieldkit.language`).

    Without a ``pin`` the kit makes one (data folder).
    """

    host: Annotated[str, msgspec.Meta(min_length=1)] = "0.0.0.0"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8080
    pin: Secret | None = None
    language: str = "en"


class JournalFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """``[journal]``: the file of all matches, and where a second copy goes after each round."""

    path: str = ""
    copy_to: str = ""


class Whistle(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """``[whistle]``: its line, the longest it may ever stay on (ms), and a file that gets each edge.

    ``loopback`` is an input that hears the siren's line (`hardware.whistle.pins`: its wiring); None without.
    """

    gpio: Pin = 17
    max_on_ms: Annotated[int, msgspec.Meta(ge=100, le=10_000)] = 3000
    trace: str = ""
    loopback: Pin | None = None


class Lamps(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """``[lamps]``: their lines."""

    round: Pin = 23
    alarm: Pin = 24


class Buttons(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """``[buttons]``: their lines."""

    start: Pin = 27
    stop: Pin = 22


class Scoreboard(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """``[scoreboard]``: ``size`` is ``auto`` or ``<width>x<height>`` in pixels."""

    theme: Literal["sun", "dusk"] = "sun"
    size: Size = "auto"
    language: str = "en"


class Link(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One ``[[links]]`` entry: a serial line with one reader (``hoop``) or with hoop nodes (``hk1``).

    ``repeat_ms`` is how long a tag out of sight of a reader still counts as the same sighting.
    """

    port: Annotated[str, msgspec.Meta(min_length=1)]
    protocol: Literal["rdm6300", "id12", "hk1", "pn532", "r200", "yrm100"]
    baud: Annotated[int, msgspec.Meta(ge=300, le=4_000_000)] | None = None
    hoop: HoopId | None = None
    repeat_ms: Annotated[int, msgspec.Meta(ge=0, le=60_000)] = 1500


class Settings(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The whole file. ``tags`` maps a tag's hex id to ``{ball|marker|player: value}``."""

    kit: Kit = Kit()
    web: Web = Web()
    journal: JournalFile = JournalFile()
    whistle: Whistle = Whistle()
    lamps: Lamps = Lamps()
    buttons: Buttons = Buttons()
    scoreboard: Scoreboard = Scoreboard()
    links: tuple[Link, ...] = ()
    button_kinds: dict[str, str] = msgspec.field(
        default_factory=lambda: {"1": "wood", "2": "wheat", "3": "brick", "4": "ore", "5": "sheep"}
    )
    tags: dict[str, dict[Literal["ball", "marker", "player"], str]] = {}
    rules: dict[str, Any] = {}
    field: dict[Literal["file"], str] = {}


def load(path: Path | None) -> Settings:
    """Read and check a settings file (None: all defaults).

    Raises SettingsError with one line for each mistake: file, key, and what is allowed.
    """
    if path is None:
        return Settings()
    return parse(_read(path), str(path))


def parse(raw: Mapping[str, Any], name: str) -> Settings:
    """Check parsed settings of the file ``name``. Raises SettingsError with every mistake."""
    wrong: list[str] = []
    hints = get_type_hints(Settings, include_extras=True)
    given: dict[str, Any] = {}
    for key, value in raw.items():
        if key not in hints:
            wrong.append(f"{name}: [{key}]: unknown; allowed are {', '.join(hints)}")
            continue
        try:
            given[key] = msgspec.convert(value, hints[key])
        except msgspec.ValidationError:
            wrong += _mistakes(value, hints[key], f"{name}: [{key}]")
    settings = Settings(**given)
    wrong += [f"{name}: {line}" for line in _impossible(settings)]
    if wrong:
        raise SettingsError("\n".join(wrong))
    return settings


def _mistakes(value: object, kind: Any, where: str) -> list[str]:
    """Every mistake in one table; msgspec itself stops at the first."""
    if get_origin(kind) is dict and isinstance(value, dict):
        key_kind, entry_kind = get_args(kind)
        return [
            line
            for key, entry in value.items()
            for line in _mistake(key, key_kind, where) or _mistakes(entry, entry_kind, f'{where} "{key}"')
        ]
    if get_origin(kind) is tuple and isinstance(value, list):
        return [
            line
            for i, entry in enumerate(value)
            for line in _mistakes(entry, kind.__args__[0], f"{where} {i + 1}")
        ]
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct) and isinstance(value, dict)):
        return _mistake(value, kind, where)
    hints = get_type_hints(kind, include_extras=True)
    wrong = [f"{where} {key}: unknown; allowed are {', '.join(hints)}" for key in value if key not in hints]
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
        allowed = _allowed(kind)
        wrong = f"{value!r} is not allowed; allowed are {allowed}" if allowed else error
        return [f"{where}: {wrong}"]
    return []


def _allowed(kind: Any) -> str:
    """What a value may be, in words; "" where msgspec's own sentence tells it."""
    if get_origin(kind) is Literal:
        return ", ".join(get_args(kind))
    described = [meta.description for meta in getattr(kind, "__metadata__", ()) if meta.description]
    return next(iter(described), "") or next(filter(None, map(_allowed, get_args(kind))), "")


def _impossible(settings: Settings) -> list[str]:
    """What each table allows but all together do not."""
    wrong = _shared_pins(settings)
    ports: set[str] = set()
    for number, link in enumerate(settings.links, 1):
        if link.protocol != "hk1" and link.hoop is None:
            wrong.append(f"[links] {number} hoop: missing; a {link.protocol} reader belongs to one hoop")
        if link.protocol == "hk1" and link.hoop is not None:
            wrong.append(f"[links] {number} hoop: not allowed; hk1 nodes name their hoop themselves")
        if link.port in ports:
            wrong.append(f"[links] {number} port: {link.port} is used twice; each link needs its own port")
        ports.add(link.port)
    for table, language in (("web", settings.web.language), ("scoreboard", settings.scoreboard.language)):
        if language not in languages():
            wrong.append(f"[{table}] language: {language} unknown; allowed are {', '.join(languages())}")
    return wrong + _spoiled_tags(settings)


def _spoiled_tags(settings: Settings) -> list[str]:
    """The tags that are none, or stand for two things."""
    wrong = []
    seen: set[str] = set()
    for tag, role in settings.tags.items():
        if len(role) != 1:
            wrong.append(f'[tags] "{tag}": exactly one of ball, marker and player is allowed')
        if not tag or any(c not in "0123456789ABCDEFabcdef" for c in tag):
            wrong.append(f'[tags] "{tag}": a tag is written in hex digits')
        if tag.upper() in seen:
            wrong.append(f'[tags] "{tag}": stands there twice, in capital and small letters; one is allowed')
        seen.add(tag.upper())
    return wrong


def _shared_pins(settings: Settings) -> list[str]:
    """The GPIO lines that two things would have."""
    wrong = []
    lines = {
        "whistle gpio": settings.whistle.gpio,
        "lamps round": settings.lamps.round,
        "lamps alarm": settings.lamps.alarm,
        "buttons start": settings.buttons.start,
        "buttons stop": settings.buttons.stop,
    }
    if settings.whistle.loopback is not None:
        lines["whistle loopback"] = settings.whistle.loopback
    for name, pin in lines.items():
        others = [other for other, taken in lines.items() if taken == pin and other != name]
        if others and name < others[0]:
            wrong.append(f"[{name}]: GPIO {pin} is taken by {', '.join(others)}; each line needs its own")
    return wrong


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path}: is not TOML: {error}") from None


def load_games(settings: Settings) -> dict[str, Game]:
    """All registered games, made with their own numbers, the settings' ``[rules]`` and ``[field]``.

    Raises SettingsError where no game can use those, or knows what a tag or a button is to stand for.
    """
    import fieldkit.games.full_contact  # noqa: F401 - registers itself

    games: dict[str, Game] = {}
    for name, factory in factories().items():
        folder = resources.files("fieldkit.games") / name
        numbers = tomllib.loads((folder / "rules.toml").read_text(encoding="utf-8"))
        numbers["options"] = numbers.get("options", {}) | settings.rules
        if "file" in settings.field:
            field = _field(settings.field["file"])
        else:
            field = tomllib.loads((folder / "field.toml").read_text(encoding="utf-8"))
        games[name] = factory(numbers, field)
    wrong = _unknown_things(settings, games.values())
    if wrong:
        raise SettingsError("\n".join(wrong))
    return games


def _field(name: str) -> dict[str, Any]:
    try:
        return _read(Path(name).expanduser())
    except SettingsError as error:
        raise SettingsError(f"[field] file: {error}") from None


def _unknown_things(settings: Settings, games: Collection[Game]) -> list[str]:
    """The tags and buttons that stand for what no game knows."""
    named: list[tuple[str, Role, str]] = [
        (f'[tags] "{tag}" {role}', role, value)
        for tag, roles in settings.tags.items()
        for role, value in roles.items()
    ]
    named += [(f'[button_kinds] "{button}"', "ball", kind) for button, kind in settings.button_kinds.items()]
    wrong = []
    for where, role, value in named:
        refusals = [game.hoops.unknown(role, value) for game in games if game.hoops]
        if refusals and None not in refusals:
            allowed = "; or ".join(filter(None, refusals))
            wrong.append(f"{where}: {value!r} is not allowed; allowed are {allowed}")
    return wrong


def check_folders(settings: Settings) -> None:
    """Raises SettingsError where the journal has no folder to be in.

    The second copy is not asked about: a stick that was pulled out is an alarm, and no reason not to play.
    """
    name = settings.journal.path
    place = Path(name).expanduser()
    if name and not place.parent.is_dir():
        raise SettingsError(
            f"[journal] path: there is no folder {place.parent}; allowed is one that is there"
        )
    if name and place.is_dir():
        allowed = "allowed is a file in a folder that is there"
        raise SettingsError(f"[journal] path: {place} is a folder; {allowed}")


def data_path(settings: Settings, given: str | None) -> Path:
    """Where the data folder is: ``given``, else the settings', else the user's."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(given or settings.kit.data or str(Path(base) / "fieldkit")).expanduser()


def data_folder(settings: Settings, given: str | None) -> Path:
    """The data folder, made if need be (0700). Raises SettingsError."""
    folder = data_path(settings, given)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(f"the data folder {folder} cannot be made: {error.strerror}") from None
    return folder


def journal_path(settings: Settings, data: Path) -> Path:
    """The journal's file."""
    return Path(settings.journal.path).expanduser() if settings.journal.path else data / "journal.sqlite3"
