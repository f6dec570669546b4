"""The check before a match: a finding for each thing that a match needs. A kit that runs is only read."""

import errno
import json
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from fieldkit.checkup.card import card
from fieldkit.checkup.finding import Finding, absent, fail, ok, warn
from fieldkit.checkup.power import battery, power, temperature, usb
from fieldkit.checkup.probes import Health, Run, ask_health, holder, synced_write_ms, takes_real_time
from fieldkit.errors import FieldkitError, SettingsError
from fieldkit.journal.reading import played, reading
from fieldkit.messages import WEAK_DBM, Grade, worst_of
from fieldkit.phrases import N_, Message, tenths
from fieldkit.pi import SCREEN_PACKAGES
from fieldkit.referee.alarms import STOP_HELD
from fieldkit.service.address import lan_address
from fieldkit.service.console import reach
from fieldkit.settings import Link, Settings
from fieldkit.settings.folders import journal_path
from fieldkit.tags.spare_nodes import read_spares
from fieldkit.tags.tag_book import with_learned

SLOW_MS = 50
"""A disk whose synced write takes longer (p50) keeps the tablet waiting."""
LITTLE_MB, TOO_LITTLE_MB = 500, 50
MAX_STATIONS = 7
"""The number of stations a Pi's own access point serves without trouble."""
SURE_YEAR = 2026
"""No match was played with this kit before: an earlier year is a clock that was never set."""


class Probes(msgspec.Struct, frozen=True):
    """The hardware and web that the checks ask; all but ``screen`` and ``run`` raise what is wrong."""

    pins: Literal["gpio", "mock"]
    drive: Callable[[], None]
    opens: Callable[[Link], None]
    listen: Callable[[], None]
    screen: Callable[[], str]
    run: Run
    battery: Callable[[], float]


def doubt(named: Message) -> Finding:
    """Return what is odd in a game's numbers or field: it can be played, so it is a warning."""
    return warn("field", N_("{doubt}"), N_("Change it on the kit's page: Field"), doubt=named)


def not_used(why: Message) -> Finding:
    """Return that something saved on a page cannot be used: the kit runs without it."""
    cure = N_("Save it again on the kit's page, or correct the file.")
    return warn("saved", N_("{why}"), cure, why=why)


def examine(settings: Settings, data: Path, port: int, field: Sequence[str], probes: Probes) -> list[Finding]:
    """Return all findings, in the order in which a kit is set up; its folder ``data`` may be missing."""
    health = ask_health(reach(settings.web.host), port)
    runs = holder(data / "referee.lock") is not None
    heard = health if runs else None
    at_hoops = hoops(settings.links, field, heard, runs, probes.opens)
    reached = address(settings.web.host, port, health, runs, probes.listen)
    return findings(settings, data, field, heard, probes, at_hoops, reached)


def findings(
    settings: Settings,
    data: Path,
    field: Sequence[str],
    health: Health,
    probes: Probes,
    at_hoops: Sequence[Finding],
    reached: Finding,
) -> list[Finding]:
    """Return all findings, those at the hoops and on the address among them, in their order."""
    pid, journal = holder(data / "whistle.lock"), journal_path(settings, data)
    return [
        pins(probes.pins, probes.drive),
        whistle(health, pid),
        real_time(pid),
        *at_hoops,
        tags(settings, data, field),
        disk(journal),
        record(journal),
        space(journal),
        second_copy(settings.journal.copy_to),
        clock(probes.run),
        scoreboard(health, probes.screen),
        voice(settings.voice.command),
        reached,
        stations(probes.run),
        power(probes.run),
        temperature(probes.run),
        usb(probes.run),
        battery(settings.power.ina219, health, probes.battery),
        *card(data),
    ]


def as_json(findings: Sequence[Finding]) -> str:
    """Return the findings for a program: ``verdict``, and ``findings`` with check, grade, says and do."""
    listed = [{name: getattr(each, name) for name in ("check", "grade", "says", "do")} for each in findings]
    told = {"verdict": worst_of(each.grade for each in findings), "findings": listed}
    return json.dumps(told, indent=2, ensure_ascii=False)


