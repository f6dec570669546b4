"""The kit's own test sheet: what was measured, on one page of plain text and on the record."""

import http.client
import platform
import sqlite3
import statistics
import textwrap
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

import fieldkit
from fieldkit.checkup.finding import Finding, absent, fail, ok, warn
from fieldkit.checkup.pre_match import automatic
from fieldkit.clock import MS, Clock
from fieldkit.errors import FieldkitError
from fieldkit.journal.database import Batch, Journal
from fieldkit.journal.reading import reading, tip_of
from fieldkit.journal.record import SHEET, Row, read_checked, text, wall_label
from fieldkit.messages import CheckItem, KitSheet, worst_of
from fieldkit.phrases import N_, Language, decimals, tenths

MAX_LINES, WIDTH = 60, 78
"""A printed page."""
UNSTEADY_MS = 5
"""The most by which the time of day may move against the kit's clock while a sheet is measured."""
LATE_MS = 10
"""An edge that is later than this is worth a word."""
_NO_MATCH = "Not on the record: there is no match yet whose record it could be on."
_AGAIN = N_("run it again; if that does not help, restart the machine")


class Trial(msgspec.Struct, frozen=True):
    """The whistle's dry run: lateness of edges (ns), the loop-back wire; ``is_free`` while no kit runs.

    The edges are those of the round lamp, or of no line at all where pins are ``mock``.
    """

    pins: Literal["gpio", "mock"]
    lateness: Callable[[], Sequence[int]]
    loops_back: Callable[[], bool]
    is_wired: bool
    is_free: bool


def measures(trial: Trial, journal: Path) -> list[Finding]:
    """Return what the sheet has beside the doctor's findings; the edges take ten seconds."""
    mono, wall = time.monotonic_ns(), time.time_ns()
    timed = edges(trial)
    ran, moved = time.monotonic_ns() - mono, time.time_ns() - wall
    return [versions(), clocks(ran, moved), timed, loop_back(trial), head(journal)]


def versions() -> Finding:
    """Return which programs the kit consists of."""
    found = {"kit": fieldkit.__version__, "python": platform.python_version()}
    found |= {"sqlite": sqlite3.sqlite_version, "kernel": f"{platform.system()} {platform.release()}"}
    return ok("versions", N_("fieldkit {kit}, Python {python}, SQLite {sqlite}, {kernel}"), **found)


def clocks(ran: int, moved: int) -> Finding:
    """Compare how far the kit's clock ran with how far the time of day moved (ns)."""
    off = abs(moved - ran) / MS
    params = {"s": tenths(ran / 1000 / MS), "ms": decimals(off, 2)}
    text = N_("in {s} s the time of day moved {ms} ms against the kit's clock")
    if off > UNSTEADY_MS:
        do = N_("wait until the network has set it; only the times on the record are wrong")
        return warn("clocks", text, do, **params)
    return ok("clocks", text, **params)


def edges(trial: Trial) -> Finding:
    """Find out how late the whistle's edges are."""
    try:
        late = [each / MS for each in trial.lateness()]
    except FieldkitError as error:
        return fail("edges", N_("{why}"), _AGAIN, why=error.said)
    params = {"n": len(late), "median": decimals(statistics.median(late), 2), "worst": decimals(max(late), 2)}
    at_lamp = N_("{n} at the round lamp: the median is {median} ms late, the worst {worst} ms")
    simulated = N_("{n} on simulated pins: the median is {median} ms late, the worst {worst} ms")
    text = at_lamp if trial.pins == "gpio" else simulated
    if max(late) > LATE_MS:
        do = N_("measure again with CAP_SYS_NICE, as the service has it, and with nothing else running")
        return warn("edges", text, do, **params)
    return ok("edges", text, **params)


def loop_back(trial: Trial) -> Finding:
    """Find out whether the loop-back wire follows the siren, with one short blast."""
    if not trial.is_wired:
        return absent("loop-back", N_("not wired"))
    if not trial.is_free:
        return absent("loop-back", N_("not tried: the kit runs, and tries it in the check of its page"))
    try:
        felt = trial.loops_back()
    except FieldkitError as error:
        return fail("loop-back", N_("{why}"), _AGAIN, why=error.said)
    if felt:
        return ok("loop-back", N_("it followed a short blast"))
    do = N_("check the whistle's driver and power, and the loop-back wire")
    return fail("loop-back", N_("it did not follow a short blast"), do)


