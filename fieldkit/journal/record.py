"""A record of the journal, its place in the hash chain, and its text forms: fields are only ever added."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

import msgspec

from fieldkit.event.documents import Id, MatchId, Short
from fieldkit.messages import (
    BareRound,
    CheckReport,
    CueReport,
    Deadline,
    DelayedOpening,
    GameCommand,
    Input,
    Interruption,
    KitSheet,
    Sighting,
)

if TYPE_CHECKING:
    from fieldkit.games import Game


MAX_WORDS = 100
"""The most characters of all words for the dice of a match."""

Choice = Literal["last_good", "second_copy"]
"""The ways to go on from a bad record: from the last good decision, or with the second copy."""


class Strike(msgspec.Struct, frozen=True):
    """The command ``strike``: take the decision ``seq`` out of the record, and those of ``also`` with it."""

    seq: int
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
    also: tuple[int, ...] = ()


class SharedEvent(msgspec.Struct, frozen=True):
    """An event of the kit's own: no game folds or describes it. Its class name is its ``type``."""

    decision: ClassVar[bool] = True
    clock: ClassVar[bool] = False


class Struck(SharedEvent, frozen=True):
    """The event of a strike: these decisions no longer count."""

    seqs: tuple[int, ...]
    reason: str


class CallWords(msgspec.Struct, frozen=True):
    """The command ``call_words``: words of the players that go into every number of the dice."""

    any_text: ClassVar[tuple[str, ...]] = ("words",)
    words: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_WORDS)]


class Promised(SharedEvent, frozen=True):
    """The event that binds a new match to its secret (`fieldkit.games.fair.promise`)."""

    version: int
    hash: str


class Scheduled(SharedEvent, frozen=True):
    """The match is the match ``id`` of an event; ``teams`` has its team of each side. The last one holds."""

    id: MatchId
    teams: Mapping[Short, Id]


class WordsCalled(SharedEvent, frozen=True):
    """The event of words that were called, in addition to those before."""

    words: str


class TrustRecord(msgspec.Struct, frozen=True):
    """The command ``trust_record``: the choice how to go on from a bad record."""

    choose: Choice


class Trusted(SharedEvent, frozen=True):
    """The event of that choice: ``record`` is the number of the first bad record."""

    clock: ClassVar[bool] = True
    record: int
    choose: str


SHARED_COMMANDS: Mapping[str, type] = {"strike": Strike, "call_words": CallWords, "trust_record": TrustRecord}
"""The commands that a match of any game takes."""
_SHARED_EVENTS = (Struck, Promised, Scheduled, WordsCalled, Trusted)

CHECK, SHEET = "check", "sheet"
"""The authors of a check and of a test sheet on the record."""

Given = Input | CueReport | CheckReport
"""Every input that a record may come from."""


class Row(msgspec.Struct, frozen=True):
    """The content of a record.

    ``seq`` is the number of the decision in its match, None for whistle reports, checks and refused balls.
    ``mono_ns`` is a moment of the kit's clock under ``boot``; ``wall`` is a label and decides nothing.
    ``given`` and ``events`` are JSON texts, see `Codec`.
    """

    match: str
    seq: int | None
    boot: str
    mono_ns: int
    wall: str
    by: str
    command_id: str | None
    given: str
    events: str


class Record(msgspec.Struct, frozen=True):
    """A row in its place: its number in the journal, the hash of the record before it and its own."""

    id: int
    row: Row
    prev: str
    hash: str

    @property
    def sound(self) -> bool:
        """True if the record was not changed."""
        return self.hash == digest(self.id, self.row, self.prev)


def digest(number: int, row: Row, prev: str) -> str:
    """Return the SHA-256 in hex over a record's content and the hash of the record before it."""
    said = [number, *msgspec.structs.astuple(row), prev]
    return hashlib.sha256(msgspec.json.encode(said)).hexdigest()


