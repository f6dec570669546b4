"""The books over what a kit was sent and what it answered: all that it answered must be there, once.

Tablets send commands under ids of their own and repeat what was not answered, as the pages do; nodes press
buttons and repeat until they hear that a frame was taken. Both go on whatever happens to the kit. At the end
`Books.wrong` reads the record itself.
"""

import contextlib
import http.client
import itertools
import json
import random
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hardware.fakes.virtual_field import VirtualHoop

PAUSE_S = 0.03
"""How long a sender rests between two things, and before it repeats one that was not answered."""
MAX_WAITING = 16
"""A node with this many unanswered presses rests: it keeps 64, and loses the oldest."""
CALL_S = 10.0
FrameKey = tuple[str, str, int]


@dataclass
class Books:
    """What was sent and what was answered; one lock for all senders."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    sent: set[str] = field(default_factory=set)
    answered: dict[str, int] = field(default_factory=dict)
    """The number of its decision by each command that was answered with 200."""
    refused: Counter[str] = field(default_factory=Counter)
    """Answers that are neither 200 nor 503, by their code."""
    repeated: int = 0
    """How many commands had to be sent again."""
    unstored: int = 0
    """How often a command was told that it was not stored."""
    pressed: set[FrameKey] = field(default_factory=set)
    acked: set[FrameKey] = field(default_factory=set)

    def wrong(self, journal: Path) -> list[str]:
        """Return what is not as it must be on the record; nothing if all is well."""
        with contextlib.closing(sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)) as db:
            ids = Counter(id for (id,) in db.execute("SELECT command_id FROM records") if id in self.sent)
            seqs = dict(db.execute("SELECT command_id, seq FROM records WHERE command_id IS NOT NULL"))
            frames = set(db.execute("SELECT hoop, boot, seq FROM frames"))
            inputs = [json.loads(given) for (given,) in db.execute("SELECT input FROM records")]
        sightings = sum(given.get("type") == "sighting" for given in inputs)
        found = {
            "answered commands that are gone": len(self.answered.keys() - ids.keys()),
            "commands that are there twice": sum(count > 1 for count in ids.values()),
            "commands under another number": sum(seqs[id] != seq for id, seq in self._there(seqs)),
            "acknowledged frames that are gone": len(self.acked - frames),
            "sightings beside the frames": abs(sightings - len(frames)),
        } | {f"refused: {why}": count for why, count in self.refused.items()}
        return [f"{count} {what}" for what, count in found.items() if count]

    def _there(self, seqs: Mapping[str, int]) -> list[tuple[str, int]]:
        return [(id, seq) for id, seq in self.answered.items() if id in seqs]

    def __str__(self) -> str:
        return (
            f"{len(self.answered)} commands answered ({self.repeated} sent again), "
            f"{len(self.acked)} frames acknowledged"
        )


class Tablet(threading.Thread):
    """Sends one note after the other over a kept connection, each until it is answered."""

    def __init__(self, name: str, port: int, pin: str, books: Books, end: threading.Event) -> None:
        super().__init__(name=name, daemon=True)
        self._port, self._pin, self._books, self._end = port, pin, books, end
        self._connection: http.client.HTTPConnection | None = None

    def run(self) -> None:
        """Send until the end; what was begun is repeated until it is answered, for ten seconds more."""
        for number in itertools.count():
            if self._end.is_set():
                break
            id = f"{self.name}-{number}"
            with self._books.lock:
                self._books.sent.add(id)
            self._deliver(id)
            self._end.wait(PAUSE_S)
        self._hang_up()

    def _deliver(self, id: str) -> None:
        last: float | None = None
        tries = 0
        while True:
            tries += 1
            status, answer = self._ask({"id": id, "type": "note", "team": "red", "text": id})
            if status not in (0, 503):
                break
            with self._books.lock:
                self._books.unstored += status == 503
            if self._end.is_set():
                last = last or time.monotonic() + CALL_S
                if time.monotonic() > last:
                    break
            time.sleep(PAUSE_S)
        with self._books.lock:
            self._books.repeated += tries > 1
            if status == 200:
                self._books.answered[id] = int(answer["seq"])
            else:
                self._books.refused[answer.get("error", {}).get("code", "no answer")] += 1

    def _ask(self, command: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
        """Return the answer; status 0 while nobody gives one."""
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=CALL_S)
        headers = {"Authorization": f"Bearer {self._pin}", "Content-Type": "application/json"}
        try:
            self._connection.request("POST", "/api/commands", json.dumps(command), headers)
            answer = self._connection.getresponse()
            return answer.status, json.loads(answer.read() or b"{}")
        except (OSError, http.client.HTTPException, ValueError):
            self._hang_up()
            return 0, {}

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class Presser(threading.Thread):
    """Presses the buttons of nodes, and notes which presses were acknowledged."""

    def __init__(
        self, hoops: Sequence[VirtualHoop], books: Books, end: threading.Event, pause_s: float = PAUSE_S
    ) -> None:
        super().__init__(name="presser", daemon=True)
        self._hoops, self._books, self._end, self._pause_s = hoops, books, end, pause_s
        self._chance = random.Random(1)

    def run(self) -> None:
        """Press until the end, then wait for ten seconds at most until all are acknowledged."""
        while not self._end.wait(self._pause_s):
            hoop = self._chance.choice(self._hoops)
            if len(hoop.state()["waiting"]) < MAX_WAITING:
                hoop.press(self._chance.choice("1234"))
            self._note(hoop)
        last = time.monotonic() + CALL_S
        while time.monotonic() < last and any(hoop.state()["waiting"] for hoop in self._hoops):
            time.sleep(PAUSE_S)
        for hoop in self._hoops:
            self._note(hoop)

    def _note(self, hoop: VirtualHoop) -> None:
        state = hoop.state()
        # A node numbers its HELLO and STATUS too; what waits or got a verdict is a press.
        numbers = {*state["waiting"], *map(int, state["verdicts"])}
        pressed = {(hoop.hoop, state["boot"], seq) for seq in numbers}
        acked = {(hoop.hoop, state["boot"], seq) for seq in state["acked"]}
        with self._books.lock:
            self._books.pressed |= pressed
            self._books.acked |= acked & self._books.pressed


@contextlib.contextmanager
def senders(
    port: int, pin: str, books: Books, hoops: Sequence[VirtualHoop] = (), tablets: int = 2, name: str = "t"
) -> Iterator[None]:
    """Tablets and nodes that send while the block runs, and end with what they have begun."""
    end = threading.Event()
    threads: list[threading.Thread] = [
        Tablet(f"{name}{number}", port, pin, books, end) for number in range(tablets)
    ]
    if hoops:
        threads.append(Presser(hoops, books, end))
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        end.set()
        for thread in threads:
            thread.join()
