"""The check before a match: one finding for each thing that a match needs, and what to do about it.

Each check is a function of what it is given; `examine` gives it the real thing. A kit that runs is not
disturbed: its locks are read and never taken, its links are not opened, its journal is only read.
"""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from fieldkit.address import lan_address
from fieldkit.console import reach
from fieldkit.errors import FieldkitError
from fieldkit.journal import played, reading
from fieldkit.probes import Health, Run, ask_health, holder, synced_write_ms, takes_real_time
from fieldkit.settings import Link, Settings, journal_path

Grade = Literal["pass", "warn", "fail"]

SLOW_MS = 50
"""A disk whose synced write takes longer (p50) keeps the tablet waiting."""
LITTLE_MB, TOO_LITTLE_MB = 500, 50
STATIONS_MOST = 7
"""So many stations a Pi's own access point serves without trouble."""
SURE_YEAR = 2026
"""No match was played with this kit before: an earlier year is a clock that was never set."""
_UNDER_VOLTAGE_NOW, _UNDER_VOLTAGE_BEFORE = 1 << 0, 1 << 16


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found: its grade, what it says in a sentence, and what to do unless all is well."""

    check: str
    grade: Grade
    says: str
    do: str = ""

    def __str__(self) -> str:
        return f"{self.grade}  {self.check}: {self.says}" + (f" -> {self.do}" if self.do else "")


@dataclass(frozen=True, slots=True)
class Probes:
    """What the checks ask of the hardware and the web.

    ``drive`` raises FieldkitError if the pins cannot be driven, ``opens`` OSError for a link's port and
    ``listen`` FieldkitError for an address. ``screen`` names the video driver, "" without a display.
    """

    pins: Literal["gpio", "mock"]
    drive: Callable[[], None]
    opens: Callable[[Link], None]
    listen: Callable[[], None]
    screen: Callable[[], str]
    run: Run


def examine(settings: Settings, data: Path, port: int, field: Sequence[str], probes: Probes) -> list[Finding]:
    """All findings, in the order in which a kit is set up.

    ``data`` is the data folder, there or not; ``field`` are the ids of the field's hoops.
    """
    health = ask_health(reach(settings.web.host), port)
    whistle_pid, referee_pid = holder(data / "whistle.lock"), holder(data / "referee.lock")
    journal = journal_path(settings, data)
    runs = referee_pid is not None
    heard = health if runs else None
    return [
        pins(probes.pins, probes.drive),
        whistle(heard, whistle_pid),
        real_time(whistle_pid),
        *hoops(settings.links, field, heard, runs, probes.opens),
        disk(journal),
        record(journal),
        space(journal),
        second_copy(settings.journal.copy_to),
        clock(probes.run),
        scoreboard(heard, probes.screen),
        address(settings.web.host, port, health, runs, probes.listen),
        stations(probes.run),
        power(probes.run),
    ]


def worst(findings: Sequence[Finding]) -> Grade:
    """The worst grade of all."""
    grades = {finding.grade for finding in findings}
    return "fail" if "fail" in grades else "warn" if "warn" in grades else "pass"


def as_json(findings: Sequence[Finding]) -> str:
    """The findings for a program: ``verdict``, and ``findings`` with check, grade, says and do."""
    listed = [asdict(finding) for finding in findings]
    return json.dumps({"verdict": worst(findings), "findings": listed}, indent=2, ensure_ascii=False)


def pins(kind: Literal["gpio", "mock"], drive: Callable[[], None]) -> Finding:
    """Whether a whistle can be heard."""
    if kind == "mock":
        do = 'only on a Pi is there a whistle; there, [kit] pins = "auto" or "gpio" drives it'
        return Finding("pins", "warn", "pretended, nothing will be heard", do)
    try:
        drive()
    except FieldkitError as error:
        do = "install Debian's python3-lgpio, and let this user into the group gpio"
        return Finding("pins", "fail", str(error), do)
    return Finding("pins", "pass", "the driver is there")


def whistle(health: Health, pid: int | None) -> Finding:
    """Whether the whistle's process runs, and the referee hears it."""
    if health is not None and health.get("whistle") == "ok":
        return Finding("whistle", "pass", "the referee hears it")
    if health is not None:
        do = f"end process {pid}: it is restarted" if pid else "see what it says while it is restarted"
        return Finding("whistle", "fail", "the referee does not hear it", do)
    if pid is None:
        do = "start the kit: fieldkit run, or systemctl start fieldkit.target"
        return Finding("whistle", "warn", "its process does not run", do)
    return Finding("whistle", "pass", f"runs as process {pid}")


