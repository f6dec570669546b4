"""The test sheet: its measures and their grades, one printed page, and its place on the record."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from fieldkit.checkup import sheet
from fieldkit.checkup.finding import ok
from fieldkit.cli.commands import main
from fieldkit.clock import MS, NS
from fieldkit.errors import FieldkitError
from fieldkit.journal.reading import all_records, reading
from fieldkit.journal.record import CHECK, SHEET, last_check, read_checked
from fieldkit.messages import KitSheet
from fieldkit.phrases import ENGLISH
from tests.fieldkit.checkup.test_doctor import grades
from tests.process.conftest import Kit
from tests.support.kit_table import kit_table
from tests.support.refereed import Refereed

TEAMS = [{"id": id, "players": 3, "start_hoop": f"h{n}"} for n, id in enumerate(("red", "blue", "green"), 1)]


def trial(
    late: Sequence[int] = (0,), felt: bool = True, is_wired: bool = True, is_free: bool = True
) -> sheet.Trial:
    """Return a dry run with this outcome."""
    return sheet.Trial("mock", lambda: late, lambda: felt, is_wired, is_free)


def broken() -> sheet.Trial:
    """Return a dry run that fails."""

    def refuse() -> bool:
        raise FieldkitError("The dry run's whistle gives no answer.")

    return sheet.Trial("gpio", refuse, refuse, True, True)  # type: ignore[arg-type]


def made() -> KitSheet:
    """Return a sheet for the record."""
    return sheet.for_record([ok("versions", "all"), sheet.loop_back(trial(felt=False))], ENGLISH)


def test_edges_are_told_with_median_and_worst_and_a_late_one_is_a_warning() -> None:
    punctual, late = sheet.edges(trial([0, 40_000, 90_000])), sheet.edges(trial([0, 0, 11 * MS]))
    assert grades(punctual, late, sheet.edges(broken())) == ["pass", "warn", "fail"]
    assert punctual.says == "3 on simulated pins: the median is 0.04 ms late, the worst 0.09 ms"


def test_a_time_of_day_that_jumps_is_a_warning() -> None:
    steady, jumped = sheet.clocks(10 * NS, 10 * NS + 2 * MS), sheet.clocks(10 * NS, 9 * NS)
    assert grades(steady, jumped) == ["pass", "warn"]
    assert jumped.says == "in 10.0 s the time of day moved 1000.00 ms against the kit's clock"


def test_the_loop_back_wire() -> None:
    found = [
        sheet.loop_back(each)
        for each in (trial(), trial(felt=False), trial(is_wired=False), trial(is_free=False), broken())
    ]
    assert grades(*found) == ["pass", "fail", "pass", "pass", "fail"]
    assert found[2].says == "not wired"
    assert [each.absent for each in found] == [False, False, True, True, False]


def test_the_page_is_one_page_whatever_there_is_to_say() -> None:
    page = sheet.page("Field 1", [ok(f"hoop h{n}", "heard " * 30) for n in range(99)]).split("\n")
    assert len(page) <= sheet.MAX_LINES
    assert max(map(len, page)) <= sheet.WIDTH
    assert page[2] == "kit      Field 1"
    assert page[-3:] == ["verdict  pass", "", f"signed   {'_' * 40}"]


def test_without_a_kit_it_goes_on_the_newest_matchs_record_and_is_no_check_of_it(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    kit = Refereed(path)
    kit.do("create_match", game="full_contact", teams=TEAMS)
    kit.close()
    with reading(path) as db:
        *_, last = all_records(db)
    assert sheet.head(path).says == f"record {last.id}, {last.hash}"
    sheet.write(made(), path)
    assert sheet.recorded(made(), path, 0.0) == last.id + 1
    with reading(path) as db:
        records = list(all_records(db))
    assert (records[-1].prev, records[-1].row.by, records[-1].row.seq) == (last.hash, SHEET, None)
    told = read_checked(records[-1].row.given)
    assert told is not None
    assert [(item.title, item.grade) for item in told.items] == [
        ("Versions", "pass"),
        ("Loop-back wire", "fail"),
    ]
    assert last_check(records) is None
    again = Refereed(path)
    again.do("start_round")
    again.close()


def test_the_running_kit_puts_it_on_the_newest_matchs_record_and_keeps_the_check_that_waits(
    tmp_path: Path,
) -> None:
    with kit_table(tmp_path) as kit:
        kit.order("check")
        kit.order("check_end")
        kit.checked(made())
        kit.referee.turn(0)
        with pytest.raises(FieldkitError, match="no match yet"):
            sheet.recorded(made(), tmp_path / "journal.sqlite3", 0.0)
        kit.create()
        kit.checked(made())
        kit.referee.turn(0)
    with reading(tmp_path / "journal.sqlite3") as db:
        assert [one.row.by for one in all_records(db) if one.row.seq is None] == [CHECK, SHEET]


@pytest.mark.parametrize("make", [lambda path: None, lambda path: Refereed(path).close()])
def test_without_a_match_there_is_no_record_for_it(tmp_path: Path, make: Callable[[Path], None]) -> None:
    path = tmp_path / "journal.sqlite3"
    make(path)
    was = path.exists()
    with pytest.raises(FieldkitError, match="Not on the record: there is no match yet"):
        sheet.write(made(), path)
    assert path.exists() == was


def test_it_is_text_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--sheet", "--json"]) == 2
    assert "give --sheet or --json" in capsys.readouterr().err


@pytest.mark.process
def test_the_sheet_of_a_running_kit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kit = Kit(tmp_path)
    kit.start()
    try:
        kit.must("create_match", game="full_contact", teams=TEAMS)
        command = ["doctor", "--sheet", "--settings", str(kit.settings), "--data", str(kit.data)]
        command += ["--port", str(kit.port)]
        main(command)
        told = capsys.readouterr().out
        assert "edges: 100 on simulated pins" in told
        assert all(f"hoop h{number}: " in told for number in range(1, 11))
        assert "On the record as number 2." in told
        assert main(["verify", "m1", "--data", str(kit.data)]) == 0
        kit.must("start_round")
        capsys.readouterr()
        assert main(command) == 1
        assert capsys.readouterr().err == "Play goes on: measure when it has ended.\n"
    finally:
        kit.end()
