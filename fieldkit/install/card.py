"""The card of a Pi: ``fieldkit.txt`` on its FAT part read as settings, and the label for the box."""

import codecs
import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import tomli_w

from fieldkit.errors import FieldkitError, SettingsError
from fieldkit.games.loading import load_games, settings_tables
from fieldkit.install.hotspot import ADDRESS, Hotspot
from fieldkit.install.services import check_files
from fieldkit.phrases import N_, Language
from fieldkit.settings import Settings
from fieldkit.settings.reading import parse
from fieldkit.toml_file import parse_toml, shown

FILE, LABEL, LOG = "fieldkit.txt", "fieldkit-label.txt", "fieldkit-log.txt"
"""The files on the FAT part: written by people, for printing, and what was done."""
ANYWHERE = "00"
"""The country of a kit that was told none: the radio rules that hold everywhere."""
_TEXTS = {"name": (("kit", "name"),), "language": (("web", "language"), ("scoreboard", "language"))}
_CONNECTED: Mapping[str, tuple[str, str, object]] = {
    "battery": ("power", "ina219", True),
    "stop-opens": ("buttons", "stop_opens", True),
    "off-button": ("buttons", "off", 26),
    "siren-check": ("whistle", "loopback", 25),
}
"""The parts that are connected as the guide to the wiring has them, and the setting of each."""
_KEYS = (*_TEXTS, "country", "ssh", *_CONNECTED)
_PUBLIC_KEY = re.compile(r"(ssh-|ecdsa-|sk-)[\w@.-]+ [A-Za-z0-9+/=]+( [^\n]*)?")
_HEAD = f"# Made from {FILE} on the card: change it there.\n\n"


class CardFile(msgspec.Struct, frozen=True):
    """A file of wishes as far as it was right: ``tables`` of the settings; a sentence for each mistake."""

    tables: Mapping[str, Any]
    wifi: Hotspot
    ssh: str = ""
    mistakes: tuple[str, ...] = ()
    is_empty: bool = False

    @property
    def settings(self) -> str:
        """Return the settings file, as TOML; empty if none was given."""
        return _HEAD + tomli_w.dumps(self.tables) if self.tables else ""


def read(content: bytes) -> CardFile:
    """Read the file; nothing in it keeps a kit from starting."""
    lines = _decoded(content).splitlines()
    end = next((n for n, line in enumerate(lines) if line.lstrip().startswith("[")), len(lines))
    mistakes: list[str] = []
    given = dict(_simple(lines[:end], mistakes))
    wished = _wished(given, mistakes)
    try:
        more = parse_toml("\n".join(lines[end:]).encode())
    except SettingsError as error:
        mistakes.append(f"{FILE}: from line {end + 1} on: {error}")
        more = {}
    tables = _kept(_flat(wished, more), mistakes)
    ssh = given.get("ssh", "")
    if ssh in ("", "no"):
        ssh = ""
    elif not _PUBLIC_KEY.fullmatch(ssh):
        mistakes.append(f"{FILE}: ssh: {shown(ssh)} is not allowed; allowed are no and a public key")
        ssh = ""
    wifi = _wifi(tables, given.get("country", ANYWHERE).upper(), mistakes)
    return CardFile(tables, wifi, ssh, tuple(mistakes), not given and not more and not mistakes)


def label(settings: Settings, wifi: Hotspot, passphrase: str, pin: str, language: Language) -> str:
    """Return the sheet to print for the box."""
    told = {
        N_("Wi-Fi"): wifi.ssid if passphrase else "-",
        N_("Passphrase"): passphrase or "-",
        N_("Referee"): f"http://{ADDRESS}:{settings.web.port}/referee",
        N_("PIN"): pin,
        N_("Spectators"): f"http://{ADDRESS}:{settings.spectators.port}/",
    }
    named = {language.sentence(name): value for name, value in told.items()}
    width = max(map(len, named))
    return "\n".join(
        [settings.kit.name, "", *(f"{name:{width}}  {text}" for name, text in named.items()), ""]
    )


def _decoded(content: bytes) -> str:
    """Return the text of any editor: those of Windows mark UTF-16, and do not always write UTF-8."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def _simple(lines: list[str], mistakes: list[str]) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        name, sign, value = text.partition("=")
        key = re.sub(r"[\s_]+", "-", name.strip().lower())
        if not sign:
            mistakes.append(f"{FILE}: line {number}: {shown(text)} is not allowed; allowed is name = value")
        elif key not in _KEYS:
            mistakes.append(f"{FILE}: line {number}: {shown(key)}: unknown; allowed are {', '.join(_KEYS)}")
        elif said := value.strip().strip("\"'"):
            yield key, said


def _wished(given: Mapping[str, str], mistakes: list[str]) -> Iterator[tuple[str, str | None, Any]]:
    for key, places in _TEXTS.items():
        if key in given:
            yield from ((table, name, given[key]) for table, name in places)
    for key, (table, name, value) in _CONNECTED.items():
        if (said := given.get(key, "no").lower()) == "yes":
            yield table, name, value
        elif said != "no":
            mistakes.append(f"{FILE}: {key}: {shown(said)} is not allowed; allowed are yes, no")


def _flat(
    wished: Iterator[tuple[str, str | None, Any]], more: Mapping[str, Any]
) -> Iterator[tuple[str, str | None, Any]]:
    """Yield every setting by its table and key; the key is None for a table that is taken whole."""
    yield from wished
    for table, keys in more.items():
        if isinstance(keys, dict):
            yield from ((table, key, value) for key, value in keys.items())
        else:
            yield table, None, keys


def _kept(settings: Iterator[tuple[str, str | None, Any]], mistakes: list[str]) -> dict[str, Any]:
    """Return the settings that can be used together, in their order; a mistake costs its own key alone."""
    kept: dict[str, Any] = {}
    for table, key, value in settings:
        tried = kept | {table: value if key is None else {**kept.get(table, {}), key: value}}
        try:
            checked = parse(tried, FILE, settings_tables())
            check_files(checked)
            load_games(checked)
        except SettingsError as error:
            said = (line.removeprefix(f"{FILE}: ") for line in str(error).splitlines())
            mistakes += [f"{FILE}: {line}" for line in said if f"{FILE}: {line}" not in mistakes]
        else:
            kept = tried
    return kept


def _wifi(tables: Mapping[str, Any], country: str, mistakes: list[str]) -> Hotspot:
    name = tables.get("kit", {}).get("name", Settings().kit.name)
    wished = Hotspot(Settings().kit.name, ANYWHERE)
    for change in ({"country": country}, {"ssid": name}):
        try:
            wished = Hotspot(**{"ssid": wished.ssid, "country": wished.country} | change)
        except FieldkitError as error:
            mistakes.append(f"{FILE}: {error}")
    return wished
