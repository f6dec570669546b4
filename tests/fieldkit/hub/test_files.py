"""The public documents as files: whole, packed, readable by the server in front, and served without one."""

import gzip
from pathlib import Path

import pytest

from fieldkit.hub.files import PublicFiles


def test_a_document_is_a_file_and_a_packed_one_of_the_same(tmp_path: Path) -> None:
    files = PublicFiles(tmp_path / "public")
    assert files.set("cup/standings", {"rows": [1, 2]})
    files.write()
    plain = (tmp_path / "public" / "cup" / "standings.json").read_bytes()
    assert plain == b'{"rows":[1,2]}'
    assert gzip.decompress((tmp_path / "public" / "cup" / "standings.json.gz").read_bytes()) == plain
    assert (tmp_path / "public" / "cup" / "standings.json").stat().st_mode & 0o777 == 0o644
    assert (tmp_path / "public" / "cup").stat().st_mode & 0o777 == 0o755


def test_a_document_that_says_the_same_is_left_alone(tmp_path: Path) -> None:
    files = PublicFiles(tmp_path)
    files.set("cup", {"rev": 1})
    files.write()
    before = (tmp_path / "cup.json").stat().st_ino
    assert not files.set("cup", {"rev": 1})
    files.write()
    assert (tmp_path / "cup.json").stat().st_ino == before
    assert files.set("cup", {"rev": 2})
    files.write()
    assert (tmp_path / "cup.json").read_bytes() == b'{"rev":2}'
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".")] == []


def test_what_is_gone_has_no_file(tmp_path: Path) -> None:
    files = PublicFiles(tmp_path)
    for path in ("cup/a", "cup/b"):
        files.set(path, {})
    files.write()
    files.keep(["cup/b"])
    assert sorted(each.name for each in (tmp_path / "cup").iterdir()) == ["b.json", "b.json.gz"]
    assert files.get("cup/a") is None


def test_a_disk_that_takes_nothing_is_tried_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "public").write_text("no folder")
    files = PublicFiles(tmp_path / "public")
    files.set("cup", {"rev": 1})
    files.write()
    files.write()
    assert [each.getMessage()[:36] for each in caplog.records] == ["the public files are not written: [E"]
    found = files.get("cup")
    assert found is not None
    assert found.plain == b'{"rev":1}'
    assert files.failing == "File exists"
    (tmp_path / "public").unlink()
    files.write()
    assert files.failing == ""
    assert (tmp_path / "public" / "cup.json").read_bytes() == b'{"rev":1}'


def names(folder: Path) -> list[str]:
    """Every file below a folder."""
    return sorted(each.relative_to(folder).as_posix() for each in folder.rglob("*") if each.is_file())


def test_what_an_earlier_start_has_left_of_the_event_is_removed(tmp_path: Path) -> None:
    before = PublicFiles(tmp_path)
    for path in ("cup", "cup/matches/9"):
        before.set(path, {})
    before.write()
    after = PublicFiles(tmp_path)
    after.set("cup", {})
    after.keep(["cup"])
    after.write()
    assert names(tmp_path) == ["cup.json", "cup.json.gz"]


def test_files_that_the_hub_did_not_write_stay(tmp_path: Path) -> None:
    """The folder may be one that somebody has used before."""
    others = ["notes.json", "photos/index.json.gz", "cup/mine.json", "cup/matches/mine.json.gz"]
    for name in others:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("{}")
    files = PublicFiles(tmp_path)
    files.set("cup", {})
    files.keep(["cup"])
    files.write()
    assert names(tmp_path) == sorted([*others, "cup.json", "cup.json.gz"])


def test_two_events_may_share_a_folder(tmp_path: Path) -> None:
    wanted = []
    for event in ("cup", "cup-2", "league"):
        files = PublicFiles(tmp_path)
        paths = [event, f"{event}/matches/1"]
        for path in paths:
            files.set(path, {"event": event})
        files.keep(paths)
        files.write()
        wanted += [f"{path}.{end}" for path in paths for end in ("json", "json.gz")]
    assert names(tmp_path) == sorted(wanted)


def test_a_document_that_cannot_be_written_stops_none_of_the_others(tmp_path: Path) -> None:
    files = PublicFiles(tmp_path)
    (tmp_path / "cup" / "a.json").mkdir(parents=True)
    for path in ("cup", "cup/a", "cup/b"):
        files.set(path, {})
    files.write()
    assert [(tmp_path / f"{path}.json").is_file() for path in ("cup", "cup/a", "cup/b")] == [
        True,
        False,
        True,
    ]
    assert files.failing == "Is a directory"


@pytest.mark.parametrize(
    "path",
    ["../up", "cup/../../up", "/etc/up", "cup//a", "cup/.a", "cup/a\0", "cup/" + "a" * 65, "cup/a\n", ""],
)
def test_a_path_that_leads_elsewhere_is_none(tmp_path: Path, path: str) -> None:
    with pytest.raises(ValueError, match="is no path of a document"):
        PublicFiles(tmp_path).set(path, {})
