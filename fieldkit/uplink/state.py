"""The field's knowledge of its hub: how it stands with it, what was agreed, and the event it was told."""

import logging
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from fieldkit.event.documents import Break, PlannedMatch, Schedule, Team, Teams
from fieldkit.files import mode_at, put_in_place
from fieldkit.referee.uplink import HubStatus, Standing

log = logging.getLogger(__name__)

FOLDER = "uplink"
"""The place in the data folder: as a service, this process may write nowhere else."""
JOINED_FILE = f"{FOLDER}/uplink.json"
EVENT_FILE = f"{FOLDER}/event.json"
MAX_BYTES = 1024 * 1024
"""The greatest size of a document of the event."""
_MAX_FILE_BYTES = 4 * MAX_BYTES
_MOST_SAID = 500
"""The greatest length of a sentence about the hub."""
_DOCUMENTS: Mapping[str, tuple[type[Teams | Schedule], Mapping[str, type]]] = {
    "teams": (Teams, {"teams": Team}),
    "schedule": (Schedule, {"matches": PlannedMatch, "breaks": Break}),
}
"""The documents of an event, each with the parts of its lists."""
T = TypeVar("T")


class EventName(msgspec.Struct, frozen=True):
    """An event as its fields know it; ``practice`` is a rehearsal."""

    id: str
    name: str
    practice: bool = False


class FieldName(msgspec.Struct, frozen=True):
    """A field of an event."""

    id: str
    name: str


class HeldEvent(msgspec.Struct, frozen=True):
    """The event that the hub told of last, as `EVENT_FILE` keeps it through restarts and without a hub."""

    event: EventName
    field: FieldName
    teams: Teams = Teams()
    schedule: Schedule = Schedule()
    begun: tuple[str, ...] = ()
    """The scheduled matches that the hub knew to be on or over when it told the schedule."""
    here: tuple[str, ...] | None = None
    """The teams that are checked in; None where the hub has not said."""
    played_by: dict[str, dict[str, Any]] = {}
    """By game, the options by which most of its matches were played when the hub told the schedule."""


class Agreement(msgspec.Struct, frozen=True):
    """From which record on a field sends to an event, as `JOINED_FILE` keeps it.

    ``newest`` is the number of the last match that stays here; ``first`` the record with which the next one
    begins, None before there is one, and ``prev`` the hash before it: by that a journal is known again.
    ``filled``: all from there on has been sent up to where the hub had the record already.
    """

    event: str
    field: str
    newest: int = 0
    first: int | None = None
    prev: str = ""
    filled: bool = False


class BoardCopy(msgspec.Struct, frozen=True):
    """A public board: its number, its JSON without the moment, and what says whether a match is on."""

    rev: int
    raw: bytes
    match: str | None
    stage: str
    in_doubt: bool = False


class HubState:
    """The standing of the field with its hub; every method from any thread."""

    def __init__(self, is_on: bool) -> None:
        self._lock = threading.Lock()
        self._told = HubStatus("waiting" if is_on else "off")
        self._heard_at: float | None = None

    @property
    def told(self) -> HubStatus:
        """Return all of it, as it is now."""
        with self._lock:
            told, heard = self._told, self._heard_at
        since = None if heard is None else round(time.monotonic() - heard, 1)
        return msgspec.structs.replace(told, last_contact_s=since)

    def heard(self) -> None:
        """Note that the hub has answered just now."""
        with self._lock:
            self._heard_at = time.monotonic()

    def stands(self, state: Standing, says: str = "") -> None:
        """Set the standing with the hub, and the sentence that explains it."""
        self._change(state=state, says=says[:_MOST_SAID])

    def counts(self, have: int, of: int) -> None:
        """Note that the hub has the record up to ``have``, and that it goes up to ``of``."""
        self._change(have=have, of=of)

    def is_of(self, event: EventName, field: FieldName) -> None:
        """Note which event this is, and how the field is called there."""
        self._change(event=event.name, field=field.name, practice=event.practice)

    def _change(self, **fields: Any) -> None:
        with self._lock:
            self._told = msgspec.structs.replace(self._told, **fields)


class EventFiles(msgspec.Struct, frozen=True):
    """The files in the data folder ``data`` about one ``field`` of one ``event``."""

    data: Path
    event: str
    field: str

    def joined(self) -> Agreement | None:
        """Return what was agreed with this event; None before anything was."""
        found = _read(self.data, JOINED_FILE, Agreement)
        return found if found and (found.event, found.field) == (self.event, self.field) else None

    def join(self, joined: Agreement) -> None:
        """Keep what was agreed. A disk that takes nothing is told of in the log alone: the hub knows too."""
        _write(self.data / JOINED_FILE, joined)

    def held(self) -> HeldEvent | None:
        """Return the event as it was told last; None for another event or field, or before the first word."""
        found = held_event(self.data)
        return found if found and (found.event.id, found.field.id) == (self.event, self.field) else None

    def hold(self, held: HeldEvent) -> bool:
        """Keep the event; False if the disk does not take it."""
        return _write(self.data / EVENT_FILE, held)


def held_event(data: Path) -> HeldEvent | None:
    """Return the event that was told last to the kit with this data folder, whichever it was."""
    return _read(data, EVENT_FILE, HeldEvent)


def begun_of(raw: bytes) -> tuple[str, ...]:
    """Return the scheduled matches that are on or over, as a hub tells them with a `document` that is one."""
    told = msgspec.json.decode(raw).get("matches", ())
    return tuple(each["id"] for each in told if each.get("state") in ("playing", "played", "confirmed"))


def played_by_of(raw: bytes) -> dict[str, dict[str, Any]]:
    """Return the options by which the event is played, as a hub tells them with the schedule; {} for none."""
    try:
        return msgspec.convert(msgspec.json.decode(raw).get("played_by", {}), dict[str, dict[str, Any]])
    except msgspec.ValidationError:
        return {}


def document(name: str, raw: bytes) -> Teams | Schedule:
    """Return a document without what this version does not know. Raises msgspec.MsgspecError."""
    kind, parts = _DOCUMENTS[name]
    plain = _known(msgspec.json.decode(raw, type=dict[str, Any]), kind)
    for name, part in parts.items():
        listed = msgspec.convert(plain.get(name, []), list[dict[str, Any]])
        plain[name] = [_known(each, part) for each in listed]
    return msgspec.convert(plain, kind)


def _known(plain: Mapping[str, Any], kind: type) -> dict[str, Any]:
    names = {field.name for field in msgspec.structs.fields(kind)}
    return {name: value for name, value in plain.items() if name in names}


def earlier_files(data: Path) -> list[Path]:
    """Return where kits of earlier versions kept both."""
    return [data / Path(name).name for name in (JOINED_FILE, EVENT_FILE)]


def _read(data: Path, name: str, kind: type[T]) -> T | None:
    """Return the content of a file, or of an earlier version's, or None if both are missing or spoiled."""
    path = data / name
    try:
        path = path if path.exists() else data / path.name
        with path.open("rb") as file:
            return msgspec.json.decode(file.read(_MAX_FILE_BYTES), type=kind)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError) as error:
        log.warning("%s is not used: %s", path, error)
        return None


def _write(path: Path, kept: object) -> bool:
    try:
        path.parent.mkdir(mode=0o700, exist_ok=True)
        put_in_place(path, msgspec.json.encode(kept), mode_at(path))
    except OSError as error:
        log.warning("%s cannot be written: %s", path, error.strerror)
        return False
    return True
