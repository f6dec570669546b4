"""The knowledge a screen has of a hub, and the picture that follows from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from fieldkit.phrases import Message, Term
from hardware.scoreboard import event, scenes
from hardware.scoreboard.event import rotation
from hardware.scoreboard.event.board import Field, Index, MatchList, Ranking, read_board
from hardware.scoreboard.event.fields import AllFields
from hardware.scoreboard.event.head import SceneHead
from hardware.scoreboard.event.one import OneField, OwnScene
from hardware.scoreboard.event.plan import PlanPage
from hardware.scoreboard.event.queue import Queue
from hardware.scoreboard.event.rotation import Rotation, Turn
from hardware.scoreboard.event.table import Table
from hardware.scoreboard.scene import Notice, Picture

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class OwnBoard:
    """A field's board as its game draws it, of the match ``match``."""

    match: str | None
    picture: Picture


def own_board(body: bytes, field: Field, address: str) -> OwnBoard | None:
    """Return the scene of a field's document, None where there is none to be had. Raises Misread."""
    found = read_board(body)
    if found is None:
        return None
    picture = scenes.read(found.body, field.name, address, named=False).picture
    if isinstance(getattr(picture, "picture", picture), Notice):
        return None
    return OwnBoard(found.match, picture)


@dataclass(frozen=True, slots=True)
class HubAnswers:
    """The answers of a hub: its documents, the boards of fields by their ids, what was assigned.

    ``assigned`` is empty where the organisers leave the choice to the screen.
    """

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
        self._turns: list[Turn] = []
        self._seen: HubAnswers | None = None

    def picture(self, heard: HubAnswers, away: str, now: float) -> Picture:
        """Return the picture at ``now`` (s of a clock that counts up).

        ``away`` is since when (a time of day) the hub is not heard, "" while it is.
        """
        turn = self._turn(heard, now)
        told = heard.index.event
        return picture(turn, heard, SceneHead(told.name, told.practice, away))

    def wanted(self, heard: HubAnswers) -> dict[str, Field]:
        """Return the fields whose boards are needed now or soon, by their ids."""
        all = rotation.turns(heard.assigned or self._show, heard.index, heard.standings, heard.schedule)
        ids = {turn.which for turn in all if turn.sort == event.FIELD}
        return {one.id: one for one in heard.index.fields if one.id in ids}

    def _turn(self, heard: HubAnswers, now: float) -> Turn:
        show = heard.assigned or self._show
        if show != self._shown:
            self._shown, self._rotation, self._seen = show, Rotation(), None
        if self._seen is not heard:
            self._turns = rotation.turns(show, heard.index, heard.standings, heard.schedule)
            self._seen = heard
        return self._rotation.turn(self._turns, now)


def picture(turn: Turn, heard: HubAnswers, head: SceneHead) -> Picture:
    """Return the scene of one turn."""
    index, page, pages = heard.index, turn.page, turn.pages
    names = {one.id: one.name for one in index.fields}
    match turn.sort:
        case event.FIELD:
            found = index.field(turn.which)
            if found is not None:
                return _field(found, heard, head)
        case event.STANDINGS:
            return Table(head, _part(heard.standings.rows, page, pages), page, pages)
        case event.SCHEDULE:
            return PlanPage(head, _part(heard.schedule.matches, page, pages), names, page, pages)
        case rotation.FINALS:
            part = _part(heard.standings.finals, page, pages)
            return PlanPage(head, part, names, page, pages, Term("Finals"))
        case event.QUEUE:
            return Queue(head, _part(index.fields, page, pages), page, pages)
    return AllFields(head, _part(index.fields, page, pages), page, pages)


def _field(found: Field, heard: HubAnswers, head: SceneHead) -> Picture:
    """Return a field by its game's own scene while that is sure to be right, else by what all games share."""
    own, frame = heard.boards.get(found.id), found.match
    is_live = found.online and not head.away
    if own is not None and is_live and frame is not None and own.match == frame.match:
        return OwnScene(head, found.name, own.picture)
    return OneField(head, found)


def _part(all: Sequence[T], page: int, pages: int) -> tuple[T, ...]:
    each = -(-len(all) // max(1, pages))
    return tuple(all[page * each : (page + 1) * each])
