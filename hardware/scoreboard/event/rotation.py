"""The scene on the screen, and for how long: a function of what the hub has told, and a turn that goes on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from fieldkit.phrases import Message, Term
from hardware.scoreboard import event, scenes
from hardware.scoreboard.event import fields, lists
from hardware.scoreboard.event.board import Field, Index, MatchList, Ranking, read_board
from hardware.scoreboard.event.parts import SceneHead
from hardware.scoreboard.scene import Notice
from hardware.scoreboard.stage import Picture

_OTHERS = (event.FIELD, event.STANDINGS, event.FINALS, event.SCHEDULE, event.QUEUE)
SECONDS = {event.FIELDS: 12.0} | dict.fromkeys(_OTHERS, 10.0)
"""The time (s) for which one page of each sort stands."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One page of the rotation: a ``sort`` of scene, and which of it (a page, a field's id)."""

    sort: str
    which: str = ""
    page: int = 0
    pages: int = field(default=1, compare=False)


def turns(show: str, index: Index, standings: Ranking, schedule: MatchList) -> list[Turn]:
    """Return the pages that a screen goes through; an unknown word means the rotation."""
    if (id := event.field_of(show)) is not None:
        # The field of another event: rather all of them than an empty screen.
        return [Turn(event.FIELD, id)] if index.field(id) is not None else _fields(index)
    match show:
        case "fields":
            return _fields(index)
        case "standings":
            return [*_of(event.STANDINGS, len(standings.rows), lists.TEAMS_PER_PAGE), *_finals(standings)]
        case "schedule":
            found = _of(event.SCHEDULE, len(schedule.matches), lists.MATCHES_PER_PAGE)
            opened = (place for place, match in enumerate(schedule.matches) if match.state in lists.OPEN)
            return found[next(opened, 0) // max(1, -(-len(schedule.matches) // len(found))) :]
        case "queue":
            return _of(event.QUEUE, len(index.fields), lists.FIELDS_PER_PAGE)
        case _:
            return _rotation(index, standings)


def _rotation(index: Index, standings: Ranking) -> list[Turn]:
    """Return all fields, each that plays, the standings once there are any, and who plays next."""
    found = _fields(index)
    if len(index.fields) > 1:
        there = [(field.id, field.playing) for field in index.fields if field.online]
        found += [Turn(event.FIELD, id) for id, frame in there if frame and frame.stage != "ready"]
    if any(row.played for row in standings.rows):
        found += _of(event.STANDINGS, len(standings.rows), lists.TEAMS_PER_PAGE)
    found += _finals(standings)
    if any(field.next is not None for field in index.fields):
        found += _of(event.QUEUE, len(index.fields), lists.FIELDS_PER_PAGE)
    return found


def _fields(index: Index) -> list[Turn]:
    """Return all fields; a single one is as large as can be."""
    if len(index.fields) == 1:
        return [Turn(event.FIELD, index.fields[0].id)]
    return _of(event.FIELDS, len(index.fields), fields.per_page(index.fields))


def _finals(standings: Ranking) -> list[Turn]:
    return _of(event.FINALS, len(standings.finals), lists.MATCHES_PER_PAGE) if standings.finals else []


def _of(sort: str, entries: int, each: int) -> list[Turn]:
    """Return the pages that this many entries take; nothing takes one too."""
    count = max(1, -(-entries // each))
    return [Turn(sort, "", page, count) for page in range(count)]


class Rotation:
    """Goes through pages, each for its time; whatever comes and goes meanwhile, and however a clock jumps."""

    def __init__(self) -> None:
        self._at: Turn | None = None
        self._place = 0
        self._since = 0.0

    def turn(self, all: Sequence[Turn], now: float) -> Turn:
        """Return the page that stands at ``now`` (s of a clock that counts up), of one at least."""
        if self._at is None or self._at not in all:
            return self._go_to(all, self._place % len(all), now)
        place = all.index(self._at)
        self._since = min(self._since, now)
        if now - self._since >= SECONDS[self._at.sort]:
            return self._go_to(all, (place + 1) % len(all), now)
        self._place, self._at = place, all[place]
        return self._at

    def _go_to(self, all: Sequence[Turn], place: int, now: float) -> Turn:
        self._place, self._at, self._since = place, all[place], now
        return self._at


T = TypeVar("T")


class OwnBoard(NamedTuple):
    """A field's board as its game draws it, of the match ``match``."""

    match: str | None
    picture: Picture


def own_board(body: bytes, field: Field, address: str) -> OwnBoard | None:
    """Return the scene of a field's document, None where there is none to be had. Raises Misread."""
    if (found := read_board(body)) is None:
        return None
    picture = scenes.read(found[0], field.name, address, named=False).picture
    is_notice = isinstance(getattr(picture, "picture", picture), Notice)
    return None if is_notice else OwnBoard(found[1], picture)


@dataclass(frozen=True, slots=True)
class HubAnswers:
    """The answers of a hub: its documents, boards by fields' ids, and what is assigned, if anything."""

    index: Index
    standings: Ranking = field(default_factory=Ranking)
    schedule: MatchList = field(default_factory=MatchList)
    boards: Mapping[str, OwnBoard] = field(default_factory=dict)
    assigned: str = ""


def waiting(name: str, url: str) -> Notice:
    """Return the scene before the hub was heard; ``name`` is what the screen is called."""
    return Notice(name, Term("Waiting for the hub"), Message("looking for it at {url}", {"url": url}))


class Programme:
    """The programme of a screen, moment by moment. ``show`` is its own choice, where nothing is assigned."""

    def __init__(self, show: str) -> None:
        self._show = show
        self._shown = ""
        self._rotation = Rotation()

    def picture(self, heard: HubAnswers, away: str, now: float) -> Picture:
        """Return the picture at ``now`` (s); ``away`` is since when the hub is not heard, "" while it is."""
        show, told = heard.assigned or self._show, heard.index.event
        if show != self._shown:
            self._shown, self._rotation = show, Rotation()
        turn = self._rotation.turn(turns(show, heard.index, heard.standings, heard.schedule), now)
        return picture(turn, heard, SceneHead(told.name, told.practice, away))

    def wanted(self, heard: HubAnswers) -> dict[str, Field]:
        """Return the fields whose boards are needed now or soon, by their ids."""
        all = turns(heard.assigned or self._show, heard.index, heard.standings, heard.schedule)
        ids = {turn.which for turn in all if turn.sort == event.FIELD}
        return {one.id: one for one in heard.index.fields if one.id in ids}


def picture(turn: Turn, heard: HubAnswers, head: SceneHead) -> Picture:
    """Return the scene of one turn."""
    index, page, pages = heard.index, turn.page, turn.pages
    names = {one.id: one.name for one in index.fields}

    def part(all: Sequence[T]) -> tuple[T, ...]:
        each = -(-len(all) // max(1, pages))
        return tuple(all[page * each : (page + 1) * each])

    match turn.sort:
        case event.FIELD if (found := index.field(turn.which)) is not None:
            return _field(found, heard, head)
        case event.STANDINGS:
            return lists.Table(head, part(heard.standings.rows), page, pages)
        case event.SCHEDULE:
            return lists.PlanPage(head, part(heard.schedule.matches), page, pages, fields=names)
        case event.FINALS:
            matches = part(heard.standings.finals)
            return lists.PlanPage(head, matches, page, pages, Term("Finals"), fields=names)
        case event.QUEUE:
            return lists.Queue(head, part(index.fields), page, pages)
    return fields.AllFields(head, part(index.fields), page, pages)


def _field(found: Field, heard: HubAnswers, head: SceneHead) -> Picture:
    """Return a field by its game's own scene while that is sure to be right, else by what all games share."""
    own, frame = heard.boards.get(found.id), found.match
    if own and frame and own.match == frame.match and found.online and not head.away:
        return fields.OwnScene(own.picture, head, found.name)
    return fields.OneField(head, found)