def pins(kind: Literal["gpio", "mock"], drive: Callable[[], None]) -> Finding:
    """Check whether a whistle can be heard."""
    if kind == "mock":
        do = N_('the whistle needs a Raspberry Pi: there, set [kit] pins to "auto" or "gpio"')
        return warn("pins", N_("simulated pins: no sound"), do)
    try:
        drive()
    except FieldkitError as error:
        do = N_("install Debian's python3-lgpio and add this user to the group gpio")
        return fail("pins", N_("{why}"), do, why=error.said)
    return ok("pins", N_("driver found"))


def whistle(health: Health, pid: int | None) -> Finding:
    """Check whether the whistle's process runs, the referee hears it, and its STOP button is up."""
    if health is not None and health.get("stop") == "down":
        return fail("whistle", STOP_HELD.text, STOP_HELD.cure)
    if health is not None and health.get("whistle") == "ok":
        return ok("whistle", N_("connected to the referee's process"))
    if health is not None:
        stop, read = N_("stop process {pid}: the kit restarts it"), N_("read its messages while it restarts")
        do = stop if pid else read
        return fail("whistle", N_("not connected to the referee's process"), do, pid=pid)
    if pid is None:
        do = N_("start the kit: fieldkit run, or systemctl start fieldkit.target")
        return warn("whistle", N_("its process is not running"), do)
    return ok("whistle", N_("runs as process {pid}"), pid=pid)


def real_time(pid: int | None) -> Finding:
    """Check whether the whistle (``pid``), or one that were started now, is on time under load."""
    do = N_("run the whistle as a service (systemd/), or as a user with CAP_SYS_NICE")
    late = warn("real time", N_("not permitted: blasts may be a few ms late under load"), do)
    if pid is None:
        return ok("real time", N_("permitted")) if takes_real_time() else late
    try:
        granted = os.sched_getscheduler(pid) == os.SCHED_FIFO
    except OSError:
        do = N_("run this as the kit's user: sudo -u fieldkit …")
        return warn("real time", N_("unknown: process {pid} cannot be read"), do, pid=pid)
    return ok("real time", N_("the whistle runs in real time")) if granted else late


def hoops(
    links: Sequence[Link], field: Sequence[str], health: Health, runs: bool, opens: Callable[[Link], None]
) -> list[Finding]:
    """Check each hoop of the field as the running kit hears it, else each link's port."""
    found = []
    if not links:
        do = N_("tap the balls on the tablet by hand, or name the hoops' ports in the settings (links)")
        found.append(warn("hoops", N_("the settings name no hoop"), do))
    if health is not None:
        heard = dict.fromkeys(field, "none") | health.get("hoops", {})
        signals = health.get("signals", {})
        return found + [_heard(hoop, link, signals.get(hoop)) for hoop, link in heard.items()]
    if runs and links:
        do = N_("give the --port of the running kit")
        return [warn("hoops", N_("not checked: the running kit uses them but does not answer"), do)]
    return found + [_port(link, opens) for link in links]


def _heard(hoop: str, link: str, rssi_dbm: int | None) -> Finding:
    """Find out how a hoop is heard; ``rssi_dbm`` is how strong the bridge hears its node's radio."""
    name, params = f"hoop {hoop}", {"rssi": rssi_dbm, "limit": WEAK_DBM}
    match link:
        case "ok" if rssi_dbm is not None and rssi_dbm < WEAK_DBM:
            do = N_("raise the bridge or move it nearer: {limit} dBm or better")
            return warn(name, N_("heard by radio at {rssi} dBm: weak"), do, **params)
        case "ok" if rssi_dbm is not None:
            return ok(name, N_("heard by radio at {rssi} dBm"), **params)
        case "ok":
            return ok(name, N_("heard"))
        case "silent":
            return fail(name, N_("silent"), N_("check its power, its cable and its port"))
        case _:
            return warn(name, N_("not heard yet"), N_("switch it on, or count its balls by hand"))


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
        do = cures.get(error.errno or 0, "check the cable, and the port in the settings (links)")
        why = os.strerror(error.errno) if error.errno else str(error)
        return fail(name, N_("{port} cannot be opened: {why}"), do, port=link.port, why=why)
    return ok(name, N_("{port} opens"), port=link.port)


