"""A hub that is killed in the middle of a confirmation, an import, an export and a rebuild, again and again.

What was answered must be on the record then, in order and once; a command that did not come to its end has
done all or nothing; and the hub starts again whole, with nothing left of what was killed.
"""

import contextlib
import http.client
import itertools
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from fieldkit.event.state import Confirm
from fieldkit.hub.archive import check
from fieldkit.hub.store import Store
from tests.faults.figures import Figure
from tests.support.archives import Made, archived
from tests.support.hub_process import EVENT, HubProcess
from tests.support.machine import patience

NEEDS: tuple[str, ...] = ()
KILLS, SHORT_KILLS = 20, 1
"""Of each kind."""
WAIT_S = 60.0 * patience()


def run(short: bool) -> list[Figure]:
    """Kill a hub at random moments of each of its works."""
    times, rng = SHORT_KILLS if short else KILLS, random.Random(7)
    with tempfile.TemporaryDirectory(prefix="fieldkit-faults-") as made:
        place = Path(made)
        (place / "event").mkdir()
        event = archived(place / "event")
        return [
            _confirmed(event, place / "confirm", times, rng),
            _worked(event, place / "import", times, rng, "import"),
            _worked(event, place / "export", times, rng, "export"),
            _worked(event, place / "rebuild", times, rng, "rebuild"),
        ]


class _Organiser(threading.Thread):
    """Confirms a result and takes it back by turns, each until it is answered or found on the record."""

    def __init__(self, hub: HubProcess) -> None:
        super().__init__(daemon=True)
        self.hub, self.end = hub, threading.Event()
        self.answered = self.unanswered = 0
        self.wrong: list[str] = []
        self._version, self._is_confirmed = _standing(hub)

    def run(self) -> None:
        while not self.end.is_set():
            try:
                self._decide()
            except Exception as error:  # noqa: BLE001
                # It is told at the end, and does not end the others' work.
                self.wrong.append(f"{type(error).__name__}: {error}")
                return

    def _decide(self) -> None:
        wanted = not self._is_confirmed
        try:
            body = {"version": self._version if wanted else ""}
            status, said = self.hub.ask("POST", "/results/1/confirm", body)
        except (OSError, http.client.HTTPException, ValueError):
            self.unanswered += 1
            self._is_confirmed = _patiently(lambda: _standing(self.hub))[1]
            return
        if status == 200:
            self.answered += 1
            self._is_confirmed = wanted
        else:
            self.wrong.append(f"{status}: {said}")


def _standing(of: HubProcess) -> tuple[str, bool]:
    """Return the version of the first match's result, and whether it is confirmed."""
    (found,) = (each for each in of.must("GET", "/desk")["results"] if each["id"] == "1")
    return found["versions"][-1]["id"], found["confirmed"]


def _patiently(ask: Callable[[], tuple[str, bool]]) -> tuple[str, bool]:
    """Ask a hub that is killed now and then, until it answers."""
    last = time.monotonic() + WAIT_S
    while True:
        try:
            return ask()
        except (OSError, http.client.HTTPException, ValueError, AssertionError):
            assert time.monotonic() < last
            time.sleep(0.02)


def _confirmed(event: Made, place: Path, times: int, rng: random.Random) -> Figure:
    """Kill a hub whose organiser confirms without a pause."""
    place.mkdir()
    shutil.copytree(event.folder, place / "hub")
    before = len(_decisions(place / "hub"))
    running = HubProcess(place)
    running.start()
    organiser = _Organiser(running)
    organiser.start()
    try:
        for _ in range(times):
            time.sleep(rng.uniform(0.05, 0.4))
            running.kill()
            running.start()
        time.sleep(0.2)
    finally:
        organiser.end.set()
        organiser.join(WAIT_S)
        is_confirmed = _standing(running)[1]
        running.end()
    said = [bool(each.id) for each in _decisions(place / "hub")[before:]]
    gone = organiser.answered - len(said)
    twice = sum(one == other for one, other in itertools.pairwise(said))
    wrong = [*organiser.wrong, *(["too many"] if -gone > organiser.unanswered else [])]
    return Figure(
        f"hub killed {times} times while it confirms",
        f"{organiser.answered} answered, {max(gone, 0)} gone, {twice} twice{'; '.join(['', *wrong])}",
        "none gone, none twice",
        gone <= 0 and not twice and not wrong and organiser.answered > 0 and said[-1] == is_confirmed,
    )


