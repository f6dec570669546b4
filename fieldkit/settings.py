"""The settings: one TOML file, read whole and checked before anything starts. An empty file runs.

The sentence below each key is what ``fieldkit settings --explain`` says of it. The tables of the games are
named by the caller (`fieldkit.games.loading.settings_tables`): this file knows no game.
"""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator, Mapping
from math import isnan
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from fieldkit.errors import SettingsError
from fieldkit.phrases import ENGLISH
from fieldkit.toml_file import in_short, read_toml, shown, unseen_signs

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
HostName = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$",
        description="letters, digits, dots and dashes",
    ),
]
WireFormat = Literal["rdm6300", "id12", "hk1", "pn532", "r200", "yrm100"]
"""The names of the wire formats: `hardware.hoops.formats` reads each, `hardware.fakes.devices` speaks it."""
NODE_PROTOCOLS: frozenset[WireFormat] = frozenset({"hk1"})
"""Those whose frames name their hoop themselves."""
UHF_PROTOCOLS: frozenset[WireFormat] = frozenset({"r200", "yrm100"})
"""Those of readers that transmit in a band and with a power that the law of each country rules."""
UhfRegion = Literal["EU", "US", "CN", "CN800", "KR"]
"""The bands that UHF readers know: 865 to 868, 902 to 928, 920 to 925, 840 to 845 and 917 to 923 MHz."""
MAX_POWER_DBM = 30.0
"""More than any such reader has."""


