"""``fieldkit install`` into a tree with systemd's and NetworkManager's own programs: once, twice and back."""

import configparser
import json
import os
import re
import shlex
import shutil
import stat
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from fieldkit.cli.commands import main
from fieldkit.errors import FieldkitError
from fieldkit.install import command, hotspot
from fieldkit.install.hotspot import Hotspot
from fieldkit.install.machine import Machine, run_here
from fieldkit.install.plan import plan, plan_back
from fieldkit.install.steps import carry_out, take_back
from tests.support.command_lines import parsed

ROOT = Path(__file__).parents[2]
PROGRAM = "/opt/fieldkit/.venv/bin/fieldkit"
CONFIG = "boot/firmware/config.txt"
LINE = "boot/firmware/cmdline.txt"
SETTINGS = "etc/fieldkit/kit.toml"
PI_CONFIG = "dtparam=audio=on\n\n[pi4]\narm_boost=1\n"
PI_LINE = "console=serial0,115200 console=tty1 root=PARTUUID=4e8f-02 rootfstype=ext4 rootwait\n"
PI_RULE = 'SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"\n'
HOTSPOT = ("--hotspot", "Field 1", "--country", "DE")
UPLINK = "var/lib/fieldkit/uplink"
KEPT = {"etc/.pwd.lock", "etc/passwd", "etc/group", "etc/shadow", "etc/gshadow", SETTINGS, UPLINK}
"""What undoing leaves: the users, the groups, the settings and the data."""


