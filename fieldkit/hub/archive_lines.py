"""The lines of an archive, always in one order: an event's sources as text. Fields are only added."""

from collections.abc import Iterator, Mapping
from datetime import MAXYEAR, MINYEAR, datetime
from itertools import islice
from typing import IO, Annotated, Any

import msgspec
import sqlalchemy as sa

from fieldkit.errors import FieldkitError, Rejected
from fieldkit.event.documents import Id, Result, Schedule, Short, Teams
from fieldkit.event.standings import Standings
from fieldkit.event.state import EventState, decided, read_decision
from fieldkit.games import Game
from fieldkit.hub.database import Conflict
from fieldkit.hub.derive import Facts, follow, outcome
from fieldkit.hub.intake import GameName, MatchName, Recorded
from fieldkit.hub.settings import EventTable, is_zone
from fieldkit.hub.store import DECISIONS, MATCHES, RECORDS, Journal, Store
from fieldkit.journal.record import Record, Row
from fieldkit.language.catalogue import languages, load_language
from fieldkit.phrases import N_

FORMAT = 1
"""The format of an archive; one of a higher number is of a newer hub."""
MAX_LINE = 8 * 1024**2
"""The greatest length of a line (bytes): the longest record a hub takes, with room to spare."""

_Count = Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]
_Ns = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
_Text = Annotated[str, msgspec.Meta(max_length=64)]


class ArchiveHead(msgspec.Struct, frozen=True, tag_field="line", tag="event"):
    """The first line: the event as its settings had it, and the language of the pages."""

    event: EventTable
    language: Short = "en"
    format: int = FORMAT


class DecisionLine(msgspec.Struct, frozen=True, tag_field="line", tag="decision"):
    """A decision of the organisers."""

    n: _Count
    kind: _Text
    body: Recorded
    by: Short
    at: Short


class MatchLine(msgspec.Struct, frozen=True, tag_field="line", tag="match"):
    """A match that a field began."""

    field: Id
    generation: _Count
    match: MatchName
    number: _Count
    game: GameName
    wall: Short
    came: Short


class RecordLine(msgspec.Struct, frozen=True, tag_field="line", tag="record"):
    """A record of a field's journal."""

    field: Id
    generation: _Count
    number: _Count
    match: MatchName
    seq: _Count | None
    boot: Short
    mono_ns: _Ns
    wall: Short
    by: Short
    command_id: Short | None
    input: Recorded
    events: Recorded
    prev: _Text
    hash: _Text

    @property
    def record(self) -> Record:
        """The record itself."""
        return Record(self.number, Row(*msgspec.structs.astuple(self)[3:-2]), self.prev, self.hash)


Line = ArchiveHead | DecisionLine | MatchLine | RecordLine


class Closing(msgspec.Struct, frozen=True):
    """The results of the lines when the archive was made; ``began`` is when the first decision was."""

    event: EventTable
    language: Short
    began: Short
    fields: dict[Id, Short]
    teams: Teams
    schedule: Schedule
    standings: Standings
    results: tuple[Result, ...]


_BATCH = 500
_TABLES = ((DECISIONS, DecisionLine), (MATCHES, MatchLine), (RECORDS, RecordLine))
_DECODER = msgspec.json.Decoder(Line)


def lines_of(head: ArchiveHead, store: Store) -> Iterator[bytes]:
    """Return the lines of an event in a database, as they were at one moment. Raises NotStored."""
    yield _line(head)
    with store.reading() as db:
        if store.is_shared:
            # Else each question has a moment of its own, while fields go on sending.
            db = db.execution_options(isolation_level="REPEATABLE READ")
        event = head.event.id
        for row in db.execute(_columns(DECISIONS, DecisionLine, event).order_by(DECISIONS.c.n)):
            yield _line(DecisionLine(*row))
        matches = [MatchLine(*row) for row in db.execute(_columns(MATCHES, MatchLine, event))]
        yield from map(_line, sorted(matches, key=lambda one: (one.field, one.generation, one.number)))
        for journal in _journals(db, event):
            columns = RECORDS.c
            mine = columns.field == journal.field, columns.generation == journal.generation
            query = _columns(RECORDS, RecordLine, event).where(*mine).order_by(columns.number)
            for row in db.execute(query.execution_options(yield_per=_BATCH)):
                yield _line(RecordLine(*row))


def journals(store: Store, event: str) -> list[Journal]:
    """Every journal of which a database has records, in the order of the lines. Raises NotStored."""
    with store.reading() as db:
        return _journals(db, event)


def _journals(db: sa.Connection, event: str) -> list[Journal]:
    query = sa.select(RECORDS.c.field, RECORDS.c.generation).where(RECORDS.c.event == event).distinct()
    # Sorted here, since each database has its own idea of the order of texts.
    return [Journal(event, *found) for found in sorted(tuple(row) for row in db.execute(query))]


def _columns(table: sa.Table, kind: type[msgspec.Struct], event: str) -> sa.Select[Any]:
    return sa.select(*(table.c[name] for name in kind.__struct_fields__)).where(table.c.event == event)


def _line(said: msgspec.Struct) -> bytes:
    return msgspec.json.encode(said) + b"\n"


