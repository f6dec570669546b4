"""The check before a match: each grade of each check made to happen, on the real thing where there is one."""

import errno
import json
import os
import pty
import socket
import tty
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from fieldkit.battery import state_of
from fieldkit.checkup import doctor, power
from fieldkit.checkup.finding import Finding
from fieldkit.checkup.probes import Run, ask_health, holder, run_program, synced_write_ms
from fieldkit.cli.commands import main
from fieldkit.errors import FieldkitError
from fieldkit.journal.database import Journal
from fieldkit.messages import WEAK_DBM
from fieldkit.service.supervisor import locked
from fieldkit.settings import Link, Settings
from hardware.probing import open_port
from tests.process.conftest import Kit, until

GOOD: Mapping[str, Any] = {"whistle": "ok", "hoops": {"h1": "ok"}, "screens": 1}
READ_ONLY = Path("/proc/self")
"""A folder in which nobody, not even root, can make a file."""


def grades(*findings: Finding) -> list[str]:
    """Return the grades, once it is sure that whatever is not well says what to do."""
    assert all(bool(finding.do) == (finding.grade != "pass") for finding in findings)
    return [finding.grade for finding in findings]


def saying(answers: Mapping[str, str]) -> Run:
    """Return a machine on which these command lines say these things, and all others nothing."""
    return lambda command: answers.get(" ".join(command))


def refusing(error: Exception) -> Callable[..., Any]:
    """Something that always fails."""

    def refuse(*_: object) -> None:
        raise error

    return refuse


def statvfs(free_mb: float) -> Callable[[Path], os.statvfs_result]:
    found = SimpleNamespace(f_bavail=int(free_mb * 1000), f_frsize=1000)
    return lambda folder: cast(os.statvfs_result, found)


def test_pins() -> None:
    taken = refusing(FieldkitError("the pins cannot be driven"))
    assert grades(
        doctor.pins("gpio", lambda: None), doctor.pins("mock", taken), doctor.pins("gpio", taken)
    ) == ["pass", "warn", "fail"]


@pytest.mark.parametrize(
    ("health", "pid", "grade"),
    [
        (GOOD, 7, "pass"),
        (None, 7, "pass"),
        (None, None, "warn"),
        ({"whistle": "away"}, 7, "fail"),
        ({"whistle": "ok", "stop": "down"}, 7, "fail"),
        ({"whistle": "away"}, None, "fail"),
    ],
)
def test_whistle(health: Mapping[str, Any] | None, pid: int | None, grade: str) -> None:
    assert grades(doctor.whistle(health, pid)) == [grade]


@pytest.mark.parametrize(
    ("pid", "scheduler", "takes", "grade"),
    [
        (7, lambda pid: os.SCHED_FIFO, False, "pass"),
        (7, lambda pid: os.SCHED_OTHER, True, "warn"),
        (7, refusing(ProcessLookupError()), True, "warn"),
        (None, None, True, "pass"),
        (None, None, False, "warn"),
    ],
)
def test_real_time(
    monkeypatch: pytest.MonkeyPatch, pid: int | None, scheduler: object, takes: bool, grade: str
) -> None:
    monkeypatch.setattr(os, "sched_getscheduler", scheduler)
    monkeypatch.setattr(doctor, "takes_real_time", lambda: takes)
    assert grades(doctor.real_time(pid)) == [grade]


def test_looking_for_real_time_leaves_this_thread_as_it_was() -> None:
    before = os.sched_getscheduler(0)
    doctor.real_time(None)
    assert os.sched_getscheduler(0) == before


def test_hoops_of_a_running_kit_are_as_it_hears_them() -> None:
    links = [Link(port="/dev/nothing", protocol="hk1")]
    health = {"hoops": {"h1": "ok", "h2": "silent", "h3": "none"}}
    untouched = refusing(AssertionError("a kit has this port"))
    found = doctor.hoops(links, ["h1", "h4"], health, True, untouched)
    assert [(each.check, each.grade) for each in found] == [
        ("hoop h1", "pass"),
        ("hoop h4", "warn"),
        ("hoop h2", "fail"),
        ("hoop h3", "warn"),
    ]
    assert grades(*found)
    assert grades(*doctor.hoops(links, ["h1"], None, True, untouched)) == ["warn"]
    assert grades(*doctor.hoops([], ["h1"], GOOD, True, untouched)) == ["warn", "pass"]