def tags(settings: Settings, data: Path, field: Sequence[str]) -> Finding:
    """Check whether the kit can start with its tags and spare nodes, whose files people may edit."""
    try:
        known, takes = with_learned(settings, data).tags, read_spares(data, field)
    except SettingsError as error:
        do = N_("correct the file or move it away: the kit cannot start with it")
        return fail("tags", N_("{why}"), do, why="; ".join(str(error).split("\n")))
    said = N_("tags known: {tags}, spare nodes in use: {spares}")
    return ok("tags", said, tags=len(known), spares=len(takes))


def disk(journal: Path, timed: Callable[[Path], float] = synced_write_ms) -> Finding:
    """Time synced writes (``timed``, ms) in the journal's folder, or above one that is still to come."""
    folder = journal.parent
    try:
        folder = _there(folder)
        took = timed(folder)
    except OSError as error:
        do = N_("make it writable, or choose another with --data")
        return fail("disk", N_("{folder} cannot be written: {why}"), do, folder=folder, why=error.strerror)
    said = N_("a synced write in {folder} takes {ms} ms")
    params = {"folder": folder, "ms": tenths(took), "most": SLOW_MS}
    if took > SLOW_MS:
        return warn("disk", said, N_("use a faster card or disk (at most {most} ms)"), **params)
    return ok("disk", said, **params)


def record(journal: Path) -> Finding:
    """Check whether the journal can be read."""
    try:
        if not journal.exists():
            return ok("journal", N_("will be made at {journal}"), journal=journal)
        with reading(journal) as db:
            matches = len(played(db))
    except OSError as error:
        do = N_("run this as the kit's user: sudo -u fieldkit …")
        return fail("journal", N_("{journal}: {why}"), do, journal=journal, why=error.strerror)
    except (FieldkitError, sqlite3.Error) as error:
        do = N_("start the kit: it moves a damaged journal aside and saves what can be read")
        return fail("journal", N_("{why}"), do, why=error)
    said = N_("1 match on the record") if matches == 1 else N_("{matches} matches on the record")
    return ok("journal", said, matches=matches)


def space(journal: Path, look: Callable[[Path], os.statvfs_result] = os.statvfs) -> Finding:
    """Check how much room the journal has."""
    try:
        found = look(_there(journal.parent))
    except OSError as error:
        return fail("space", N_("unknown: {why}"), N_("check the disk"), why=error.strerror)
    free_mb = found.f_bavail * found.f_frsize // 1_000_000
    grade: Grade = "fail" if free_mb < TOO_LITTLE_MB else "warn" if free_mb < LITTLE_MB else "pass"
    if grade == "pass":
        return ok("space", N_("{mb} MB free"), mb=free_mb)
    return Finding("space", grade, N_("{mb} MB free"), N_("delete what is not needed"), {"mb": free_mb})


def second_copy(copy_to: str) -> Finding:
    """Check whether the place of the second copy can be reached and written."""
    if not copy_to:
        do = N_("plug in a USB stick and name its folder in [journal] copy_to")
        return warn("second copy", N_("not set up"), do)
    place = Path(copy_to).expanduser()
    folder = place
    try:
        folder = place if place.is_dir() else place.parent
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        do = N_("plug the stick in and mount it, or change [journal] copy_to")
        said = N_("{folder} cannot be written: {why}")
        return fail("second copy", said, do, folder=folder, why=error.strerror)
    return ok("second copy", N_("goes to {place}"), place=place)