def read_lines(lines: IO[bytes]) -> Iterator[Line]:
    """Return the lines of an archive, the head first. Raises FieldkitError for any other file."""
    number, last = 0, -1
    kinds = (ArchiveHead, *(kind for _, kind in _TABLES))
    while raw := lines.readline(MAX_LINE + 1):
        number += 1
        try:
            found = _DECODER.decode(raw)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            text = N_("Line {number} of the archive cannot be read: {why}")
            raise FieldkitError(text, number=number, why=error) from None
        at = kinds.index(type(found))
        if at < last or (at == 0) != (number == 1):
            raise FieldkitError(N_("Line {number} of the archive is not where it belongs."), number=number)
        if isinstance(found, ArchiveHead):
            zone = found.event.timezone
            is_known = found.format <= FORMAT and found.language in languages()
            if not is_known or (zone and not is_zone(zone)):
                raise FieldkitError(N_("The archive was made by a newer hub; update this one."))
        last = at
        yield found
    if not number:
        raise FieldkitError(N_("The archive is of no event."))


def stored(lines: IO[bytes], store: Store) -> ArchiveHead:
    """Write the lines of an archive into a database, whole or not at all; the head. Raises FieldkitError."""
    found = read_lines(lines)
    head = next(found)
    assert isinstance(head, ArchiveHead)
    try:
        with store.writing(head.event.id) as db:
            for table, _ in _TABLES:
                if db.execute(sa.select(sa.func.count()).where(table.c.event == head.event.id)).scalar():
                    text = N_("The database has the event {id} already; take an empty one.")
                    raise Rejected("event_known", text, None, id=head.event.id)
            checked = holding_together(found)
            while batch := list(islice(checked, _BATCH)):
                for table, kind in _TABLES:
                    rows = [msgspec.structs.asdict(line) for line in batch if isinstance(line, kind)]
                    if rows:
                        db.execute(table.insert(), [{"event": head.event.id} | row for row in rows])
    except Conflict:
        raise FieldkitError(N_("The archive says one thing twice.")) from None
    return head


def holding_together(lines: Iterator[Line]) -> Iterator[Line]:
    """Return the same lines. Raises FieldkitError for a record that its field did not write, say."""
    before: RecordLine | None = None
    n = 0
    matches = set[tuple[str, int, str]]()
    for line in lines:
        if isinstance(line, DecisionLine):
            n += 1
            if line.n != n:
                raise FieldkitError(N_("Decision {n} is missing in the archive."), n=n)
            read_decision(n, line.body)
        if isinstance(line, MatchLine):
            if not _is_moment(line.came):
                text = N_("The archive does not say when match {match} of the field {field} came.")
                raise FieldkitError(text, match=line.match, field=line.field)
            if (key := (line.field, line.generation, line.match)) in matches:
                raise FieldkitError(N_("The archive says one thing twice."))
            matches.add(key)
        if isinstance(line, RecordLine):
            if before is not None and (*_key(line), line.number) <= (*_key(before), before.number):
                raise FieldkitError(N_("The archive says one thing twice."))
            joins = before is not None and _key(before) == _key(line) and before.number + 1 == line.number
            if not line.record.sound or (joins and before and before.hash != line.prev):
                text = N_("Record {number} of the field {field} is not what the field wrote.")
                raise FieldkitError(text, number=line.number, field=line.field)
            before = line
        yield line


def _is_moment(label: str) -> bool:
    try:
        at = datetime.fromisoformat(label)
    except ValueError:
        return False
    return at.tzinfo is not None and MINYEAR < at.year < MAXYEAR


def _key(line: RecordLine) -> tuple[str, int]:
    return line.field, line.generation


class EventAtRest(msgspec.Struct, frozen=True):
    """An event and all that follows from it; ``began`` is the label of the first decision."""

    head: ArchiveHead
    began: str
    facts: Facts

    def closing(self, only_confirmed: bool = False) -> Closing:
        """Return what an archive tells of it."""
        state, results = self.facts.state, self.facts.results.values()
        told = tuple(one for one in results if one.confirmed or not only_confirmed)
        of_state, table = (dict(state.fields), state.teams, state.schedule), self.facts.standings
        return Closing(self.head.event, self.head.language, self.began, *of_state, table, told)


def told_of(head: ArchiveHead, store: Store, games: Mapping[str, Game]) -> EventAtRest:
    """Return what follows from an event in a database. Raises NotStored."""
    event, translate, state = head.event, load_language(head.language), EventState()
    decisions = store.decisions(event.id)
    for one in decisions:
        state = decided(state, one.n, read_decision(one.n, one.body), one.by, one.at)
    outcomes = []
    for journal, begun in store.matches(event.id):
        outcomes.append(outcome(journal, begun, store.records(journal, begun.match), games, translate))
    return EventAtRest(head, decisions[0].at if decisions else "", follow(event, state, outcomes))


def decided_in(lines: IO[bytes]) -> Closing:
    """Work out what was decided in the lines of an archive, whatever games say. Raises FieldkitError."""
    found = read_lines(lines)
    head = next(found)
    assert isinstance(head, ArchiveHead)
    state, began = EventState(), ""
    for line in holding_together(found):
        if isinstance(line, DecisionLine):
            began = began or line.at
            state = decided(state, line.n, read_decision(line.n, line.body), line.by, line.at)
    return EventAtRest(head, began, follow(head.event, state, ())).closing(only_confirmed=True)
