"""Journals of a spiteful field: sound in every hash, and saying what no kit would."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from fieldkit.journal.reading import all_records, reading
from tests.support.forged import forge
from tests.support.hubs import play

NO_IDS = ("../../../../insider", "../standings", "1.json/x", "x" * 300, "a\0b", "1\n", "", "..")
"""What a scheduled match cannot be called."""


def played_as(path: Path, *ids: str) -> None:
    """Play matches into a journal that says of each that it was the scheduled one of such an id."""
    for _ in ids:
        play(path, scheduled="1")
    _retold(path, "Scheduled", [{"id": id} for id in ids])


def name_first(path: Path, name: str) -> None:
    """Give the first side of a journal's first match another name."""
    with reading(path) as db:
        (created, *_) = [each for each in all_records(db) if '"MatchCreated"' in each.row.events]
    teams = msgspec.json.decode(created.row.events)[0]["teams"]
    _retold(path, "MatchCreated", [{"teams": [teams[0] | {"name": name}, *teams[1:]]}])


def _retold(path: Path, kind: str, told: Sequence[Mapping[str, Any]]) -> None:
    """Change the events of a kind, one after the other."""
    with reading(path) as db:
        records = [each for each in all_records(db) if f'"{kind}"' in each.row.events]
    for record, values in zip(records, told, strict=False):
        events = msgspec.json.decode(record.row.events)
        changed = [each | values if each["type"] == kind else each for each in events]
        forge(path, record.id, events=msgspec.json.encode(changed).decode())
