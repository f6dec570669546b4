"""The commands at their edge: help, exit codes, one sentence for a mistake and never a traceback."""

import io
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from fieldkit.cli import processes
from fieldkit.cli.commands import fieldkit as command_line
from fieldkit.cli.commands import main
from fieldkit.journal.database import Journal
from fieldkit.service.address import lan_address
from fieldkit.service.supervisor import Supervisor, locked
from hardware.fakes.virtual_field import VirtualField


def fieldkit(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "fieldkit", *arguments],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return what a command says on standard error when it cannot do its job."""
    assert main(arguments) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    return said.err


@pytest.mark.parametrize("command", ["", *command_line.commands, "tags learn"])
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command.split(), "--help"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"Usage: fieldkit {command}".rstrip())
    described = [line for line in said.splitlines() if line.startswith("  -")]
    assert [line for line in described if not re.search(r"^  -\S+( [A-Z]\S*| \[.+?\])?(  +\S|$)", line)] == []


def test_the_hidden_options_are_not_told(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("run", "whistle", "referee", "scoreboard"):
        main([command, "--help"])
        assert not re.search("--(rate|kept-by|virtual-hoops)", capsys.readouterr().out)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["fly"],
        ["run", "--port", "70000"],
        ["demo", "--speed", "0"],
        ["demo", "--speed", "fast"],
        ["export", "1"],
        ["hoop", "h1", "kick"],
        ["tags"],
        ["demo", "--game", "chess"],
    ],
)
def test_wrong_usage_is_explained(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("Usage: fieldkit")
    assert "\nError: " in said.err


def test_wrong_settings_start_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = tmp_path / "kit.toml"
    settings.write_text("[web]\nprot = 80", encoding="utf-8")
    data = tmp_path / "data"
    for command in ("run", "whistle", "referee", "scoreboard", "pin"):
        said = refusal(capsys, command, "--settings", str(settings), *(["--data", str(data)]))
        assert said.startswith(f"{settings}: [web] prot: unknown; allowed are host, port")
    assert not data.exists()


def test_rules_no_match_could_have_are_refused_before_anything_starts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "kit.toml"
    settings.write_text("[rules]\nround_seconds = 100", encoding="utf-8")
    for command in ("run", "referee"):
        said = refusal(capsys, command, "--settings", str(settings), "--data", str(tmp_path))
        assert said.startswith(f"{settings}: [rules] round_seconds: ")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[whistle]\ntrace = '/none/t'", "[whistle] trace: /none/t cannot be written: No such file"),
        ("[journal]\npath = '/none/x/j'", "[journal] path: there is no folder /none/x;"),
        ("[kit]\npins = 'gpio'", "[kit] pins: the pins cannot be driven ("),
        ("[tags]\n'AA' = { ball = 'gold' }", "[tags] \"AA\" ball: 'gold' is not allowed;"),
        ("[field]\nfile = '/none/f'", "[field] file: /none/f: cannot be read"),
        ("[web]\nhost = '192.0.2.1'", "[web] host: 192.0.2.1 is no address of this machine ("),
        ("[web]\nhost = 'no such host'", "[web] host: no such host is no address of this machine ("),
    ],
)
def test_what_cannot_be_had_is_refused_before_anything_starts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    def started(*_: object) -> Supervisor:
        raise AssertionError("something was started")

    monkeypatch.setattr(processes, "Supervisor", started)
    settings = tmp_path / "kit.toml"
    settings.write_text(text, encoding="utf-8")
    arguments = ["--settings", str(settings), "--data", str(tmp_path / "data"), "--port", "0"]
    assert refusal(capsys, "run", *arguments).startswith(f"{settings}: {said}")


@pytest.mark.parametrize(
    "command",
    [
        ["matches"],
        ["replay", "m1"],
        ["export", "m1", "--format", "csv"],
        ["verify", "m1"],
        ["report", "m1", "--out", "m1.html"],
        ["pin"],
        ["pin", "--new"],
        ["hoop", "h1", "state"],
    ],
)
def test_looking_makes_no_data_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    data = tmp_path / "none"
    said = refusal(capsys, *command, "--data", str(data))
    assert said == f"No kit has run with the data folder {data}.\n"
    assert not data.exists()


def test_a_taken_port_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = str(taken.getsockname()[1])
        for command in ("run", "referee"):
            said = refusal(capsys, command, "--port", port, "--data", str(tmp_path))
            assert f"port {port}" in said


def test_a_folder_in_use_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command, lock in (("run", "kit"), ("whistle", "whistle"), ("referee", "referee")):
        with locked(tmp_path / f"{lock}.lock", ""):
            arguments = [command, "--data", str(tmp_path), *(["--port", "0"] if command == "run" else [])]
            assert f"the data folder {tmp_path}" in refusal(capsys, *arguments)


def test_simulated_teams_are_not_let_onto_real_hoops(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "kit.toml"
    settings.write_text("[[links]]\nport = '/dev/null'\nprotocol = 'hk1'", encoding="utf-8")
    arguments = ["--simulate", "--settings", str(settings), "--data", str(tmp_path)]
    assert "virtual hoops" in refusal(capsys, "run", *arguments)


def test_pin_is_kept_until_a_new_one_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def pin(*more: str) -> str:
        assert main(["pin", "--data", str(tmp_path), *more]) == 0
        return capsys.readouterr().out.strip()

    first = pin()
    assert re.fullmatch(r"\d{8}", first)
    assert pin() == first
    second = pin("--new")
    assert second != first
    assert pin() == second


def test_a_button_needs_a_kit_with_simulated_pins(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = tmp_path / "kit.toml"
    settings.write_text("[kit]\npins = 'gpio'", encoding="utf-8")
    arguments = ["button", "start", "--data", str(tmp_path)]
    assert "real buttons" in refusal(capsys, *arguments, "--settings", str(settings))
    settings.write_text("[kit]\npins = 'mock'", encoding="utf-8")
    assert "No kit runs" in refusal(capsys, *arguments, "--settings", str(settings))
    (tmp_path / "whistle.lock").write_text("")
    assert "No kit runs" in refusal(capsys, *arguments, "--settings", str(settings))


def test_hoop_acts_on_the_virtual_field(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    field = VirtualField(tmp_path / "hoops", {"h1": "hk1"})
    field.start()
    try:
        assert main(["hoop", "h1", "unplug", "--data", str(tmp_path)]) == 0
        assert capsys.readouterr().out == "Hoop h1: its cable is out.\n"
        assert main(["hoop", "h1", "press", "ore", "--data", str(tmp_path)]) == 0
        said = "Hoop h1: ore pressed; the kit hears it when the cable is back.\n"
        assert capsys.readouterr().out == said
        assert main(["hoop", "h1", "replug", "--data", str(tmp_path)]) == 0
        assert "plugged in, 1 waiting for an answer" in capsys.readouterr().out
        assert "no button for gold" in refusal(capsys, "hoop", "h1", "press", "gold", "--data", str(tmp_path))
        assert "xyz" in refusal(capsys, "hoop", "h1", "tag", "xyz", "--data", str(tmp_path))
        assert "needs KIND" in refusal(capsys, "hoop", "h1", "press", "--data", str(tmp_path))
        assert "h1" in refusal(capsys, "hoop", "h99", "state", "--data", str(tmp_path))
    finally:
        field.close()
    assert "no virtual hoops" in refusal(capsys, "hoop", "h1", "state", "--data", str(tmp_path))


@pytest.mark.parametrize(
    "arguments", [["matches"], ["replay", "1"], ["export", "1", "--format", "csv"], ["verify", "1"]]
)
def test_records_that_are_not_there_are_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert "no journal" in refusal(capsys, *arguments, "--data", str(tmp_path))


def test_a_journal_of_its_own_place_is_read_without_a_data_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal, settings = Journal(tmp_path / "j"), tmp_path / "kit.toml"
    journal.open()
    journal.close()
    settings.write_text(f"[journal]\npath = '{journal.path}'", encoding="utf-8")
    assert main(["matches", "--settings", str(settings), "--data", str(tmp_path / "none")]) == 0
    assert capsys.readouterr().out == "No matches on the record yet.\n"
    assert not (tmp_path / "none").exists()


@pytest.mark.process
def test_a_reader_that_leaves_is_no_mishap(tmp_path: Path) -> None:
    command = f"{sys.executable} -m fieldkit pin --data {tmp_path} | true; exit ${{PIPESTATUS[0]}}"
    ended = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=30, check=False)
    assert ended.stderr == ""


def test_ctrl_c_is_quiet(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(**_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(command_line.commands["pin"], "callback", interrupted)
    assert main(["pin"]) == 130
    assert capsys.readouterr().err == ""


@pytest.mark.process
def test_the_whistle_holds_neither_web_nor_screen() -> None:
    code = (
        "import sys; import fieldkit.cli.commands, hardware.whistle.process;"
        "foreign = ('flask', 'jinja2', 'uvicorn', 'pygame', 'serial', 'fieldkit.games.full_contact.game');"
        "print([name for name in foreign if name in sys.modules])"
    )
    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=30, check=True
    )
    assert said.stdout == "[]\n"


@pytest.mark.process
def test_the_installed_module_runs() -> None:
    ended = fieldkit("matches", "--data", "/dev/null/nowhere")
    assert ended.returncode == 1
    assert ended.stderr.count("\n") == 1
    assert "Traceback" not in ended.stderr


def test_the_tablet_is_told_an_address_it_can_reach() -> None:
    assert lan_address("192.168.7.7") == "192.168.7.7"
    assert lan_address("::1") == "[::1]"
    found = lan_address("0.0.0.0")
    assert found != "0.0.0.0"
    with socket.socket() as own:
        own.bind((found, 0))


def test_output_that_nobody_reads_is_no_mishap(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A pipe that is closed before the first line."""

    class Closed(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

        def fileno(self) -> int:
            return sink.fileno()

    with (tmp_path / "sink").open("w") as sink:
        monkeypatch.setattr(sys, "stdout", Closed())
        assert main(["pin", "--data", str(tmp_path)]) == 1