def _worked(event: Made, place: Path, times: int, rng: random.Random, work: str) -> Figure:
    """Kill a command at any moment of its work; then all must be as before or as after, and the hub start."""
    place.mkdir()
    takes = _took(event, place / "first", work)
    ended, wrong = 0, []
    for number in range(times):
        folder = _laid(event, place / str(number), work)
        with _command(folder, work, event.path) as process:
            with contextlib.suppress(subprocess.TimeoutExpired):
                # The first half of it is the start of the program.
                process.wait(takes * rng.uniform(0.4, 1.0))
            process.kill()
        ended += process.returncode == 0
        found = _found(folder, event, work, done=process.returncode == 0)
        if found:
            wrong.append(f"{number}: {found}")
        shutil.rmtree(folder)
    return Figure(
        f"hub killed {times} times in its {work}",
        f"{times - ended} in the middle of it; {len(wrong)} wrong{'; '.join(['', *wrong[:3]])}",
        "whole or not at all, and whole again",
        not wrong and ended < times,
    )


def _laid(event: Made, folder: Path, work: str) -> Path:
    """Lay the folder of a hub: that of the event, or an empty one for an import."""
    if work == "import":
        (folder / "hub").mkdir(parents=True)
    else:
        folder.mkdir()
        shutil.copytree(event.folder, folder / "hub")
    HubProcess(folder)
    return folder


def _command(folder: Path, work: str, archive: Path) -> subprocess.Popen[bytes]:
    more = {"import": [archive], "export": [folder / "out.zip"]}.get(work, [])
    given = ["--settings", folder / "hub.toml", "--data", folder / "hub"]
    command = [sys.executable, "-m", "fieldkit", "hub", *given, work, *more]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _took(event: Made, folder: Path, work: str) -> float:
    """Return the seconds that a work takes which is let be."""
    _laid(event, folder, work)
    began = time.monotonic()
    with _command(folder, work, event.path) as process:
        assert process.wait(WAIT_S) == 0, work
    return time.monotonic() - began


def _found(folder: Path, event: Made, work: str, done: bool) -> str:
    """Return what is wrong with a hub after a kill; empty if nothing is."""
    whole = _kept(event.folder)
    if (folder / "hub" / "hub.sqlite3").exists():
        kept = _kept(folder / "hub")
        if kept != whole and (done or work != "import" or kept[0]):
            return "the database is not whole"
    elif work != "import" or done:
        return "there is no database"
    out = folder / "out.zip"
    if out.exists() and (out.read_bytes() != event.path.read_bytes() or check(out)):
        return "an archive is there by half"
    if work != "rebuild" and not done:
        out.unlink(missing_ok=True)
        again = _command(folder, work, event.path)
        # What had come in whole already is not taken a second time.
        if again.wait(WAIT_S) and not (work == "import" and _kept(folder / "hub") == whole):
            return f"the next {work} is refused"
    with HubProcess(folder) as running:
        shown = _shown(running)
    left = [each.name for each in (folder / "hub").glob("*.part")]
    return f"left: {left}" if left else "" if shown == _shown_by(event) else "the hub shows something else"


def _shown(of: HubProcess) -> object:
    """Return what everybody sees of an event, without what counts the changes of a document."""
    told = [of.must("GET", way) for way in ("/teams", "/schedule", "/standings")]
    return [{key: each[key] for key in each if key not in ("rev", "version")} for each in told]


_SHOWN: dict[Path, object] = {}


def _shown_by(event: Made) -> object:
    """Return what a hub shows that nobody has killed; asked once."""
    if event.folder not in _SHOWN:
        place = event.folder.parent / "untouched"
        place.mkdir()
        shutil.copytree(event.folder, place / "hub")
        with HubProcess(place) as running:
            _SHOWN[event.folder] = _shown(running)
    return _SHOWN[event.folder]


@contextlib.contextmanager
def _store(folder: Path) -> Iterator[Store]:
    store = Store(f"sqlite:///{folder / 'hub.sqlite3'}")
    try:
        yield store
    finally:
        store.close()


def _kept(folder: Path) -> tuple[list[object], list[object]]:
    """Return the decisions and the records of a database, read without the hub; none without tables."""
    with _store(folder) as store:
        try:
            decisions: list[object] = list(store.decisions(EVENT))
        except Exception:  # noqa: BLE001
            # The import was killed before there was a table.
            return [], []
        journals = dict.fromkeys(journal for journal, _ in store.matches(EVENT))
        return decisions, [record for journal in journals for record in store.every_record(journal)]


def _decisions(folder: Path) -> list[Confirm]:
    """Return the confirmations on the record, and those that took one back, of the first match."""
    with _store(folder) as store:
        rows = [each.body for each in store.decisions(EVENT) if each.kind == "confirm"]
    found = [msgspec.json.decode(body, type=Confirm) for body in rows]
    return [each for each in found if each.scheduled == "1"]
