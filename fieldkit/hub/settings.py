"""The hub's settings: one TOML file, checked as a whole; `fieldkit hub explain` says the sentences below."""

from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Meta, Struct

from fieldkit.errors import SettingsError
from fieldkit.event.documents import Id
from fieldkit.language.catalogue import languages
from fieldkit.settings import HostName
from fieldkit.settings.reading import tables_of
from fieldkit.toml_file import read_toml

Key = Annotated[str, Meta(pattern=r"^[!-~]{12,100}$", description="12 to 100 letters, digits and signs")]
"""The key that a field shows to be let in."""


class EventTable(Struct, forbid_unknown_fields=True, frozen=True):
    """The event that the hub is for."""

    id: Id = "event"
    """Its id, as the fields' settings name it."""
    name: Annotated[str, Meta(min_length=1, max_length=60)] = "Event"
    """The name of the event; it stands large on every screen."""
    practice: bool = False
    """True for a rehearsal: every screen says so, and nothing of it counts in a season."""
    confirm: Annotated[int, Meta(ge=1, le=2)] = 1
    """The number of people who have to confirm a result before it counts in the standings."""
    timezone: Annotated[str, Meta(max_length=64)] = ""
    """The time zone of the venue (`Europe/Berlin`), by which fields are late or early; without one, that of
    the hub's machine.
    """
    points_of_four: tuple[int, int, int, int] = (4, 3, 2, 1)
    """The points for the places of a match of four."""
    points_of_three: tuple[int, int, int] = (4, 3, 2)
    """The points for the places of a match of three."""


class HubTable(Struct, forbid_unknown_fields=True, frozen=True):
    """The hub's own table: where fields, organisers and spectators find it."""

    host: Annotated[str, Meta(min_length=1, max_length=253)] = "0.0.0.0"
    """The address to listen on; `0.0.0.0` is every address of this machine."""
    port: Annotated[int, Meta(ge=0, le=65535)] = 8090
    """The port to listen on; 0 is any free one. `--port` goes before it."""
    pin: Key | None = None
    """The organiser's PIN; without one the hub makes one and keeps it in its data folder
    (`fieldkit hub pin`).
    """
    database: Annotated[
        str,
        Meta(
            pattern=r"^(|sqlite:///.+|postgresql(\+psycopg)?://.+)$",
            description="postgresql://…, or nothing for a file in the data folder",
        ),
    ] = ""
    """The database of the event: without one a SQLite file in the data folder; a PostgreSQL by its URL."""
    url: Annotated[
        str, Meta(pattern=r"^(https?://[^\s/]+)?$", description="an address like https://hub.example")
    ] = ""
    """The public address, where it is another than that of this machine: behind nginx."""
    names: tuple[HostName, ...] = ()
    """More names that the hub answers to; its addresses and the name of `url` need not stand here."""
    public: str = ""
    """The folder for the files that everybody reads; without one, `public` in the data folder."""
    language: str = "en"
    """The language of the pages."""
    theme: Literal["sun", "dusk"] = "sun"
    """The colours of the pages; each device may choose for itself."""
    listeners: Annotated[int, Meta(ge=1, le=8000)] = 2100
    """The number of phones and screens that may follow the feed at once; the others ask every few seconds."""
    listeners_each: Annotated[int, Meta(ge=1, le=8000)] = 256
    """The number of them from one address; there is no such bound for the hub's own machine."""


class FieldTable(Struct, forbid_unknown_fields=True, frozen=True):
    """A field of the event, a table for each. The organiser's page can make more, and revokes keys."""

    id: Id
    """Its id, as its own settings name it."""
    key: Key
    """Its key, as its own settings have it."""
    name: Annotated[str, Meta(max_length=40)] = ""
    """The name of the field; without one its id."""


class HubSettings(Struct, forbid_unknown_fields=True, frozen=True):
    """The whole file."""

    event: EventTable = EventTable()
    hub: HubTable = HubTable()
    fields: tuple[FieldTable, ...] = ()


def load_hub(path: Path | None) -> HubSettings:
    """Read and check a hub's settings file (None: all defaults). Raises SettingsError with every mistake."""
    return HubSettings() if path is None else parse_hub(read_toml(path), str(path))


def parse_hub(raw: dict[str, Any], name: str) -> HubSettings:
    """Check parsed settings of the file ``name``. Raises SettingsError with every mistake."""
    given, wrong = tables_of(raw, name, get_type_hints(HubSettings, include_extras=True))
    settings = HubSettings(**given)
    wrong += [f"{name}: {line}" for line in _impossible(settings)]
    if wrong:
        raise SettingsError("\n".join(wrong))
    return settings


def _impossible(settings: HubSettings) -> list[str]:
    wrong = []
    if not settings.event.name.strip():
        wrong.append("[event] name: a name that can be seen is allowed")
    if settings.hub.language not in languages():
        allowed = ", ".join(languages())
        wrong.append(f"[hub] language: {settings.hub.language} unknown; allowed are {allowed}")
    if settings.event.timezone and not is_zone(settings.event.timezone):
        zone = settings.event.timezone
        wrong.append(f"[event] timezone: {zone} unknown; allowed are names like Europe/Berlin")
    if settings.hub.database.startswith("postgresql") and settings.hub.pin is None:
        wrong.append("[hub] pin: missing; all processes that share a PostgreSQL need the same")
    for what in ("id", "key"):
        values = [getattr(field, what) for field in settings.fields]
        for number, value in enumerate(values):
            if value in values[:number]:
                wrong.append(f"[fields] {number + 1} {what}: an earlier field has it too; each needs its own")
    return wrong


def is_zone(name: str) -> bool:
    """Return whether this machine knows a time zone of that name."""
    try:
        ZoneInfo(name)
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return False
    return True
