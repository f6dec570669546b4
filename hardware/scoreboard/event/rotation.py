"""The scene on the screen, and for how long: a function of what there is, and a turn that goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hardware.scoreboard.event import (
    FIELD,
    FIELDS,
    QUEUE,
    SCHEDULE,
    STANDINGS,
    field_of,
    fields,
    plan,
    queue,
    table,
)
from hardware.scoreboard.event.board import Field, Index, Match, MatchList, Ranking

FINALS = "finals"
"""The finals of the standings; no word of its own assigns them."""
SECONDS = {FIELDS: 12.0, FIELD: 10.0, STANDINGS: 10.0, FINALS: 10.0, SCHEDULE: 10.0, QUEUE: 10.0}
"""The time (s) for which one page of each sort stands."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One page of the rotation: a ``sort`` of scene, and which of it (a page, a field's id)."""

    sort: str
    which: str = ""
    page: int = 0
    pages: int = 1

    @property
    def key(self) -> tuple[str, str, int]:
        """Return what it is, whatever else there is."""
        return self.sort, self.which, self.page


def turns(show: str, index: Index, standings: Ranking, schedule: MatchList) -> list[Turn]:
    """Return the pages that a screen goes through; an unknown word means the rotation."""
    if (id := field_of(show)) is not None:
        # The field of another event: rather all of them than an empty screen.
        return [Turn(FIELD, id)] if index.field(id) is not None else _fields(index)
    match show:
        case "fields":
            return _fields(index)
        case "standings":
            return [*_of(STANDINGS, table_pages(standings)), *_finals(standings)]
        case "schedule":
            count, first = plan_pages(schedule)
            return [Turn(SCHEDULE, "", page, count) for page in range(first, count)]
        case "queue":
            return _of(QUEUE, pages(len(index.fields), queue.PER_PAGE))
        case _:
            return _rotation(index, standings)


def _rotation(index: Index, standings: Ranking) -> list[Turn]:
    """Return all fields, each that plays, the standings once there are any, and who plays next."""
    found = _fields(index)
    if len(index.fields) > 1:
        found += [Turn(FIELD, field.id) for field in index.fields if _is_worth_it(field)]
    if any(row.played for row in standings.rows):
        found += _of(STANDINGS, table_pages(standings))
    found += _finals(standings)
    if any(field.next is not None for field in index.fields):
        found += _of(QUEUE, pages(len(index.fields), queue.PER_PAGE))
    return found


def _fields(index: Index) -> list[Turn]:
    """Return all fields; a single one is as large as can be."""
    if len(index.fields) == 1:
        return [Turn(FIELD, index.fields[0].id)]
    return _of(FIELDS, field_pages(index.fields))


def _is_worth_it(field: Field) -> bool:
    return field.online and field.playing is not None and field.playing.stage != "ready"


def _finals(standings: Ranking) -> list[Turn]:
    return _of(FINALS, pages(len(standings.finals), plan.PER_PAGE)) if standings.finals else []


def _of(sort: str, count: int) -> list[Turn]:
    return [Turn(sort, "", page, count) for page in range(count)]


def pages(count: int, each: int) -> int:
    """Return how many pages there are; nothing takes one too."""
    return max(1, -(-count // each))


def field_pages(shown: Sequence[Field]) -> int:
    """Return how many pages all fields take."""
    return pages(len(shown), fields.per_page(shown))


def table_pages(standings: Ranking) -> int:
    """Return how many pages the standings take."""
    return pages(len(standings.rows), table.PER_PAGE)


def plan_pages(schedule: MatchList) -> tuple[int, int]:
    """Return how many pages the schedule takes, and which has the first match to come."""
    count = pages(len(schedule.matches), plan.PER_PAGE)
    opened = (place for place, match in enumerate(schedule.matches) if _is_open(match))
    first = next(opened, None)
    each = -(-len(schedule.matches) // count)
    return count, 0 if first is None else first // each


def _is_open(match: Match) -> bool:
    return match.state in plan.OPEN


class Rotation:
    """Goes through pages, each for its time; whatever comes and goes meanwhile, and however a clock jumps."""

    def __init__(self) -> None:
        self._at: Turn | None = None
        self._place = 0
        self._since = 0.0

    def turn(self, all: Sequence[Turn], now: float) -> Turn:
        """Return the page that stands at ``now`` (s of a clock that counts up); ``all`` has one at least.

        A page that is gone gives way to the one that now stands in its place.
        """
        keys = [turn.key for turn in all]
        if self._at is None or self._at.key not in keys:
            return self._go_to(all, self._place % len(all), now)
        place = keys.index(self._at.key)
        self._since = min(self._since, now)
        if now - self._since >= SECONDS[self._at.sort]:
            return self._go_to(all, (place + 1) % len(all), now)
        self._place, self._at = place, all[place]
        return self._at

    def _go_to(self, all: Sequence[Turn], place: int, now: float) -> Turn:
        self._place, self._at, self._since = place, all[place], now
        return self._at