class Kit(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The kit as a whole."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)] = "Field 1"
    """What the kit is called on its screens."""
    pins: Literal["gpio", "mock", "auto"] = "auto"
    """Which pins to drive: a Pi's, none at all, or a Pi's where there is one."""
    data: str = ""
    """The data folder; without one, `fieldkit` in the user's data folder. `--data` goes before it."""


class Web(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Where tablets and spectators find the kit."""

    host: Annotated[str, msgspec.Meta(min_length=1, max_length=253)] = "0.0.0.0"
    """The address to listen on; `0.0.0.0` is every address of this machine."""
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8080
    """The port to listen on; 0 is any free one. `--port` goes before it."""
    pin: Secret | None = None
    """The referee's PIN; without one the kit draws eight digits and keeps them in the data folder."""
    language: str = "en"
    """The language of the pages: `en`, or one of the folders in `fieldkit/language/locale`."""
    theme: Literal["sun", "dusk"] = "sun"
    """The colours of the pages: for daylight or for the evening. Each device may choose for itself."""
    names: tuple[HostName, ...] = ()
    """More names that the kit answers to; its addresses and its machine's own name need not stand here. Who
    comes by another name is refused, so that no page from elsewhere reads the kit's.
    """
    listeners: Annotated[int, msgspec.Meta(ge=1, le=4000)] = 2100
    """How many phones and screens may follow the board at once: a hall of 2,000 phones, and its screens. The
    referee's own devices come on top. Each holds a connection and some memory, so there is a bound.
    """
    listeners_each: Annotated[int, msgspec.Meta(ge=1, le=4000)] = 256
    """How many of them from one address, so that no single device takes all places. A router that puts a hall
    behind one address needs as many as `listeners`; the kit's own machine has no such bound.
    """


class Spectators(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The process that serves spectators, so that no crowd reaches the referee's."""

    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8081
    """Its port; 0 is any free one. Who asks the `[web]` port for a spectators' page is led there."""


class JournalFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The file of all matches."""

    path: str = ""
    """The file; without one, `journal.sqlite3` in the data folder."""
    copy_to: str = ""
    """A file or folder, on a stick for example, that gets a second copy after each round."""


class Whistle(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The whistle's lines."""

    gpio: Pin = 17
    """The line of the siren."""
    max_on_ms: Annotated[int, msgspec.Meta(ge=100, le=10_000)] = 3000
    """The longest time in ms that the siren may stay on, whatever goes wrong."""
    trace: str = ""
    """A file that gets each edge as a line: the moment in ns, and 1 for on or 0 for off."""
    loopback: Pin | None = None
    """An input that hears the siren's line, so that the kit can test it; without one it is not tested."""


class Lamps(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The lamps' lines."""

    round: Pin = 23
    """The lamp that is on while a round runs."""
    alarm: Pin = 24
    """The lamp that is on while something needs attention."""


class Buttons(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The buttons' lines."""

    start: Pin = 27
    """The start button."""
    stop: Pin = 22
    """The stop button."""
    stop_opens: bool = False
    """True for a stop button whose contact is closed until it is pressed: then a wire that breaks stops the
    round, and is not first found when somebody needs it. While STOP is down, or its wire broken, no round
    starts.
    """
    off: Pin | None = None
    """A button that switches the machine off, at any time; `fieldkit install` sets it up. Without one
    there is none.
    """


class Power(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The kit's battery."""

    ina219: bool = False
    """Whether an INA219 at address 0x40 of the header's I²C lines (GPIO 2 and 3) measures it. With simulated
    pins the volts stand in the file `battery` of the data folder.
    """


class Scoreboard(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The screen at the sideline."""

    theme: Literal["sun", "dusk"] = "sun"
    """Its colours: for daylight or for the evening."""
    size: Size = "auto"
    """Its size; `auto` fills the screen."""
    language: str = "en"
    """The language of its own words, likewise."""


class Wifi(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The Wi-Fi that people join: before a match the scoreboard shows it to everybody as a QR code."""

    name: Annotated[str, msgspec.Meta(max_length=32)] = ""
    """Its name; without one no code is shown. Do not name one that only the referee and the crew may use."""
    password: Annotated[str, msgspec.Meta(pattern=r"^(.{8,63})?$", description="8 to 63 characters")] = ""
    """Its password; without one it is an open Wi-Fi."""


class Voice(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The voice that says aloud what a game wants announced; without a command the kit is silent."""

    command: tuple[str, ...] = ()
    """The program and its words; `{text}` stands for the line, `{language}` for `[web] language`. For example
    `["espeak-ng", "-v", "{language}", "{text}"]`.
    """


class Link(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A serial line with one reader or with hoop nodes, a table for each; without any, hoops are virtual."""

    port: Annotated[str, msgspec.Meta(min_length=1)]
    """A device's path, or a URL that pyserial opens."""
    protocol: WireFormat
    """The wire format that is spoken there."""
    baud: Annotated[int, msgspec.Meta(ge=300, le=4_000_000)] | None = None
    """The line's speed; without one, what is usual for the format."""
    hoop: HoopId | None = None
    """The hoop of a reader; hoop nodes name theirs themselves."""
    repeat_ms: Annotated[int, msgspec.Meta(ge=0, le=60_000)] = 1500
    """How long in ms a tag out of sight of a reader still counts as the same sighting."""
    region: UhfRegion | None = None
    """The radio band that the law allows where you play. A UHF reader (`r200`, `yrm100`) needs it, and stays
    off until it has confirmed it: `EU` is 865 to 868 MHz, `US` 902 to 928, `CN` 920 to 925, `CN800` 840 to
    845, `KR` 917 to 923.
    """
    power_dbm: Annotated[float, msgspec.Meta(ge=0, le=MAX_POWER_DBM, description="0 to 30")] | None = None
    """A UHF reader's transmitting power in dBm, in steps of 0.01; needed and confirmed like `region`."""
    shared: bool = False
    """True for a two-wire line (RS-485) of nodes, where all speak in turn: the kit listens before it sends,
    and answers no sooner than 8 ms after the last byte it heard. So any USB adapter works.
    """


class FieldFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A field of your own in place of the game's."""

    file: str = ""
    """A TOML file with the field's hoops and piles; without one, the game's own field."""


class Settings(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The whole file. ``games`` holds the tables that games read, by their names in the file."""

    kit: Kit = Kit()
    web: Web = Web()
    spectators: Spectators = Spectators()
    journal: JournalFile = JournalFile()
    whistle: Whistle = Whistle()
    lamps: Lamps = Lamps()
    buttons: Buttons = Buttons()
    power: Power = Power()
    scoreboard: Scoreboard = Scoreboard()
    voice: Voice = Voice()
    wifi: Wifi = Wifi()
    links: tuple[Link, ...] = ()
    button_kinds: dict[str, str] = msgspec.field(
        default_factory=lambda: {"1": "wood", "2": "wheat", "3": "brick", "4": "ore", "5": "sheep"}
    )
    """The buttons of hoop nodes, by their numbers, and the kind of ball that each stands for."""
    tags: dict[str, dict[Literal["ball", "marker", "player"], str]] = {}
    """Tags by their hex ids, and the `ball`, `marker` or `player` that each is; see `fieldkit tags`."""
    games: dict[str, Any] = {}

    @property
    def field_files(self) -> dict[str, str]:
        """The field files that are named, by the table that names them."""
        tables = self.games.items()
        return {name: table.file for name, table in tables if isinstance(table, FieldFile) and table.file}


GameTables = Mapping[str, Any]
"""The tables that games read, by name, and the type of each."""
_NO_TABLES: GameTables = {}


def load(path: Path | None, games: GameTables = _NO_TABLES) -> Settings:
    """Read and check a settings file (None: all defaults), the tables of ``games`` among them.

    Raises SettingsError with one line for each mistake: file, key, and what is allowed.
    """
    if path is None:
        return Settings()
    return parse(read_toml(path), str(path), games)


def own_tables() -> dict[str, Any]:
    """The tables that belong to no game, by name, and the type of each."""
    hints = get_type_hints(Settings, include_extras=True)
    return {name: kind for name, kind in hints.items() if name != "games"}


def parse(raw: Mapping[str, Any], name: str, games: GameTables = _NO_TABLES) -> Settings:
    """Check parsed settings of the file ``name``. Raises SettingsError with every mistake."""
    if unseen := unseen_signs(raw):
        raise SettingsError("\n".join(f"{name}: {line}" for line in unseen))
    wrong: list[str] = []
    hints = own_tables() | dict(games)
    given: dict[str, Any] = {}
    for key, value in raw.items():
        if key not in hints:
            wrong.append(f"{name}: [{in_short(key)}]: unknown; allowed are {', '.join(hints)}")
            continue
        try:
            given[key] = msgspec.convert(value, hints[key])
        except msgspec.ValidationError:
            wrong += _mistakes(value, hints[key], f"{name}: [{key}]")
    of_games = {key: given.pop(key) for key in games if key in given}
    settings = Settings(**given, games=of_games)
    wrong += [f"{name}: {line}" for line in (*_impossible(settings), *_homeless(settings))]
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
    wrong = [
        f"{where} {in_short(key)}: unknown; allowed are {', '.join(hints)}"
        for key in value
        if key not in hints
    ]
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
    """What a value may be, in words; "" where msgspec's own sentence tells it."""
    if get_origin(kind) is Literal:
        return ", ".join(get_args(kind))
    described = [meta.description for meta in getattr(kind, "__metadata__", ()) if meta.description]
    return next(iter(described), "") or next(filter(None, map(in_words, get_args(kind))), "")


def _impossible(settings: Settings) -> list[str]:
    """What each table allows but all together do not."""
    wrong = _shared_pins(settings)
    if not settings.kit.name.strip():
        wrong.append("[kit] name: a name that can be seen is allowed")
    ports: set[str] = set()
    for number, link in enumerate(settings.links, 1):
        nodes = link.protocol in NODE_PROTOCOLS
        if not nodes and link.hoop is None:
            wrong.append(f"[links] {number} hoop: missing; a {link.protocol} reader belongs to one hoop")
        if nodes and link.hoop is not None:
            wrong.append(f"[links] {number} hoop: not allowed; {link.protocol} nodes name their hoop")
        wrong += [f"[links] {number} {line}" for line in _unfit_line(link)]
        if link.port in ports:
            wrong.append(f"[links] {number} port: {link.port} is used twice; each link needs its own port")
        ports.add(link.port)
    if settings.voice.command and not any("{text}" in word for word in settings.voice.command):
        wrong.append("[voice] command: {text} is missing; one of its words must hold it")
    for table, language in (("web", settings.web.language), ("scoreboard", settings.scoreboard.language)):
        if language != ENGLISH.code and language not in _languages():
            wrong.append(f"[{table}] language: {language} unknown; allowed are {', '.join(_languages())}")
    return wrong + _spoiled_tags(settings)


def _unfit_line(link: Link) -> Iterator[str]:
    """What a link's protocol does not allow, or wants beside it."""
    radio = {"region": link.region, "power_dbm": link.power_dbm}
    if link.protocol not in UHF_PROTOCOLS:
        for key in (key for key, value in radio.items() if value is not None):
            yield f"{key}: not allowed; only a UHF reader ({', '.join(sorted(UHF_PROTOCOLS))}) transmits so"
    elif missing := [key for key, value in radio.items() if value is None]:
        regions = ", ".join(get_args(UhfRegion))
        yield (
            f"{', '.join(missing)}: missing; a UHF reader transmits only as your country's law allows; "
            f"allowed as region are {regions}, as power_dbm 0 to 30"
        )
    if link.power_dbm is not None and isnan(link.power_dbm):
        yield "power_dbm: nan is not allowed; allowed are 0 to 30"
    if link.shared and link.protocol not in NODE_PROTOCOLS:
        yield f"shared: not allowed; only nodes ({', '.join(sorted(NODE_PROTOCOLS))}) share a line"


def _homeless(settings: Settings) -> Iterator[str]:
    """The files and folders below the home of somebody whom this machine does not know."""
    files = {
        "kit] data": settings.kit.data,
        "journal] path": settings.journal.path,
        "journal] copy_to": settings.journal.copy_to,
        "whistle] trace": settings.whistle.trace,
        **{f"{table}] file": file for table, file in settings.field_files.items()},
    }
    for where, file in files.items():
        try:
            Path(file).expanduser()
        except RuntimeError:
            yield f"[{where}: nobody here has the home of {file}; allowed is a path from / on"


def _languages() -> tuple[str, ...]:
    """The languages there are; looking for them takes longer than all else, so an English kit does not."""
    from fieldkit.language.catalogue import languages

    return languages()


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
    if settings.buttons.off is not None:
        lines["buttons off"] = settings.buttons.off
    if settings.power.ina219:
        lines |= {"power ina219 (data)": 2, "power ina219 (clock)": 3}
    for name, pin in lines.items():
        others = [other for other, taken in lines.items() if taken == pin and other != name]
        if others and name < others[0]:
            wrong.append(f"[{name}]: GPIO {pin} is taken by {', '.join(others)}; each line needs its own")
    return wrong


def check_folders(settings: Settings, data: Path) -> None:
    """Raises SettingsError where the journal has no place: a file, in a folder that takes new ones.

    Nor may its second copy take the place of the journal itself, or of a device. A disk that is full or
    read-only is an alarm, and no reason not to play; so is a second copy's stick that was pulled out.
    """
    _check_copy(settings, data)
    name = settings.journal.path
    if not name:
        return
    place = Path(name).expanduser()
    try:
        if wrong := _no_file(place):
            raise SettingsError(f"[journal] path: {wrong}")
        # SQLite puts files of its own beside the journal.
        with tempfile.TemporaryFile(dir=place.parent):
            pass
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO):
            text = f"[journal] path: no file can be made in {place.parent} ({error.strerror})"
            raise SettingsError(f"{text}; allowed is a folder that takes them") from None


def _check_copy(settings: Settings, data: Path) -> None:
    if not settings.journal.copy_to:
        return
    journal, place = journal_path(settings, data), Path(settings.journal.copy_to).expanduser()
    copied = place / journal.name if place.is_dir() else place
    allowed = "allowed is a folder or a file of its own, best on another card"
    if os.path.realpath(copied) == os.path.realpath(journal):
        raise SettingsError(f"[journal] copy_to: {place} would write over the journal itself; {allowed}")
    if copied.exists() and not copied.is_file():
        raise SettingsError(f"[journal] copy_to: {place} is a device or a pipe; {allowed}")


def _no_file(place: Path) -> str | None:
    """Why a journal cannot lie there."""
    allowed = "allowed is a file in a folder that is there"
    if not place.parent.is_dir():
        return f"there is no folder {place.parent}; allowed is one that is there"
    if place.is_dir():
        return f"{place} is a folder; {allowed}"
    return f"{place} is a device or a pipe; {allowed}" if place.exists() and not place.is_file() else None


def data_path(settings: Settings, given: str | None) -> Path:
    """Where the data folder is: ``given``, else the settings', else the user's."""
    base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    named = given or settings.kit.data or f"{base}/fieldkit"
    try:
        return Path(named).expanduser()
    except RuntimeError:
        raise SettingsError(
            f"the data folder {named}: nobody here has that home; name one with --data"
        ) from None


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