def test_a_kit_without_links_is_not_said_to_simulate_them() -> None:
    """The services bring no virtual hoops; `fieldkit run` does, and these are heard."""
    (found, *_) = doctor.hoops([], (), GOOD, True, lambda link: None)
    assert found.says == "the settings name no hoop"
    assert found.do.startswith("tap the balls on the tablet by hand")


def test_a_hoop_that_is_heard_weakly_is_told_with_the_level_that_is_enough() -> None:
    health = {
        "hoops": dict.fromkeys(("h1", "h2", "h3"), "ok"),
        "signals": {"h1": WEAK_DBM, "h2": WEAK_DBM - 1},
    }
    found = doctor.hoops([Link(port="/dev/nothing", protocol="hk1")], (), health, True, lambda link: None)
    assert [(each.grade, each.says, each.do) for each in found] == [
        ("pass", "heard by radio at -75 dBm", ""),
        ("warn", "heard by radio at -76 dBm: weak", "raise the bridge or move it nearer: -75 dBm or better"),
        ("pass", "heard", ""),
    ]


def test_a_port_that_is_there_opens_and_one_that_is_not_fails(tmp_path: Path) -> None:
    near, far = pty.openpty()
    try:
        tty.setraw(far)
        there = Link(port=os.ttyname(far), protocol="hk1")
        missing = Link(port=str(tmp_path / "ttyUSB9"), protocol="rdm6300", hoop="h2")
        no_port = Link(port=str(tmp_path), protocol="hk1")
        unknown = Link(port="nonsense://x", protocol="hk1")
        found = doctor.hoops([there, missing, no_port, unknown], ["h2"], None, False, open_port)
        assert grades(*found) == ["pass", "fail", "fail", "fail"]
        assert found[1].check == "hoop h2"
        assert "No such file" in found[1].says
        assert "plug it in" in found[1].do
    finally:
        os.close(near)
        os.close(far)


@pytest.mark.parametrize(("number", "cure"), [(errno.EACCES, "dialout"), (errno.EBUSY, "other program")])
def test_a_port_that_may_not_be_opened_says_why(number: int, cure: str) -> None:
    link = Link(port="/dev/ttyUSB0", protocol="hk1")
    [found] = doctor.hoops([link], ["h1"], None, False, refusing(OSError(number, os.strerror(number))))
    assert found.grade == "fail"
    assert cure in found.do


def test_tags(tmp_path: Path) -> None:
    def looked() -> Finding:
        return doctor.tags(Settings(), tmp_path, ("h1", "h2"))

    (tmp_path / "tags.toml").write_text('[tags]\nAB = { ball = "wood" }\n')
    (tmp_path / "spares.toml").write_text('[takes]\nspare1 = "h2"\n')
    assert (looked().grade, looked().says) == ("pass", "tags known: 1, spare nodes in use: 1")
    (tmp_path / "spares.toml").write_text('[takes]\nspare1 = "h3"\nspare2 = 1\n')
    assert looked().grade == "fail"
    assert "'h3' is not allowed; allowed are h1, h2; " in looked().says, "in one line"
    (tmp_path / "tags.toml").write_text('[tags]\nAB = { ball = "gold" }\n')
    assert "'gold' is not allowed" in looked().says


def test_disk(tmp_path: Path) -> None:
    to_come = tmp_path / "not" / "yet" / "journal.sqlite3"
    findings = [
        doctor.disk(to_come),
        doctor.disk(to_come, lambda folder: 51.0),
        doctor.disk(READ_ONLY / "journal.sqlite3"),
        doctor.disk(to_come, refusing(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))),
    ]
    assert grades(*findings) == ["pass", "warn", "fail", "fail"]
    assert list(tmp_path.iterdir()) == []


def test_a_synced_write_takes_its_time_and_leaves_nothing(tmp_path: Path) -> None:
    assert 0 < synced_write_ms(tmp_path) < 10_000
    assert list(tmp_path.iterdir()) == []


def test_journal(tmp_path: Path) -> None:
    good, damaged = tmp_path / "good.sqlite3", tmp_path / "damaged.sqlite3"
    journal = Journal(good)
    journal.open()
    journal.close()
    damaged.write_bytes(b"no journal at all " * 500)
    found = [doctor.record(path) for path in (tmp_path / "none", good, damaged)]
    assert grades(*found) == ["pass", "pass", "fail"]


