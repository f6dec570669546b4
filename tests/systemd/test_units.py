"""The systemd units: no word of complaint from systemd, exposed little, and what they start is there."""

import configparser
import ipaddress
import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from fieldkit.install import hotspot, hub, nginx
from fieldkit.service.ending import FILE
from fieldkit.service.systemd import Limits
from tests.support.command_lines import parsed

UNITS = Path(__file__).parents[2] / "systemd"
PROGRAM = "/opt/fieldkit/.venv/bin/fieldkit"
NAMES = ("whistle", "referee", "scoreboard", "spectators", "uplink")
"""The services of a kit; the hub stands by itself."""
STRANGERS = {name: f"fieldkit-{name}" for name in ("spectators", "uplink")}
"""The services that talk to others than the kit's own people, and the user of each."""
EXPOSED_MOST = 2.5

there = pytest.mark.needs("units")


def unit(name: str) -> str:
    return (UNITS / f"fieldkit-{name}.service").read_text(encoding="utf-8")


def keys(name: str) -> dict[str, str]:
    """Return a unit's keys; of one that stands there twice the last."""
    read = configparser.ConfigParser(strict=False, interpolation=None)
    read.optionxform = str  # type: ignore[assignment, method-assign]
    read.read_string(unit(name))
    return {key: value for section in read.sections() for key, value in read[section].items()}


def copied(folder: Path) -> list[Path]:
    """Return the units in a folder, with a program that this machine has."""
    program = folder / "fieldkit"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    kinds = ("service", "target", "path", "socket")
    files = [file for kind in kinds for file in sorted(UNITS.glob(f"*.{kind}"))]
    for file in files:
        text = file.read_text(encoding="utf-8").replace(PROGRAM, str(program))
        (folder / file.name).write_text(text, encoding="utf-8")
    return [folder / file.name for file in files]


