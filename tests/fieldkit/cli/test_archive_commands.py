"""``fieldkit hub export``, ``check``, ``import``, ``open`` and ``season``, as people type them."""

import re
import shlex
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from fieldkit.cli.commands import main
from fieldkit.cli.event_commands import HubOptions
from fieldkit.hub.settings import HubSettings
from tests.support.hubs import hub, plan, play, send, settings

pytestmark = pytest.mark.slow
_SETTINGS = '[event]\nid = "cup"\nname = "Spring Cup"\n'
_OPEN = "from fieldkit.cli.event_commands import open_; open_()"
_WITHIN_S = 60.0


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return the folder of a hub whose event is over, and its settings beside it."""
    folder = tmp_path / "data"
    folder.mkdir()
    with hub(f"sqlite:///{folder / 'hub.sqlite3'}", folder, settings()) as running:
        plan(running)
        play(tmp_path / "north", scheduled="1")
        send(running, "north", tmp_path / "north")
    (tmp_path / "hub.toml").write_text(_SETTINGS)
    return folder


def run(tmp_path: Path, data: Path, *said: str) -> int:
    return main(["hub", "--settings", str(tmp_path / "hub.toml"), "--data", str(data), *said])


@pytest.mark.parametrize(
    "said",
    [
        *((), ("pin",), ("rebuild",), ("demo",), ("export", "a.zip"), ("import", "a.zip")),
        *(("check", "a.zip"), ("open", "a.zip"), ("season", "a.zip", "--out", "b.html")),
    ],
)
def test_without_its_packages_each_command_says_how_to_install_them(
    said: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("fieldkit.extras.find_spec", lambda name: None)
    assert main(["hub", "--data", str(tmp_path / "data"), *said]) == 1
    command = f"{sys.executable} -m pip install 'fieldkit[hub]'"
    assert f"A hub needs more packages; install them with: {command}\n" in capsys.readouterr().err
    assert not (tmp_path / "data").exists()


def test_an_event_goes_into_its_archive_and_out_of_it(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, other = str(tmp_path / "a.zip"), str(tmp_path / "b.zip"), tmp_path / "other"
    assert run(tmp_path, data, "export", first) == 0
    told = capsys.readouterr().out
    assert "The archive of Spring Cup is in" in told
    assert "Teams: 6, matches: 3, confirmed results: 0." in told
    assert run(tmp_path, data, "export", first) == 1
    assert "is there already" in capsys.readouterr().err
    assert run(tmp_path, data, "check", first) == 0
    assert "its results follow from its decisions" in capsys.readouterr().out
    assert run(tmp_path, other, "import", first) == 0
    assert "Spring Cup was imported" in capsys.readouterr().out
    assert run(tmp_path, other, "import", first) == 1
    assert "has the event cup already" in capsys.readouterr().err
    assert run(tmp_path, other, "export", second) == 0
    assert Path(first).read_bytes() == Path(second).read_bytes()
    assert run(tmp_path, data, "season", first, "--out", str(tmp_path / "season.html")) == 0
    assert "Spring Cup" in (tmp_path / "season.html").read_text("utf-8")
    assert run(tmp_path, data, "season", first, "--out", "x.html", "--language", "xx") == 1


def test_a_command_for_a_hub_that_is_not_there_makes_nothing(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    out, elsewhere = str(tmp_path / "a.zip"), tmp_path / "home" / "fieldkit-hub"
    for command in (["export", out], ["pin"], ["pin", "--new"], ["rebuild"]):
        assert main(["hub", *command]) == 1
        told = capsys.readouterr()
        assert (told.out, "give --settings and --data" in told.err) == ("", True)
    assert not elsewhere.exists()
    with hub(f"sqlite:///{tmp_path / 'hub.sqlite3'}", tmp_path, HubSettings()):
        pass
    assert run(tmp_path, tmp_path, "export", out) == 1
    told = capsys.readouterr()
    assert "no team and no record" in told.err
    assert "Give --settings and --data" in told.err
    assert not Path(out).exists()


def test_a_command_that_is_told_finds_its_hub_from_anywhere(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert HubOptions(None, None).command == "fieldkit hub"
    told = HubOptions(Path("hub.toml"), "data").command
    monkeypatch.chdir("/")
    program, *words = shlex.split(told)
    assert (program, main([*words, "export", str(tmp_path / "a.zip")])) == ("fieldkit", 0)


def test_what_is_no_archive_is_told_in_a_sentence(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = tmp_path / "wrong.zip"
    wrong.write_bytes(b"nothing of the kind")
    for command in (["check"], ["import"], ["open"]):
        assert run(tmp_path, data, *command, str(wrong)) == 1
        assert "is no archive of an event" in capsys.readouterr().err


def test_settings_of_another_event_are_told_what_to_say(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, data, "export", str(tmp_path / "a.zip")) == 0
    (tmp_path / "hub.toml").write_text("")
    assert run(tmp_path, tmp_path / "other", "import", str(tmp_path / "a.zip")) == 1
    told = capsys.readouterr().err
    assert "[event]" in told
    assert 'name = "Spring Cup"' in told
    (tmp_path / "hub.toml").write_text(told[told.index("[event]") :])
    assert run(tmp_path, tmp_path / "other", "import", str(tmp_path / "a.zip")) == 0


@pytest.mark.process
def test_an_archive_opened_shows_its_event_and_lets_nobody_change_it(tmp_path: Path, data: Path) -> None:
    assert run(tmp_path, data, "export", str(tmp_path / "a.zip")) == 0
    before = (tmp_path / "a.zip").read_bytes()
    command = [sys.executable, "-c", _OPEN, str(tmp_path / "a.zip"), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            assert process.stdout
            found = next(
                filter(None, (re.search(r"http://127\.0\.0\.1:\d+", each) for each in process.stdout))
            )
            with urllib.request.urlopen(f"{found[0]}/v1/events/cup/standings", timeout=_WITHIN_S) as answer:
                assert b'"foxes"' in answer.read()
            asked = urllib.request.Request(
                f"{found[0]}/v1/events/cup/teams", b"[]", {"Content-Type": "application/json"}, method="PUT"
            )
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(asked, timeout=_WITHIN_S)
            assert refused.value.code in (401, 403)
            refused.value.close()
        finally:
            process.terminate()
            process.wait(_WITHIN_S)
    assert (tmp_path / "a.zip").read_bytes() == before
