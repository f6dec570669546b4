"""A record in doubt: its first bad record, and the referee's choice to go on from there or from a copy."""

import logging
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TypedDict

import msgspec

from fieldkit.clock import MS
from fieldkit.errors import FieldkitError, Rejected
from fieldkit.games import Game
from fieldkit.journal.backup import copy_path
from fieldkit.journal.database import Journal
from fieldkit.journal.reading import Flaw, held, match_flaw, match_records, played, reading, whole_file
from fieldkit.journal.record import Choice, Codec, Record, TrustRecord
from fieldkit.messages import CheckReport, CueReport
from fieldkit.phrases import N_, Language, Message, Term
from fieldkit.referee.commands import Request, command, commands_of, not_yours
from fieldkit.referee.match import Entry, Match, line, loaded

LOG = logging.getLogger(__name__)
WHYS = {
    "changed": Term("was changed"),
    "missing": Term("is missing"),
    "number": Term("has the wrong number"),
    "unreadable": Term("makes no sense"),
}
"""The fault of the first bad record."""


class GoneView(TypedDict):
    """The loss of a choice: the number of decisions, and the time that they took."""

    decisions: int
    ms: int


class StandView(TypedDict):
    """The state after a choice: the last decision's number (0 for none) and words, the points, the loss."""

    seq: int
    about: str
    score: str
    gone: GoneView


class BoardDoubtView(TypedDict):
    """The doubt as everybody sees it: the number of the first bad record."""

    record: int


class DoubtView(BoardDoubtView):
    """The doubt as the referee sees it; ``decision`` is None for no decision, ``stop`` still sounds."""

    decision: int | None
    about: str
    why: str
    good: StandView
    copy: StandView | None
    stop: str | None


class Doubt(msgspec.Struct, frozen=True):
    """A record in doubt: ``match`` is its good part, ``copy`` the second copy if it is worth offering."""

    flaw: Flaw
    match: Match | None
    copy: Path | None
    view: DoubtView


class CopyOffer(msgspec.Struct, frozen=True):
    """A second copy that is worth offering: the file, its match and the match's records."""

    path: Path
    match: Match
    records: Sequence[Record]


class LoadedMatch(msgspec.Struct, frozen=True):
    """The newest match at a start, as far as it is good, with sentences about faults, and the doubt."""

    match: Match | None
    records: Sequence[Record]
    wrong: list[Message]
    doubt: Doubt | None


def load_newest(
    journal: Journal, games: Mapping[str, Game], copy_to: str, translate: Language
) -> LoadedMatch:
    """Fold the newest match of an open journal as far as it is good. Raises NotStored."""
    newest, records = journal.newest(), journal.records()
    game = _game_of(records, games, newest.game) if newest else None
    good = held(records, journal.flaw)
    match, wrong, lost = None, list[Message](), None
    if newest and game and good:
        match, wrong, lost = _folded(newest.id, game, good, translate)
        # Without its beginning there is no match.
        match = match if match and match.state is not None else None
    if newest and not game:
        text = N_("{match} is a match of {game}, which this kit does not know.")
        wrong.append(Message(text, {"match": newest.id, "game": newest.game}))
    flaw = lost or journal.flaw
    good = held(good, flaw)
    copied = None
    if copy_to and (flaw or journal.is_new()):
        second = copy_path(journal.path, Path(copy_to).expanduser())
        copied = _longer(second, games, good, translate) if second.is_file() else None
    if flaw is None and copied:
        # A new card, beside the copy of the old one.
        flaw = Flaw(1, "missing", 0)
    journal.flaw = flaw
    if flaw is None:
        return LoadedMatch(match, good, wrong, None)
    doubt = _doubt(flaw, game, match, records, copied, translate)
    return LoadedMatch(match, good, wrong, doubt)


def _game_of(records: Sequence[Record], games: Mapping[str, Game], named: str) -> Game | None:
    """Return the game of a match by its first record, else the one ``named``."""
    try:
        own = msgspec.json.decode(records[0].row.given)["command"]["game"]
    except (LookupError, TypeError, msgspec.DecodeError):
        own = named
    return games.get(own) or games.get(named)