def analyse(*arguments: str) -> tuple[int, str]:
    done = subprocess.run(
        ["systemd-analyze", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout


@there
def test_systemd_has_nothing_to_say_against_them(tmp_path: Path) -> None:
    files = copied(tmp_path)
    assert len(files) == 12
    assert analyse("verify", "--man=no", *map(str, files)) == (0, "")


@there
def test_systemd_would_say_it(tmp_path: Path) -> None:
    """A key that systemd does not know changes no exit code: only its output tells."""
    wrong = next(file for file in copied(tmp_path) if "whistle" in file.name)
    wrong.write_text(wrong.read_text(encoding="utf-8") + "WatchdogSecs=3\n", encoding="utf-8")
    assert "WatchdogSecs" in analyse("verify", "--man=no", str(wrong))[1]


@there
@pytest.mark.parametrize("name", [*NAMES, "off", "hub"])
def test_a_service_is_exposed_little(name: str) -> None:
    file = str(UNITS / f"fieldkit-{name}.service")
    threshold = f"--threshold={EXPOSED_MOST * 10:.0f}"
    code, said = analyse("security", "--offline=true", "--no-pager", threshold, file)
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", said)
    assert found is not None, said
    assert float(found[1]) <= EXPOSED_MOST
    assert code == 0


@pytest.mark.parametrize("name", [*NAMES, "hub"])
def test_what_it_starts_is_a_command(name: str) -> None:
    lines = re.findall(r"^Exec\w+=-?(.+)$", unit(name), re.MULTILINE)
    assert lines
    for line in lines:
        program, *arguments = shlex.split(line)
        assert program == PROGRAM
        assert parsed(arguments) == name


@pytest.mark.parametrize("name", [*NAMES, "hub"])
def test_it_is_restarted_for_ever_and_watched(name: str) -> None:
    found = keys(name)
    assert found["Type"] == "notify"
    assert found["Restart"] == "always"
    assert found["StartLimitIntervalSec"] == "0"
    assert int(found["WatchdogSec"]) > 0
    limits = Limits.of_unit(unit(name))
    assert limits is not None
    assert limits.silence == int(found["WatchdogSec"])


@pytest.mark.parametrize("name", NAMES)
def test_who_talks_to_strangers_is_not_the_kits_user_and_only_looks(name: str) -> None:
    """Such a process reads what the kit's group may read, and writes into a folder of its own."""
    found = keys(name)
    assert (found["User"], found["Group"]) == (STRANGERS.get(name, "fieldkit"), "fieldkit")
    own = {key: found[key] for key in ("StateDirectory", "CacheDirectory") if key in found}
    wanted = {"spectators": {"CacheDirectory": "fieldkit-spectators"}, "scoreboard": {}}
    wanted["uplink"] = {"StateDirectory": "fieldkit-uplink"}
    assert own == wanted.get(name, {"StateDirectory": "fieldkit"})
    if name in STRANGERS:
        assert not {"ReadWritePaths", "SupplementaryGroups"} & {*found}
    if "StateDirectory" in found:
        assert found["StateDirectoryMode"] == "0710", (
            "the group finds by name what is shared, and lists nothing"
        )


@pytest.mark.parametrize("name", NAMES)
def test_it_is_one_of_the_kit(name: str) -> None:
    assert keys(name)["PartOf"] == "fieldkit.target"
    assert f"fieldkit-{name}.service" in (UNITS / "fieldkit.target").read_text(encoding="utf-8")


def test_the_whistle_is_on_time_on_real_pins_and_silent_afterwards() -> None:
    found = keys("whistle")
    assert found["CPUSchedulingPolicy"] == "fifo"
    assert "GPIOZERO_PIN_FACTORY=lgpio" in found["Environment"].split()
    assert found["WorkingDirectory"] == f"/run/{found['RuntimeDirectory']}"
    assert " whistle --silence " in found["ExecStopPost"]


def test_each_may_use_only_its_devices() -> None:
    allowed = {name: set(re.findall(r"^DeviceAllow=char-(\w+)", unit(name), re.MULTILINE)) for name in NAMES}
    assert allowed["whistle"] == {"gpiochip"}
    assert allowed["referee"] == {"ttyUSB", "ttyACM", "ttyAMA", "alsa", "i2c"}
    assert {keys(name)["DevicePolicy"] for name in NAMES} == {"closed"}
    # Not a class: the check before a match asks vcgencmd, which asks the firmware.
    named = {name: re.findall(r"^DeviceAllow=(/\S+)", unit(name), re.MULTILINE) for name in NAMES}
    assert {name: paths for name, paths in named.items() if paths} == {"referee": ["/dev/vcio"]}


@pytest.mark.parametrize(
    ("name", "drivers"), [("referee", {"usbserial", "cdc_acm", "snd", "i2c_dev"}), ("scoreboard", {"drm"})]
)
def test_what_is_a_module_is_loaded_before_its_class_is_allowed(name: str, drivers: set[str]) -> None:
    for key in ("Wants", "After"):
        found = re.findall(rf"^{key}=(.*)$", unit(name), re.MULTILINE)
        assert set(re.findall(r"modprobe@(\w+)\.service", " ".join(found))) == drivers


def test_only_the_referee_can_have_the_machine_switched_off() -> None:
    """By a file in a folder of its own; what takes it away has no rights, and systemd does the rest."""
    waits = (UNITS / "fieldkit-off.path").read_text(encoding="utf-8")
    file = f"/run/{keys('referee')['RuntimeDirectory']}/{FILE}"
    assert f"\nPathExists={file}\n" in waits
    assert keys("referee")["RuntimeDirectoryMode"] == "0700"
    off = keys("off")
    assert (off["SuccessAction"], off["User"], off["CapabilityBoundingSet"]) == ("poweroff", "fieldkit", "")
    assert shlex.split(off["ExecStart"]) == ["rm", "-f", file]
    assert "Wants=fieldkit-off.path" in (UNITS / "fieldkit.target").read_text(encoding="utf-8").splitlines()
    assert all(f"/run/fieldkit-{name}" == keys(name)["WorkingDirectory"] for name in NAMES)
    assert {keys(name)["ProtectSystem"] for name in NAMES} == {"strict"}


def test_whatever_ends_a_process_it_is_started_again() -> None:
    """The uplink ends well when another hub was saved, and has to begin again."""
    assert not [name for name in (*NAMES, "hub") if "RestartPreventExitStatus" in keys(name)]


def test_the_hub_keeps_all_but_its_public_files_to_itself() -> None:
    found = keys("hub")
    assert (found["User"], found["Group"]) == ("fieldkit-hub", "fieldkit-hub")
    assert found["ExecStart"].endswith(
        f" --settings {hub.SETTINGS} --data /var/lib/{found['StateDirectory']}"
    )
    assert (found["StateDirectoryMode"], found["UMask"]) == ("0700", "0077")
    # These go on being served while the hub starts again.
    assert nginx.PUBLIC.startswith(f"/run/{found['RuntimeDirectory']}/")
    assert (found["RuntimeDirectoryMode"], found["RuntimeDirectoryPreserve"]) == ("0755", "restart")
    assert (found["ProtectSystem"], found["DevicePolicy"]) == ("strict", "closed")
    assert "PartOf" not in found, "a server has a hub and no kit"
    assert found["WantedBy"] == "multi-user.target"
    users = (UNITS / "fieldkit-hub.sysusers.conf").read_text(encoding="utf-8")
    folders = (UNITS / "fieldkit-hub.tmpfiles.conf").read_text(encoding="utf-8")
    assert re.findall(r"^u (\S+) ", users, re.MULTILINE) == ["fieldkit-hub"]
    assert re.findall(r"^[df] (\S+) (\d+)", folders, re.MULTILINE) == [
        ("/etc/fieldkit", "0755"),
        (hub.SETTINGS, "0640"),
        (hub.DATA, "0700"),
    ]


def test_the_scoreboard_reaches_a_kit_that_listens_on_its_own_network_alone() -> None:
    """A kit with ``[web] host`` set is reached at that address, also from its own machine."""
    allowed = [
        ipaddress.ip_network(each)
        for each in keys("scoreboard")["IPAddressAllow"].split()
        if each != "localhost"
    ]
    for address in (hotspot.ADDRESS, "192.168.1.20"):
        assert any(ipaddress.ip_address(address) in network for network in allowed)
    assert not any(ipaddress.ip_address("9.9.9.9") in network for network in allowed)


def test_its_user_and_its_folders_are_made() -> None:
    users = (UNITS / "fieldkit.sysusers.conf").read_text(encoding="utf-8")
    folders = (UNITS / "fieldkit.tmpfiles.conf").read_text(encoding="utf-8")
    assert re.findall(r"^u (\S+) ", users, re.MULTILINE) == ["fieldkit", *STRANGERS.values()]
    assert set(re.findall(r"^m fieldkit (\w+)$", users, re.MULTILINE)) >= {"gpio", "dialout", "i2c", "video"}
    assert re.findall(r"^[df] (\S+)", folders, re.MULTILINE) == [
        "/etc/fieldkit",
        "/etc/fieldkit/kit.toml",
        "/var/lib/fieldkit",
        "/var/lib/fieldkit-uplink",
    ]
    assert PROGRAM in (UNITS / "README.md").read_text(encoding="utf-8")


@there
def test_systemd_takes_the_user_and_the_folders(tmp_path: Path) -> None:
    """Into an empty root, where a mistake makes nothing on this machine."""
    (tmp_path / "etc").mkdir()
    whose = ("fieldkit", "fieldkit-hub")
    commands = [["systemd-sysusers", f"{name}.sysusers.conf"] for name in whose]
    if os.geteuid() == 0:
        commands += [["systemd-tmpfiles", "--create", f"{name}.tmpfiles.conf"] for name in whose]
    for program, *arguments, name in commands:
        command = [program, f"--root={tmp_path}", *arguments, str(UNITS / name)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
        assert done.returncode == 0, done.stderr
    known = (tmp_path / "etc" / "passwd").read_text(encoding="utf-8")
    assert sorted(re.findall("^(fieldkit.*?):", known, re.MULTILINE)) == sorted([*whose, *STRANGERS.values()])
