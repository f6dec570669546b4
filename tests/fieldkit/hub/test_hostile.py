"""Records of a spiteful field: none names a file, stops what everybody reads, or counts as another match."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from fieldkit.event.state import Attach, Confirm, Correct, TeamsDecision
from fieldkit.hub.access import Person
from fieldkit.hub.desk import desk
from fieldkit.hub.hub import Hub
from fieldkit.journal.reading import all_records, reading
from fieldkit.journal.record import Record, digest, text
from tests.support.forged import forge
from tests.support.hubs import TEAMS, hub, plan, play, pushes, send
from tests.support.spiteful import NO_IDS, name_first, played_as
from web.hub.pages import Reports

pytestmark = pytest.mark.slow
ANN = Person("p-ann", "organiser", "Ann")


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Hub]:
    folder = tmp_path / "a" / "b" / "c"
    folder.mkdir(parents=True)
    with hub(f"sqlite:///{folder / 'hub.sqlite3'}", folder) as running:
        plan(running)
        yield running


def public(folder: Path) -> list[Path]:
    """Every document that there is, wherever it is."""
    return [*folder.rglob("*.json*")]


@pytest.mark.parametrize("id", NO_IDS)
def test_a_match_of_an_impossible_name_is_none_of_the_schedule(made: Hub, tmp_path: Path, id: str) -> None:
    made.follow()
    before = {path: path.stat().st_mtime_ns for path in public(tmp_path)}
    (kit := tmp_path / "kit").mkdir()
    played_as(kit / "north", id)
    send(made, "north", kit / "north")
    made.follow()
    changed = {path.name for path in public(tmp_path) if before.get(path) != path.stat().st_mtime_ns}
    # The index and the field's own document tell how far the hub has its records.
    assert changed == {f"{name}.json{end}" for name in ("cup", "north") for end in ("", ".gz")}
    assert made.shown.results == {}
    assert len(desk(made, ANN, (), {})["loose"]) == 1


def test_the_desk_is_told_while_spectators_see_an_old_state(made: Hub, tmp_path: Path) -> None:
    place = tmp_path / "a" / "b" / "c" / "public" / "cup.json"
    assert desk(made, ANN, (), {})["troubles"] == []
    place.unlink()
    place.mkdir()
    made.decide(lambda state: TeamsDecision(TEAMS[1:]), "organiser")
    made.follow()
    assert desk(made, ANN, (), {})["troubles"] == [
        "Spectators see an old state: the public files are not written (Is a directory)."
    ]


def taken_back(of: Hub, path: Path) -> None:
    """Let the referee at the field undo the end of the match."""
    *_, (match, game, _, records) = pushes(path)
    last = records[-1]
    given = {
        "type": "command",
        "at": 0,
        "by": "x",
        "command": {"type": "strike", "seq": last.row.seq, "reason": "x"},
    }
    events = [{"type": "Struck", "seqs": [last.row.seq], "reason": "one more round"}]
    assert last.row.seq
    row = replace(last.row, seq=last.row.seq + 1, given=text(given), events=text(events), command_id="undo")
    number = last.id + 1
    of.push("north", match, game, number, [Record(number, row, last.hash, digest(number, row, last.hash))])


def attached_elsewhere(of: Hub, path: Path) -> None:
    teams = {"red": "foxes", "blue": "badgers", "green": "larks"}
    of.decide(lambda state: Attach("north", 1, "m1", "3", teams), "organiser")


@pytest.mark.parametrize("change", [taken_back, attached_elsewhere])
def test_a_confirmed_result_that_its_field_no_longer_has_waits_for_somebody(
    made: Hub, tmp_path: Path, change: Callable[[Hub, Path], None]
) -> None:
    play(path := tmp_path / "north", scheduled="1")
    send(made, "north", path)
    made.follow()
    (version,) = made.shown.results["1"].versions
    made.decide(lambda state: Confirm("1", version.id, version), "organiser")
    made.follow()
    assert not made.shown.results["1"].disputed
    change(made, path)
    made.follow()
    found = made.shown.results["1"]
    assert (found.confirmed, found.versions, found.disputed) == (True, (), True)
    told = next(each for each in desk(made, ANN, (), {})["results"] if each["id"] == "1")
    assert (told["waits"], told["gone"]) == (True, True)
    made.decide(lambda state: Correct("1", version.scores, "it was played"), "organiser")
    assert not made.facts().results["1"].disputed


@pytest.mark.parametrize("number", ["1e308", "9" * 401, "-1", '"x"', "[]"])
def test_a_number_that_cannot_be_breaks_neither_report_nor_desk(
    made: Hub, tmp_path: Path, number: str
) -> None:
    play(path := tmp_path / "north", scheduled="1")
    with reading(path) as db:
        record = next(each for each in all_records(db) if '"bonus_vp":3' in each.row.events)
    forge(path, record.id, events=record.row.events.replace('"bonus_vp":3', f'"bonus_vp":{number}'))
    send(made, "north", path)
    made.follow()
    assert Reports(made).of("north", "m1")
    told = desk(made, ANN, (), {})
    assert [each["match"] for each in told["loose"]] or told["results"]


def test_a_name_that_no_screen_holds_is_cut_in_report_and_table(made: Hub, tmp_path: Path) -> None:
    play(usual := tmp_path / "usual", scheduled="1")
    play(path := tmp_path / "north", scheduled="1")
    name_first(path, "W" * 500_000)
    send(made, "south", usual)
    send(made, "north", path)
    made.follow()
    reports = Reports(made)
    plain, long = reports.of("south", "m1"), reports.of("north", "m1")
    assert plain
    assert long
    assert b"W" * 40 in long.report
    assert len(long.report) < len(plain.report) + 20_000
    assert len(long.decisions) < len(plain.decisions) + 20_000