def _folded(
    match: str, game: Game, records: Sequence[Record], translate: Language
) -> tuple[Match | None, list[Message], Flaw | None]:
    """Return a match, a sentence for each unreadable record, and the first that the game cannot take."""
    try:
        return *loaded(match, game, records, translate), None
    except Exception:
        LOG.exception("the record of %s makes no sense", match)

    def is_lost(count: int) -> bool:
        try:
            loaded(match, game, records[:count], translate)
        except Exception:
            LOG.debug("nor do the first %s records", count, exc_info=True)
            return True
        return False

    # Once the game cannot go on it never can: the first such record is found by bisection.
    at = bisect_left(range(len(records)), True, key=lambda number: is_lost(number + 1))
    good = records[at - 1].id if at else records[0].id - 1
    lost = Flaw(records[at].id, "unreadable", good, records[at])
    return (*loaded(match, game, records[:at], translate), lost) if at else (None, [], lost)


def _doubt(
    flaw: Flaw,
    game: Game | None,
    match: Match | None,
    records: Sequence[Record],
    copied: CopyOffer | None,
    translate: Language,
) -> Doubt:
    stops = tuple(game.whistle.at_once) if game and game.whistle else ()
    good = held(records, flaw)
    of_copy = copied.records if copied else ()
    is_decision = flaw.record is not None and flaw.record.row.seq is not None
    view: DoubtView = {
        "record": flaw.number,
        "decision": (match.seq if match else 0) + 1 if is_decision else None,
        "about": _about(flaw, game, match, translate),
        "why": translate(WHYS[flaw.why]),
        "good": _stand(match, _gone(good, of_copy, records), translate),
        "copy": _stand(copied.match, _gone(of_copy, records), translate) if copied else None,
        "stop": stops[0] if stops else None,
    }
    return Doubt(flaw, match, copied.path if copied else None, view)


def go_on(doubt: Doubt, choose: Choice, journal: Journal) -> list[Message]:
    """Bring the journal to the chosen state; return its faults. Raises NotStored."""
    if choose == "second_copy" and doubt.copy:
        return journal.take_copy(doubt.copy)
    journal.cut()
    return []


def choice(doubt: Doubt, request: Request) -> Choice:
    """Return the referee's choice; raises BadCommand or Rejected."""
    if commands_of(None, request.by) is not None:
        raise not_yours()
    made: TrustRecord = command(request, TrustRecord)
    if made.choose == "second_copy" and doubt.copy is None:
        raise Rejected("no_copy", "There is no second copy that is whole and longer.")
    return made.choose


def _stand(match: Match | None, gone: GoneView, translate: Language) -> StandView:
    if match is None:
        return {"seq": 0, "about": "", "score": "", "gone": gone}
    sides = match.game.headline(match.state, translate)["sides"]
    about = match.recent[0].text if match.recent else ""
    score = ", ".join(f"{side['name']} {side['score']}" for side in sides)
    return {"seq": match.seq, "about": about, "score": score, "gone": gone}


def _gone(kept: Sequence[Record], *known: Sequence[Record]) -> GoneView:
    """Return the most that any of these records of a match has after the kept ones."""
    last = kept[-1].id if kept else 0
    after = max(([one for one in records if one.id > last] for records in known), key=_decisions)
    # A changed moment says nothing, and how long the kit was off between two boots is unknown.
    rows = [one.row for one in (*kept[-1:], *after) if one.sound]
    steps = (then.mono_ns - row.mono_ns for row, then in pairwise(rows) if row.boot == then.boot)
    return {"decisions": _decisions(after), "ms": sum(max(0, step) for step in steps) // MS}


def _decisions(records: Sequence[Record]) -> int:
    return sum(one.row.seq is not None for one in records)


def _about(flaw: Flaw, game: Game | None, match: Match | None, translate: Language) -> str:
    if flaw.record is None or game is None:
        return ""
    row = flaw.record.row
    try:
        codec = Codec(game)
        given, events = codec.given(row.given), codec.events(row.events)
        if isinstance(given, CueReport | CheckReport):
            return ""
        told = line(game, match.state if match else None, Entry(row.seq or 0, given, events), translate)
    except Exception:
        LOG.debug("what record %s was about cannot be read", flaw.number, exc_info=True)
        return ""
    return told.text if told else ""


def _longer(
    second: Path, games: Mapping[str, Game], good: Sequence[Record], translate: Language
) -> CopyOffer | None:
    """Return the newest match of the second copy; None unless that is whole and continues the good part."""
    try:
        with reading(second) as db:
            if whole_file(db):
                return None
            newest = played(db)[-1]
            records = list(match_records(db, newest.id))
            if match_flaw(db, records) or len(records) <= len(good):
                return None
            if good and records[len(good) - 1].hash != good[-1].hash:
                return None
        game = _game_of(records, games, newest.game)
        if game is None:
            return None
        found, unread, lost = _folded(newest.id, game, records, translate)
    except (FieldkitError, LookupError):
        return None
    return CopyOffer(second, found, records) if found and not (unread or lost) else None