def test_a_journal_of_another_user_is_no_traceback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    denied = PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    for look in ("exists", "is_dir", "stat"):
        monkeypatch.setattr(Path, look, refusing(denied))
    journal = tmp_path / "journal.sqlite3"
    findings = [doctor.record(journal), doctor.disk(journal), doctor.space(journal)]
    findings.append(doctor.second_copy(str(tmp_path)))
    assert grades(*findings) == ["fail"] * 4
    assert holder(tmp_path / "whistle.lock") is None


def test_space(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite3"
    findings = [doctor.space(journal, statvfs(free)) for free in (500, 499, 50, 49)]
    findings.append(doctor.space(journal, refusing(OSError(errno.EIO, os.strerror(errno.EIO)))))
    assert grades(*findings) == ["pass", "warn", "warn", "fail", "fail"]


def test_second_copy(tmp_path: Path) -> None:
    places = (
        str(tmp_path),
        str(tmp_path / "copy.sqlite3"),
        "",
        str(tmp_path / "stick" / "copy"),
        "/proc/self",
    )
    assert grades(*map(doctor.second_copy, places)) == ["pass", "pass", "warn", "fail", "fail"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("said", "year", "grade"),
    [
        ("NTP=yes\nNTPSynchronized=yes\n", 2026, "pass"),
        ("NTPSynchronized=no\nRTCTimeUSec=Sat 2026-11-21 17:00:00 UTC\n", 2026, "pass"),
        ("NTPSynchronized=no\n", 2026, "warn"),
        ("NTPSynchronized=yes\n", 1970, "warn"),
        (None, 2026, "warn"),
    ],
)
def test_clock(said: str | None, year: int, grade: str) -> None:
    assert grades(doctor.clock(lambda command: said, lambda: year)) == [grade]


def test_scoreboard() -> None:
    untouched = refusing(AssertionError("a kit has the screen"))
    findings = [
        doctor.scoreboard(GOOD, untouched),
        doctor.scoreboard(GOOD | {"screens": 0}, untouched),
        doctor.scoreboard(None, lambda: "x11"),
        doctor.scoreboard(None, lambda: ""),
    ]
    assert grades(*findings) == ["pass", "warn", "pass", "warn"]


def test_voice() -> None:
    findings = [
        doctor.voice(()),
        doctor.voice(("sh", "-c", "{text}")),
        doctor.voice(("no-such-voice", "{text}")),
        doctor.voice((str(READ_ONLY), "{text}")),
    ]
    assert grades(*findings) == ["pass", "pass", "warn", "warn"]
    assert findings[2].says == "no-such-voice was not found"


def test_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def look(health: Mapping[str, Any] | None, runs: bool, lan: str = "192.168.1.7") -> Finding:
        monkeypatch.setattr(doctor, "lan_address", lambda host: lan)
        return doctor.address("0.0.0.0", 8080, health, runs, lambda: None)

    findings = [look(None, False), look(GOOD, True), look(None, True), look(GOOD, False)]
    assert grades(*findings) == ["pass", "pass", "warn", "fail"]
    assert grades(look(None, False, "127.0.0.1")) == ["warn"]


AP = {"iw dev": "phy#0\n\tInterface wlan0\n\t\ttype AP\n\tInterface wlan1\n\t\ttype managed\n"}


@pytest.mark.parametrize(
    ("answers", "says", "grade"),
    [
        ({}, "no access point", "pass"),
        ({"iw dev": "phy#0\n\tInterface wlan1\n\t\ttype managed\n"}, "no access point", "pass"),
        (
            AP | {"iw dev wlan0 station dump": "Station aa (on wlan0)\n\trx bytes: 1\n" * 7},
            "7 at wlan0",
            "pass",
        ),
        (AP | {"iw dev wlan0 station dump": "Station aa (on wlan0)\n" * 8}, "8 at wlan0", "warn"),
    ],
)
def test_stations(answers: Mapping[str, str], says: str, grade: str) -> None:
    found = doctor.stations(saying(answers))
    assert grades(found) == [grade]
    assert says in found.says


@pytest.mark.parametrize(
    ("said", "grade"),
    [
        (None, "pass"),
        ("throttled=0x0\n", "pass"),
        ("throttled=0x50000\n", "warn"),
        ("throttled=0x50005\n", "fail"),
        ("VCHI initialization failed\n", "pass"),
    ],
)
def test_power(said: str | None, grade: str) -> None:
    assert grades(power.power(lambda command: said)) == [grade]


@pytest.mark.parametrize(
    ("bits", "degrees", "grade", "says"),
    [
        (None, None, "pass", "only a Raspberry Pi"),
        ("throttled=0x0", None, "pass", "only a Raspberry Pi"),
        ("throttled=0x0", "temp=74.9'C", "pass", "75 °C"),
        ("throttled=0x0", "temp=76.1'C", "warn", "76 °C"),
        ("throttled=0x40000", "temp=50.0'C", "warn", "has slowed the Pi down since the start"),
        ("throttled=0x40004", "temp=81.0'C", "fail", "81 °C: the heat slows the Pi down"),
        ("throttled=0x50005", "temp=50.0'C", "pass", "50 °C"),
    ],
)
def test_temperature(bits: str | None, degrees: str | None, grade: str, says: str) -> None:
    answers = {"vcgencmd get_throttled": bits, "vcgencmd measure_temp": degrees}
    found = power.temperature(lambda command: answers[" ".join(command)])
    assert grades(found) == [grade]
    assert says in found.says


@pytest.mark.parametrize(
    ("model", "said", "grade"),
    [
        ("", "", "pass"),
        ("Raspberry Pi 4 Model B Rev 1.4", "usb_max_current_enable=0", "pass"),
        ("Raspberry Pi 5 Model B Rev 1.0", "usb_max_current_enable=0\n", "warn"),
        ("Raspberry Pi 5 Model B Rev 1.0", "", "warn"),
        ("Raspberry Pi 5 Model B Rev 1.0", "usb_max_current_enable=1\n", "pass"),
    ],
)
def test_a_pi_5_without_full_usb_current_is_told(model: str, said: str, grade: str) -> None:
    answers = saying({"vcgencmd get_config usb_max_current_enable": said})
    assert grades(power.usb(answers, lambda: model)) == [grade]


@pytest.mark.parametrize(
    ("volts", "grade", "says"),
    [
        (13.2, "pass", "13.2 V"),
        (12.4, "warn", "12.4 V is low"),
        (11.9, "fail", "11.9 V: almost empty"),
        (5.1, "warn", "5.1 V; a 12 V battery has 9 to 16 V"),
    ],
)
def test_battery(volts: float, grade: str, says: str) -> None:
    """The same of one reading, and of what the running kit has read."""
    told = {"battery": {"state": state_of(volts), "volts": volts}}
    for found in (
        power.battery(True, None, lambda: volts),
        power.battery(True, told, refusing(FieldkitError("not asked"))),
    ):
        assert grades(found) == [grade]
        assert found.says == says


def test_a_battery_that_is_not_or_cannot_be_measured() -> None:
    gone = refusing(FieldkitError("this machine has no /dev/i2c-1"))
    assert power.battery(False, None, gone).absent
    found = power.battery(True, None, gone)
    assert (found.grade, found.says) == ("fail", "not measured: this machine has no /dev/i2c-1")
    assert "fieldkit install" in found.do
    away = power.battery(True, {"battery": {"state": "away", "volts": None}}, gone)
    assert (away.grade, away.says) == ("fail", "not measured: the kit cannot read it")
    assert grades(power.battery(True, {"battery": None}, gone)) == ["warn"]


def test_a_lock_names_its_holder_and_is_not_taken(tmp_path: Path) -> None:
    lock = tmp_path / "pytest.lock"
    assert holder(lock) is None
    lock.touch()
    assert holder(lock) is None
    with locked(lock, "taken"):
        locks = tmp_path / "locks"
        text = Path("/proc/locks").read_text()
        assert holder(lock, proc=tmp_path) == os.getpid()
        locks.write_text(text.replace("FLOCK", "POSIX"))
        assert holder(lock, locks, tmp_path) is None
        (tmp_path / str(os.getpid())).mkdir()
        (tmp_path / str(os.getpid()) / "cmdline").write_bytes(b"something\0else\0")
        assert holder(lock, proc=tmp_path) is None
    assert holder(lock, tmp_path / "none") is None


def test_a_program_that_is_not_there_or_fails_says_nothing() -> None:
    assert run_program(["echo", "here"]) == "here\n"
    assert run_program(["false"]) is None
    assert run_program(["/nowhere/at-all"]) is None


@contextmanager
def listener() -> Iterator[int]:
    """Yield a taken port."""
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        yield taken.getsockname()[1]


def looked(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, tuple[str, str]]]:
    """Return the exit code of ``fieldkit doctor``, and each check's grade and sentence."""
    code = main(["doctor", "--json", *arguments])
    said = json.loads(capsys.readouterr().out)
    assert (said["verdict"] == "fail") == (code == 1)
    return code, {each["check"]: (each["grade"], each["says"]) for each in said["findings"]}


