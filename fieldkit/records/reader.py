"""Reads matches from the journal: find one, fold its records, tell the check of the kit before it."""

import logging
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import islice
from pathlib import Path

from babel.dates import format_datetime

from fieldkit.clock import NS
from fieldkit.errors import FieldkitError
from fieldkit.games import Game
from fieldkit.games.report import Result
from fieldkit.journal.reading import MatchInfo, held, looked_at, match_records, played, reading
from fieldkit.journal.record import Record
from fieldkit.messages import CheckReport
from fieldkit.phrases import ENGLISH, Language, Term
from fieldkit.records.plain import say
from fieldkit.referee.match import Match, loaded, over

log = logging.getLogger(__name__)

MAX_RECORDS = 500_000
"""A match with more is not read whole: the largest hall has a tenth of that."""


def read(journal: Path, match: str) -> tuple[MatchInfo, list[Record]]:
    """Return a match of the journal and its records. Raises FieldkitError for none, or one too long."""
    with reading(journal) as db:
        found = {each.id: each for each in played(db)}
        records = list(islice(match_records(db, match), MAX_RECORDS + 1))
        checked = looked_at(db, found[match], records) if match in found else None
    if checked is None or not records:
        known = ", ".join(found) or "none"
        raise FieldkitError(f"there is no match {match} on the record; there are: {known}")
    if len(records) > MAX_RECORDS:
        raise FieldkitError(f"{match} has more than {MAX_RECORDS} records, which is more than can be read")
    return checked, records


@contextmanager
def possible(match: str) -> Iterator[None]:
    """Make a FieldkitError of whatever goes wrong while a match from anywhere is told."""
    try:
        yield
    except FieldkitError:
        raise
    except Exception as error:
        log.warning("the record of %r cannot be told: %.200r", match, error)
        raise FieldkitError(f"the record of {match} says what cannot be: {error!r:.200}") from error


def folded_quietly(
    match_played: MatchInfo,
    games: Mapping[str, Game],
    records: Iterable[Record],
    translate: Language = ENGLISH,
) -> Match | None:
    """Return a match of its records that hold, or None if its game or record cannot tell."""
    game, good = games.get(match_played.game), held(records, match_played.flaw)
    if game is None or not good:
        return None
    try:
        with possible(match_played.id):
            folded = loaded(match_played.id, game, good, translate)[0]
    except FieldkitError:
        return None
    return folded if folded.state is not None else None


def fold(match_played: MatchInfo, games: Mapping[str, Game], records: Iterable[Record]) -> Match:
    """Return a match of its records that hold; unreadable ones go to standard error. Raises FieldkitError."""
    game = games.get(match_played.game)
    if game is None:
        what = f"a match of {match_played.game}, which this kit does not know"
        raise FieldkitError(f"{match_played.id} is {what}")
    if match_played.flaw:
        number = match_played.flaw.number
        say(f"{match_played.id} does not hold from record {number} on: it is told up to there", sys.stderr)
    with possible(match_played.id):
        folded, unread = loaded(match_played.id, game, held(records, match_played.flaw))
    for text in unread:
        say(str(text), sys.stderr)
    if folded.state is None:
        raise FieldkitError(f"the record of {match_played.id} has no readable beginning")
    return folded


def minutes_of(records: Sequence[Record]) -> int | None:
    """Return the minutes from the first to the last decision; None unless one clock ran through them."""
    decisions = [record.row for record in records if record.row.seq is not None]
    if not decisions or len({row.boot for row in decisions}) != 1:
        return None
    return round((decisions[-1].mono_ns - decisions[0].mono_ns) / NS / 60)


def local_time(wall: str) -> datetime | None:
    """Return the record's label of a moment in this machine's zone; None for a label that tells none."""
    try:
        return datetime.fromisoformat(wall).astimezone()
    except (ValueError, OverflowError):
        return None


def date_of(wall: str, translate: Language) -> str:
    """Return the record's label of a moment for people, in this machine's zone."""
    at = local_time(wall)
    if at is None:
        return wall
    # The order of day, month and year is each language's own.
    return format_datetime(at, translate.sentence("d MMMM y, HH:mm"), locale=translate.code)


def in_one_line(checked: CheckReport, translate: Language) -> str:
    """Describe a check for the report of its match: the verdict, and what was not well."""
    grades = [item.grade for item in checked.items]
    fails, warns = grades.count("fail"), grades.count("warn")
    verdicts = {"pass": Term("pass"), "warn": Term("warn"), "fail": Term("fail")}
    parts = [translate.sentence("Checked before the match: {verdict}", verdict=verdicts[checked.verdict])]
    parts += [translate.number("{n} failure", "{n} failures", fails)] if fails else []
    parts += [translate.number("{n} warning", "{n} warnings", warns)] if warns else []
    wrong = " ".join(f"{item.title}: {item.says}" for item in checked.items if item.grade != "pass")
    return ", ".join(parts) + (f": {wrong}" if wrong else ".")


def in_doubt(translate: Language) -> Result:
    """Return what stands in place of a result while the record does not hold."""
    return Result(translate(Term("The record is in doubt")))


def result_of(folded: Match, translate: Language) -> Result:
    """Return how a match stands or ended; its game knows who has won."""
    told = folded.game.report.result(folded.state, translate)
    return told or Result(translate(Term("No result") if over(folded) else Term("Not over yet")))