def real_time(
    pid: int | None,
    scheduler: Callable[[int], int] = os.sched_getscheduler,
    take: Callable[[], bool] = takes_real_time,
) -> Finding:
    """Whether the whistle (``pid``), or one that were started now, is on time under load."""
    late = Finding(
        "real time",
        "warn",
        "not permitted: under load blasts may be some ms late",
        "run the whistle as a service (systemd/), or as a user who may (CAP_SYS_NICE)",
    )
    if pid is None:
        return Finding("real time", "pass", "permitted") if take() else late
    try:
        granted = scheduler(pid) == os.SCHED_FIFO
    except OSError:
        return Finding("real time", "warn", f"process {pid} does not say", "look as the kit's own user")
    return Finding("real time", "pass", "the whistle has it") if granted else late


def hoops(
    links: Sequence[Link], field: Sequence[str], health: Health, runs: bool, opens: Callable[[Link], None]
) -> list[Finding]:
    """Each hoop of the field as the running kit hears it, else each link's port."""
    found = []
    if not links:
        do = "name the hoops' ports in [[links]]; until then balls are counted by hand"
        found.append(Finding("hoops", "warn", "no [[links]]: fieldkit run pretends them", do))
    if health is not None:
        heard = dict.fromkeys(field, "none") | health.get("hoops", {})
        return found + [_heard(hoop, link) for hoop, link in heard.items()]
    if runs and links:
        do = "give the --port of the kit that runs"
        return [Finding("hoops", "warn", "not looked at: the kit has them and does not answer", do)]
    return found + [_port(link, opens) for link in links]


def _heard(hoop: str, link: str) -> Finding:
    name = f"hoop {hoop}"
    match link:
        case "ok":
            return Finding(name, "pass", "heard")
        case "silent":
            return Finding(name, "fail", "silent", "check its power, its cable and its port")
        case _:
            return Finding(name, "warn", "not heard yet", "switch it on, or count its balls by hand")


def _port(link: Link, opens: Callable[[Link], None]) -> Finding:
    name = f"hoop {link.hoop}" if link.hoop else f"hoops at {link.port}"
    try:
        opens(link)
    except OSError as error:
        cures = {
            errno.ENOENT: "plug it in; ls /dev/serial/by-id shows what is there",
            errno.EACCES: "let this user into the group dialout",
            errno.EBUSY: "end the other program that has it",
            errno.EAGAIN: "end the other program that has it",
        }
        do = cures.get(error.errno or 0, "check the cable and [[links]] port")
        why = os.strerror(error.errno) if error.errno else str(error)
        return Finding(name, "fail", f"{link.port} cannot be opened: {why}", do)
    return Finding(name, "pass", f"{link.port} opens")


def disk(journal: Path, timed: Callable[[Path], float] = synced_write_ms) -> Finding:
    """How long a synced write (``timed``, ms) takes in the journal's folder, or above one that is to come."""
    folder = journal.parent
    try:
        folder = _there(folder)
        took = timed(folder)
    except OSError as error:
        do = "free it, mount it for writing, or choose another with --data"
        return Finding("disk", "fail", f"{folder} cannot be written: {error.strerror}", do)
    said = f"a synced write in {folder} takes {took:.1f} ms"
    if took > SLOW_MS:
        return Finding("disk", "warn", said, f"take a faster card or disk (at most {SLOW_MS} ms)")
    return Finding("disk", "pass", said)


def record(journal: Path) -> Finding:
    """Whether the journal can be read."""
    try:
        if not journal.exists():
            return Finding("journal", "pass", f"will be made at {journal}")
        with reading(journal) as db:
            matches = len(played(db))
    except OSError as error:
        return Finding("journal", "fail", f"{journal}: {error.strerror}", "look as the kit's own user")
    except (FieldkitError, sqlite3.Error) as error:
        do = "start the kit: it moves a damaged journal aside and saves what can be read"
        return Finding("journal", "fail", str(error), do)
    return Finding("journal", "pass", f"{matches} matches on the record")


def space(journal: Path, look: Callable[[Path], os.statvfs_result] = os.statvfs) -> Finding:
    """How much room the journal has."""
    try:
        found = look(_there(journal.parent))
    except OSError as error:
        return Finding("space", "fail", f"cannot be told: {error.strerror}", "check the disk")
    free_mb = found.f_bavail * found.f_frsize // 1_000_000
    grade: Grade = "fail" if free_mb < TOO_LITTLE_MB else "warn" if free_mb < LITTLE_MB else "pass"
    return Finding(
        "space", grade, f"{free_mb} MB free", "" if grade == "pass" else "delete what is not needed"
    )