def settings(folder: Path, text: str = "") -> Sequence[str]:
    """Return the arguments for a kit with these settings, whose data folder is to come."""
    file = folder / "kit.toml"
    file.write_text(f'kit.pins = "mock"\nweb.host = "127.0.0.1"\n{text}', encoding="utf-8")
    return ["--settings", str(file), "--data", str(folder / "data")]


def test_on_a_machine_without_anything_it_is_a_useful_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--port", "0", *settings(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 18
    assert all(line[:6] in ("pass  ", "warn  ") for line in lines)
    assert [line for line in lines if line.startswith("warn") and " -> " not in line] == []
    assert not (tmp_path / "data").exists()


@pytest.mark.slow
def test_all_that_can_be_wrong_is_told_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = (
        f'journal.path = "{READ_ONLY}/journal"\njournal.copy_to = "{tmp_path}/stick/copy"\n'
        f'[[links]]\nport = "{tmp_path}/gone"\nprotocol = "rdm6300"\nhoop = "h1"\n'
    )
    with listener() as port:
        code, found = looked(capsys, *settings(tmp_path, wrong), "--port", str(port))
    assert code == 1
    failed = {check for check, (grade, _) in found.items() if grade == "fail"}
    assert failed >= {"hoop h1", "disk", "second copy", "address"}
    assert "cannot be opened" in found["address"][1]


