"""The documents of an event, as JSON on the wire and the disk; fields are only added, with defaults."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

# A dollar alone would let a line's end pass, too.
Id = Annotated[
    str, Meta(pattern=r"^[a-z0-9-]{1,32}$(?!\n)", description="1 to 32 small letters, digits and dashes")
]
"""The id of an event, a field or a team."""
MatchId = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9-]{1,16}$(?!\n)", description="1 to 16 letters, digits and dashes")
]
"""The id of a scheduled match, as people say it: ``12``, ``F1``. Documents and files are called by it."""
MatchIdOrNone = Annotated[str, Meta(pattern=r"^[A-Za-z0-9-]{0,16}$(?!\n)")]
"""The id of a scheduled match; empty for none."""
IdOrNone = Annotated[str, Meta(pattern=r"^[a-z0-9-]{0,32}$(?!\n)")]
"""The id of an event, a field or a team; empty for none."""
Seat = Annotated[str, Meta(pattern=r"^((winner|second|place):)?[A-Za-z0-9-]{1,32}$(?!\n)")]
"""A team of a match, by its id or as it is named before it is known."""
Short = Annotated[str, Meta(max_length=200)]
"""A text that people read, or a label."""
Long = Annotated[str, Meta(max_length=1000)]
"""A sentence or two."""
Named = Annotated[str, Meta(min_length=1, max_length=24)]
Stage = Literal["group", "room", "final"]
"""A match of the balanced rounds, one of a room made by standings, one of the finals."""
TimeOfDay = Annotated[
    str, Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$(?!\n)", description="a time of day like 09:30")
]

WINNER, SECOND, PLACE = "winner:", "second:", "place:"
"""Prefixes of a final's team before it is known: ``winner:F1``, ``second:F1``, or ``place:3`` of the
standings."""


class Team(Struct, frozen=True, forbid_unknown_fields=True):
    """A team of the event. ``colour`` and ``mark`` are wishes; a match gives each of its teams their own."""

    id: Id
    name: Named
    colour: Short = ""
    mark: Short = ""
    players: tuple[Short, ...] = ()
    club: Short = ""


class Teams(Struct, frozen=True, forbid_unknown_fields=True):
    """The teams, as one document; ``version`` counts up by one with each change."""

    version: int = 0
    teams: tuple[Team, ...] = ()


class PlannedMatch(Struct, frozen=True, forbid_unknown_fields=True):
    """A scheduled match; ``teams`` stand in the order of their start hoops, ``without`` did not come.

    ``slot`` counts from 0; ``field`` is empty for the next that is free. A ``called_off`` match stays in the
    document, so that its number is used once.
    """

    id: MatchId
    slot: int
    field: IdOrNone
    teams: tuple[Seat, ...]
    round: int = 1
    stage: Stage = "group"
    title: Short = ""
    called_off: bool = False
    without: tuple[Id, ...] = ()


class Break(Struct, frozen=True, forbid_unknown_fields=True):
    """A pause of ``minutes`` before the slot ``before``."""

    before: int
    minutes: int


class Pace(Struct, frozen=True, forbid_unknown_fields=True):
    """From the slot ``since`` on a slot takes ``minutes``, because somebody changed that while it ran."""

    since: int
    minutes: int


class Schedule(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole schedule, as one document. ``absent`` are teams that did not come: nobody waits for them."""

    version: int = 0
    start: TimeOfDay = "10:00"
    slot_minutes: int = 20
    fields: tuple[Id, ...] = ()
    matches: tuple[PlannedMatch, ...] = ()
    breaks: tuple[Break, ...] = ()
    absent: tuple[Id, ...] = ()
    paces: tuple[Pace, ...] = ()

    def match(self, id: str) -> PlannedMatch | None:
        """Return the scheduled match of that id."""
        return next((each for each in self.matches if each.id == id), None)


class Score(Struct, frozen=True, forbid_unknown_fields=True):
    """The result of a side and of its ``team``, if known; who shares a ``place`` has the same one."""

    side: Short
    name: Short
    score: int
    place: int
    team: IdOrNone = ""


class Version(Struct, frozen=True, forbid_unknown_fields=True):
    """A result as a field recorded it; ``id`` names it for good, without ``scores`` it has no result."""

    id: Short
    field: Id
    match: Short
    scheduled: MatchIdOrNone
    game: Short
    scores: tuple[Score, ...]
    practice: bool = False
    text: Long = ""
    wall: Short = ""


class Correction(Struct, frozen=True, forbid_unknown_fields=True):
    """The organisers' word on how a scheduled match ended, over whatever any record tells."""

    scheduled: MatchId
    scores: tuple[Score, ...]
    reason: Short
    by: Short
    at: Short = ""


class Confirmation(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody says that the version ``version`` (or the correction, ``corrected``) is the match's result."""

    scheduled: MatchId
    version: Short
    by: Short
    at: Short = ""


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """The state of a scheduled match: all its versions, what was corrected, and whether it is confirmed.

    ``scores`` are those that count: the correction's, else of the confirmed version, else of the newest.
    ``disputed``: the records tell two things, or not what is confirmed.
    """

    scheduled: MatchId
    scores: tuple[Score, ...]
    confirmed: bool
    versions: tuple[Version, ...] = ()
    confirmations: tuple[Confirmation, ...] = ()
    correction: Correction | None = None
    disputed: bool = False


class Draw(Struct, frozen=True, forbid_unknown_fields=True):
    """Lots that were drawn once among teams that nothing else tells apart: ``order``, the first first."""

    teams: tuple[Id, ...]
    order: tuple[Id, ...]
    at: Short = ""