def head(journal: Path) -> Finding:
    """Return the number and the hash of the journal's last record."""
    try:
        with reading(journal) as db:
            tip = tip_of(db)
    except (FieldkitError, OSError, sqlite3.Error):
        return absent("journal's head", N_("there is none that can be read"))
    if not tip.number:
        return absent("journal's head", N_("no record yet"))
    return ok("journal's head", N_("record {number}, {hash}"), number=tip.number, hash=tip.hash)


def page(kit: str, findings: Sequence[Finding]) -> str:
    """Return the sheet as text, of `MAX_LINES` lines of `WIDTH` characters at most."""
    lines = ["TEST SHEET", "", f"kit      {kit}", time.strftime("date     %Y-%m-%d %H:%M:%S %z"), ""]
    for finding in findings:
        lines += textwrap.wrap(str(finding), WIDTH, subsequent_indent=" " * 6)
    foot = ["", f"verdict  {worst_of(each.grade for each in findings)}", "", f"signed   {'_' * 40}"]
    room = MAX_LINES - len(foot)
    if len(lines) > room:
        lines = [*lines[: room - 1], "… and more: fieldkit doctor tells all of it"]
    return "\n".join([*(line[:WIDTH] for line in lines), *foot])


def for_record(findings: Sequence[Finding], translate: Language) -> KitSheet:
    """Return the sheet as it goes on the record."""
    items = tuple(CheckItem(**automatic(each).told(translate)) for each in findings)
    return KitSheet(worst_of(each.grade for each in findings), Clock().now(), items)


def plays(host: str, port: int) -> bool:
    """Return whether play goes on at the running kit: nothing is tried beside it."""
    status, told = _asked(host, port, "GET", "/api/board")
    return status == 200 and told.get("stage") == "play"


def hand_in(sheet: KitSheet, host: str, port: int, headers: Mapping[str, str]) -> None:
    """Give a sheet to the running kit, which puts it on the record. Raises FieldkitError."""
    status, told = _asked(host, port, "POST", "/api/sheet", msgspec.json.encode(sheet), headers)
    if status != 200:
        raise FieldkitError("Not on the record: {why}", why=told.get("error", {}).get("message", status))


def _asked(
    host: str, port: int, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] = {}
) -> tuple[int, dict[str, Any]]:
    connection = http.client.HTTPConnection(host, port, timeout=10)
    try:
        connection.request(method, path, body, dict(headers))
        answer = connection.getresponse()
        return answer.status, msgspec.json.decode(answer.read(), type=dict[str, Any])
    except (OSError, http.client.HTTPException, msgspec.MsgspecError) as error:
        raise FieldkitError("The running kit does not answer ({why}).", why=error) from error
    finally:
        connection.close()


def recorded(sheet: KitSheet, path: Path, patience_s: float = 5.0) -> int:
    """Return the number under which a sheet is on the record. Raises FieldkitError where it never comes."""
    end, query = time.monotonic() + patience_s, "SELECT id, input FROM records WHERE by = ? ORDER BY id DESC"
    while True:
        with reading(path) as db:
            found = db.execute(query, (SHEET,)).fetchone()
        told = found and read_checked(found[1])
        # The kit dates it by its own clock.
        if told and told.items == sheet.items:
            return int(found[0])
        if time.monotonic() > end:
            raise FieldkitError("Not on the record: it has no match yet, or cannot be written.")
        time.sleep(0.1)


def write(sheet: KitSheet, path: Path) -> None:
    """Put a sheet on the record of the newest match while no kit runs. Raises FieldkitError."""
    journal, clock = Journal(path), Clock()
    if not path.exists():
        raise FieldkitError(_NO_MATCH)
    try:
        journal.open()
        newest = journal.newest()
        if journal.flaw:
            raise FieldkitError("Not on the record: it is in doubt. Start the kit, and choose how to go on.")
        if newest is None:
            raise FieldkitError(_NO_MATCH)
        given = text({"type": "sheet"} | msgspec.to_builtins(sheet))
        place = (newest.id, None, clock.boot(), clock.now(), wall_label())
        journal.append(Batch(rows=[Row(*place, SHEET, None, given, "[]")]))
    finally:
        journal.close()