def second_copy(copy_to: str) -> Finding:
    """Whether the place of the second copy can be reached and written."""
    if not copy_to:
        do = "put in a stick and name its folder in [journal] copy_to"
        return Finding("second copy", "warn", "none is kept", do)
    place = Path(copy_to).expanduser()
    folder = place
    try:
        folder = place if place.is_dir() else place.parent
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        do = "plug the stick in and mount it, or change [journal] copy_to"
        return Finding("second copy", "fail", f"{folder} cannot be written: {error.strerror}", do)
    return Finding("second copy", "pass", f"goes to {place}")


def clock(run: Run, year: Callable[[], int] = lambda: time.localtime().tm_year) -> Finding:
    """Whether the time of day can be trusted; play runs on a clock of its own."""
    do = "set it (date, or the network); only the times written on the record are wrong"
    if year() < SURE_YEAR:
        return Finding("clock", "warn", f"it says {year()}", do)
    said = run(["timedatectl", "show"])
    if said is None:
        return Finding("clock", "warn", "not looked at: timedatectl does not tell", "compare it with a watch")
    if "NTPSynchronized=yes" in said.split():
        return Finding("clock", "pass", "set by the network")
    if "RTCTimeUSec=" in said:
        return Finding("clock", "pass", "kept by a battery")
    return Finding("clock", "warn", "neither network nor battery keeps it", do)


def scoreboard(health: Health, screen: Callable[[], str]) -> Finding:
    """Whether a scoreboard is connected, else whether this machine could show one."""
    if health is not None:
        screens = health.get("screens", 0)
        if screens:
            return Finding("scoreboard", "pass", f"{screens} connected")
        return Finding("scoreboard", "warn", "none is connected", "start one, or do without")
    driver = screen()
    if driver:
        return Finding("scoreboard", "pass", f"video driver {driver}")
    do = "connect a screen; on a Pi without a desktop install Debian's python3-pygame"
    return Finding("scoreboard", "warn", "no display: it would draw off-screen", do)


def address(
    host: str,
    port: int,
    health: Health,
    runs: bool,
    listen: Callable[[], None],
    lan: Callable[[str], str] = lan_address,
) -> Finding:
    """Whether tablets find the kit: a port that is free or this kit's own, and a network."""
    if health is not None and not runs:
        do = "end the other kit, or choose another port"
        return Finding("address", "fail", f"a kit of another data folder answers at port {port}", do)
    if health is None:
        if runs:
            do = "give the --port of the kit that runs"
            return Finding("address", "warn", f"the kit runs and does not answer at port {port}", do)
        try:
            listen()
        except FieldkitError as error:
            return Finding("address", "fail", str(error), "end what has it, or choose another in [web]")
    name = lan(host)
    said = f"http://{name}:{port}/referee" + (" answers" if health else " is free")
    if name.startswith("127.") or name == "localhost":
        do = "join or open a network, and listen on it ([web] host)"
        return Finding("address", "warn", f"{said}, for this machine alone", do)
    return Finding("address", "pass", said)


def stations(run: Run) -> Finding:
    """How many stations this machine's own access point serves."""
    name, points = "", []
    for line in (run(["iw", "dev"]) or "").splitlines():
        word, _, rest = line.strip().partition(" ")
        name = rest if word == "Interface" else name
        if (word, rest) == ("type", "AP"):
            points.append(name)
    if not points:
        return Finding("stations", "pass", "not looked at: no access point here")
    said = [run(["iw", "dev", point, "station", "dump"]) or "" for point in points]
    count = sum(line.startswith("Station ") for lines in said for line in lines.splitlines())
    if count > STATIONS_MOST:
        do = f"send spectators to another access point: this one serves about {STATIONS_MOST}"
        return Finding("stations", "warn", f"{count} at {', '.join(points)}", do)
    return Finding("stations", "pass", f"{count} at {', '.join(points)}")


def power(run: Run) -> Finding:
    """Whether the supply holds its voltage, now and since the machine's start."""
    said = run(["vcgencmd", "get_throttled"]) or ""
    try:
        bits = int(said.strip().rpartition("=")[2], 16)
    except ValueError:
        return Finding("power", "pass", "not looked at: no Raspberry Pi tells")
    do = "take a stronger supply, a shorter cable or a full battery"
    if bits & _UNDER_VOLTAGE_NOW:
        return Finding("power", "fail", "the voltage is too low", do)
    if bits & _UNDER_VOLTAGE_BEFORE:
        return Finding("power", "warn", "the voltage was too low since the start", do)
    return Finding("power", "pass", "the voltage holds")


def _there(folder: Path) -> Path:
    """The folder, or the nearest one above it that is there."""
    folder = folder.absolute()
    return next(each for each in (folder, *folder.parents) if each.is_dir())
