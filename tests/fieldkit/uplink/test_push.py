"""Records read from a journal for a push: few at a time, no look at those before, and only sound ones."""

import json
import sqlite3
from collections.abc import Callable

import pytest

from fieldkit.journal.reading import Tip
from fieldkit.journal.record import Row, digest
from fieldkit.uplink import push
from fieldkit.uplink.push import MAX_RECORDS, Rewritten, Unreadable, Unsound, batch, looking
from tests.fieldkit.uplink.conftest import Field

Make = Callable[..., Field]


@pytest.fixture
def field(make: Make) -> Field:
    """Return a field with a match of ten records."""
    field = make()
    field.begin("toy")
    field.play(9)
    return field


def change(field: Field, statement: str) -> None:
    db = sqlite3.connect(field.path)
    db.execute(statement)
    db.commit()
    db.close()


def test_a_batch_is_the_records_as_they_are(field: Field) -> None:
    with looking(field.path) as db:
        found = batch(db, 4)
    assert found is not None
    assert (found.match, found.game, found.start, found.end.number) == ("m1", "toy", 4, 10)
    plain = json.loads(found.body)
    assert [one["id"] for one in plain] == [4, 5, 6, 7, 8, 9, 10]
    last = plain[-1]
    names = ("match", "seq", "boot", "mono_ns", "wall", "by", "command_id", "input", "events")
    assert last.keys() == {"id", *names, "prev", "hash"}
    assert digest(10, Row(*(last[name] for name in names)), last["prev"]) == last["hash"] == found.end.hash


def test_there_is_nothing_after_the_end(field: Field) -> None:
    with looking(field.path) as db:
        assert batch(db, 11) is None


def test_it_ends_with_its_match_and_at_its_bounds(make: Make) -> None:
    field = make()
    field.begin()
    field.play(2)
    field.begin()
    field.play(300)
    field.play(2, size=60_000)
    with looking(field.path) as db:
        ends = []
        start = 1
        while (found := batch(db, start)) is not None:
            ends.append(found.end.number)
            assert found.end.number - start < MAX_RECORDS
            assert len(found.body) <= push.PUSH_BYTES + 2 * MAX_RECORDS or found.end.number == start
            start = found.end.number + 1
    assert ends[0] == 3
    assert ends[-2:] == [305, 306]


def test_how_long_a_look_takes_does_not_depend_on_what_came_before(field: Field) -> None:
    with looking(field.path) as db:
        (plan,) = db.execute(f"EXPLAIN QUERY PLAN {push._FROM}", (9,)).fetchall()
    assert plan[-1] == "SEARCH records USING INTEGER PRIMARY KEY (rowid>?)"


@pytest.mark.parametrize(
    ("statement", "number"),
    [
        ("UPDATE records SET events = '[5]' WHERE id = 6", 6),
        ("UPDATE records SET hash = 'ff' WHERE id = 6", 6),
        ("DELETE FROM records WHERE id = 6", 6),
        ("DELETE FROM records WHERE id = 4", 4),
    ],
)
def test_what_does_not_hold_is_never_sent(field: Field, statement: str, number: int) -> None:
    change(field, statement)
    with pytest.raises(Unsound, match=f"^Record {number} of this kit"), looking(field.path) as db:
        batch(db, 4)


def test_a_record_that_does_not_follow_from_the_last_one_sent_shows(field: Field) -> None:
    with looking(field.path) as db:
        first = batch(db, 1)
        assert first is not None
    field.play()
    with looking(field.path) as db:
        assert batch(db, 11, first.end) is not None
    with pytest.raises(Rewritten), looking(field.path) as db:
        batch(db, 11, Tip(10, "of another journal"))


def test_a_record_that_no_hub_takes_is_told_of(field: Field) -> None:
    field.play(1, size=1_100_000)
    with pytest.raises(Unsound, match=r"^Record 11 of this kit is too large"), looking(field.path) as db:
        batch(db, 11)


@pytest.mark.parametrize("content", [None, b"", b"no journal"])
def test_what_is_no_journal_is_no_bug(field: Field, content: bytes | None) -> None:
    path = field.data / "other"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(Unreadable), looking(path) as db:
        batch(db, 1)