def test_a_closed_port_is_no_kit(port_of_nobody: int) -> None:
    assert ask_health("127.0.0.1", port_of_nobody) is None


@pytest.fixture
def port_of_nobody() -> int:
    with listener() as port:
        return port


@pytest.mark.process
def test_a_running_kit_is_looked_at_and_not_disturbed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kit = Kit(tmp_path)
    kit.start()
    try:
        until(lambda: kit.ask("GET", "/api/health")[1]["screens"] == 1, 10, "the scoreboard")
        match = kit.must("create_match", game="full_contact", teams=_teams())
        before, pids = _played(kit), [kit.pid(name) for name in ("whistle", "referee", "scoreboard")]
        ours = ["--settings", str(kit.settings), "--data", str(kit.data)]
        code, found = looked(capsys, *ours, "--port", str(kit.port))
        assert code == 0, found
        heard = {check: grade for check, (grade, _) in found.items()}
        assert {heard[f"hoop h{number}"] for number in range(1, 11)} <= {"pass", "warn"}
        assert heard["whistle"] == heard["scoreboard"] == heard["journal"] == "pass"
        assert found["journal"][1] == "1 match on the record"
        assert found["address"][1].endswith("answers, on this machine only")
        code, found = looked(capsys, *ours, "--port", "0")
        assert found["address"][0] == "warn"
        other = tmp_path / "other"
        other.mkdir()
        code, found = looked(capsys, *settings(other), "--port", str(kit.port))
        assert (code, found["address"][0]) == (1, "fail")
        assert match["seq"] == 1
        assert _played(kit) == before
        assert [kit.pid(name) for name in ("whistle", "referee", "scoreboard")] == pids
    finally:
        kit.end()


def _played(kit: Kit) -> dict[str, Any]:
    """Return the match, without what the kit's own parts say of themselves from time to time."""
    own = ("rev", "now", "hoops", "alarms", "spectators")
    return {name: what for name, what in kit.view.items() if name not in own}


def _teams() -> list[dict[str, Any]]:
    return [
        {"id": team, "players": 4, "start_hoop": f"h{number}"}
        for number, team in enumerate(("red", "blue", "green"), 1)
    ]
