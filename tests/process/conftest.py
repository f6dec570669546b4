"""A kit that runs as people run it: processes, a journal on disk, hoops on pseudo-terminals, HTTP."""

import http.client
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Self, TypeVar

import pytest

from hardware.fakes.virtual_field import VirtualField
from tests.process.whistle_process import Hand, WhistleProcess
from tests.support.hoop_kit import as_toml
from tests.support.machine import patience

PIN = "246810"
PARTS = ("whistle", "referee", "scoreboard", "spectators")
TEAMS = [
    {"id": "red", "players": 4, "start_hoop": "h1"},
    {"id": "blue", "players": 4, "start_hoop": "h2"},
    {"id": "green", "players": 4, "start_hoop": "h3"},
]
SETTINGS = """
[kit]
pins = "mock"
[web]
host = "127.0.0.1"
pin = "{pin}"
[whistle]
trace = "{trace}"
[rules]
round_seconds = 3
grace_seconds = 1
[scoreboard]
size = "640x360"
"""
TAGS = "[tags]\n" + "".join(
    f'"62E3086C{number:02X}" = {{ ball = "{kind}" }}\n'
    for number, kind in enumerate(["wood", "wheat", "brick", "ore"] * 12)
)
HOOPS = {"h1": "rdm6300", "h2": "id12", "h3": "hk1", "h4": "pn532", "h5": "r200"}
LEARNED = """[tags]
"04A1B2C3D4E5F6" = { ball = "brick" }
"30751FEB705C5904E3D50D70" = { ball = "ore" }
"30751FEB705C5904E3D50D71" = { ball = "brick" }
"30751FEB705C5904E3D50D72" = { ball = "wheat" }
"""
BLASTS = {
    (200, 200): "ready",
    (250,): "head_start",
    (1000,): "open",
    (200, 200, 200): "warn",
    (600, 600): "close",
    (100,) * 5: "stop",
}
T = TypeVar("T")


def until(look: Callable[[], T], seconds: float, what: str) -> T:
    """Return the first true result of ``look``; fails after ``seconds``."""
    seconds *= patience()
    last, pause = time.monotonic() + seconds, 0.01
    while not (found := look()):
        assert time.monotonic() < last, f"{what}: not within {seconds} s"
        threading.Event().wait(pause)
        # Who waits for long leaves the processor to what is waited for.
        pause = min(pause * 1.25, 0.1)
    return found


