"""The command line where much is amiss: full disks, closed streams, few letters, spoiled time zones."""

import csv
import io
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fieldkit.cli import processes
from fieldkit.cli.commands import main
from fieldkit.errors import SettingsError
from tests.process.conftest import until
from tests.support.full_contact_match import TEAMS, FullContactMatch
from web.port import listen

NAME = "Žalgiris → 雪"


@pytest.fixture(autouse=True)
def _own_modes() -> Iterator[None]:
    """Undo after the test what a command run in this process does to the modes of new files."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data folder with a match of a team that few alphabets can write."""
    data = tmp_path_factory.mktemp("data")
    match = FullContactMatch(data / "journal.sqlite3")
    teams = [team | {"name": f"{NAME} {n}"} for n, team in enumerate(TEAMS)]
    try:
        match.do("create_match", game="full_contact", teams=teams, seed=1)
    finally:
        match.close()
    return data


def shell(command: str, **environ: str) -> subprocess.CompletedProcess[bytes]:
    """``fieldkit`` with what follows it, by a shell."""
    return subprocess.run(
        ["bash", "-c", f'"{sys.executable}" -m fieldkit {command}'],
        capture_output=True,
        timeout=60,
        check=False,
        env=os.environ | environ,
    )


@pytest.mark.process
def test_output_onto_a_full_disk_is_one_sentence() -> None:
    ended = shell("settings --explain >/dev/full")
    assert (ended.returncode, ended.stderr) == (1, b"It could not be done: No space left on device\n")


@pytest.mark.process
def test_closed_streams_are_nobodys_loss(record: Path) -> None:
    ended = shell(f"matches --data {record} <&- >&-")
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert shell("matches --data /dev/null/x <&- >&- 2>&-").returncode == 1


@pytest.mark.process
def test_a_terminal_of_few_letters_is_told_the_rest(record: Path) -> None:
    ended = shell(f"replay m1 --data {record}", PYTHONIOENCODING="ascii")
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert b"?algiris ? ? 0" in ended.stdout


@pytest.mark.process
def test_what_programs_read_keeps_every_letter(record: Path) -> None:
    ended = shell(f"export m1 --format csv --data {record}", PYTHONIOENCODING="ascii")
    assert (ended.returncode, ended.stderr) == (0, b"")
    rows = list(csv.DictReader(io.StringIO(ended.stdout.decode("utf-8"))))
    assert any(f"{NAME} 0" in (row["events"] or "") for row in rows)


@pytest.mark.process
def test_a_time_zone_that_is_one_is_not_mentioned(record: Path) -> None:
    assert not shell(f"matches --data {record}", TZ="Europe/Berlin").stderr


@pytest.mark.process
@pytest.mark.parametrize("zone", [":/etc/passwd", "/etc"])
def test_a_time_zone_that_is_none_is_said_and_left(record: Path, zone: str) -> None:
    ended = shell(f"report m1 --data {record} --out {record}/m1.html", TZ=zone)
    assert ended.returncode == 0
    said = f"TZ: {zone.removeprefix(':')} is no time zone; the machine's own is used.\n"
    assert ended.stderr.decode() == said


@pytest.mark.parametrize("host", ["a" * 64, "a..b", "x\u202e"])
def test_a_host_that_no_computer_can_be_called_is_one_sentence(host: str) -> None:
    with pytest.raises(SettingsError, match=r"^\[web\] host: .* is no address of this machine \("):
        listen(host, 0)


def test_what_the_referee_could_not_make_ends_the_kit_before_it_starts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a full disk: the PIN stands in the settings, but the key of the cookies would not be there."""
    monkeypatch.setattr(processes, "Supervisor", None)
    settings = tmp_path / "kit.toml"
    settings.write_text('[kit]\npins = "mock"\n[web]\npin = "246810"\nhost = "127.0.0.1"\n', encoding="utf-8")
    (tmp_path / "data" / "cookie.key.new").mkdir(parents=True)
    arguments = ["run", "--settings", str(settings), "--data", str(tmp_path / "data"), "--port", "0"]
    assert main(arguments) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"{tmp_path}/data/cookie.key cannot be written: ")
    assert said.count("\n") == 1


@pytest.mark.process
def test_what_a_kit_makes_is_its_owners_alone(tmp_path: Path) -> None:
    """Also in a folder that was there before, and that everybody may look into."""
    tmp_path.chmod(0o755)
    command = [sys.executable, "-m", "fieldkit", "referee", "--data", str(tmp_path), "--port", "0"]
    referee = subprocess.Popen(command, umask=0o022, stderr=subprocess.DEVNULL)
    try:
        until((tmp_path / "journal.sqlite3-wal").exists, 60, "the journal")
    finally:
        referee.send_signal(signal.SIGTERM)
        referee.wait(30)
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir() if file.is_file()}
    assert {"journal.sqlite3", "cookie.key", "pin", "referee.lock"} <= set(modes)
    assert {name: oct(mode) for name, mode in modes.items() if mode & 0o077} == {}
