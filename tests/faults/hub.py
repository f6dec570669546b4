"""A spiteful field, a hostile archive, and a database that is taken away: what they do to a real hub."""

import hashlib
import http.client
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import msgspec

from tests.faults.figures import Figure
from tests.support.hub_process import EVENT, PIN, HubProcess
from tests.support.hubs import KEYS, TEAMS, play, pushes
from tests.support.spiteful import NO_IDS, name_first, played_as

NEEDS: tuple[str, ...] = ()
FIELDS = {**KEYS, "east": "key-of-the-east"}
LONG = 100_000
"""How many letters a spiteful name has."""
SETTLED_S = 60.0


def run(short: bool) -> list[Figure]:
    """Try each; the short form tries fewer names."""
    with tempfile.TemporaryDirectory(prefix="fieldkit-faults-") as made:
        place = Path(made)
        deep = place / "a" / "b" / "c"
        deep.mkdir(parents=True)
        with HubProcess(deep, FIELDS) as hub:
            _plan(hub)
            return [
                _names(hub, place, NO_IDS[:3] if short else NO_IDS),
                _reports(hub, place),
                _archive(hub, place),
                _taken_away(hub),
            ]


def _plan(hub: HubProcess) -> None:
    hub.must("PUT", "/teams", {"teams": [{"name": team.name, "id": team.id} for team in TEAMS]})
    hub.must("POST", "/schedule", {"stage": "group", "rounds": 2, "size": 3})


def _names(hub: HubProcess, place: Path, ids: tuple[str, ...]) -> Figure:
    """Send matches that name files instead of scheduled matches."""
    played_as(place / "north", *ids)
    _send(hub, "north", place / "north")
    last = f"m{len(ids)}"
    _until(lambda: any(each["match"] == last for each in hub.must("GET", "/desk")["loose"]))
    planned = [match["id"] for match in hub.must("GET", "/schedule")["matches"]]
    rooms = {"": ["teams", "schedule", "standings"], "fields/": [*FIELDS], "matches/": planned}
    paths = [EVENT, *(f"{EVENT}/{room}{name}" for room, names in rooms.items() for name in names)]
    known = {hub.data / "public" / f"{path}{end}" for path in paths for end in (".json", ".json.gz")}
    new = {*place.rglob("*.json*")} - known
    results = hub.must("GET", "/desk")["results"]
    served = hub.must("GET", "/standings")
    written = msgspec.json.decode((hub.data / "public" / EVENT / "standings.json").read_bytes())
    return Figure(
        "hub: matches that name files",
        f"{len(ids)} sent: {len(new)} new files, {len(results)} results",
        "no file, no result, all listed",
        not new and not results and served == written,
    )


def _reports(hub: HubProcess, place: Path) -> Figure:
    """Ask for the report of a match with an endless name, and for that of another field meanwhile."""
    play(place / "south", scheduled="1")
    name_first(place / "south", "W" * LONG)
    _send(hub, "south", place / "south")
    play(place / "east", scheduled="2")
    _send(hub, "east", place / "east")
    answered: list[int] = []
    asking = threading.Thread(target=lambda: answered.append(_report(hub, "south", "m1")))
    asking.start()
    other = _report(hub, "east", "m1")
    asking.join(SETTLED_S)
    desk = len(msgspec.json.encode(hub.must("GET", "/desk")))
    return Figure(
        f"hub: a name of {LONG} letters",
        f"its report {answered}, another field's {other}, the desk {desk // 1024} KB",
        "both 200, less than 100 KB",
        answered == [200] and other == 200 and desk < 100 * 1024,
    )