class Kit:
    """One kit in a folder; `start` runs it, `end` ends it and all that it has started."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self._environment = os.environ | {"SDL_VIDEODRIVER": "dummy"} | environment
        self.data = folder / "data"
        self.data.mkdir()
        self.trace = folder / "trace"
        self.settings = folder / "kit.toml"
        self.settings.write_text(SETTINGS.format(pin=PIN, trace=self.trace) + TAGS, encoding="utf-8")
        self.port = self.spectators = 0
        self._output = folder / "output"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def started(self) -> bool:
        """Whether it was ever run."""
        return self._process is not None

    @property
    def said(self) -> list[str]:
        """The lines of its latest run, of all its processes."""
        return self._output.read_text().splitlines()

    @property
    def process(self) -> subprocess.Popen[bytes]:
        """The supervisor."""
        assert self._process is not None
        return self._process

    def start(self, *more: str) -> None:
        """Run the kit and wait until it says where it is."""
        arguments = ["--settings", str(self.settings), "--data", str(self.data), "--port", "0", *more]
        command = [sys.executable, "-m", "fieldkit", "run", *arguments]
        with self._output.open("wb") as output:
            self._process = subprocess.Popen(command, stdout=output, stderr=output, env=self._environment)
        try:
            until(lambda: self.line("Spectators"), 60, f"the greeting after {self.said}")
        except BaseException:
            self.end()
            raise
        self.port, self.spectators = map(self._port, ("  Referee", "  Spectators"))

    def _port(self, word: str) -> int:
        """Return the port of an address in the greeting."""
        return int(self.line(word).rsplit(":", 1)[1].split("/")[0])

    def line(self, word: str) -> str:
        """Return the first line said that has a word in it."""
        return next((line for line in self.said if word in line), "")

    def end(self) -> int:
        """End the kit; its exit code."""
        if self.process.poll() is None:
            self.process.terminate()
        try:
            return self.process.wait(10 * patience())
        finally:
            self.process.kill()
            self.process.wait()
            until(lambda: not any(map(self.pid, PARTS)), 10, "the end of its processes")

    def running(self, *more: str) -> Iterator[Self]:
        """Yield the kit while it runs, for a fixture."""
        try:
            self.start(*more)
            yield self
        finally:
            self.end()

    def kill(self) -> None:
        """Kill the supervisor, and nothing else."""
        self.process.kill()
        self.process.wait()

    # Its processes

    def pid(self, name: str) -> int:
        """Return the id of this kit's process with ``name`` among its arguments, or 0 while there is none."""
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                words = (folder / "cmdline").read_bytes().split(b"\0")
                state = (folder / "stat").read_text().rsplit(") ", 1)[1].split()[0]
            except (OSError, IndexError):
                continue
            if name.encode() in words and os.fsencode(self.data) in words and state != "Z":
                return int(folder.name)
        return 0

    def signal(self, name: str, number: signal.Signals) -> int:
        """Send a signal to one of its processes; returns its id."""
        pid = until(lambda: self.pid(name), 10, f"a {name} process")
        os.kill(pid, number)
        return pid

    # Its web

    def ask(
        self, method: str, path: str, body: object = None, headers: Mapping[str, str] | None = None
    ) -> tuple[int, dict[str, Any]]:
        """One request with the PIN; raises OSError while nobody answers."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=15)
        raw = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        try:
            sent = {"Authorization": f"Bearer {PIN}", "Content-Type": "application/json"} | dict(
                headers or {}
            )
            connection.request(method, path, raw, sent)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read() or b"{}")
        finally:
            connection.close()

    def command(self, type_: str, **fields: Any) -> tuple[int, dict[str, Any]]:
        """Send one command."""
        made = {"id": os.urandom(8).hex(), "type": type_}
        return self.ask("POST", "/api/commands", made | fields)

    def must(self, type_: str, **fields: Any) -> dict[str, Any]:
        """Send a command that has to be accepted."""
        status, body = self.command(type_, **fields)
        assert status == 200, (type_, body)
        return body

    def seat(self, side: str) -> dict[str, str]:
        """Join as a player's phone by a code, and return what it sends with each request."""
        return self.joined("seat", seat=side)

    def joined(self, role: str, **whom: str) -> dict[str, str]:
        """Join as a device by a code for that role, and return what it sends with each request."""
        _, made = self.ask("POST", "/api/session/code", {"role": role, **whom})
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=15)
        try:
            connection.request("POST", "/api/session", json.dumps({"code": made["code"]}))
            cookie = str(connection.getresponse().headers["set-cookie"]).partition(";")[0]
        finally:
            connection.close()
        return {"Cookie": cookie, "Authorization": ""}

    def sent(self, phone: dict[str, str], command: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
        """Return the answer to a command from a seat."""
        origin = {"Origin": f"http://127.0.0.1:{self.port}"}
        return self.ask("POST", "/api/commands", {"id": os.urandom(8).hex(), **command}, phone | origin)

    @property
    def view(self) -> dict[str, Any]:
        """What the referee sees."""
        status, view = self.ask("GET", "/api/match")
        assert status == 200, view
        return view

    def wait(self, wanted: Callable[[dict[str, Any]], object], seconds: float = 15.0) -> dict[str, Any]:
        """Return the first view that is ``wanted``, also over a restart of the referee."""

        def look() -> dict[str, Any] | None:
            try:
                view = self.view
            except (OSError, http.client.HTTPException):
                return None
            return view if wanted(view) else None

        return until(look, seconds, "a view") or {}

    def phase(self, *phases: str, seconds: float = 15.0) -> dict[str, Any]:
        """Return the first view in one of these phases."""
        return self.wait(lambda view: view["phase"] in phases, seconds)

    # Its match

    def give_up(self, reason: str) -> None:
        """End the match that is on, of whatever game; a kit without one stays as it is."""
        if "lift_alarm" in self.view["can"]:
            self.must("lift_alarm")
        view = self.view
        if view["stage"] not in ("setup", "over"):
            endings = ("abandon_match", "abandon_table", "abandon_hall", "end_match")
            self.must(next(each for each in endings if each in view["can"]), reason=reason)

    def create(self, **options: Any) -> dict[str, Any]:
        """Return a new match of three teams, the one before it given up."""
        self.give_up("the next test")
        self.must("create_match", game="full_contact", teams=TEAMS, options=options, seed=1)
        return self.phase("ready")

    def open(self) -> dict[str, Any]:
        """Start a round and wait for its opening blast; the view."""
        self.must("start_round")
        view = self.phase("round")
        opened = view["clock"]["ends_at"] - view["clock"]["total"]
        until(lambda: time.monotonic_ns() / 1e6 > opened, 5, "the opening")
        return view

    # Its whistle

    def blasts(self) -> list[tuple[float, str]]:
        """Return what has sounded, from the trace: each blast with its moment (ms of the kit's clock)."""
        pulses: list[tuple[float, float]] = []
        for line in self.trace.read_text().splitlines() if self.trace.exists() else ():
            moment, on = line.split()
            if on == "1":
                pulses.append((int(moment) / 1e6, 0.0))
            elif pulses:
                pulses[-1] = (pulses[-1][0], int(moment) / 1e6 - pulses[-1][0])
        found: list[tuple[float, list[int]]] = []
        end = 0.0
        for at, length in pulses:
            rounded = 250 if 230 <= length <= 280 else round(length / 100) * 100
            if found and at - end < 280 and found[-1][1][0] == rounded:
                found[-1][1].append(rounded)
            else:
                found.append((at, [rounded]))
            end = at + length
        return [(at, BLASTS.get(tuple(lengths), str(lengths))) for at, lengths in found]

    def sounded(self, blast: str, due: float, seconds: float = 8.0) -> float:
        """Wait for a blast near ``due`` (ms); how late (ms) it was."""

        def look() -> list[float]:
            return [at - due for at, name in self.blasts() if name == blast and abs(at - due) < 400]

        return until(look, seconds, f"{blast} at {due}, not in {self.blasts()}")[0]


def gone(pid: int) -> bool:
    """Whether a process is no more."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()[0] == "Z"
    except (OSError, IndexError):
        return True


@pytest.fixture
def new_kit(tmp_path: Path) -> Iterator[Kit]:
    """Yield a kit of its own, not yet started."""
    kit = Kit(tmp_path)
    yield kit
    if kit.started:
        kit.end()


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kit]:
    """Yield a running kit with the ten virtual hoops it makes for itself, shared by the tests of a file."""
    yield from Kit(tmp_path_factory.mktemp("kit")).running()


@pytest.fixture(scope="module")
def wired(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Kit, VirtualField]]:
    """Yield a running kit whose settings name links of every kind; the hoops are the test's own."""
    folder = tmp_path_factory.mktemp("wired")
    field = VirtualField(folder / "hoops", HOOPS, seed=1)
    kit = Kit(folder)
    (kit.data / "tags.toml").write_text(LEARNED, encoding="utf-8")
    lines = [as_toml(link) + "repeat_ms = 300\n" for link in field.links()]
    with kit.settings.open("a", encoding="utf-8") as file:
        file.write("".join(lines))
    field.start()
    try:
        kit.start()
        yield kit, field
    finally:
        kit.end()
        field.close()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., WhistleProcess]]:
    """Yield a starter of the whistle's process alone, and close what it started."""
    running: list[WhistleProcess] = []

    def start(settings: str = "", rate: float = 1.0, *, silence: bool = False) -> WhistleProcess:
        running.append(WhistleProcess(tmp_path, settings, rate, silence=silence))
        return running[-1]

    yield start
    for process in running:
        process.close()


@pytest.fixture
def reach() -> Iterator[Callable[[WhistleProcess], Hand]]:
    """Yield a function that connects to such a process as a referee would."""
    hands: list[Hand] = []

    def reach(whistle: WhistleProcess) -> Hand:
        hands.append(Hand(whistle))
        return hands[-1]

    yield reach
    for hand in hands:
        hand.close()
