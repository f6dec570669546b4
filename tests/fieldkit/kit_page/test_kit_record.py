"""The verdict of a check on the record of its match, and in all that is made of the record."""

import csv
import io
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from fieldkit.checkup.finding import Finding
from fieldkit.cli.commands import main
from tests.support.kit_table import KitTable, kit_table

GOOD = [("blast", True), ("lamp-round", True), ("lamp-alarm", True)]


def check(kit: KitTable, *answers: tuple[str, bool]) -> None:
    """Make a check, with everything but the hoops looked at."""
    kit.order("check")
    for item, well in answers or GOOD:
        kit.order("answer", check=item, well=well)
    for button in ("start", "stop"):
        kit.press(button, f"{button}-{kit.clock.now()}-{id(kit)}")
    for number in range(1, 11):
        kit.read(f"{number:04X}", f"h{number}")
    kit.soon(lambda: "disk" in kit.grades())
    kit.clock.jump(1)
    kit.order("check_end")


def records(data: Path, match: str = "m1") -> list[tuple[int | None, str, dict[str, Any]]]:
    """Return the number, author and input of each record of a match."""
    with closing(sqlite3.connect(data / "journal.sqlite3")) as db:
        rows = db.execute("SELECT seq, by, input FROM records WHERE match = ? ORDER BY id", (match,))
        return [(seq, by, json.loads(given)) for seq, by, given in rows]


def checks(data: Path, match: str = "m1") -> list[str]:
    """Return the verdicts on the record of a match."""
    return [given["verdict"] for _, by, given in records(data, match) if by == "check"]


def test_check_of_a_match_that_is_ready_is_on_its_record_and_moves_no_number(tmp_path: Path) -> None:
    with kit_table(tmp_path) as kit:
        kit.create()
        check(kit)
        assert kit.match["seq"] == 1
        assert kit.command("note", text="the next decision") == 2
    found = records(tmp_path)
    assert [(seq, by) for seq, by, _ in found] == [(1, "tablet"), (None, "check"), (2, "tablet")]
    given = found[1][2]
    assert (given["type"], given["verdict"], len(given["items"])) == ("checked", "pass", 16)
    assert given["items"][0] == {
        **{"check": "blast", "title": "Whistle", "grade": "pass"},
        **{"says": "It was heard.", "do": "", "absent": False},
    }


def test_check_without_a_match_waits_for_the_next_one_also_over_a_restart(tmp_path: Path) -> None:
    with kit_table(tmp_path) as kit:
        check(kit, ("blast", False))
        clock = kit.clock
    with kit_table(tmp_path, clock=clock) as again:
        shown = again.view["check"]
        assert shown is not None
        assert (shown["open"], shown["verdict"]) == (False, "fail")
        assert again.item("blast")["says"] == "It was not heard."
        dry = {"id": "d1", "type": "create_match", "dry_run": True, "game": "full_contact", "teams": []}
        again.referee.submit(dry, "tablet")
        again.create()
        assert again.view["check"] == shown
        again.command("abandon_match", reason="rain")
        assert again.view["check"] is None
        again.create()
    assert (checks(tmp_path), checks(tmp_path, "m2")) == (["fail"], [])
    with kit_table(tmp_path, clock=clock) as last:
        assert last.view["check"] is None


def test_check_after_a_match_is_for_the_next(tmp_path: Path) -> None:
    with kit_table(tmp_path) as kit:
        kit.create()
        kit.command("abandon_match", reason="rain")
        check(kit)
        check(kit, ("lamp-round", False))
        kit.create()
    assert (checks(tmp_path), checks(tmp_path, "m2")) == ([], ["fail"])


def test_check_of_the_match_that_is_on_is_shown_again_after_a_restart(tmp_path: Path) -> None:
    with kit_table(tmp_path) as kit:
        kit.create()
        check(kit)
        shown = kit.view["check"]
        clock = kit.clock
    with kit_table(tmp_path, clock=clock) as again:
        assert again.view["check"] == shown


def test_check_that_was_not_ended_is_lost_with_a_restart_and_shown_as_none(tmp_path: Path) -> None:
    with kit_table(tmp_path) as kit:
        kit.create()
        kit.order("check")
        clock = kit.clock
    with kit_table(tmp_path, clock=clock) as again:
        assert again.view["check"] is None
    assert checks(tmp_path) == []


def test_round_that_starts_puts_the_open_check_on_its_match(tmp_path: Path) -> None:
    with kit_table(tmp_path) as kit:
        kit.create()
        kit.order("check")
        kit.command("start_round")
        kit.referee.turn(0)
    assert checks(tmp_path) == ["warn"]


@pytest.mark.slow
def test_check_waits_for_a_disk_that_fails(tmp_path: Path) -> None:
    with kit_table(tmp_path) as kit:
        kit.create()
        with closing(sqlite3.connect(tmp_path / "journal.sqlite3")) as db:
            db.execute("BEGIN IMMEDIATE")
            kit.order("check")
            kit.order("check_end")
            assert kit.match["alarms"][0]["id"] == "disk"
            db.rollback()
        kit.referee.turn(0)
    assert checks(tmp_path) == ["warn"]


def test_check_is_told_by_all_that_reads_the_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def look() -> list[Finding]:
        return [
            Finding("disk", "pass", "fast"),
            Finding("power", "warn", "the voltage was too low", "charge"),
        ]

    line = "Checked before the match: warn, 1 warning: Power: The voltage was too low."
    with kit_table(tmp_path, look=look) as kit:
        check(kit)
        kit.create()
        mistaken = kit.command("note", text="a mistake")
        kit.command("strike", seq=mistaken, reason="never was")
        assert kit.match["seq"] == 3
    settings = ["--data", str(tmp_path)]

    def said(*arguments: str) -> str:
        assert main([*arguments, *settings]) == 0
        return capsys.readouterr().out

    assert "4 records, all as they were written" in said("verify", "m1")
    assert line in said("replay", "m1").splitlines()
    view = json.loads(said("replay", "m1", "--json"))
    assert (view["seq"], view["phase"]) == (3, "ready")
    assert json.loads(said("replay", "m1", "--json", "--at", "1"))["seq"] == 1
    exported = json.loads(said("export", "m1", "--format", "json"))
    assert [(each["seq"], each["input"]["type"]) for each in exported][:2] == [
        (1, "command"),
        (None, "checked"),
    ]
    assert exported[1]["input"]["verdict"] == "warn"
    lines = list(csv.DictReader(io.StringIO(said("export", "m1", "--format", "csv"))))
    assert [(each["seq"], each["type"]) for each in lines][1] == ("", "checked")
    assert lines[1]["text"] == line
    page = tmp_path / "m1.html"
    said("report", "m1", "--out", str(page))
    assert f'<p class="note">{line}</p>' in page.read_text()
    assert "1 decisions" not in said("matches")


def test_match_without_a_check_says_nothing_of_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with kit_table(tmp_path) as kit:
        kit.create()
    assert main(["replay", "m1", "--data", str(tmp_path)]) == 0
    assert main(["report", "m1", "--out", str(tmp_path / "m1.html"), "--data", str(tmp_path)]) == 0
    assert "Checked" not in capsys.readouterr().out + (tmp_path / "m1.html").read_text()