def _archive(hub: HubProcess, place: Path) -> Figure:
    """Return an archive with right sums in which a match is called by the name of a file."""
    good, bad = place / "good.zip", place / "bad.zip"
    _hub(hub.settings, hub.data, "export", str(good))
    with zipfile.ZipFile(good) as opened:
        files = {name: opened.read(name) for name in opened.namelist() if name != "SHA256SUMS"}
    lines = files["event.jsonl"]
    files["event.jsonl"] = lines.replace(rb"\"id\":\"1\"", rb"\"id\":\"../../../../up\"")
    sums = "".join(f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n" for name in files)
    with zipfile.ZipFile(bad, "w") as packed:
        for name, content in {**files, "SHA256SUMS": sums.encode()}.items():
            packed.writestr(name, content)
    done = _hub(hub.settings, place / "new", "import", str(bad))
    said = done.stderr.strip().splitlines()
    return Figure(
        "hub: an archive that names files",
        said[-1][:80] if said else "taken",
        "refused in a sentence",
        files["event.jsonl"] != lines and done.returncode == 1 and len(said) == 1,
    )


def _hub(settings: Path, data: Path, *command: str) -> subprocess.CompletedProcess[str]:
    given = ["--settings", str(settings), "--data", str(data)]
    whole = [sys.executable, "-m", "fieldkit", "hub", *given, *command]
    return subprocess.run(whole, capture_output=True, text=True, timeout=SETTLED_S, check=False)


def _taken_away(hub: HubProcess) -> Figure:
    """Move the database while the hub runs, and empty it while it does not."""
    kept = hub.data / "hub.sqlite3"
    kept.rename(aside := kept.with_name("elsewhere"))
    status, _ = hub.ask("POST", "/checkin", {"team": "foxes", "here": True})
    told = hub.must("GET", "/desk")["troubles"]
    hub.end()
    hub.start()
    teams = len(hub.must("GET", "/teams")["teams"])
    hub.end()
    aside.unlink(missing_ok=True)
    for path in kept.parent.glob("hub.sqlite3*"):
        if path.name in ("hub.sqlite3", "hub.sqlite3-wal", "hub.sqlite3-shm"):
            path.unlink()
    refused = ""
    try:
        hub.start()
    except AssertionError:
        refused = hub.said.strip().splitlines()[-1]
    return Figure(
        "hub: its database taken away",
        f"moved: {status}, told {len(told)} times, {teams} teams after a restart; "
        f"emptied: {refused[:60] or 'began'}",
        "nothing lost, told, refused",
        teams == len(TEAMS) and bool(told) and "its newest part is gone" in refused,
    )


def _send(hub: HubProcess, field: str, path: Path) -> None:
    """Push a whole journal, as its field does."""
    for match, game, start, records in pushes(path):
        rows = [
            {
                "id": one.id, "match": one.row.match, "seq": one.row.seq, "boot": one.row.boot,
                "mono_ns": one.row.mono_ns, "wall": one.row.wall, "by": one.row.by,
                "command_id": one.row.command_id, "input": one.row.given, "events": one.row.events,
                "prev": one.prev, "hash": one.hash,
            }
            for one in records
        ]  # fmt: skip
        way = f"/v1/events/{EVENT}/fields/{field}/matches/{match}/records/{start}?game={game}"
        status, said = _call(hub, "PUT", way, FIELDS[field], msgspec.json.encode(rows))
        assert status == 200, said


def _report(hub: HubProcess, field: str, match: str) -> int:
    """Return the status with which the report of a match is answered, once it is not being written."""
    found = 503
    end = time.monotonic() + SETTLED_S
    while found == 503 and time.monotonic() < end:
        found = _call(hub, "GET", f"/report/{field}/{match}", PIN)[0]
        time.sleep(0.1)
    return found


def _call(hub: HubProcess, method: str, way: str, key: str, body: bytes | None = None) -> tuple[int, bytes]:
    line = http.client.HTTPConnection("127.0.0.1", hub.port, timeout=SETTLED_S)
    try:
        line.request(
            method, way, body, {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
        )
        answer = line.getresponse()
        return answer.status, answer.read()
    finally:
        line.close()


def _until(holds: Callable[[], object]) -> None:
    end = time.monotonic() + SETTLED_S
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.1)
