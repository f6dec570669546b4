"""The public documents of a hub as far as a screen shows them, read leniently: a newer hub may say more."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Annotated, Any, TypeVar

import msgspec

from fieldkit.errors import Misread
from fieldkit.event.documents import Id

Ms = Annotated[float, msgspec.Meta(ge=-1e15, le=1e15)]
"""A moment or a span in ms; moments are of the hub's time of day."""
LONG_AGO_MS = 1e11
"""No hub was before this moment of the time of day."""
MOST_SIDES = 6
"""More sides than any match has; a field that tells of more has its first ones shown."""
MOST_FIELDS = 64
"""More fields than a screen goes through, likewise."""


class Event(msgspec.Struct, frozen=True):
    """The event's id and name."""

    id: Id
    name: str
    practice: bool = False


class TeamName(msgspec.Struct, frozen=True):
    """A team of a match by its id, and as people say it."""

    id: str
    name: str = ""


class Match(msgspec.Struct, frozen=True):
    """A scheduled match in short; its ``teams`` have names, or in the schedule those of ``known``."""

    id: str
    slot: int = 0
    title: str = ""
    field: str = ""
    starts: str = ""
    stage: str = "group"
    state: str = "planned"
    teams: tuple[TeamName | str, ...] = ()
    known: dict[str, str] = msgspec.field(default_factory=dict, name="names")
    result: tuple[SideResult, ...] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Return how people call its teams, in the order of their start hoops."""
        return tuple(
            self.known.get(one, one) if isinstance(one, str) else one.name or one.id for one in self.teams
        )


class SideResult(msgspec.Struct, frozen=True):
    """The result of a side of a match."""

    name: str
    score: int
    place: int = 0
    team: str = ""


class Side(msgspec.Struct, frozen=True):
    """A side: the name of a colour, a mark (a shape), what counts."""

    id: str
    name: str
    colour: str = ""
    mark: str = ""
    score: int = 0


class Clock(msgspec.Struct, frozen=True):
    """A clock: ``ends_at`` while it runs, else ``remaining``; ``tenths`` where those are shown."""

    state: str = "idle"
    total: Ms = 0.0
    tenths: bool = False
    ends_at: Ms | None = None
    remaining: Ms | None = None

    @property
    def running(self) -> bool:
        """Return whether it runs."""
        return self.state == "running" and self.ends_at is not None

    @property
    def shows(self) -> bool:
        """Return whether there is anything to tell: one that stands at nothing is left out."""
        return self.running or bool(self.remaining)

    def left_ms(self, now_ms: float) -> float:
        """Return the time left at ``now_ms``."""
        if self.running and self.ends_at is not None:
            return max(0.0, self.ends_at - now_ms)
        return max(0.0, self.remaining or 0.0)


class Frame(msgspec.Struct, frozen=True):
    """The part that the boards of all games have in common."""

    match: str | None = None
    game: str | None = None
    stage: str = "setup"
    phase: str = ""
    number: int = 0
    title: str = ""
    subtitle: str = ""
    clock: Clock = Clock()
    sides: tuple[Side, ...] = ()


class Field(msgspec.Struct, frozen=True):
    """A field: whether it is heard, how many minutes late (+) or early (-) it is, what it plays and shows."""

    id: Id
    name: str
    online: bool = False
    last_contact: Ms | None = None
    lag: int = 0
    now: Match | None = None
    next: Match | None = None
    after: Match | None = None
    frame: Frame | None = None

    @property
    def playing(self) -> Frame | None:
        """Its match while there is one that is not over; None between matches."""
        frame = self.match
        return frame if frame is not None and frame.stage != "over" else None

    @property
    def match(self) -> Frame | None:
        """Its match, also one that is over; None before the first."""
        frame = self.frame
        return frame if frame is not None and frame.match is not None and frame.stage != "setup" else None

    @property
    def coming(self) -> Match | None:
        """The match that it is about between two matches: the one that is set up, or the next."""
        return self.next if self.now is None else self.now

    @property
    def sides(self) -> tuple[Side, ...]:
        """Return who plays its match, at most `MOST_SIDES`."""
        return () if self.match is None else self.match.sides[:MOST_SIDES]

    @property
    def clock(self) -> Clock | None:
        """Its clock where it tells the truth and has something to tell."""
        frame = self.playing
        return frame.clock if frame is not None and self.online and frame.clock.shows else None


class Index(msgspec.Struct, frozen=True):
    """The first document: all fields, and the versions of the others. ``url`` is the public address."""

    event: Event
    at: Ms = 0.0
    rev: int = 0
    teams: int = 0
    schedule: int = 0
    standings: int = 0
    fields: tuple[Field, ...] = ()
    now: Ms | None = None
    url: str = ""

    def field(self, id: str) -> Field | None:
        """Return the field of that id."""
        return next((one for one in self.fields if one.id == id), None)


class RankingRow(msgspec.Struct, frozen=True):
    """A team's place in the standings."""

    place: int
    team: str
    name: str
    club: str = ""
    played: int = 0
    won: int = 0
    points: str = ""
    score: int = msgspec.field(default=0, name="for")


class Ranking(msgspec.Struct, frozen=True):
    """The table, the first first, and the finals."""

    rows: tuple[RankingRow, ...] = ()
    finals: tuple[Match, ...] = ()


class MatchList(msgspec.Struct, frozen=True):
    """The matches in the order in which they are played."""

    matches: tuple[Match, ...] = ()


T = TypeVar("T")


def read(body: bytes, kind: type[T]) -> T:
    """Return a document of that kind. Raises Misread for anything else."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Misread(f"a document that makes no sense: {error}") from None


def read_index(body: bytes) -> Index:
    """Return the first document. Raises Misread."""
    index = read(body, Index)
    return msgspec.structs.replace(index, fields=index.fields[:MOST_FIELDS])


def read_schedule(body: bytes) -> MatchList:
    """Return the schedule, by its slots. Raises Misread."""
    return MatchList(tuple(sorted(read(body, MatchList).matches, key=lambda one: one.slot)))


def read_board(body: bytes) -> tuple[bytes, str | None] | None:
    """Return the whole board in a field's document, as JSON again, and of which match it is; or None.

    There is none where the field has shown none. Raises Misread.
    """
    board = read(body, _BoardDocument).board
    if board is None:
        return None
    # A moment of the kit's own clock, which starts with its machine, says nothing here.
    for name, value in list(board.items()):
        if name.endswith("_at") and isinstance(value, int | float) and value < LONG_AGO_MS:
            del board[name]
    match = board.get("match")
    return msgspec.json.encode(board), match if isinstance(match, str) else None


class _BoardDocument(msgspec.Struct, frozen=True):
    board: dict[str, Any] | None = None


@cache
def marks() -> frozenset[str]:
    """Return the marks that there are drawings of."""
    files = (entry.name.removesuffix(".svg") for entry in (resources.files("fieldkit") / "icons").iterdir())
    return frozenset(name.removeprefix("mark-") for name in files if name.startswith("mark-"))
