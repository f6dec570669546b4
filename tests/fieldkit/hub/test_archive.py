"""The archive of an event: all of it in one file, the same bytes each time, checked and taken over."""

import re
import shutil
import sqlite3
import subprocess
import zipfile
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

from fieldkit.cli.commands import main
from fieldkit.hub.archive import check, export, head_of, import_, read
from fieldkit.hub.archive_lines import ArchiveHead, told_of
from fieldkit.hub.archive_pages import Names
from fieldkit.hub.store import Store
from fieldkit.journal.reading import all_records, first_bad, played, reading
from tests.support.archives import GAMES, HEAD, Made, archived
from tests.support.hubs import KEYS, PIN, hub, plan, pushes

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return archived(tmp_path_factory.mktemp("event"))


def test_it_holds_all_of_an_event_and_nothing_else(made: Made) -> None:
    assert made.names == sorted(made.names)
    assert [name for name in made.names if not name.startswith("site/")] == [
        "SHA256SUMS", "event.jsonl", "hub.sqlite3", "journals/north.2/journal.sqlite3",
        "journals/north/journal.sqlite3", "journals/south/journal.sqlite3", "results.json",
    ]  # fmt: skip
    assert check(made.path) == []


def test_what_is_imported_and_exported_again_is_the_same_byte_for_byte(
    made: Made, database: str, tmp_path: Path
) -> None:
    """Also through the other database."""
    store = Store(database)
    store.open()
    try:
        assert import_(made.path, store) == HEAD == head_of(made.path)
        export(head_of(made.path), store, GAMES, tmp_path / "again.zip", tmp_path)
    finally:
        store.close()
    assert (tmp_path / "again.zip").read_bytes() == made.path.read_bytes()


def test_a_hub_shows_what_was_imported_as_the_first_one_did(
    made: Made, database: str, tmp_path: Path
) -> None:
    store = Store(database)
    store.open()
    import_(made.path, store)
    told = told_of(HEAD, store, GAMES)
    store.close()
    with hub(database, tmp_path) as running:
        running.follow()
        assert running.shown.standings == told.facts.standings == read(made.path).standings
        assert running.shown.results == told.facts.results
        assert running.state.n == told.facts.state.n == 8
    assert [(row.team, row.points) for row in told.facts.standings.rows if row.played] == [
        ("foxes", "4"), ("moles", "4"), ("herons", "3"), ("larks", "3"), ("badgers", "2"), ("otters", "2"),
    ]  # fmt: skip


def test_its_database_is_that_of_a_hub(made: Made, tmp_path: Path) -> None:
    with zipfile.ZipFile(made.path) as opened:
        opened.extract("hub.sqlite3", tmp_path)
    with hub(f"sqlite:///{tmp_path / 'hub.sqlite3'}", tmp_path) as running:
        running.follow()
        assert running.shown.standings == read(made.path).standings


