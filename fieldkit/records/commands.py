"""The commands that read the record: they print, return an exit code, and raise FieldkitError."""

import csv
import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import asdict

from fieldkit.clock import MS
from fieldkit.errors import FieldkitError
from fieldkit.games import Game
from fieldkit.journal.file import witnessed
from fieldkit.journal.reading import (
    Flaw,
    MatchInfo,
    first_bad,
    looked_at,
    match_records,
    played,
    reading,
    whole_file,
)
from fieldkit.journal.record import CHECK, Codec, Record, last_check, read_checked
from fieldkit.journal.record import text as json_text
from fieldkit.phrases import ENGLISH
from fieldkit.records.plain import cell, plain_json, say
from fieldkit.records.reader import fold, folded_quietly, in_doubt, in_one_line, read, result_of
from fieldkit.referee.match import Match, line, over, walked
from fieldkit.referee.view import Views

_CSV = ("seq", "wall", "by", "command_id", "type", "text", "struck", "events")


def matches(journal: Path, games: Mapping[str, Game]) -> int:
    """Print all matches on the record with their results, oldest first."""
    with reading(journal) as db:
        all_of = [(each, list(match_records(db, each.id))) for each in played(db)]
        found = [(looked_at(db, each, records), records) for each, records in all_of]
    for each, records in found:
        decisions = sum(record.row.seq is not None for record in records)
        line = f"{each.id:<6} {each.game:<16} {each.wall}  {decisions:>4} decisions  "
        say((line + _result(each, games, records)).rstrip())
    if not found:
        print("No matches on the record yet.")
    return 0


def replay(journal: Path, games: Mapping[str, Game], match: str, as_json: bool, at: int | None) -> int:
    """Rebuild a match, up to the decision ``at`` if given: its report, or the referee's view as JSON."""
    match_played, records = read(journal, match)
    if at is not None:
        seqs = [record.row.seq for record in records]
        if at not in seqs:
            raise FieldkitError(f"{match} has no decision {at}")
        records = records[: seqs.index(at) + 1]
    folded = fold(match_played, games, records)
    if as_json:
        view, _ = Views(games, 1.0).match_view(folded, {}, [], {})
        now = records[-1].row.mono_ns // MS
        whole = msgspec.json.encode({"now": now, "rev": 0} | view)
        print(plain_json(msgspec.json.format(whole, indent=2).decode()))
    else:
        say(f"{match}: {match_played.game}, created {match_played.wall}")
        if checked := last_check(records):
            say(in_one_line(checked, ENGLISH))
        for text in _report(folded):
            say(text)
    return 0


def export(journal: Path, games: Mapping[str, Game], match: str, form: str) -> int:
    """Write all records of a match as JSON, or its decisions and checks of the kit as CSV."""
    match_played, records = read(journal, match)
    hidden = _secrets_of(match_played, games, records)
    if form == "json":
        told = [_plain(record, hidden) for record in records]
        print(plain_json(json.dumps(told, ensure_ascii=False, indent=1)))
        return 0
    folded = fold(match_played, games, records)
    texts = {seq: text for seq, _, text in _told(folded)}
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(_CSV)
    for record in [each for each in records if each.row.seq is not None or each.row.by == CHECK]:
        row, given = record.row, _decoded(record.row.given)
        kind = given.get("command", given).get("type", "")
        struck = "yes" if row.seq in folded.struck else ""
        checked = read_checked(row.given) if row.by == CHECK else None
        said = in_one_line(checked, ENGLISH) if checked else texts.get(row.seq or 0, "")
        events = row.events if hidden is None else json_text(_without_secrets(_decoded(row.events), hidden))
        line = (row.seq or "", row.wall, row.by, row.command_id or "", kind, said, struck, plain_json(events))
        table.writerow(map(cell, line))
    return 0


def verify(journal: Path, games: Mapping[str, Game], match: str) -> int:
    """Check that nothing on the record was changed up to a match's end; 1 for a broken record."""
    _, records = read(journal, match)
    noted = witnessed(journal)
    with reading(journal) as db:
        bad = first_bad(db, match, noted)
        wrong = _in_words(bad) if bad else whole_file(db)
    if wrong is None:
        print(f"{match}: {len(records)} records, all as they were written.")
        return 0
    say(f"{match}: {wrong}", sys.stderr)
    return 1


def _in_words(bad: Flaw) -> str:
    if bad.record is None:
        return f"record {bad.number} and what follows it are missing"
    row = bad.record.row
    where = f"decision {row.seq} of {row.match}" if row.seq else f"a report in {row.match}"
    what = "has the wrong number" if bad.why == "number" else "is not what was written"
    return f"record {bad.number} ({where}, {row.wall}) {what}"


def _result(match_played: MatchInfo, games: Mapping[str, Game], records: Iterable[Record]) -> str:
    if match_played.flaw:
        return in_doubt(ENGLISH).text
    folded = folded_quietly(match_played, games, records)
    return result_of(folded, ENGLISH).text if folded else ""


def _told(folded: Match) -> Iterable[tuple[int, Any, str]]:
    for entry, state, struck in walked(folded):
        if entry.seq is not None and not struck:
            told = line(folded.game, state, entry)
            yield entry.seq, state, told.text if told else ""


def _report(folded: Match) -> Iterable[str]:
    """Return the match as one would read it: round by round, what was decided and the score after it."""
    game, number = folded.game, 0
    before: Any = None
    for seq, state, text in _told(folded):
        now = game.stamp(state)[0]
        if now != number:
            if before is not None:
                yield from _scores(game, before, _after(game, number))
            yield ""
            yield game.report.chapter(now, ENGLISH)
            number = now
        if text:
            yield f"{seq:>5}  {text}"
        before = state
    yield from _scores(game, folded.state, f"in phase {game.stamp(folded.state)[1]}")
    if folded.struck:
        yield ""
        yield f"Struck: {', '.join(str(seq) for seq in sorted(folded.struck))}"


def _scores(game: Game, state: Any, when: str) -> Iterable[str]:
    if scores := [f"{side['name']} {side['score']}" for side in game.headline(state)["sides"]]:
        yield f"       score {when}: {', '.join(scores)}"


def _after(game: Game, number: int) -> str:
    if not number:
        return "at the start"
    name = game.report.chapter(number, ENGLISH)
    return f"after {name[0].lower()}{name[1:]}"


def _plain(record: Record, hidden: Codec | None) -> dict[str, Any]:
    row = asdict(record.row)
    row["input"], row["events"] = _decoded(row.pop("given")), _decoded(row["events"])
    if hidden is not None:
        row["input"], row["events"] = (_without_secrets(row[name], hidden) for name in ("input", "events"))
    return {"id": record.id} | row | {"prev": record.prev, "hash": record.hash}


def _secrets_of(
    match_played: MatchInfo, games: Mapping[str, Game], records: Iterable[Record]
) -> Codec | None:
    """Return the reader of secrets of a match that still goes on, or None if all may be told."""
    game = games.get(match_played.game)
    folded = folded_quietly(match_played, games, records)
    return Codec(game) if game and folded and not over(folded) else None


def _without_secrets(plain: Any, hidden: Codec) -> Any:
    if isinstance(plain, list):
        return [_without_secrets(each, hidden) for each in plain]
    if isinstance(plain, dict) and isinstance(plain.get("command"), dict):
        return plain | {"command": hidden.shown(plain["command"])}
    return hidden.shown(plain) if isinstance(plain, dict) else plain


def _decoded(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return {"unreadable": text}
