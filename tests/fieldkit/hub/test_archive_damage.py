"""Archives that come from elsewhere: what is wrong with one is told in a sentence, and nothing is taken."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fieldkit.errors import FieldkitError
from fieldkit.hub import archive
from fieldkit.hub.archive import check, export, head_of, import_, packed, read, working_folder
from fieldkit.hub.archive_lines import RecordLine
from fieldkit.hub.season import write
from fieldkit.hub.store import Store
from fieldkit.journal.record import digest
from fieldkit.phrases import ENGLISH
from tests.support.archives import GAMES, HEAD, Made, archived
from tests.support.hub_process import START_S, HubProcess

pytestmark = pytest.mark.slow
Change = Callable[[dict[str, bytes]], None]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return archived(tmp_path_factory.mktemp("event"))


def rewritten(made: Made, to: Path, change: Change) -> Path:
    """Return the archive with other files in it."""
    with zipfile.ZipFile(made.path) as opened:
        files = {name: opened.read(name) for name in opened.namelist()}
    change(files)
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, content in files.items():
            opened.writestr(name, content)
    return to


def said(path: Path) -> str:
    return " ".join(map(str, check(path)))


def with_sums(files: dict[str, bytes]) -> None:
    """Make the sums right again, as anybody can."""
    files["SHA256SUMS"] = b"".join(
        f"{hashlib.sha256(content).hexdigest()}  {name}\n".encode()
        for name, content in files.items()
        if name != "SHA256SUMS"
    )


def put(name: str, content: bytes) -> Change:
    """One more file, or another one in its place."""

    def change(files: dict[str, bytes]) -> None:
        files[name] = content

    return change


def without(name: str) -> Change:
    """One file less."""

    def change(files: dict[str, bytes]) -> None:
        del files[name]

    return change


def in_line(old: bytes, new: bytes) -> Change:
    """Something else once in the lines, under sums that are right."""

    def change(files: dict[str, bytes]) -> None:
        assert old in files["event.jsonl"]
        files["event.jsonl"] = files["event.jsonl"].replace(old, new, 1)
        with_sums(files)

    return change


def forged(files: dict[str, bytes]) -> None:
    """Somebody writes a record again, with a hash that is right; the next one still follows from the old."""
    lines = files["event.jsonl"].splitlines(keepends=True)
    found = next(n for n, line in enumerate(lines) if b'"line":"record"' in line)
    old = msgspec.json.decode(lines[found], type=RecordLine)
    new = msgspec.structs.replace(old, by="somebody")
    new = msgspec.structs.replace(new, hash=digest(new.number, new.record.row, new.prev))
    lines[found] = msgspec.json.encode(new) + b"\n"
    files["event.jsonl"] = b"".join(lines)
    with_sums(files)


def swap(files: dict[str, bytes]) -> None:
    lines = files["event.jsonl"].splitlines(keepends=True)
    files["event.jsonl"] = b"".join([lines[0], lines[0], *lines[1:]])
    with_sums(files)


def double(files: dict[str, bytes]) -> None:
    lines = files["event.jsonl"].splitlines(keepends=True)
    found = next(n for n, line in enumerate(lines) if b'"line":"match"' in line)
    files["event.jsonl"] = b"".join([*lines[: found + 1], *lines[found:]])
    with_sums(files)


def record_twice(files: dict[str, bytes]) -> None:
    lines = files["event.jsonl"].splitlines(keepends=True)
    files["event.jsonl"] = b"".join([*lines, lines[-1]])
    with_sums(files)


def empty(files: dict[str, bytes]) -> None:
    files["event.jsonl"] = b""
    with_sums(files)


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        (without("event.jsonl"), "The file event.jsonl of the archive is missing."),
        (without("SHA256SUMS"), "The file SHA256SUMS of the archive is missing."),
        (put("SHA256SUMS", b"nonsense\n"), "The file SHA256SUMS of the archive was changed"),
        (put("site/index.html", b"x"), "The file site/index.html of the archive was changed or is damaged."),
        (put("site/more.html", b"x"), "site/more.html of the archive is not among its sums."),
        (put("../evil.html", b"x"), "holds ../evil.html, which belongs in none of an event."),
        (put("/etc/passwd", b"x"), "holds /etc/passwd"),
        (put("site/../../x.html", b"x"), "holds site/../../x.html"),
        (put("site\\..\\x.html", b"x"), "which belongs in none of an event"),
        (put("journals/\u202e/journal.sqlite3", b"x"), "holds 'journals/\\u202e"),
        (put("site/INDEX.html", b"x"), "The archive holds site/INDEX.html twice."),
        (put("results.json", bytes(65 * 1024**2)), "more than any event comes to"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_each_damage_is_told_in_a_sentence_and_nothing_is_taken(
    made: Made, tmp_path: Path, change: Change, wanted: str
) -> None:
    path = rewritten(made, tmp_path / "other.zip", change)
    assert wanted in said(path)
    with pytest.raises(FieldkitError, match=r"other\.zip cannot be used\."):
        read(path)
    refused_and_unchanged(path, tmp_path, "cannot be used")


def refused_and_unchanged(path: Path, folder: Path, match: str) -> None:
    store = Store(f"sqlite:///{folder / 'empty.sqlite3'}")
    store.open()
    try:
        with pytest.raises(FieldkitError, match=match):
            import_(path, store)
        assert store.decisions("cup") == []
        assert store.matches("cup") == []
    finally:
        store.close()


def contents(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def test_a_cut_or_flipped_archive_is_found_wherever_it_was(made: Made, tmp_path: Path) -> None:
    whole = made.path.read_bytes()
    path = tmp_path / "cut.zip"
    for length in (0, 1, 100, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:length])
        assert "is no archive of an event, or its end is missing." in said(path)
    for place in range(60, len(whole), len(whole) // 40):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        # Some bytes say nothing, such as the time of day of a file.
        assert check(path) or contents(path) == contents(made.path), place
    assert "cannot be read" in said(tmp_path / "none.zip")


def test_a_file_that_unpacks_to_more_than_it_says_is_no_trap(made: Made, tmp_path: Path) -> None:
    """Its list says a small size, so no more than that is read."""
    length = 40 * 1024**2 + 0x5A5A5

    def change(files: dict[str, bytes]) -> None:
        files["site/style.css"] = bytes(length)
        with_sums(files)

    path = rewritten(made, tmp_path / "bomb.zip", change)
    raw = bytearray(path.read_bytes())
    size = length.to_bytes(4, "little")
    assert raw.count(size) == 2
    path.write_bytes(bytes(raw.replace(size, (10).to_bytes(4, "little"))))
    assert "style.css of the archive was changed or is damaged." in said(path)


def test_many_small_files_that_come_to_too_much_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "MAX_FILES", 3)
    path = tmp_path / "many.zip"
    with zipfile.ZipFile(path, "w") as opened:
        for n in range(4):
            opened.writestr(f"site/{n}.html", b"x")
    assert said(path) == "The archive holds more than 3 files."


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        (in_line(b'"format":1', b'"format":2'), "made by a newer hub"),
        (in_line(b'"language":"en"', b'"language":"../de"'), "made by a newer hub"),
        (in_line(b'"timezone":""', b'"timezone":"/etc/passwd"'), "made by a newer hub"),
        (in_line(b'"line":"decision","n":3', b'"line":"decision","n":30'), "Decision 3 is missing"),
        (in_line(b"bonus_vp", b"bonus_vP"), "Record [0-9]+ of the field [a-z]+ is not what"),
        (in_line(b'"line":"match"', b'"line":"watch"'), "Line [0-9]+ of the archive cannot be read"),
        (in_line(b'"field":"north"', b'"field":"../n"'), "Line [0-9]+ of the archive cannot be read"),
        (
            in_line(rb"\"scheduled\":\"1\"", rb"\"scheduled\":\"../../up\""),
            "Decision [0-9]+ of the event cannot",
        ),
        (
            in_line(rb'"body":"{\"type\":\"confirm\"', rb'"body":"{\"type\":\"confer\"'),
            "Decision [0-9]+ of the event cannot",
        ),
        (in_line(b'"came":"2', b'"came":"x'), "does not say when match m1 of the field north came"),
        (
            in_line(b'"came":"', b'"came":"9999-12-31T23:59:59+00:00","x":"'),
            "does not say when match m1 of the field north came",
        ),
        (forged, "Record [0-9]+ of the field [a-z]+ is not what"),
        (swap, "Line 2 of the archive is not where it belongs"),
        (double, "says one thing twice"),
        (record_twice, "says one thing twice"),
        (empty, "of no event"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_lines_that_do_not_hold_together_are_refused_even_with_right_sums(
    made: Made, tmp_path: Path, change: Change, wanted: str
) -> None:
    path = rewritten(made, tmp_path / "forged.zip", change)
    assert re.search(wanted, said(path))
    with pytest.raises(FieldkitError, match=wanted):
        read(path)
    refused_and_unchanged(path, tmp_path, wanted)


def in_results(change: Callable[[Any], None]) -> Change:
    """Something else in the results, under sums that are right."""

    def changed(files: dict[str, bytes]) -> None:
        told = msgspec.json.decode(files["results.json"])
        change(told)
        files["results.json"] = msgspec.json.encode(told)
        with_sums(files)

    return changed


def other_winner(told: Any) -> None:
    told["standings"]["rows"][0]["name"] = "Moles"


def other_score(told: Any) -> None:
    told["results"][0]["scores"][0]["score"] += 1


def one_more(told: Any) -> None:
    (open_,) = [each for each in told["results"] if not each["confirmed"]]
    open_["confirmed"] = True


def other_name(told: Any) -> None:
    told["event"]["name"] = "Autumn Cup"


@pytest.mark.parametrize(
    ("change", "parts"),
    [(other_winner, "standings"), (other_score, "results"), (one_more, "results"), (other_name, "event")],
)
def test_results_that_do_not_follow_from_the_decisions_are_told_and_used_nowhere(
    made: Made, tmp_path: Path, change: Callable[[Any], None], parts: str
) -> None:
    path = rewritten(made, tmp_path / "forged.zip", in_results(change))
    assert said(path) == f"results.json does not follow from the decisions of this archive: {parts}."
    assert read(path) == read(made.path)
    assert head_of(path) == HEAD
    kept = [{each.name: each for each in write([one], tmp_path / "s.html", ENGLISH).teams}
            for one in (path, made.path)]  # fmt: skip
    assert kept[0] == kept[1]


def test_results_that_are_none_are_told(made: Made, tmp_path: Path) -> None:
    def change(files: dict[str, bytes]) -> None:
        files["results.json"] = b"{}"
        with_sums(files)

    path = rewritten(made, tmp_path / "forged.zip", change)
    assert "forged.zip is of a newer hub, or was not made by one" in said(path)


def test_results_that_nobody_has_confirmed_are_as_the_rules_of_then_had_them(
    made: Made, tmp_path: Path
) -> None:
    """A later kit with mended rules calls no old archive damaged."""

    def change(told: Any) -> None:
        (open_,) = [each for each in told["results"] if not each["confirmed"]]
        open_["scores"][0]["score"] += 1

    assert check(rewritten(made, tmp_path / "old.zip", in_results(change))) == []


def test_an_event_that_is_known_already_is_not_imported_over(made: Made) -> None:
    store = Store(f"sqlite:///{made.folder / 'hub.sqlite3'}")
    try:
        before = store.decisions("cup")
        with pytest.raises(FieldkitError, match="has the event cup already"):
            import_(made.path, store)
        assert store.decisions("cup") == before
    finally:
        store.close()


def test_an_archive_that_cannot_be_written_leaves_the_old_one(made: Made, tmp_path: Path) -> None:
    store = Store(f"sqlite:///{made.folder / 'hub.sqlite3'}")
    try:
        with pytest.raises(FieldkitError, match="cannot be written"):
            export(HEAD, store, GAMES, tmp_path / "none" / "cup.zip", tmp_path)
    finally:
        store.close()
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_export_has_left_goes_at_the_next_one(made: Made, tmp_path: Path) -> None:
    """What is made right now stays, and so does what is none of an export's."""
    (left := tmp_path / "export-dead.part").mkdir()
    (left / "event.jsonl").write_text("secrets")
    (other := tmp_path / "export-of-2025").mkdir()
    (tmp_path / "export-link.part").symlink_to(other)
    store = Store(f"sqlite:///{made.folder / 'hub.sqlite3'}")
    try:
        with working_folder(tmp_path) as running:
            (running / "event.jsonl").write_text("being made")
            export(HEAD, store, GAMES, tmp_path / "out.zip", tmp_path)
            assert packed(HEAD, store, GAMES, tmp_path) == (tmp_path / "out.zip").read_bytes()
            assert (running / "event.jsonl").exists()
            assert running.stat().st_mode & 0o777 == 0o700
    finally:
        store.close()
    assert {each.name for each in tmp_path.iterdir()} == {"out.zip", other.name, "export-link.part"}