def wall_label() -> str:
    """Return the wall clock's moment in UTC, to the millisecond: only a label, since that clock may jump."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


_INPUTS: dict[str, type] = {
    "sighting": Sighting,
    "due": Deadline,
    "interrupted": Interruption,
    "bare": BareRound,
    "slipped": DelayedOpening,
    "cue_report": CueReport,
    "checked": CheckReport,
    "sheet": KitSheet,
}
_INPUT_NAMES = {kind: name for name, kind in _INPUTS.items()}


class Codec:
    """Turns the inputs and events of one game into JSON texts and back."""

    def __init__(self, game: Game) -> None:
        self._commands: dict[str, type] = {**game.commands, **SHARED_COMMANDS}
        self._command_names = {kind: name for name, kind in self._commands.items()}
        self._events: dict[str, type] = {**game.events} | {kind.__name__: kind for kind in _SHARED_EVENTS}
        self._event_names = {kind: name for name, kind in self._events.items()}

    def plain_events(self, events: tuple[Any, ...]) -> list[dict[str, Any]]:
        """Return events as JSON objects, each with its ``type``."""
        return [{"type": self._event_names[type(event)]} | msgspec.to_builtins(event) for event in events]

    def told(
        self, events: Sequence[Any], plain: Sequence[Mapping[str, Any]], is_over: bool
    ) -> Sequence[Mapping[str, Any]]:
        """Return the JSON objects ``plain`` of events as all may see them: no secrets before the end."""
        if is_over or not any(getattr(event, "secret", ()) for event in events):
            return plain
        both = zip(events, plain, strict=True)
        return [without(getattr(event, "secret", ()), each) for event, each in both]

    def shown(self, plain: Mapping[str, Any]) -> dict[str, Any]:
        """Return the JSON object of a command or an event without its secrets."""
        name = plain.get("type", "")
        kind = self._commands.get(name) or self._events.get(name)
        return without(getattr(kind, "secret", ()), plain)

    def events(self, text: str) -> tuple[Any, ...]:
        """Decode the events of a record; raises LookupError or msgspec.ValidationError."""
        plain = msgspec.json.decode(text)
        return tuple(msgspec.convert(each, self._events[each["type"]]) for each in plain)

    def input_text(self, given: Given) -> str:
        """Return the input of a record as JSON text."""
        if isinstance(given, GameCommand):
            name = self._command_names[type(given.command)]
            command = {"type": name} | msgspec.to_builtins(given.command)
            return text({"type": "command", "at": given.at, "by": given.by, "command": command})
        return text({"type": _INPUT_NAMES[type(given)]} | msgspec.to_builtins(given))

    def given(self, text: str) -> Given:
        """Decode the input of a record; raises LookupError or msgspec.ValidationError."""
        plain = msgspec.json.decode(text)
        if plain["type"] == "command":
            inner = plain["command"]
            command: Any = msgspec.convert(inner, self._commands[inner["type"]])
            return GameCommand(command, plain["at"], plain["by"])
        found: Given = msgspec.convert(plain, _INPUTS[plain["type"]])
        return found


def without(names: Iterable[str], plain: Mapping[str, Any]) -> dict[str, Any]:
    """Return a JSON object without the fields of these names; dots lead to nested ones."""
    shown = dict(plain)
    for name in names:
        first, _, rest = name.partition(".")
        if not rest:
            shown.pop(first, None)
        elif isinstance(inner := shown.get(first), Mapping):
            shown[first] = without((rest,), inner)
    return shown


def last_check(records: Sequence[Record]) -> CheckReport | None:
    """Return the newest check on the record of a match, or None."""
    texts = (record.row.given for record in reversed(records) if record.row.by == CHECK)
    return next((found for text in texts if (found := read_checked(text))), None)


def read_checked(text: str) -> CheckReport | None:
    """Decode a check, or return None if the text is not one."""
    try:
        return msgspec.json.decode(text, type=CheckReport)
    except msgspec.MsgspecError:
        return None


def text(plain: object) -> str:
    """Return something as JSON text."""
    return msgspec.json.encode(plain).decode()