def test_its_journals_are_read_by_the_commands_of_a_kit(
    made: Made, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with zipfile.ZipFile(made.path) as opened:
        opened.extractall(tmp_path)
    data = str(tmp_path / "journals" / "north")
    assert main(["matches", "--data", data]) == 0
    told = capsys.readouterr().out
    assert [line.split()[0] for line in told.splitlines()] == ["m1", "m2"]
    for match in ("m1", "m2"):
        assert main(["verify", "--data", data, match]) == 0
        assert "all as they were written" in capsys.readouterr().out
    for name, source in (("north", "north"), ("north.2", "other"), ("south", "south")):
        with (
            reading(tmp_path / "journals" / name / "journal.sqlite3") as db,
            reading(made.folder / source) as own,
        ):
            assert list(all_records(db)) == list(all_records(own))
            assert [(each.number, each.id, each.game) for each in played(db)] == [
                (each.number, each.id, each.game) for each in played(own)
            ]


def test_a_journal_that_begins_later_is_written_as_it_came(made: Made, tmp_path: Path) -> None:
    """A field may join an event with any of its matches."""
    with hub(f"sqlite:///{tmp_path / 'hub.sqlite3'}", tmp_path) as running:
        for match, game, start, records in pushes(made.folder / "south")[1:2]:
            running.push("south", match, game, start, records)
        running.follow()
        export(HEAD, running.store, GAMES, tmp_path / "late.zip", tmp_path)
    assert check(tmp_path / "late.zip") == []
    with zipfile.ZipFile(tmp_path / "late.zip") as opened:
        opened.extract("journals/south/journal.sqlite3", tmp_path)
    with reading(tmp_path / "journals" / "south" / "journal.sqlite3") as db:
        assert [each.id for each in played(db)] == ["m2"]
        assert first_bad(db, "m2") is None


def test_no_key_no_pin_and_nobody_who_may_come_in_is_in_it(made: Made, tmp_path: Path) -> None:
    with zipfile.ZipFile(made.path) as opened:
        opened.extractall(tmp_path)
        everything = b"".join(opened.read(name) for name in opened.namelist())
    with sqlite3.connect(tmp_path / "hub.sqlite3") as db:
        assert db.execute("SELECT count(*) FROM access").fetchone() == (0,)
        assert db.execute("SELECT count(*) FROM records").fetchone()[0] > 10
    db.close()
    for secret in (PIN, *KEYS.values(), "Cleo"):
        assert secret.encode() not in everything
    with hub(f"sqlite:///{made.folder / 'hub.sqlite3'}", made.folder) as running:
        for key in running.access.listed():
            assert key.secret.encode() not in everything


class Links(HTMLParser):
    """Where a page leads, and what it loads."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.to: set[str] = set()
        self.loads: set[str] = set()
        self.tags: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.add(tag)
        if tag == "a":
            self.to.add(given.get("href") or "")
        elif tag != "a" and ("href" in given or "src" in given):
            self.loads.add(given.get("href") or given.get("src") or "")


def test_its_pages_lead_to_each_other_and_load_nothing_from_elsewhere(made: Made) -> None:
    names = {name[5:] for name in made.names if name.startswith("site/")}
    led = {"index.html", "style.css"}
    for name, page in made.pages.items():
        found = Links(page)
        assert found.loads == {"style.css"}, name
        assert {"index.html", "standings.html", "schedule.html"} <= found.to <= names, name
        assert "script" not in found.tags
        assert not re.search(r"url\((?!data:)", page), name
        led |= found.to
    assert led == names, "every page must be found from the others"
    assert "url(data:font/ttf;base64," in made.text("site/style.css")


def test_its_pages_tell_the_event(made: Made) -> None:
    pages = made.pages
    assert all("Spring Cup" in page for page in pages.values())
    assert "Foxes" in pages["standings.html"]
    assert "changed &lt;over&gt;" in pages["match-2.html"]
    assert "Ben &amp; Co" in pages["match-2.html"]
    assert "report-north-1-m1.html" in pages["match-1.html"]
    assert "report-north-2-m1.html" in pages["match-3.html"]
    assert "report-south-1-m2.html" in pages["schedule.html"], "a match that was not scheduled"
    assert "&lt;b&gt;guests" in pages["report-south-1-m2.html"]
    assert "<b>guests" not in pages["report-south-1-m2.html"]
    assert "<svg" in pages["report-north-1-m1.html"], "its charts"


def secrets_of(made: Made, field: str, match: str) -> list[str]:
    with reading(made.folder / field) as db:
        records = [record for record in all_records(db) if record.row.match == match]
    return re.findall(r'"fair":"([0-9a-f]{64})"', "".join(record.row.events for record in records))


def test_its_pages_keep_the_secret_of_a_match_that_goes_on(made: Made) -> None:
    site = "".join(made.pages.values())
    (secret,) = secrets_of(made, "other", "m2")
    assert secret not in site
    assert secret in made.text("event.jsonl"), "which is why an archive is for the organisers until then"
    (told,) = secrets_of(made, "south", "m3")
    assert told in site


def test_the_sums_are_those_that_other_programs_check(made: Made, tmp_path: Path) -> None:
    with zipfile.ZipFile(made.path) as opened:
        opened.extractall(tmp_path)
    if program := shutil.which("sha256sum"):
        subprocess.run([program, "--check", "--strict", "--quiet", "SHA256SUMS"], cwd=tmp_path, check=True)


def test_no_two_pages_have_names_that_are_the_same_on_any_disk() -> None:
    names = Names()
    found = [names.of("match", id) for id in ("F1", "f1", "f1_2", "a/b", "a_b", "F1")]
    assert found == [
        "match-F1.html", "match-f1_2.html", "match-f1_2_2.html", "match-a_b.html", "match-a_b_2.html",
        "match-F1.html",
    ]  # fmt: skip
    assert [names.of("match", "x" * n) for n in (54, 55)] == [f"match-{'x' * 54}{n}.html" for n in ("", "_2")]


def test_a_practice_event_says_so_on_every_page(tmp_path: Path) -> None:
    with hub(f"sqlite:///{tmp_path / 'hub.sqlite3'}", tmp_path) as running:
        plan(running)
        practice = msgspec.structs.replace(HEAD.event, practice=True)
        export(ArchiveHead(practice, "de"), running.store, GAMES, tmp_path / "cup.zip", tmp_path)
    found = Made(tmp_path / "cup.zip", tmp_path)
    assert all('class="badge"' in page and '<html lang="de">' in page for page in found.pages.values())
    assert read(found.path).event.practice