pytestmark = pytest.mark.needs("units", "root")
with_nmcli = pytest.mark.needs("network")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return the files of a Pi that matter here."""
    root = tmp_path / "tree"
    program = root / PROGRAM[1:]
    for folder in (program.parent, root / "boot/firmware", root / "etc/udev/rules.d"):
        folder.mkdir(parents=True)
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    (root / CONFIG).write_text(PI_CONFIG, encoding="utf-8")
    (root / CONFIG).chmod(0o755)
    (root / LINE).write_text(PI_LINE, encoding="utf-8")
    return root


def install(root: Path, *more: str) -> int:
    return main(["install", "--root", str(root), "--program", PROGRAM, *more])


def files(root: Path) -> dict[str, tuple[str, int]]:
    """Every file of a tree: what is in it, and when it was written."""
    return {
        str(path.relative_to(root)): (
            os.readlink(path) if path.is_symlink() else path.read_bytes().decode("latin-1"),
            path.lstat().st_mtime_ns,
        )
        for path in sorted(root.rglob("*"))
        if path.is_symlink() or path.is_file()
    }


def texts(root: Path) -> dict[str, str]:
    return {name: text for name, (text, _) in files(root).items()}


def refusal(capsys: pytest.CaptureFixture[str]) -> str:
    """Return the one sentence that was said."""
    said = capsys.readouterr()
    assert len(said.err.splitlines()) == 1, said.err
    return said.err.strip()


@with_nmcli
def test_it_says_each_step_does_it_and_takes_all_back(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = texts(tree)
    assert install(tree, *HOTSPOT, "--dry-run") == 0
    planned = capsys.readouterr().out.splitlines()
    assert texts(tree) == before
    assert planned.count("   would be done") == len(planned) // 2 >= 11

    assert install(tree, *HOTSPOT) == 0
    said = capsys.readouterr().out
    assert [line for line in said.splitlines() if re.match(r"\d+\. ", line)] == planned[::2]
    assert said.count("   done") == len(planned) // 2
    assert "Restart the machine: " in said
    assert f"{PROGRAM} pin --settings /etc/fieldkit/kit.toml --data /var/lib/fieldkit" in said

    assert install(tree, "--undo", "--dry-run") == 0
    would = capsys.readouterr().out
    assert install(tree, "--undo") == 0
    said = capsys.readouterr().out
    assert said == would.replace("would be undone", "undone")
    after = texts(tree)
    assert {name: text for name, text in after.items() if name not in KEPT} == before
    assert {"etc/passwd", SETTINGS} <= after.keys() - before.keys() <= KEPT
    assert (tree / "var/lib/fieldkit").is_dir()
    assert not (tree / "etc/NetworkManager").exists()
    assert install(tree, "--undo") == 0
    assert capsys.readouterr().out == "There is nothing to undo.\n"


@with_nmcli
def test_a_second_time_changes_nothing(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert install(tree, *HOTSPOT) == 0
    before, first = files(tree), capsys.readouterr().out
    assert install(tree, *HOTSPOT) == 0
    said = capsys.readouterr().out
    assert files(tree) == before
    assert said.count("   already done\n") == first.count("   done")
    assert "   done" not in said
    assert "Restart" not in said


def test_the_services_start_this_program_and_come_up_with_the_machine(tree: Path, tmp_path: Path) -> None:
    folder = tree / "srv/club kit"
    folder.mkdir(parents=True)
    assert install(tree, "--program", "/srv/club kit/fieldkit") == 1
    program = tree / "srv/kit/bin/fieldkit"
    program.parent.mkdir(parents=True)
    shutil.copy(tree / PROGRAM[1:], program)
    assert install(tree, "--program", "/srv/kit/bin/fieldkit") == 0
    units = tree / "etc/systemd/system"
    assert os.readlink(units / "multi-user.target.wants/fieldkit.target").endswith("/fieldkit.target")
    enabled = run_here(["systemctl", f"--root={tree}", "is-enabled", "fieldkit.target"])
    assert enabled[1].strip() == "enabled"
    starts = [
        line.partition("=")[2].lstrip("-").split()[0]
        for file in units.glob("*.service")
        for line in file.read_text(encoding="utf-8").splitlines()
        if line.startswith("Exec") and file.name != "fieldkit-off.service"
    ]
    # Each service, and what silences the whistle.
    assert starts == ["/srv/kit/bin/fieldkit"] * 6
    for file in units.glob("fieldkit*"):
        shutil.copy(file, tmp_path / file.name)
        text = file.read_text(encoding="utf-8").replace("/srv/kit/bin/fieldkit", str(program))
        (tmp_path / file.name).write_text(text, encoding="utf-8")
    verify = ["systemd-analyze", "verify", "--man=no", *map(str, tmp_path.glob("fieldkit*"))]
    assert run_here(verify) == (0, "", "")


def test_the_user_the_folders_and_the_settings_are_made_by_systemd(tree: Path) -> None:
    assert install(tree) == 0
    groups = (tree / "etc/group").read_text(encoding="utf-8")
    assert re.search(r"^gpio:[^:]*:\d+:fieldkit$", groups, re.MULTILINE)
    number = re.search(r"^fieldkit:[^:]*:(\d+):", groups, re.MULTILINE)
    assert number is not None
    settings, data = (tree / SETTINGS).stat(), (tree / "var/lib/fieldkit").stat()
    assert (stat.S_IMODE(settings.st_mode), settings.st_uid, settings.st_gid) == (0o640, 0, int(number[1]))
    assert (stat.S_IMODE(data.st_mode), data.st_gid) == (0o710, int(number[1]))
    assert (tree / UPLINK).resolve() == tree / "var/lib/fieldkit-uplink"
    assert main(["doctor", "--settings", str(tree / SETTINGS), "--data", str(tree), "--json"]) in (0, 1)


def test_only_the_boot_block_and_words_of_the_kit_come_and_go(tree: Path, tmp_path: Path) -> None:
    given = tmp_path / "mine.toml"
    link = '[[links]]\nport = "/dev/serial0"\nprotocol = "hk1"\n'
    given.write_text(f"[whistle]\ngpio = 25\n{link}", encoding="utf-8")
    assert install(tree, "--settings", str(given)) == 0
    config = (tree / CONFIG).read_text(encoding="utf-8")
    assert config.startswith(PI_CONFIG)
    assert stat.S_IMODE((tree / CONFIG).stat().st_mode) == 0o755
    assert re.findall(r"^gpio=.*", config, re.MULTILINE) == [
        "gpio=23=op,dl",
        "gpio=24=op,dl",
        "gpio=25=op,dl",
    ]
    assert config.index("[all]") < config.index("dtparam=strict_gpiod")
    assert re.findall(r"\[(\w+)\]\ndtoverlay=disable-bt", config) == ["pi3", "pi4", "pi02"]
    line = (tree / LINE).read_text(encoding="utf-8")
    assert line == PI_LINE.replace("console=serial0,115200 ", "").replace("\n", " consoleblank=0\n")
    # What people change meanwhile stays.
    (tree / CONFIG).write_text(f"{config}hdmi_force_hotplug=1\n", encoding="utf-8")
    (tree / LINE).write_text(line.replace("rootwait", "rootwait quiet"), encoding="utf-8")
    given.write_text(f"[whistle]\ngpio = 17\n{link}", encoding="utf-8")
    assert install(tree, "--settings", str(given)) == 0
    config = (tree / CONFIG).read_text(encoding="utf-8")
    assert config.count("# fieldkit begin") == 1
    assert "gpio=17=op,dl" in config
    assert "gpio=25" not in config
    assert "hdmi_force_hotplug=1" in config
    assert install(tree, "--undo") == 0
    assert (tree / CONFIG).read_text(encoding="utf-8") == f"{PI_CONFIG}hdmi_force_hotplug=1\n"
    assert (tree / LINE).read_text(encoding="utf-8") == PI_LINE.replace("rootwait", "rootwait quiet")


def test_a_button_that_switches_off_and_the_battery_get_their_pins(tree: Path, tmp_path: Path) -> None:
    given = tmp_path / "mine.toml"
    given.write_text("[buttons]\noff = 26\n[power]\nina219 = true\n", encoding="utf-8")
    assert install(tree) == 0
    plain = (tree / CONFIG).read_text(encoding="utf-8")
    assert re.search(r"\[pi5\]\nusb_max_current_enable=1\n\[all\]", plain)
    assert "gpio-shutdown" not in plain
    assert "i2c_arm" not in plain
    assert install(tree, "--settings", str(given)) == 0
    lines = (tree / CONFIG).read_text(encoding="utf-8").splitlines()
    for line in ("dtoverlay=gpio-shutdown,gpio_pin=26", "dtparam=i2c_arm=on"):
        before = [each for each in lines[: lines.index(line)] if each.startswith("[")]
        assert before[-1] == "[all]", "for every Pi"
    assert install(tree, "--undo") == 0
    assert (tree / CONFIG).read_text(encoding="utf-8") == PI_CONFIG


def test_a_dry_run_names_what_the_settings_need(
    tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = tmp_path / "mine.toml"
    given.write_text("[buttons]\noff = 26\n[power]\nina219 = true\n", encoding="utf-8")
    assert install(tree, "--dry-run", "--settings", str(given)) == 0
    said = capsys.readouterr().out
    assert "I²C is on, GPIO 26 switches it off" in said
    assert "a Pi 5 gives its USB sockets their full current" in said


def test_boot_settings_of_any_hand_come_through_to_the_byte(tree: Path) -> None:
    """Other ends of lines, another encoding, no end of the last line, something below the first one."""
    config = b"dtparam=audio=on\r\n# f\xfcr M\xfcller\r\n[pi4]\r\narm_boost=1\r\n"
    line = b"console=tty1 root=PARTUUID=4e8f-02 word=\xfc rootwait"
    below = b"console=ttyS9 kept below\r\n"
    (tree / CONFIG).write_bytes(config)
    (tree / LINE).write_bytes(line + b"\r\n" + below)
    assert install(tree) == 0
    assert (tree / CONFIG).read_bytes().startswith(config)
    assert (tree / LINE).read_bytes() == line + b" consoleblank=0\n" + below
    before = files(tree)
    assert install(tree) == 0
    assert files(tree) == before
    # An editor that gives every line its own end.
    (tree / CONFIG).write_bytes((tree / CONFIG).read_bytes().replace(b"\r", b"").replace(b"\n", b"\r\n"))
    assert install(tree, "--undo") == 0
    assert (tree / CONFIG).read_bytes() == config
    assert (tree / LINE).read_bytes() == line + b"\n" + below


def test_a_block_that_lost_its_end_takes_nothing_with_it(tree: Path) -> None:
    (tree / CONFIG).write_text("# fieldkit begin\nhdmi_force_hotplug=1\n", encoding="utf-8")
    for _ in range(2):
        assert install(tree) == 0
        assert "hdmi_force_hotplug=1" in (tree / CONFIG).read_text(encoding="utf-8")


def test_a_machine_that_starts_without_a_line_of_words_does_without(tree: Path) -> None:
    (tree / LINE).unlink()
    assert install(tree) == 0
    assert not (tree / LINE).exists()
    assert install(tree, "--undo") == 0


def test_without_a_header_line_its_console_stays(tree: Path) -> None:
    assert install(tree) == 0
    assert "console=serial0,115200 " in (tree / LINE).read_text(encoding="utf-8")
    assert "enable_uart" not in (tree / CONFIG).read_text(encoding="utf-8")


def test_another_system_has_no_boot_settings(tree: Path) -> None:
    shutil.rmtree(tree / "boot")
    assert install(tree) == 0
    assert not (tree / "boot").exists()


@pytest.mark.parametrize("folder", ["etc/udev/rules.d", "usr/lib/udev/rules.d"])
def test_a_system_that_gives_out_the_pins_needs_no_rule(tree: Path, folder: str) -> None:
    (tree / folder).mkdir(parents=True, exist_ok=True)
    (tree / folder / "99-com.rules").write_text(f"# The pins\n{PI_RULE}", encoding="utf-8")
    assert install(tree) == 0
    assert not (tree / "etc/udev/rules.d/60-fieldkit.rules").exists()


def test_another_system_gets_one(tree: Path) -> None:
    (tree / "etc/udev/rules.d/99-com.rules").write_text(f"# {PI_RULE}", encoding="utf-8")
    assert install(tree) == 0
    rule = (tree / "etc/udev/rules.d/60-fieldkit.rules").read_text(encoding="utf-8")
    assert 'KERNEL=="gpiochip*", GROUP="gpio"' in rule


def test_a_file_that_stood_there_comes_back(tree: Path) -> None:
    mine = tree / "etc/systemd/journald.conf.d/fieldkit.conf"
    mine.parent.mkdir(parents=True)
    mine.write_text("[Journal]\nStorage=volatile\n", encoding="utf-8")
    mine.chmod(0o600)
    assert install(tree) == 0
    assert "SystemMaxUse=100M" in mine.read_text(encoding="utf-8")
    assert "RuntimeWatchdogSec=15" in texts(tree)["etc/systemd/system.conf.d/fieldkit.conf"]
    assert stat.S_IMODE((tree / "var/lib/fieldkit-install").stat().st_mode) == 0o700
    mine.write_text("[Journal]\n", encoding="utf-8")
    assert install(tree) == 0
    assert install(tree, "--undo") == 0
    assert mine.read_text(encoding="utf-8") == "[Journal]\nStorage=volatile\n"
    assert stat.S_IMODE(mine.stat().st_mode) == 0o600


def test_settings_that_were_there_stay_or_are_kept_beside(tree: Path, tmp_path: Path) -> None:
    mine = tree / SETTINGS
    mine.parent.mkdir(parents=True)
    mine.write_text("[lamps]\nround = 5\n", encoding="utf-8")
    assert install(tree) == 0
    assert mine.read_text(encoding="utf-8") == "[lamps]\nround = 5\n"
    assert "gpio=5=op,dl" in (tree / CONFIG).read_text(encoding="utf-8")
    other = tmp_path / "other.toml"
    other.write_text("[lamps]\nround = 6\n", encoding="utf-8")
    assert install(tree, "--settings", str(other)) == 0
    assert mine.read_text(encoding="utf-8") == "[lamps]\nround = 6\n"
    assert mine.with_suffix(".toml.old").read_text(encoding="utf-8") == "[lamps]\nround = 5\n"


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ("[lamps]\nalarm = 99\n", "[lamps] alarm"),
        ('[tags]\n"AA" = { ball = "gold" }\n', "gold"),
        ("[", "TOML"),
        ("[buttons]\noff = 17\n", "GPIO 17 is taken by"),
        ("[buttons]\noff = 3\n[power]\nina219 = true\n", "GPIO 3 is taken by power ina219 (clock)"),
        (
            '[field]\nfile = "/home/ann/field.toml"\n',
            "[field] file: the services do not see /home/ann/field.toml",
        ),
        ('[field]\nfile = "field.toml"\n', "put it into /etc/fieldkit"),
        (
            '[journal]\npath = "/srv/journal.sqlite3"\n',
            "[journal] path: the services may not write /srv/journal",
        ),
        ('[journal]\ncopy_to = "/home/ann/copy"\n', "below /var/lib/fieldkit and /media and /mnt"),
        ('[whistle]\ntrace = "/media/stick/trace"\n', "[whistle] trace: the services may not write"),
    ],
)
def test_wrong_settings_change_nothing(
    tree: Path, tmp_path: Path, settings: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = tmp_path / "mine.toml"
    given.write_text(settings, encoding="utf-8")
    before = files(tree)
    assert install(tree, "--settings", str(given)) == 1
    said = refusal(capsys)
    assert said.startswith(f"{given}: ")
    assert says in said
    assert files(tree) == before


def test_files_that_the_services_can_use_are_taken(tree: Path, tmp_path: Path) -> None:
    given = tmp_path / "mine.toml"
    given.write_text(
        '[journal]\npath = "~/j.sqlite3"\ncopy_to = "/media/stick"\n'
        '[whistle]\ntrace = "/var/lib/fieldkit/trace"\n',
        encoding="utf-8",
    )
    assert install(tree, "--settings", str(given)) == 0


def _moved(tree: Path, to: str) -> str:
    (tree / to[1:]).parent.mkdir(parents=True)
    shutil.copy(tree / PROGRAM[1:], tree / to[1:])
    return to


def _python_of_a_home(tree: Path) -> str:
    program = tree / PROGRAM[1:]
    program.write_text(f"#!{PROGRAM}-python\n", encoding="utf-8")
    program.with_name("fieldkit-python").symlink_to("../../../../home/ann/python")
    return PROGRAM


def _shut(tree: Path) -> str:
    (tree / "opt/fieldkit").chmod(0o750)
    return PROGRAM


@pytest.mark.parametrize(
    ("arrange", "says"),
    [
        (lambda tree: _moved(tree, "/home/ann/.venv/bin/fieldkit"), "/home/ann/.venv/bin/fieldkit is hidden"),
        (lambda tree: _moved(tree, "/tmp/fieldkit"), "/tmp/fieldkit is hidden from the services"),
        (_python_of_a_home, "/home/ann/python is hidden from the services"),
        (_shut, "cannot read /opt/fieldkit: allow it with chmod o+rx /opt/fieldkit"),
        (lambda tree: "/opt/nothing", "does not exist"),
        (lambda tree: "fieldkit", "simple path"),
    ],
)
def test_a_program_out_of_the_services_reach_is_refused(
    tree: Path, arrange: Callable[[Path], str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    program = arrange(tree)
    before = files(tree)
    assert install(tree, "--program", program) == 1
    assert says in refusal(capsys)
    assert files(tree) == before


def test_who_may_not_install_is_told_and_may_look(
    tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = files(tree)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    for more in ([], ["--undo"]):
        assert install(tree, *more) == 1
        assert "root: put sudo before it, or add --dry-run" in refusal(capsys)
    assert install(tree, "--dry-run") == 0
    assert files(tree) == before


def test_a_machine_without_systemd_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "_RUNS_SYSTEMD", tmp_path / "nothing")
    for more in ([], ["--undo"]):
        assert main(["install", *more]) == 1
        assert refusal(capsys) == "This machine does not run systemd: start the kit with fieldkit run."
    assert main(["install", "--root", str(tmp_path / "nothing")]) == 1
    assert "to install into does not exist" in refusal(capsys)


def connection(tree: Path) -> configparser.ConfigParser:
    """Return the hotspot as NetworkManager would read it."""
    read = configparser.ConfigParser(interpolation=None)
    read.read_string((tree / hotspot.FILE[1:]).read_text(encoding="utf-8"))
    return read


@with_nmcli
def test_the_hotspot_is_one_and_keeps_its_passphrase(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    british = f"cfg80211.ieee80211_regdom=GB {PI_LINE}"
    (tree / LINE).write_text(british, encoding="utf-8")
    assert install(tree, *HOTSPOT) == 0
    shown = re.search(r"the passphrase is (\S+): write it down", capsys.readouterr().out)
    assert shown is not None
    first = connection(tree)
    assert first["connection"]["autoconnect-retries"] == "0", "tried for ever"
    wifi = {"band": "bg", "channel": "1", "mode": "ap", "powersave": "2", "ssid": "Field 1"}
    assert dict(first["wifi"]) == wifi
    nodes = json.loads((ROOT / "hardware/firmware/boards/bridge.json").read_text(encoding="utf-8"))
    assert abs(int(wifi["channel"]) - nodes["channel"]) >= 5, "Wi-Fi beside the nodes' radio"
    assert first["wifi-security"]["key-mgmt"] == "wpa-psk"
    assert first["wifi-security"]["proto"] == "rsn;"
    assert first["wifi-security"]["pmf"] == "1"
    assert first["wifi-security"]["psk"] == shown[1]
    assert len(shown[1]) == 14
    assert dict(first["ipv4"]) == {"address1": "10.42.0.1/24", "method": "shared"}
    assert stat.S_IMODE((tree / hotspot.FILE[1:]).stat().st_mode) == 0o600
    line = (tree / LINE).read_text(encoding="utf-8")
    assert line == PI_LINE.replace("\n", " consoleblank=0 cfg80211.ieee80211_regdom=DE\n")

    assert install(tree, "--hotspot", "Club", "--country", "AT") == 0
    assert shown[1] not in capsys.readouterr().out
    second = connection(tree)
    assert second["wifi"]["ssid"] == "Club"
    assert second["connection"]["uuid"] == first["connection"]["uuid"]
    assert second["wifi-security"]["psk"] == shown[1]
    assert len(list((tree / hotspot.FILE[1:]).parent.iterdir())) == 1
    assert (tree / LINE).read_text(encoding="utf-8") == line.replace("=DE", "=AT")
    assert install(tree, "--undo") == 0
    assert (tree / LINE).read_text(encoding="utf-8") == british


@with_nmcli
def test_without_boot_settings_the_driver_is_told_the_country(tree: Path) -> None:
    shutil.rmtree(tree / "boot")
    assert install(tree, *HOTSPOT) == 0
    told = texts(tree)["etc/modprobe.d/fieldkit.conf"]
    assert told == "options cfg80211 ieee80211_regdom=DE\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--hotspot", "Field 1"], "--hotspot NAME --country DE"),
        (["--country", "DE"], "--hotspot NAME --country DE"),
        (["--hotspot", "Field 1", "--country", "de"], "two capital letters"),
        (["--hotspot", "é" * 17, "--country", "DE"], "1 to 32"),
        (["--hotspot", "", "--country", "DE"], "1 to 32"),
        (["--hotspot", "a\nb", "--country", "DE"], "1 to 32"),
    ],
)
def test_a_hotspot_that_cannot_be_is_refused(
    tree: Path, arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = files(tree)
    assert install(tree, *arguments) == 1
    assert says in refusal(capsys)
    assert files(tree) == before


class Systemd:
    """A running machine below a folder: files by the real programs, what only a running one has pretended."""

    def __init__(self, root: Path, devices: str = "wlan0:wifi\nlo:loopback\n") -> None:
        self.root = root
        self.devices = devices
        self.runs = False
        self.idle = ""
        self.broken = ""
        self.calls: list[str] = []

    def __call__(self, command: Sequence[str]) -> tuple[int, str, str]:
        """Do as the program would, and remember it."""
        line = " ".join(command)
        self.calls.append(line)
        if self.broken and self.broken in line:
            return 1, "", f"Hint\nFailed: {line}\n"
        program, *rest = command
        match program, rest[:1]:
            case ("systemctl", ["daemon-reload"]) | ("udevadm", _) | ("iw", _):
                return 0, "", ""
            case "systemctl", ["stop"]:
                return 0, "", ""
            case "systemctl", ["is-active"]:
                return (0 if self.runs and rest[1:] != [self.idle] else 3), "", ""
            case "systemctl", ["enable" | "disable"]:
                assert "--now" in rest
                self.runs, self.idle = rest[0] == "enable", ""
                rest.remove("--now")
            case "nmcli", ["--terse"]:
                return 0, self.devices, ""
            case ("nmcli", ["radio" | "connection"]) | ("dnsmasq", ["--version"]):
                return 0, "", ""
        root = [] if program == "nmcli" else [f"--root={self.root}"]
        return run_here([program, *root, *rest])


@with_nmcli
def test_on_a_running_machine_all_is_told_at_once(tree: Path) -> None:
    system = Systemd(tree, "lo:loopback\nwlp3s0:wifi\n")
    machine = Machine(tree, live=True, programs=system)
    wifi = Hotspot("Field 1", "DE")
    said: list[str] = []
    carry_out(plan(machine, PROGRAM, wifi=wifi), said.append)
    assert "the Wi-Fi Field 1 on wlp3s0" in "\n".join(said)
    assert system.runs
    order = [
        system.calls.index(line)
        for line in (
            "systemd-sysusers fieldkit.conf",
            "systemd-tmpfiles --create fieldkit.conf",
            "udevadm trigger --subsystem-match=gpio",
            "nmcli connection reload",
            "systemctl daemon-reload",
            "systemctl enable --now fieldkit.target",
        )
    ]
    assert order == sorted(order)
    assert not any("psk" in line and "goes-here" not in line for line in system.calls)
    assert connection(tree)["connection"]["interface-name"] == "wlp3s0"

    said.clear()
    system.calls.clear()
    carry_out(plan(machine, PROGRAM, wifi=wifi), said.append)
    assert said[1::2] == ["   already done"] * len(said[1::2])
    assert {line.split()[0] for line in system.calls} == {"nmcli", "dnsmasq", "systemctl"}

    # A kit that was stopped is started again.
    system.runs = False
    carry_out(plan(machine, PROGRAM, wifi=wifi), said.append)
    assert system.runs
    # And what an update has brought while it runs.
    system.idle = "fieldkit-off.path"
    carry_out(plan(machine, PROGRAM, wifi=wifi), said.append)
    assert not system.idle
    system.calls.clear()
    take_back(plan_back(machine), machine, said.append)
    # Each by its name, and waited for, while its unit is there: that is what silences the whistle.
    names = ("whistle", "referee", "scoreboard", "spectators", "uplink")
    stopped = " ".join(f"fieldkit-{name}.service" for name in names)
    assert system.calls[:2] == [f"systemctl stop {stopped}", "systemctl disable --now fieldkit.target"]
    assert system.calls.index("systemctl daemon-reload") > 0
    assert "nmcli connection reload" in system.calls
    assert not system.runs


def test_a_machine_without_wifi_or_networkmanager_gets_no_hotspot(tree: Path) -> None:
    before = files(tree)
    wifi = Hotspot("Field 1", "DE")

    def no_nmcli(command: Sequence[str]) -> tuple[int, str, str]:
        raise FileNotFoundError(command[0])

    with pytest.raises(FieldkitError, match="apt-get install network-manager"):
        plan(Machine(tree, live=True, programs=no_nmcli), PROGRAM, wifi=wifi)
    with pytest.raises(FieldkitError, match="There is no Wi-Fi on this machine"):
        plan(Machine(tree, live=True, programs=Systemd(tree, "lo:loopback\n")), PROGRAM, wifi=wifi)

    def no_dnsmasq(command: Sequence[str]) -> tuple[int, str, str]:
        return (127, "", "") if command[0] == "dnsmasq" else (0, "wlan0:wifi\n", "")

    with pytest.raises(FieldkitError, match="apt-get install dnsmasq-base"):
        plan(Machine(tree, live=True, programs=no_dnsmasq), PROGRAM, wifi=wifi)
    assert files(tree) == before


def test_a_step_that_fails_says_why_and_is_taken_up_again(tree: Path) -> None:
    system = Systemd(tree)
    system.broken = "enable"
    machine = Machine(tree, live=True, programs=system)
    said: list[str] = []
    with pytest.raises(FieldkitError, match=r"^systemctl enable --now fieldkit\.target failed: Failed: "):
        carry_out(plan(machine, PROGRAM), said.append)
    assert "starts with the machine" in said[-1]
    system.broken = ""
    said.clear()
    carry_out(plan(machine, PROGRAM), said.append)
    assert said[1:-1:2] == ["   already done"] * (len(said) // 2 - 1)
    assert said[-1] == "   done"
    (tree / "etc/udev/rules.d/60-fieldkit.rules").unlink()
    shutil.rmtree(tree / "etc/udev")
    (tree / "etc/udev").write_text("in the way", encoding="utf-8")
    with pytest.raises(FieldkitError, match="could not be changed"):
        carry_out(plan(machine, PROGRAM), said.append)


def test_a_program_that_is_missing_or_hangs_is_named(tree: Path) -> None:
    def hangs(command: Sequence[str]) -> tuple[int, str, str]:
        raise subprocess.TimeoutExpired(command, 1)

    with pytest.raises(FieldkitError, match="systemctl did not finish"):
        Machine(tree, live=True, programs=hangs).call("systemctl")
    with pytest.raises(FieldkitError, match="no-such-program is not on this machine"):
        Machine(tree, live=True).call("no-such-program")
    assert Machine(tree, live=True).ask("no-such-program") is None


@with_nmcli
def test_the_notes_tell_what_is_changed(tree: Path) -> None:
    notes = (Path(__file__).parents[2] / "systemd" / "README.md").read_text(encoding="utf-8")
    assert install(tree, *HOTSPOT) == 0
    of_the_kit = notes.split("\n## A hub\n")[0]
    named = {
        name
        for row in re.findall(r"^\|.*\| (.*) \|$", of_the_kit, re.M)
        for name in re.findall(r"`(/.+?)`", row)
    }
    assert len(named) >= 8
    assert [name for name in named if not list(tree.glob(name[1:]))] == []
    kits = (
        "/etc/systemd/system/multi-user.target.wants",
        "/etc/NetworkManager",
        "/var/lib/fieldkit-install",
        "/boot",
    )
    made = [f"/{name}" for name in texts(tree).keys() - KEPT if not f"/{name}".startswith((*kits, "/opt"))]
    assert [name for name in made if not any(Path(name).match(each) for each in named)] == []
    for line in re.findall(r"(?:`|^    )fieldkit (install[^`#\n]*)", notes, re.MULTILINE):
        assert parsed(shlex.split(line)) == "install"
