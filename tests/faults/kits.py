"""A running kit that is played and written down while faults happen to it."""

import contextlib
import http.client
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from fieldkit.clock import MS
from hardware.fakes.virtual_field import VirtualField, VirtualHoop
from tests.faults.books import Books, senders
from tests.process.conftest import PIN, Kit

ROOT = Path(__file__).parents[2]
HOOPS = ("h1", "h2", "h3")
OPTIONS = {"round_seconds": 3, "grace_seconds": 0, "balls_per_kind": 60}
CALLS = (OSError, http.client.HTTPException, AssertionError, KeyError, ValueError)
"""What asking a kit that is just being hit may raise."""


@dataclass
class Played:
    """A kit under faults: its processes, its nodes and the books over both."""

    kit: Kit
    hoops: list[VirtualHoop]
    books: Books

    @property
    def journal(self) -> Path:
        """Its record."""
        return self.kit.data / "journal.sqlite3"

    def wrong(self) -> list[str]:
        """Return what does not hold at the end: the books, the chain, the kit's own view."""
        found = self.books.wrong(self.journal)
        try:
            view = self.kit.wait(lambda view: view["match"], 30)
        except AssertionError:
            return [*found, "no match comes up"]
        said = verified(self.kit.data, view["match"])
        if said:
            found.append(said)
        if view.get("doubt"):
            found.append(f"in doubt: {view['doubt']}")
        return found


def verified(data: Path, match: str) -> str:
    """Return what ``fieldkit verify`` finds wrong with a match; "" for a whole record."""
    command = [sys.executable, "-m", "fieldkit", "verify", match, "--data", str(data)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    return "" if done.returncode == 0 else f"verify: {(done.stdout + done.stderr).strip()[-200:]}"


def in_lanes(lanes: int, lane: Callable[[int], None]) -> list[str]:
    """Run a lane of each number beside each other; the errors of those that broke, which end no other."""

    def guarded(number: int) -> list[str]:
        try:
            lane(number)
        except CALLS as error:
            traceback.print_exc()
            return [f"lane {number} broke: {error}"]
        return []

    with ThreadPoolExecutor(lanes) as pool:
        return [said for each in pool.map(guarded, range(lanes)) for said in each]


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    """Yield a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="faults-") as name:
        _folders.add(name)
        try:
            yield Path(name)
        finally:
            _folders.discard(name)


_folders: set[str] = set()


def abandon(number: int, _: object) -> None:
    """End at once on a signal, and leave no kit, disk or folder behind: a kit would read others' lines."""
    task = Path(f"/proc/{os.getpid()}/task")
    for pid in {pid for each in task.iterdir() for pid in (each / "children").read_text().split()}:
        with contextlib.suppress(ProcessLookupError):
            os.kill(int(pid), signal.SIGKILL)
    for name in _folders:
        subprocess.run(["umount", "-l", f"{name}/data"], capture_output=True, check=False)
        shutil.rmtree(name, ignore_errors=True)
    os._exit(128 + number)


@contextlib.contextmanager
def running(
    place: Path, *more: str, settings: str = "", environment: Mapping[str, str] | None = None
) -> Iterator[Played]:
    """Yield a whole kit with three nodes in a folder that is there, a match set up."""
    with wired(place, settings, environment) as played:
        try:
            played.kit.start(*more)
            played.kit.wait(lambda view: view["kit"]["whistle"] == "ok")
            played.kit.create(**OPTIONS)
            yield played
        finally:
            if played.kit.started:
                played.kit.end()


@contextlib.contextmanager
def wired(place: Path, settings: str = "", environment: Mapping[str, str] | None = None) -> Iterator[Played]:
    """Yield a kit that is not yet started, with three nodes at its lines."""
    field = VirtualField(place / "lines", dict.fromkeys(HOOPS, "hk1"), seed=1)
    kit = Kit(place, **(environment or {}))
    lines = "".join(f'[[links]]\nport = "{link.port}"\nprotocol = "hk1"\n' for link in field.links())
    with kit.settings.open("a", encoding="utf-8") as file:
        file.write(lines + settings)
    field.start()
    try:
        yield Played(kit, list(field.hoops.values()), Books())
    finally:
        field.close()


@contextlib.contextmanager
def in_play(played: Played, tablets: int = 2, rounds: bool = True, name: str = "t") -> Iterator[None]:
    """Commands and frames in flight, and one round after the other, while the block runs."""
    end = threading.Event()
    conductor = threading.Thread(target=_conduct, args=(played.kit, end), name="conductor", daemon=True)
    with senders(played.kit.port, PIN, played.books, played.hoops, tablets, name):
        if rounds:
            conductor.start()
        try:
            yield
        finally:
            end.set()
            if rounds:
                conductor.join()


def _conduct(kit: Kit, end: threading.Event) -> None:
    """Start a round whenever one may be started, as a referee does who hears no whistle: not before it is
    back. A stopped one is let count.
    """
    while not end.wait(0.2):
        with contextlib.suppress(*CALLS):
            view = kit.view
            can = view["can"]
            if can.get("start_round") and view["kit"]["whistle"] != "away":
                kit.command("start_round", refuse_pending=True)
            elif can.get("end_round"):
                kit.command("end_round")


def edges(trace: Path) -> list[tuple[float, bool]]:
    """Return the whistle's line: moments in ms of the kit's clock, and on or off."""
    lines = trace.read_text(encoding="ascii").splitlines() if trace.exists() else []
    found = (line.split() for line in lines)
    return [(int(words[0]) / MS, words[1] == "1") for words in found if len(words) == 2]


def wait_for_answer(
    port: int, process: subprocess.Popen[bytes] | None = None, seconds: float = 60.0
) -> float:
    """How long (s) it takes until a kit answers that its journal is well."""
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            connection.request("GET", "/api/health")
            if connection.getresponse().status == 200:
                return time.monotonic() - began
        except (OSError, http.client.HTTPException):
            time.sleep(0.02)
        finally:
            connection.close()
        assert process is None or process.poll() is None, "the referee ended"
    raise AssertionError(f"no answer within {seconds} s")


def environment(**more: str) -> dict[str, str]:
    """Return the environment of a process of the kit: no window, compiled modules kept."""
    own = os.environ | {"SDL_VIDEODRIVER": "dummy"} | more
    own.pop("PYTHONDONTWRITEBYTECODE", None)
    return own