@pytest.mark.process
def test_a_killed_export_is_swept_when_the_hub_starts_and_a_running_one_is_not(
    made: Made, tmp_path: Path
) -> None:
    (temporary := tmp_path / "tmp").mkdir()
    shutil.copytree(made.folder, tmp_path / "hub")
    running = HubProcess(tmp_path)
    out = tmp_path / "late.zip"
    # An export that comes to write its file waits here, until somebody reads.
    os.mkfifo(out.with_name(f".{out.name}.part"))
    about = ["--settings", str(running.settings), "--data", str(running.data)]
    command = [sys.executable, "-m", "fieldkit", "hub", *about, "export", str(out)]
    with subprocess.Popen(command, env=os.environ | {"TMPDIR": str(temporary)}) as exporting:
        try:
            folder = _filled(running.data, exporting)
            assert list(temporary.iterdir()) == []
            with running:
                assert b"seed" in (folder / "event.jsonl").read_bytes()
        finally:
            exporting.kill()
    assert folder.exists()
    with running:
        assert list(running.data.glob("export-*")) == []


def _filled(data: Path, exporting: subprocess.Popen[bytes]) -> Path:
    """Return the folder of an export, once all that belongs into the archive is in it."""
    last = time.monotonic() + START_S
    while not (found := [each.parent for each in data.glob("export-*.part/SHA256SUMS")]):
        assert exporting.poll() is None
        assert time.monotonic() < last
        time.sleep(0.02)
    return found[0]


def test_an_entry_that_is_no_plain_file_is_refused(made: Made, tmp_path: Path) -> None:
    """Another program than this would make a link of it, to anywhere."""
    link = zipfile.ZipInfo("site/link.html")
    link.create_system, link.external_attr = 3, 0o120777 << 16
    (path := tmp_path / "link.zip").write_bytes(made.path.read_bytes())
    with zipfile.ZipFile(path, "a") as opened:
        opened.writestr(link, "/etc/passwd")
    assert said(path) == "The archive holds site/link.html, which belongs in none of an event."
