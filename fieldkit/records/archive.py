"""The matches of a record in short and the season they make, each folded once and kept by its last hash."""

import contextlib
import logging
import os
import threading
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

import fieldkit
from fieldkit.errors import FieldkitError
from fieldkit.games import Game, Side, title_of
from fieldkit.games.report import PlayerShare
from fieldkit.journal.reading import MatchInfo, last_hash, looked_at, match_records, played, reading
from fieldkit.journal.record import Record
from fieldkit.phrases import Language, Term
from fieldkit.records.reader import folded_quietly, in_doubt, minutes_of, possible, result_of
from fieldkit.referee.match import Match, over

log = logging.getLogger(__name__)

UNREADABLE = Term("Cannot be read")
"""The result of a match whose record says nothing that this kit knows."""
MAX_LISTED = 100
"""The number of teams and of players that are listed at most."""


class Summary(msgspec.Struct, frozen=True):
    """A match in short; ``tip`` is its last hash, ``season`` None for what no season counts."""

    tip: str
    game: str
    over: bool
    practice: bool = False
    minutes: int | None = None
    text: str = ""
    winners: tuple[str, ...] = ()
    sides: tuple[Side, ...] = ()
    season: tuple[PlayerShare, ...] | None = None


_Summaries = tuple[str, str, dict[str, Summary]]
"""The content of the file, after its version and language: that of no other ones is read."""


class Archive:
    """The matches of a journal, read beside the kit that writes it; any thread may ask."""

    def __init__(self, journal: Path, store: Path, games: Mapping[str, Game], translate: Language) -> None:
        self._journal, self._store = journal, store
        self._games, self._translate = games, translate
        self.newest_in_doubt = False
        """True while the referee is asked how to go on: no result of the newest match is told."""
        self._known: dict[str, Summary] | None = None
        self._reading = threading.Lock()

    def matches(self) -> list[MatchInfo]:
        """Return all matches, the newest first. Raises FieldkitError when the record cannot be read."""
        with reading(self._journal) as db:
            return played(db)[::-1]

    def summaries(self, wanted: Iterable[MatchInfo], seconds: float) -> dict[str, Summary]:
        """Return summaries by id, as far as ``seconds`` suffice; one caller reads. Raises FieldkitError."""
        end = time.monotonic() + seconds
        found: dict[str, Summary] = {}
        is_reader = self._reading.acquire(blocking=False)
        try:
            known = self._remembered() if is_reader else dict(self._known or {})
            read = self._read(wanted, known, found, end if is_reader else 0.0)
            if is_reader and read:
                known.update(read)
                self._keep(known)
        finally:
            if is_reader:
                self._reading.release()
        return found

    def _read(
        self, wanted: Iterable[MatchInfo], known: Mapping[str, Summary], found: dict[str, Summary], end: float
    ) -> dict[str, Summary]:
        """Fill ``found``, and give what of it is new."""
        read: dict[str, Summary] = {}
        with reading(self._journal) as db:
            newest = played(db)[-1:] if self.newest_in_doubt else []
            for each in wanted:
                if each in newest:
                    found[each.id] = doubted(each, self._games, "", self._translate)
                    continue
                tip = last_hash(db, each.id)
                summary = known.get(each.id)
                if summary is None or summary.tip != tip:
                    if time.monotonic() >= end:
                        continue
                    records = list(match_records(db, each.id))
                    checked = looked_at(db, each, records)
                    summary, _ = summed_up(checked, self._games, records, self._translate)
                    read[each.id] = summary
                found[each.id] = summary
        return read

    def _remembered(self) -> dict[str, Summary]:
        if self._known is None:
            self._known = {}
            with contextlib.suppress(OSError, msgspec.MsgspecError):
                *made, kept = msgspec.json.decode(self._store.read_bytes(), type=_Summaries)
                if made == [fieldkit.__version__, self._translate.code]:
                    self._known = kept
        return self._known

    def _keep(self, known: dict[str, Summary]) -> None:
        kept = (fieldkit.__version__, self._translate.code, known)
        part = self._store.with_suffix(".part")
        try:
            part.write_bytes(msgspec.json.encode(kept))
            os.replace(part, self._store)
        except OSError as error:
            log.warning("the list of matches is not kept for the next start: %s", error)