def clock(run: Run, year: Callable[[], int] = lambda: time.localtime().tm_year) -> Finding:
    """Check whether the time of day can be trusted; play runs on a clock of its own."""
    do = N_("set it (date, or the network); only the times on the record are wrong")
    if year() < SURE_YEAR:
        return warn("clock", N_("it shows {year}"), do, year=year())
    said = run(["timedatectl", "show"])
    if said is None:
        return warn("clock", N_("not checked: timedatectl gives no answer"), N_("compare it with a watch"))
    if "NTPSynchronized=yes" in said.split():
        return ok("clock", N_("set by the network"))
    if "RTCTimeUSec=" in said:
        return ok("clock", N_("kept by a battery"))
    return warn("clock", N_("kept by neither network nor battery"), do)


def scoreboard(health: Health, screen: Callable[[], str]) -> Finding:
    """Check whether a scoreboard is connected, else whether this machine could show one."""
    if health is not None:
        screens = health.get("screens", 0)
        if screens:
            return ok("scoreboard", N_("{n} connected"), n=screens)
        do = N_("start one, or do without; if one has ended, its log says why")
        return warn("scoreboard", N_("none is connected"), do)
    driver = screen()
    if driver:
        return ok("scoreboard", N_("video driver {driver}"), driver=driver)
    do = N_("connect a screen; on a Pi without a desktop: apt-get install {packages}")
    return warn("scoreboard", N_("no display that it could draw on"), do, packages=SCREEN_PACKAGES)


def voice(command: Sequence[str], find: Callable[[str], str | None] = shutil.which) -> Finding:
    """Check whether the program is there that says lines aloud, for a kit that has a voice."""
    if not command:
        return ok("voice", N_("none: nothing is said aloud"))
    program = command[0]
    if find(program) is None:
        do = N_("install it, or change [voice] command")
        return warn("voice", N_("{program} was not found"), do, program=program)
    return ok("voice", N_("{program} found"), program=program)


def address(host: str, port: int, health: Health, runs: bool, listen: Callable[[], None]) -> Finding:
    """Check whether tablets find the kit: a port that is free or this kit's own, and a network."""
    if health is not None and not runs:
        do = N_("stop the other kit, or choose another port")
        said = N_("a kit with another data folder answers on port {port}")
        return fail("address", said, do, port=port)
    if health is None:
        if runs:
            do = N_("give the --port of the running kit")
            said = N_("the kit is running but does not answer on port {port}")
            return warn("address", said, do, port=port)
        try:
            listen()
        except FieldkitError as error:
            do = N_("stop the program that uses it, or choose another port in [web]")
            return fail("address", N_("{why}"), do, why=error.said)
    name = lan_address(host)
    params = {"tablet": f"http://{name}:{port}/referee"}
    if name.startswith("127.") or name == "localhost":
        answers = N_("{tablet} answers, on this machine only")
        is_free = N_("{tablet} is free, on this machine only")
        do = N_("join or open a network, and listen on it ([web] host)")
        return warn("address", answers if health else is_free, do, **params)
    said = N_("{tablet} answers") if health else N_("{tablet} is free")
    return ok("address", said, **params)


def stations(run: Run) -> Finding:
    """Count the stations that this machine's own access point serves."""
    name, points = "", []
    for line in (run(["iw", "dev"]) or "").splitlines():
        word, _, rest = line.strip().partition(" ")
        name = rest if word == "Interface" else name
        if (word, rest) == ("type", "AP"):
            points.append(name)
    if not points:
        return absent("stations", N_("no access point here"))
    said = [run(["iw", "dev", point, "station", "dump"]) or "" for point in points]
    count = sum(line.startswith("Station ") for lines in said for line in lines.splitlines())
    params = {"n": count, "points": ", ".join(points), "most": MAX_STATIONS}
    if count > MAX_STATIONS:
        do = N_("send spectators to another access point: this one serves about {most}")
        return warn("stations", N_("{n} at {points}"), do, **params)
    return ok("stations", N_("{n} at {points}"), **params)


def _there(folder: Path) -> Path:
    folder = folder.absolute()
    return next(each for each in (folder, *folder.parents) if each.is_dir())
