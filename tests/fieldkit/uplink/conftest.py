"""A field's side beside a real journal that a test writes, and a hub that it can break."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from fieldkit.journal.database import Batch, Journal
from fieldkit.journal.reading import MatchInfo
from fieldkit.journal.record import Row, wall_label
from fieldkit.phrases import ENGLISH
from fieldkit.settings import HubLink, Kit, Settings
from fieldkit.uplink.link import HubLine
from fieldkit.uplink.sending import Pauses, Sender, Sources
from fieldkit.uplink.state import BoardCopy, EventFiles, HubState
from tests.support.fake_hub import KEY, FakeHub

WAIT_S = 60.0
QUICK = Pauses(turn=0.005, look=0.01, beat=0.05, first=0.01, longest=0.05, refused=0.05)
T = TypeVar("T")


def until(look: Callable[[], T]) -> T:
    """Return the first true result of ``look``."""
    last = time.monotonic() + WAIT_S
    while not (found := look()):
        assert time.monotonic() < last, "not within a minute"
        threading.Event().wait(0.005)
    return found


class Field:
    """A kit's journal and board, and the sender of its field in a thread."""

    def __init__(self, folder: Path, hub: FakeHub, since: str = "", key: str = KEY, **link: str) -> None:
        self.data = folder
        self.path = folder / "journal.sqlite3"
        self.journal = Journal(self.path)
        self.journal.open()
        link = {"url": hub.url, "event": "spring", "field": "north"} | link
        self.hub = HubLink(key=key, since=since, **link)
        self.settings = Settings(kit=Kit(name="Kit 1"), hub=self.hub)
        self.board: BoardCopy | None = BoardCopy(1, b'{"rev":1,"stage":"setup"}', None, "setup")
        self.seqs: dict[str, int] = {}
        self.status = HubState(is_on=True)
        self.line = HubLine(self.hub, "Kit 1", self.status.heard)
        self._sender: Sender | None = None

    def start(self, pace: Pauses = QUICK) -> Field:
        """Begin to send, as a process that has just started."""
        self.status = HubState(is_on=True)
        self.line = HubLine(self.hub, "Kit 1", self.status.heard)
        sources = Sources(self.path, lambda: self.board, lambda: 5000.0, lambda: 2)
        files = EventFiles(self.data, self.hub.event, self.hub.field)
        self._sender = Sender(self.line, sources, files, self.status, self.settings, "boot", ENGLISH, pace)
        self._sender.start()
        return self

    @property
    def sender(self) -> Sender:
        assert self._sender is not None
        return self._sender

    def end(self) -> None:
        """End the sender, as the process ends."""
        if self._sender is not None:
            self._sender.close()
            self._sender = None

    def begin(self, game: str = "toy") -> str:
        """Create a match; it is on."""
        number = len(self.seqs) + 1
        played = MatchInfo(number, f"m{number}", game, wall_label())
        self.seqs[played.id] = 0
        self.journal.append(Batch(matches=[played], rows=[self._row(played.id)]))
        self.shows(played.id, "play")
        return played.id

    def play(self, count: int = 1, size: int = 0) -> None:
        """Make ``count`` decisions of the newest match, each ``size`` bytes longer than it need be."""
        match = f"m{len(self.seqs)}"
        self.journal.append(Batch(rows=[self._row(match, size) for _ in range(count)]))

    def over(self) -> None:
        """End the newest match."""
        self.shows(f"m{len(self.seqs)}", "over")

    def shows(self, match: str | None, stage: str) -> None:
        """Change the public board and wake the sender."""
        rev = (self.board.rev if self.board else 0) + 1
        raw = b'{"rev":%d,"stage":"%b"}' % (rev, stage.encode())
        self.board = BoardCopy(rev, raw, match, stage)
        if self._sender is not None:
            self._sender.wake()

    def _row(self, match: str, size: int = 0) -> Row:
        self.seqs[match] += 1
        seq = self.seqs[match]
        return Row(match, seq, "boot", seq, wall_label(), "tablet", f"{match}-{seq}", "{}", "[]" + " " * size)

    @property
    def records(self) -> int:
        """How many records the journal has."""
        return sum(self.seqs.values())

    def has_all(self, hub: FakeHub, first: int = 1) -> bool:
        """Whether the hub has every record from the first on, and the field knows it."""
        with hub.lock:
            there = set(hub.records) == set(range(first, self.records + 1))
        told = self.status.told
        return there and (told.have, told.of, told.state) == (self.records, self.records, "ok")

    def close(self) -> None:
        """End everything."""
        self.end()
        self.journal.close()


@pytest.fixture
def hub() -> Iterator[FakeHub]:
    """Yield a hub with the event ``spring`` and the field ``north``."""
    hub = FakeHub()
    yield hub
    hub.stop()


@pytest.fixture
def make(tmp_path: Path, hub: FakeHub) -> Iterator[Callable[..., Field]]:
    """Yield a maker of fields, each with a data folder of its own, and close them afterwards."""
    made: list[Field] = []

    def make(name: str = "a", **how: str) -> Field:
        folder = tmp_path / name
        folder.mkdir()
        made.append(Field(folder, hub, **how))
        return made[-1]

    yield make
    for each in made:
        each.close()