def doubted(match_played: MatchInfo, games: Mapping[str, Game], tip: str, translate: Language) -> Summary:
    """Return a match whose record does not hold: its game, and that it is in doubt."""
    game = games.get(match_played.game)
    name = translate(title_of(game)) if game else match_played.game
    return Summary(tip, name, over=False, text=in_doubt(translate).text)


def summed_up(
    match_played: MatchInfo, games: Mapping[str, Game], records: list[Record], translate: Language
) -> tuple[Summary, Match | None]:
    """Return a match in short and as it was folded; None for one whose record does not tell all of it."""
    tip = records[-1].hash if records else ""
    game = games.get(match_played.game)
    if match_played.flaw:
        return doubted(match_played, games, tip, translate), None
    folded = folded_quietly(match_played, games, records, translate)
    title = translate(title_of(game)) if game else match_played.game
    if folded is not None:
        with contextlib.suppress(FieldkitError), possible(match_played.id):
            return _summary(tip, title, folded, records, translate), folded
    return Summary(tip, title, over=True, text=translate(UNREADABLE)), None


def _summary(tip: str, title: str, folded: Match, records: list[Record], translate: Language) -> Summary:
    result, report = result_of(folded, translate), folded.game.report
    practice = report.practice(folded.state)
    counts = over(folded) and result.winners and not practice
    return Summary(
        tip,
        title,
        over(folded),
        practice,
        minutes_of(records),
        result.text,
        result.winners,
        tuple(folded.game.headline(folded.state, translate)["sides"]),
        report.season(folded.state) if counts else None,
    )


class TeamRow(msgspec.Struct, frozen=True):
    """A team's season; ``side`` is how it last played, ``shared`` first places are not among the ``won``."""

    side: Side
    matches: int
    won: int
    shared: int
    points: int


class PlayerRow(msgspec.Struct, frozen=True):
    """The deeds of one player for a team; known by the tag alone, so by a number or name on it."""

    side: Side
    player: str
    matches: int
    count: int


class JournalSeason(msgspec.Struct, frozen=True):
    """``pairs``: how often the first team of two finished before the second, by their names."""

    matches: int
    teams: Sequence[TeamRow]
    pairs: Mapping[tuple[str, str], int]
    players: Sequence[PlayerRow]


def season_of(summaries: Iterable[Summary]) -> JournalSeason:
    """Return the season of these matches, the newest first; what does not count is left out."""
    counted = [each for each in summaries if each.season is not None]
    latest: dict[str, Side] = {}
    totals: dict[str, Counter[str]] = {}
    pairs: Counter[tuple[str, str]] = Counter()
    people: dict[tuple[str, str], list[int]] = {}
    for each in counted:
        sides = {side["id"]: side for side in each.sides}
        how = "won" if len(each.winners) == 1 else "shared"
        for side in each.sides:
            latest.setdefault(side["name"], side)
            won = {how: 1} if side["id"] in each.winners else {}
            totals.setdefault(side["name"], Counter()).update({"matches": 1, "points": side["score"]} | won)
        ranks = {side["name"]: (side["id"] in each.winners, side["score"]) for side in each.sides}
        pairs.update((one, other) for one in ranks for other in ranks if ranks[one] > ranks[other])
        for share in each.season or ():
            if share.side in sides:
                people.setdefault((sides[share.side]["name"], share.player), []).append(share.count)
    names = ("matches", "won", "shared", "points")
    teams = [TeamRow(latest[name], *(n[each] for each in names)) for name, n in totals.items()]
    teams.sort(key=lambda row: (-row.won, -row.shared, -row.points, row.side["name"]))
    players = [PlayerRow(latest[name], player, len(n), sum(n)) for (name, player), n in people.items()]
    players.sort(key=lambda row: (-row.count, row.side["name"], row.player))
    return JournalSeason(len(counted), teams[:MAX_LISTED], pairs, players[:MAX_LISTED])
