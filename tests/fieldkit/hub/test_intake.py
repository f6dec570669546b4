"""Records of a field: whole, in order, once; and what does not fit is refused in words."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from fieldkit.errors import Unknown
from fieldkit.hub.hub import Hub
from fieldkit.hub.intake import Refusal
from fieldkit.hub.store import Journal
from fieldkit.journal.record import Record, digest
from tests.support.hubs import hub, play, pushes, send

pytestmark = pytest.mark.slow
NORTH = Journal("cup", "north", 1)


@pytest.fixture
def made(database: str, tmp_path: Path) -> Iterator[Hub]:
    with hub(database, tmp_path) as running:
        yield running


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "journal.sqlite3"
    play(path)
    play(path, points=(1, 2, 3))
    return path


def stored(made: Hub) -> list[Record]:
    return list(made.store.every_record(NORTH))


def test_the_same_bytes_again_are_well(made: Hub, journal: Path) -> None:
    have = send(made, "north", journal, most=3)
    before = stored(made)
    assert have == before[-1].id
    assert send(made, "north", journal, most=2) == have
    assert stored(made) == before


def test_any_order_of_repeats_ends_the_same(made: Hub, journal: Path) -> None:
    lots = random.Random(7)
    parts = pushes(journal, 2)
    for at in range(len(parts)):
        for match, game, start, records in [*lots.choices(parts[: at + 1], k=3), parts[at]]:
            made.push("north", match, game, start, records)
    assert stored(made) == [one for part in parts for one in part[3]]


def test_a_gap_is_answered_with_where_to_go_on(made: Hub, journal: Path) -> None:
    first, _, third, *_ = pushes(journal, 2)
    made.push("north", *first[:3], first[3])
    with pytest.raises(Refusal, match=r"Records 3 to 4 are missing: go on with 3\.") as refused:
        made.push("north", *third[:3], third[3])
    assert (refused.value.code, refused.value.have) == ("gap", 2)
    assert len(stored(made)) == 2


def test_other_bytes_under_a_known_number_are_refused(made: Hub, journal: Path, tmp_path: Path) -> None:
    have = send(made, "north", journal)
    play(tmp_path / "other.sqlite3", points=(9, 1, 1))
    before = stored(made)
    with pytest.raises(Refusal, match="two kits send under one key, or the journal was changed") as refused:
        send(made, "north", tmp_path / "other.sqlite3")
    assert (refused.value.code, refused.value.have, refused.value.record) == ("other_bytes", have, 1)
    assert stored(made) == before


def changed(records: list[Record], number: int, whole: bool) -> list[Record]:
    """Return the records with another one at a place; ``whole`` writes its hash, and so the chain, again."""
    found, prev = [], records[0].prev
    for one in records:
        row = replace(one.row, events="[]") if one.id == number else one.row
        own = digest(one.id, row, prev) if whole else one.hash
        found.append(Record(one.id, row, prev if whole else one.prev, own))
        prev = own
    return found


@pytest.mark.parametrize("whole", [False, True])
def test_a_journal_that_was_tampered_with_is_refused(made: Hub, journal: Path, whole: bool) -> None:
    (match, game, start, records), *_ = pushes(journal)
    half = len(records) // 2
    made.push("north", match, game, start, records[:half])
    # A chain that is written again from a known record on does not follow from what the hub has.
    false = changed(records, half if whole else half + 2, whole)
    with pytest.raises(Refusal, match=r"[Rr]ecord") as refused:
        made.push("north", match, game, start, false)
    assert refused.value.code == ("other_bytes" if whole else "broken_chain")
    with pytest.raises(Refusal) as refused:
        made.push("north", match, game, false[half].id, false[half:])
    assert refused.value.code == "broken_chain"
    assert stored(made) == records[:half]


def test_a_decision_that_is_missing_is_noticed(made: Hub, journal: Path) -> None:
    (match, game, start, records), *_ = pushes(journal)
    without = [replace(one, id=one.id) for one in records if one.id != 2]
    found, prev = [], ""
    for number, one in enumerate(without, 1):
        own = digest(number, one.row, prev)
        found.append(Record(number, one.row, prev, own))
        prev = own
    with pytest.raises(Refusal, match="is not the next decision of its match"):
        made.push("north", match, game, start, found)
    assert stored(made) == []


def test_records_are_where_the_address_says(made: Hub, journal: Path) -> None:
    (match, game, start, records), *_ = pushes(journal)
    for address in ((match, game, start + 1), ("m2", game, start)):
        with pytest.raises(Refusal, match="is not where the address of the push says"):
            made.push("north", *address, records)
    with pytest.raises(Unknown, match="at least one record"):
        made.push("north", match, game, 1, [])
    with pytest.raises(Unknown, match="There is no field east in this event"):
        made.push("east", match, game, start, records)


def test_a_field_may_begin_with_any_match_and_send_earlier_ones_later(made: Hub, journal: Path) -> None:
    first, second = pushes(journal)
    assert made.push("north", *second[:3], second[3]) == second[3][-1].id
    assert made.hello("north", 1)["have"] == second[3][-1].id
    half = len(first[3]) // 2
    assert made.push("north", *first[:3], first[3][:half]) == half
    assert made.push("north", *first[:2], half + 1, first[3][half:]) == second[3][-1].id
    assert stored(made) == [*first[3], *second[3]]


def test_earlier_records_must_lead_to_those_that_are_there(made: Hub, journal: Path, tmp_path: Path) -> None:
    first, second = pushes(journal)
    made.push("north", *second[:3], second[3])
    play(tmp_path / "other.sqlite3", points=(9, 1, 1))
    ((match, game, start, other),) = pushes(tmp_path / "other.sqlite3")
    assert len(other) == len(first[3])
    with pytest.raises(Refusal, match="does not follow from what the hub has"):
        made.push("north", match, game, start, other)


def test_another_kit_for_a_field_begins_a_journal_of_its_own(
    made: Hub, journal: Path, tmp_path: Path
) -> None:
    from fieldkit.event.state import NewKit

    send(made, "north", journal)
    before = stored(made)
    play(tmp_path / "other.sqlite3", points=(9, 1, 1))
    made.decide(lambda state: NewKit("north", "the card broke"), "organiser")
    assert made.hello("north", 1)["have"] is None
    send(made, "north", tmp_path / "other.sqlite3")
    assert stored(made) == before
    assert len(list(made.store.every_record(Journal("cup", "north", 2)))) > 0
